"""The directory of a run: what it holds, how a run begins in it, which files are removed.

::

    manifest.json            written first and last
    inputs/                  copies of box, variants and strategies
    games/part-00000.parquet, players/…, rounds/…, turns/…, cards/…, ledger/…
    .receipts/part-00000.json   during the run: a part exists if its receipt does
    .lock                    while a process plays into the directory
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from functools import cache
from pathlib import Path

from trisim.plugin import GamePlugin, games, load
from trisim.sim.disk import flush_folder, is_unfinished, remove, unfinished_name
from trisim.sim.errors import FolderError
from trisim.sim.inputs import BOX, INPUTS, KINDS
from trisim.sim.lock import LOCK
from trisim.sim.manifest import (
    CREATING,
    MANIFEST,
    RUNNING,
    Manifest,
    StrategyRecord,
    VariantRecord,
    read_manifest,
    write_manifest,
)
from trisim.sim.receipts import NAME, RECEIPTS, TABLE_NAME, PartRecord, by_part, read_receipts
from trisim.texts import is_utf_8, visible

RUNS = "runs"
"""Where the runs of a campaign are."""

COPY = re.compile(rf"({'|'.join(KINDS[1:])})/\d\d+-.+")
"""Names that copies of variants and strategies have."""

BOX_COPY = re.compile(rf"{BOX}-\d\d+")
"""Folders of further boxes of a campaign."""


@cache
def known_tables() -> frozenset[str]:
    """The tables of all loadable games: a folder may hold a run of another game."""
    return of_all_games(lambda game: game.record.tables)


@cache
def known_box_files() -> frozenset[str]:
    """The copies of boxes that runs of all games may have."""
    return of_all_games(lambda game: [f"{BOX}/{name}" for name in game.box.file_names])


def of_all_games(names: Callable[[GamePlugin], Iterable[str]]) -> frozenset[str]:
    """Names from all games; a game that can't be loaded has none."""
    found: set[str] = set()
    for game in games():
        with suppress(Exception):
            found.update(names(load(game)))
    return frozenset(found)


def table_folders(folder: Path) -> list[Path]:
    """The table folders of a directory; games are loaded only if there may be any."""
    others = (INPUTS, RECEIPTS, RUNS)
    places = folder.iterdir() if folder.is_dir() else ()
    there = sorted(path for path in places if path.is_dir() and path.name not in others)
    return [path for path in there if path.name in known_tables()]


class Holds(Enum):
    NOTHING = auto()
    """It does not exist, is empty, or a process was killed before a run in it had begun."""

    A_RUN = auto()
    OTHER_THINGS = auto()


def what_holds(folder: Path) -> Holds:
    """What a directory holds; a directory with other files is left alone."""
    if not folder.is_dir():
        return Holds.OTHER_THINGS if folder.exists() or folder.is_symlink() else Holds.NOTHING
    if (folder / MANIFEST).is_file():
        return Holds.NOTHING if read_manifest(folder).status == CREATING else Holds.A_RUN
    others = [path for path in folder.iterdir() if not (path.name == LOCK or is_unfinished(path))]
    return Holds.OTHER_THINGS if others else Holds.NOTHING


def check_free(folder: Path, *, force: bool) -> None:
    """Stop unless a run may begin in a directory."""
    if force and is_damaged(folder):
        check_only_ours(folder)
        return
    holds = what_holds(folder)
    if holds is Holds.OTHER_THINGS:
        what = "holds other things than a run" if folder.is_dir() else "is not a directory"
        raise FolderError(f"{folder}: it exists and {what}; name another directory with --out")
    if holds is Holds.A_RUN and not force:
        raise FolderError(
            f"{folder}: there is a run already; --resume continues it, --force replaces it"
        )


def is_damaged(folder: Path) -> bool:
    """Whether there is a manifest that can't be read."""
    if not (folder / MANIFEST).is_file():
        return False
    try:
        read_manifest(folder)
    except FolderError:
        return True
    return False


def check_only_ours(folder: Path) -> None:
    """Stop if a directory with an unreadable manifest may hold something else than a run."""
    other = next(foreign(folder), None)
    if other is None and not (folder / INPUTS / BOX).is_dir():
        other = folder / MANIFEST
    if other is not None:
        raise FolderError(
            f"{folder / MANIFEST}: can't be understood, so --force replaces only what is a run by "
            f"its names, and {other.relative_to(folder)} isn't; name another directory with --out"
        )


def foreign(folder: Path) -> Iterator[Path]:
    """Files without a name that a run uses."""
    ours = {MANIFEST, LOCK, INPUTS, RECEIPTS, *known_tables()}
    yield from (path for path in folder.iterdir() if not (path.name in ours or is_unfinished(path)))
    known = set(swept(folder, keep=()))
    for place in (folder / RECEIPTS, *table_folders(folder)):
        found = place.iterdir() if place.is_dir() else ()
        yield from (path for path in found if path not in known)
    yield from foreign_inputs(folder, recorded_copies(folder))


def foreign_inputs(folder: Path, copies: set[str] | None) -> Iterator[Path]:
    """Files among the inputs that the manifest doesn't name as copies.

    ``copies`` are the copies of variants and strategies in the manifest; None if it has no list.
    Then all names that a copy can have are accepted.
    """
    places = (folder / INPUTS).iterdir() if (folder / INPUTS).is_dir() else ()
    for place in places:
        kind = BOX if BOX_COPY.fullmatch(place.name) else place.name
        if kind not in KINDS or not (place.is_dir() or place.is_symlink()):
            yield place
            continue
        for path in place.iterdir() if not place.is_symlink() else ():
            name = f"{kind}/{path.name}"
            is_ours = COPY.fullmatch(name) if copies is None else name in copies
            if path.is_dir() or not (is_ours or name in known_box_files()):
                yield path


def recorded_copies(folder: Path) -> set[str] | None:
    """The copies of variants and strategies that the manifest names; None if it doesn't list them.

    While a run is being created, the inputs may still be those of the previous run.
    """
    try:
        manifest = read_manifest(folder)
    except FolderError:
        return None
    if manifest.status == CREATING:
        return None
    return copies_of(manifest.variants, manifest.strategies)


def copies_of(variants: Iterable[VariantRecord], strategies: Iterable[StrategyRecord]) -> set[str]:
    """The files among the inputs that records of variants and strategies name."""
    names = {variant.file for variant in variants}
    return names | {strategy.file for strategy in strategies if strategy.file}


def check_no_links(folder: Path) -> None:
    """Stop at a symbolic link in the directory of a run or campaign.

    Through a link, files outside of the directory could be replaced or removed.
    """
    places = (folder, folder / RECEIPTS, folder / RUNS, *table_folders(folder))
    for path in filter(None, map(first_link, places)):
        raise FolderError(
            f"{path}: this is a symbolic link, and nothing is written into a directory with links; "
            "put what it points to in its place, or name another directory with --out"
        )


def first_link(folder: Path) -> Path | None:
    """A symbolic link directly in a folder."""
    if not folder.is_dir():
        return None
    with os.scandir(folder) as entries:
        return next((Path(entry.path) for entry in entries if entry.is_symlink()), None)


def make_folder(folder: Path) -> None:
    """Make the directory of a run; Parquet files need a path that is UTF-8."""
    if not is_utf_8(str(folder)):
        raise FolderError(
            f"{visible(str(folder))}: this name is not valid UTF-8, so no table can be written "
            "there; name another directory with --out"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error


def unwritable(folder: Path, error: OSError) -> FolderError:
    return FolderError(
        f"{folder}: can't be written ({error.strerror}); name another directory with --out"
    )


def begin(folder: Path, manifest: Manifest, copy_inputs: Callable[[Path], None]) -> Manifest:
    """Begin a run in a locked directory; after an interruption the directory counts as empty."""
    write_manifest(folder, replace(manifest, status=CREATING))
    wipe(folder)
    staged = unfinished_name(folder / INPUTS)
    staged.mkdir()
    copy_inputs(staged)
    staged.replace(folder / INPUTS)
    for name in (RECEIPTS, *manifest.request.tables):
        (folder / name).mkdir(exist_ok=True)
    flush_folder(folder)
    running = replace(manifest, status=RUNNING)
    write_manifest(folder, running)
    return running


def wipe(folder: Path) -> None:
    """Remove the files of a previous run, and nothing else."""
    sweep(folder, keep=())
    remove(folder / INPUTS)
    for place in (folder / RECEIPTS, *table_folders(folder)):
        with suppress(OSError):  # something of the user's is in it
            place.rmdir()


def sweep(folder: Path, keep: Container[int]) -> None:
    """Remove unfinished files, and all files and receipts of parts that are not in ``keep``."""
    for path in list(swept(folder, keep)):
        remove(path)


def swept(folder: Path, keep: Container[int]) -> Iterator[Path]:
    """The files that ``sweep`` removes."""
    yield from (path for path in folder.iterdir() if is_unfinished(path))
    for place in (folder / RECEIPTS, *table_folders(folder)):
        for path in place.iterdir() if place.is_dir() else ():
            found = (NAME if place.name == RECEIPTS else TABLE_NAME).fullmatch(path.name)
            if is_unfinished(path) or (found and int(found[1]) not in keep):
                yield path


def recorded_parts(folder: Path, manifest: Manifest) -> dict[int, PartRecord]:
    """The finished parts by manifest and receipts; files may be gone since.

    A record with other deals, games or tables than the part has doesn't count.
    """
    recorded = all_records(folder, manifest)
    return {number: record for number, record in recorded.items() if fits(record, manifest)}


def all_records(folder: Path, manifest: Manifest) -> dict[int, PartRecord]:
    """Records of parts in manifest and receipts, valid or not; a receipt overrides the manifest."""
    return by_part((by_part(manifest.parts) | read_receipts(folder, manifest.run)).values())


def fits(record: PartRecord, manifest: Manifest) -> bool:
    """Whether a record can be one of this run."""
    request = manifest.request
    return (
        record.part < manifest.part_count
        and (record.first_deal, record.deals) == request.deals_of(record.part)
        and record.games == record.deals * request.games_a_deal
        and set(record.files) == set(request.tables)
    )


def finished_parts(folder: Path, manifest: Manifest) -> dict[int, PartRecord]:
    """The recorded parts whose files are all in place, with their size."""
    recorded = recorded_parts(folder, manifest)
    return {number: record for number, record in recorded.items() if record.is_in(folder)}
