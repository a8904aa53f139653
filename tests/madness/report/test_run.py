"""The figures of a real run against polars: one query for each, on its tables as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.madness.audit.runs import folder
from trisim.games.madness.box.words import Element
from trisim.report.load_runs import read_runs
from trisim.stats.estimate import Estimate

ELEMENTS = [element.word for element in Element]
LEDGER_EVERY = 3
HELD = ["hand", "support", "deck", "discard", "passing"]
Found = dict[str, float]


@cache
def played() -> Path:
    """Games that are won and lost, played compiled; every third deal has a ledger."""
    out = folder() / "reported"
    given = ["--game", "madness", "--players", "3", "--games", "150", "--strategy", "balanced"]
    more = ["--with", "cards", "--with", f"ledger:every={LEDGER_EVERY}"]
    command = [sys.executable, "-m", "trisim", "run", *given, *more, "--quiet", "--out", str(out)]
    subprocess.run(command, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "0"})
    return out


@cache
def read() -> Any:
    return read_runs([played()]).subject


@cache
def measures() -> dict[str, Estimate]:
    found: dict[str, Estimate] = {}
    for each in read().results.values():
        found |= each.measures()
    return found


@cache
def table(name: str) -> pl.DataFrame:
    """A table with words as text."""
    frame = pl.read_parquet(played() / name / "*.parquet")
    return frame.with_columns(
        pl.col(pl.Categorical).cast(pl.String), pl.col(pl.Enum).cast(pl.String)
    )


def mean(frame: pl.DataFrame, expression: pl.Expr) -> float:
    return float(frame.select(expression.cast(pl.Float64).mean()).item())


def by(frame: pl.DataFrame, key: str, expression: pl.Expr, name: str) -> Found:
    """A mean for each value of a column."""
    rows = frame.group_by(key).agg(expression.cast(pl.Float64).mean().alias("mean"))
    return {name.format(each): value for each, value in rows.drop_nulls().rows()}


def ratio(frame: pl.DataFrame, over: str, under: list[str]) -> float:
    below = pl.sum_horizontal(pl.col(each).cast(pl.Float64).sum() for each in under)
    return float(frame.select(pl.col(over).cast(pl.Float64).sum() / below).item())


# ---------------------------------------------------------------- one query for each


def outcome() -> Found:
    games = table("games")
    found = {"team.won": mean(games, pl.col("won"))}
    found |= by(games, "scenario", pl.col("won"), "team.scenario.{}.won")
    teams = table("players").join(games.select("game", "won"), on="game")
    return found | by(teams, "mage", pl.col("won"), "team.mage.{}.won")


def progress() -> Found:
    games = table("games")
    beaten = pl.col("monsters_beaten")
    return {
        "progress.beaten": mean(games, beaten),
        "progress.mean": mean(games, pl.col("progress")),
    } | by(games, "scenario", beaten, "progress.{}.beaten")


def losses() -> Found:
    games = table("games")
    lost = games.filter(~pl.col("won"))
    found = {
        f"loss.{each}.share": mean(lost, pl.col("loss") == each)
        for each in ("pile", "escape", "madness")
    }
    found["loss.early.share"] = mean(lost, pl.col("monsters") <= 3)
    for number in range(1, 7):
        there = games.filter(pl.col("monsters") >= number)
        ends = (pl.col("monsters") == number) & ~pl.col("won")
        found[f"loss.round.{number}.lost"] = mean(there, ends)
    return found


def monsters() -> Found:
    rows = table("monsters").join(table("games").select("game", "won"), on="game")
    decided = rows.filter(pl.col("fate") != "open")
    last = pl.col("round") == pl.col("round").max().over("game")
    fatal = rows.with_columns(fatal=last & ~pl.col("won"))
    beaten = pl.col("fate") == "beaten"
    return (
        by(decided, "round", beaten, "monsters.{}.beaten")
        | by(decided, "monster", beaten, "monster.{}.beaten")
        | by(fatal, "monster", pl.col("fatal"), "monster.{}.fatal")
    )


def curses() -> Found:
    rows = table("curses")
    down = pl.col("fate") == "destroyed"
    return (
        by(rows, "kind", down, "curses.{}.destroyed")
        | by(rows, "curse", down, "curse.{}.destroyed")
        | by(rows, "curse", pl.col("turn_struck").is_not_null(), "curse.{}.struck")
    )


def differences() -> Found:
    """Mantel and Haenszel, within scenario and number (and kind) of the monster."""
    games = table("games").select("game", "scenario", "won")
    rows = {name: table(name).join(games, on="game") for name in ("monsters", "curses")}
    strata = ["scenario", "round"]
    return (
        adjusted(rows["monsters"], "monster", strata)
        | adjusted(rows["monsters"], "page", strata)
        | adjusted(rows["curses"], "curse", [*strata, "kind"])
    )


def adjusted(rows: pl.DataFrame, thing: str, strata: list[str]) -> Found:
    won = pl.col("won").cast(pl.Float64)
    within = rows.group_by(*strata).agg(all=pl.len(), won_all=won.sum())
    cells = rows.group_by(*strata, thing).agg(n=pl.len(), won=won.sum()).join(within, on=strata)
    others = pl.col("all") - pl.col("n")
    weight = pl.col("n") * others / pl.col("all")
    gap = pl.col("won") / pl.col("n") - (pl.col("won_all") - pl.col("won")) / others
    known = cells.filter(others > 0).group_by(thing)
    found = known.agg(value=(weight * gap).sum() / weight.sum())
    return {f"{thing}.{each}.win": value for each, value in found.rows()}


def spells() -> Found:
    rows, games = table("cards"), table("games").height
    held = rows.filter(pl.col("seat").is_not_null() & pl.col("kind").str.ends_with("spell"))
    total = held.group_by("card").agg(pl.col("uses", "boosted").cast(pl.Int64).sum())
    cast = total.filter(pl.col("uses") > 0)
    found = {f"card.{each.id}.casts": 0.0 for each in read().facts.box.spells}
    found |= {f"card.{card}.casts": uses / games for card, uses, _ in total.rows()}
    found |= {f"card.{card}.boosted": boosted / uses for card, uses, boosted in cast.rows()}
    library = rows.filter(pl.col("kind") == "spell")
    return found | by(library, "card", pl.col("seat").is_not_null(), "card.{}.taken")


def elements() -> Found:
    box = read().facts.box
    element = {each.id: each.element.word for each in box.spells}
    players, cards = table("players"), table("cards")
    learned = players.select(card=pl.col("spells_learned")).explode("card").drop_nulls()
    amounts: dict[str, dict[str, int]] = {
        "strength": {e: int(players[f"value_{e}"].sum()) for e in ELEMENTS},
        "paid": {e: int(table("actions")[f"paid_{e}"].sum()) for e in ELEMENTS},
        "learned": by_element(learned.with_columns(uses=1), element),
        "cast": by_element(cards, element),
        "first": first_cards(players, box),
    }
    return {
        f"element.{e}.{what}": amount.get(e, 0) / sum(amount.values())
        for what, amount in amounts.items()
        for e in ELEMENTS
    }


def by_element(rows: pl.DataFrame, element: dict[str, str]) -> dict[str, int]:
    known = rows.with_columns(
        element=pl.col("card").cast(pl.String).replace_strict(element, default=None)
    )
    return dict(
        known.drop_nulls("element")
        .group_by("element")
        .agg(pl.col("uses").cast(pl.Int64).sum())
        .rows()
    )


def first_cards(players: pl.DataFrame, box: Any) -> dict[str, int]:
    found = dict.fromkeys(ELEMENTS, 0)
    for mage in box.mages:
        times = players.filter(pl.col("mage") == mage.id).height
        for place, ones in enumerate(mage.ones):
            found[ELEMENTS[place]] += times * (ones + 2 * (mage.element == place))
    return found


def flows() -> Found:
    games, players = table("games"), table("players")
    found = {
        "madness.taken": mean(games, pl.col("madness_taken")),
        "madness.cured": mean(games, pl.col("madness_cured")),
        "madness.empty_decks": ratio(players, "madness_empty", ["madness_taken"]),
    }
    turns = table("turns").filter(pl.col("turn") < 30).sort("game", "turn")
    ends = turns.group_by("game", "round").agg(pl.col("pile").last())
    return found | by(ends, "round", pl.col("pile"), "madness.pile.{}")


def teamwork() -> Found:
    players = table("players")
    paying = ["cards_hand", "cards_support", "cards_others"]
    choices = players.group_by("game").agg(pl.col("choices").max() / pl.col("choices").sum())
    return {
        "teamwork.given": float(players["actions_given"].sum()) / table("games").height,
        "teamwork.left": ratio(players, "actions_left", ["actions_received"]),
        "teamwork.abroad": ratio(players, "abroad", ["actions"]),
        "teamwork.others_pay": ratio(players, "cards_others", paying),
        "teamwork.own_support": ratio(players, "cards_support", paying),
        "teamwork.busiest": mean(choices, pl.col("choices")),
    }


QUERIES = (
    outcome,
    progress,
    losses,
    monsters,
    curses,
    differences,
    spells,
    elements,
    flows,
    teamwork,
)

ELSEWHERE = (
    *("mage.", "ability.", "trait.", "pair.", "team.mage.", "team.strategy."),  # test_team_roles
    *("tension.", "flow."),  # test_forecast, test_team_flow
    *("cards.",),  # test_cards, with what follows of single cards
)
"""Measures that are computed by code of all games, which has tests of its own."""


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.__name__)
def test_against_polars(query: Callable[[], Found]) -> None:
    expected, found = query(), measures()
    assert expected
    for name, value in expected.items():
        if name in found or value:  # nothing is told of what never came
            assert found[name].value == pytest.approx(value), name


def test_no_measure_is_left_out() -> None:
    expected = {name for query in QUERIES for name in query()}
    rest = {name for name in measures() if not name.startswith(ELSEWHERE)} - expected
    of_cards = {name for name in rest if name.startswith("card.")}
    assert {name.split(".")[-1] for name in of_cards} <= {"win", "completed"}
    assert {name.split(".")[-1] for name in rest - of_cards} <= {"fatal"}  # see test_analyses


def test_games_are_won_and_lost() -> None:
    assert 10 < table("games")["won"].sum() < 140


def test_intervals_hold_their_values() -> None:
    for name, each in measures().items():
        assert each.low <= each.value <= each.high, name
        assert each.clusters > 0, name


# ---------------------------------------------------------------- the ledger of some deals


def moves() -> pl.DataFrame:
    held = {"from_held": pl.col("source").is_in(HELD), "to_held": pl.col("target").is_in(HELD)}
    action = pl.col("cause") == "action"
    detail = pl.when(action).then(pl.col("cause_id").cast(pl.String)).otherwise(pl.lit(""))
    return table("ledger").with_columns(**held, mad=pl.col("card") == "madness", detail=detail)


def test_streams_are_of_the_games_with_a_ledger() -> None:
    kept = table("ledger")["game"].n_unique()
    assert kept < table("games").height, "only some deals have one"
    found = {
        (s.thing, s.way, s.cause, s.detail): s.cards.value for s in read().results["flows"].streams
    }
    came, went = ~pl.col("from_held") & pl.col("to_held"), pl.col("from_held") & ~pl.col("to_held")
    for way, test in (("in", came), ("out", went)):
        rows = moves().filter(test).group_by("mad", "cause", "detail")
        for mad, cause, detail, cards in rows.agg(pl.col("cards").cast(pl.Int64).sum()).rows():
            thing = "madness" if mad else "cards"
            assert found[thing, way, cause, detail] == pytest.approx(cards / kept)
    assert found["cards", "in", "setup", ""] == pytest.approx(3 * 12)


def test_sources_of_madness_by_round_are_of_games_that_reach_it() -> None:
    kept = table("games").join(table("ledger").select("game").unique(), on="game", how="semi")
    number = (pl.col("turn").clip(0) // 5 + 1).clip(1, 6)
    taken = moves().filter(pl.col("mad") & ~pl.col("from_held") & pl.col("to_held"))
    for each in read().results["flows"].madness:
        here = taken.filter((number == each.round) & (pl.col("cause") == each.cause))
        reached = kept.filter(pl.col("monsters") >= each.round).height
        assert each.cards.value == pytest.approx(here["cards"].sum() / reached)
