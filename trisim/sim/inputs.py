"""The inputs of a run, copied into it: whatever changes later, the run can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trisim.box.box import Box, load_box
from trisim.box.faults import BoxError
from trisim.box.files import file_names, folder_of
from trisim.players.registry import Player, StrategyError, load, load_copy
from trisim.sim.disk import flush_file
from trisim.sim.errors import FolderError
from trisim.sim.manifest import BoxRecord, Manifest, StrategyRecord, VariantRecord
from trisim.sim.plan import Plan, make_plan

INPUTS = "inputs"
BOX, VARIANTS, STRATEGIES = KINDS = ("box", "variants", "strategies")
"""What is copied, each kind into a folder."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files that a run is played with, where the user keeps them."""

    plan: Plan
    box: str | Path | None
    variants: tuple[Path, ...]

    def box_record(self) -> BoxRecord:
        """What a manifest says of the box."""
        box = self.plan.box
        return BoxRecord(box.about.name, str(self.box or "reference"), box.digest)

    def variant_records(self) -> tuple[VariantRecord, ...]:
        """What a manifest says of the variants, in their order."""
        read = zip(self.plan.box.variants, self.variants, strict=True)
        return tuple(
            VariantRecord(
                variant.name, str(path), f"{VARIANTS}/{number:02d}-{path.name}", variant.text
            )
            for number, (variant, path) in enumerate(read, start=1)
        )

    def strategy_records(self) -> tuple[StrategyRecord, ...]:
        """What a manifest says of the strategies, each once."""
        files = strategy_files(self.plan.players)
        each = {player.spec: player for player in self.plan.players}
        return tuple(
            StrategyRecord(
                spec,
                player.name,
                player.kind.value,
                player.idea,
                player.digest,
                files.get(player.source),
                player.member,
            )
            for spec, player in each.items()
        )

    def copy_to(self, folder: Path) -> None:
        """Copy all files into an empty folder."""
        copy_box(self.box, folder / BOX)
        for record in self.variant_records():
            put(folder / record.file, record.text.encode())
        for source, file in strategy_files(self.plan.players).items():
            if source is not None:
                put(folder / file, source.read_bytes())


def strategy_files(players: Sequence[Player]) -> dict[Path | None, str]:
    """The name of each strategy's file among the copies."""
    sources = dict.fromkeys(player.source for player in players if player.source is not None)
    return {
        source: f"{STRATEGIES}/{number:02d}-{source.name}"
        for number, source in enumerate(sources, start=1)
    }


def copy_box(box: str | Path | None, folder: Path) -> None:
    """Copy the files of a box: a user's, or the reference set."""
    source = folder_of(box)
    for name in file_names():
        put(folder / name, (source / name).read_bytes())


def put(path: Path, data: bytes) -> None:
    """Write a file into a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    flush_file(path)


# ---------------------------------------------------------------- back from the copies


def load_inputs(folder: Path, manifest: Manifest) -> Box:
    """The box of a run as it was when the run began."""
    inputs = folder / INPUTS
    variants = [inputs / record.file for record in manifest.variants]
    try:
        box = load_box(inputs / BOX, variants)
    except BoxError as error:
        raise FolderError(f"{inputs}: the box of this run is damaged ({error})") from error
    if box.digest != manifest.box.digest:
        raise FolderError(f"{inputs}: the box of this run has been changed since it began")
    return box


def load_plan(folder: Path, manifest: Manifest) -> Plan:
    """All that is needed to play any part of a run, from its own copies."""
    box = load_inputs(folder, manifest)
    return make_plan(manifest.settings, box, load_players(folder, manifest))


def load_players(folder: Path, manifest: Manifest) -> dict[str, Player]:
    """The strategies of a run by spec, as they were when it began."""
    return {record.spec: load_player(folder, record) for record in manifest.strategies}


def load_player(folder: Path, record: StrategyRecord) -> Player:
    """A strategy of a run as it was when the run began."""
    player = original(record)
    if player is None and record.file is not None:
        player = load_copy(folder / INPUTS / record.file, record.spec, record.member)
    if player is None or player.digest != record.digest:
        raise FolderError(
            f"{folder / INPUTS}: strategy {record.spec} isn't what it was when the run began"
        )
    return replace(player, spec=record.spec, name=record.name)


def original(record: StrategyRecord) -> Player | None:
    """A strategy where the user has it, if it is unchanged: it may be compiled there already."""
    try:
        player = load(record.spec)
    except StrategyError:
        return None
    return player if player.digest == record.digest else None
