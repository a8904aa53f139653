"""Ratings: known strengths are found, ties are fair, and intervals hold as often as they say."""

from __future__ import annotations

import math
from itertools import combinations

import choix
import numpy as np
import pytest

from tests.stats.planted import share, tolerated
from tests.stats.tables_of_games import planted_sheets, sheet_of
from trisim.stats import ratings
from trisim.stats.deal_arrays import Sheet
from trisim.stats.ratings import (
    StageCounts,
    Stages,
    count_stages,
    fit,
    is_connected,
    rate,
    stages_of,
    times_counted,
)

FOUR = [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)]
LOGS = (-0.7, -0.1, 0.2, 0.6)
SCALE = 400 / math.log(10)


def counted(sheets: list[Sheet], seed: int = 1) -> StageCounts:
    found = StageCounts(seed)
    found.read(sheets)
    return found


def rated(sheets: list[Sheet], strategies: int, seed: int = 1) -> ratings.Ratings:
    rows = dict.fromkeys(range(strategies), 100)
    players = sheets[0].players
    return rate(counted(sheets, seed), rows, len(sheets[0].deals), players)


def fitted(found: StageCounts, strategies: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    names = sorted(found.whole)
    counts = np.array([found.whole[stage] for stage in names])
    return fit(Stages.of(names, strategies), counts)


def rankings(sheets: list[Sheet]) -> list[tuple[int, ...]]:
    """Every game as choix takes it."""
    return [
        tuple(sheet.lineup[place] for place in np.argsort(ranks))
        for sheet in sheets
        for ranks in sheet.rank.reshape(-1, sheet.players)
    ]


def test_counts_give_what_choix_finds_game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "GHOST", 1e-5)
    sheets = planted_sheets(np.random.default_rng(1), LOGS, FOUR, 10)
    expected = choix.mm_rankings(4, rankings(sheets), tol=1e-12)
    assert fitted(counted(sheets), 4) == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_several_seats_of_a_strategy_give_what_choix_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "GHOST", 1e-5)
    lineups = [(0, 1, 1, 1), (1, 0, 0, 0), (0, 2, 2, 2), (2, 1, 1, 0)]
    sheets = planted_sheets(np.random.default_rng(2), LOGS[:3], lineups, 10)
    expected = choix.mm_rankings(3, rankings(sheets), tol=1e-12)
    assert fitted(counted(sheets), 3) == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_known_strengths_are_inside_the_intervals() -> None:
    sheets = planted_sheets(np.random.default_rng(3), LOGS, FOUR, 400)
    found = rated(sheets, 4)
    assert found.bounded
    for log, each in zip(LOGS, found.each, strict=True):
        assert not each.rating.excludes(1500 + SCALE * log)
        assert each.rating.halfwidth < 15
    assert sum(each.rating.value for each in found.each) == pytest.approx(4 * 1500)


def test_intervals_hold_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a deal are alike, and line-ups share deals: only a bootstrap over deals knows."""
    monkeypatch.setattr(ratings, "REPEATS", 40)
    rng = np.random.default_rng(4)
    logs, lineups = (-0.4, 0.0, 0.4), [(0, 1), (0, 2), (1, 2)]
    experiments = 120
    held = []
    for number in range(experiments):
        sheets = planted_sheets(rng, logs, lineups, 40, alike=0.8)
        each = rated(sheets, 3, seed=number).each
        points = [one.rating for one in each]
        held.append(
            all(not p.excludes(1500 + SCALE * log) for p, log in zip(points, logs, strict=True))
        )
    least, _ = tolerated(experiments)
    assert share(held) >= least  # Bonferroni's are together a little too wide, if anything


def test_order_of_strategies_changes_nothing() -> None:
    sheets = planted_sheets(np.random.default_rng(5), LOGS, FOUR, 60)
    turned = [
        Sheet(tuple(3 - each for each in s.lineup), s.deals, s.rank, s.score, s.win) for s in sheets
    ]
    there, back = rated(sheets, 4).each, rated(turned, 4).each[::-1]
    for one, other in zip(there, back, strict=True):
        assert one.rating.value == pytest.approx(other.rating.value, abs=1e-3)
        assert one.rating.low == pytest.approx(other.rating.low, abs=1e-2)


def test_order_of_line_ups_changes_nothing() -> None:
    sheets = planted_sheets(np.random.default_rng(6), LOGS, FOUR, 60)
    there, back = rated(sheets, 4), rated(sheets[::-1], 4)
    assert there == back


def test_a_tie_counts_for_every_order_alike() -> None:
    tied = sheet_of((0, 1, 2), np.array([[[1, 1, 3]]]))
    orders = sheet_of((0, 1, 2), np.array([[[1, 2, 3], [2, 1, 3]]]))
    assert (2 * count_stages(tied) == count_stages(orders)).all()


def test_all_equal_is_all_equal() -> None:
    sheet = sheet_of((0, 1, 2, 3), np.ones((3, 4, 4), dtype=np.int64))
    assert fitted(counted([sheet]), 4) == pytest.approx([0] * 4)
    counts = dict(zip(stages_of(4), count_stages(sheet)[0], strict=True))
    assert len({counts[first, (0, 1, 2, 3)] for first in range(4)}) == 1


def test_ties_pull_ratings_together() -> None:
    clear = sheet_of((0, 1), np.array([[[1, 2], [1, 2], [2, 1], [1, 2]]]))
    some = sheet_of((0, 1), np.array([[[1, 2], [1, 1], [2, 1], [1, 2]]]))
    assert 0 < fitted(counted([some]), 2)[0] < fitted(counted([clear]), 2)[0]


def test_who_never_loses_has_a_rating_but_no_interval() -> None:
    always = sheet_of((0, 1), np.tile([1, 2], (50, 2, 1)))
    found = rated([always], 2)
    assert not found.bounded
    assert math.isfinite(found.each[0].rating.value)
    assert found.each[0].rating.high == math.inf
    assert found.each[0].chance.low == 0.0
    assert found.each[0].rating.as_dict()["high"] is None


def test_a_single_upset_connects() -> None:
    ranks = np.tile([1, 2, 3], (20, 3, 1))
    sheet = sheet_of((0, 1, 2), ranks)
    names = sorted(counted([sheet]).whole)
    assert not is_connected(
        Stages.of(names, 3), np.array([counted([sheet]).whole[n] for n in names])
    )
    ranks[7, 1] = [3, 1, 2]
    ranks[8, 1] = [2, 3, 1]
    assert rated([sheet_of((0, 1, 2), ranks)], 3).bounded


def test_a_deal_counts_alike_in_all_line_ups_and_parts() -> None:
    whole = times_counted(7, np.arange(600))
    parts = [times_counted(7, np.arange(first, first + 150)) for first in range(0, 600, 150)]
    assert (whole == np.concatenate(parts, axis=1)).all()
    assert whole.mean() == pytest.approx(1, abs=0.02)
    assert (whole != times_counted(8, np.arange(600))).any()


def test_even_table_gives_par() -> None:
    for players in (2, 3, 4):
        assert ratings.chance(1500, players) == pytest.approx(1 / players)


def test_stages_of_a_table_are_all_choices_there_are() -> None:
    found = stages_of(4)
    sets = [set(places) for size in (2, 3, 4) for places in combinations(range(4), size)]
    assert len(found) == len(set(found)) == sum(len(each) for each in sets)
