"""Watches files: each saved state is compared with the base, until somebody ends it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from trisim.box.box import Box
from trisim.box.faults import BoxError
from trisim.campaigns.saved_files import Pause, SavedFiles, sleep
from trisim.campaigns.watch import Watch, confirming_command, watched_files
from trisim.campaigns.watch_request import WatchRequest
from trisim.report.comparison import Comparison
from trisim.sim.campaign import Prepared, begun_campaign
from trisim.sim.disk import remove
from trisim.sim.inputs import INPUTS
from trisim.sim.request import Execution

NOTHING, ONLY_TEXTS = "nothing changed", "only names and texts changed"


@dataclass(frozen=True, slots=True)
class Faulty:
    """The present state has faults."""

    error: BoxError


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A save after which nothing is to be played."""

    words: str


@dataclass(frozen=True, slots=True)
class AsBase:
    """The present state is the base."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A new state is played."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A state was compared with the base."""

    comparison: Comparison
    seconds: float
    """From the end of the save to the answer."""

    is_known: bool
    """Whether it was compared before."""


Event = Faulty | Unchanged | AsBase | Playing | Compared


@dataclass(slots=True)
class Watching:
    """A watch that goes on: the events are what a user should see."""

    watch: Watch
    prepared: Prepared[WatchRequest]
    execution: Execution
    pause: Pause = sleep
    once: bool = False
    """Whether only the present state is compared, whatever is saved meanwhile."""

    files: SavedFiles = field(init=False)
    answered: Box | None = field(default=None, init=False)
    """The state whose answer, or lack of one, was shown last."""

    compared: Box | None = field(default=None, init=False)
    """The state that was compared last."""

    known: dict[str, Comparison] = field(default_factory=dict, init=False)
    """Comparisons by the digest of what games of a state depend on."""

    def __post_init__(self) -> None:
        self.files = SavedFiles(watched_files(self.watch.request), self.pause)

    def events(self) -> Iterator[Event]:
        """What happens to the present state, and unless ``once`` after every save."""
        yield from self.look()
        while not self.once and self.files.wait():
            yield from self.look()

    def look(self) -> Iterator[Event]:
        """Compare the present state, if it is a new one."""
        began, base = time.monotonic(), self.prepared.box
        try:
            state = self.watch.loaded()
        except BoxError as error:
            self.answered = None
            yield Faulty(error)
            return
        before = self.answered
        if before is not None and before.rules_digest == state.rules_digest:
            yield Unchanged(NOTHING if before.digest == state.digest else ONLY_TEXTS)
            return
        if base.rules_digest == state.rules_digest:
            yield from self.look_at_base(state)
            return
        found = self.known.get(state.rules_digest)
        is_known = found is not None
        if found is None:
            yield Playing()
            found = self.watch.compared(self.prepared, state, self.execution, self.is_over)
        if found is not None:
            self.answered = self.compared = state
            self.known[state.rules_digest] = found
            yield Compared(found, time.monotonic() - began, is_known)

    def look_at_base(self, state: Box) -> Iterator[Event]:
        """Play the base meanwhile, so that the first answer comes sooner."""
        if not self.once:
            yield Playing()
            if not self.watch.play_state(self.prepared, state, self.execution, self.is_over):
                return
        self.answered = state
        yield AsBase()

    def is_over(self) -> bool:
        """Whether a newer state was saved, or the user ends."""
        return self.pause(0) or (not self.once and self.files.have_changed())

    @property
    def command(self) -> str:
        """The command that confirms the last comparison on new deals; "" if there is none."""
        if self.compared is None or self.compared is not self.answered:
            return ""
        return confirming_command(self.watch, self.prepared.box, self.compared)


@contextmanager
def watching(
    prepared: Prepared[WatchRequest],
    out: Path | None,
    execution: Execution,
    *,
    once: bool = False,
    pause: Pause = sleep,
) -> Iterator[Watching]:
    """A watch in a folder; without ``out`` in a temporary one, of which the base may be kept."""
    folder = Path(mkdtemp(prefix="trisim-watch-")) if out is None else out
    made = None
    try:
        with begun_campaign(Watch, prepared, folder, execution) as watch:
            made = Watching(watch, prepared, execution, pause, once)
            yield made
    finally:
        if out is None:
            remove_temporary(folder, "" if made is None else made.command)


def remove_temporary(folder: Path, command: str) -> None:
    """Remove a temporary folder, but not the copy of a base that is needed to confirm."""
    if str(folder) not in command:
        rmtree(folder, ignore_errors=True)
        return
    for place in list(folder.iterdir()):
        if place.name != INPUTS:
            remove(place)
