"""From runs on disk to the material of a report: opened, checked, read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import polars as pl

from trisim.record.tables import TABLES
from trisim.report.contents import CHAPTERS
from trisim.report.material import Material, RunMaterial
from trisim.sim.disk import checksum
from trisim.sim.errors import USER_MISTAKE, RunError
from trisim.sim.inputs import load_inputs
from trisim.sim.receipts import PartRecord, table_file
from trisim.sim.run import Run, lineup_words
from trisim.stats.balance.source import Batch, Facts, analyse, batch_of

PARTS_AT_A_TIME = 4
"""Some 30,000 games: enough to be worth the asking, few enough for any machine."""

Told = Callable[[int, int], None]
"""Hears how many games have been read, and of how many."""


class NothingToSayError(RunError):
    """A run about which a report can say nothing."""

    exit_code = USER_MISTAKE


def read_material(paths: Sequence[str | Path], told: Told = lambda done, games: None) -> Material:
    """Read all runs; what can't be read is left out, and the page says so."""
    runs = [Run(path) for path in paths]
    games, done = sum(run.games_played for run in runs), 0
    found = []
    for run in runs:
        found.append(read_run(run, lambda here, so_far=done: told(so_far + here, games)))  # type: ignore[misc]
        done += run.games_played
    return Material(tuple(found))


def read_run(run: Run, told: Callable[[int], None]) -> RunMaterial:
    """All sections of one run."""
    sound = [part for part in run.parts if not damaged_files(run, part)]
    if not sound:
        raise NothingToSayError(nothing_words(run))
    facts = facts_of(run, sound)
    wanted = {each.key: each.analysis for each in CHAPTERS if each.analysis is not None}
    return RunMaterial(facts, analyse(facts, batches(run, sound, facts, told), wanted))


def nothing_words(run: Run) -> str:
    """Why nothing can be said."""
    if run.parts:
        return f"{run.path}: all files of this run are damaged; 'trisim audit {run.path}' says how"
    return f"{run.path}: no game of this run has been finished; go on with '--resume'"


def damaged_files(run: Run, part: PartRecord) -> list[str]:
    """The files of a part that don't have the bytes that were written."""
    return [
        f"{table}/{table_file(part.part)}"
        for table, record in part.files.items()
        if checksum(run.path / table / table_file(part.part)) != record.sha256
    ]


def facts_of(run: Run, parts: Sequence[PartRecord]) -> Facts:
    """What the analyses have to know."""
    settings = run.settings
    unusable = {table: why for table in run.tables if (why := why_unusable(run, table, parts[0]))}
    return Facts(
        label=label_of(run),
        box=load_inputs(run.path, run.manifest),
        players=settings.players,
        lineup=settings.lineup,
        rotations=settings.rotations,
        games=sum(part.games for part in parts),
        tables=frozenset(run.tables) - frozenset(unusable),
        setups=tuple(setup.name for setup in settings.solo),
        achievements=settings.achievements,
        until=run.target(),
        unusable=unusable,
    )


def label_of(run: Run) -> str:
    """A run in a few words: its folder, and who played."""
    return f"{run.path.name} ({lineup_words(run.settings.lineup)})"


def why_unusable(run: Run, table: str, part: PartRecord) -> str:
    """What a table of another version lacks; nothing if it has all columns."""
    there = pl.scan_parquet(run.path / table / table_file(part.part)).collect_schema().names()
    lacking = [name for name in TABLES[table].names if name not in there]
    if not lacking:
        return ""
    return f"The table {table} is of another version of trisim and lacks {', '.join(lacking)}."


def batches(
    run: Run, parts: Sequence[PartRecord], facts: Facts, told: Callable[[int], None]
) -> Iterator[Batch]:
    """A few parts at a time."""
    done = 0
    for start in range(0, len(parts), PARTS_AT_A_TIME):
        here = parts[start : start + PARTS_AT_A_TIME]
        frames = {
            table: pl.scan_parquet(
                [run.path / table / table_file(part.part) for part in here], glob=False
            )
            for table in facts.tables
        }
        yield batch_of(frames, facts.rotations)
        done += sum(part.games for part in here)
        told(done)
