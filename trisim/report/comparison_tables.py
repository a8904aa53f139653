"""Changes of measures as tables and as panels of a figure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress

from trisim.record.base import Outcome
from trisim.report.comparison import Comparison, VersionComparison
from trisim.report.comparison_words import OF_ROLE_OR_SEAT, QUANTITIES, measure_words
from trisim.report.figures.changes import ChangeDot, ChangePanel, draw_changes
from trisim.report.kit import ReportKit
from trisim.report.page.cells import SIGNS
from trisim.report.page.model import Cell, Column, Kind, Picture, Standing, Table
from trisim.report.sections.measures import Labels
from trisim.stats.changes import CHANGED, IDENTICAL, SAME, UNDECIDED, Change, Margins
from trisim.stats.estimate import Estimate, Scale, with_minus

MOST_DOTS = 12
"""Rows of a figure; a table has all."""

MORE_GAMES = "further games of each version that would decide; none if no realistic number would"

OF_WINS = ("win", "won")
"""Last words of measures of winning, which a designer asks for first."""

COLUMNS = (
    Column("label", "Measure"),
    Column("verdict", "Change", Kind.STANDING),
    Column("before", "Before", Kind.ESTIMATE),
    Column("after", "After", Kind.ESTIMATE),
    Column("difference", "Difference", Kind.ESTIMATE),
    Column("more", "More games", Kind.COUNT, MORE_GAMES),
    Column("measure", "Name", meaning="as '--until-ci' and files of targets call it"),
)
STANDINGS = {
    SAME: Standing.SAME,
    IDENTICAL: Standing.IDENTICAL,
    UNDECIDED: Standing.UNDECIDED,
}


Label = Callable[[Change], str]
"""The words for a measure at the head of its row."""


@dataclass(frozen=True, slots=True)
class View:
    """A version against the base, as blocks of the page show it."""

    comparison: Comparison
    version: VersionComparison
    kit: ReportKit
    labels: Labels
    suffix: str = ""
    """Ends the keys of blocks, so that those of several versions differ."""

    heading: str = ""
    """Ends the titles of blocks; empty if there is a single version."""

    def words(self, change: Change) -> str:
        return measure_words(change.measure, self.labels)

    def subject(self, change: Change) -> str:
        """What a measure is about, without its quantity; where that is said in the title."""
        found = quantity_of(change.measure)
        return subject_words(change.measure, self.labels) if found else self.words(change)

    def quantity(self, change: Change) -> str:
        """The quantity alone; where the subject is said in the title."""
        return quantity_of(change.measure) or self.words(change)

    @property
    def is_team(self) -> bool:
        return self.comparison.outcome == Outcome.TEAM.value

    @property
    def names(self) -> tuple[str, str]:
        """What both versions are called."""
        return self.comparison.base.name, self.version.name


def views_of(comparison: Comparison, kit: ReportKit) -> tuple[View, ...]:
    """Every version against the base."""
    labels, several = comparison.labels(kit), len(comparison.against) > 1
    return tuple(
        View(
            comparison,
            version,
            kit,
            labels,
            f"-{number}" if several else "",
            f": {version.name}" if several else "",
        )
        for number, version in enumerate(comparison.against, start=1)
    )


def quantity_of(measure: str) -> str:
    """The quantity that a measure of a thing is about, in words; "" if it is about no thing."""
    first, *_, last = measure.split(".")
    words = QUANTITIES.get(first, OF_ROLE_OR_SEAT)
    return words.get(last, "") if measure.count(".") >= 2 else ""


def is_result(change: Change) -> bool:
    """Whether it is the win rate of whole games: of a team, or against an automa."""
    first, _, last = change.measure.partition(".")
    return bool(first) and last in OF_WINS


def subject_words(measure: str, labels: Labels) -> str:
    """The thing that a measure is about."""
    return labels.of(f"{measure.rpartition('.')[0]}.win")


def standing_of(change: Change) -> Standing | None:
    """The verdict on a change: what surely changed went up or down; None without a difference."""
    if change.verdict == CHANGED and change.difference is not None:
        return Standing.UP if change.difference.value > 0 else Standing.DOWN
    return STANDINGS.get(change.verdict)


# ---------------------------------------------------------------- tables


def change_table(
    name: str,
    caption: str,
    changes: Sequence[Change],
    view: View,
    *,
    label: Label | None = None,
    shown: int = 12,
    with_names: bool = False,
) -> Table:
    """Before, after and difference of measures, in the given order.

    With the games that would decide, if any measure has them; if wanted with the names of measures.
    """
    label = label or view.words
    rows = tuple((label(each), *change_row(each)) for each in changes)
    wanted = [True] * 5 + [any(each.more_games is not None for each in changes), with_names]
    return Table(
        f"{name}{view.suffix}",
        caption,
        tuple(compress(COLUMNS, wanted)),
        tuple(tuple(compress(row, wanted)) for row in rows),
        shown,
    )


def change_row(change: Change) -> tuple[Cell, ...]:
    """A cell for each of ``COLUMNS`` after the first."""
    return (
        standing_of(change),
        change.before,
        change.after,
        change.difference,
        change.more_games,
        change.measure,
    )


# ---------------------------------------------------------------- figures


def change_picture(
    name: str, title: str, changes: Sequence[Change], view: View, label: Label | None = None
) -> Picture | None:
    """The differences that say most, by unit; None if there are none."""
    shown = telling(changes)
    if not shown:
        return None
    panels = panels_of(shown, view, label or view.words)
    some = f" ({len(shown)} of {len(changes)})" if len(shown) < len(changes) else ""
    alt = "; ".join(alt_words(each, view) for each in shown)
    return Picture(
        f"{name}{view.suffix}",
        f"{title}{some}; shaded: the margin; triangles: surely changed",
        f"Differences with intervals, around zero with the margin shaded. {alt}.",
        lambda: draw_changes(panels),
    )


def alt_words(change: Change, view: View) -> str:
    found = change.difference
    value = f"{found.shown(found.value)}{found.unit}" if found is not None else ""
    return f"{view.words(change)} {value} ({verdict_word(change)})"


def verdict_word(change: Change) -> str:
    standing = standing_of(change)
    return standing.value if standing is not None else change.verdict


def telling(changes: Sequence[Change]) -> list[Change]:
    """Differences to draw: those that changed, then those that are nearest to it."""
    known = [each for each in changes if each.difference is not None and is_finite(each.difference)]
    return sorted(known, key=lambda each: (each.verdict != CHANGED, -clearness(each)))[:MOST_DOTS]


def is_finite(found: Estimate) -> bool:
    return all(math.isfinite(end) for end in (found.low, found.value, found.high))


def clearness(change: Change) -> float:
    """How far the difference is from zero: in margins if it changed, else in half intervals."""
    if change.verdict == CHANGED:
        return change.surely
    assert change.difference is not None
    return abs(change.difference.value) / (change.difference.halfwidth or math.inf)


def panels_of(changes: Sequence[Change], view: View, label: Label) -> list[ChangePanel]:
    """Differences by unit."""
    margins = view.comparison.margins
    groups: dict[Unit, list[Change]] = {}
    for each in changes:
        groups.setdefault(unit_of(each, margins), []).append(each)
    panels = []
    for unit, found in groups.items():
        dots = tuple(dot_of(each, label(each), unit, view) for each in found)
        panels.append(ChangePanel(unit.title, unit.margin, dots))
    return panels


@dataclass(frozen=True, slots=True)
class Unit:
    """What the differences of a panel are counted in."""

    title: str
    margin: float
    is_share: bool = False
    """Whether differences are shown as shares of the value before."""


def unit_of(change: Change, margins: Margins) -> Unit:
    """Means without a common margin are shown in per cent of the value before."""
    assert change.difference is not None
    if change.difference.scale is Scale.RATE_DIFFERENCE:
        return Unit("Percentage points", 100 * change.margin)
    if margins.of(change.measure, change.difference.scale, math.nan) == margins.points:
        return Unit("Points", change.margin)
    if not change.margin:
        return Unit("As counted", 0.0)
    return Unit("Per cent of the value before", 100 * margins.share, is_share=True)


def dot_of(change: Change, label: str, unit: Unit, view: View) -> ChangeDot:
    """A difference in the unit of its panel."""
    found = change.difference
    assert found is not None
    times = 100 * margin_share(change, view) if unit.is_share else (100 if found.unit else 1)
    value, low, high = (times * end for end in (found.value, found.low, found.high))
    standing = standing_of(change)
    sign = SIGNS[standing] if standing is not None else ""
    words = with_minus(f"{value:+.1f}") if unit.is_share else found.shown(found.value)
    return ChangeDot(
        label,
        value,
        low,
        high,
        change.verdict,
        f"{sign} {words}",
    )


def margin_share(change: Change, view: View) -> float:
    """The factor from a difference to a share of the value before."""
    return view.comparison.margins.share / change.margin
