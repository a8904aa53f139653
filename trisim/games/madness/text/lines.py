"""Lines of a transcript that are no sentences with clauses."""

from __future__ import annotations

from dataclasses import dataclass, field

from trisim.games.madness.box.words import Zone
from trisim.games.madness.rules.codes import Cause, Event
from trisim.games.madness.text.events import QUIET, LogEvent, Names, cards_moved
from trisim.texts import listed
from trisim.transcript import BOARD


@dataclass
class Plain:
    """A line that is complete from the start."""

    seat: int
    words: str

    def takes(self, event: LogEvent) -> bool:
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

    def takes(self, event: LogEvent) -> bool:
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
class TurningUp:
    """The curses that were neutralised."""

    names: Names
    curses: list[int] = field(default_factory=list)
    seat: int = BOARD

    def takes(self, event: LogEvent) -> bool:
        """Further curses."""
        if event.what is Event.CURSE_UP:
            self.curses.append(event.thing)
        return event.what is Event.CURSE_UP

    def text(self) -> str:
        turn = "turns" if len(self.curses) == 1 else "turn"
        return f"{listed(self.names.curse(curse) for curse in self.curses)} {turn} up again"


@dataclass
class Eliminating:
    """A player who has too much madness in hand; all cards and spells leave with the player."""

    seat: int
    madness: int

    def takes(self, event: LogEvent) -> bool:
        """What leaves."""
        is_card = event.what is Event.CARDS and event.cause is Cause.ELIMINATION
        return is_card or event.what in QUIET

    def text(self) -> str:
        return (
            f"is eliminated, with {self.madness} madness in hand: "
            "all cards and spells leave the game"
        )
