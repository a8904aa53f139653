"""Measures and changes of a comparison in words."""

from __future__ import annotations

from trisim.report.sections.measures import Labels
from trisim.stats.changes import Change, Margins
from trisim.stats.estimate import Estimate, Scale

OF_CARD = {
    "win": "adjusted wins",
    "offered": "offered",
    "taken": "taken when offered",
    "completed": "completed when taken",
    "uses": "uses",
    "points": "points",
}
OF_ROLE_OR_SEAT = {"win": "wins", "won": "wins", "score": "score", "place": "place"}
OF_CATEGORY = {"points": "points", "share": "share of the score", "margin": "lead of winners"}
OF_GOOD = {"gained": "gained", "spent": "spent", "left": "left at the end"}
QUANTITIES = {
    "card": OF_CARD,
    "cards": {"taken": "taken when offered"},
    "category": OF_CATEGORY,
    "economy": OF_GOOD,
}
"""Words for the last word of a measure, by its first word."""


def measure_words(measure: str, labels: Labels) -> str:
    """A measure in full: ``Glass Lamp, adjusted wins``; ``first player, wins``."""
    first, *_, last = measure.split(".")
    words = QUANTITIES.get(first, OF_ROLE_OR_SEAT)
    if measure.count(".") < 2 or last not in words:
        return labels.of(measure)
    return f"{labels.of(measure.removesuffix(last) + 'win')}, {words[last]}"


def level_words(estimate: Estimate | None) -> str:
    """A value without its interval: ``25.8 %``; ``–`` if there is none."""
    if estimate is None or not estimate.clusters:
        return "–"
    return f"{estimate.shown(estimate.value)}{estimate.unit}"


def difference_words(change: Change) -> str:
    """``−36.2 pp [−41.0, −31.4]``; ``identical`` if no deal differs."""
    found = change.difference
    if found is None:
        return change.verdict
    value, low, high = (found.shown(number) for number in (found.value, found.low, found.high))
    return f"{value}{found.unit} [{low}, {high}]"


def margin_words(change: Change) -> str:
    """The margin in the unit of the change."""
    if change.difference is not None and change.difference.scale is Scale.RATE_DIFFERENCE:
        return f"{100 * change.margin:g} pp"
    return f"{change.margin:.3g}"


def margins_words(margins: Margins) -> str:
    """Which changes are too small to matter: ``1 percentage point, 1 point, or 2 % of …``."""
    rate, points = 100 * margins.rate, margins.points
    return (
        f"{rate:g} percentage point{plural_of(rate)}, {points:g} point{plural_of(points)} of the "
        f"game, or {100 * margins.share:g} % of another mean"
    )


def plural_of(number: float) -> str:
    return "" if number == 1 else "s"
