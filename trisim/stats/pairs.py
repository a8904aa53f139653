"""Two runs over the same deals, or two scenarios of a run: the effect of a variant.

The same deal and rotation has the same decks and dice in both for as long as possible, so much of
the luck is common and cancels in the difference.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import polars as pl

from trisim.stats.estimate import Comparison, Estimate, Level, Scale, StatsError, finite
from trisim.stats.joint import Joint, Totals
from trisim.stats.multiple import compare_all
from trisim.stats.totals import Frame, check_columns, totals_by

BASE, VARIANT = "base", "variant"
DEAL, ROTATION, SCENARIO = "deal", "rotation", "scenario"
Side = tuple[str, Level]

BLOCK = 20_000
"""Deals that are read at a time."""


@dataclass(frozen=True, slots=True)
class PairedLevel:
    """The difference variant minus base, and both values, over the common games.

    ``correlation`` is that of the two estimates; ``gain`` is the factor of games that the same
    interval would need without pairing.
    """

    difference: Comparison
    base: Estimate
    variant: Estimate
    correlation: float
    gain: float

    def as_dict(self) -> dict[str, object]:
        return {
            "difference": self.difference.as_dict(),
            "base": self.base.as_dict(),
            "variant": self.variant.as_dict(),
            "correlation": self.correlation,
            "gain": finite(self.gain),
        }


@dataclass(frozen=True, slots=True)
class Matching:
    """The deals and games in both runs, and the games without a partner, which are left out."""

    deals: int = 0
    games: int = 0
    games_only_in_base: int = 0
    games_only_in_variant: int = 0

    def __add__(self, other: Matching) -> Matching:
        return Matching(
            self.deals + other.deals,
            self.games + other.games,
            self.games_only_in_base + other.games_only_in_base,
            self.games_only_in_variant + other.games_only_in_variant,
        )

    @property
    def is_complete(self) -> bool:
        """Whether every game has a partner."""
        return not (self.games_only_in_base or self.games_only_in_variant)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The differences by level; levels of one run only, and games without a partner."""

    levels: dict[Level, PairedLevel]
    matching: Matching
    levels_only_in_base: tuple[Level, ...]
    levels_only_in_variant: tuple[Level, ...]

    def as_dict(self) -> dict[str, object]:
        return {
            "levels": [{"level": key, **here.as_dict()} for key, here in self.levels.items()],
            "matching": asdict(self.matching),
            "levels_only_in_base": list(self.levels_only_in_base),
            "levels_only_in_variant": list(self.levels_only_in_variant),
        }


def pair_runs(
    base: Frame,
    variant: Frame,
    value: str = "win",
    by: str | None = None,
    scale: Scale = Scale.RATE,
    level: float = 0.95,
) -> Pairs:
    """Variant minus base for each level of ``by``, paired by deal and rotation.

    Both are tables of players, or of team games with ``won``. Without a column ``rotation``, games
    are paired by their place in the deal. If both have a column ``scenario`` with the same names,
    each is paired with itself; scenarios of other names are paired across, one of each.
    """
    wanted = [value, *([by] if by else [])]
    before, after = needed(base, wanted), needed(variant, wanted)
    key = key_of(before, after)
    joint: Joint[Side] = Joint.of({})
    matching = Matching()
    for first in range(0, last_deal(before, after) + 1, BLOCK):
        here = pl.col("deal").is_between(first, first + BLOCK - 1)
        one, other = (numbered(frame.filter(here).collect()) for frame in (before, after))
        matching += match(one, other, key)
        joint += joint_of(one, other, key, value, by)
    if not matching.games:
        raise StatsError("the two runs have no deal in common")
    return pairs_of(joint, matching, scale, level)


def needed(frame: Frame, wanted: list[str]) -> pl.LazyFrame:
    """The columns for the value and for the key of games."""
    lazy = frame.lazy()
    there = lazy.collect_schema().names()
    check_columns(lazy, [DEAL, ROTATION if ROTATION in there else "game", *wanted])
    numbers = [name for name in (DEAL, ROTATION, "game") if name in there]
    words = [SCENARIO] if SCENARIO in there else []
    others = (name for name in dict.fromkeys(wanted) if name not in (*numbers, *words))
    return lazy.select(pl.col(numbers).cast(pl.Int64), pl.col(words).cast(pl.String), *others)


def key_of(before: pl.LazyFrame, after: pl.LazyFrame) -> list[str]:
    """The columns by which games are paired."""
    frames = (before, after)
    if all(SCENARIO in frame.collect_schema().names() for frame in frames):
        one, other = (set(frame.select(SCENARIO).unique().collect()[SCENARIO]) for frame in frames)
        if one == other:
            return [DEAL, SCENARIO, ROTATION]
    return [DEAL, ROTATION]


def numbered(table: pl.DataFrame) -> pl.DataFrame:
    """Each game by its deal and rotation."""
    if ROTATION in table.columns:
        return table
    rotation = pl.col("game") - pl.col("game").min().over(DEAL)
    return table.with_columns(rotation=rotation)


def last_deal(*frames: pl.LazyFrame) -> int:
    """The largest number of a deal; -1 if there are none."""
    found = [frame.select(pl.col("deal").max()).collect().item() for frame in frames]
    return max((deal for deal in found if deal is not None), default=-1)


def match(one: pl.DataFrame, other: pl.DataFrame, key: list[str]) -> Matching:
    """Count the games with and without a partner."""
    mine, yours = games_of(one, key), games_of(other, key)
    both = mine.join(yours, on=key, how="semi")
    return Matching(
        both["deal"].n_unique(), len(both), len(mine) - len(both), len(yours) - len(both)
    )


def games_of(table: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """The games of a table of players."""
    games = table.select(key).unique()
    if "game" in table.columns and len(games) < table["game"].n_unique():
        raise StatsError(
            "a deal has several games of the same rotation; choose one scenario of each run"
        )
    return games


def joint_of(
    one: pl.DataFrame, other: pl.DataFrame, key: list[str], value: str, by: str | None
) -> Joint[Side]:
    """The sums of both sides over the common games."""
    sides = ((BASE, one, other), (VARIANT, other, one))
    totals: dict[Side, Totals] = {}
    for side, table, partner in sides:
        paired = table.join(games_of(partner, key), on=key, how="semi")
        for level, here in totals_by(paired, value, by).items():
            totals[side, level] = here
    return Joint.of(totals)


def pairs_of(joint: Joint[Side], matching: Matching, scale: Scale, level: float) -> Pairs:
    """The differences of all common levels, corrected for their number."""
    mine, yours = ({key for here, key in joint.levels if here == side} for side in (BASE, VARIANT))
    points = {
        key: joint.difference((VARIANT, key), (BASE, key), scale) for key in sorted(mine & yours)
    }
    differences = compare_all(points, 0.0, level)
    return Pairs(
        {key: paired(joint, key, differences[key], scale) for key in points},
        matching,
        tuple(sorted(mine - yours)),
        tuple(sorted(yours - mine)),
    )


def paired(joint: Joint[Side], key: Level, difference: Comparison, scale: Scale) -> PairedLevel:
    base, variant = (BASE, key), (VARIANT, key)
    level, family = difference.estimate.level, difference.estimate.family
    return PairedLevel(
        difference,
        joint.sums(base).point(scale).estimate(level, family),
        joint.sums(variant).point(scale).estimate(level, family),
        joint.correlation(base, variant),
        joint.gain(base, variant),
    )
