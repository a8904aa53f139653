"""Makes the game of a position: an ordinary setup, and then what the position names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trisim.engine.kernel import records
from trisim.games.madness.box.words import KINDS, MADNESS, VALUES, Side
from trisim.games.madness.rules.cards import draw_frame
from trisim.games.madness.rules.codes import Cause, Frame
from trisim.games.madness.rules.library import LEVELS
from trisim.games.madness.rules.setup import begin, start
from trisim.games.madness.rules.stack import because, next_in, push, push_actions
from trisim.games.madness.rules.state import (
    DESTROYED,
    GAME,
    LOG,
    MONSTERS,
    ON_TRACK,
)
from trisim.games.madness.rules.turn import SPACES as SPACES_OF_MONSTER
from trisim.games.madness.rules.turn import next_sheet
from trisim.games.madness.text.ending import all_cards
from trisim.games.madness.text.position_table import (
    CARD_ZONES,
    CURSE_ENTRIES,
    GAME_ENTRIES,
    MARKS,
    PILE_KEYS,
    SEAT_ENTRIES,
    Entry,
)
from trisim.games.madness.text.position_words import (
    KIND_NAMES,
    OneCard,
    PositionError,
    known_keys,
    list_of,
    one_of,
    said,
    table_of,
)
from trisim.games.madness.text.words import SPACES

STEPS = ("act", "turn")
"""What ``to`` says: the active player acts, or the next turn begins."""

TOP_KEYS = (*(entry.key for entry in GAME_ENTRIES), "to", "curses", "curses_away", "seats")
SEAT_KEYS = (*(entry.key for entry in SEAT_ENTRIES), *MARKS)
CURSE_KEYS = ("on", *(entry.key for entry in CURSE_ENTRIES))


class Maker:
    """Makes one position."""

    def __init__(self, data: Mapping[str, Any], box: Any) -> None:
        from trisim.games.madness.loop import RULES

        self.rules, self.box, self.data = RULES, box, data
        self.tables = RULES.box_for_kernels(box)
        self.state = records(1, GAME)[0]
        self.quiet = records(1, LOG)[0]
        known_keys(data, TOP_KEYS, "position")
        self.to = STEPS[one_of(STEPS, data.get("to", "act"), "to")]
        self.given = self.values(data, GAME_ENTRIES, "")
        self.players = int(self.given.get("players", 2))
        rows = list_of(data.get("seats", []), "seats", self.players)
        self.seats = [table_of(row, f"seats {seat}") for seat, row in enumerate(rows)]
        self.seats += [{}] * (self.players - len(self.seats))

    def values(
        self, data: Mapping[str, Any], entries: Sequence[Entry], where: str
    ) -> dict[str, Any]:
        """The values that a table names, by key."""
        return {
            entry.key: entry.of.read(data[entry.key], self.box, f"{where}{entry.key}")
            for entry in entries
            if entry.key in data
        }

    def game(self) -> Any:
        """The game, at its first real choice."""
        self.set_up()
        for entry in GAME_ENTRIES:
            if entry.key in self.given:
                self.state[entry.field] = self.given[entry.key]
        self.moment()
        self.book()
        self.library()
        for seat in range(self.players):
            self.seat(seat)
        self.curses()
        self.curses_away()
        self.rest()
        self.frames()
        game = self.rules.face(self.rules, self.box, self.state)
        game.run_on()
        return game

    # -- setup

    def set_up(self) -> None:
        """An ordinary setup, with the mages of the position and their first hands."""
        state = self.state
        for key in ("difficulty", "mode"):
            state[key] = self.given.get(key, 0)
        begin(state, self.tables, self.quiet, self.players, self.given.get("seed", 1))
        for seat, mage in enumerate(self.mages()):
            state.seats[seat].mage = mage
        state.depth -= self.players  # nobody has to choose
        start(state, self.tables, self.quiet)
        while state.stack[state.depth - 1].kind == Frame.DRAW:
            draw_frame(state, self.tables, self.quiet)
        state.depth = 0

    def mages(self) -> list[int]:
        """A mage for each seat: the one that it names, or the first that is free."""
        reader = OneCard("mages")
        found = [
            reader.read(row["mage"], self.box, f"seats {seat}, mage") if "mage" in row else -1
            for seat, row in enumerate(self.seats)
        ]
        for seat, mage in enumerate(found):
            if "mage" in self.seats[seat] and (mage < 0 or mage in found[:seat]):
                whose = "nobody" if mage < 0 else f"seat {found.index(mage)}"
                raise PositionError(f"seats {seat}, mage: this is {whose}; name another mage")
        free = [mage for mage in range(len(self.box.mages)) if mage not in found]
        return [free.pop(0) if mage < 0 else mage for mage in found]

    # -- when it is

    def moment(self) -> None:
        """Turn, space and monster: those that are not named follow from the turn."""
        state, given = self.state, self.given
        turn = int(given.get("turn", 1))
        state.turn = turn
        state.space = given.get("space", (turn - 1) % SPACES_OF_MONSTER + 1 if turn else 0)
        number = (turn - 1) // SPACES_OF_MONSTER if turn else -1
        state.monster = given.get("monster", min(number, MONSTERS - 1))
        is_begun = turn > 0
        if self.to == "act" and not is_begun:
            raise PositionError('turn = 0: no turn has begun; write to = "turn", or a turn from 1')
        if (state.monster >= 0, state.space > 0) != (is_begun, is_begun):
            raise PositionError(
                f"turn = {turn}, space = {int(state.space)}, monster = {int(state.monster) + 1}: "
                "before the first turn all are 0, and later none of them"
            )

    def book(self) -> None:
        """The sheets that are known: as named, or as dealt."""
        state, sheets = self.state, int(self.state.monster) + 2
        if state.monster < 0:
            sheets = 0
        if "book" not in self.given:
            for place in range(sheets):
                state.book[place] = next_sheet(state, self.tables, place)
            return
        book = [int(sheet) for sheet in state.book if sheet >= 0]
        if len(book) != sheets or list(state.book[:sheets]) != book:
            raise PositionError(
                f"book: {sheets} sheets are expected, from the cover to the right page"
            )
        self.check_sheets(book)

    def check_sheets(self, book: Sequence[int]) -> None:
        """Each sheet stands once, and where sheets of its side are."""
        for place, sheet in enumerate(book):
            side = {0: Side.COVER, MONSTERS: Side.LAST}.get(place, Side.INNER)
            card = self.box.sheets[sheet]
            if card.side is not side:
                raise PositionError(
                    f"book: '{card.id}' is no {side.word} sheet, which stands at place {place + 1}"
                )
            if sheet in book[:place]:
                raise PositionError(f"book: '{card.id}' stands there twice; name each once")

    # -- the library

    def library(self) -> None:
        """The spells on top of the library, each of its own element."""
        for element, spell in enumerate(self.state.library):
            if spell < 0:
                self.state.library_level[element] = LEVELS
                continue
            card = self.box.spells[int(spell)]
            if card.element != element or card.basic:
                kind = "basic" if card.basic else card.element.word
                raise PositionError(f"library: '{card.id}' is a {kind} spell; move it")
            self.state.library_level[element] = card.level

    # -- players

    def seat(self, seat: int) -> None:
        """Everything of one player."""
        data, where, own = self.seats[seat], f"seats {seat}", self.state.seats[seat]
        known_keys(data, SEAT_KEYS, where)
        given = self.values(data, SEAT_ENTRIES, f"{where}, ")
        if given.get("out") or any(key in data for key in CARD_ZONES):
            self.clear(own)
        for entry in SEAT_ENTRIES:
            if entry.key in given and entry.key != "top":
                own[entry.field] = given[entry.key]
        for place, kind in enumerate(given.get("top", [])):
            own.top[place] = kind
        own.top_n = len(given.get("top", []))
        own.deck_n = sum(int(copies).bit_count() for copies in own.deck) + int(own.top_n)
        if own.out and "spells" not in given:
            own.spells[:] = -1
        if own.out and (any(all_cards(own)) or (own.spells >= 0).any()):
            raise PositionError(f"{where}: out = true: who is eliminated has no cards and spells")
        self.spells(own, data, where)

    def clear(self, own: Any) -> None:
        """Take all cards of a player."""
        for zone in ("hand", "support", "discard", "deck", "top"):
            own[zone][:] = 0
        own.top_n = own.deck_n = 0

    def spells(self, own: Any, data: Mapping[str, Any], where: str) -> None:
        """The marks of the spells, and that each is there once."""
        spells = [int(spell) for spell in own.spells]
        held = [spell for spell in spells if spell >= 0]
        ids = {self.box.spells[spell].id: spells.index(spell) for spell in held}
        most = int(self.tables.mage[own.mage].spells)
        if len(ids) < len(held) or len(held) > most:
            problem = "a spell stands there twice" if len(ids) < len(held) else "there are too many"
            raise PositionError(f"{where}, spells: {problem}; up to {most} different ones fit")
        for key, mark in MARKS.items():
            for ident in list_of(data.get(key, []), f"{where}, {key}"):
                slot = list(ids.values())[one_of(list(ids), ident, f"{where}, {key}", "spell")]
                own.marks[slot] = int(own.marks[slot]) | mark

    # -- curses

    def curses(self) -> None:
        """The curses on the track, with what lies on and under them."""
        state = self.state
        for number, row in enumerate(list_of(self.data.get("curses", []), "curses", len(SPACES))):
            where = f"curses {number}"
            data = table_of(row, where)
            known_keys(data, CURSE_KEYS, where)
            slot = one_of(SPACES, data.get("on"), f"{where}, on", "space")
            if state.track[slot] >= 0:
                raise PositionError(f"{where}, on: another curse is on {SPACES[slot]}")
            given = self.values(data, CURSE_ENTRIES, f"{where}, ")
            if given.get("id", -1) < 0:
                raise PositionError(f"{where}: 'id' is missing; name a curse")
            for entry in CURSE_ENTRIES:
                if entry.key in given:
                    state[entry.field][slot] = given[entry.key]
            self.place(int(state.track[slot]), ON_TRACK, where)
        for element in range(len(state.token_supply)):
            left = int(self.tables.tokens) - int(state.tokens[:, element].sum())
            if left < 0:
                raise PositionError(
                    f"curses: there are only {int(self.tables.tokens)} tokens of each element"
                )
            state.token_supply[element] = left

    def curses_away(self) -> None:
        """Destroyed curses, and those under their piles."""
        away = table_of(self.data.get("curses_away", {}), "curses_away")
        known_keys(away, PILE_KEYS, "curses_away")
        for key in PILE_KEYS:
            for ident in list_of(away.get(key, []), f"curses_away, {key}"):
                where = f"curses_away, {key}"
                curse = OneCard("curses").read(ident or None, self.box, where)
                if key == "under":
                    self.state.curses_under += 1
                to = DESTROYED if key == "destroyed" else int(self.state.curses_under)
                self.place(curse, to, where)

    def place(self, curse: int, where: int, words: str) -> None:
        """Put a curse somewhere, once."""
        if self.state.curses[curse] != 0:
            raise PositionError(f"{words}: '{self.box.curses[curse].id}' stands in two places")
        self.state.curses[curse] = where

    # -- the rest

    def rest(self) -> None:
        """What is left of the box lies in the stacks and in the pile, unless they are named."""
        state = self.state
        for kind in range(KINDS):
            used = self.used(kind)
            there = int(self.tables.madness[self.players])
            if kind != MADNESS:
                there = int(self.tables.copies[kind])
            named = self.named(kind)
            if used + named > there:
                raise PositionError(
                    f"{KIND_NAMES[kind]}: the position has {used + named} cards, "
                    f"and the game {there}"
                )
            if kind == MADNESS and "pile" not in self.given:
                state.pile = there - used
            elif kind != MADNESS and kind % VALUES and "stacks" not in self.given:
                state.stock[kind] = there - used

    def used(self, kind: int) -> int:
        """Cards of a kind outside of stacks and pile."""
        state = self.state
        players = sum(all_cards(seat)[kind] for seat in state.seats[: self.players])
        under = int(state.under.sum()) if kind == MADNESS else 0
        return players + under + int(state.destroyed[kind]) + int(state.gone[kind])

    def named(self, kind: int) -> int:
        """Cards of a kind that the position names in a stack or in the pile."""
        if kind == MADNESS:
            return int(self.given.get("pile", 0))
        return int(self.given["stacks"][kind]) if "stacks" in self.given else 0

    def frames(self) -> None:
        """What is pending: the rest of the turn, or the next one."""
        state = self.state
        first = max(0, int(state.turn) - 1) % self.players
        active = int(self.given.get("active", next_in(state, first)))
        if not 0 <= active < self.players or state.seats[active].out:
            raise PositionError(f"active = {said(active)}: a seat that is in the game is expected")
        state.active = active
        because(state, Cause.TURN, 0)
        push(state, Frame.TURN, -1, 0, 0)
        if self.to == "act":
            push(state, Frame.RECOVERY, active, 0, 0)
            push_actions(state, active, -1, 0)
