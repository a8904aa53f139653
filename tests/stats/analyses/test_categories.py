"""Categories: parts add up, planted margins and leaders come out."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.stats.analyses.people import ALCHEMISTS, facts_of, players_frame, result_of
from trisim.games.trismegistus.report.analyses.categories import CategoryAnalysis
from trisim.stats.analyses import categories
from trisim.stats.analyses.category_figures import Categories
from trisim.stats.analyses.source import Facts

PARTS = ("vp_experiments", "vp_masterpiece", "vp_stone", "vp_gold", "vp_news")


def row(game: int, seat: int, points: tuple[int, ...], strategy: str = "one") -> dict[str, Any]:
    return {
        "game": game,
        "deal": game // 2,
        "seat": seat,
        "strategy": strategy,
        "alchemist": ALCHEMISTS[seat],
        "score": sum(points),
        **dict(zip(PARTS, points, strict=True)),
    }


def found_in(rows: list[dict[str, Any]], facts: Facts | None = None) -> Categories:
    facts = facts or facts_of(("one", "one"), len(rows) // 2)
    return result_of(CategoryAnalysis, Categories, facts, [{"players": players_frame(rows)}])


def two_games() -> list[dict[str, Any]]:
    """Over and over: the winner has 10 more from experiments, 2 less gold, once 4 more stone."""
    rows = []
    for game in range(40):
        stone = 4 if game % 2 else 0
        rows += [
            row(game, 0, (20, 10, 5 + stone, 1, 0)),
            row(game, 1, (15, 5, 5, 3, 0)),
        ]
    return rows


def test_shares_are_ratios_of_totals_and_add_up() -> None:
    found = found_in(two_games())
    shares = {each.name: each.share.value for each in found.categories}
    assert set(shares) == {"experiments", "stone", "leftovers"}  # what nobody scored is left out
    assert sum(shares.values()) == pytest.approx(1.0)
    total = (20 + 10 + 7 + 1) + (15 + 5 + 5 + 3)
    assert shares["experiments"] == pytest.approx(50 / total)
    assert found.score.value == pytest.approx(total / 2)
    assert [each.name for each in found.parts] == list(PARTS[:-1])


def test_unknown_parts_are_a_category_of_their_own() -> None:
    analysis = CategoryAnalysis(facts_of(("one", "two"), 2))
    assert analysis.category("vp_news") == "other"
    assert analysis.category("vp_track_top") == "mastery"


def test_without_categories_each_part_is_one() -> None:
    analysis = categories.CategoryAnalysis(facts_of(("one", "two"), 2))
    assert analysis.category("vp_news") == "news"
    rows = [row(game, seat, (1, 0, 0, 0, 2 + seat)) for game in range(4) for seat in range(2)]
    assert {each.name for each in found_in(rows).categories} == {"experiments", "other"}


def test_a_way_of_scoring_that_nobody_uses_has_a_share_of_nothing() -> None:
    rows = [row(game, seat, (5, 0, 0, 1 + seat, 0)) for game in range(400) for seat in range(2)]
    found = found_in(rows)
    assert [name for name, _ in found.never] == ["stone"]
    share = found.measures()["category.stone.share"]
    assert (share.value, share.low) == (0, 0)
    assert 0 < share.high < 0.05  # a target of at least 5 % is surely missed
    assert "category.other.share" not in found.measures()  # which is nobody's plan


def test_margins_add_up_to_the_margin() -> None:
    found = found_in(two_games())
    assert found.margin is not None
    assert found.margin.value == 10.0  # 8 and 12
    margins = {each.name: each for each in found.margins}
    assert margins["experiments"].over_mean.value == 10.0
    assert margins["stone"].over_mean.value == 2.0
    assert margins["leftovers"].over_mean.value == -2.0
    assert margins["leftovers"].share.value == pytest.approx(-0.2)
    assert sum(each.share.value for each in found.margins) == pytest.approx(1.0)


def test_the_second_is_the_best_of_the_others() -> None:
    rows = []
    for game in range(20):
        rows += [
            row(game, 0, (30, 0, 0, 0, 0)),
            row(game, 1, (0, 0, 20, 0, 0)),
            row(game, 2, (10, 0, 0, 0, 0)),
        ]
    found = found_in(rows, facts_of(("one",) * 3, 20))
    margins = {each.name: each for each in found.margins}
    assert margins["experiments"].over_mean.value == 25.0
    assert margins["experiments"].over_second.value == 30.0
    assert margins["stone"].over_second.value == -20.0
    assert found.second_margin is not None
    assert found.second_margin.value == 10.0


def test_shared_wins_have_no_margin() -> None:
    rows = [*two_games(), row(40, 0, (9, 0, 0, 0, 0)), row(40, 1, (0, 0, 9, 0, 0))]
    found = found_in(rows)
    assert found.margins[0].over_mean.n == 40
    assert found.margin is not None
    assert found.margin.value == 10.0


def test_leaders_and_slopes() -> None:
    """Who leads in experiments always wins; the gold leader never does; stone ties in half."""
    winning = {each.name: each for each in found_in(two_games()).winning}
    assert winning["experiments"].leader.estimate.value == 1.0
    assert winning["leftovers"].leader.estimate.value == 0.0
    assert winning["stone"].leader.estimate.n == 20
    assert winning["experiments"].slope.estimate.value == pytest.approx(1 / 10)
    assert winning["leftovers"].slope.estimate.value == pytest.approx(-1 / 2)


def test_slope_is_that_of_a_regression_with_a_mean_for_each_table() -> None:
    rng = np.random.default_rng(4)
    rows = [
        row(game, seat, (int(rng.integers(0, 30)), 0, int(rng.integers(0, 9)), 0, 0))
        for game in range(300)
        for seat in range(4)
    ]
    found = found_in(rows, facts_of(("one",) * 4, 300))
    frame = players_frame(rows).collect()
    within = [pl.col(name) - pl.col(name).mean().over("game") for name in ("vp_stone", "win")]
    x, y = (frame.select(each.alias("it"))["it"].to_numpy() for each in within)
    slope = next(each for each in found.winning if each.name == "stone").slope
    assert slope.estimate.value == pytest.approx(float(np.linalg.lstsq(x[:, None], y)[0][0]))


def test_winning_scores() -> None:
    found = found_in(two_games()).winners
    assert found is not None
    assert found.mean.value == 38.0
    assert [each.value for each in found.quantiles] == [36.0, 36.0, 40.0]
    assert sum(each.games for each in found.counts) == 40


def test_by_strategy_and_alchemist() -> None:
    rows = [
        row(
            game,
            seat,
            (20, 0, 0, 0, 0) if seat == game % 2 else (10, 0, 10, 0, 0),
            "maker" if seat == game % 2 else "builder",
        )
        for game in range(40)
        for seat in range(2)
    ]
    found = found_in(rows, facts_of(("maker", "builder"), 40))
    shares = {(each.name, each.where): each.share.value for each in found.by_strategy}
    assert shares["experiments", "maker"] == 1.0
    assert shares["stone", "builder"] == 0.5
    beyond = {(each.name, each.where): each.beyond for each in found.by_strategy}
    assert beyond["stone", "builder"] == pytest.approx(0.25)
    assert {each.where for each in found.by_role} == set(ALCHEMISTS[:2])


def test_solo_figures_are_yours_with_botmegistus_beside() -> None:
    rows = []
    for game in range(20):
        rows += [row(game, 0, (10, 0, 0, 0, 0)), row(game, 1, (0, 0, 30, 0, 0), "botmegistus")]
    facts = facts_of(("one", "botmegistus"), 20, scenarios=("normal",), rotations=1)
    found = found_in(rows, facts)
    assert found.score.value == 10.0
    assert [each.name for each in found.categories] == ["experiments"]
    points = {(each.name, each.where): each.points.value for each in found.by_strategy}
    assert points["stone", "botmegistus"] == 30.0
    assert found.winners is None
    assert not found.margins
    assert "score.winning" not in found.measures()


def test_batches_add_up() -> None:
    rows = two_games()
    cut = [[each for each in rows if (each["deal"] < 7) == early] for early in (True, False)]
    facts = facts_of(("one", "one"), 40)
    batches = [{"players": players_frame(part)} for part in cut]
    assert result_of(CategoryAnalysis, Categories, facts, batches) == found_in(rows)


def test_one_game_says_nothing_for_sure() -> None:
    found = found_in(two_games()[:2])
    assert all(each.leader.adjusted == 1.0 for each in found.winning)
    assert found.winners is not None
    assert found.winners.counts[0].games == 1


def test_measures_have_stable_names() -> None:
    names = set(found_in(two_games()).measures())
    assert {"category.experiments.share", "category.stone.margin", "score.winning"} <= names
    assert {"score.winning.p10", "score.winning.p50", "score.winning.p90", "score.mean"} <= names
