"""Checks of results: parts and sum of a score, rank and win, the winner, a team's result."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.registry import check

LARGEST_TIE_BREAK = 1_000
"""More than any tie-break: points come before it."""

SHARE_TOLERANCE = 1e-6
"""Shares of a win are written with some seven digits."""


@check("score", "a score is the sum of its vp_ columns", "players.vp_*")
def score_is_the_sum(evidence: Evidence) -> Iterator[Wrong]:
    """Always, also in aborted games."""
    total = pl.sum_horizontal(evidence.facts.parts_of_score)
    yield from evidence.differing("players", evidence["players"], "score", total)


@check("rank", "rank and win follow from score and tie-breaks", "players.rank")
def rank_and_win(evidence: Evidence) -> Iterator[Wrong]:
    """Most points, then the tie-break; who is equal in both shares."""
    players = evidence["players"]
    yield from wrong_ranks(evidence, players)
    first = pl.col("rank") == 1
    if evidence.facts.tie_break is not None:
        first = place_of(evidence.facts.tie_break) == 1
    share = pl.when(first).then(1 / first.sum().over("game")).otherwise(0.0)
    frame = players.with_columns(share=share)
    off = (pl.col("win") - pl.col("share")).abs() > SHARE_TOLERANCE
    yield from evidence.faulty(
        "players", frame, off | pl.col("win").is_nan(), "win", pl.col("share")
    )


def wrong_ranks(evidence: Evidence, players: pl.DataFrame) -> Iterator[Wrong]:
    """Ranks that are not those of the scores; without a tie-break, that contradict them."""
    if evidence.facts.tie_break is not None:
        frame = players.with_columns(place=place_of(evidence.facts.tie_break))
        yield from evidence.differing("players", frame, "rank", "place")
        return
    frame = players.with_columns(
        place=pl.col("rank").rank("min").over("game").cast(pl.Int32),
        least=pl.col("score").rank("min", descending=True).over("game").cast(pl.Int32),
    )
    yield from evidence.differing("players", frame, "rank", "place")
    said = pl.format("{} or more", "least")
    yield from evidence.faulty("players", frame, pl.col("rank") < pl.col("least"), "rank", said)


def place_of(tie_break: pl.Expr) -> pl.Expr:
    """The rank that score and tie-break give."""
    standing = pl.col("score") * LARGEST_TIE_BREAK + tie_break
    return standing.rank("min", descending=True).over("game").cast(pl.Int32)


@check(
    "winner",
    "a game's winning score, margin and shared win are those of its players",
    "games.win_score",
    "players.score",
)
def winner_of_the_game(evidence: Evidence) -> Iterator[Wrong]:
    """Only who won alone has a turn from which on the game was settled."""
    best = (
        evidence["players"]
        .group_by("game", maintain_order=True)
        .agg(
            best=pl.col("score").max(),
            second=pl.col("score").sort(descending=True).get(1, null_on_oob=True),
            alone=pl.col("win").max() == 1,
        )
    )
    frame = evidence["games"].join(best, on="game", maintain_order="left")
    yield from evidence.differing("games", frame, "win_score", "best")
    yield from evidence.differing("games", frame, "margin", pl.col("best") - pl.col("second"))
    settled = pl.col("settled_turn")
    said = pl.when("alone").then(pl.lit("a turn")).otherwise(pl.lit("nothing: the win is shared"))
    wrong = settled.is_not_null() != pl.col("alone")
    yield from evidence.faulty("games", frame, wrong, "settled_turn", said)
    late = (settled < 0) | (settled >= pl.col("turns"))
    yield from evidence.faulty("games", frame, late, "settled_turn", "a turn of the game")
    many = (pl.col("lead_changes") < 0) | (pl.col("lead_changes") > pl.col("turns"))
    yield from evidence.faulty("games", frame, many, "lead_changes", "from 0 to the turns")


@check("team", "all players of a game have the result of their team", "players", "games.won")
def result_of_the_team(evidence: Evidence) -> Iterator[Wrong]:
    """1 if the team won, 0 if it lost."""
    games = evidence["games"].select("game", won=pl.col("won").cast(pl.Float32))
    frame = evidence["players"].join(games, on="game", how="left", maintain_order="left")
    yield from evidence.differing("players", frame, "win", "won")
