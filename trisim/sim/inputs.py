"""The inputs of a run, copied into it, so that the run can be played again after they change."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from trisim.box.box import Box, load_box
from trisim.box.faults import BoxError, shown
from trisim.players.files import SourceFile, read_source
from trisim.players.kit import PlayerKit
from trisim.players.registry import Player, StrategyError, load, load_file
from trisim.players.specs import parse_spec
from trisim.plugin import GamePlugin
from trisim.sim.disk import flush_file
from trisim.sim.errors import FolderError
from trisim.sim.manifest import (
    BoxRecord,
    Manifest,
    StrategyRecord,
    VariantRecord,
    VersionRecord,
)
from trisim.sim.options import quote
from trisim.sim.plan import Plan, prepare
from trisim.sim.trust import Trust, check_trusted

INPUTS, REFERENCE = "inputs", "reference"
BOX, VARIANTS, STRATEGIES = KINDS = ("box", "variants", "strategies")
"""Kinds of inputs; each has a folder."""

NUMBER = re.compile(r"^\d\d+-")
"""The prefix of a copy's name."""


@dataclass(frozen=True, slots=True)
class BoxFiles:
    """A box with its variants as they were loaded, with the user's names for them."""

    box: Box
    box_path: Path | None
    variant_paths: tuple[Path, ...]

    def box_record(self) -> BoxRecord:
        return BoxRecord(self.box.about.name, str(self.box_path or REFERENCE), self.box.digest)

    def variant_records(self, first: int = 1) -> tuple[VariantRecord, ...]:
        """The variants; ``first`` is the number of the first copy."""
        read = zip(self.box.variants, self.variant_paths, strict=True)
        return tuple(
            VariantRecord(
                variant.name, str(path), f"{VARIANTS}/{number:02d}-{path.name}", variant.text
            )
            for number, (variant, path) in enumerate(read, start=first)
        )


@dataclass(frozen=True, slots=True)
class InputFiles(BoxFiles):
    """The input files of games as they were loaded, with the user's names for them."""

    players: tuple[Player, ...]
    versions: tuple[BoxFiles, ...] = ()
    """Further boxes, if a campaign compares several."""

    def version_records(self) -> tuple[VersionRecord, ...]:
        """The further boxes; their variants are numbered after those of the first."""
        found: list[VersionRecord] = []
        first = 1 + len(self.variant_paths)
        for each in self.versions:
            found.append(VersionRecord(each.box_record(), each.variant_records(first)))
            first += len(each.variant_paths)
        return tuple(found)

    def strategy_records(self) -> tuple[StrategyRecord, ...]:
        """The records of the strategies, each once."""
        files = strategy_files(self.players)
        each = {player.spec: player for player in self.players}
        return tuple(
            StrategyRecord(
                spec,
                player.name,
                player.kind.value,
                player.idea,
                player.digest,
                files.get(player.source) if player.source else None,
                player.member,
            )
            for spec, player in each.items()
        )

    def copy_to(self, folder: Path) -> None:
        """Write all files into an empty folder, as they were when they were loaded."""
        versions = self.version_records()
        for number, each in enumerate((self, *self.versions)):
            if number and each.box.files == self.box.files:
                continue  # it is read from the first
            for name, data in each.box.files.items():
                put(folder / box_folder(number) / name, data)
        variants = (*self.variant_records(), *(v for each in versions for v in each.variants))
        for record in variants:
            put(folder / record.file, record.text.encode())
        digests = {player.source: player.digest for player in self.players}
        for source, file in strategy_files(self.players).items():
            put(folder / file, unchanged(source, digests[source]))


def box_folder(number: int) -> str:
    """Where the copy of a campaign's n-th box is; that of a run is the first.

    >>> box_folder(0), box_folder(2)
    ('box', 'box-02')
    """
    return f"{BOX}-{number:02d}" if number else BOX


def unchanged(path: Path, digest: str) -> bytes:
    """The content of a strategy's file; raises if it has changed since it was loaded."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        raise FolderError(f"{path}: the strategy was changed while the run began; begin again")
    return data


def strategy_files(players: Sequence[Player]) -> dict[Path, str]:
    """The name of each strategy's file among the copies."""
    sources = dict.fromkeys(player.source for player in players if player.source is not None)
    return {
        source: f"{STRATEGIES}/{number:02d}-{name_before(source)}"
        for number, source in enumerate(sources, start=1)
    }


def name_before(source: Path) -> str:
    """The name of a strategy's file; for a copy in another run, the name of the original."""
    is_copy = source.parts[-3:-1] == (INPUTS, STRATEGIES)
    return NUMBER.sub("", source.name, count=1) if is_copy else source.name


def put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    flush_file(path)


# ---------------------------------------------------------------- back from the copies


class InputRecords(Protocol):
    """The records of inputs in the manifest of a run or campaign."""

    @property
    def format(self) -> int: ...

    @property
    def plugin(self) -> GamePlugin: ...

    @property
    def box(self) -> BoxRecord: ...

    @property
    def variants(self) -> tuple[VariantRecord, ...]:
        """The variants, in order."""

    @property
    def strategies(self) -> tuple[StrategyRecord, ...]:
        """The strategies, each once."""


def load_inputs(folder: Path, manifest: InputRecords) -> Box:
    """The box of a run from its copy; one of an earlier format is converted."""
    return load_copy(folder, manifest, VersionRecord(manifest.box, manifest.variants))


def load_copy(folder: Path, manifest: InputRecords, record: VersionRecord, number: int = 0) -> Box:
    """The n-th box of a run or campaign from its copy."""
    inputs, game = folder / INPUTS, manifest.plugin
    variants = [copy_path(folder, each.file) for each in record.variants]
    conversion = game.box_conversion(manifest.format)
    own, first = inputs / box_folder(number), inputs / BOX
    place = own if own.is_dir() else first  # versions with the same files have one copy
    try:
        box: Box = load_box(game.box, place, variants, conversion=conversion)
    except BoxError as error:
        raise FolderError(f"{inputs}: the box of this run is damaged ({error})") from error
    if record.box.digest not in game.box_digests(box, manifest.format):
        raise FolderError(f"{inputs}: the box of this run has been changed since it began")
    return box


def load_plan(
    folder: Path, manifest: Manifest, trust: Trust, *, compiled: bool | None = None
) -> Plan:
    """The plan of a run, from its own copies."""
    box = load_inputs(folder, manifest)
    players = load_players(folder, manifest, trust)
    return prepare(manifest.request, box=box, strategies=players, compiled=compiled)


def load_players(folder: Path, manifest: InputRecords, trust: Trust) -> dict[str, Player]:
    """The strategies by spec, from the copies; Python code only if it is trusted."""
    read = partial(copied_source, folder)
    return load_records(folder, manifest.strategies, manifest.plugin.players, trust, read)


def input_differences(wanted: InputRecords, found: InputRecords) -> list[str]:
    """Differences of the inputs that would change rows, one line each."""
    lines = []
    if wanted.box.digest != found.box.digest:
        lines.append(f"box: {about_box(wanted)}, was {about_box(found)}")
    before = {record.spec: record.digest for record in found.strategies}
    for record in wanted.strategies:
        was = before.get(record.spec, record.digest)
        if was != record.digest:
            lines.append(
                f"strategy {record.spec}: another text ({record.digest[:8]}), was {was[:8]}"
            )
    return lines


class BoxRecords(Protocol):
    """The records of a box and its variants."""

    @property
    def box(self) -> BoxRecord: ...

    @property
    def variants(self) -> tuple[VariantRecord, ...]: ...


def about_box(manifest: BoxRecords) -> str:
    sources = (manifest.box.source, *(variant.source for variant in manifest.variants))
    return f"{quote(sources)} ({manifest.box.digest[:8]})"


def paths_in(manifest: InputRecords) -> dict[str, Any]:
    """The user's paths of box and variants, as fields of a request."""
    source = manifest.box.source
    return {
        "box": None if source == REFERENCE else Path(source),
        "variants": tuple(Path(variant.source) for variant in manifest.variants),
    }


def load_records(
    folder: Path,
    records: Sequence[StrategyRecord],
    kit: PlayerKit,
    trust: Trust,
    read: Callable[[StrategyRecord], SourceFile],
) -> dict[str, Player]:
    """The only function that loads strategies of a folder. It checks digests and trust first.

    Installed strategies are taken from the installation, and unchanged files at the path where the
    user has played them before from there. All others are read from the folder.
    """
    players: dict[str, Player] = {}
    sources: dict[StrategyRecord, SourceFile] = {}
    for record in records:
        if (player := installed_player(record, kit)) is not None:
            players[record.spec] = player
        else:
            sources[record] = trust.own_source(record.digest) or read(record)
    named = {name_of(each): source for each, source in sources.items()}
    check_trusted(folder, named, trust, kit.shipped_before)
    for record, source in sources.items():
        player = load_file(source, record.spec, kit, record.member)
        players[record.spec] = replace(player, name=record.name or player.name)
    return players


def name_of(record: StrategyRecord) -> str:
    """The path of a strategy's file inside its folder."""
    return record.spec if record.file is None else f"{INPUTS}/{record.file}"


def installed_player(record: StrategyRecord, kit: PlayerKit) -> Player | None:
    """A strategy of trisim or another installed package, if its file is unchanged."""
    try:
        if parse_spec(record.spec).is_path:
            return None
        player = load(record.spec, kit)
    except StrategyError:
        return None
    return player if player.digest == record.digest else None


def copied_source(folder: Path, record: StrategyRecord) -> SourceFile:
    if record.file is None:
        raise changed(folder / INPUTS, record)
    return checked_source(folder / INPUTS, copy_path(folder, record.file), record)


def checked_source(where: Path, path: Path, record: StrategyRecord) -> SourceFile:
    """A strategy's file, if it has the recorded digest."""
    if not path.is_file():  # a pipe would never end
        raise changed(where, record)
    source = read_source(path, str(path), foreign=True)
    if source.digest != record.digest:
        raise changed(where, record)
    return source


def changed(where: Path, record: StrategyRecord) -> FolderError:
    """The error for a strategy's file that is missing or was changed."""
    return FolderError(
        f"{where}: strategy {shown(record.spec)} isn't what it was when the run began"
    )


def copy_path(folder: Path, file: str) -> Path:
    """The path of a copy that the manifest names; a path outside of the run is refused."""
    place = folder.resolve() / INPUTS
    try:
        path = (place / file).resolve()
    except (ValueError, RuntimeError):  # a null byte; a loop of links
        path = place
    if place not in path.parents:
        raise FolderError(
            f"{folder}: {shown(file)} leads out of {INPUTS}/; the run is damaged or forged"
        )
    return path
