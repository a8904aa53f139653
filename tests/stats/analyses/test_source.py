"""Facts of a run, and why an analysis can't be made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.stats.analyses.people import facts_of
from trisim.record.base import Outcome
from trisim.record.columns import Column, Kind, Table
from trisim.stats.analyses.roles import RoleAnalysis
from trisim.stats.analyses.source import Missing, analyse, lacking_words

GAMES = Table("games", "a game", ("game",), (Column("game", Kind.LONG, "its number"),))
TURNS = Table("turns", "a turn", ("game",), (), level="turns")
FACTS = facts_of(("a", "b", "a"), 12, game_tables={"games": GAMES, "turns": TURNS}, automa="bot")


@pytest.mark.parametrize(
    ("changes", "par"),
    [
        ({}, 1 / 3),
        ({"outcome": Outcome.TEAM}, None),
        ({"lineup": ("a", "b", "bot")}, None),
        ({"automa": ""}, 1 / 3),
    ],
)
def test_par_is_that_of_rivals(changes: dict[str, object], par: float | None) -> None:
    assert replace(FACTS, **changes).par == par  # type: ignore[arg-type]


def test_an_automa_is_no_strategy() -> None:
    assert FACTS.strategies == ("a", "b")
    against = replace(FACTS, lineup=("a", "bot"))
    assert against.strategies == ("a",)
    assert against.has_automa
    assert not FACTS.has_automa


def test_a_deal_has_all_scenarios_in_all_rotations() -> None:
    assert FACTS.games_a_deal == 3
    assert replace(FACTS, scenarios=("x", "y")).games_a_deal == 6


@pytest.mark.parametrize(
    ("needs", "words"),
    [
        (["turns"], "The run has no table turns: play it --log turns."),
        (["rounds"], "This game has no rounds."),
        (["games.margin"], "This game has no games.margin."),
        (["games.old"], "An earlier version of trisim wrote the run, without games.old."),
    ],
)
def test_what_is_lacking_is_said_in_one_line(needs: list[str], words: str) -> None:
    facts = replace(FACTS, tables=frozenset({"games"}), lacking=frozenset({"games.old"}))
    assert not any(facts.has(need) for need in needs)
    assert lacking_words(facts, needs) == words


def test_a_game_without_scores_has_no_analysis_of_scores() -> None:
    players = replace(GAMES, name="players")
    facts = replace(FACTS, game_tables={"players": players}, tables=frozenset({"players"}))
    found = analyse(facts, [], {"roles": RoleAnalysis})["roles"]
    assert found == Missing("This game has no players.score.")


def test_a_game_without_roles_says_so() -> None:
    facts = replace(FACTS, game_tables={}, tables=frozenset({"players"}), role=None)
    assert analyse(facts, [], {"roles": RoleAnalysis})["roles"] == Missing("The game has no roles.")
