"""Sound runs of this game are clean, whatever is written; no number can be changed unseen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from tests.madness.audit.runs import aborted_run, evidence_of, run_of
from tests.madness.record.playing import cases
from tests.sim.damage import copy_of, put, rewrite
from trisim.games.madness.audit.evidence import Evidence
from trisim.games.madness.record.tables import TABLES
from trisim.plugin import load
from trisim.record.columns import Kind, Table
from trisim.sim.audit import audit
from trisim.sim.audit.kit import checks_of
from trisim.sim.run import Run

CHECKS = checks_of(load("madness"))
NUMBERS = (Kind.SMALL, Kind.COUNT, Kind.NUMBER, Kind.LONG)
UNSEEN = {
    "games": {"loss_seat"},
    "players": {"all_restricted", "actions_left", "actions_received", "madness_empty"},
    "turns": {"choices", "options"},
    "actions": {"depth", "given_by"},
    "curses": {"tokens", "neutralised"},
    "cards": {"turn_lost"},
}
"""Numbers that the other tables may fit even if they are changed: only a replay knows."""


@pytest.mark.parametrize("case", cases())
def test_a_sound_run_is_clean(case: str) -> None:
    report = audit(run_of(case), replay=1)
    assert report.is_clean, [str(each) for result in report.results for each in result.first]
    assert report["replay"].looked_at > 0
    assert not report.skipped


def test_aborted_games_are_written_down_and_clean() -> None:
    frame = Run(aborted_run()).table("games").collect()
    assert (frame["status"].cast(str) == "aborted").all()
    assert not frame["won"].any()
    assert (frame["loss"].cast(str) == "none").all()
    assert (frame["turns"] > 0).all()
    report = audit(aborted_run())
    assert report.is_clean, [str(each) for result in report.results for each in result.first]


def finders(case: str, table: str, column: str) -> Iterator[str]:
    """The checks that find one more in the middle row that has a number in a column."""
    evidence = evidence_of(case)
    for name in evidence.tables:
        evidence.as_written(name)
    frame = evidence.as_written(table)
    there = frame.with_row_index("at").filter(pl.col(column).is_not_null())["at"]
    middle = pl.int_range(pl.len()) == there[len(there) // 2]
    changed = pl.when(middle).then(pl.col(column) + 1).otherwise(column)
    evidence._frames[table] = frame.with_columns(changed.alias(column))
    yield from (check.name for check in CHECKS if finds(check.name, evidence))


def finds(name: str, evidence: Evidence) -> bool:
    (check,) = (each for each in CHECKS if each.name == name)
    return check.chapter != "files" and any(True for _ in check.look(evidence))


def numbers_of(table: Table) -> list[str]:
    """The columns with whole numbers, apart from those that name a row."""
    columns = [column for column in table.columns if column.kind in NUMBERS]
    return [column.name for column in columns if column.name not in (*table.key, "deal")]


@pytest.mark.parametrize("table", TABLES)
def test_a_changed_number_is_seen(table: str) -> None:
    """One more in any column, in the middle of the table, is found by some check."""
    unseen = {
        column
        for column in numbers_of(TABLES[table])
        if next(finders("gifts", table, column), None) is None
    }
    assert unseen <= UNSEEN.get(table, set())


def test_a_replay_finds_what_no_check_can_know(tmp_path: Path) -> None:
    folder = copy_of(run_of("hard"), tmp_path)
    rewrite(folder, "turns", put("options", lambda old: old + 1, pl.col("game") == 0))
    assert audit(folder).is_clean
    assert audit(folder, replay=1).failed == ("replay",)
