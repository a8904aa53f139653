"""Checks that come with every game: with points or a team, with roles or without."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from trisim.engine.kernel import KernelRegistry
from trisim.plugin import GameInfo, GamePlugin
from trisim.record.base import Outcome, RoleWords
from trisim.record.base_tables import games_table, players_table, role_column
from trisim.record.columns import Column, Kind
from trisim.record.recording import declare
from trisim.sim.audit.evidence import Evidence, widened
from trisim.sim.audit.facts import Facts
from trisim.sim.audit.kit import AuditKit, chapter_words, checks_of
from trisim.sim.audit.registry import Checks

HERO = RoleWords("hero", "heroes", "")
REGISTRY = KernelRegistry("audited")
PART = Column("vp_coins", Kind.COUNT, "coins")


def game_with(
    outcome: Outcome = Outcome.POINTS,
    role: RoleWords | None = HERO,
    parts: tuple[Column, ...] = (PART,),
    kit: AuditKit | None = None,
) -> GamePlugin:
    """A game without rules: what an audit needs to know of it."""
    column = role_column(role.one, "which one") if role else None

    class Fake(GamePlugin):
        info = GameInfo(
            name="fake",
            title="Fake",
            players=range(2, 4),
            default_players=2,
            outcome=outcome,
            role=role,
            plugin="",
        )
        rules_version = 1
        record = declare(
            REGISTRY,
            __name__,
            seats=3,
            outcome=outcome,
            tables=(games_table(outcome), players_table(outcome, column, parts)),
        )
        audit = kit or AuditKit()

    return Fake()


def names(game: GamePlugin) -> list[str]:
    return [check.name for check in checks_of(game)]


def found(game: GamePlugin, name: str, **frames: dict[str, list[Any]]) -> list[str]:
    """What a check finds in some rows."""
    request: Any = SimpleNamespace(tables=("games", "players"), automas=())
    record: Any = SimpleNamespace(part=0, first_deal=0, deals=1)
    evidence = Evidence(Path(), record, Facts(request, None, game))
    for table, columns in frames.items():
        evidence._frames[table] = widened(pl.DataFrame(columns))
    (check,) = (each for each in checks_of(game) if each.name == name)
    return [str(each) for wrong in check.look(evidence) for each in wrong.first]


# ---------------------------------------------------------------- which checks there are


def test_checks_of_columns_that_a_game_lacks_are_not_listed() -> None:
    points, team = game_with(), game_with(Outcome.TEAM, None, ())
    assert {"score", "rank", "winner"} <= set(names(points))
    assert "team" not in names(points)
    assert "team" in names(team)
    assert not {"score", "rank", "winner", "steps", "turns", "rotations"} & set(names(team))
    assert "score" not in names(game_with(parts=()))


def test_roles_are_called_as_the_game_calls_them() -> None:
    checks = {check.name: check.says for check in checks_of(game_with())}
    assert checks["heroes"] == "every seat has the hero that the design gives it"
    assert checks["different-heroes"] == "no two seats of a game have the same hero"
    repeating = RoleWords("hero", "heroes", "", may_repeat=True)
    assert "different-heroes" not in names(game_with(role=repeating))


def test_a_game_adds_chapters_and_words() -> None:
    own = Checks()

    @own.check("coins", "nobody has coins that are not there", "players.vp_coins")
    def coins(evidence: Evidence) -> Any:
        return iter(())

    chapter = __name__.rpartition(".")[2]
    kit = AuditKit(
        checks=own,
        chapters={"scores": "coins and winners", chapter: "coins"},
        says={"rank": "most coins win"},
    )
    game = game_with(kit=kit)
    assert names(game)[-1] == "coins"
    words = chapter_words(game)
    assert list(words) == ["files", "keys", "seating", "scores", chapter]
    assert (words["scores"], words[chapter]) == ("coins and winners", "coins")
    says = {check.name: check.says for check in checks_of(game)}
    assert says["rank"] == "most coins win"


# ---------------------------------------------------------------- results


def players(score: list[int], rank: list[int], win: list[float]) -> dict[str, list[Any]]:
    seats = list(range(len(score)))
    return {"game": [0] * len(score), "seat": seats, "score": score, "rank": rank, "win": win}


@pytest.mark.parametrize(
    ("score", "rank", "win"),
    [
        ([5, 3, 1], [1, 2, 3], [1, 0, 0]),
        ([5, 5, 1], [1, 1, 3], [0.5, 0.5, 0]),
        ([5, 5, 1], [2, 1, 3], [0, 1, 0]),  # by a tie-break
    ],
)
def test_ranks_that_fit_their_scores(score: list[int], rank: list[int], win: list[float]) -> None:
    assert found(game_with(), "rank", players=players(score, rank, win)) == []


@pytest.mark.parametrize(
    ("score", "rank", "win", "said"),
    [
        ([5, 3, 1], [2, 1, 3], [0, 1, 0], "seat 1: rank 1, expected 2 or more"),
        ([5, 3, 1], [1, 1, 3], [0.5, 0.5, 0], "seat 1: rank 1, expected 2 or more"),
        ([5, 3, 1], [1, 3, 3], [1, 0, 0], "seat 1: rank 3, expected 2"),
        ([5, 5, 1], [1, 1, 3], [1, 0, 0], "seat 0: win 1, expected 0.5"),
        ([5, 3, 1], [1, 2, 3], [0, 1, 0], "seat 0: win 0, expected 1"),
    ],
)
def test_ranks_and_wins_that_do_not(
    score: list[int], rank: list[int], win: list[float], said: str
) -> None:
    lines = found(game_with(), "rank", players=players(score, rank, win))
    assert f"players/part-00000.parquet, game 0, {said}" in lines


def test_all_players_have_the_result_of_their_team() -> None:
    game = game_with(Outcome.TEAM, None, ())
    games: dict[str, list[Any]] = {"game": [0, 1], "won": [True, False]}
    rows: dict[str, list[Any]] = {"game": [0, 0, 1, 1], "seat": [0, 1, 0, 1]}
    sound, broken = rows | {"win": [1.0, 1.0, 0.0, 0.0]}, rows | {"win": [1.0, 1.0, 0.0, 1.0]}
    assert found(game, "team", games=games, players=sound) == []
    lines = found(game, "team", games=games, players=broken)
    assert lines == ["players/part-00000.parquet, game 1, seat 1: win 1, expected 0"]
