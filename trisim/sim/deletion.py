"""Deletes a run or campaign and nothing else. A stopped deletion leaves no run."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from trisim.sim.campaign_folder import (
    BEFORE,
    CAMPAIGN,
    earlier_head,
    foreign_inside,
    read_head,
    recorded_copies,
)
from trisim.sim.catalog import REMAINS, RUN, campaign_kind, kind_of, runs_of
from trisim.sim.disk import is_unfinished
from trisim.sim.errors import FolderError
from trisim.sim.folder import RUNS, foreign, foreign_inputs
from trisim.sim.inputs import INPUTS
from trisim.sim.lock import LOCK, Lock, is_held
from trisim.sim.manifest import MANIFEST


def place_of(folder: Path) -> Path:
    """The path of a directory with links above it resolved; a link itself stays one."""
    if folder.name in ("", ".."):
        return Path(os.path.realpath(folder))
    return Path(os.path.realpath(folder.parent), folder.name)


def check_deletable(folder: Path) -> None:
    """Stop unless a directory is a run or campaign, has no other files and is not locked."""
    kind = kind_of(folder) if folder.is_dir() and not folder.is_symlink() else ""
    if folder.is_symlink():
        raise FolderError(f"{folder}: this is a link; name the folder that it leads to")
    if not kind:
        what = "this is no run" if folder.is_dir() else "there is no such folder"
        raise FolderError(f"{folder}: {what}, so nothing is deleted; trisim runs lists all")
    if folder.parent.name == RUNS and (owner := campaign_kind(folder.parent.parent)):
        raise FolderError(
            f"{folder}: this belongs to the {owner} {folder.parent.parent}; delete that"
        )
    if Path.cwd().resolve().is_relative_to(folder.resolve()):
        raise FolderError(f"{folder}: you are in this folder; leave it first")
    if kind != REMAINS and (other := next(others(folder, kind), None)):
        raise FolderError(
            f"{folder}: it holds other things than a {kind}, such as {other.relative_to(folder)}; "
            "move them elsewhere first"
        )
    if held := next((path for path in (folder, *runs_of(folder)) if is_held(path)), None):
        raise FolderError(f"{held}: a process is playing into this directory; stop it first")


def others(folder: Path, kind: str) -> Iterator[Path]:
    """Files in a directory that do not belong to a run or campaign."""
    if kind == RUN:
        yield from foreign(folder)
        return
    ours = {CAMPAIGN, *BEFORE, *known_results(folder), RUNS, INPUTS, LOCK}
    yield from (path for path in folder.iterdir() if not (path.name in ours or is_unfinished(path)))
    yield from foreign_inputs(folder, recorded_copies(folder))
    yield from foreign_inside(folder)
    place = folder / RUNS
    for path in place.iterdir() if place.is_dir() else ():
        if not path.is_dir() or path.is_symlink():
            yield path
        else:
            yield from foreign(path)


def known_results(folder: Path) -> Iterable[str]:
    """The results of a campaign; if its manifest can't be read, those of every kind."""
    try:
        head = read_head(folder) or earlier_head(folder)
    except FolderError:
        head = None
    return head.results if head else [name for each in BEFORE.values() for name in each.results]


def delete(folder: Path) -> None:
    """Delete a run or campaign; after any interruption no run is left that looks complete."""
    check_deletable(folder)
    try:
        doomed = put_aside(folder)
        for path in (doomed, *runs_of(doomed)):
            with suppress(FileNotFoundError):
                (path / MANIFEST).unlink()
        shutil.rmtree(doomed)
    except OSError as error:
        said = error.strerror or error
        raise FolderError(f"{folder}: can't be deleted ({said}); check its permissions") from error


def put_aside(folder: Path) -> Path:
    """Rename a directory to a hidden name, in one step."""
    if kind_of(folder) == REMAINS:
        return folder
    doomed = folder.with_name(f".{folder.name}.{uuid.uuid4().hex[:12]}.deleted")
    with Lock(folder) as lock:
        folder.rename(doomed)
        lock.path = doomed / LOCK
    return doomed
