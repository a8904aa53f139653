"""Roles of a team: against slow Python, and planted effects are found with the right sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest

from tests.report.small_games import facts
from tests.stats.planted_team import MAGE, MAGES, PlantedTeam
from trisim.record.base import Outcome
from trisim.stats.analyses.source import Batch, Facts, Missing
from trisim.stats.analyses.team_roles import TeamRoleAnalysis, TeamRoles

WEIGHTS = {"ada": {"speed": 3.0}, "bo": {"speed": 1.0}, "cy": {"speed": 2.0}, "di": {"speed": 0.0}}


class WithTraits(TeamRoleAnalysis):
    traits_of: ClassVar[Callable[[Any], Mapping[str, Mapping[str, float]]]] = staticmethod(
        lambda _: WEIGHTS
    )


def team_facts(games: int) -> Facts:
    return facts(Outcome.TEAM, games=games, role=MAGE, role_ids=MAGES)


def found_in(
    planted: PlantedTeam, seed: int = 1, parts: int = 1, kind: type[TeamRoleAnalysis] = WithTraits
) -> tuple[TeamRoles, pl.DataFrame, pl.DataFrame]:
    games, players = planted.play(seed)
    analysis = kind(team_facts(len(games)))
    each = planted.deals // parts
    for part in range(parts):
        here = games.filter((pl.col("deal") // each) == part)
        rows = players.filter(pl.col("game").is_in(here["game"].implode()))
        analysis.read(Batch({"games": here.lazy(), "players": rows.lazy()}))
    result = analysis.result()
    assert isinstance(result, TeamRoles)
    return result, games, players


def roles_of(players: pl.DataFrame) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for game, mage in players.select("game", "mage").rows():
        found.setdefault(game, set()).add(mage)
    return found


def slow_effects(games: pl.DataFrame, players: pl.DataFrame) -> dict[str, tuple[float, float]]:
    """Effects and standard errors: a regression over games, residuals added up by deal."""
    at_table = roles_of(players)
    has = np.array([[m in at_table[g] for m in MAGES] for g in games["game"]], dtype=float)
    # roles less the mean of all: dummies of all but the last, coded -1 for the last
    design = np.column_stack([np.ones(len(has)), has[:, :-1] - has[:, -1:]])
    won = games["won"].to_numpy().astype(float)
    inverse = np.linalg.inv(design.T @ design)
    beta = inverse @ design.T @ won
    left = won - design @ beta
    deals = games["deal"].to_numpy()
    scores = np.array([design[deals == d].T @ left[deals == d] for d in np.unique(deals)])
    cover = inverse @ (scores.T @ scores) @ inverse
    contrast = np.vstack([np.eye(len(MAGES) - 1), -np.ones(len(MAGES) - 1)])
    effects = contrast @ beta[1:]
    errors = np.sqrt(np.diag(contrast @ cover[1:, 1:] @ contrast.T))
    return {m: (float(e), float(s)) for m, e, s in zip(MAGES, effects, errors, strict=True)}


def test_effects_are_those_of_a_regression_clustered_by_deal() -> None:
    found, games, players = found_in(PlantedTeam(deals=900, mages={"ada": 0.2}))
    slow = slow_effects(games, players)
    for each in found.roles:
        value, error = slow[each.role]
        assert each.effect.estimate.value == pytest.approx(value)
        # for so many deals the interval is nearly that of a normal variate at 1 - 0.05 / 4 / 2
        assert each.effect.estimate.halfwidth == pytest.approx(2.50 * error, rel=0.05)


def test_pairs_are_differences_of_differences() -> None:
    found, games, players = found_in(PlantedTeam(deals=100))
    at_table = roles_of(players)
    won = dict(games.select("game", "won").rows())

    def rate(one: str, other: str, first: bool, second: bool) -> float:
        those = [
            won[game]
            for game, roles in at_table.items()
            if (one in roles, other in roles) == (first, second)
        ]
        return float(sum(those) / len(those))

    for pair, (one, other) in zip(found.pairs, combinations(MAGES, 2), strict=True):
        assert (pair.first, pair.second) == (one, other)
        kinds = [rate(one, other, a, b) for a in (True, False) for b in (True, False)]
        assert pair.won.value == pytest.approx(kinds[0])
        assert pair.extra.estimate.value == pytest.approx(kinds[0] - kinds[1] - kinds[2] + kinds[3])


def test_effects_are_those_of_traits_and_the_rest() -> None:
    found, *_ = found_in(PlantedTeam(deals=300, mages={"ada": 0.1, "di": -0.1}))
    speed = np.array([WEIGHTS[each.role]["speed"] for each in found.roles])
    effects = np.array([each.effect.estimate.value for each in found.roles])
    slope = float((speed - speed.mean()) @ effects / ((speed - speed.mean()) ** 2).sum())
    assert found.traits[0].effect.estimate.value == pytest.approx(slope)
    for each, at in zip(found.roles, speed, strict=True):
        assert each.by_traits is not None
        assert each.rest is not None
        assert each.by_traits.value == pytest.approx(slope * (at - speed.mean()))
        assert each.by_traits.value + each.rest.estimate.value == pytest.approx(
            each.effect.estimate.value
        )


def test_batches_add_up() -> None:
    whole, *_ = found_in(PlantedTeam(deals=200), parts=1)
    parts, *_ = found_in(PlantedTeam(deals=200), parts=4)
    for one, other in zip(whole.roles, parts.roles, strict=True):
        assert one.effect.estimate.value == pytest.approx(other.effect.estimate.value)
        assert one.effect.estimate.low == pytest.approx(other.effect.estimate.low)


def test_a_planted_role_is_found_with_its_sign_and_nothing_else() -> None:
    found, *_ = found_in(PlantedTeam(deals=2000, mages={"ada": 0.15}))
    sure = {e.role: e.effect.estimate.value for e in found.roles if e.effect.adjusted < 0.05}
    assert sure["ada"] > 0
    assert all(value < 0 for role, value in sure.items() if role != "ada"), "against the mean"
    assert not [pair for pair in found.pairs if pair.extra.adjusted < 0.05]


def test_no_role_is_found_where_none_is_planted() -> None:
    alarms = 0
    for seed in range(20):
        found, *_ = found_in(PlantedTeam(deals=150), seed=seed)
        alarms += any(each.effect.adjusted < 0.05 for each in found.roles)
        alarms += any(each.extra.adjusted < 0.05 for each in found.pairs)
    assert alarms <= 5  # 40 families at 5 %: 2 are expected


def test_a_run_with_the_same_roles_in_all_games_has_nothing_to_compare() -> None:
    games, players = PlantedTeam(deals=20).play(1)
    same = players.with_columns(mage=pl.lit("ada").cast(pl.Categorical))
    analysis = TeamRoleAnalysis(team_facts(len(games)))
    analysis.read(Batch({"games": games.lazy(), "players": same.lazy()}))
    assert isinstance(analysis.result(), Missing)
    nameless = TeamRoleAnalysis(replace(team_facts(len(games)), role=None))
    nameless.read(Batch({"games": games.lazy(), "players": players.lazy()}))
    assert isinstance(nameless.result(), Missing)
