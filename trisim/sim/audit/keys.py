"""Checks of keys: no row is missing, none is there twice, all stand in order."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.registry import check


@check("order", "rows are sorted by their key, and no key comes twice")
def rows_in_order(evidence: Evidence) -> Iterator[Wrong]:
    """Each key is larger than the one before."""
    for table in evidence.tables:
        key, names = evidence.key_of(table), evidence.facts.tables[table].key
        was = [f"·{name}" for name in names]
        frame = evidence.numbered(table).with_columns(
            pl.col(name).shift(1).alias(alias) for name, alias in zip(names, was, strict=True)
        )
        said = pl.format(", ".join(f"{name} {{}}" for name in names), *was)
        where = does_not_rise(*key)
        yield from evidence.faulty(table, frame, where, "the row before has", "a smaller key", said)


def does_not_rise(first: str, *others: str) -> pl.Expr:
    """Whether a key is not larger than that of the row before."""
    change = pl.col(first).diff()
    if not others:
        return change <= 0
    return (change < 0) | ((change == 0) & does_not_rise(*others))


@check("same-games", "every table has the games of its part, and no others")
def same_games(evidence: Evidence) -> Iterator[Wrong]:
    """The games of a part are all those of its deals; the ledger has every N-th deal."""
    for table in evidence.tables:
        wanted = evidence.game_numbers
        if evidence.facts.tables[table].level == "ledger":
            request = evidence.facts.request
            deal = pl.col("game") // request.games_a_deal
            wanted = wanted.filter(deal % request.ledger == 0)
        there = evidence[table].select("game").filter(pl.col("game").diff().ne_missing(0))
        missing = wanted.join(there, on="game", how="anti", maintain_order="left")
        yield from all_of(evidence, table, missing, "the game has", "no rows", "some")
        surplus = there.join(wanted, on="game", how="anti").sort("game")
        yield from all_of(evidence, table, surplus, "the game has", "rows", "none in this part")


def all_of(
    evidence: Evidence, table: str, frame: pl.DataFrame, what: str, found: str, expected: str
) -> Iterator[Wrong]:
    """Every row of a frame is wrong."""
    yield from evidence.faulty(table, frame, pl.lit(True), what, expected, pl.lit(found))


@check("seats", "every game has a row for each seat", "players")
def a_row_for_each_seat(evidence: Evidence) -> Iterator[Wrong]:
    """Seats 0 to players - 1, each once."""
    seats = list(evidence.facts.seats)
    games = evidence["players"].group_by("game", maintain_order=True)
    found = games.agg(seats=pl.col("seat"))
    right = pl.lit(pl.Series([seats], dtype=pl.List(pl.Int32)))
    said = ", ".join(map(str, seats))
    yield from evidence.faulty("players", found, pl.col("seats") != right, "seats", said)


@check("turns", "every game has turns 0, 1, … to the last", "turns.turn", "games")
def a_row_for_each_turn(evidence: Evidence) -> Iterator[Wrong]:
    """As many as ``games`` says."""
    frame = evidence["turns"].with_columns(nth=pl.int_range(pl.len()).over("game"))
    yield from evidence.differing("turns", frame, "turn", "nth")
    counts = frame.group_by("game", maintain_order=True).agg(rows=pl.len().cast(pl.Int32))
    both = evidence["games"].select("game", "turns").join(counts, on="game", maintain_order="left")
    yield from evidence.differing("games", both, "turns", "rows")


@check("steps", "the entries of a game's ledger are numbered 0, 1, …", "ledger.step")
def a_row_for_each_step(evidence: Evidence) -> Iterator[Wrong]:
    """No entry is missing."""
    frame = evidence["ledger"].with_columns(nth=pl.int_range(pl.len()).over("game"))
    yield from evidence.differing("ledger", frame, "step", "nth")
