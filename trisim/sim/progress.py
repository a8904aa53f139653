"""The progress of a run: counted by the players of parts, sent to a callback."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

OFTEN = 0.1
"""The least seconds between two reports."""


@dataclass(frozen=True, slots=True)
class Progress:
    games: int
    """Played, those of earlier sittings included."""

    games_in_all: int
    parts: int
    parts_in_all: int
    played_now: int
    """Games played in this sitting: with the seconds, the pace."""

    seconds: float
    note: str = ""
    """The current step, if it isn't playing."""

    @property
    def pace(self) -> float:
        """Games a second, in this sitting."""
        return self.played_now / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take at this pace."""
        left = self.games_in_all - self.games
        return left / self.pace if self.pace > 0 else None


Tell: TypeAlias = Callable[[Progress], None]


class Counter:
    """Counts games and parts from any thread, and reports at intervals."""

    def __init__(self, games_in_all: int, parts_in_all: int, tell: Tell | None) -> None:
        self.games_in_all = games_in_all
        self.parts_in_all = parts_in_all
        self.tell = tell
        self.earlier = 0
        self.parts = 0
        self.finished_now = 0
        self.under_way = 0
        self._started = time.monotonic()
        self._told = 0.0
        self._lock = threading.Lock()

    def found(self, games: int, parts: int) -> None:
        """Count games and parts of earlier sittings."""
        self.earlier += games
        self.parts += parts
        self.report(always=True)

    def played(self, games: int) -> None:
        """Count games of unfinished parts."""
        with self._lock:
            self.under_way += games
        self.report()

    def dropped(self, games: int) -> None:
        """Subtract games whose part has ended, finished or not."""
        with self._lock:
            self.under_way -= games

    def finished(self, games: int) -> None:
        with self._lock:
            self.finished_now += games
            self.parts += 1
        self.report(always=True)

    def seconds(self) -> float:
        """Since the sitting began."""
        return time.monotonic() - self._started

    def report(self, *, always: bool = False, note: str = "") -> None:
        """Report the progress, unless the last report was a moment ago."""
        if self.tell is None:
            return
        with self._lock:
            moment = time.monotonic()
            if not always and moment - self._told < OFTEN:
                return
            self._told = moment
            try:
                self.tell(self.progress(note))
            except OSError:  # nobody listens any more: no reason to stop playing
                self.tell = None

    def progress(self, note: str = "") -> Progress:
        played = self.finished_now + self.under_way
        return Progress(
            games=self.earlier + played,
            games_in_all=self.games_in_all,
            parts=self.parts,
            parts_in_all=self.parts_in_all,
            played_now=played,
            seconds=self.seconds(),
            note=note,
        )
