"""Compares the files of a run with their recorded sizes and checksums.

A file that matches is not read again in the same process unless it has changed.
"""

from __future__ import annotations

import logging
import os
import shlex
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from trisim.sim.disk import checksum
from trisim.sim.earlier import FORMAT
from trisim.sim.errors import USER_MISTAKE, RunError
from trisim.sim.manifest import read_manifest
from trisim.sim.receipts import FileRecord, PartRecord, size_of, table_file

SOUND, MISSING, CUT, DAMAGED = "", "missing", "cut off", "damaged"
"""The states of a file."""

LARGE = 10**9
"""Bytes from which on a check is announced."""

MOST_THREADS = 8

LOG = logging.getLogger("trisim")

FileKey = tuple[int, str]
"""A file of a run, by part and table."""

_sound: set[tuple[object, ...]] = set()
"""Files that matched: path, identity in the file system, and checksum."""


class DamagedFileError(RunError):
    """A file of a run that differs from what was written."""

    exit_code = USER_MISTAKE


def state_of(path: Path, record: FileRecord) -> str:
    size = size_of(path)
    if size != record.bytes:
        return MISSING if size < 0 else CUT
    try:
        seen = as_seen(path, record)
        if seen not in _sound:
            if checksum(path) != record.sha256:
                return DAMAGED
            _sound.add(seen)
    except OSError:
        return DAMAGED
    return SOUND


def as_seen(path: Path, record: FileRecord) -> tuple[object, ...]:
    """The identity of a file that matched."""
    stat = path.stat()
    return (str(path), stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, record.sha256)


def files_of(
    folder: Path, parts: Sequence[PartRecord], tables: Iterable[str] | None = None
) -> dict[FileKey, tuple[Path, FileRecord]]:
    """The files of some tables, or of all, with their records."""
    wanted = None if tables is None else set(tables)
    return {
        (part.part, table): (folder / table / table_file(part.part), record)
        for part in parts
        for table, record in part.files.items()
        if wanted is None or table in wanted
    }


def file_states(
    folder: Path,
    parts: Sequence[PartRecord],
    tables: Iterable[str] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> dict[FileKey, str]:
    """The state of the files of some tables, or of all, with ``on_progress(checked, all)``."""
    files = files_of(folder, parts, tables)
    found: dict[FileKey, str] = {}
    with ThreadPoolExecutor(min(MOST_THREADS, os.cpu_count() or 1)) as threads:
        states = threads.map(lambda file: state_of(*file), files.values())
        for key, state in zip(files, states, strict=True):
            found[key] = state
            if on_progress is not None:
                on_progress(len(found), len(files))
    return found


def verify_table(folder: Path, parts: Sequence[PartRecord], table: str) -> None:
    """Stop unless all existing files of a table have the bytes that were written."""
    say_if_large(folder, files_of(folder, parts, [table]).values())
    states = file_states(folder, parts, [table])
    bad = [(key, state) for key, state in states.items() if state in (CUT, DAMAGED)]
    if not bad:
        return
    (part, _), state = bad[0]
    more = f" (and {len(bad) - 1} more of {table})" if len(bad) > 1 else ""
    raise DamagedFileError(
        f"{folder / table / table_file(part)}: this file is {state}{more}; {how_to_repair(folder)}"
    )


def sound_parts(folder: Path, parts: Sequence[PartRecord]) -> list[PartRecord]:
    """The parts with no damaged file; the others are reported in a line."""
    say_if_large(folder, files_of(folder, parts).values())
    bad = {key: state for key, state in file_states(folder, parts).items() if state}
    for (part, table), state in bad.items():
        LOG.warning(
            "trisim: %s is %s; its part is played again", folder / table / table_file(part), state
        )
    lost = {part for part, _ in bad}
    return [part for part in parts if part.part not in lost]


def say_if_large(folder: Path, files: Collection[tuple[Path, FileRecord]]) -> None:
    """Announce a check that takes a while; files that matched before take no time."""
    if sum(record.bytes for _, record in files) < LARGE:
        return
    size = sum(record.bytes for path, record in files if not is_known(path, record))
    if size >= LARGE:
        LOG.warning("trisim: comparing %.1f GB of %s with their checksums", size / 1e9, folder)


def is_known(path: Path, record: FileRecord) -> bool:
    """Whether a file matched before, or does not exist."""
    try:
        return as_seen(path, record) in _sound
    except OSError:
        return True


def how_to_repair(folder: Path) -> str:
    """What to do about missing or damaged parts."""
    out = shlex.quote(str(folder))
    if read_manifest(folder).format != FORMAT:
        return (
            "an earlier version of trisim wrote the run, so this one can't play the part again; "
            f"put a copy of the file in its place; 'trisim audit {out}' lists all that is damaged"
        )
    return (
        f"'trisim run --out {out} --resume' plays the part again, 'trisim audit {out}' lists all "
        "that is damaged"
    )
