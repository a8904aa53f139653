"""Tournaments of teams: planted strengths come out, nothing is seen where all are equals."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from tests.stats.planted import share, tolerated
from trisim.documents import typed
from trisim.stats.estimate import StatsError
from trisim.stats.team_standings import (
    TeamCounts,
    TeamSheet,
    TeamStandings,
    edges_of,
    read_lineup_sheet,
    team_standings,
)

NAMES = ("calm", "keen", "wild")
TEAMS = [(0, 0, 0), (1, 1, 1), (2, 2, 2)]
WITH_SUBSTITUTES = [*TEAMS, (0, 0, 1), (0, 0, 2)]


def planted(
    rng: np.random.Generator,
    strengths: Sequence[float],
    deals: int,
    lineups: Sequence[tuple[int, ...]] = WITH_SUBSTITUTES,
    alike: float = 0.7,
) -> list[TeamSheet]:
    """Each seat adds its strength; in a share of its three games a deal has luck of its own."""
    luck = rng.random((deals, 1))
    sheets = []
    for lineup in lineups:
        own = rng.random((deals, 3))
        here = np.where(rng.random((deals, 3)) < alike, luck, own)
        won = here < 0.4 + sum(strengths[number] for number in lineup)
        games = {"deal": np.repeat(np.arange(deals), 3), "won": won.ravel()}
        sheets.append(read_lineup_sheet(pl.DataFrame(games), lineup))
    return sheets


def standings_of(sheets: Sequence[TeamSheet], names: Sequence[str] = NAMES) -> TeamStandings:
    counts = TeamCounts(tuple(names))
    counts.read(sheets)
    return team_standings(counts, specs=names, players=3, lineups=len(sheets))


def test_rates_by_hand() -> None:
    games = [
        pl.DataFrame({"deal": [0, 0, 1, 1], "won": won})
        for won in ([True, True, True, False], [False, True, False, False])
    ]
    sheets = [
        read_lineup_sheet(each, lineup) for each, lineup in zip(games, TEAMS[:2], strict=True)
    ]
    found = standings_of(sheets)
    assert [(each.strategy, each.won.value) for each in found.strategies] == [
        ("calm", 0.75),
        ("keen", 0.25),
    ]
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.difference.estimate.value) == ("calm", "keen", 0.5)
    assert pair.difference.estimate.clusters == 2
    assert (found.games, found.deals, found.substitutes) == (8, 2, ())


def test_planted_strengths_come_out() -> None:
    found = standings_of(planted(np.random.default_rng(1), (0.0, 0.1, -0.1), 2000))
    assert [each.strategy for each in found.strategies] == ["keen", "calm", "wild"]
    assert found.strategies[0].won.low < 0.7 < found.strategies[0].won.high
    pairs = {(each.first, each.second): each.difference for each in found.pairs}
    wide = pairs["keen", "wild"]
    assert wide.estimate.low < 0.6 < wide.estimate.high
    assert wide.adjusted < 1e-6
    effects = {(each.base, each.substitute): each.effect.estimate for each in found.substitutes}
    assert list(effects) == [("calm", "keen"), ("calm", "wild")]
    assert effects["calm", "keen"].low < 0.1 < effects["calm", "keen"].high
    assert effects["calm", "wild"].high < 0


def test_differences_are_paired_by_deal() -> None:
    found = standings_of(planted(np.random.default_rng(2), (0.0, 0.02, 0.0), 1000, alike=0.95))
    first, second, _ = found.strategies
    apart = np.hypot(first.won.halfwidth, second.won.halfwidth)
    assert found.pairs[0].difference.estimate.halfwidth < 0.5 * apart


def test_equals_are_rarely_told_apart() -> None:
    """Five line-ups of equals, games of a deal much alike."""
    runs, rng = 400, np.random.default_rng(3)
    found = [standings_of(planted(rng, (0.0,) * 3, 60)) for _ in range(runs)]
    for group, name in (("pairs", "difference"), ("substitutes", "effect")):
        comparisons = [[getattr(each, name) for each in getattr(one, group)] for one in found]
        quiet = share(all(here.adjusted >= 0.05 for here in those) for those in comparisons)
        held = share(not any(here.estimate.excludes(0) for here in those) for those in comparisons)
        assert min(quiet, held) >= tolerated(runs)[0], group
    rates = share(not any(each.won.excludes(0.4) for each in one.strategies) for one in found)
    assert rates >= tolerated(runs)[0]


def test_intervals_of_a_group_hold_together() -> None:
    found = standings_of(planted(np.random.default_rng(1), (0.0,) * 3, 50))
    assert {each.won.family for each in found.strategies} == {3}
    assert {each.difference.estimate.family for each in found.pairs} == {3}
    assert {each.effect.estimate.family for each in found.substitutes} == {2}


def test_parts_make_no_difference() -> None:
    whole = planted(np.random.default_rng(5), (0.0, 0.1, -0.1), 90)
    counts = TeamCounts(NAMES)
    for rows in (slice(0, 30), slice(30, 90)):
        counts.read([part_of(sheet, rows) for sheet in whole])
    apart = team_standings(counts, specs=NAMES, players=3, lineups=len(whole))
    known = standings_of(whole)
    assert (apart.games, apart.deals) == (known.games, known.deals)
    for one, other in zip(apart.substitutes, known.substitutes, strict=True):
        assert one.effect.estimate.low == pytest.approx(other.effect.estimate.low)


def part_of(sheet: TeamSheet, rows: slice) -> TeamSheet:
    here = sheet.totals
    return TeamSheet(sheet.lineup, type(here)(here.deals[rows], here.y[rows], here.m[rows]))


def test_of_two_players_each_may_be_the_substitute() -> None:
    assert edges_of((0, 1)) == [(0, 1), (1, 0)]
    lineups = [(0, 0), (1, 1), (0, 1)]
    found = standings_of(planted(np.random.default_rng(6), (0.0, 0.1, 0), 500, lineups), NAMES)
    assert {(each.base, each.substitute) for each in found.substitutes} == {
        ("calm", "keen"),
        ("keen", "calm"),
    }
    keen, calm = found.substitutes
    assert keen.effect.estimate.value < 0 < calm.effect.estimate.value
    assert keen.won == calm.won


def test_places_of_a_substitute_are_taken_together() -> None:
    lineups = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    found = standings_of(planted(np.random.default_rng(7), (0.0, 0.1, 0), 50, lineups))
    (only,) = found.substitutes
    assert only.won.n == 3 * 150


def test_standings_can_be_written_and_read_again() -> None:
    found = standings_of(planted(np.random.default_rng(8), (0.0, 0.1, -0.1), 50))
    assert typed(TeamStandings, json.loads(json.dumps(found.as_dict()))) == found


def test_what_can_not_be_compared() -> None:
    with pytest.raises(StatsError, match="neither a team of one strategy"):
        edges_of((0, 0, 1, 1))
    with pytest.raises(StatsError, match="neither a team of one strategy"):
        edges_of((0, 1, 2))
    with pytest.raises(StatsError, match="no games"):
        team_standings(TeamCounts(NAMES), specs=NAMES, players=3, lineups=0)
    with pytest.raises(StatsError, match="no whole deals"):
        read_lineup_sheet(pl.DataFrame({"deal": [0, 0, 1], "won": [True] * 3}), (0, 0))
    one, other = planted(np.random.default_rng(9), (0.0,) * 3, 10, TEAMS[:2])
    with pytest.raises(StatsError, match="don't play the same deals"):
        standings_of([one, part_of(other, slice(0, 5))])
