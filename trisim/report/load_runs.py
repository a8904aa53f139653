"""Loads runs for a report: opens, checks and reads each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from trisim.plugin import GamePlugin
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.files import Progress
from trisim.report.provenance import LeftOut, provenance_of
from trisim.report.run_names import run_names
from trisim.sim.errors import USER_MISTAKE, RunError, SettingsError
from trisim.sim.inputs import load_inputs
from trisim.sim.receipts import PartRecord, table_file
from trisim.sim.run import Run
from trisim.sim.verify import MISSING, FileKey, file_states
from trisim.stats.analyses.source import Batch, Facts, analyse

GAMES_AT_A_TIME = 32_768
"""Many enough for speed, few enough for the memory of any machine."""

NEEDED = ("games", "players")
"""Tables that every report needs."""


class NothingToSayError(RunError):
    """A run without anything to report."""

    exit_code = USER_MISTAKE


def silent(what: str, done: int, of: int) -> None: ...


# ---------------------------------------------------------------- which game


def game_of_all(runs: Sequence[Run]) -> GamePlugin:
    """The game of all runs; a report is about one."""
    first, *others = [run.plugin for run in runs]
    for run, game in zip(runs[1:], others, strict=True):
        if game.name != first.name:
            raise SettingsError(
                f"{run.path} is a run of {game.name}, and {runs[0].path} one of {first.name}: "
                "make a report of each"
            )
    return first


def options_of(run: Run) -> tuple[tuple[str, str], ...]:
    """Options of the game that differ from their defaults: names, and words for a reader."""
    return tuple(run.request.options.changed.items())


def roles_of(run: Run) -> str:
    """How roles are dealt: ``balanced`` and so on, or a list."""
    how = run.request.roles
    return how if isinstance(how, str) else ", ".join(how)


# ---------------------------------------------------------------- all runs


def read_runs(paths: Sequence[str | Path], on_progress: Progress = silent) -> ReportInputs:
    """Read all runs; unreadable parts are left out, and the page says so."""
    runs = [Run(path) for path in paths]
    game = game_of_all(runs)
    found: list[RunInputs] = []
    for number, run in enumerate(runs):
        words = f" of run {number + 1} of {len(runs)}" if len(runs) > 1 else ""
        found.append(read_run(run, on_progress, words))
    names = run_names([each.facts for each in found])
    return ReportInputs(
        tuple(
            replace(each, facts=replace(each.facts, label=name))
            for each, name in zip(found, names, strict=True)
        ),
        game.report,
        game.report.default_targets(),
    )


def read_run(run: Run, on_progress: Progress, words: str) -> RunInputs:
    """All sections of one run."""
    parts = run.recorded
    checking = f"Checking files{words}"
    states = file_states(run.path, parts, on_progress=lambda *count: on_progress(checking, *count))
    gone = tables_gone(states)
    sound, left_out = sorted_out(parts, states, gone)
    if not sound or gone & set(NEEDED):
        raise NothingToSayError(nothing_words(run, parts))
    facts = facts_of(run, sound, gone)
    game = run.plugin
    chapters = game.report.chapters
    wanted = {each.key: each.analysis for each in chapters if each.analysis is not None}
    reading = f"Reading games{words}"
    found = batches(run, sound, facts, lambda *count: on_progress(reading, *count))
    return RunInputs(
        facts,
        analyse(facts, found, wanted),
        provenance_of(run, game, facts.box, facts.games, left_out),
    )


def nothing_words(run: Run, parts: Sequence[PartRecord]) -> str:
    if parts:
        return (
            f"{run.path}: the files of this run are missing or damaged; "
            f"'trisim audit {run.path}' says which"
        )
    return f"{run.path}: no game of this run has been finished; continue with '--resume'"


# ---------------------------------------------------------------- which files can be read

States = Mapping[FileKey, str]
"""By part and table, the state of the file."""


def tables_gone(states: States) -> frozenset[str]:
    """Tables without any file: they were removed, and the rest can still be read."""
    tables = {table for _, table in states}
    there = {table for (_, table), state in states.items() if state != MISSING}
    return frozenset(tables - there)


def sorted_out(
    parts: Sequence[PartRecord], states: States, gone: frozenset[str]
) -> tuple[list[PartRecord], list[LeftOut]]:
    """The readable parts, and those that are left out."""
    sound: list[PartRecord] = []
    left_out: list[LeftOut] = []
    for part in parts:
        tables = [table for table in part.files if table not in gone]
        faults = [
            f"{table}/{table_file(part.part)} is {states[part.part, table]}"
            for table in tables
            if states[part.part, table]
        ]
        if faults:
            left_out.append(LeftOut(part.part, part.games, "; ".join(faults)))
        else:
            sound.append(part)
    return sound, left_out


# ---------------------------------------------------------------- what is read


def facts_of(run: Run, parts: Sequence[PartRecord], gone: frozenset[str] = frozenset()) -> Facts:
    """The facts for the analyses; the name of the run is that of its folder."""
    game, request, folder = run.plugin, run.request, run.path.resolve().name
    unusable = {table: f"The files of the table {table} have been removed." for table in gone}
    lacking: set[str] = set()
    for table in run.tables:
        if table in gone:
            continue
        if why := why_unusable(run, table, parts[0]):
            unusable[table] = why
        else:
            lacking |= {f"{table}.{name}" for name in lacking_columns(run, table, parts[0])}
    box = load_inputs(run.path, run.manifest)
    return Facts(
        label=folder,
        box=box,
        players=request.players,
        lineup=request.lineup,
        rotations=request.rotations,
        games=sum(part.games for part in parts),
        tables=frozenset(run.tables) - frozenset(unusable),
        game=game.name,
        outcome=game.info.outcome,
        role=game.info.role,
        automa=game.info.automa,
        scenarios=request.scenarios,
        roles=roles_of(run),
        role_ids=tuple(box.roles),
        options=options_of(run),
        rounds=game.report.rounds(box),
        game_tables=game.record.tables,
        variants=tuple(each.name for each in run.manifest.variants),
        folder=folder,
        seed=request.seed,
        until=run.target(),
        unusable=unusable,
        lacking=frozenset(lacking),
    )


def why_unusable(run: Run, table: str, part: PartRecord) -> str:
    """The columns that a table of another version lacks, in words; "" if it has all."""
    try:
        lacking = lacking_columns(run, table, part)
    except (OSError, pl.exceptions.PolarsError):
        return f"The table {table} can't be read."
    earlier = run.plugin.record.earlier
    if not set(lacking) - set(earlier.may_lack(table, run.manifest.format)):
        return ""
    return f"The table {table} is of another version of trisim and lacks {', '.join(lacking)}."


def lacking_columns(run: Run, table: str, part: PartRecord) -> list[str]:
    """The current columns that a table neither has nor can be supplied with."""
    path = run.path / table / table_file(part.part)
    there = run.scanned(table, [path]).collect_schema().names()
    return [name for name in run.declared[table].names if name not in there]


def batches(
    run: Run, parts: Sequence[PartRecord], facts: Facts, on_progress: Callable[[int, int], None]
) -> Iterator[Batch]:
    """Batches of parts with a limited number of games."""
    done = 0
    for here in bunches(parts):
        frames = {
            table: run.scanned(table, [run.path / table / table_file(part.part) for part in here])
            for table in sorted(facts.tables)
        }
        yield Batch(frames)
        done += sum(part.games for part in here)
        on_progress(done, facts.games)


def bunches(parts: Sequence[PartRecord]) -> Iterator[list[PartRecord]]:
    """Parts in order, grouped into as many games as are read at a time."""
    bunch: list[PartRecord] = []
    games = 0
    for part in parts:
        if bunch and games + part.games > GAMES_AT_A_TIME:
            yield bunch
            bunch, games = [], 0
        bunch.append(part)
        games += part.games
    if bunch:
        yield bunch
