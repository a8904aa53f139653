"""Checks of scores: each part against the final goods of a player."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS, HELD, TOP
from trisim.sim.audit.findings import Wrong


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
    frame = frame.filter(~evidence.facts.is_automa)
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
    most = facts.box.rules.numbers.achievements_open if facts.request.options.achievements else 0
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
