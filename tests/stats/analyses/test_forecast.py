"""The forecast of winning: on games that it never saw, against slow Python."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

import numpy as np
import polars as pl
import pytest

from tests.report.small_games import facts
from trisim.record.base import Outcome
from trisim.stats.analyses.forecast import (
    LOST_BELOW,
    WON_ABOVE,
    Forecast,
    ForecastAnalysis,
    first_foretold,
    together,
)
from trisim.stats.analyses.source import Batch, Missing

TURNS = 10
ROTATIONS = 2


class ByLevel(ForecastAnalysis):
    numbers: ClassVar[tuple[str, ...]] = ("level",)


def walks(games: int, seed: int, told: bool = True) -> dict[str, pl.DataFrame]:
    """Games with a level that goes up and down; below -3 it is lost, at the end above 0 it is won.

    If it isn't ``told``, the table of turns has another level that says nothing.
    """
    rng = np.random.default_rng(seed)
    rows, won = [], []
    for game in range(games):
        level = 0.0
        for turn in range(TURNS):
            level += float(rng.normal())
            shown = level if told else float(rng.normal())
            rows.append((game, turn, 1 + turn // 5, shown))
            if level < -3:
                break
        won.append(level > 0)
    deal = np.arange(games) // ROTATIONS
    return {
        "games": pl.DataFrame({"game": range(games), "deal": deal, "won": won}).with_columns(
            scenario=pl.lit("calm")
        ),
        "turns": pl.DataFrame(rows, schema=["game", "turn", "round", "level"], orient="row"),
    }


def analysed(tables: dict[str, pl.DataFrame], parts: int = 1) -> ByLevel:
    games = len(tables["games"])
    analysis = ByLevel(facts(Outcome.TEAM, games=games, scenarios=("calm",)))
    each = -(-games // parts)
    for part in range(parts):
        frames = {
            name: frame.filter(pl.col("game") // each == part).lazy()
            for name, frame in tables.items()
        }
        analysis.read(Batch(frames))
    return analysis


@lru_cache(maxsize=2)
def whole(told: bool = True) -> tuple[ByLevel, Forecast]:
    analysis = analysed(walks(2000, 1, told))
    found = analysis.result()
    assert isinstance(found, Forecast)
    return analysis, found


def test_figures_are_of_held_out_games_alone() -> None:
    analysis, found = whole()
    course = together(analysis.courses)
    held = course.deal % 2 == 1
    chance = analysis.chances(course, held)
    rows = held[course.game]
    error = (chance[rows] - course.won[course.game][rows]) ** 2
    assert found.brier.value == pytest.approx(error.mean())
    assert (found.fitted, found.held_out) == (1000, 1000)
    assert found.won.value == pytest.approx(course.won[held].mean())
    assert found.bias.value == pytest.approx((chance[rows] - course.won[course.game][rows]).mean())


def test_what_is_open_and_foretold_against_loops() -> None:
    analysis, found = whole()
    course = together(analysis.courses)
    held = course.deal % 2 == 1
    chance = analysis.chances(course, held)
    many = int(course.turn.max()) + 1
    still_open, told, after, lost = [0] * many, [0] * many, 0, 0
    for game in np.flatnonzero(held):
        path = [float(p) for p in chance[course.game == game]]
        for turn, p in enumerate(path):
            still_open[turn] += LOST_BELOW <= p <= WON_ABOVE
        if course.won[game]:
            continue
        lost += 1
        first = next((t for t in range(len(path)) if max(path[t:]) < LOST_BELOW), None)
        if first is not None:
            after += len(path) - first
            for turn in range(first, many):
                told[turn] += 1
    for turn, each in enumerate(found.turns):
        assert each.open.value == pytest.approx(still_open[turn] / held.sum())
        assert each.foretold.value == pytest.approx(told[turn] / lost)
    assert found.foretold.value == pytest.approx(told[-1] / lost)
    assert found.after.value == pytest.approx(after / lost)


def test_a_telling_level_is_learned_and_calibrated() -> None:
    _, found = whole()
    assert found.skill.low > 0.2
    assert not found.bias.excludes(0)
    off = [each for each in found.bins if each.won.excludes(each.chance.value)]
    assert len(off) <= 1
    first, last = found.turns[0], found.turns[-1]
    assert last.won.value - last.lost.value > first.won.value - first.lost.value + 0.3


def test_a_level_that_says_nothing_teaches_nothing() -> None:
    analysis, found = whole(told=False)
    course = together(analysis.courses)
    # games that have come so far are won more often: that alone is known from the turn
    assert found.skill.value < 0.15
    assert found.skill.value < whole()[1].skill.low
    assert course.numbers.shape[1] == 1


def test_batches_make_no_difference() -> None:
    tables = walks(600, 3)
    one, several = analysed(tables).result(), analysed(tables, parts=3).result()
    assert one == several


def test_too_few_wins_are_not_forecast() -> None:
    tables = walks(400, 4)
    lost = tables["games"].with_columns(won=pl.lit(value=False))
    found = analysed({**tables, "games": lost}).result()
    assert isinstance(found, Missing)
    assert "0 are won" in found.reason


def test_the_first_turn_that_is_foretold() -> None:
    never = np.iinfo(np.int64).max
    chance = np.array([[0.05, 0.05, 0.05], [0.5, 0.05, 0.0], [0.05, 0.5, 0.0], [0.0, 0.0, 0.0]])
    length = np.array([3, 2, 2, 0])
    assert list(first_foretold(chance, length)) == [0, 1, never, never]
