"""Checks of the ledger: every balance runs, and what is left is what players hold and score.

For games whose ledger has the columns ``step, turn, seat, item, delta, balance``.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import in_groups, running
from trisim.sim.audit.registry import check

ACCOUNT = ["game", "seat", "item"]
SEAT = ["game", "seat"]


@check("balances", "every balance is the one before and the change, from 0 on", "ledger.balance")
def balances_run(evidence: Evidence) -> Iterator[Wrong]:
    """By game, seat and item; nothing is ever below 0."""
    frame = in_groups(evidence["ledger"], *ACCOUNT).with_columns(right=running(pl.col("delta")))
    named = frame.sort("row")
    found, right = pl.format("{} of {}", "balance", "item"), pl.col("right")
    wrong = pl.col("balance") != right
    yield from evidence.faulty("ledger", named, wrong, "balance", right.cast(pl.String), found)
    below = pl.col("balance") < 0
    yield from evidence.faulty("ledger", named, below, "balance", "0 or more", found)
    idle = pl.col("delta") == 0
    yield from evidence.faulty("ledger", named, idle, "delta", "a change")


@check(
    "entries",
    "entries are of known items, by seats of the game, in the order of turns",
    "ledger.item",
    "games",
)
def entries(evidence: Evidence) -> Iterator[Wrong]:
    """The setup is turn -1."""
    turns = evidence["games"].select("game", "turns")
    frame = evidence["ledger"].join(turns, on="game", how="left", maintain_order="left")
    odd = ~pl.col("item").is_in(list(evidence.facts.game.audit.items))
    yield from evidence.faulty("ledger", frame, odd, "item", "a column of players")
    nobody = ~pl.col("seat").is_in(list(evidence.facts.seats))
    yield from evidence.faulty("ledger", frame, nobody, "seat", "one of the game")
    astray = ~pl.col("turn").is_between(-1, pl.col("turns") - 1)
    yield from evidence.faulty("ledger", frame, astray, "turn", "one of the game")
    back = pl.col("turn") < pl.col("turn").shift(1).over("game")
    frame = frame.with_columns(back=back)
    yield from evidence.faulty("ledger", frame, pl.col("back"), "turn", "no earlier one")


@check(
    "books",
    "what a seat's entries add up to is what it holds and scores",
    "players",
    "ledger.item",
    "games",
)
def books_balance(evidence: Evidence) -> Iterator[Wrong]:
    """Everything that is held, every part of the score, and so the score itself."""
    items, parts = evidence.facts.game.audit.items, evidence.facts.parts_of_score
    sums = evidence["ledger"].group_by(ACCOUNT).agg(pl.col("delta").sum())
    wide = sums.pivot("item", index=SEAT, values="delta")
    renamed = wide.select(
        *SEAT, *(pl.col(name).alias(f"·{name}") for name in wide.columns if name in items)
    )
    players = evidence.finished("players").filter(in_ledger(evidence))
    frame = players.join(renamed, on=SEAT, how="left", maintain_order="left")
    for item, column in items.items():
        found = pl.col(f"·{item}").fill_null(0) if f"·{item}" in frame.columns else pl.lit(0)
        yield from evidence.differing("players", frame, column, found)
    if parts:
        there = [f"·{part}" for part in parts if f"·{part}" in frame.columns]
        total = pl.sum_horizontal(*there, pl.lit(0))
        yield from evidence.differing("players", frame, "score", total)


def in_ledger(evidence: Evidence) -> pl.Expr:
    """Whether the ledger has a game: that of every N-th deal."""
    request = evidence.facts.request
    return (pl.col("game") // request.games_a_deal) % request.ledger == 0
