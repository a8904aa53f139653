"""Rows of every registered game: the same however it is played, and however it is asked."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.contract.compiled import choices, read, requests
from tests.contract.playing import (
    CUT,
    GAMES,
    Rows,
    has_presets,
    plain,
    played,
    request_of,
    rows_of,
    scenario_request,
    small_run,
    weights_of,
)
from tests.installed import ROOT, environment
from tests.sim.damage import copy_of
from tests.sim.helpers import litter, parquet
from tests.sim.planted import Planted, planted_errors
from trisim.engine.loop import GAME_AT
from trisim.plugin import Outcome, load
from trisim.sim.audit import audit
from trisim.sim.block import BlockPlayer, replay_game
from trisim.sim.errors import InterruptedRunError
from trisim.sim.plan import Plan
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest

pytestmark = pytest.mark.parametrize("name", GAMES)


def rows_in(folder: Path) -> Rows:
    """All rows of a run on disk, by table."""
    run = Run(folder)
    return {name: run.table(name).collect().to_dicts() for name in run.request.tables}


@cache
def plain_rows(request: RunRequest) -> Rows:
    """The rows of a request, played plain; not to be changed."""
    return rows_of(plain(request))


def usual_rows(name: str) -> Rows:
    return plain_rows(request_of(name))


# ---------------------------------------------------------------- compiled and plain


def test_compiled_and_plain_games_are_the_same_and_a_tuning_works(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "compiled.pkl"
    subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.contract.compiled", name, str(path)],
        cwd=ROOT,
        env=environment(NUMBA_DISABLE_JIT="0"),
        check=True,
        timeout=900,
    )
    found = read(path)
    assert found.rows == [plain_rows(request) for request in requests(name)]
    assert found.choices == choices(name, False)
    if weights_of(load(name)):
        assert found.tuned.generations == 2
        assert found.tuned.opponents > 0
        assert {*tomllib.loads(found.tuned.text)["weights"]} <= {*load(name).players.features}


# ---------------------------------------------------------------- jobs, parts, backends


@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_jobs_and_backends_change_no_byte(name: str, backend: str, tmp_path: Path) -> None:
    folder = played(tmp_path / "run", request_of(name), jobs=2, backend=backend)
    assert parquet(folder) == parquet(small_run(name).path)


def test_the_size_of_parts_changes_no_row(name: str, tmp_path: Path) -> None:
    for number, request in enumerate(requests(name)):
        for part_games in (request.games, request.games_a_deal):
            out = tmp_path / f"{number}-{part_games}"
            folder = played(out, replace(request, part_games=part_games), jobs=2)
            assert rows_in(folder) == plain_rows(request)


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(name: str, tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError, match="continue with --resume"):
        played(tmp_path / "run", request_of(name), play=CUT)
    assert 0 < len(parquet(tmp_path / "run")) < len(parquet(small_run(name).path))
    folder = played(tmp_path / "run", request_of(name), resume=True)
    assert parquet(folder) == parquet(small_run(name).path)
    assert not litter(folder)


# ---------------------------------------------------------------- what rows say


def test_a_run_has_the_tables_and_columns_that_are_declared(name: str) -> None:
    run, tables = small_run(name), load(name).record.tables
    assert {*run.request.tables} <= {*tables}
    for table in run.request.tables:
        assert run.table(table).collect_schema().names() == list(tables[table].names)
    games = run.table("games").collect()
    assert games["game"].to_list() == list(range(run.request.games))
    assert (games["status"].cast(str) == "finished").all()
    assert ("won" in games.columns) is (load(name).info.outcome is Outcome.TEAM)


def test_wins_follow_the_outcome(name: str) -> None:
    tables = usual_rows(name)
    wins: dict[int, list[float]] = {}
    for row in tables["players"]:
        wins.setdefault(row["game"], []).append(row["win"])
    for row in tables["games"]:
        if load(name).info.outcome is Outcome.TEAM:
            assert wins[row["game"]] == [float(row["won"])] * row["players"]
        else:
            assert sum(wins[row["game"]]) == pytest.approx(1)


def test_every_role_is_dealt_equally_often(name: str) -> None:
    role = load(name).info.role
    if role is None:
        pytest.skip("no roles")
    plan = plain(request_of(name))
    roles, design = list(plan.box.roles), plan.design
    dealt: Counter[Any] = Counter()
    for game in range(len(design.cycle) * design.games_a_deal):
        dealt.update((at, seat.role) for at, seat in enumerate(design.seats(game)))
    assert {each for _, each in dealt} == {*roles}
    assert len({*dealt.values()}) == 1
    assert len(dealt) == len(roles) * plan.request.players


def test_scenarios_have_their_names(name: str) -> None:
    if not has_presets(name):
        pytest.skip("no presets")
    request = scenario_request(name)
    games = plain_rows(request)["games"]
    first, second = request.scenarios
    assert [first, second] == list(load(name).info.presets)[:2]
    half = request.games_a_deal // 2
    assert [row["scenario"] for row in games] == ([first] * half + [second] * half) * 2
    assert {row["scenario"] for row in usual_rows(name)["games"]} == {
        load(name).info.options().scenario
    }


# ---------------------------------------------------------------- replay and audit


def replayed(plan: Plan, number: int) -> Rows:
    """The rows of a game that is played once more, decision by decision."""
    rules, deal = plan.game.rules, plan.design.key_of(number)[0]
    table = BlockPlayer(plan, deal, 1)
    table.state.at = number - deal * plan.design.games_a_deal
    game, choosers = replay_game(plan, number)
    while not game.is_over:
        rules.kernel("note_choice")(game.state, game._log, game.seat, len(game.legal()))
        game.apply(choosers[game.seat](game))
    table.record.clear(table.rows)
    table.pool[GAME_AT] = game.state
    rules.loop.end_game(
        table.state,
        table.pool,
        table.box,
        game._log,
        table.tallies,
        table.rows,
        table.policies,
        table.places,
    )
    return {each: table.take(each).to_pylist() for each in plan.request.tables}


def test_a_replayed_game_has_the_rows_of_the_run(name: str) -> None:
    for request in requests(name):
        plan, rows = plain(request), plain_rows(request)
        for number in (1, request.games - 1):
            assert replayed(plan, number) == {
                table: [row for row in each if row["game"] == number]
                for table, each in rows.items()
            }


def test_the_audit_is_clean(name: str) -> None:
    run = small_run(name)
    report = audit(run.path, replay=run.request.games)
    assert report.is_clean
    assert len(report.results) > 10
    assert not report.skipped


def some_errors(name: str) -> list[Planted]:
    """Every kind of error that can be planted; one stands for all parts of a score, and one for
    all that a replay finds."""
    errors = planted_errors(small_run(name).path)
    parts = [error for error in errors if "another vp_" in error.name]
    slow = [error for error in errors if error.replay]
    return [error for error in errors if error not in (*parts[1:], *slow[1:])]


def test_the_audit_finds_planted_errors(name: str, tmp_path: Path) -> None:
    errors = some_errors(name)
    assert len(errors) > 12
    for number, error in enumerate(errors):
        folder = copy_of(small_run(name).path, tmp_path / str(number))
        error.plant(folder)
        assert error.is_found(audit(folder, replay=error.replay)), error.name
