"""Checks of the scores of all seats after each turn, and of the leaders."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.box.notation.terms import Gain
from trisim.games.trismegistus.box.words import Thing
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import before, in_groups

SEAT = ["game", "seat"]


@check(
    "scores-by-turn",
    "a score changes in the seat's own turns, with reactions, or between rounds, up to the end",
    "turns.scores",
    "players",
    "games",
)
def scores_by_turn(evidence: Evidence) -> Iterator[Wrong]:
    """Botmegistus, which never reacts, gains between rounds and can score a masterpiece later."""
    turns, seats = evidence.finished("turns"), evidence.facts.request.players
    few = pl.col("scores").list.len() != seats
    yield from evidence.faulty("turns", turns, few, "scores", f"one for each of {seats} seats")
    frame = score_of_each_seat(turns)
    own = pl.col("seat") == pl.col("actor")
    yield from evidence.differing("turns", frame.filter(own), "scores", "score_now", "score")
    still = (pl.col("reactions") == 0) | evidence.facts.is_automa
    right = pl.col("was") + gained_between_rounds(evidence)
    frame = frame.with_columns(right=right)
    idle = frame.filter(~own & still, pl.col("right").is_not_null())
    yield from evidence.differing("turns", idle, "scores", "right", "score")
    ends = evidence["players"].select(*SEAT, "experiments_masterpiece", end="score")
    last = frame.unique(SEAT, keep="last", maintain_order=True).join(ends, on=SEAT)
    last = last.filter(~evidence.facts.is_automa | (pl.col("experiments_masterpiece") == 0))
    yield from evidence.differing("turns", last, "scores", "end", "score")


def score_of_each_seat(turns: pl.DataFrame) -> pl.DataFrame:
    """A row for each turn and seat with its score, and that of the turn before."""
    kept = ("game", "turn", "round", "reactions", "score_now")
    seats = pl.int_ranges(pl.col("scores").list.len(), dtype=pl.Int32)
    long = turns.select(*kept, actor="seat", seat=seats, score="scores").explode("seat", "score")
    grouped = in_groups(long, *SEAT)
    return grouped.with_columns(was=before("score"), new_round=pl.col("round") != before("round"))


def gained_between_rounds(evidence: Evidence) -> pl.Expr:
    """Points that a seat gains before a turn; missing if they are unknown without a replay."""
    nothing = pl.lit(0, pl.Int32)
    if not evidence.facts.solo:
        return nothing
    solo = evidence.facts.box.solo
    worth = {Thing.ETHEREAL_DIE: solo.points_per_ethereal, Thing.POINT: 1}
    gained: list[int | None] = []
    for parts in solo.after_rounds:
        each = [
            part.count * worth[part.thing]
            if isinstance(part, Gain) and part.thing in worth
            else None
            for part in parts
        ]
        gained.append(None if None in each else sum(filter(None, each)))
    rounds = range(2, 2 + len(gained))
    by_round = pl.col("round").replace_strict(rounds, gained, default=0, return_dtype=pl.Int32)
    return pl.when(evidence.facts.is_automa & pl.col("new_round")).then(by_round).otherwise(nothing)


@check(
    "leads",
    "lead changes and the turn that settled a game follow from the scores after each turn",
    "games",
    "turns.scores",
    "players",
)
def leads(evidence: Evidence) -> Iterator[Wrong]:
    """Who leads alone takes the lead; a game is settled when its winner was behind last."""
    best = pl.col("scores").list.max()
    turns = evidence.finished("turns").select("game", "turn", "scores", best=best)
    winners = evidence["players"].filter(pl.col("win") == 1).select("game", winner="seat")
    games = evidence.finished("games")
    for found in (lead_changes(turns), last_behind(turns, winners)):
        games = games.join(found, on="game", how="left", maintain_order="left")
    yield from evidence.differing("games", games, "lead_changes", pl.col("changes").fill_null(0))
    settled = pl.min_horizontal(pl.col("behind").fill_null(-1) + 1, pl.col("turns") - 1)
    alone = games.join(winners, on="game", maintain_order="left")
    yield from evidence.differing("games", alone, "settled_turn", settled)


def lead_changes(turns: pl.DataFrame) -> pl.DataFrame:
    """How often the lead changed in each game where somebody ever led alone."""
    second = pl.col("scores").list.sort(descending=True).list.get(1)
    alone = turns.filter(second < pl.col("best")).with_columns(
        leader=pl.col("scores").list.arg_max()
    )
    changed = in_groups(alone, "game").with_columns(changed=pl.col("leader") != before("leader"))
    return changed.group_by("game").agg(changes=pl.col("changed").sum().cast(pl.Int32))


def last_behind(turns: pl.DataFrame, winners: pl.DataFrame) -> pl.DataFrame:
    """The last turn after which the later winner was behind, if there is one."""
    own = pl.col("scores").list.get(pl.col("winner"))
    behind = turns.join(winners, on="game").filter(own < pl.col("best"))
    return behind.group_by("game").agg(behind=pl.col("turn").max())
