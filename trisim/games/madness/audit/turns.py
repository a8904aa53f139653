"""Checks of turns: who is active, where the marker is, sums, what is left at their end."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import COUNTED_AS, INVOCATION, SPACES
from trisim.sim.audit.findings import Wrong

TURN = ["game", "turn"]
SEAT = ["game", "seat"]


@check("active", "players are active in turn; eliminated ones are skipped", "turns", "players")
def active(evidence: Evidence) -> Iterator[Wrong]:
    """After each turn comes the next player to the left who is not eliminated."""
    count = evidence.facts.request.players
    out = (
        evidence["players"]
        .group_by("game")
        .agg(out=pl.col("eliminated_turn").sort_by("seat").fill_null(1_000_000))
    )
    frame = evidence["turns"].join(out, on="game", how="left", maintain_order="left")
    seat = pl.lit(None, pl.Int64)
    first = (pl.col("seat").cast(pl.Int64) + 1).shift(1, fill_value=0).over("game")
    for step in reversed(range(count)):
        candidate = (first + step) % count
        is_in = pl.col("out").list.get(candidate, null_on_oob=True) >= pl.col("turn")
        seat = pl.when(is_in).then(candidate).otherwise(seat)
    yield from evidence.differing("turns", frame, "seat", seat)


def with_last(evidence: Evidence) -> pl.DataFrame:
    """Turns; ``last`` marks the one in which the game ended."""
    last = pl.col("turn") == pl.col("turn").max().over("game")
    return evidence["turns"].with_columns(last=last)


@check("spaces", "the marker advances one space a turn; five turns a monster", "turns")
def spaces(evidence: Evidence) -> Iterator[Wrong]:
    """A game that ends on the invocation space ends with the monster that was there."""
    ended = pl.col("last") & (pl.col("space") == INVOCATION) & (pl.col("turn") % SPACES == 0)
    number = pl.when(ended).then(pl.col("turn") // SPACES).otherwise(pl.col("turn") // SPACES + 1)
    space = pl.when(ended).then(INVOCATION).otherwise(pl.col("turn") % SPACES + 1)
    frame = evidence.once("turns with last", with_last)
    yield from evidence.differing("turns", frame, "round", number.cast(pl.Int32))
    yield from evidence.differing("turns", frame, "space", space.cast(pl.Int32))


@check("monsters-of-turns", "a turn names the monster of its round", "turns", "monsters")
def monsters_of_turns(evidence: Evidence) -> Iterator[Wrong]:
    """As ``monsters`` has it."""
    there = evidence["monsters"].select("game", "round", right="monster")
    frame = evidence["turns"].join(there, on=["game", "round"], how="left", maintain_order="left")
    yield from evidence.differing("turns", frame, "monster", "right")


@check(
    "hands",
    "after recovery the active player has a full hand, or is eliminated",
    "turns",
    "players",
)
def hands(evidence: Evidence) -> Iterator[Wrong]:
    """In every turn but the last one, which may end at any time."""
    out = evidence["players"].select(*SEAT, "eliminated_turn")
    frame = evidence.once("turns with last", with_last).filter(~pl.col("last"))
    both = frame.join(out, on=SEAT, how="left", maintain_order="left")
    is_out = (pl.col("eliminated_turn") == pl.col("turn")).fill_null(False)
    right = pl.when(is_out).then(0).otherwise(evidence.facts.hand)
    yield from evidence.differing("turns", both, "hand", right)


SUMS = (
    *COUNTED_AS,
    "actions",
    "abroad",
    "cards_others",
    "drawn_all",
    "madness_all",
    "madness_cured",
)
"""Columns of turns that add up to those of players."""

OF_PLAYERS = {"drawn_all": "drawn", "madness_all": "madness_taken"}


@check("turn-sums", "counts of players add up to those of turns", "turns", "players", "games")
def turn_sums(evidence: Evidence) -> Iterator[Wrong]:
    """Of the whole team: others act in a turn, too; first hands are drawn before the turns."""
    turns = (
        evidence.finished("turns")
        .group_by("game", maintain_order=True)
        .agg(pl.col(name).sum() for name in SUMS)
    )
    players = (
        evidence.finished("players")
        .group_by("game")
        .agg(pl.col(OF_PLAYERS.get(name, name)).sum().alias(f"·{name}") for name in SUMS)
    )
    frame = turns.join(players, on="game", how="left", maintain_order="left")
    hands = evidence.facts.hand * evidence.facts.request.players
    for name in SUMS:
        right = pl.col(f"·{name}") - (hands if name == "drawn_all" else 0)
        yield from evidence.differing("turns", frame, name, right)


@check("turns-of-seats", "players have as many turns as there are", "players", "turns")
def turns_of_seats(evidence: Evidence) -> Iterator[Wrong]:
    """Turns in which they were active."""
    counts = evidence["turns"].group_by(SEAT).agg(rows=pl.len().cast(pl.Int32))
    frame = evidence["players"].join(counts, on=SEAT, how="left", maintain_order="left")
    yield from evidence.differing("players", frame, "turns", pl.col("rows").fill_null(0))


@check("choices", "choices of turns are among those of their player", "turns", "players")
def choices(evidence: Evidence) -> Iterator[Wrong]:
    """Others are made in the turns of others; each has at least two options."""
    turns = evidence["turns"]
    few = pl.col("options") < pl.col("choices") * 2
    said = pl.format("at least {}", pl.col("choices") * 2)
    yield from evidence.faulty("turns", turns, few, "options", said)
    sums = turns.group_by(SEAT).agg(in_turns=pl.col("choices").sum())
    frame = evidence["players"].join(sums, on=SEAT, how="left", maintain_order="left")
    few = pl.col("choices") < pl.col("in_turns")
    said = pl.format("at least {}", "in_turns")
    yield from evidence.faulty("players", frame, few, "choices", said)


PARTS = {
    "abroad": "actions",
    "cards_others": "cards_paid",
    "drawn": "drawn_all",
    "madness": "madness_all",
}
"""Columns of turns that are a part of others."""


@check("turn-parts", "the five actions are all, and what is a part of a count is no more", "turns")
def parts_of_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Of all actions, of all cards that paid, of the cards and the madness of all players."""
    turns = evidence["turns"]
    five = pl.sum_horizontal("casts", "learned", "acquired", "destroyed", "cures")
    yield from evidence.differing("turns", turns, "actions", five)
    pairs = {**PARTS, "destroyed": "curses_destroyed"}
    for part, whole in pairs.items():
        wrong = ~pl.col(part).is_between(0, pl.col(whole))
        yield from evidence.faulty("turns", turns, wrong, part, pl.format("0 to {}", whole))


@check(
    "last-turns",
    "after the last turn the table is as the game left it",
    "turns",
    "games",
    "players",
)
def last_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Pile, curses, supports, strength, and the hand of the active player."""
    frame = evidence.once("turns with last", with_last).filter("last")
    names = ("pile_left", "curses_left", "strength", "last_monster", "space", "monsters")
    games = evidence["games"].select("game", *(pl.col(name).alias(f"·{name}") for name in names))
    hands = evidence["players"].select(*SEAT, pl.col("hand").alias("·hand"))
    pool = evidence["players"].group_by("game").agg(pl.col("support").sum().alias("·pool"))
    both = (
        frame.join(games, on="game", how="left", maintain_order="left")
        .join(hands, on=SEAT, how="left", maintain_order="left")
        .join(pool, on="game", how="left", maintain_order="left")
    )
    pairs = {
        **{name: f"·{name}" for name in ("curses_left", "strength", "space", "hand", "pool")},
        "pile": "·pile_left",
        "monster": "·last_monster",
        "round": "·monsters",
    }
    for name, right in pairs.items():
        yield from evidence.differing("turns", both, name, right)
