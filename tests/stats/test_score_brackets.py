"""Good scores: quantiles and brackets by hand, and intervals that hold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from tests.stats.planted import share, tolerated
from trisim.stats import score_brackets
from trisim.stats.score_brackets import (
    ScoreCounts,
    brackets,
    edges_for,
    quantile,
    score_tables,
    thresholds,
)


def counts_of(games: dict[int, tuple[int, int]]) -> ScoreCounts:
    """From games and wins by score."""
    return ScoreCounts(
        {score: n for score, (n, _) in games.items()}, {score: w for score, (_, w) in games.items()}
    )


def test_counts_add_up() -> None:
    counts = ScoreCounts()
    counts.add(np.array([50.0, 60.0, 50.0]), np.array([0.0, 1.0, 1.0]))
    counts.add(np.array([60.0, -3.0]), np.array([1.0, 0.0]))
    assert (counts.games, counts.wins) == ({50: 2, 60: 2, -3: 1}, {50: 1, 60: 2, -3: 0})
    assert counts.total == 5


def test_quantiles_by_hand() -> None:
    counts = counts_of(dict.fromkeys(range(1, 101), (1, 0)))
    half = quantile(counts, 0.5)
    assert half.score.value == 50
    assert (half.score.low, half.score.high) == (40, 61)  # ranks of the sign test
    assert half.score.n == 100
    few = quantile(counts_of({10: (2, 1), 20: (1, 1)}), 0.9)
    assert few.score.value == 20
    assert few.score.high == float("inf")


def test_brackets_by_hand() -> None:
    counts = counts_of({55: (4, 0), 60: (10, 2), 69: (10, 4), 70: (6, 6)})
    found = brackets(counts, (60, 70, 80))
    assert [here.words for here in found] == ["up to 59", "60–69", "70–79", "80 or more"]
    assert [here.win.n for here in found] == [4, 20, 6, 0]
    assert [here.share for here in found] == pytest.approx([4 / 30, 20 / 30, 6 / 30, 0])
    assert found[1].win.value == pytest.approx(0.3)
    assert {here.win.family for here in found} == {4}
    assert (found[3].win.low, found[3].win.high) == (0, 1)


def test_edges_are_round_and_few() -> None:
    assert edges_for([counts_of(dict.fromkeys(range(61, 124), (1, 0)))]) == tuple(
        range(70, 130, 10)
    )
    wide = edges_for([counts_of({0: (1, 0)}), counts_of({793: (1, 1)})])
    assert (wide[0], len(wide)) == (100, 7)
    assert edges_for([counts_of({44: (9, 1)})]) == (46,)


def test_thresholds_by_hand() -> None:
    """Chances of 10, 30, 20, 90 %: 30 and 20 are pooled, since chances grow with the score."""
    counts = counts_of({10: (100, 10), 20: (100, 30), 30: (100, 20), 40: (100, 90)})
    quarter, half, most = thresholds(counts)
    assert (quarter.score and quarter.score.value) == 20
    assert (half.score and half.score.value) == 40
    assert (most.score and most.score.value) == 40
    never = thresholds(counts_of({10: (50, 0), 20: (50, 1)}))
    assert [here.score for here in never] == [None] * 3


def test_tables_by_setup() -> None:
    tables = score_tables({"easy": counts_of({50: (9, 4)}), "hard": counts_of({60: (9, 1)})}, (55,))
    assert [(table.setup, table.games) for table in tables] == [("easy", 9), ("hard", 9)]
    assert [here.share for here in tables[0].quantiles] == [0.1, 0.25, 0.5, 0.75, 0.9]


def test_intervals_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quantiles and thresholds of planted games: all of a kind hold in 95 % or more."""
    monkeypatch.setattr(score_brackets, "REPEATS", 300)
    rng = np.random.default_rng(2)
    scores = np.arange(40, 160)
    chance = norm.cdf((scores - 0.5 - 100) / 10)  # you win with more than a bot of 100 ± 10
    true = [scores[np.searchsorted(chance, here)] for here in (0.25, 0.5, 0.75)]
    median, won = [], []
    for _ in range(120):
        mine, bot = np.round(rng.normal(100, 12, 400)), np.round(rng.normal(100, 10, 400))
        counts = ScoreCounts()
        counts.add(mine, (mine > bot).astype(np.float64))
        median.append(not quantile(counts, 0.5).score.excludes(100))
        won.append(
            all(
                here.score is None or not here.score.excludes(value)
                for here, value in zip(thresholds(counts), true, strict=True)
            )
        )
    low, _ = tolerated(120)
    assert share(median) >= low
    assert share(won) >= low
