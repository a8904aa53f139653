"""An opened run: its request, and its tables as lazy polars frames."""

from __future__ import annotations

import atexit
import html
import logging
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from trisim.box.faults import did_you_mean
from trisim.plugin import GamePlugin
from trisim.record.base import Outcome
from trisim.record.columns import Table
from trisim.sim.earlier import FORMAT
from trisim.sim.errors import USER_MISTAKE, FolderError, RunError
from trisim.sim.folder import recorded_parts
from trisim.sim.manifest import Manifest, read_manifest
from trisim.sim.query import answering, ask, tables_named
from trisim.sim.receipts import PartRecord, table_file
from trisim.sim.run_request import RunRequest
from trisim.sim.verify import how_to_repair, verify_table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from trisim.box.box import Box
    from trisim.stats.sequence import Target
    from trisim.stats.solo import SoloSummary
    from trisim.stats.summary import Summary
    from trisim.stats.team_summary import TeamSummary


LOG = logging.getLogger("trisim")

MOST_NAMED = 5
"""Missing parts that a warning names."""


class NoTableError(RunError):
    """A table that this run, or any run, doesn't have."""

    exit_code = USER_MISTAKE


class NoColumnError(RunError):
    """A column that a table doesn't have."""

    exit_code = USER_MISTAKE


class SummaryError(RunError):
    """A summary for runs of another kind."""

    exit_code = USER_MISTAKE


class Run:
    """A run on disk, finished or not, with the parts that were complete when it was opened.

    ``games``, ``players``, ``rounds``, ``turns``, ``cards`` and ``ledger`` are lazy polars frames.
    The files of a table are compared with their checksums when it is first read, unless ``verify``
    is false: a file that has changed raises ``DamagedFileError``. Frames of a run that an earlier
    version wrote have the current columns, as far as they are stored or follow from others.
    """

    def __init__(self, path: str | Path, *, verify: bool = True) -> None:
        self.path = Path(path)
        check_no_file(self.path)
        self.manifest: Manifest = read_manifest(self.path)
        self._verify = verify
        self.recorded: tuple[PartRecord, ...] = tuple(
            recorded_parts(self.path, self.manifest).values()
        )
        """The finished parts, with or without their files."""

        self.parts: tuple[PartRecord, ...] = tuple(
            part for part in self.recorded if part.is_in(self.path)
        )
        """The complete parts; only they are read."""

    # -- what it is

    @property
    def request(self) -> RunRequest:
        return self.manifest.request

    @property
    def is_finished(self) -> bool:
        return self.manifest.is_finished

    @property
    def games_played(self) -> int:
        """The number of games that can be read."""
        return sum(part.games for part in self.parts)

    @property
    def missing_parts(self) -> list[int]:
        """The finished parts of which a file is now missing or cut off."""
        there = {part.part for part in self.parts}
        recorded = [part.part for part in self.recorded]
        expected = range(self.manifest.part_count) if self.is_finished else recorded
        return [part for part in expected if part not in there]

    @property
    def plugin(self) -> GamePlugin:
        return self.manifest.plugin

    @property
    def declared(self) -> Mapping[str, Table]:
        """All tables that runs of this game can have, by name."""
        return self.plugin.record.tables

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that this run has."""
        return self.request.tables

    @property
    def bytes(self) -> int:
        """The size of all tables on disk."""
        return sum(file.bytes for part in self.parts for file in part.files.values())

    def rows(self, name: str) -> int:
        self._check(name)
        return sum(part.files[name].rows for part in self.parts)

    def columns(self, name: str) -> list[str]:
        """The columns of a table; of an earlier format: those that are stored or supplied."""
        self._check(name)
        if self.manifest.format == FORMAT or not self.parts:
            return self.declared[name].names
        first = self.path / name / table_file(self.parts[0].part)
        return self.scanned(name, [first]).collect_schema().names()

    def files(self, name: str) -> list[Path]:
        self._check(name)
        if not self.path.is_dir():
            raise FolderError(f"{self.path}: this run is {self._gone_words()}")
        if self._verify:
            verify_table(self.path, self.recorded, name)
        self._say_what_is_missing()
        return [self.path / name / table_file(part.part) for part in self.parts]

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}: {self._words()})"

    def _repr_html_(self) -> str:
        tables = ", ".join(f"<code>{name}</code> {self.rows(name):,}" for name in self.tables)
        path, words = html.escape(str(self.path)), html.escape(self._words())
        return f"<p><b>{path}</b>: {words}<br>rows: {tables}</p>"

    def _words(self) -> str:
        asked, played = self.request, self.games_played
        state = "" if self.is_finished else f" of {asked.games:,}, not finished"
        if asked.automas:
            table = f"{asked.lineup[0]} against {asked.opponent}"
        else:
            table = f"{asked.players} players, {lineup_words(asked.lineup)}"
        return f"{played:,} games{state}; {table}, seed {asked.seed}"

    @cached_property
    def box(self) -> Box:
        """The box that the run was played with, from its own copy."""
        from trisim.sim.inputs import load_inputs

        return load_inputs(self.path, self.manifest)

    # -- its rows

    @property
    def games(self) -> pl.LazyFrame:
        """A row for each game."""
        return self.table("games")

    @property
    def players(self) -> pl.LazyFrame:
        """A row for each player of a game."""
        return self.table("players")

    def __getattr__(self, name: str) -> pl.LazyFrame:
        """Any table of the game by its name: ``run.turns``."""
        if hasattr(type(self), name):  # a property that raised: its own error is reported
            found: pl.LazyFrame = object.__getattribute__(self, name)
            return found
        is_open = "manifest" in vars(self)  # not yet while it is copied
        if not is_open or name.startswith("_") or name not in self.declared:
            raise AttributeError(f"a run has no attribute '{name}'")
        return self.table(name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.tables})

    def table(self, name: str) -> pl.LazyFrame:
        """A table by name, as a lazy frame over all complete parts."""
        import polars as pl

        if files := self.files(name):
            return self.scanned(name, files)
        blank = pl.from_arrow(blank_table(self.declared[name]))
        assert isinstance(blank, pl.DataFrame)
        return blank.lazy()

    def scanned(self, name: str, files: list[Path]) -> pl.LazyFrame:
        """Some files of a table as a lazy frame, with the current columns."""
        import polars as pl

        frame = pl.scan_parquet(files, glob=False)
        earlier, number = self.plugin.record.earlier, self.manifest.format
        return earlier.current_columns(self.declared[name], frame, self.request, number)

    def solo_games(self) -> pl.LazyFrame:
        """A row for each game against an automa: the player's, with ``scenario`` and ``margin``."""
        from trisim.stats.solo import solo_games

        if not self.request.automas:
            raise SummaryError(f"{self.path}: this is no solo run; its games are in players")
        return solo_games(self.players, self.request.scenarios, self.request.info.automa)

    def frames(self) -> dict[str, pl.LazyFrame]:
        return {name: self.table(name) for name in self.tables}

    def to_pandas(self, name: str, columns: str | Sequence[str] | None = None) -> pd.DataFrame:
        """A table as a pandas frame, all of it or some columns; words are categories."""
        import pyarrow.parquet as pq

        if self.manifest.format != FORMAT:
            return self._converted(name, columns)
        files = self.files(name)
        declared = self.declared[name]
        wanted = declared.names if columns is None else columns_of(declared, columns)
        if files:
            return pq.read_table(files, columns=wanted).to_pandas()
        return blank_table(declared).select(wanted).to_pandas()

    def _converted(self, name: str, columns: str | Sequence[str] | None) -> pd.DataFrame:
        """A table of an earlier format as a pandas frame."""
        there = self.columns(name)
        wanted = there if columns is None else columns_of(self.declared[name], columns)
        for column in wanted:
            if column not in there:
                raise NoColumnError(
                    f"{self.path}: an earlier version of trisim wrote this run, and its table "
                    f"'{name}' has no column '{column}'"
                )
        return self.table(name).select(wanted).collect().to_arrow().to_pandas()

    def sql(self, query: str) -> pl.DataFrame:
        """The answer to a query in SQL; the run's tables have their names."""
        with self.asking(query) as answer:
            return answer.collect(engine="streaming")

    @contextmanager
    def asking(self, query: str) -> Iterator[pl.LazyFrame]:
        """The lazy result of a query; only tables that the query names are opened."""
        frames = {name: self.table(name) for name in tables_named(query, self.tables)}
        with answering(frames, self.tables, self.declared):
            yield ask(frames, query)

    def summary(self) -> Summary:
        """Win rates of seats, roles and strategies, with intervals; not against an automa."""
        from trisim.stats.summary import summarise

        if self.request.automas:
            raise SummaryError(f"{self.path}: this is a solo run; ask for its solo_summary()")
        if self.request.info.outcome is Outcome.TEAM:
            raise SummaryError(f"{self.path}: a team plays in this run; ask for its team_summary()")
        role = self.request.info.role
        return summarise(self.files("players"), role, until=self.target())

    def solo_summary(self) -> SoloSummary:
        """The win rate against the automa, margin and scores, by scenario and by role."""
        from trisim.stats.solo import summarise_solo

        if not self.request.automas:
            raise SummaryError(f"{self.path}: this is no solo run; ask for its summary()")
        scenarios, info = self.request.scenarios, self.request.info
        files = self.files("players")
        return summarise_solo(files, scenarios, info.automa, info.role, until=self.target())

    def team_summary(self) -> TeamSummary:
        """The win rate of the team, by scenario, role and strategy."""
        from trisim.stats.team_summary import summarise_team

        info = self.request.info
        if info.outcome is not Outcome.TEAM:
            raise SummaryError(f"{self.path}: no team plays in this run; ask for its summary()")
        files = self.files("games"), self.files("players")
        return summarise_team(*files, self.request.scenarios, info.role, until=self.target())

    def target(self) -> Target | None:
        """The metric and half-width at which the run stops."""
        from trisim.stats.sequence import Metric, Target

        until = self.request.until_ci
        return None if until is None else Target(Metric(until[0]), until[1])

    def _check(self, name: str) -> None:
        if name not in self.declared:
            known = did_you_mean(name, list(self.declared))
            raise NoTableError(f"there is no table '{name}'; {known}")
        if name not in self.tables:
            raise NoTableError(
                f"{self.path}: this run has no table '{name}'; "
                f"it is written by a run {self.declared[name].asked_for}"
            )

    def _say_what_is_missing(self) -> None:
        """Warn once of missing parts."""
        if (missing := self.missing_parts) and not self._has_said_what_is_missing:
            LOG.warning(
                "trisim: %s: %d of %d parts are missing or cut off (%s%s), and their games are "
                "left out; %s",
                self.path,
                len(missing),
                len(missing) + len(self.parts),
                ", ".join(f"part-{part:05d}" for part in missing[:MOST_NAMED]),
                ", …" if len(missing) > MOST_NAMED else "",
                how_to_repair(self.path),
            )
            self._has_said_what_is_missing = True

    _has_said_what_is_missing = False

    # -- temporary runs

    def remove_at_exit(self) -> Run:
        """Remove the whole run when Python ends, or with ``close``."""
        atexit.register(self.close)
        self._is_temporary = True
        return self

    def close(self) -> None:
        """Remove a run that was made without ``out``; leave any other as it is."""
        if self._is_temporary:
            shutil.rmtree(self.path, ignore_errors=True)
            atexit.unregister(self.close)

    def _gone_words(self) -> str:
        """The message for a run whose folder no longer exists."""
        if self._is_temporary:
            return "closed, and its folder removed; give trisim.run a folder with out to keep it"
        return "gone: its folder was removed or renamed since it was opened; open it again"

    _is_temporary = False

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open(path: str | Path, *, verify: bool = True) -> Run:  # noqa: A001 (``trisim.open``)
    """Open a run, finished or not; ``verify=False`` skips the comparison with checksums."""
    return Run(path, verify=verify)


def check_no_file(path: Path) -> None:
    """Stop at a file where the folder of a run is expected."""
    if path.exists() and not path.is_dir():
        raise FolderError(f"{path}: this is a file, not a folder; name the folder of a run")


def columns_of(table: Table, columns: str | Sequence[str]) -> list[str]:
    """Requested columns of a table; raises if it lacks one."""
    wanted = [columns] if isinstance(columns, str) else list(columns)
    known = table.names
    for column in wanted:
        if column not in known:
            hint = did_you_mean(str(column), known)
            raise NoColumnError(f"table '{table.name}' has no column '{column}'; {hint}")
    return wanted


def blank_table(table: Table) -> pa.Table:
    from trisim.record.arrow import schema

    return schema(table).empty_table()


def lineup_words(lineup: Sequence[str]) -> str:
    """A line-up in its shortest notation.

    >>> lineup_words(["random"] * 4), lineup_words(["tuned", "random", "random"])
    ('random', 'tuned,random*2')
    """
    if len(set(lineup)) == 1:
        return lineup[0]
    runs: list[tuple[str, int]] = []
    for name in lineup:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return ",".join(name if count == 1 else f"{name}*{count}" for name, count in runs)
