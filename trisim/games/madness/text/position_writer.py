"""Writes a position: everything that the rest of the game depends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trisim.games.madness.rules.codes import Act, Frame
from trisim.games.madness.rules.state import DESTROYED, SLOTS
from trisim.games.madness.text.position_table import (
    CURSE_ENTRIES,
    GAME_ENTRIES,
    MARKS,
    SEAT_ENTRIES,
    Entry,
)
from trisim.games.madness.text.position_words import PositionError
from trisim.games.madness.text.words import SPACES

OWN_TURN = (Frame.TURN, Frame.RECOVERY, Frame.ACT)
"""What is pending while a player chooses an action in the own turn, the last first."""


class Writer:
    """Writes one position."""

    def __init__(self, game: Any) -> None:
        self.game, self.box, self.state = game, game.box, game.state
        self.lines: list[str] = []

    def text(self) -> str:
        self.check_writable()
        for entry in GAME_ENTRIES:
            self.put(entry, self.state[entry.field])
        self.curses()
        for seat in range(self.game.players):
            self.seat(self.state.seats[seat])
        return "\n".join(self.lines) + "\n"

    def check_writable(self) -> None:
        """Only between the actions of a turn nothing else is under way."""
        state = self.state
        kinds = tuple(Frame(int(frame.kind)) for frame in state.stack[: state.depth])
        if kinds != OWN_TURN or state.stack[state.depth - 1].arg[Act.LEFT] >= 0:
            raise PositionError(
                "a position can be written when a player chooses an action in their own turn"
            )

    def put(self, entry: Entry, value: Any) -> None:
        """A line of an entry, or a table of its own; nothing where it is as usual."""
        data = entry.of.write(value, self.box)
        if data != entry.usual:
            self.lines.append(f"{entry.key} = {toml_value(data)}")

    def curses(self) -> None:
        """The curses on the track, and those that are neither there nor in their shuffled piles."""
        state = self.state
        for slot in range(SLOTS):
            if state.track[slot] < 0:
                continue
            self.lines += ["", "[[curses]]", f'on = "{SPACES[slot]}"']
            for entry in CURSE_ENTRIES:
                self.put(entry, state[entry.field][slot])
        places = [int(place) for place in state.curses[: len(self.box.curses)]]
        under = sorted((place, n) for n, place in enumerate(places) if place > 0)
        destroyed = [n for n, place in enumerate(places) if place == DESTROYED]
        self.lines += ["", "[curses_away]"]
        self.lines.append(f"destroyed = {toml_value(self.ids('curses', destroyed))}")
        self.lines.append(f"under = {toml_value(self.ids('curses', [n for _, n in under]))}")

    def seat(self, seat: Any) -> None:
        """Everything of one player."""
        self.lines += ["", "[[seats]]"]
        for entry in SEAT_ENTRIES:
            value = seat[entry.field]
            self.put(entry, value[: int(seat.top_n)] if entry.key == "top" else value)
        for key, mark in MARKS.items():
            marked = [
                int(spell)
                for spell, marks in zip(seat.spells, seat.marks, strict=True)
                if spell >= 0 and int(marks) & mark
            ]
            if marked:
                self.lines.append(f"{key} = {toml_value(self.ids('spells', marked))}")

    def ids(self, kind: str, cards: Sequence[int]) -> list[str]:
        """The ids of cards."""
        return [getattr(self.box, kind)[card].id for card in cards]


def toml_value(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
        return "{ " + inner + " }" if inner else "{}"
    return str(value)


def toml_key(key: str) -> str:
    """A key, in quotation marks where it needs them."""
    return key if key.replace("_", "").isalnum() else f'"{key}"'
