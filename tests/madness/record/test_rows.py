"""The rows of games against a recount from their events and states, column by column."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl
import pytest

from tests.madness.record.playing import cases, rows_of, told
from tests.madness.record.recount import Recount
from trisim.games.madness.record.rows import RECORDING
from trisim.games.madness.record.tables import TABLES

BY_THE_LOOP = {
    *("game", "deal", "scenario", "rotation", "seed", "players", "decisions", "status"),
    *("strategy", "all_restricted"),
}
"""Columns that the loop or the design fills in."""

GAMES = [
    (name, number) for name, plan in cases().items() for number in range(min(plan.request.games, 3))
]


@cache
def recount(case: str, number: int) -> dict[str, list[dict[str, Any]]]:
    return Recount(told(case, number)).rows()


def written(case: str, number: int, table: str) -> list[dict[str, Any]]:
    return rows_of(case)[table].filter(pl.col("game") == number).to_dicts()


SHARES = ("win", "progress")
"""Columns with some seven digits."""


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("case", "number"), GAMES)
def test_rows_are_what_the_game_told(case: str, number: int, table: str) -> None:
    if table not in cases()[case].request.tables:
        assert table not in rows_of(case)
        return
    rows, right = written(case, number, table), recount(case, number)[table]
    assert len(rows) == len(right)
    for found, wanted in zip(rows, right, strict=True):
        assert {*found} - BY_THE_LOOP == {*wanted} - BY_THE_LOOP
        names = [name for name in wanted if name not in SHARES]
        assert {name: found[name] for name in names} == {name: wanted[name] for name in names}
        for name in {*wanted} & {*SHARES}:
            assert found[name] == pytest.approx(wanted[name], abs=1e-6)


@pytest.mark.parametrize(("case", "number"), GAMES)
def test_what_the_loop_writes_is_that_of_the_game(case: str, number: int) -> None:
    plan = cases()[case]
    deal, scenario, rotation = plan.design.key_of(number)
    (row,) = written(case, number, "games")
    assert (row["deal"], row["rotation"]) == (deal, rotation)
    assert row["scenario"] == plan.request.scenarios[scenario]
    assert row["decisions"] == int(told(case, number).game.state.decisions)
    for name in plan.request.tables:
        assert {each["deal"] for each in written(case, number, name)} == {deal}
    players = {each["seat"]: each["strategy"] for each in written(case, number, "players")}
    seats = plan.design.seats(number)
    assert list(players.values()) == [plan.request.lineup[seat.place] for seat in seats]
    if "turns" in plan.request.tables:
        for turn in written(case, number, "turns"):
            assert turn["strategy"] == players[turn["seat"]]


# ---------------------------------------------------------------- what the games have in them


def everything(table: str) -> pl.DataFrame:
    """The rows of all cases."""
    frames = [rows_of(case)[table] for case in cases() if table in rows_of(case)]
    return pl.concat(frames, how="vertical_relaxed")


ALWAYS_ALIKE = {
    "games": {"status"},
    "players": {"all_restricted"},
    "ledger": {"deal"},  # it is kept of every second one
}
"""Columns that have one value in all these games."""


@pytest.mark.parametrize("table", TABLES)
def test_every_column_has_several_values_in_these_games(table: str) -> None:
    frame = everything(table)
    alike = {name for name in frame.columns if frame[name].n_unique() < 2}
    assert alike == ALWAYS_ALIKE.get(table, set())


@pytest.mark.parametrize(
    ("table", "column", "vocabulary"),
    [
        ("games", "loss", "loss"),
        ("monsters", "fate", "monster_fate"),
        ("curses", "fate", "curse_fate"),
        ("curses", "kind", "curse_kind"),
        ("actions", "kind", "action"),
        ("cards", "kind", "kind"),
        ("ledger", "card", "card_kind"),
    ],
)
def test_all_words_happen_in_these_games(table: str, column: str, vocabulary: str) -> None:
    assert {*everything(table)[column].unique()} == {*RECORDING.vocabularies[vocabulary]}


def test_ledgers_move_cards_between_all_zones_but_the_pool() -> None:
    ledger = everything("ledger")
    zones = {*ledger["source"].unique()} | {*ledger["target"].unique()}
    assert zones == {*RECORDING.vocabularies["zone"]} - {"pool"}


def test_the_ledger_of_every_second_deal() -> None:
    deals = rows_of("random")["ledger"]["deal"].unique().to_list()
    assert deals == [0]


def test_without_turns_games_and_players_are_the_same() -> None:
    assert [*rows_of("players")] == ["games", "players"]
    plan = cases()["players"]
    assert plan.request.tables == ("games", "players")
