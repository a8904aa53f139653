"""Standings: the figures of a tournament, from sheets and from tables."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest

from tests.stats.tables_of_games import planted_sheets, sheet_of, standings_of
from trisim.documents import typed
from trisim.sim.lineups import duel_lineups, mixed_lineups
from trisim.stats.deal_arrays import read_sheet
from trisim.stats.estimate import StatsError
from trisim.stats.standings import Standings, Tally, complement

NAMES = ("weak", "middling", "strong")
LOGS = (-1.0, 0.0, 1.0)


@pytest.fixture(scope="module")
def mixed() -> Standings:
    sheets = planted_sheets(np.random.default_rng(1), LOGS, mixed_lineups(3, 4, 1), 200)
    return standings_of(sheets, NAMES)


@pytest.fixture(scope="module")
def duel() -> Standings:
    sheets = planted_sheets(np.random.default_rng(2), LOGS, duel_lineups(3, 4), 200)
    return standings_of(sheets, NAMES, "duel")


def test_strategies_come_in_the_order_of_their_ratings(mixed: Standings) -> None:
    assert [each.strategy for each in mixed.strategies] == ["strong", "middling", "weak"]
    assert (mixed.games, mixed.deals, mixed.lineups) == (9 * 4 * 200, 200, 9)


def test_wins_of_all_seats_add_up(mixed: Standings) -> None:
    wins = sum(each.win.value * each.win.n for each in mixed.strategies)
    assert wins == pytest.approx(mixed.games)
    ranks = sum(each.rank.value * each.rank.n for each in mixed.strategies)
    assert ranks == pytest.approx(mixed.games * 10)


def test_pairs_find_the_true_rates(mixed: Standings, duel: Standings) -> None:
    """Of two alone, Plackett and Luce's rate doesn't depend on who else sits there."""
    for result in (mixed, duel):
        above = result.above("strong", "middling")
        assert above is not None
        assert not above.excludes(math.e / (1 + math.e))
        below = result.above("middling", "strong")
        assert below == complement(above)


def test_duels_find_the_true_win_rates(duel: Standings) -> None:
    (found,) = [each for each in duel.duels if (each.one, each.others) == ("strong", "weak")]
    assert not found.win.estimate.excludes(math.exp(2) / (3 + math.exp(2)))
    assert found.win.null == 0.25
    assert found.win.estimate.n == 800
    assert len(duel.duels) == 6


def test_in_duels_the_seat_alone_counts(duel: Standings) -> None:
    assert all(each.win.n == 2 * 800 for each in duel.strategies)
    assert all(each.rating.n == 2 * 800 + 2 * 3 * 800 for each in duel.strategies)


def test_duels_of_two_players_count_both() -> None:
    sheets = planted_sheets(np.random.default_rng(3), LOGS, duel_lineups(3, 2), 100)
    result = standings_of(sheets, NAMES, "duel")
    found = {(each.one, each.others): each.win.estimate.value for each in result.duels}
    assert len(found) == 6
    assert found["weak", "strong"] + found["strong", "weak"] == pytest.approx(1)


def test_the_deal_is_the_cluster_over_all_line_ups() -> None:
    """The same games in two line-ups are no further games: intervals don't get narrower."""
    (sheet,) = planted_sheets(np.random.default_rng(4), LOGS, [(0, 1, 2)], 100)
    once, twice = standings_of([sheet], NAMES), standings_of([sheet, sheet], NAMES)
    for one, two in zip(once.strategies, twice.strategies, strict=True):
        assert two.win.n == 2 * one.win.n
        assert two.win.halfwidth == pytest.approx(one.win.halfwidth)
        assert two.score.halfwidth == pytest.approx(one.score.halfwidth)
        assert two.rating.halfwidth == pytest.approx(one.rating.halfwidth, rel=0.02)


def test_parts_add_up_to_the_whole(mixed: Standings) -> None:
    sheets = planted_sheets(np.random.default_rng(1), LOGS, mixed_lineups(3, 4, 1), 200)
    tally = Tally(NAMES, "mixed", 1)
    for first, last in ((0, 30), (30, 128), (128, 200)):
        tally.read([cut(sheet, first, last) for sheet in sheets])
    from trisim.stats.standings import standings

    again = standings(tally, specs=NAMES, players=4, lineups=9)
    assert [each.rating for each in again.strategies] == [each.rating for each in mixed.strategies]
    assert again.pairs[0].above.estimate.low == pytest.approx(mixed.pairs[0].above.estimate.low)


def cut(sheet, first: int, last: int):  # type: ignore[no-untyped-def]
    from trisim.stats.deal_arrays import Sheet

    rows = slice(first, last)
    return Sheet(
        sheet.lineup, sheet.deals[rows], sheet.rank[rows], sheet.score[rows], sheet.win[rows]
    )


def test_standings_come_back_from_json(mixed: Standings, duel: Standings) -> None:
    for result in (mixed, duel):
        assert typed(Standings, json.loads(json.dumps(result.as_dict()))) == result


def test_equal_ranks_share_their_mean() -> None:
    sheet = sheet_of((0, 1, 2, 3), np.array([[[1, 1, 3, 4], [1, 2, 2, 2]]]))
    assert sheet.shared_rank.tolist() == [[[1.5, 1.5, 3, 4], [1, 3, 3, 3]]]


def test_other_deals_are_refused() -> None:
    sheets = planted_sheets(np.random.default_rng(5), LOGS, [(0, 1, 2), (0, 2, 1)], 10)
    with pytest.raises(StatsError, match="same deals"):
        Tally(NAMES, "mixed", 1).read([sheets[0], cut(sheets[1], 0, 9)])


# ---------------------------------------------------------------- from tables


def table(rows: list[tuple[int, int, int, int, int]]) -> pl.DataFrame:
    columns = ("game", "deal", "seat", "rank", "score")
    data = {name: [row[i] for row in rows] for i, name in enumerate(columns)}
    return pl.DataFrame(data).with_columns(win=(pl.col("rank") == 1).cast(pl.Float32))


def test_places_are_found_wherever_they_sit() -> None:
    """Seat s has place (s + rotation) % players: place 0 wins in both rotations here."""
    rows = [(6, 3, 0, 1, 50), (6, 3, 1, 2, 40), (7, 3, 0, 2, 30), (7, 3, 1, 1, 60)]
    sheet = read_sheet(table(rows), (8, 9))
    assert sheet.deals.tolist() == [3]
    assert sheet.rank.tolist() == [[[1, 2], [1, 2]]]
    assert sheet.score.tolist() == [[[50, 40], [60, 30]]]
    ((one, other, above),) = sheet.above()
    assert (one, other, above.tolist()) == (8, 9, [2.0])


def test_rows_in_any_order_give_the_same_sheet() -> None:
    rows = [(7, 3, 1, 1, 60), (6, 3, 1, 2, 40), (7, 3, 0, 2, 30), (6, 3, 0, 1, 50)]
    assert read_sheet(table(rows), (8, 9)).score.tolist() == [[[50, 40], [60, 30]]]


def test_missing_rows_are_refused() -> None:
    rows = [(6, 3, 0, 1, 50), (6, 3, 1, 2, 40), (7, 3, 0, 2, 30)]
    with pytest.raises(StatsError, match="whole deals"):
        read_sheet(table(rows), (8, 9))


def test_equals_are_half_above_each_other() -> None:
    sheet = sheet_of((0, 1, 2), np.array([[[1, 1, 3], [2, 1, 2]], [[1, 2, 3], [3, 2, 1]]]))
    found = {(one, other): above.tolist() for one, other, above in sheet.above()}
    assert found == {(0, 1): [0.5, 1.0], (0, 2): [1.5, 1.0], (1, 2): [2.0, 1.0]}
