"""Checks of monsters: their sheets, their turns, what became of them."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import INVOCATION, MONSTERS, SPACES
from trisim.games.madness.box.words import Side
from trisim.sim.audit.findings import Wrong

GAMES = ("won", "space", "monsters", "curses_left", "status")


def with_games(evidence: Evidence) -> pl.DataFrame:
    """Monsters with the end of their game; ``current`` marks the one that was at hand."""
    games = evidence["games"].select("game", *GAMES)
    frame = evidence["monsters"].join(games, on="game", how="left", maintain_order="left")
    return frame.with_columns(current=pl.col("round") == pl.col("monsters"))


@check(
    "sheets",
    "the grimoire has a cover, five inner pages and a last page, all different",
    "monsters",
)
def sheets(evidence: Evidence) -> Iterator[Wrong]:
    """The page of a monster is the sheet of the next one."""
    facts, monsters = evidence.facts, evidence["monsters"]
    sides = {side: facts.sheets_of(side) for side in Side}
    first, last = pl.col("round") == 1, pl.col("round") == MONSTERS
    wanted = (
        ("monster", first, Side.COVER),
        ("monster", ~first, Side.INNER),
        ("page", ~last, Side.INNER),
        ("page", last, Side.LAST),
    )
    for name, where, side in wanted:
        rows = monsters.filter(where)
        odd = ~pl.col(name).is_in(sides[side]).fill_null(False)
        yield from evidence.faulty("monsters", rows, odd, name, f"a sheet: {side.word}")
    frame = monsters.with_columns(was=pl.col("page").shift(1).over("game"))
    yield from evidence.differing("monsters", frame.filter(~first), "monster", "was")
    twice = pl.len().over("game", "page") > 1
    yield from evidence.faulty("monsters", monsters, twice, "page", "another")


@check("monster-turns", "a monster lasts five turns", "monsters", "games")
def turns_of_monsters(evidence: Evidence) -> Iterator[Wrong]:
    """The last one as many as the marker shows."""
    frame = evidence.once("monsters with games", with_games)
    first = SPACES * (pl.col("round") - 1)
    yield from evidence.differing("monsters", frame, "first_turn", first.cast(pl.Int32))
    reached = pl.min_horizontal("space", pl.lit(SPACES))
    right = pl.when("current").then(reached).otherwise(SPACES)
    yield from evidence.differing("monsters", frame, "turns", right.cast(pl.Int32))


@check(
    "fates", "a monster is beaten if no curse is left of it, else it escapes", "monsters", "games"
)
def fates_of_monsters(evidence: Evidence) -> Iterator[Wrong]:
    """On the invocation space; the last monster is beaten if and only if the team won."""
    frame = evidence.once("monsters with games", with_games)
    frame = frame.filter(pl.col("status") == "finished")
    over = ~pl.col("current") | (pl.col("space") == INVOCATION)
    end = pl.when(pl.col("left") > 0).then(pl.lit("escaped")).otherwise(pl.lit("beaten"))
    right = pl.when(over).then(end).otherwise(pl.lit("open"))
    yield from evidence.differing("monsters", frame, "fate", right)
    last = frame.filter(pl.col("round") == MONSTERS)
    wrong = (pl.col("fate") == "beaten") != pl.col("won")
    said = pl.when("won").then(pl.lit("beaten")).otherwise(pl.lit("not beaten"))
    yield from evidence.faulty("monsters", last, wrong, "fate", said)


@check("monster-curses", "curses of a monster are destroyed or left", "monsters", "games")
def curses_of_monsters(evidence: Evidence) -> Iterator[Wrong]:
    """A failure may still destroy some; those of the last monster lie on the track at the end."""
    frame = evidence.once("monsters with games", with_games)
    least = pl.col("curses") - pl.col("destroyed")
    wrong = ~pl.col("left").is_between(least, pl.col("curses"))
    said = pl.format("{} to {}", least, "curses")
    yield from evidence.faulty("monsters", frame, wrong, "left", said)
    now = frame.filter(pl.col("fate") == "open")
    yield from evidence.differing("monsters", now, "left", "curses_left")
    some = pl.col("turn_destroyed").is_not_null() != (pl.col("destroyed") > 0)
    said = pl.when(pl.col("destroyed") > 0).then(pl.lit("a turn")).otherwise(pl.lit("nothing"))
    yield from evidence.faulty("monsters", frame, some, "turn_destroyed", said)
    first, end = pl.col("first_turn"), pl.col("first_turn") + SPACES
    astray = ~pl.col("turn_destroyed").is_between(first, end)
    said = pl.format("{} to {}", first, end)
    yield from evidence.faulty("monsters", frame, astray, "turn_destroyed", said)
    many = ~pl.col("struck").is_between(0, pl.col("curses"))
    yield from evidence.faulty("monsters", frame, many, "struck", pl.format("0 to {}", "curses"))


TOTALS = {
    "monsters_beaten": (pl.col("fate") == "beaten").sum(),
    "monsters_escaped": (pl.col("fate") == "escaped").sum(),
    "curses_laid": pl.col("curses").sum(),
    "curses_destroyed": pl.col("destroyed").sum(),
    "madness_taken": pl.col("madness_taken").sum(),
    "madness_cured": pl.col("madness_cured").sum(),
    "last_monster": pl.col("monster").sort_by("round").last(),
}
"""Columns of games that follow from their monsters."""


@check("sums-of-monsters", "counts of games are the sums over their monsters", "games", "monsters")
def sums_of_monsters(evidence: Evidence) -> Iterator[Wrong]:
    """Fates, curses and madness; every turn has a monster."""
    sums = (
        evidence["monsters"]
        .group_by("game")
        .agg(value.alias(f"·{name}") for name, value in TOTALS.items())
    )
    games = evidence["games"].join(sums, on="game", how="left", maintain_order="left")
    for name in TOTALS:
        right = pl.col(f"·{name}")
        value = right if name == "last_monster" else right.fill_null(0).cast(pl.Int32)
        yield from evidence.differing("games", games, name, value)


@check("monsters-in-turns", "actions with monsters are those of turns", "monsters", "turns")
def monsters_in_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Of a whole game, and curses destroyed too."""
    names = {"actions": "actions", "destroyed": "curses_destroyed"}
    turns = (
        evidence["turns"]
        .group_by("game")
        .agg(pl.col(name).sum().alias(f"·{of}") for of, name in names.items())
    )
    sums = (
        evidence["monsters"]
        .group_by("game", maintain_order=True)
        .agg(pl.col(name).sum() for name in names)
    )
    frame = sums.join(turns, on="game", how="left", maintain_order="left")
    for name in names:
        yield from evidence.differing("monsters", frame, name, f"·{name}")
