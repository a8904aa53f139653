"""Two runs game by game, against a comparison of all rows, one after the other."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import polars as pl
import pytest

from tests.sim.version_runs import DEARER, EXPERIMENTS, PAIRS, TABLE, played, points, version
from trisim.report.version_runs import VersionReader
from trisim.sim import paired_games
from trisim.sim.errors import SettingsError
from trisim.sim.paired_games import best_of, compare_games
from trisim.sim.run import Run

IDS = ("game", "deal", "scenario", "rotation", "seed", "strategy")
Rows = dict[tuple[int, int], dict[str, list[dict[str, Any]]]]


def rows_of(run: Run) -> Rows:
    """By deal and rotation, the rows of each table in order, without what says which game it is."""
    numbers = {row["game"]: row for row in run.table("games").collect().to_dicts()}
    found: Rows = {}
    for name in ("games", "players", "turns"):
        for row in run.table(name).collect().to_dicts():
            game = numbers[row["game"]]
            kept = {key: value for key, value in row.items() if key not in IDS}
            key = game["deal"], game["rotation"]
            found.setdefault(key, {}).setdefault(name, []).append(kept)
    return found


def winners(tables: dict[str, list[dict[str, Any]]]) -> list[int]:
    if "won" in tables["games"][0]:
        return [row["seat"] for row in tables["players"]] if tables["games"][0]["won"] else []
    return sorted(row["seat"] for row in tables["players"] if row["win"] > 0)


def first_turn(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> int | None:
    """The first turn with another row, or that only one of both games has."""
    turns = [{row["turn"]: row for row in rows} for rows in (one, other)]
    there = sorted(turns[0].keys() | turns[1].keys())
    return next((turn for turn in there if turns[0].get(turn) != turns[1].get(turn)), None)


@lru_cache
def both(pair: str) -> tuple[Run, Run]:
    one, other = PAIRS[pair]
    return version(one), version(other)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("games_at_a_time", [7, 2_048])
def test_it_finds_what_a_comparison_of_all_rows_finds(
    pair: str, games_at_a_time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paired_games, "GAMES_AT_A_TIME", games_at_a_time)
    one, other = (rows_of(run) for run in both(pair))
    identical = [key for key in one if one[key] == other[key]]
    turns = {key: first_turn(one[key]["turns"], other[key]["turns"]) for key in one}
    decided = [key for key in one if winners(one[key]) != winners(other[key])]
    assert len(decided) < len(one)
    assert decided or pair == "solo"  # the automa beats random players always

    found = compare_games(*both(pair))
    counts = found.divergence
    assert counts.games == len(one) == len(other)
    assert counts.deals == len({deal for deal, _ in one})
    assert (counts.games_only_in_base, counts.games_only_in_other) == (0, 0)
    assert counts.identical == len(identical)
    assert counts.other_winner == len(decided)
    by_turn = Counter(turn for turn in turns.values() if turn is not None)
    assert counts.by_turn == tuple(sorted(by_turn.items()))
    assert counts.diverged == sum(by_turn.values())
    assert counts.only_result == len(one) - len(identical) - counts.diverged
    assert counts.identical_share.value == pytest.approx(len(identical) / len(one))
    assert counts.other_winner_share.value == pytest.approx(len(decided) / len(one))

    assert found.decided.height == len(decided)
    for row in found.decided.to_dicts():
        key = row["deal"], row["rotation"]
        assert key in decided
        assert row["turn"] == turns[key]
        assert row["winners"] == winners(one[key])
        assert row["winners_other"] == winners(other[key])
        if "won" not in one[key]["games"][0]:
            assert row["scores"] == [each["score"] for each in one[key]["players"]]
            assert row["scores_other"] == [each["score"] for each in other[key]["players"]]


def test_the_round_is_that_of_the_first_turn_that_differs() -> None:
    one, other = (rows_of(run) for run in both("a table"))
    rounds: Counter[int] = Counter()
    for key in one:
        turn = first_turn(one[key]["turns"], other[key]["turns"])
        if turn is not None:
            rounds[one[key]["turns"][turn]["round"]] += 1
    assert compare_games(*both("a table")).divergence.by_round == tuple(sorted(rounds.items()))


@pytest.mark.parametrize("name", ["summit", "team", "table", "solo"])
def test_a_run_is_identical_to_itself(name: str) -> None:
    found = compare_games(version(name), version(name))
    counts = found.divergence
    assert counts.identical == counts.games > 0
    assert (counts.other_winner, counts.only_result, counts.by_turn) == (0, 0, ())
    assert counts.identical_share.value == 1
    assert counts.quantiles == ()
    assert found.decided.is_empty()


def test_another_name_changes_no_row() -> None:
    counts = compare_games(version("summit"), version("named")).divergence
    assert counts.identical == counts.games


def test_a_changed_price_of_a_card_that_is_never_seen_changes_no_row() -> None:
    base = version("table")
    seen = base.table("cards").select(pl.col("card").cast(pl.String)).collect()["card"]
    never = sorted(set(EXPERIMENTS) - set(seen))
    assert never
    text = points(9, never).replace("points = 9", 'points = 9\ncost = "3 lead"')
    other = played("never", text, TABLE)
    assert other.manifest.box.digest != base.manifest.box.digest
    for table in base.tables:
        assert base.table(table).collect().equals(other.table(table).collect()), table
    counts = compare_games(base, other, never).divergence
    assert counts.identical == counts.games
    reader = VersionReader([base, other])
    reader.read()
    names = list(reader.totals.names())
    assert len(names) > 300
    assert all(reader.totals.is_identical(name, 1) for name in names)


def test_games_with_a_changed_card_come_first() -> None:
    base, other = both("a table")
    found = compare_games(base, other, DEARER).decided
    for row in found.to_dicts():
        number = pl.col("game") == row["game"]
        cards = base.table("players").filter(number).collect()
        turns = base.table("turns").filter(number & (pl.col("turn") == row["turn"])).collect()
        named = any(card in str(frame.to_dicts()) for card in DEARER for frame in (cards, turns))
        assert row["involved"] or not named
    assert found["involved"].to_list() == sorted(found["involved"], reverse=True)
    assert not compare_games(base, other).decided["involved"].any()


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    key = ["deal", "rotation"]
    rows = {"deal": [3, 2, 1], "rotation": [0, 0, 0], "involved": [False, True, False]}
    frame = pl.DataFrame(rows)
    monkeypatch.setattr(paired_games, "MOST_KEPT", 2)
    kept = best_of(pl.DataFrame(), frame, key)
    assert kept["deal"].to_list() == [2, 1]
    more = pl.DataFrame({"deal": [9], "rotation": [0], "involved": [True]})
    assert best_of(kept, more, key)["deal"].to_list() == [2, 9]


def test_games_that_only_one_run_has_are_counted() -> None:
    short = version("summit", games=16)
    counts = compare_games(version("summit"), short).divergence
    assert (counts.games, counts.games_only_in_base, counts.games_only_in_other) == (16, 8, 0)
    assert counts.identical == 16
    counts = compare_games(short, version("summit")).divergence
    assert (counts.games_only_in_base, counts.games_only_in_other) == (0, 8)


def test_without_turns_results_are_compared() -> None:
    one, other = version("summit", log="players"), version("points")
    counts = compare_games(one, other).divergence
    whole = compare_games(*both("points of cards")).divergence
    assert counts.tables == ("games", "players")
    assert not counts.has_turns
    assert (counts.identical, counts.other_winner) == (whole.identical, whole.other_winner)
    assert (counts.only_result, counts.diverged) == (0, 0)


@pytest.mark.parametrize(
    ("changes", "what"), [({"seed": 2}, "seeds"), ({"players": 3}, "numbers of players")]
)
def test_other_deals_can_not_be_paired(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(SettingsError, match=f"have different {what}") as told:
        compare_games(version("summit"), version("summit", games=6, **changes))
    assert "\n" not in str(told.value)
    with pytest.raises(SettingsError, match="have different games"):
        compare_games(version("summit"), version("team"))
