"""A sweep in words: names of settings and measures, and the answer in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from trisim.box.box import Box
from trisim.report.kit import ReportKit
from trisim.report.sections.measures import Labels
from trisim.report.sections.words import named, percent
from trisim.stats.curves import Value
from trisim.stats.estimate import Estimate, with_minus
from trisim.stats.fair import FAIR
from trisim.stats.fair_words import fair_words, value_words
from trisim.stats.sweep import BASE, FairMeasure, Line, SweepFindings, SweptMeasure, SweptSetting
from trisim.texts import listed

OF_CARD = {
    "win": "adjusted wins",
    "taken": "taken",
    "offered": "offered",
    "completed": "completed",
    "uses": "uses",
    "points": "points",
}
OF_OTHERS = {"win": "wins", "won": "games won", "score": "score", "share": "share of points"}
PLAIN_TABLES = ("numbers", "rulings")
"""Tables of rules: their keys say enough."""

MOST_LISTED = 6
"""Points that a sentence names; of more it says how many there are."""


@dataclass(frozen=True, slots=True)
class SweepLabels:
    """What people call settings and measures of a game."""

    box: Box
    kit: ReportKit

    def measure(self, name: str) -> str:
        """``Iron Feather: adjusted wins``."""
        first, *_, last = name.split(".")
        words = {**OF_OTHERS, **(OF_CARD if first == "card" else {})}.get(last)
        labels = Labels(self.box, self.kit.measures, ("setup", "scenario", "strategy"))
        thing = ".".join(name.split(".")[1:-1])
        if words is None or not thing:
            return sentence_case(labels.of(name))
        subject = labels.of(f"{first}.{thing}.win")
        return sentence_case(f"{subject}: {words}")

    def setting(self, setting: SweptSetting, strategy: str) -> SweptSetting:
        """The setting with the name that people read."""
        return replace(setting, label=self.name_of(setting, strategy))

    def name_of(self, setting: SweptSetting, strategy: str) -> str:
        words = setting.path.split(".")
        if setting.kind == "strategy":
            return f"{words[-1].replace('_', ' ')} of {strategy}"
        if setting.kind == "option":
            return sentence_case(words[-1].replace("_", " "))
        thing = named(self.box, words[1])
        if thing != words[1]:
            rest = " ".join(words[2:]).replace("_", " ")
            return f"{thing}: {rest}"
        about = [word for word in words[1:-1] if word not in PLAIN_TABLES]
        rest = words[-1].replace("_", " ")
        return sentence_case(f"{' '.join(about)}: {rest}" if about else rest)


def sentence_case(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


# ---------------------------------------------------------------- the answer


def answers(found: SweepFindings) -> Iterator[str]:
    """The answer in sentences: fair values, else what each named measure does."""
    for each in found.fair:
        yield from fair_answers(found, each)
    if not found.fair:
        yield from (movement_words(found, each) for each in found.shown[:3])
    if words := identical_words(found):
        yield words
    for setting in found.settings:
        if not setting.has_printed:
            yield (
                f"{setting.name}: the printed value, {value_words(setting.printed)}, was not among "
                "the values; it was played as the base."
            )


def fair_answers(found: SweepFindings, each: FairMeasure) -> Iterator[str]:
    """For what a target, which values are fair: line by line, or the points of a grid."""
    goal = goal_words(each)
    if len(found.lines) == 1:
        yield f"{goal}. {fair_words(each.lines[0])}"
    elif all(not line.others for line in found.lines):
        yield f"{goal}."
        for line, here in zip(found.lines, each.lines, strict=True):
            yield f"{found.settings[line.setting].name}. {fair_words(here)}"
    else:
        yield f"{goal}. {grid_words(found, each)}"


def goal_words(each: FairMeasure) -> str:
    """``Newton: wins of 25 %``."""
    return f"{each.label}, target {target_words(each)}"


def target_words(each: FairMeasure) -> str:
    number = 100 * each.target if each.unit else each.target
    return with_minus(f"{number:g}{each.unit}")


def grid_words(found: SweepFindings, each: FairMeasure) -> str:
    """The fair points of a grid."""
    fair = fair_points(found, each)
    played = len({place for line in found.lines for place in line.points})
    if not fair:
        return f"None of the {played} combinations is fair."
    names = [short_point(found, place) for place in fair]
    return f"Fair: {len(fair)} of {played} combinations: {few(names)}."


def fair_points(found: SweepFindings, each: FairMeasure) -> list[int]:
    """The numbers of the fair points."""
    return sorted(
        {
            place
            for line, here in zip(found.lines, each.lines, strict=True)
            for place, value in zip(line.points, found.values_of(line), strict=True)
            if value in here.those(FAIR)
        }
    )


def movement_words(found: SweepFindings, measure: SweptMeasure) -> str:
    """Where a measure goes: its ends, the printed value, and what is surely different."""
    parts = [line_words(found, measure, line) for line in found.lines[:MOST_LISTED]]
    return f"{measure.label}: {'; '.join(parts)}. {sure_words(found, measure)}"


def line_words(found: SweepFindings, measure: SweptMeasure, line: Line) -> str:
    """``−8.0 pp at 4, +3.1 pp at 8 (printed), +12.0 pp at 12``."""
    setting = found.settings[line.setting]
    places = [line.points[0], line.points[-1]]
    if BASE in line.points:
        places.insert(1, BASE)
    values = [
        f"{percent(measure.bands[place])} at {at_words(found, place, line)}"
        for place in dict.fromkeys(places)
    ]
    about = line.others or (setting.name if len(found.lines) > 1 else "")
    return f"{about + ': ' if about else ''}{', '.join(values)}"


def at_words(found: SweepFindings, place: int, line: Line) -> str:
    printed = " (printed)" if place == BASE else ""
    return f"{value_words(found.points[place].values[line.setting])}{printed}"


def sure_words(found: SweepFindings, measure: SweptMeasure) -> str:
    """At which points the measure surely differs from the printed values."""
    signs: dict[bool, list[str]] = {True: [], False: []}
    for place, change in enumerate(measure.changes):
        if change is not None and change.clusters and change.excludes(0):
            signs[change.value > 0].append(short_point(found, place))
    if not any(signs.values()):
        still = all(each is None for each in measure.changes)
        return "It is the same everywhere." if still else "It surely differs nowhere from printed."
    parts = [
        f"{'more' if side else 'less'} at {few(those)}" for side, those in signs.items() if those
    ]
    return f"Against printed, surely {' and '.join(parts)}."


def short_point(found: SweepFindings, place: int) -> str:
    """A point: its value if one setting is swept, else those that are not printed.

    In a grid all values are named.
    """
    point = found.points[place]
    if len(found.settings) == 1:
        return value_words(point.values[0])
    if all(not line.others for line in found.lines):
        return point.words
    pairs = zip(found.settings, point.values, strict=True)
    words = ", ".join(f"{each.path.rpartition('.')[2]} {value_text(v)}" for each, v in pairs)
    return f"{words} (printed)" if place == BASE else words


def few(words: Sequence[str]) -> str:
    """The first of some points, with semicolons if they have commas themselves."""
    more = [f"{len(words) - MOST_LISTED} more"] if len(words) > MOST_LISTED else []
    some = [*words[:MOST_LISTED], *more]
    return "; ".join(some) if any("," in each for each in some) else listed(some)


def identical_words(found: SweepFindings) -> str:
    """The points whose games are all those with the printed values."""
    if not found.identical:
        return ""
    names = [short_point(found, place) for place in found.identical]
    return (
        f"At {few(names)} all games are identical to those with the printed values, in all "
        f"{found.deals:,} deals."
    )


def still_words(found: SweepFindings) -> str:
    """The candidates that don't surely move."""
    if not found.still:
        return ""
    names = listed(each.label for each in found.still)
    return (
        f"Looked at as well, and not surely moved by any value: {names}. All intervals on this "
        "page are corrected for these, too."
    )


def printed_values(settings: Iterable[SweptSetting]) -> str:
    return ", ".join(f"{each.name} {value_words(each.printed)}" for each in settings)


def basis_words(found: SweepFindings, estimate: Estimate) -> str:
    """What the intervals of a band mean."""
    at_looks = ", at every look" if estimate.anytime else ""
    return (
        f"{found.games:,} games in {found.deals:,} deals at each point, always the same deals. "
        f"Intervals are 95 %, clustered by deal, and hold together for all points and all "
        f"measures that were looked at{at_looks}."
    )


def value_text(value: Value) -> str:
    """A value in a cell of a table."""
    return value if isinstance(value, str) else with_minus(f"{value:g}")
