"""Sweeps: measures at all points of one or more settings, and the values that are fair.

All points are played on the same deals. Measures are either named beforehand, or candidates of
which those are shown that move. So bands and changes are corrected for all of them: the named ones
have half of the risk, the candidates the other half.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from trisim.documents import Document
from trisim.stats.curves import Curve, Value, bands, changes
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.fair import FairSet, fair_values
from trisim.stats.point import Point as PointEstimate

BASE = 0
"""The point with the printed values."""

MOST_MOVING = 6
"""Measures that are shown because they move."""

FEWEST_SHOWN = 2
USUAL_HALFWIDTHS = {Scale.RATE: 0.01, Scale.RATE_DIFFERENCE: 0.02}
"""At which intervals of measures that nobody waits for are tightest; of a mean, at 1."""


@dataclass(frozen=True, slots=True)
class SweptSetting(Document):
    """A setting and its values, the printed one among them; numbers are in order."""

    path: str
    kind: str
    printed: Value
    values: tuple[Value, ...]
    has_printed: bool
    """Whether the printed value is one of those that were asked for."""

    label: str = ""
    """What people call it."""

    @property
    def name(self) -> str:
        return self.label or self.path


@dataclass(frozen=True, slots=True)
class Point(Document):
    """The values of all settings at a point, and the folder of its run."""

    run: str
    values: tuple[Value, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Line(Document):
    """Points that differ in one setting; ``others`` are the values of the others, in words."""

    setting: int
    others: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SweptMeasure(Document):
    """A measure at all points."""

    measure: str
    label: str
    named: bool
    """Whether it was chosen beforehand."""

    shown: bool
    moves: bool
    """Whether it surely differs from the printed values at some point."""

    bands: tuple[Estimate, ...]
    changes: tuple[Estimate | None, ...]
    """Minus the printed values; None where it is identical in all deals."""


@dataclass(frozen=True, slots=True)
class FairMeasure(Document):
    """The fair values for a target, line by line."""

    measure: str
    label: str
    target: float
    unit: str
    lines: tuple[FairSet, ...]


@dataclass(frozen=True, slots=True)
class SweepFindings(Document):
    """All that a sweep has found out; the first point has the printed values."""

    lineup: str
    settings: tuple[SweptSetting, ...]
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    measures: tuple[SweptMeasure, ...]
    fair: tuple[FairMeasure, ...]
    deals: int
    games: int
    """Of each point."""

    identical: tuple[int, ...]
    """Points at which all games are those with the printed values."""

    aborted: int = 0
    until: tuple[str, float] | None = None
    is_narrow: bool = False
    """Whether the measure that was waited for is known as well as was asked for."""

    @property
    def shown(self) -> tuple[SweptMeasure, ...]:
        return tuple(each for each in self.measures if each.shown)

    @property
    def still(self) -> tuple[SweptMeasure, ...]:
        """The candidates that don't surely move."""
        return tuple(each for each in self.measures if not each.named and not each.moves)

    def values_of(self, line: Line) -> tuple[Value, ...]:
        """The values of the setting along a line."""
        return tuple(self.points[place].values[line.setting] for place in line.points)

    def fair_for(self, measure: str) -> FairMeasure | None:
        return next((each for each in self.fair if each.measure == measure), None)


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A measure at all points, as it was read: the values of the curve are numbers of points."""

    label: str
    curve: Curve
    differs: tuple[bool, ...]
    """By point, whether any deal differs from the printed values."""

    named: bool
    target: float | None = None


@dataclass(frozen=True, slots=True)
class SweepFigures:
    """Measures at all points, and the fair values along each line."""

    measures: tuple[SweptMeasure, ...]
    fair: tuple[FairMeasure, ...]


def sweep_figures(
    found: Mapping[str, Measured],
    settings: Sequence[SweptSetting],
    points: Sequence[Point],
    lines: Sequence[Line],
    *,
    level: float = 0.95,
    until: tuple[str, float] | None = None,
) -> SweepFigures:
    """Bands, changes and fair values of all measures."""
    curves = {name: each.curve for name, each in found.items()}
    shares, widths = risk_shares(found), halfwidths_of(curves, until)
    held = bands(curves, level, widths, shares)
    moved = changes(curves, BASE, level, widths, shares)
    made = [
        SweptMeasure(
            name,
            each.label,
            each.named,
            each.named,
            any(is_sure(moved[name][place]) for place in range(1, len(points))),
            held[name],
            tuple(change_at(each, moved[name], place) for place in range(len(points))),
        )
        for name, each in found.items()
    ]
    fair = tuple(
        fair_measure(name, each, settings, points, lines, level, widths[name] if widths else None)
        for name, each in found.items()
        if each.target is not None
    )
    return SweepFigures(chosen(made), fair)


def risk_shares(found: Mapping[str, Measured]) -> dict[str, float]:
    """The share of the risk of each measure: named ones have half of it, candidates the rest."""
    counts = [sum(each.named is kind for each in found.values()) for kind in (False, True)]
    halves = 2 if all(counts) else 1
    return {name: 1 / (halves * counts[each.named]) for name, each in found.items()}


def halfwidths_of(
    curves: Mapping[str, Curve], until: tuple[str, float] | None
) -> dict[str, float] | None:
    """At which half-widths intervals are tightest; None if no interval decides when to stop."""
    if until is None:
        return None
    usual = {name: USUAL_HALFWIDTHS.get(curve.scale, 1.0) for name, curve in curves.items()}
    return {**usual, until[0]: until[1]}


def is_sure(change: Estimate) -> bool:
    return bool(change.clusters) and change.excludes(0)


def change_at(each: Measured, moved: Mapping[Value, Estimate], place: int) -> Estimate | None:
    """The change at a point; None at the printed values, and where no deal differs."""
    return moved[place] if place != BASE and each.differs[place] else None


def chosen(measures: Sequence[SweptMeasure]) -> tuple[SweptMeasure, ...]:
    """With those candidates shown that move most, against what chance explains.

    If nothing is named and nothing moves, a few are shown all the same.
    """
    candidates = sorted(
        (each for each in measures if not each.named), key=lambda each: -strength(each)
    )
    most = MOST_MOVING
    kept = [each.measure for each in candidates if each.moves][:most]
    if not kept and len(candidates) == len(measures):
        kept = [each.measure for each in candidates][:FEWEST_SHOWN]
    order = {name: number for number, name in enumerate(kept)}
    shown = [replace(each, shown=each.named or each.measure in kept) for each in measures]
    return tuple(
        sorted(shown, key=lambda each: (not each.named, order.get(each.measure, len(order))))
    )


def strength(measure: SweptMeasure) -> float:
    """The largest change, in half-widths of its interval."""
    found = [each for each in measure.changes if each is not None and each.clusters]
    sizes = [abs(each.value) / each.halfwidth for each in found if each.halfwidth > 0]
    return max((size for size in sizes if math.isfinite(size)), default=0.0)


# ---------------------------------------------------------------- along a line


def along(
    curve: Curve, line: Line, settings: Sequence[SweptSetting], points: Sequence[Point]
) -> Curve:
    """The curve of one setting, with its values."""
    places = list(line.points)
    values = tuple(points[place].values[line.setting] for place in places)
    return Curve(
        values,
        tuple(curve.points[place] for place in places),
        curve.covariance[np.ix_(places, places)],
    )


def fair_measure(
    name: str,
    each: Measured,
    settings: Sequence[SweptSetting],
    points: Sequence[Point],
    lines: Sequence[Line],
    level: float,
    halfwidth: float | None,
) -> FairMeasure:
    """The fair values of each line."""
    assert each.target is not None
    found = tuple(
        fair_values(
            along(each.curve, line, settings, points),
            each.target,
            level=level,
            printed=settings[line.setting].printed if BASE in line.points else None,
            halfwidth=halfwidth,
        )
        for line in lines
    )
    unit = each.curve.points[BASE].estimate().unit
    return FairMeasure(name, each.label, each.target, unit, found)


def missing(scale: Scale) -> PointEstimate:
    """A measure that no game of a point has."""
    return PointEstimate(math.nan, math.inf, 0, 0, 0.0, scale)
