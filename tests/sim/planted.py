"""Errors that can be planted in a run of any game, and the checks that must find them.

``planted_errors(folder)`` lists those of a run, by its tables and settings. A contract test plants
each in a copy and demands that the audit finds it:

    for error in planted_errors(folder):
        copy = copy_of(folder, place)
        error.plant(copy)
        assert error.is_found(audit(copy, replay=error.replay))

The run needs a line-up of two strategies, and more than one game, in its first part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tests.sim.damage import Change, put, rewrite, twice, without
from trisim.plugin import GamePlugin
from trisim.record.base import Outcome
from trisim.record.base_tables import PART_OF_SCORE
from trisim.record.columns import Kind
from trisim.sim.audit import AuditReport
from trisim.sim.manifest import Manifest, read_manifest

NOBODY = "nobody at all"
"""A word that no column can have."""

NUMBERS = (Kind.SMALL, Kind.COUNT, Kind.NUMBER, Kind.LONG)

FIRST_GAME = pl.col("game") == pl.col("game").min()
FIRST_SEAT = FIRST_GAME & (pl.col("seat") == 0)


@dataclass(frozen=True)
class Planted:
    """What is changed in the first part of a run, and the checks of which one must find it."""

    name: str
    table: str
    change: Change
    found_by: tuple[str, ...]
    replay: int = 0
    """Games that must be played once more for it to be found."""

    def plant(self, folder: Path) -> None:
        """Change the rows; sizes and checksums are made to fit."""
        rewrite(folder, self.table, self.change)

    def is_found(self, report: AuditReport) -> bool:
        """Whether an audit has found it, by the right check."""
        return bool(set(self.found_by) & set(report.failed))


def planted_errors(folder: Path) -> list[Planted]:
    """All errors that can be planted in a run."""
    manifest = read_manifest(folder)
    game = manifest.plugin
    found = [*in_every_table(manifest), *in_games(), *in_players(manifest)]
    found += in_points(game) if game.info.outcome is Outcome.POINTS else in_team()
    return [*found, *in_other_tables(manifest)]


def in_every_table(manifest: Manifest) -> Iterator[Planted]:
    """Rows that are missing or there twice."""
    for table in manifest.request.tables:
        yield Planted(f"{table}: a game is missing", table, without(FIRST_GAME), ("same-games",))
        yield Planted(f"{table}: a game is there twice", table, twice(FIRST_GAME), ("order",))
        if table != "games":
            deal = put("deal", more, FIRST_GAME)
            yield Planted(f"{table}: another deal", table, deal, ("deals-of-rows",))


def in_games() -> Iterator[Planted]:
    """Other values in base columns of ``games``."""
    values: dict[str, tuple[Any, str]] = {
        "deal": (more, "deals"),
        "scenario": (NOBODY, "deals"),
        "rotation": (more, "deals"),
        "seed": (lambda seed: seed ^ 1, "seeds"),
        "players": (more, "players"),
        "status": (NOBODY, "words"),
    }
    for name, (value, check) in values.items():
        yield Planted(f"games: another {name}", "games", put(name, value, FIRST_GAME), (check,))
    lost = put("turns", None, FIRST_GAME)
    yield Planted("games: no number of turns", "games", lost, ("missing-values",))


def in_players(manifest: Manifest) -> Iterator[Planted]:
    """Other seats, strategies and roles."""
    role, lineup = manifest.plugin.info.role, manifest.request.lineup
    yield Planted("players: a seat is missing", "players", without(FIRST_SEAT), ("seats",))
    unknown = put("strategy", NOBODY, FIRST_SEAT)
    yield Planted("players: an unknown strategy", "players", unknown, ("words",))
    other = put("strategy", lambda spec: next(each for each in lineup if each != spec), FIRST_SEAT)
    if len(set(lineup)) > 1:
        yield Planted("players: another strategy", "players", other, ("line-up",))
        yield Planted("players: seats are swapped", "players", swapped_seats, ("line-up",))
    if role is not None:
        nobody = put(role.one, NOBODY, FIRST_SEAT)
        yield Planted(f"players: an unknown {role.one}", "players", nobody, ("words",))
        none = put(role.one, None, pl.col(role.one).is_not_null())
        yield Planted(f"players: no {role.one}", "players", none, (role.many,))


def in_points(game: GamePlugin) -> Iterator[Planted]:
    """Other results of a game with points."""
    for name in ("rank", "win"):
        yield Planted(f"players: another {name}", "players", put(name, more, FIRST_SEAT), ("rank",))
    score = put("score", lambda old: old + 100, pl.col("rank") > 1)
    yield Planted("players: a loser has the best score", "players", score, ("rank", "winner"))
    for name in ("win_score", "margin"):
        yield Planted(f"games: another {name}", "games", put(name, more, FIRST_GAME), ("winner",))
    for name in game.record.tables["players"].names:
        if name.startswith(PART_OF_SCORE):
            part = put(name, more, FIRST_SEAT)
            yield Planted(f"players: another {name}", "players", part, ("score",))


def in_team() -> Iterator[Planted]:
    """Other results of a game that all win or lose."""
    won = put("won", lambda won: not won, FIRST_GAME)
    yield Planted("games: another result of the team", "games", won, ("team",))
    win = put("win", lambda win: 1 - win, FIRST_SEAT)
    yield Planted("players: another result than the team", "players", win, ("team",))


def in_other_tables(manifest: Manifest) -> Iterator[Planted]:
    """A number in each table of the game's own, which only playing the game again can know."""
    tables = manifest.plugin.record.tables
    for name in manifest.request.tables:
        numbers = [
            column.name
            for column in tables[name].columns
            if column.kind in NUMBERS and column.name not in (*tables[name].key, "deal")
        ]
        if numbers and name not in ("games", "players"):
            change = put(numbers[-1], more)
            games = manifest.request.games
            yield Planted(f"{name}: another {numbers[-1]}", name, change, ("replay",), games)


# ---------------------------------------------------------------- changes


def more(old: Any) -> Any:
    """One more, or one if there was nothing."""
    return (old or 0) + 1


def swapped_seats(frame: pl.DataFrame) -> pl.DataFrame:
    """In the first game, two players with different strategies change their seats."""
    here, *others = frame.filter(FIRST_GAME).iter_rows(named=True)
    there = next(row["seat"] for row in others if row["strategy"] != here["strategy"])
    seat = pl.col("seat")
    other = pl.when(seat == here["seat"]).then(there).when(seat == there).then(here["seat"])
    changed = pl.when(FIRST_GAME).then(other.otherwise(seat)).otherwise(seat)
    return frame.with_columns(seat=changed.cast(pl.Int8)).sort("game", "seat")
