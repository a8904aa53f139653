"""Checks of keys: no monster, action or curse is missing."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import MONSTERS
from trisim.sim.audit.findings import Wrong


def counted(evidence: Evidence, table: str, name: str, first: int, column: str) -> Iterator[Wrong]:
    """Rows are numbered from ``first`` on, and are as many as ``column`` of ``games`` says."""
    nth = pl.int_range(first, pl.len() + first).over("game")
    frame = evidence[table].with_columns(nth=nth)
    yield from evidence.differing(table, frame, name, "nth")
    counts = frame.group_by("game").agg(rows=pl.len().cast(pl.Int32))
    games = (
        evidence["games"]
        .select("game", column)
        .join(counts, on="game", how="left", maintain_order="left")
    )
    yield from evidence.differing("games", games, column, pl.col("rows").fill_null(0))


@check("rounds", "every game has monsters 1, 2, … to the last", "monsters", "games")
def a_row_for_each_monster(evidence: Evidence) -> Iterator[Wrong]:
    """Six at the most."""
    yield from counted(evidence, "monsters", "round", 1, "monsters")
    many = pl.col("round") > MONSTERS
    yield from evidence.faulty("monsters", evidence["monsters"], many, "round", f"to {MONSTERS}")


@check("lays", "the curses that a game lays are numbered 0, 1, …", "curses", "games")
def a_row_for_each_curse(evidence: Evidence) -> Iterator[Wrong]:
    """As many as ``games`` says."""
    yield from counted(evidence, "curses", "lay", 0, "curses_laid")


@check("action-numbers", "the actions of a game are numbered 0, 1, …", "actions")
def a_row_for_each_action(evidence: Evidence) -> Iterator[Wrong]:
    """No row is missing."""
    frame = evidence["actions"].with_columns(nth=pl.int_range(pl.len()).over("game"))
    yield from evidence.differing("actions", frame, "action", "nth")
