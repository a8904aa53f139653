"""The runs and campaigns below a folder: kind, state, size and age.

A campaign is a directory of several runs: a tournament, a study or a tuning.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from trisim.plugin import PluginError
from trisim.sim.campaign_folder import CAMPAIGN, earlier_head, read_head
from trisim.sim.errors import FolderError, RunError
from trisim.sim.folder import RUNS, is_damaged
from trisim.sim.inputs import BOX, INPUTS
from trisim.sim.lock import is_held
from trisim.sim.manifest import MANIFEST
from trisim.sim.run import Run

COMPLETE, UNFINISHED, RUNNING = "complete", "unfinished", "running"
DAMAGED, UNREADABLE = "damaged", "unreadable"
"""Files are missing or cut off; the manifest can't be understood, as one of another version."""

RUN, REMAINS, UNKNOWN = "run", "remains", "campaign"
"""Kinds of directories besides campaigns of a known kind: a run, the rest of a stopped deletion,
and a campaign whose manifest can't be read."""

DELETED = re.compile(r"\..+\.[0-9a-f]{12}\.deleted")
"""The name of a directory that is being deleted."""


@dataclass(frozen=True, slots=True)
class State:
    status: str
    games: int = 0
    """Games that can be read."""

    games_in_all: int = 0
    """Games of the request; 0 if unknown, as for a campaign."""

    why: str = ""
    """The problem, if there is one."""


@dataclass(frozen=True, slots=True)
class Entry:
    path: Path
    kind: str
    """``run``, ``tournament``, ``study``, ``tuning`` or ``remains``."""

    state: State
    bytes: int
    changed: float
    """When its manifest or settings were last written, in seconds of the system's clock."""


def kind_of(folder: Path) -> str:
    """What a directory is; "" if it is neither a run nor a campaign."""
    if DELETED.fullmatch(folder.name):
        return REMAINS
    if kind := campaign_kind(folder):
        return kind
    has_manifest = (folder / MANIFEST).is_file()
    is_run = has_manifest and ((folder / INPUTS / BOX).is_dir() or not is_damaged(folder))
    return RUN if is_run else ""


def campaign_kind(folder: Path) -> str:
    """The kind of campaign in a directory; "" if there is none."""
    if (folder / CAMPAIGN).is_file():
        try:
            head = read_head(folder)
        except FolderError:
            return UNKNOWN
    else:
        head = earlier_head(folder)
    return head.kind if head else ""


def catalog(root: Path) -> Iterator[Entry]:
    """All runs and campaigns at or below a folder; links are not followed."""
    for place, names, _ in os.walk(root):
        folder = Path(place)
        if kind_of(folder):
            names.clear()
            yield entry_of(folder)
        else:
            names[:] = sorted(name for name in names if is_searched(folder / name))


def is_searched(folder: Path) -> bool:
    """Whether there may be runs in a folder."""
    return bool(DELETED.fullmatch(folder.name)) or not folder.name.startswith(".")


def entry_of(folder: Path) -> Entry:
    kind = kind_of(folder)
    if kind == REMAINS:
        state = State(DAMAGED, why="a deletion was stopped; delete it again")
    else:
        state = run_state(folder) if kind == RUN else campaign_state(folder)
    if is_held(folder):
        state = replace(state, status=RUNNING)
    return Entry(folder, kind, state, bytes_below(folder), changed(folder))


def run_state(folder: Path) -> State:
    try:
        run = Run(folder)
    except (OSError, PluginError, RunError) as error:
        return State(UNREADABLE, why=str(error))
    status, why = COMPLETE if run.is_finished else UNFINISHED, ""
    if missing := run.missing_parts:
        status, why = DAMAGED, f"{len(missing)} of its parts are missing or cut off"
    return State(status, run.games_played, run.request.games, why)


def campaign_state(folder: Path) -> State:
    states = [run_state(path) for path in runs_of(folder)]
    games = sum(state.games for state in states)
    try:
        head = read_head(folder)
    except (FolderError, OSError) as error:
        return State(UNREADABLE, games, why=str(error))
    if head is None:
        return State(UNREADABLE, games, why="an earlier version of trisim wrote it")
    if bad := next((state for state in states if state.why), None):
        return State(bad.status, games, why=bad.why)
    has_result = (folder / head.results[0]).is_file() if head.results else False
    is_complete = has_result and all(state.status == COMPLETE for state in states)
    return State(COMPLETE if is_complete else UNFINISHED, games)


def runs_of(folder: Path) -> list[Path]:
    place = folder / RUNS
    found = sorted(place.iterdir()) if place.is_dir() and not place.is_symlink() else []
    return [path for path in found if (path / MANIFEST).is_file() and not path.is_symlink()]


def bytes_below(folder: Path) -> int:
    """The size of all files of a directory; those behind links don't count."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size  # noqa: PTH118 (many files)
            except OSError:  # it is gone, as in a run that is being played
                continue
    return total


def changed(folder: Path) -> float:
    """The time of the last write to a run or campaign."""
    found = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    places = [folder, *found, *runs_of(folder)]
    return max((place.stat().st_mtime for place in places if place.exists()), default=0.0)
