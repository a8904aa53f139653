"""Checks of scores: parts and sum, rank and win, and each part against what a player holds."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.rules.codes import Part
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.facts import ELEMENTS, HELD, TOP
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.registry import check

PARTS = [f"vp_{part.name.lower()}" for part in Part]
MOST_EXPERIMENTS = 1_000
"""More than anybody can perform: points come before experiments."""

SHARE_TOLERANCE = 1e-6
"""Shares of a win are written with some seven digits."""


@check("score", "a score is the sum of its vp_ columns", "players")
def score_is_the_sum(evidence: Evidence) -> Iterator[Wrong]:
    """Always, also in aborted games."""
    total = pl.sum_horizontal(PARTS)
    yield from evidence.differing("players", evidence["players"], "score", total)


@check("rank", "rank and win follow from score and experiments", "players")
def rank_and_win(evidence: Evidence) -> Iterator[Wrong]:
    """Most points, then most experiments; who is equal in both shares.

    A tie with Botmegistus is its win.
    """
    facts = evidence.facts
    tie = facts.is_bot.cast(pl.Int32) if facts.solo else pl.col("experiments_done")
    standing = pl.col("score") * MOST_EXPERIMENTS + tie
    place = standing.rank("min", descending=True).over("game").cast(pl.Int32)
    frame = evidence["players"].with_columns(place=place)
    yield from evidence.differing("players", frame, "rank", "place")
    first = pl.col("place") == 1
    share = pl.when(first).then(1 / first.sum().over("game")).otherwise(0.0)
    frame = frame.with_columns(share=share)
    off = (pl.col("win") - pl.col("share")).abs() > SHARE_TOLERANCE
    yield from evidence.faulty(
        "players", frame, off | pl.col("win").is_nan(), "win", pl.col("share")
    )


@check(
    "winner",
    "a game's winning score, margin and shared win are those of its players",
    "games",
    "players",
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


@check("nothing-negative", "counts are not negative, and levels within their track", "players")
def nothing_negative(evidence: Evidence) -> Iterator[Wrong]:
    """What is held, counted, scored; points of the end too."""
    frame = evidence["players"]
    numbers = [name for name, kind in frame.schema.items() if kind == pl.Int32]
    for name in numbers:
        yield from evidence.faulty("players", frame, pl.col(name) < 0, name, "0 or more")
    for element in ELEMENTS:
        level = f"mastery_{element}"
        yield from evidence.faulty("players", frame, pl.col(level) > TOP, level, f"up to {TOP}")


# ---------------------------------------------------------------- points for what is held


@check("gold", "gold and ethereal dice give their points", "players")
def points_for_goods(evidence: Evidence) -> Iterator[Wrong]:
    """So many for each that is left; Botmegistus counts in its own way."""
    numbers, frame = evidence.facts.box.rules.numbers, evidence["players"]
    frame = frame.filter(~evidence.facts.is_bot)
    gold = pl.col("gold") * numbers.points_per_gold
    yield from evidence.differing("players", frame, "vp_gold", gold)
    ethereal = pl.col("held_ethereal_die") * numbers.points_per_ethereal
    yield from evidence.differing("players", frame, "vp_ethereal", ethereal)


@check("mastery", "levels on the mastery tracks give their points", "players")
def points_for_mastery(evidence: Evidence) -> Iterator[Wrong]:
    """Each track by the points printed beside it."""
    tracks = [mastery_points(evidence, f"mastery_{name}") for name in ELEMENTS]
    right = pl.sum_horizontal(*tracks, ignore_nulls=False)
    yield from evidence.differing("players", evidence["players"], "vp_mastery", right)


def mastery_points(evidence: Evidence, level: str) -> pl.Expr:
    """The points for the level that a column holds; nothing for none that there is."""
    points = evidence.facts.box.board.tracks.points
    return pl.col(level).replace_strict(range(TOP + 1), points, default=None, return_dtype=pl.Int32)


@check("stone", "formulas in the vault give their points", "players", "games")
def points_for_formulas(evidence: Evidence) -> Iterator[Wrong]:
    """All that were unlocked, up to the size of the vault; others have left the game."""
    frame = with_vault(evidence)
    points = evidence.facts.box.board.stone.points
    right = pl.col("placed").replace_strict(range(len(points)), points, default=None)
    yield from evidence.differing("players", frame, "vp_stone", right.cast(pl.Int32))


def with_vault(evidence: Evidence) -> pl.DataFrame:
    """Players with a vault, of finished games, with how many formulas they have placed."""
    names = list(evidence.facts.box.alchemists)
    sizes = [evidence.facts.vault_size(name) for name in names]
    size = pl.col("alchemist").replace_strict(names, sizes, default=None)
    placed = pl.min_horizontal("formulas_unlocked", size).cast(pl.Int32)
    return evidence.people("players").with_columns(placed=placed)


@check("achievements", "achievements are claimed where they are played with, each once", "players")
def achievements(evidence: Evidence) -> Iterator[Wrong]:
    """No points without one, and no more of them than were open."""
    frame = evidence["players"]
    nothing = (pl.col("achievements") == 0) & (pl.col("vp_achievements") != 0)
    yield from evidence.faulty(
        "players", frame, nothing, "vp_achievements", "0 without achievements"
    )
    facts = evidence.facts
    most = facts.box.rules.numbers.achievements_open if facts.request.achievements else 0
    total = frame.group_by("game", maintain_order=True).agg(pl.col("achievements").sum())
    many = pl.col("achievements") > most
    yield from evidence.faulty("players", total, many, "achievements", f"up to {most} in a game")


@check("cubes", "no more cubes are held than there are", "players")
def cubes(evidence: Evidence) -> Iterator[Wrong]:
    """If the box limits them."""
    supply = evidence.facts.box.rules.rulings.cube_supply
    if supply == 0:
        return
    columns = [f"held_{name}" for name in HELD[: HELD.index("gold")]] + ["gold"]
    totals = evidence["players"].with_columns(cubes=pl.sum_horizontal(columns))
    frame = totals.group_by("game", maintain_order=True).agg(pl.col("cubes").sum())
    many = pl.col("cubes") > supply
    yield from evidence.faulty("players", frame, many, "cubes", f"up to {supply} in a game")
