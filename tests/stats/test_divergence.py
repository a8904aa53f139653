"""Pairs of made-up games: what counts as the same, and what belongs to no game."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from trisim.record.base import Outcome
from trisim.stats.divergence import DivergenceSums, Tables, pair_games, quantile
from trisim.stats.estimate import StatsError

KEY = ("deal", "scenario", "rotation")


def game(deal: int, *, scores: tuple[int, int] = (3, 5), turns: int = 3, **other: Any) -> Any:
    """A game of a deal; ``other`` are words of its turns, by number: ``t2="pass"``."""
    wins = [float(score == max(scores)) for score in scores]
    wins = [win / sum(wins) for win in wins]
    return {
        "games": [(deal, deal, "standard", 0, 77, turns)],
        "players": [
            (deal, deal, seat, f"player {seat}", scores[seat], wins[seat], ["a", "b"])
            for seat in range(2)
        ],
        "turns": [
            (deal, turn, 1 + turn // 2, other.get(f"t{turn}", "draw")) for turn in range(turns)
        ],
    }


COLUMNS = {
    "games": ["game", "deal", "scenario", "rotation", "seed", "turns"],
    "players": ["game", "deal", "seat", "strategy", "score", "win", "cards"],
    "turns": ["game", "turn", "round", "action"],
}


def tables(*games: Any, first: int = 0) -> dict[str, pl.DataFrame]:
    """The tables of some games, which are numbered from ``first``."""
    return {
        name: pl.DataFrame(
            [row for each in games for row in each[name]], schema=columns, orient="row"
        ).with_columns(pl.col("game") + first)
        for name, columns in COLUMNS.items()
    }


def pairs(one: Tables, other: Tables, *changed: str) -> list[dict[str, Any]]:
    return pair_games(one, other, KEY, Outcome.POINTS, changed).to_dicts()


BASE = tables(game(0), game(1), game(2))


def test_numbers_names_and_seeds_are_no_difference() -> None:
    other = tables(game(0), game(1), game(2), first=40)
    other["players"] = other["players"].with_columns(strategy=pl.lit("another name"))
    other["games"] = other["games"].with_columns(seed=pl.lit(5))
    found = pairs(BASE, other)
    assert all(row["identical"] and not row["decided"] for row in found)
    assert [(row["game"], row["game_other"]) for row in found] == [(0, 40), (1, 41), (2, 42)]


@pytest.mark.parametrize(
    ("changes", "turn", "number", "decided"),
    [
        ({"t1": "pass"}, 1, 1, False),
        ({"t2": "pass", "t1": "pass"}, 1, 1, False),
        ({"turns": 4}, 3, 2, False),  # a turn that only the second has
        ({"turns": 2}, 2, 2, False),
        ({"scores": (3, 6)}, None, None, False),  # another result of the same turns
        ({"scores": (5, 5)}, None, None, True),  # a shared win
        ({"scores": (9, 5), "t0": "pass"}, 0, 1, True),
    ],
)
def test_the_first_difference(
    changes: dict[str, Any], turn: int | None, number: int | None, decided: bool
) -> None:
    found = pairs(BASE, tables(game(0), game(1, **changes), game(2)))
    assert [row["identical"] for row in found] == [True, False, True]
    assert [row["decided"] for row in found] == [False, decided, False]
    assert (found[1]["turn"], found[1]["round"]) == (turn, number)
    assert found[1]["scores_other"] == list(changes.get("scores", (3, 5)))


def test_games_without_a_partner_are_left_out() -> None:
    found = pairs(BASE, tables(game(2), game(1), game(7)))
    assert [row["deal"] for row in found] == [1, 2]
    assert pairs(BASE, tables(game(9))) == []


def test_two_games_of_a_rotation_are_refused() -> None:
    twice = tables(game(0), game(0))
    twice["games"] = twice["games"].with_columns(game=pl.Series([0, 1]))
    with pytest.raises(StatsError, match="several games of the same rotation") as told:
        pairs(BASE, twice)
    assert "\n" not in str(told.value)


def test_a_team_wins_or_loses_together() -> None:
    sides = []
    for won in ([True, False], [True, True]):
        here = tables(game(0), game(1))
        here["games"] = here["games"].with_columns(won=pl.Series(won))
        here["players"] = here["players"].drop("score", "win")
        sides.append(here)
    with_scores = [{**each, "players": each["players"].with_columns(score=0)} for each in sides]
    found = pair_games(with_scores[0], with_scores[1], KEY, Outcome.TEAM).to_dicts()
    assert [row["winners"] for row in found] == [[0, 1], []]
    assert [row["winners_other"] for row in found] == [[0, 1], [0, 1]]
    assert [row["decided"] for row in found] == [False, True]
    assert all(row["scores"] == [] for row in found)


def test_a_changed_card_is_involved_where_a_row_names_it() -> None:
    other = tables(game(0, t1="a card"), game(1, t2="pass"), game(2))
    assert [row["involved"] for row in pairs(BASE, other, "a card")] == [True, False, False]
    assert [row["involved"] for row in pairs(BASE, other, "pass")] == [False, True, False]
    assert all(row["involved"] for row in pairs(BASE, other, "b"))  # everybody has it
    assert not any(row["involved"] for row in pairs(BASE, other, "unknown"))
    later = tables(game(0, t1="pass", t2="a card"), game(1), game(2))
    assert not pairs(BASE, later, "a card")[0]["involved"]  # it came after they diverged


def test_blocks_add_up() -> None:
    other = tables(game(0), game(1, t1="pass"), game(2, scores=(9, 5)))
    whole, parts = (DivergenceSums(("games", "players", "turns")) for _ in range(2))
    whole.read(pair_games(BASE, other, KEY, Outcome.POINTS), (3, 3))
    for deal in range(4):  # the last block has no games
        sides = [
            {name: table.filter(pl.col("game") == deal) for name, table in each.items()}
            for each in (BASE, other)
        ]
        here = pair_games(sides[0], sides[1], KEY, Outcome.POINTS)
        parts.read(here, (here.height, here.height))
    assert parts.result() == whole.result()
    found = whole.result()
    assert (found.games, found.deals, found.identical, found.other_winner) == (3, 3, 1, 1)
    assert (found.only_result, found.by_turn, found.by_round) == (1, ((1, 1),), ((1, 1),))
    assert found.quantiles == tuple((share, 1) for share in (0.1, 0.25, 0.5, 0.75, 0.9))


def test_runs_without_a_common_deal_are_refused() -> None:
    sums = DivergenceSums(("games", "players"))
    sums.read(pair_games(BASE, tables(game(9)), KEY, Outcome.POINTS), (3, 1))
    assert sums.only_in == (3, 1)
    with pytest.raises(StatsError, match="no deal in common"):
        sums.result()


@pytest.mark.parametrize(("share", "value"), [(0.01, 3), (0.25, 3), (0.26, 5), (0.75, 5), (1, 9)])
def test_quantiles_of_counts(share: float, value: int) -> None:
    assert quantile([(3, 1), (5, 2), (9, 1)], share) == value


def test_there_is_no_quantile_of_nothing() -> None:
    with pytest.raises(StatsError):
        quantile([], 0.5)
