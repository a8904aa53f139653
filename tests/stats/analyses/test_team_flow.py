"""The flow of team games: length by result, turns by round, actions in the words of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import polars as pl
import pytest

from tests.stats.analyses.people import facts_of
from trisim.record.base import Outcome
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.analyses.team_flow import TeamFlow, TeamFlowAnalysis
from trisim.stats.analyses.turns import ActionWords

ROWS = [(0, 0, True, 6, 20), (1, 0, False, 3, 9), (2, 1, False, 5, 11), (3, 1, True, 6, 20)]


class WithActions(TeamFlowAnalysis):
    words: ClassVar[ActionWords] = ActionWords(("draw", "fight", "none"), none="none")


def facts(*tables: str) -> Facts:
    found = facts_of(("a", "a"), 4, tables=frozenset(("games", *tables)))
    return replace(found, outcome=Outcome.TEAM, rounds=2)


def games() -> pl.LazyFrame:
    schema = ["game", "deal", "won", "turns", "decisions"]
    return pl.LazyFrame(ROWS, schema=schema, orient="row")


def turns() -> pl.LazyFrame:
    rows = [
        {"game": game, "round": 1 + 2 * turn // many, "action": ("draw", "fight")[turn % 2]}
        for game, _, _, many, _ in ROWS
        for turn in range(many)
    ]
    return pl.LazyFrame(rows).with_columns(pl.col("action").cast(pl.Categorical))


def found_in(kind: type[TeamFlowAnalysis], about: Facts, **frames: pl.LazyFrame) -> TeamFlow:
    analysis = kind(about)
    analysis.read(Batch(frames))
    return analysis.result()


def test_length_is_that_of_games_by_result() -> None:
    found = found_in(TeamFlowAnalysis, facts(), games=games())
    assert (found.turns.value, found.decisions.value) == (5, 15)
    assert (found.won_turns.value, found.lost_turns.value) == (6, 4)
    assert not found.rounds
    assert not found.actions
    assert found.turns.clusters == 2


def test_actions_are_those_of_the_game() -> None:
    found = found_in(WithActions, facts("turns"), games=games(), turns=turns())
    first, second = found.rounds
    assert (first.turns.value, second.turns.value) == (11 / 4, 9 / 4)
    shares = {(each.round, each.action): each.share.value for each in found.actions}
    assert shares[1, "draw"] == pytest.approx(7 / 11)
    assert shares[1, "draw"] + shares[1, "fight"] == pytest.approx(1)
    assert (1, "none") not in shares
    assert set(found.measures()) == {
        "flow.turns",
        "flow.decisions",
        "flow.won_turns",
        "flow.lost_turns",
    }
