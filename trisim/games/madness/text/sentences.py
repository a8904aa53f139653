"""Sentences of a transcript: events that belong together become one line.

A sentence has an opening, such as an action with its payment, and clauses about players: who draws,
discards or destroys what. It stays open while events join it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trisim.engine.game import LogEvent
from trisim.games.madness.box.words import MADNESS, Element, Zone
from trisim.games.madness.rules.codes import Cause, Event
from trisim.games.madness.text.words import (
    SPACES,
    cards_counted,
    cards_words,
    counted_kind,
    curse_name,
    kind_word,
    player_name,
    possessive,
    spell_name,
)
from trisim.texts import listed
from trisim.transcript import BOARD

QUIET = {Event.CHOICE, Event.EXHAUSTED, Event.TOKENS_BACK}
"""Events without words of their own: another event beside them tells the same."""

H, S, D, K, T = Zone.HAND, Zone.SUPPORT, Zone.DISCARD, Zone.DECK, Zone.STOCK
P, X, B, C, W = Zone.PILE, Zone.DESTROYED, Zone.BOX, Zone.CURSE, Zone.PASSING

MOVED: dict[tuple[Zone, Zone], str] = {
    (K, H): "draws {}",
    (K, S): "puts {} from the deck into the support",
    (K, D): "discards {} off the deck",
    (K, P): "cures {} off the deck",
    (K, X): "destroys {} off the deck",
    (H, D): "discards {}",
    (S, D): "discards {} of the support",
    (H, S): "puts {} into the support",
    (S, H): "takes {} of the support to the hand",
    (D, S): "puts {} of the discard pile into the support",
    (H, K): "puts {} of the hand on the deck",
    (D, K): "puts {} of the discard pile on the deck",
    (H, P): "cures {}",
    (S, P): "cures {} of the support",
    (D, P): "cures {} of the discard pile",
    (H, X): "destroys {}",
    (S, X): "destroys {} of the support",
    (D, X): "destroys {} of the discard pile",
    (X, H): "takes {} back from the destroyed cards",
    (X, D): "takes {} back from the destroyed cards into the discard pile",
    (X, K): "puts {} of the destroyed cards on the deck",
    (T, H): "takes {} from the stacks to the hand",
    (T, D): "takes {}",
    (T, K): "puts {} from the stacks on the deck",
    (P, H): "adds {} to the hand",
    (P, D): "takes {}",
    (P, K): "puts {} on the deck",
    (P, S): "adds {} to the support",
    (P, X): "{} of the pile destroyed",
    (C, P): "{} back to the pile",
    (C, D): "takes {} that lay under it",
    (W, S): "puts {} into the support",
}
"""Cards that move from zone to zone, in words; who has them comes before."""

LINE_BREAK = "\n"
"""Between the lines of a sentence in which each player has one."""

SHARED = {Zone.PILE, Zone.DESTROYED, Zone.STOCK, Zone.BOX, Zone.CURSE}


def phrase_of(source: Zone, target: Zone) -> str:
    """Cards that move, in words."""
    return MOVED.get((source, target), f"moves {{}} from {source.word} to {target.word}")


def cards_moved(event: LogEvent[Any, Any]) -> tuple[int, Zone, Zone]:
    """The kind of card of an event, the zone it leaves, and where it comes to."""
    thing = int(event.thing)
    return thing & 15, Zone(thing >> 4 & 15), Zone(thing >> 8 & 15)


# ---------------------------------------------------------------- names


@dataclass
class Names:
    """Names in the words of a transcript, and the curses on the track, by the log."""

    game: Any
    track: dict[int, int] = field(default_factory=dict)

    @property
    def box(self) -> Any:
        return self.game.box

    def follow(self, event: LogEvent[Any, Any]) -> None:
        """Keep which curse is where."""
        if event.what is Event.CURSE_LAID:
            self.track[event.delta] = event.thing

    def player(self, seat: int) -> str:
        return player_name(self.game, seat)

    def spell(self, spell: int) -> str:
        return spell_name(self.box, spell)

    def curse(self, curse: int) -> str:
        return curse_name(self.box, curse)

    def at(self, slot: int) -> str:
        """The curse in a slot."""
        curse = self.track.get(slot, -1)
        return self.curse(curse) if curse >= 0 else f"the curse on {SPACES[slot]}"


# ---------------------------------------------------------------- clauses


@dataclass
class Clause:
    """Something that happens to a player, or to nobody: a phrase with cards or names in it."""

    seat: int
    phrase: str
    cards: Counter[int] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The clause, without who it is about."""
        if self.cards:
            return self.phrase.format(cards_words(self.cards))
        return self.phrase.format(listed(self.words))


@dataclass
class Sentence:
    """A line that is still being written."""

    names: Names
    seat: int
    cause: tuple[Any, int]
    opening: str = ""
    says_nothing: str = ""
    """What it says if nothing happens."""

    names_first: bool = False
    """Whether the first clause says whom it is about."""

    clauses: list[Clause] = field(default_factory=list)
    follows: set[tuple[Any, int]] = field(default_factory=set)
    """Other causes that belong to this line: rewards for a curse that it destroys."""

    giver: int = BOARD
    shuffled: Counter[int] = field(default_factory=Counter)
    """Cards on their way into a deck, which is perhaps shuffled with them."""

    shuffled_from: Zone = Zone.DISCARD
    putter: int = BOARD

    def takes(self, event: LogEvent[Any, Any]) -> bool:
        """Whether an event belongs to this line; if so, it is kept."""
        if event.what in QUIET:
            return True
        cause = (event.cause, event.cause_id)
        if cause != self.cause and cause not in self.follows:
            return False
        return self.change(event)

    def change(self, event: LogEvent[Any, Any]) -> bool:
        """Keep a change; whether it is one."""
        if self.is_on_its_way(event):
            return True
        clauses = self.clauses_of(event)
        for clause in clauses:
            self.add(clause)
        return bool(clauses)

    def add(self, clause: Clause) -> None:
        """A further clause, or more of the last one."""
        last = self.clauses[-1] if self.clauses else None
        if last and (last.seat, last.phrase) == (clause.seat, clause.phrase):
            last.cards += clause.cards
            last.words += clause.words
        else:
            self.clauses.append(clause)

    def clauses_of(self, event: LogEvent[Any, Any]) -> list[Clause]:
        """An event as clauses; none: it has a line of its own."""
        if event.what is Event.SHUFFLED:
            return [self.shuffle(event)]
        clause = self.clause_of(event)
        if clause is None:
            return []
        self.put_on_deck()
        return [clause]

    def put_on_deck(self) -> None:
        """Cards were put on a deck, which is not shuffled."""
        if self.shuffled:
            cards, self.shuffled = self.shuffled, Counter()
            phrase = phrase_of(self.shuffled_from, Zone.DECK)
            self.add(Clause(self.putter, phrase, cards))

    def shuffle(self, event: LogEvent[Any, Any]) -> Clause:
        """A shuffle, with what caused it."""
        cards, self.shuffled = self.shuffled, Counter()
        number = cards_counted(event.thing)
        if event.delta:
            self.untake(event.seat)
            return Clause(event.seat, f"takes a madness for the empty deck and shuffles {number}")
        if cards:
            where = "hand" if self.shuffled_from is Zone.HAND else "discard pile"
            return Clause(event.seat, f"shuffles {{}} of the {where} into the deck", cards)
        return Clause(event.seat, f"shuffles a deck of {number}")

    def untake(self, seat: int) -> None:
        """The madness for an empty deck is told with its shuffle."""
        last = self.clauses[-1]
        last.cards[MADNESS] -= 1
        if not last.cards[MADNESS]:
            self.clauses.pop()

    def is_on_its_way(self, event: LogEvent[Any, Any]) -> bool:
        """Whether an event is told by a later one: cards on their way, or under a curse."""
        if event.what is Event.CURSE_MADNESS:
            return bool(event.delta < 0)
        if event.what is not Event.CARDS:
            return False
        kind, source, target = cards_moved(event)
        if target is Zone.PASSING:
            self.giver = event.seat
        if target is Zone.DECK and source in (Zone.HAND, Zone.DISCARD):
            if (self.putter, self.shuffled_from) != (event.seat, source):
                self.put_on_deck()
            self.shuffled[kind] += event.delta
            self.shuffled_from, self.putter = source, event.seat
            return True
        return target in (Zone.PASSING, Zone.CURSE)

    def clause_of(self, event: LogEvent[Any, Any]) -> Clause | None:
        """An event as a clause; None: it has a line of its own."""
        if event.what is Event.CURSE_DESTROYED:
            self.follow_rewards(event)
        if event.what is Event.CARDS:
            return self.cards_clause(event)
        if event.what is Event.RECHARGED and event.seat != self.seat != BOARD:
            whose = possessive(self.names.player(event.seat))
            return Clause(
                self.seat, "recharges {}", words=[f"{whose} {self.names.spell(event.thing)}"]
            )
        found = CLAUSES.get(event.what)
        if found is None:
            return None
        phrase, words = found(self.names, event)
        return Clause(event.seat, phrase, words=words)

    def follow_rewards(self, event: LogEvent[Any, Any]) -> None:
        """What a seat gets for a curse belongs to this line."""
        mage = int(self.names.game.state.seats[event.seat].mage)
        self.follows |= {(Cause.REWARD, event.thing), (Cause.MAGE, mage)}

    def cards_clause(self, event: LogEvent[Any, Any]) -> Clause | None:
        """Cards that move; those that are only on their way are told when they arrive."""
        kind, source, target = cards_moved(event)
        phrase = phrase_of(source, target)
        seat = BOARD if {source, target} <= SHARED else event.seat
        if source is Zone.PASSING and target is Zone.HAND:
            seat, phrase = self.giver, f"gives {{}} to {self.names.player(event.seat)}"
        return Clause(seat, phrase, Counter({kind: event.delta}))

    # -- the line

    def text(self) -> str:
        self.put_on_deck()
        self.texts = self.clause_texts()
        if self.names_first and self.is_long():
            return LINE_BREAK.join([self.opening, *self.by_player()])
        clauses = "; ".join(self.texts) or self.says_nothing
        return ": ".join(part for part in (self.opening, clauses) if part)

    def is_long(self) -> bool:
        """Whether several players do several things each: each of them has a line."""
        seats = [clause.seat for clause in self.told()]
        return len(set(seats)) > 1 and any(seats.count(seat) > 1 for seat in seats if seat >= 0)

    def by_player(self) -> list[str]:
        """The clauses of each player in a row."""
        rows: list[list[str]] = []
        subject = [BOARD]
        for (seats, _), text in zip(self.grouped(), self.texts, strict=True):
            if not rows or seats != subject:
                rows.append([])
            rows[-1].append(text)
            subject = seats
        return ["; ".join(row) for row in rows]

    def clause_texts(self) -> list[str]:
        """The clauses; each says whom it is about if it is another than before."""
        texts, subject = [], BOARD if self.names_first else self.seat
        for seats, text in self.grouped():
            if seats != [BOARD] and seats != [subject]:
                names = listed(self.names.player(seat) for seat in seats)
                text = f"{names} {text if len(seats) == 1 else of_several(text)}"
            subject = subject if seats == [BOARD] else seats[-1] if len(seats) == 1 else BOARD
            texts.append(text)
        return texts

    def grouped(self) -> list[tuple[list[int], str]]:
        """The clauses with those whom they are about: players who do the same are told together."""
        groups: list[tuple[list[int], str]] = []
        for clause in self.told():
            text = clause.text()
            is_same = bool(groups) and groups[-1][1] == text and clause.seat not in groups[-1][0]
            if is_same and BOARD not in (clause.seat, groups[-1][0][0]):
                groups[-1][0].append(clause.seat)
            else:
                groups.append(([clause.seat], text))
        return groups

    def told(self) -> list[Clause]:
        """The clauses, but no player who is chosen and then told about."""
        clauses = [clause for clause in self.clauses if clause.phrase]
        return [
            clause
            for place, clause in enumerate(clauses)
            if clause.phrase != CHOOSES or not self.tells_of(clause.words, clauses[place + 1 :])
        ]

    def tells_of(self, names: Sequence[str], clauses: Sequence[Clause]) -> bool:
        """Whether clauses are about all these players."""
        told = {self.names.player(clause.seat) for clause in clauses if clause.seat != BOARD}
        return set(names) <= told or any(clause.phrase.startswith("gives ") for clause in clauses)


CHOOSES = "chooses {}"


def of_several(text: str) -> str:
    """A clause about several players.

    >>> of_several("takes 1 madness"), of_several("may take an action")
    ('take 1 madness each', 'may take an action each')
    """
    verb, _, rest = text.partition(" ")
    several = verb[:-1] if verb.endswith("s") else verb
    return f"{several} {rest} each".replace(" and shuffles ", " and shuffle ").replace("  ", " ")


CLAUSES: dict[Event, Any] = {
    Event.RECHARGED: lambda names, event: ("recharges {}", [names.spell(event.thing)]),
    Event.SPELL_NEUTRALISED: lambda names, event: (
        "neutralises {}", [names.spell(event.thing)],
    ),
    Event.SPELL_UP: lambda names, event: ("turns {} up again", [names.spell(event.thing)]),
    Event.SPELL_DESTROYED: lambda names, event: ("destroys {}", [names.spell(event.thing)]),
    Event.CURSE_UP: lambda names, event: ("Face up again: {}", [names.curse(event.thing)]),
    Event.CURSE_NEUTRALISED: lambda names, event: (
        "neutralises {}", [names.curse(event.thing)],
    ),
    Event.CURSE_DESTROYED: lambda names, event: (
        "destroys {}", [names.curse(event.thing)],
    ),
    Event.TOKEN: lambda names, event: (
        f"{Element(event.thing).word} token on {{}}", [names.at(event.delta)],
    ),
    Event.GIVEN: lambda names, event: (given_words(event), []),
    Event.TARGET: lambda names, event: (CHOOSES, [names.player(event.thing)]),
    Event.CURSE_MADNESS: lambda names, event: (
        f"{event.delta} madness under {{}}", [names.at(event.thing)],
    ),
    Event.NOTHING: lambda names, event: ("declines" if event.thing else "", []),
}  # fmt: skip
"""Events that are clauses: a phrase, and what is listed in it."""


def given_words(event: LogEvent[Any, Any]) -> str:
    actions = "an action" if event.thing == 1 else f"{event.thing} actions"
    kept = ", paid with the pool, where the cards stay" if event.delta else ""
    return f"may take {actions}{kept}"


# ---------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Paid:
    """A card that pays."""

    kind: int
    owner: int  # of the support it is in; -1: it is of the own hand
    wild: int = -1  # the element that it counts as


def is_payment(event: LogEvent[Any, Any]) -> bool:
    """Whether an event belongs to the payment of an action."""
    if event.what is Event.CARDS and event.cause is Cause.ACTION:
        _, source, target = cards_moved(event)
        return target is Zone.DISCARD and source in (Zone.HAND, Zone.SUPPORT)
    return event.what in (Event.WILD, Event.USED)


@dataclass
class Acting(Sentence):
    """An action: its payment, what it is, and what comes of it."""

    paid: list[Paid] = field(default_factory=list)
    done: str = ""
    wild: int = -1

    def takes(self, event: LogEvent[Any, Any]) -> bool:
        """The payment first, then the action, then its consequences."""
        if event.what in QUIET:
            return True
        if event.cause is Cause.ACTION and not self.done:
            return self.pays(event) or self.does(event)
        return not is_payment(event) and super().takes(event)

    def pays(self, event: LogEvent[Any, Any]) -> bool:
        """Cards that pay, and what they count as."""
        if event.what is Event.WILD:
            self.seat, self.wild = event.seat, event.thing
        elif event.what is Event.USED:
            self.seat = event.seat
            self.paid.append(Paid(event.thing, event.delta, self.wild))
            self.wild = -1
        elif event.what is Event.CARDS:
            kind, source, _ = cards_moved(event)
            if not is_payment(event):
                return False
            owner = event.seat if source is Zone.SUPPORT else -1
            self.paid.append(Paid(kind, owner, self.wild))
            self.wild = -1
        else:
            return False
        return True

    def does(self, event: LogEvent[Any, Any]) -> bool:
        """What the action is."""
        names = self.names
        match event.what:
            case Event.CAST:
                boost = f" boosted ×{event.delta}" if event.delta > 1 else ""
                self.done = f"casts {names.spell(event.thing)}{boost}"
                self.cause = (Cause.SPELL, event.thing)
                self.says_nothing = "nothing happens"
            case Event.LEARN:
                self.done = f"learns {names.spell(event.thing)}"
            case Event.ACQUIRE:
                self.done = f"acquires {kind_word(event.thing)}"
            case Event.DESTROY:
                self.done = f"destroys the curse {names.curse(event.thing)}"
            case Event.CURE:
                self.done = f"cures a madness of {self.cured(event)}"
            case Event.SPELL_DESTROYED:
                self.clauses.append(
                    Clause(event.seat, "gives up {}", words=[names.spell(event.thing)])
                )
                return True
            case _:
                return False
        self.seat = event.seat
        return True

    def cured(self, event: LogEvent[Any, Any]) -> str:
        """Where the madness was."""
        if event.thing == 0:
            return "the hand"
        owner = event.thing - 1
        own = owner == event.seat
        return "the support" if own else f"{possessive(self.names.player(owner))} support"

    def change(self, event: LogEvent[Any, Any]) -> bool:
        """What the action itself says needs no clause."""
        if event.cause is Cause.ACTION and event.what is Event.CARDS:
            kind, source, target = cards_moved(event)
            if source is Zone.STOCK or (kind == MADNESS and target is Zone.PILE):
                return True
        if event.cause is Cause.ACTION and event.what is Event.CURSE_DESTROYED:
            self.follow_rewards(event)
            return True
        return super().change(event)

    def text(self) -> str:
        self.opening = self.done + self.payment()
        return super().text()

    def payment(self) -> str:
        """``for 2 fire 1 and Ada's fire 2``."""
        if not self.paid:
            return ""
        groups: dict[tuple[int, int], Counter[int]] = {}
        for card in self.paid:
            groups.setdefault((card.owner, card.wild), Counter())[card.kind] += 1
        phrases = [words for key, cards in groups.items() for words in self.paid_words(*key, cards)]
        return f" for {listed(phrases)}"

    def paid_words(self, owner: int, wild: int, cards: Counter[int]) -> list[str]:
        """Cards that pay from one place."""
        suffix = f" as {Element(wild).word}" if wild >= 0 else ""
        if owner >= 0:
            support = "the" if owner == self.seat else possessive(self.names.player(owner))
            suffix = f" of {support} support{suffix}"
        return [f"{counted_kind(kind, count)}{suffix}" for kind, count in sorted(cards.items())]


@dataclass
class Plain:
    """A line that is complete from the start."""

    seat: int
    words: str

    def takes(self, event: LogEvent[Any, Any]) -> bool:
        """Only what needs no words joins it."""
        return event.what in QUIET

    def text(self) -> str:
        return self.words


@dataclass
class Leaving:
    """The curses that go under their piles, and madness that lay under them."""

    names: Names
    curses: list[int] = field(default_factory=list)
    madness: int = 0
    seat: int = BOARD

    def takes(self, event: LogEvent[Any, Any]) -> bool:
        """Further curses, and madness."""
        if event.what is Event.CURSE_LEAVES:
            self.curses.append(event.thing)
        elif event.what is Event.CARDS and cards_moved(event)[1:] == (Zone.CURSE, Zone.PILE):
            self.madness += event.delta
        else:
            return event.what in QUIET or event.what is Event.CURSE_MADNESS
        return True

    def text(self) -> str:
        one = len(self.curses) == 1
        goes = "goes under its pile" if one else "go under their piles"
        back = f", {self.madness} madness back to the pile of madness" if self.madness else ""
        return f"{listed(self.names.curse(curse) for curse in self.curses)} {goes}{back}"


@dataclass
class Eliminating:
    """A player who has too much madness in hand; all cards and spells leave with the player."""

    seat: int
    madness: int

    def takes(self, event: LogEvent[Any, Any]) -> bool:
        """What leaves."""
        return event.cause is Cause.ELIMINATION or event.what in QUIET

    def text(self) -> str:
        return (
            f"is eliminated, with {self.madness} madness in hand: "
            "all cards and spells leave the game"
        )
