"""A table in the middle of a game: tests lay cards out in words, make moves, and read zones back.

    game = table(seat(hand="fire 2, fire 1"), curses="- fire-1")
    game.play("acquire fire 3")
    assert game.discard(0) == "fire 1, fire 2, fire 3"

Cards are written ``fire 2`` and ``madness``, several as ``fire 2 x3``. A payment or a choice that
leaves only one option is made by itself, as in every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.madness.rules.boxes import plain_box
from trisim.engine.kernel import records
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.notation import parse_effect
from trisim.games.madness.box.tables import Filler
from trisim.games.madness.box.words import KINDS, MADNESS, Difficulty, Element, Mode
from trisim.games.madness.rules import cards as deck
from trisim.games.madness.rules import machine, setup, stack, state
from trisim.games.madness.rules.codes import (
    DECISIONS,
    DESTROYED_AT,
    DISCARD_AT,
    EXHAUSTED,
    HAND_AT,
    NEUTRALISED,
    Act,
    Cause,
    Event,
    Frame,
    Loss,
    Move,
)

BASIC = "growth, ice, combustion, telepathy"
INVOCATION = 6

# ---------------------------------------------------------------- words for cards


def kind_of_word(word: str) -> int:
    """``fire 2`` is 7."""
    if word == "madness":
        return MADNESS
    element, value = word.split()
    return 3 * Element[element.upper()] + int(value) - 1


def word_of_kind(kind: int) -> str:
    """7 is ``fire 2``."""
    return "madness" if kind == MADNESS else f"{Element(kind // 3).word} {kind % 3 + 1}"


def kinds_of(text: str) -> list[int]:
    """The kinds of some cards, in their order: ``fire 2 x3, madness``."""
    found = []
    for part in filter(None, text.split(", ")):
        word, _, times = part.partition(" x")
        found += [kind_of_word(word)] * int(times or 1)
    return found


def words_of(counts: Sequence[int]) -> str:
    """Numbers of cards of each kind, in words, in the order of the kinds."""
    return listed([kind for kind in range(KINDS) for _ in range(int(counts[kind]))])


def listed(kinds: Sequence[int]) -> str:
    """Kinds in words; equal neighbours together."""
    parts: list[tuple[int, int]] = []
    for kind in kinds:
        if parts and parts[-1][0] == kind:
            parts[-1] = kind, parts[-1][1] + 1
        else:
            parts.append((kind, 1))
    return ", ".join(word_of_kind(kind) + (f" x{n}" if n > 1 else "") for kind, n in parts)


# ---------------------------------------------------------------- laying out


@dataclass(frozen=True, kw_only=True)
class Place:
    """What a player has. Of the deck all cards are known, the top one first."""

    hand: str = ""
    deck: str = ""
    discard: str = ""
    support: str = ""
    spells: str = BASIC
    mage: str = "nobody"
    shuffled: str = ""
    """Cards in the deck below those that are known."""


def seat(hand: str = "", **others: str) -> Place:
    return Place(hand=hand, **others)


def table(*places: Place, start: str = "actions", box: Box | None = None, **board: Any) -> Table:
    """A position; seats that are not given have nothing.

    It is seat 0's turn, or that of ``active``, who may take actions. With ``start="monster"`` the
    marker is about to advance, with ``"recovery"`` the turn is nearly over, with ``"turn"`` the
    next one begins. Other keys are those of ``lay_board``.
    """
    players = max(2, len(places), int(board.pop("players", 2)))
    active = board.pop("active", 0)
    made = Table(box or plain_box(), players, seed=board.pop("seed", 1))
    made.game.depth = made.log.count = 0
    for number, place in enumerate([*places, *[Place()] * (players - len(places))]):
        lay_seat(made, number, place)
    lay_board(made, active=active, **board)
    push_turn(made, active, start)
    made.run()
    return made


def lay_seat(made: Table, number: int, place: Place) -> None:
    own = made.game.seats[number]
    own.mage = made.number("mages", place.mage)
    for zone in ("hand", "discard", "support"):
        for kind in kinds_of(getattr(place, zone)):
            own[zone][kind] += 1
    for kind in range(KINDS):
        deck.put_into_deck(own, kind, kinds_of(place.shuffled).count(kind))
    for kind in reversed(kinds_of(place.deck)):
        deck.put_on_deck(own, kind, 1)
    own.spells[:] = -1
    for slot, text in enumerate(filter(None, place.spells.split(", "))):
        name, *marks = text.split()
        own.spells[slot] = made.number("spells", name)
        own.marks[slot] = EXHAUSTED * ("exhausted" in marks) | NEUTRALISED * ("neutral" in marks)


def lay_board(
    made: Table,
    *,
    active: int = 0,
    turn: int = 0,
    space: int = 2,
    monster: int = 0,
    book: str = "",
    curses: str = "",
    under: str = "",
    pile: int = 20,
    stock: str | None = None,
    destroyed: str = "",
    library: str = "",
    out: Sequence[int] = (),
    difficulty: int = 0,
    mode: int = 0,
) -> None:
    """What all players share.

    ``curses`` has the ids of the curses on 2, 3 left, 3 right, 4 and 5; ``-`` is none; behind an id
    may stand ``/neutral``, ``/fire`` for a token and ``/madness`` for one under it. ``under`` has
    curses that lie under their piles. ``book`` has sheets from the cover on.
    """
    game = made.game
    game.active, game.space = active, space
    game.turn = turn or int(game.players) + active + 1  # not the first one
    game.monster, game.pile, game.difficulty, game.mode = monster, pile, difficulty, mode
    for number, name in enumerate(book.split()):
        game.book[number] = made.number("sheets", name)
    for slot, text in enumerate(curses.split()):
        lay_curse(made, slot, *text.split("/"))
    for number, name in enumerate(under.split(), start=1):
        game.curses[made.number("curses", name)] = number
        game.curses_under = number
    if stock is not None:
        game.stock[:] = 0
        for kind in kinds_of(stock):
            game.stock[kind] += 1
    for kind in kinds_of(destroyed):
        game.destroyed[kind] += 1
    for element, name in enumerate(library.split()):
        game.library[element] = made.number("spells", name)
    for number in out:
        game.seats[number].out = True


def lay_curse(made: Table, slot: int, name: str, *marks: str) -> None:
    game = made.game
    if name == "-":
        return
    game.track[slot] = made.number("curses", name)
    game.curses[game.track[slot]] = state.ON_TRACK
    for mark in marks:
        if mark == "neutral":
            game.neutral[slot] = 1
        elif mark == "madness":
            game.under[slot] += 1
        else:
            game.tokens[slot, Element[mark.upper()]] += 1
            game.token_supply[Element[mark.upper()]] -= 1


def push_turn(made: Table, active: int, start: str) -> None:
    """The frames of a turn, from one of its phases on."""
    game = made.game
    frames = [Frame.TURN]
    if start != "turn":
        stack.push(game, Frame.TURN, -1, 0, 0)
        frames = [Frame.RECOVERY]
    for kind in frames:
        stack.push(game, kind, active, 0, 0)
    if start in ("actions", "monster"):
        stack.push_actions(game, active, -1, 0)
    if start == "monster":
        stack.push(game, Frame.CURSES_UP, -1, 0, 0)
        stack.push(game, Frame.MARKER, -1, 0, 0)


def new_game(
    *mages: str, box: Box | None = None, mode: str = "normal", difficulty: str = "I", seed: int = 1
) -> Table:
    """A game from its beginning, up to the choice of mages, or with mages the first action."""
    made = Table(box or plain_box(), max(2, len(mages)), seed)
    made.game.mode = Mode[mode.upper()]
    made.game.difficulty = Difficulty[difficulty]
    made.run()
    return made.play(*(f"be {name}" for name in mages))


# ---------------------------------------------------------------- playing and reading


class Table:
    """One game, in words."""

    def __init__(self, box: Box, players: int, seed: int = 1) -> None:
        self.box = box
        self.record = Filler(box).record
        self.game = records(1, state.GAME)[0]
        self.log = records(1, state.LOG)[0]
        self.log.capacity = state.EVENTS
        self.moves = np.zeros(state.MOVES, np.int32)
        setup.begin(self.game, self.record, self.log, players, seed)
        self.count = 0

    def run(self) -> None:
        """Go on to the next choice, or to an action phase, even if only its end is left."""
        game, self.count = self.game, 0
        while not game.over and game.depth > 0:
            if stack.pending(game) >= DECISIONS:
                machine.run_frame(game, self.record, self.log)
                continue
            self.count = machine.legal(game, self.record, self.moves)
            assert self.count > 0, "a decision without options"
            if self.count > 1 or is_idle(self):
                return
            machine.carry_out(game, self.record, self.log, int(self.moves[0]))
        self.count = 0

    # -- moves

    @property
    def options(self) -> list[str]:
        """The moves that may be made now, in words."""
        return [self.words(int(move)) for move in self.moves[: self.count]]

    def play(self, *moves: str) -> Table:
        """Make moves: each must be one of the options."""
        for text in moves:
            options = self.options
            assert text in options, f"{text!r} is none of {options}"
            move = int(self.moves[options.index(text)])
            machine.carry_out(self.game, self.record, self.log, move)
            self.run()
        return self

    def words(self, move: int) -> str:
        """A move in words."""
        kind, first, second = Move(kind_of(move)), first_of(move), second_of(move)
        match kind:
            case Move.PAY | Move.CARD:
                return word_of_kind(second) + self.place_words(first)
            case Move.SPELL:
                return f"{self.spell_name(first, second)} of {first}"
            case Move.CURSE:
                return self.curse_name(first)
            case Move.SEAT:
                return f"seat {first}"
            case Move.MAGE:
                return f"be {self.box.mages[first].id}"
            case Move.MAY:
                return "yes" if first else "no"
        return self.words_of_action(kind, first, second)

    def words_of_action(self, kind: Move, first: int, second: int) -> str:
        match kind:
            case Move.CAST:
                name = self.spell_name(self.deciding, first)
                return f"cast {name}" + (f" x{second}" if second > 1 else "")
            case Move.CURE:
                where = " of hand" if first == HAND_AT else self.place_words(first)
                return f"cure madness{where} with {Element(second).word}"
            case Move.ACQUIRE | Move.TRIM:
                return f"{kind.name.lower()} {word_of_kind(first)}"
            case Move.LEARN | Move.ELEMENT:
                return f"{kind.name.lower()} {Element(first).word}"
            case Move.FORGET:
                return f"forget {self.spell_name(self.deciding, first)}"
            case Move.DESTROY:
                return f"destroy {self.curse_name(first)}"
        return kind.name.lower()

    def place_words(self, place: int) -> str:
        if place == HAND_AT:
            return ""
        names = {DISCARD_AT: "discard", DESTROYED_AT: "destroyed"}
        return f" of {names.get(place, place - 1)}"

    def spell_name(self, number: int, slot: int) -> str:
        return self.box.spells[int(self.game.seats[number].spells[slot])].id

    def curse_name(self, slot: int) -> str:
        curse = int(self.game.track[slot])
        return self.box.curses[curse].id if curse >= 0 else "-"

    def number(self, cards: str, name: str) -> int:
        """The number of a card of the box."""
        names = [card.id for card in getattr(self.box, cards)]
        assert name in names, f"there is no {name!r} among {names}"
        return names.index(name)

    # -- what is asked

    @property
    def deciding(self) -> int:
        """The seat that has a choice."""
        return stack.deciding_seat(self.game)

    @property
    def asked(self) -> str:
        """What is pending: ``act 0``, ``card 2``; or that the game is over, and why."""
        if self.game.over:
            return "won" if self.game.won else f"lost: {Loss(self.game.loss).name.lower()}"
        frame = Frame(self.game.stack[self.game.depth - 1].kind)
        return f"{frame.name.lower()} {self.deciding}"

    # -- zones

    def hand(self, number: int) -> str:
        return words_of(self.game.seats[number].hand)

    def support(self, number: int) -> str:
        return words_of(self.game.seats[number].support)

    def discard(self, number: int) -> str:
        return words_of(self.game.seats[number].discard)

    def deck(self, number: int) -> str:
        """The known cards on the deck, the top one first; then those below in no order."""
        own = self.game.seats[number]
        known = [int(own.top[place]) for place in reversed(range(own.top_n))]
        below = [
            kind
            for kind in range(KINDS)
            for _ in range(deck.deck_count(own, kind) - known.count(kind))
        ]
        return listed([*known, *below])

    @property
    def destroyed(self) -> str:
        return words_of(self.game.destroyed)

    @property
    def pile(self) -> int:
        """Madness in the pile."""
        return int(self.game.pile)

    def stock(self, word: str) -> int:
        return int(self.game.stock[kind_of_word(word)])

    def spells(self, number: int) -> str:
        """The spells of a seat with their marks."""
        own, found = self.game.seats[number], []
        for slot, spell in enumerate(own.spells):
            if spell >= 0:
                name = self.box.spells[spell].id
                name += " exhausted" * bool(own.marks[slot] & EXHAUSTED)
                found.append(name + " neutral" * bool(own.marks[slot] & NEUTRALISED))
        return ", ".join(found)

    @property
    def track(self) -> str:
        """The curses on the track, as they are laid out."""
        game, found = self.game, []
        for slot in range(state.SLOTS):
            marks = "/neutral" * bool(game.neutral[slot]) + "/madness" * int(game.under[slot])
            for element in Element:
                marks += f"/{element.word}" * int(game.tokens[slot, element])
            found.append(self.curse_name(slot) + marks)
        return " ".join(found)

    def curse_state(self, name: str) -> int:
        return int(self.game.curses[self.number("curses", name)])

    # -- the log

    def events(self, what: Event) -> list[tuple[int, int, int]]:
        """What the log says of a kind of event: seat, thing, delta."""
        found = self.log.events[: self.log.count]
        return [(int(e.seat), int(e.thing), int(e.delta)) for e in found if e.what == what]

    def struck(self) -> list[str]:
        """The curses that have been applied, in their order."""
        return [self.box.curses[thing].id for _, thing, _ in self.events(Event.CURSE_STRIKES)]


# ---------------------------------------------------------------- effects


def effect(
    text: str, *places: Place, caster: int = 0, boost: int = 1, box: Box | None = None, **board: Any
) -> Table:
    """An effect in the notation happens, in the middle of the turn of seat 0 (or ``active``)."""
    filler = Filler(box or plain_box())
    row = filler.program(parse_effect(text))
    made = table(*places, box=box, **board)
    made.record = filler.record
    stack.because(made.game, Cause.SPELL, 0)
    stack.push_effect(made.game, caster, row, boost, -1)
    made.run()
    return made


def is_idle(game: Table) -> bool:
    """Whether effects are done, and the active player may take actions."""
    frame = game.game.stack[game.game.depth - 1]
    return bool(frame.kind == Frame.ACT and frame.arg[Act.LEFT] < 0)
