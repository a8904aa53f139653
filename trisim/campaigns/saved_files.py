"""Notices when files are saved: polls them, and waits until an editor has finished."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

POLL, QUIET = 0.5, 0.3
"""Seconds between two looks; and those in which nothing may change after a save."""

PATIENCE = 2.0
"""Seconds that a file may be missing: editors remove a file and write it anew."""

Pause = Callable[[float], bool]
"""Waits for some seconds; whether to end."""

Stamp = tuple[int, int, int, str] | None
"""Time, size, number and content of a file; None if it can't be read."""


def sleep(seconds: float) -> bool:
    """Wait; never end."""
    time.sleep(seconds)
    return False


@dataclass(slots=True)
class SavedFiles:
    """The files of a box or variant, as they were seen last."""

    files: Sequence[Path]
    pause: Pause = sleep
    seen: tuple[Stamp, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self.seen = self.stamps()

    def stamps(self) -> tuple[Stamp, ...]:
        return tuple(stamp_of(file) for file in self.files)

    def have_changed(self) -> bool:
        """Whether any file was saved, removed or replaced."""
        return self.stamps() != self.seen

    def wait(self) -> bool:
        """Wait for a save, until all files are quiet; False if it is time to end."""
        while not self.have_changed():
            if self.pause(POLL):
                return False
        return self.settle()

    def settle(self) -> bool:
        """Wait until nothing changes, and no file is missing that was there; False to end."""
        began, before = time.monotonic(), None
        there = {file for file, stamp in zip(self.files, self.seen, strict=True) if stamp}
        while True:
            now = self.stamps()
            missing = [f for f, stamp in zip(self.files, now, strict=True) if not stamp]
            is_late = time.monotonic() - began > PATIENCE
            if now == before and (is_late or not there.intersection(missing)):
                self.seen = now
                return True
            before = now
            if self.pause(QUIET):
                return False


def stamp_of(file: Path) -> Stamp:
    try:
        state = file.stat()
        content = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino, content
