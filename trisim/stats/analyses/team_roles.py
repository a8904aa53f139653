"""Roles of a team: what each adds to the win rate, its traits apart, and pairs of roles.

All figures are linear in the win rates of line-ups, the sets of roles at a table; so one table of
totals by line-up and deal has all that they and their variances need.

- **Roles**: the least-squares fit of wins on the roles at the table, every line-up weighted by its
  games. An effect is against the mean of all roles: what a team gains if it has this one in place
  of a role drawn by lot.
- **Traits**: numbers of a role, such as what it begins with. The effects of roles are fitted by
  their traits (least squares, each role counts once). This splits an effect into the part that goes
  with the traits, and the rest. It describes these roles and proves no cause: whatever else
  differs between roles with more and with less of a trait counts for the trait, and with few roles
  a fit by several traits takes a good part of any effects. Only runs in which traits are changed
  and nothing else can tell them apart.
- **Pairs**: of games with both, with one only and with neither, what both together add beyond what
  each adds without the other.

The variance is that of the linearised ratios, clustered by deal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.grids import Deals
from trisim.stats.analyses.seated import Array, Flags, Ints
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.joint import Joint
from trisim.stats.multiple import compare_all
from trisim.stats.point import Point

PAIR = 4
"""Groups of sets that a pair compares; a difference of differences is between -2 and 2."""

MOST_LINEUPS = 1500
"""More sets of roles than this would take a table that is too large."""


@dataclass(frozen=True, slots=True)
class RoleEffect:
    """A role against the mean of all: its effect, and the parts with and beyond its traits."""

    role: str
    effect: Comparison
    by_traits: Estimate | None
    rest: Comparison | None


@dataclass(frozen=True, slots=True)
class TraitEffect:
    """The difference that goes with one more of a trait, in place of the mean of the others."""

    trait: str
    effect: Comparison


@dataclass(frozen=True, slots=True)
class PairEffect:
    """Two roles: the win rate with both, and what they add together beyond what each adds."""

    first: str
    second: str
    won: Estimate
    extra: Comparison


@dataclass(frozen=True, slots=True)
class TeamRoles:
    """The roles of a run; intervals of a group hold together. ``word`` is what roles are called."""

    word: str
    won: Estimate
    roles: tuple[RoleEffect, ...]
    traits: tuple[TraitEffect, ...]
    pairs: tuple[PairEffect, ...]

    def measures(self) -> dict[str, Estimate]:
        """``ROLE.ID.difference``, ``trait.NAME.difference`` and ``pair.A.B.difference``.

        ``ability.ID.difference`` is the part of an effect beyond the traits.
        """
        found = {}
        for each in self.roles:
            found[f"{self.word}.{each.role}.difference"] = each.effect.estimate
            if each.rest is not None:
                found[f"ability.{each.role}.difference"] = each.rest.estimate
        for trait in self.traits:
            found[f"trait.{trait.trait}.difference"] = trait.effect.estimate
        for pair in self.pairs:
            found[f"pair.{pair.first}.{pair.second}.difference"] = pair.extra.estimate
        return {name: each for name, each in found.items() if each.clusters}


def no_traits(box: Any) -> Mapping[str, Mapping[str, float]]:
    """For a game whose roles have nothing but a name."""
    return {}


class TeamRoleAnalysis:
    """Reads ``games`` and ``players``; a game names the traits of its roles in a subclass."""

    needs: ClassVar[tuple[str, ...]] = ("games.won", "players")
    traits_of: ClassVar[Callable[[Any], Mapping[str, Mapping[str, float]]]] = staticmethod(
        no_traits
    )
    """By role of a box: its traits with their numbers."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.joint: Joint[int] = Joint.of({})
        self.deals = 0

    @property
    def role(self) -> str:
        return self.facts.role.one if self.facts.role else ""

    def read(self, batch: Batch) -> None:
        if not self.role:
            return
        games = batch["games"].select("game", "deal", "won").sort("game").collect()
        if games.is_empty():
            return
        sets = self.lineups(games["game"], batch)
        known = sets >= 0
        deals = Deals.of(games["deal"].to_numpy())
        lineups, place = np.unique(sets, return_inverse=True)
        won = games["won"].to_numpy().astype(np.float64)
        here = Deals(deals.row[known], deals.count).joint(
            place[known], [int(each) for each in lineups], won[known]
        )
        self.joint = self.joint + here
        self.deals += deals.count

    def lineups(self, games: pl.Series, batch: Batch) -> Ints:
        """The set of roles of each game, a bit for each; -1 if a role isn't of the box."""
        ids = self.facts.role_ids
        bits = {name: 1 << place for place, name in enumerate(ids)}
        rows = (
            batch["players"]
            .select("game", pl.col(self.role).cast(pl.String))
            .with_columns(
                pl.col(self.role).replace_strict(bits, default=None, return_dtype=pl.Int64)
            )
            .group_by("game")
            .agg(pl.col(self.role).sum().alias("set"), pl.col(self.role).null_count().alias("gaps"))
        )
        table = games.to_frame().lazy().join(rows, on="game", how="left").sort("game").collect()
        found = table["set"].fill_null(-1).to_numpy().astype(np.int64)
        found[table["gaps"].fill_null(1).to_numpy() > 0] = -1
        return found

    def result(self) -> Result:
        if not self.role:
            return Missing("The game has no roles.")
        if len(self.joint.levels) > MOST_LINEUPS:
            return Missing(f"There are more than {MOST_LINEUPS:,} sets of roles.")
        fit = Lineups(self.joint, self.facts.role_ids, self.deals)
        if not fit.games:
            return Missing(f"No row of the run names a {self.role}.")
        if not fit.is_told:
            return Missing("Too few teams of the run differ in their roles.")
        effects = fit.effects()
        parts = fit.parts(type(self).traits_of(self.facts.box))
        return TeamRoles(
            self.role,
            fit.won(),
            tuple(
                RoleEffect(
                    role,
                    effects[role],
                    parts.by_traits.get(role),
                    parts.rest.get(role),
                )
                for role in fit.roles
            ),
            tuple(TraitEffect(name, each) for name, each in parts.traits.items()),
            fit.pairs(),
        )


@dataclass(frozen=True, slots=True)
class Parts:
    """Effects of roles, split by their traits."""

    by_traits: Mapping[str, Estimate]
    rest: Mapping[str, Comparison]
    traits: Mapping[str, Comparison]


NO_PARTS = Parts({}, {}, {})


class Lineups:
    """The totals of all sets of roles, and what is linear in their win rates."""

    def __init__(self, joint: Joint[int], ids: Sequence[str], deals: int) -> None:
        self.joint, self.deals = joint, deals
        sets = np.array(joint.levels, dtype=np.int64)
        has = (sets[:, None] >> np.arange(len(ids))) & 1 if len(sets) else np.zeros((0, len(ids)))
        came = np.asarray(has.any(axis=0))
        self.roles = [name for name, there in zip(ids, came, strict=True) if there]
        self.has: Array = has[:, came].astype(np.float64)
        many = len(sets)
        self.y, self.m = joint.total[:many], joint.total[many:]

    @property
    def games(self) -> int:
        return round(float(self.m.sum()))

    @property
    def centred(self) -> Array:
        """What sets differ in: a column for each role less the mean of all roles' columns."""
        design = np.hstack([np.ones((len(self.has), 1)), self.has])
        weight = np.sqrt(self.m)[:, None]
        inverse = np.linalg.pinv(design * weight) * weight.T
        found: Array = inverse[1:] - inverse[1:].mean(axis=0)
        return found

    @property
    def is_told(self) -> bool:
        """Whether sets of roles differ enough to tell each role from the others."""
        if len(self.roles) < 2:
            return False
        spread = self.has - np.average(self.has, axis=0, weights=self.m)
        return int(np.linalg.matrix_rank(spread * np.sqrt(self.m)[:, None])) >= len(self.roles) - 1

    def won(self) -> Estimate:
        """Of all games."""
        rates = self.m / self.m.sum()
        return self.point(rates, Scale.RATE).estimate()

    def point(
        self,
        weights: Array,
        scale: Scale,
        fitted: Array | None = None,
        among: Sequence[Flags] = (),
    ) -> Point:
        """A sum of win rates of sets, each with its weight; residuals are around ``fitted``.

        ``among`` are the groups of sets that it compares, the one that ``n`` counts first: it has
        as many deals as the smallest of them.
        """
        rates = self.y / self.m
        around = rates if fitted is None else fitted
        influence = np.concatenate([weights / self.m, -weights / self.m * around])
        squares = max(0.0, float(influence @ self.joint.products @ influence))
        deals = min((self.deals_of(group) for group in among), default=self.deals)
        variance = deals / (deals - 1) * squares if deals > 1 else math.inf
        value = float(weights @ rates)
        limits = (-2.0, 2.0) if len(among) == PAIR else None
        count = round(float(self.m[among[0]].sum())) if among else self.games
        return Point(value, variance, count, deals, float(deals), scale, limits)

    def deals_of(self, group: Flags) -> int:
        """Deals in which some of these sets of roles play, at most."""
        return min(self.deals, int(np.diag(self.joint.together)[group].sum()))

    @property
    def fitted(self) -> Array:
        """The win rate of each set by the fit."""
        design = np.hstack([np.ones((len(self.has), 1)), self.has])
        weight = np.sqrt(self.m)
        found: Array = (
            design
            @ np.linalg.lstsq(design * weight[:, None], self.y / self.m * weight, rcond=None)[0]
        )
        return found

    def effects(self) -> dict[str, Comparison]:
        """Each role against the mean of all."""
        rows = self.centred
        fitted = self.fitted
        points = {
            name: self.point(rows[place], Scale.RATE_DIFFERENCE, fitted, self.sides(place))
            for place, name in enumerate(self.roles)
        }
        return compare_all(points, 0.0)

    def sides(self, place: int) -> tuple[Flags, ...]:
        """Sets with a role, and those without it if there are any."""
        with_it = self.has[:, place] > 0
        return (with_it,) if with_it.all() else (with_it, ~with_it)

    def parts(self, traits: Mapping[str, Mapping[str, float]]) -> Parts:
        """Effects as those of traits and the rest; nothing if there are as many traits as roles."""
        if not traits or not all(role in traits for role in self.roles):
            return NO_PARTS
        names = list(next(iter(traits.values())))
        table = np.array([[traits[role][name] for name in names] for role in self.roles], float)
        spread = table - table.mean(axis=0)
        rank = int(np.linalg.matrix_rank(spread))
        if not 0 < rank < len(self.roles) - 1:
            return NO_PARTS
        rows, fitted = self.centred, self.fitted
        slopes = np.linalg.pinv(spread) @ rows
        with_traits = spread @ slopes
        rest = rows - with_traits

        def points(table: Array, labels: Sequence[str]) -> dict[str, Point]:
            found = zip(labels, table, strict=True)
            return {name: self.point(row, Scale.RATE_DIFFERENCE, fitted) for name, row in found}

        family = len(self.roles)
        shared = points(with_traits, self.roles)
        return Parts(
            {role: each.estimate(family=family) for role, each in shared.items()},
            compare_all(points(rest, self.roles), 0.0),
            compare_all(points(slopes, names), 0.0),
        )

    def pairs(self) -> tuple[PairEffect, ...]:
        """Every two roles that came together, and apart."""
        both, extra = {}, {}
        for one, other in combinations(range(len(self.roles)), 2):
            kinds = self.has[:, one] + 2 * self.has[:, other]
            shares = [self.share(kinds == kind) for kind in range(4)]
            if any(share is None for share in shares):
                continue
            neither, first, second, together = (share for share in shares if share is not None)
            name = self.roles[one], self.roles[other]
            groups = [kinds == kind for kind in (3, 0, 1, 2)]
            both[name] = self.point(together, Scale.RATE, None, groups[:1])
            extra[name] = self.point(
                together - first - second + neither, Scale.RATE_DIFFERENCE, None, groups
            )
        compared = compare_all(extra, 0.0)
        return tuple(
            PairEffect(*name, point.estimate(family=len(both)), compared[name])
            for name, point in both.items()
        )

    def share(self, those: Flags) -> Array | None:
        """The weights of the mean of some sets; None if there are none."""
        total = float(self.m[those].sum())
        return np.where(those, self.m, 0.0) / total if total else None
