"""Transcripts: a game as lines that a person can follow, as wide as the page.

``Transcript`` is what all of them have in common. ``MoveTranscript`` is that of a game that says
nothing but what its moves are in words: a line for each of them, and the result.
``EventTranscript`` is that of a game that has words for the events of its log: it shows chance and
forced moves, too.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

BOARD = -1
"""In place of a seat: a line that is nobody's own."""

WIDTH = 100
"""How wide a page is, unless a narrow terminal asks for less."""

PAGE_WIDTH = ContextVar("page_width", default=WIDTH)
GLUE = "\N{NO-BREAK SPACE}"
NUMBER = re.compile(r"(?<=\d) (?=\w)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a transcript, and whose it is."""

    text: str
    seat: int = BOARD
    heading: bool = False
    quiet: bool = False


def text_of(lines: Iterable[Line]) -> str:
    """Lines as plain text."""
    return "".join(f"{line.text}\n" for line in lines)


def wrapped(text: str, indent: str = "", hang: str = "    ", most: int = WIDTH) -> list[str]:
    """A line that goes on below if it is longer than the page, or than ``most``.

    A number stays with its word.
    """
    width = min(most, PAGE_WIDTH.get())
    kept = NUMBER.sub(GLUE, text)
    lines = textwrap.wrap(kept, width, initial_indent=indent, subsequent_indent=indent + hang)
    return [line.replace(GLUE, " ") for line in lines]


class Transcript:
    """Turns a game into lines, as it goes on.

    ``names`` says who plays each seat. ``viewers`` are seats that must not see the secrets of the
    others before the game is over; without any, everything is shown. ``roles`` are those that were
    given to the seats, if the players don't choose them.
    """

    def __init__(
        self,
        game: Any,
        names: Sequence[str] = (),
        *,
        viewers: Iterable[int] = (),
        roles: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.names = list(names) or ["player"] * game.players
        self.viewers = frozenset(viewers)
        self.roles = tuple(roles)
        self._lines: list[Line] = []
        self._new_remarks: list[Line] = []  # upon a move that is still to come

    def lines(self, *, flush: bool = False) -> list[Line]:
        """What is new since the last time; ``flush`` doesn't wait for a line's last words."""
        self.tell(flush=flush or self.game.is_over)
        lines, self._lines = self._lines, []
        return lines

    def tell(self, *, flush: bool) -> None:
        """Write lines about what has happened since the last time."""
        raise NotImplementedError

    def choose(self, move: int) -> None:
        """Be told which move is about to be made."""

    def remark(self, texts: Sequence[str], seat: int) -> None:
        """Say something about the move to come, before the sentence that tells it."""
        self._new_remarks += [Line(text, seat, quiet=True) for text in texts]

    def is_about(self, seat: int) -> bool:
        """Whether the lines are about a seat anyway, so that they needn't name it."""
        return False

    # -- writing

    def write(self, text: str, seat: int = BOARD, *, heading: bool = False) -> None:
        """Add a line."""
        self._lines.append(Line(text, seat, heading))

    def write_all(self, texts: Iterable[str], seat: int = BOARD) -> None:
        """Add lines that are whose they are."""
        for text in texts:
            self.write(text, seat)

    def headline(self, what: str) -> str:
        """What is played, and its deal."""
        return f"A {what} of {self.game.players} players, seed {int(self.game.state.seed)}"


class MoveTranscript(Transcript):
    """A line for each move, and the result.

    What a move is about is shown to everybody: a game with secret moves has a transcript of its
    own.
    """

    def __init__(
        self,
        describe: Callable[[Any, int], str],
        result_lines: Callable[[Any], Iterable[str]],
        game: Any,
        names: Sequence[str] = (),
        **who: Any,
    ) -> None:
        super().__init__(game, names, **who)
        self.describe, self.result_lines = describe, result_lines
        self._is_over = False
        self.write(self.headline("game"), heading=True)
        if self.roles:
            self.write_all(wrapped(f"Roles: {', '.join(self.roles)}"))
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names))
        self.write_all(wrapped(f"Seats: {seats}"))
        self.write("")

    def choose(self, move: int) -> None:
        """Write a line about the move, and remarks upon it before."""
        seat = self.game.seat
        self._lines += self._new_remarks
        self._new_remarks = []
        self.write_all(wrapped(f"seat {seat}: {self.describe(self.game, move)}"), seat)

    def tell(self, *, flush: bool) -> None:
        """Write the result when the game is over; moves are written when they are chosen."""
        if self.game.is_over and not self._is_over:
            self._is_over = True
            self.write("")
            self.write("Result", heading=True)
            self.write_all(line for text in self.result_lines(self.game) for line in wrapped(text))


class EventTranscript(MoveTranscript):
    """A line for each event that has words, and the result.

    An event of nobody's, such as a new day, is a heading.
    """

    def __init__(self, sentence: Callable[[Any, Any, bool], str], *args: Any, **who: Any) -> None:
        super().__init__(*args, **who)
        self.sentence = sentence

    def choose(self, move: int) -> None:
        """Write the remarks upon a move; the move itself is told by its events."""
        self._lines += self._new_remarks
        self._new_remarks = []

    def tell(self, *, flush: bool) -> None:
        """Write lines about the events since the last time."""
        for event in self.game.events():
            is_seen = not self.viewers or event.seat in self.viewers or self.game.is_over
            text = self.sentence(self.game, event, is_seen)
            if text and event.seat >= 0:
                self.write_all(wrapped(f"seat {event.seat} {text}"), event.seat)
            elif text:
                self.write("")
                self.write(text, heading=True)
        super().tell(flush=flush)
