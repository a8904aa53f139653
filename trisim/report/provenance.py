"""The origin of the figures of a report: the facts in the manifest of a run, as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from trisim.box.box import Box, load_box
from trisim.box.format import BoxFormat
from trisim.plugin import GamePlugin
from trisim.sim.manifest import BoxRecord, Sitting, StrategyRecord, VariantRecord
from trisim.sim.run import Run

REFERENCE = "reference"
"""What a manifest names as the source of the reference set."""


class Values(Enum):
    """The origin of the values in the box of a run."""

    REFERENCE = "reference"
    """Those of the reference set, which are trisim's own."""

    DERIVED = "derived"
    """Those of the reference set, some of them changed."""

    OTHER = "other"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a run that can't be read, and why."""

    part: int
    games: int
    why: str


@dataclass(frozen=True, slots=True)
class Library:
    """A library that the bytes of a run depend on."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a run was played, and how much of it was read."""

    folder: str
    command: str
    seed: int
    trisim: str
    rules: str
    """A hash of their sources."""

    rules_version: int
    rules_now: int
    """The version of the rules that the trisim has which writes the report."""

    libraries: tuple[Library, ...]
    box: BoxRecord
    values: Values
    variants: tuple[VariantRecord, ...]
    strategies: tuple[StrategyRecord, ...]
    sittings: tuple[Sitting, ...]
    seconds: float
    finished: bool
    games_asked: int
    games_read: int
    left_out: tuple[LeftOut, ...] = ()

    @property
    def same_rules(self) -> bool:
        """Whether the current rules are those of the run."""
        return self.rules_version == self.rules_now

    @property
    def games_left_out(self) -> int:
        """The number of games that can't be read."""
        return sum(each.games for each in self.left_out)


def provenance_of(
    run: Run, game: GamePlugin, box: Box, games: int, left_out: Sequence[LeftOut]
) -> Provenance:
    """What the manifest says; ``box`` is that of the run."""
    manifest, request = run.manifest, run.request
    return Provenance(
        folder=run.path.resolve().name,
        command=manifest.command,
        seed=request.seed,
        trisim=manifest.trisim,
        rules=manifest.rules,
        rules_version=manifest.rules_version,
        rules_now=game.rules_version,
        libraries=tuple(Library(name, version) for name, version in manifest.libraries.items()),
        box=manifest.box,
        values=values_of(box, manifest.box, bool(manifest.variants), game.box),
        variants=manifest.variants,
        strategies=manifest.strategies,
        sittings=manifest.sittings,
        seconds=manifest.seconds,
        finished=manifest.is_finished,
        games_asked=games_in_all(run),
        games_read=games,
        left_out=tuple(left_out),
    )


def games_in_all(run: Run) -> int:
    """The number of games of the finished run."""
    if run.manifest.stopped:
        return run.manifest.games
    return run.request.games


def values_of(box: Box, record: BoxRecord, varied: bool, form: BoxFormat[Any]) -> Values:
    """The origin of a box's values: a copy is recognised by its cards."""
    if record.source == REFERENCE:
        return Values.DERIVED if varied else Values.REFERENCE
    reference = load_box(form)
    if box.digest == reference.digest:
        return Values.REFERENCE
    same = sum(reference.by_id.get(name) == card for name, card in box.by_id.items())
    return Values.DERIVED if 2 * same > len(box.by_id) else Values.OTHER
