"""Checks of the folder of a run: the manifest, the inputs, and the parts that must be there."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

from trisim.box.box import Box
from trisim.box.faults import shown
from trisim.sim.audit.findings import Wrong, one
from trisim.sim.disk import checksum, is_unfinished
from trisim.sim.earlier import FORMAT
from trisim.sim.errors import FolderError
from trisim.sim.folder import fits
from trisim.sim.inputs import INPUTS, load_inputs
from trisim.sim.manifest import (
    MANIFEST,
    Manifest,
    about_other_rules,
    about_rules_version,
    read_manifest,
)
from trisim.sim.provenance import rules_digest
from trisim.sim.receipts import PartRecord, table_file

SAYS = {
    "manifest": "the manifest can be read and its settings make a run",
    "inputs": "the copies of box, variants and strategies are those the run began with",
    "parts": "the parts that the manifest names are those of the run, and no others lie there",
}
"""What the checks of the folder say."""


def look_at_manifest(folder: Path) -> tuple[Manifest | None, list[Wrong]]:
    """The manifest, if it can be read."""
    try:
        return read_manifest(folder), []
    except FolderError as error:
        problem = str(error).removeprefix(f"{folder / MANIFEST}: ")
        return None, [one(MANIFEST, "the manifest", problem)]


def look_at_inputs(folder: Path, manifest: Manifest) -> tuple[Box | None, list[Wrong]]:
    """The box that the run was played with, if it is still there as it was.

    Strategies are compared, not loaded: nobody's code runs in an audit.
    """
    wrong = [*changed_variants(folder, manifest), *changed_strategies(folder, manifest)]
    try:
        return load_inputs(folder, manifest), wrong
    except FolderError as error:
        problem = str(error).removeprefix(f"{folder / INPUTS}: ")
        return None, [*wrong, one(f"{INPUTS}/box", "the box:", problem)]


def changed_variants(folder: Path, manifest: Manifest) -> Iterator[Wrong]:
    """Variants that are not as the manifest quotes them."""
    for variant in manifest.variants:
        path = folder / INPUTS / variant.file
        if not path.is_file() or path.read_bytes() != variant.text.encode():
            yield one(f"{INPUTS}/{variant.file}", "the variant is", "missing or changed")


def changed_strategies(folder: Path, manifest: Manifest) -> Iterator[Wrong]:
    """Copies of strategies that have other bytes than the run began with."""
    for strategy in manifest.strategies:
        path = folder / INPUTS / (strategy.file or "")
        if strategy.file and (not path.is_file() or checksum(path) != strategy.digest):
            yield one(f"{INPUTS}/{strategy.file}", "the strategy is", "missing or changed")


def look_at_parts(
    folder: Path, manifest: Manifest, records: dict[int, PartRecord], tables: Iterable[str]
) -> Iterator[Wrong]:
    """Parts that are missing, that are other than the settings say, or that nobody knows."""
    if manifest.is_finished:
        for part in sorted(set(range(manifest.part_count)) - set(records)):
            yield one(MANIFEST, "the part is", "not listed", "a record of it", part=part)
    for record in records.values():
        if not fits(record, manifest):
            yield misfit(record, manifest)
    if manifest.is_finished:
        yield from strays(folder, manifest, records, tables)


def misfit(record: PartRecord, manifest: Manifest) -> Wrong:
    """Why a record can't be one of the run, so that its part is not read."""
    request, part = manifest.request, record.part
    if part >= manifest.part_count:
        return one(MANIFEST, "the part is", "beyond the last one", part=part)
    found, right = (record.first_deal, record.deals), request.deals_of(part)
    if found != right:
        return one(MANIFEST, "first deal, deals", found, right, part=part)
    games = record.deals * request.games_a_deal
    if record.games != games:
        return one(MANIFEST, "games", record.games, games, part=part)
    tables = ", ".join(sorted(map(shown, record.files)))
    return one(MANIFEST, "tables", tables, ", ".join(sorted(request.tables)), part=part)


def strays(
    folder: Path, manifest: Manifest, records: dict[int, PartRecord], tables: Iterable[str]
) -> Iterator[Wrong]:
    """Files in the folders of tables that readers would take for parts of the run."""
    known = {table_file(part) for part in records}
    for table in tables:
        place = folder / table
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            is_known = table in manifest.request.tables and path.name in known
            if not is_known and not is_unfinished(path):
                yield one(f"{table}/{path.name}", "the file is", "no part of the run", "none such")


def notes_of(folder: Path, manifest: Manifest, records: dict[int, PartRecord]) -> Iterator[str]:
    """What is worth knowing and no fault: how far an unfinished run is, other rules."""
    if not manifest.is_finished:
        games = sum(record.games for record in records.values())
        yield (
            f"the run is not finished ({manifest.status}): {len(records)} of "
            f"{manifest.part_count} parts, {games:,} of {manifest.request.games:,} games are there"
        )
        if can_go_on(manifest):
            yield f"to go on: trisim run --out {shlex.quote(str(folder))} --resume"
        elif manifest.format == FORMAT:
            yield about_other_rules(manifest)
    if words := about_rules_version(manifest):
        yield f"it was {words}; it is checked by these"


def can_go_on(manifest: Manifest) -> bool:
    """Whether a run is of this format and these sources, so that ``--resume`` works."""
    return manifest.format == FORMAT and manifest.rules == rules_digest(manifest.plugin)
