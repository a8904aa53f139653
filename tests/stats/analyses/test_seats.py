"""Seats and order: planted seats, places and numbers of turns come out."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from tests.stats.analyses.people import facts_of, players_frame, result_of
from trisim.stats.analyses.seats import SeatAnalysis, Seats
from trisim.stats.analyses.source import Missing

GAMES, PLAYERS = 60, 3
ALL_TABLES = frozenset({"players", "rounds", "turns"})


def order(game: int, number: int) -> list[int]:
    """Round 1 by seat; then turned by one each round, and by one more in odd games."""
    turn = (number - 1) * (1 + game % 2)
    return [(seat + turn) % PLAYERS for seat in range(PLAYERS)]


def turns_of(game: int, number: int, seat: int) -> int:
    """Who is first in the next order takes two turns, the next one three, and so on."""
    return 2 + order(game, number + 1).index(seat)


def planted() -> dict[str, pl.LazyFrame]:
    """The last in the order of round 3 wins always."""
    players: list[dict[str, Any]] = []
    turns: list[dict[str, int]] = []
    for game in range(GAMES):
        winner = order(game, 3)[-1]
        for seat in range(PLAYERS):
            players.append(
                {
                    "game": game,
                    "deal": game // PLAYERS,
                    "seat": seat,
                    "strategy": "one",
                    "alchemist": "anna",
                    "score": 30 + 10 * (seat == winner),
                }
            )
            for number in (1, 2, 3):
                count = turns_of(game, number, seat)
                turns += [{"game": game, "round": number, "seat": seat}] * count
    rounds = [
        {"game": game, "round": number, "order": order(game, number)}
        for game in range(GAMES)
        for number in (1, 2, 3)
    ]
    small = {"seat": pl.Int8, "round": pl.Int8}
    return {
        "players": players_frame(players),
        "rounds": pl.LazyFrame(
            rounds, schema_overrides={"round": pl.Int8, "order": pl.List(pl.Int8)}
        ),
        "turns": pl.LazyFrame(turns, schema_overrides=small),
    }


def found_in(tables: frozenset[str] = ALL_TABLES) -> Seats:
    facts = facts_of(("one",) * PLAYERS, GAMES, tables=tables)
    return result_of(SeatAnalysis, Seats, facts, [planted()])


def test_seats_win_what_was_planted() -> None:
    found = found_in()
    assert [each.win.estimate.value for each in found.seats] == [0.5, 0.5, 0.0]
    assert found.seats[2].win.adjusted < 0.01
    assert [each.score.value for each in found.seats] == [35.0, 35.0, 30.0]
    assert found.games == GAMES


def test_places_in_the_order_of_later_rounds() -> None:
    places = {(each.round, each.place): each for each in found_in().places}
    assert set(places) == {(number, place) for number in (2, 3) for place in (1, 2, 3)}
    assert [places[3, place].win.estimate.value for place in (1, 2, 3)] == [0.0, 0.0, 1.0]
    assert [places[2, place].win.estimate.value for place in (1, 2, 3)] == [0.5, 0.5, 0.0]
    assert all(each.win.estimate.family == 6 for each in places.values())


def test_turns_of_the_round_before_by_place() -> None:
    for each in found_in().places:
        assert each.turns is not None
        assert each.turns.value == 1 + each.place


def test_turns_compared_with_the_table() -> None:
    """Seats 0 and 1 take 9 - x turns in half of the games; the table's mean is 9."""
    found = found_in()
    totals = {
        sum(turns_of(game, number, seat) for number in (1, 2, 3)) - 9
        for game in range(GAMES)
        for seat in range(PLAYERS)
    }
    assert {each.more for each in found.turns} == {max(-3, min(3, more)) for more in totals}
    assert sum(each.share for each in found.turns) == pytest.approx(1.0)
    wins = sum(each.share * each.win.estimate.value for each in found.turns)
    assert wins == pytest.approx(1 / PLAYERS)


def test_without_rounds_and_turns_seats_remain() -> None:
    found = found_in(frozenset({"players"}))
    assert len(found.seats) == PLAYERS
    assert not found.places
    assert not found.turns


def test_batches_with_a_gap_between_their_games_add_up() -> None:
    frames = planted()
    early, late = pl.col("game") < 12, pl.col("game") >= 48
    facts = facts_of(("one",) * PLAYERS, GAMES, tables=ALL_TABLES)
    parts = [{name: each.filter(part) for name, each in frames.items()} for part in (early, late)]
    both = {name: each.filter(early | late) for name, each in frames.items()}
    apart = result_of(SeatAnalysis, Seats, facts, parts)
    together = result_of(SeatAnalysis, Seats, facts, [both])
    assert apart.games == together.games == 24
    assert apart.seats == together.seats
    assert apart.places == together.places
    assert apart.turns == together.turns


def test_measures_have_stable_names() -> None:
    names = set(found_in().measures())
    assert {"seat.0.win", "seat.2.score", "order.2.1.win", "order.3.3.win"} <= names


def test_turns_of_a_game_without_rounds_are_counted_too() -> None:
    tables = planted()
    with_rounds = facts_of(("one",) * PLAYERS, GAMES, tables=ALL_TABLES)
    known = result_of(SeatAnalysis, Seats, with_rounds, [tables])
    plain = {"players": tables["players"], "turns": tables["turns"].drop("round")}
    without = frozenset({"players", "turns"})
    facts = facts_of(("one",) * PLAYERS, GAMES, tables=without, rounds=0)
    found = result_of(SeatAnalysis, Seats, facts, [plain])
    assert found.turns == known.turns
    assert not found.places


def test_where_there_is_no_par_seats_say_nothing() -> None:
    facts = facts_of(("one", "botmegistus"), 10)
    result_of(SeatAnalysis, Missing, facts, [])
