"""Two runs over the same deals."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest

from tests.stats import planted
from tests.stats.planted import Array, share, tolerated
from tests.stats.planted_team import PlantedTeam
from trisim.stats import pairs
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.joint import Joint, Totals
from trisim.stats.pairs import Pairs, pair_runs

BASE = planted.players_table(np.random.default_rng(31), 60)


def shifted(table: pl.DataFrame, points: int, seed: int = 32) -> pl.DataFrame:
    """A variant: the same games, some points more, and a little luck of its own."""
    noise = np.random.default_rng(seed).integers(-2, 3, size=len(table))
    return table.with_columns(score=pl.col("score") + points + pl.Series(noise))


def sides(base: Array, variant: Array) -> Joint[str]:
    deals, rows = np.arange(len(base)), np.full(len(base), 16.0)
    return Joint.of({"base": Totals(deals, base, rows), "variant": Totals(deals, variant, rows)})


def test_pairing_covers_and_narrows() -> None:
    """Luck of the deal has nine times the variance of what is left of each run."""
    rng = np.random.default_rng(33)
    experiments = 1_500
    held, gains, narrower = [], [], []
    for _ in range(experiments):
        luck = rng.normal(50, 6, 100)
        base, variant = 16 * (luck + rng.normal(0, 2, 100)), 16 * (luck + rng.normal(1, 2, 100))
        joint = sides(base, variant)
        point = joint.difference("variant", "base", Scale.MEAN)
        held.append(not point.estimate().excludes(1.0))
        gains.append(joint.gain("variant", "base"))
        apart = joint.sums("base").variance + joint.sums("variant").variance
        narrower.append(point.error < 0.5 * math.sqrt(apart))
    least, most = tolerated(experiments)
    assert least <= share(held) <= most
    assert np.mean(gains) == pytest.approx(10, rel=0.1)
    assert share(narrower) == 1.0


def test_runs_are_paired_as_the_textbook_does() -> None:
    variant = shifted(BASE, 3)
    found = pair_runs(BASE, variant, "score", scale=Scale.MEAN)
    (paired,) = found.levels.values()
    gaps = (
        BASE.with_columns(gap=variant["score"] - BASE["score"])
        .group_by("deal")
        .agg(pl.col("gap").mean())["gap"]
        .to_numpy()
    )
    estimate = paired.difference.estimate
    assert estimate.value == pytest.approx(gaps.mean())
    assert estimate.halfwidth == pytest.approx(2.0010 * gaps.std(ddof=1) / math.sqrt(60), rel=1e-4)
    assert estimate.clusters == 60
    assert paired.variant.value - paired.base.value == pytest.approx(estimate.value)
    assert paired.correlation > 0.9
    assert paired.gain > 10
    assert paired.difference.p < 1e-6
    read = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert read["levels"][0]["level"] == "all"
    assert read["matching"]["games"] == 240


@pytest.mark.parametrize("size", [7, 59, 60])
def test_order_of_rows_and_size_of_blocks_make_no_difference(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = shifted(BASE, 1)
    first = pair_runs(BASE, variant, "score", "alchemist", Scale.MEAN)
    monkeypatch.setattr(pairs, "BLOCK", size)
    mixed = variant.sample(fraction=1, shuffle=True, seed=1)
    again = pair_runs(BASE.lazy(), mixed.lazy(), "score", "alchemist", Scale.MEAN)
    assert again.matching == first.matching
    for key, here in first.levels.items():
        low, high = again.levels[key].difference.estimate.low, here.difference.estimate.low
        assert low == pytest.approx(high)


def test_games_without_partner_are_reported_not_used() -> None:
    base = BASE.filter(pl.col("deal") < 50)
    variant = shifted(BASE.filter(pl.col("deal") >= 10), 3)
    found = pair_runs(base, variant, "score", scale=Scale.MEAN)
    assert found.matching == pairs.Matching(40, 160, 40, 40)
    assert not found.matching.is_complete
    common = pl.col("deal").is_between(10, 49)
    only = pair_runs(base.filter(common), variant.filter(common), "score", scale=Scale.MEAN)
    assert only.matching.is_complete
    assert found.levels == only.levels


def test_rotations_are_paired_by_their_place_in_the_deal() -> None:
    """A run with one rotation a deal numbers its games otherwise."""
    rotation = pl.col("game") % 4
    single = shifted(BASE, 3).filter(rotation == 0).with_columns(game=pl.col("deal"))
    named = shifted(BASE, 3).with_columns(rotation=rotation).filter(rotation == 0)
    found = [pair_runs(BASE, other, "score", scale=Scale.MEAN) for other in (single, named)]
    for each in found:
        assert each.matching == pairs.Matching(60, 60, 180, 0)
        assert abs(each.levels["all"].difference.estimate.value - 3) < 0.5


def in_scenario(table: pl.DataFrame, name: str, number: int = 0, of: int = 1) -> pl.DataFrame:
    """The same games as one of several scenarios, with the columns of ``games``."""
    deal, rotation = pl.col("deal"), pl.col("game") % 4
    game = (deal * of + number) * 4 + rotation
    return table.with_columns(rotation=rotation, game=game, scenario=pl.lit(name))


def test_scenarios_are_paired_by_name() -> None:
    two = [in_scenario(BASE, name, number, 2) for number, name in enumerate(("easy", "hard"))]
    turned = [
        in_scenario(shifted(BASE, points), name, number, 2)
        for number, (name, points) in enumerate((("hard", 7), ("easy", 1)))
    ]
    found = pair_runs(pl.concat(two), pl.concat(turned), "score", "scenario", Scale.MEAN)
    assert found.matching == pairs.Matching(60, 480, 0, 0)
    values = {level: each.difference.estimate.value for level, each in found.levels.items()}
    assert values == {"easy": pytest.approx(1, abs=0.5), "hard": pytest.approx(7, abs=0.5)}


def test_one_scenario_is_paired_with_another_by_deal_and_rotation() -> None:
    easy, hard = in_scenario(BASE, "easy"), in_scenario(shifted(BASE, -5), "hard", 1, 2)
    found = pair_runs(easy, hard, "score", scale=Scale.MEAN)
    assert found.matching == pairs.Matching(60, 240, 0, 0)
    assert found.levels["all"].difference.estimate.value == pytest.approx(-5, abs=0.5)
    assert found.levels["all"].gain > 10
    both = pl.concat([in_scenario(BASE, "normal", 0, 2), hard])
    with pytest.raises(StatsError, match="choose one scenario of each run"):
        pair_runs(easy, both)


def test_levels_that_only_one_run_has_are_named() -> None:
    word = pl.col("alchemist").cast(pl.String)
    variant = BASE.with_columns(alchemist=word.replace("dee", "cagliostro"))
    found = pair_runs(BASE, variant, by="alchemist")
    assert found.levels_only_in_base == ("dee",)
    assert found.levels_only_in_variant == ("cagliostro",)
    assert list(found.levels) == ["duval", "flamel", "newton", "paracelsus"]


def test_the_same_run_twice_differs_by_nothing_that_was_seen() -> None:
    found: Pairs = pair_runs(BASE, BASE, by="seat")
    for paired in found.levels.values():
        estimate = paired.difference.estimate
        assert estimate.value == 0.0
        assert estimate.low < 0 < estimate.high
        assert estimate.family == 4
        assert paired.difference.adjusted == 1.0
        assert math.isinf(paired.gain)
    json.dumps(found.as_dict(), allow_nan=False)


def test_runs_with_nothing_in_common_are_refused() -> None:
    far = BASE.with_columns(deal=pl.col("deal") + 1000, game=pl.col("game") + 4000)
    for variant in (far, BASE.head(0)):
        with pytest.raises(StatsError, match="no deal in common"):
            pair_runs(BASE, variant)


def test_team_games_are_paired_by_their_one_result() -> None:
    easy, _ = PlantedTeam(500, {"easy": 0.6}, alike=0.9).play(1)
    hard = easy.with_columns(won=pl.col("won") & (pl.col("game") % 4 > 0))
    found = pair_runs(easy, hard, "won").levels["all"]
    change = (hard["won"].cast(pl.Float64) - easy["won"].cast(pl.Float64)).mean()
    assert found.difference.estimate.value == pytest.approx(change)
    assert found.difference.estimate.n == 2000
    assert found.gain > 2
