"""Runs of made-up games, to see what a report says of a game that it knows nothing of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl

from trisim.record.base import Outcome, RoleWords
from trisim.report.contents import neutral_report
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.kit import ReportKit
from trisim.stats.analyses.source import Batch, Facts, analyse
from trisim.stats.analyses.targets import Target, Targets

MAGES = RoleWords("mage", "mages", "")
DEALS, SEATS = 60, 2


@dataclass(frozen=True)
class SmallBox:
    """A box with two roles and no cards."""

    digest: str = "d"
    about: Any = field(default_factory=lambda: SimpleNamespace(name="Small box"))
    roles: Any = field(
        default_factory=lambda: {
            name: SimpleNamespace(name=name.capitalize()) for name in ("fay", "oak", "rime")
        }
    )
    by_id: Any = field(default_factory=dict)


def facts(outcome: Outcome, *, games: int, **more: Any) -> Facts:
    """Facts of a run of a made-up game."""
    given: dict[str, Any] = {
        "label": "small",
        "box": SmallBox(),
        "players": SEATS,
        "lineup": ("brave", "shy"),
        "rotations": SEATS,
        "games": games,
        "tables": frozenset({"games", "players"}),
        "game": "small",
        "outcome": outcome,
        "roles": "balanced",
    }
    return Facts(**(given | more))


# ---------------------------------------------------------------- a team game

SCENARIOS = ("calm", "wild")
TEAM_KIT = neutral_report(Outcome.TEAM, MAGES)
TEAM_TARGET = Target("A fair fight", ("team.won",), low=40, high=60)


def team_run(lineup: tuple[str, str] = ("brave", "shy"), luck: float = 0.6) -> RunInputs:
    """A team that wins its calm games more often than its wild ones, and most often with Fay."""
    draws = np.random.default_rng(5)
    games, players = [], []
    numbers = iter(range(DEALS * len(SCENARIOS) * SEATS))
    for deal in range(DEALS):
        for scenario in SCENARIOS:
            for rotation in range(SEATS):
                game = next(numbers)
                mages = ("fay", "oak") if deal % 2 else ("oak", "rime")
                chance = luck + 0.25 * (deal % 2) - 0.4 * (scenario == "wild")
                won = bool(draws.random() < chance)
                turns = int(draws.integers(5, 9)) + 3 * won
                games.append((game, deal, scenario, rotation, won, turns, 3 * turns))
                for seat in range(SEATS):
                    who = lineup[(seat + rotation) % SEATS]
                    players.append((game, deal, seat, who, mages[seat], float(won)))
    tables = {
        "games": pl.LazyFrame(
            games,
            schema=["game", "deal", "scenario", "rotation", "won", "turns", "decisions"],
            orient="row",
        ),
        "players": pl.LazyFrame(
            players, schema=["game", "deal", "seat", "strategy", "mage", "win"], orient="row"
        ),
    }
    about = facts(
        Outcome.TEAM,
        games=len(games),
        role=MAGES,
        scenarios=SCENARIOS,
        role_ids=("fay", "oak", "rime"),
        lineup=lineup,
    )
    return run_inputs(about, tables, TEAM_KIT)


def names_in(frame: pl.LazyFrame) -> Any:
    """A table that has the columns of a frame."""
    return SimpleNamespace(names=frame.collect_schema().names())


def run_inputs(about: Facts, tables: dict[str, pl.LazyFrame], kit: ReportKit) -> RunInputs:
    """A run, analysed as a report does it."""
    about = replace(about, game_tables={name: names_in(each) for name, each in tables.items()})
    wanted = {each.key: each.analysis for each in kit.chapters if each.analysis is not None}
    return RunInputs(about, analyse(about, [Batch(tables)], wanted))


def team_inputs(*runs: RunInputs) -> ReportInputs:
    """A report of a team game."""
    return ReportInputs(runs or (team_run(),), TEAM_KIT, Targets("mine.toml", (TEAM_TARGET,)))


# ---------------------------------------------------------------- a game of points

POINTS_KIT = neutral_report(Outcome.POINTS)


def points_inputs() -> ReportInputs:
    """A game of points without roles, rounds and turns."""
    draws = np.random.default_rng(6)
    games, players = [], []
    for game in range(DEALS * SEATS):
        parts = draws.integers(1, 30, size=(SEATS, 2))
        scores = parts.sum(axis=1)
        wins = (scores == scores.max()) / (scores == scores.max()).sum()
        margin = int(abs(scores[0] - scores[1]))
        games.append((game, game // SEATS, "standard", game % SEATS, 10, 40, margin, 2, 4))
        for seat in range(SEATS):
            who = ("brave", "shy")[(seat + game) % SEATS]
            rank = 1 if wins[seat] else 2
            result = (*map(int, parts[seat]), int(scores[seat]), rank)
            players.append((game, game // SEATS, seat, who, float(wins[seat]), *result))
    tables = {
        "games": pl.LazyFrame(
            games,
            schema=[
                "game",
                "deal",
                "scenario",
                "rotation",
                "turns",
                "decisions",
                "margin",
                "lead_changes",
                "settled_turn",
            ],
            orient="row",
        ),
        "players": pl.LazyFrame(
            players,
            schema=[
                "game",
                "deal",
                "seat",
                "strategy",
                "win",
                "vp_coins",
                "vp_early_bird",
                "score",
                "rank",
            ],
            orient="row",
        ),
    }
    about = facts(Outcome.POINTS, games=len(games))
    return ReportInputs((run_inputs(about, tables, POINTS_KIT),), POINTS_KIT, Targets("mine", ()))
