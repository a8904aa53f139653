"""Fair values in words: first the playable ones, then what interpolation says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, pairwise

from trisim.stats.analyses.verdicts import ABOVE, BELOW
from trisim.stats.curves import Value
from trisim.stats.estimate import with_minus
from trisim.stats.fair import FAIR, UNKNOWN, FairPoint, FairSet, Range
from trisim.texts import listed, number_word, visible

MOST_LISTED = 3
"""So many neighbouring numbers are listed; more are a range."""

SIDES = {ABOVE: "above the target", BELOW: "below the target", FAIR: FAIR, UNKNOWN: UNKNOWN}


def fair_words(found: FairSet) -> str:
    """A few sentences: the playable values, the interpolated set, and what is not known."""
    sentences = (playable_words(found), interpolated_words(found), unknown_words(found))
    return " ".join(each for each in sentences if each)


# ---------------------------------------------------------------- playable values


def playable_words(found: FairSet) -> str:
    """The fair values that were swept: ``Fair: 7 or 8; printed 9 (above the target).``."""
    fair = found.fair
    if not fair:
        return f"{none_words(found)}{printed_words(found)}."
    if len(fair) == len(found.points) > 1:
        every = f"every {swept_words(found)}"
        why = "The measure hardly depends on it, or there are too few games."
        return f"Fair: {every}{printed_words(found)}. {why}"
    return f"Fair: {values_words(found, FAIR)}{printed_words(found)}."


def printed_words(found: FairSet) -> str:
    """The printed value, if it is known, and whether it is fair."""
    if found.printed is None:
        return ""
    verdict = found.printed_verdict
    return f"; printed {value_words(found.printed)} ({SIDES[verdict] if verdict else 'not swept'})"


def none_words(found: FairSet) -> str:
    """Why no swept value is fair."""
    verdicts = {each.verdict for each in found.points}
    if UNKNOWN in verdicts:
        return f"No {swept_words(found)} is known to be fair"
    if len(found.points) == 1:
        return f"{value_words(found.points[0].value)} is not fair: {side_of(found.points[0])}"
    if len(verdicts) == 1:
        return f"No {swept_words(found)} is fair: all are {side_of(found.points[0])}"
    sides = jumps_words(found.points) if found.has_order else sides_words(found)
    return f"No {swept_words(found)} is fair: {sides}"


def side_of(point: FairPoint) -> str:
    return SIDES[point.verdict]


def jumps_words(points: Sequence[FairPoint]) -> str:
    """Where the measure jumps over the target: ``4 is surely below the target and 5 above``."""
    return "; ".join(
        f"{value_words(left.value)} is surely {side_of(left)} and "
        f"{value_words(right.value)} surely {right.verdict}"
        for left, right in pairwise(points)
        if left.verdict != right.verdict
    )


def sides_words(found: FairSet) -> str:
    """The texts above and below the target."""
    sides = [(found.those(side), SIDES[side]) for side in (BELOW, ABOVE)]
    return "; ".join(
        f"{listed(map(value_words, those))} {'is' if len(those) == 1 else 'are'} {side}"
        for those, side in sides
    )


def swept_words(found: FairSet) -> str:
    """``whole value from 4 to 12``; what was swept, in short."""
    if not found.has_order or len(found.points) == 1:
        return "swept value"
    first, last = (value_words(found.points[place].value) for place in (0, -1))
    return f"{'whole' if is_whole(found) else 'swept'} value from {first} to {last}"


def is_whole(found: FairSet) -> bool:
    """Whether all whole numbers of the range were swept, and nothing else."""
    values = [each.value for each in found.points]
    return all(isinstance(each, int) for each in values) and all(
        float(right) - float(left) == 1 for left, right in pairwise(values)
    )


def values_words(found: FairSet, verdict: str, last: str = "or") -> str:
    """The values with a verdict; many neighbouring numbers as a range."""
    phrases: list[str] = []
    for verdict_here, group in groupby(found.points, key=lambda each: each.verdict):
        values = [value_words(each.value) for each in group]
        if verdict_here == verdict:
            many = found.has_order and len(values) > MOST_LISTED
            phrases += [f"{values[0]} to {values[-1]}"] if many else values
    return listed(phrases, last)


def value_words(value: Value) -> str:
    """A number as people read it, a text in quotation marks."""
    if isinstance(value, str):
        return f"'{visible(value)}'"
    return with_minus(f"{value}" if isinstance(value, int) else f"{value:g}")


# ---------------------------------------------------------------- interpolated values


def interpolated_words(found: FairSet) -> str:
    """The set between the swept values: empty, a range, open, or in pieces; "" for texts."""
    if not found.has_order or len(found.points) < 2:
        return ""
    phrases = [range_words(each, found) for each in found.ranges]
    if not phrases:
        return "Interpolated: no value."
    if len(phrases) == 1:
        return f"Interpolated: {phrases[0]}."
    return f"Interpolated: {number_word(len(phrases))} ranges: {'; '.join(phrases)}."


def range_words(here: Range, found: FairSet) -> str:
    """``between 6.6 and 8.3``; an open end is said to be one."""
    first, last = (value_words(found.points[place].value) for place in (0, -1))
    low, high = ends_words(here, found)
    if here.open_below and here.open_above:
        return f"any value from {first} to {last}, and perhaps beyond"
    if here.open_above:
        return f"any value from {low} on, as far as was swept (to {last})"
    if here.open_below:
        return f"any value up to {high}, as far as was swept (from {first})"
    return f"between {low} and {high}" if low != high else f"only {low}"


def ends_words(here: Range, found: FairSet) -> tuple[str, str]:
    """Both ends, with as many digits as a tenth of a step or of the range needs."""
    values = [float(each.value) for each in found.points]
    finest = min(right - left for left, right in pairwise(values))
    if here.high > here.low:
        finest = min(finest, here.high - here.low)
    digits = min(6, max(0, math.ceil(1 - math.log10(finest) - 1e-9)))
    low, high = (with_minus(f"{end:z.{digits}f}") for end in (here.low, here.high))
    return low, high


# ---------------------------------------------------------------- what is not known


def unknown_words(found: FairSet) -> str:
    """The values at which nothing is known, and why."""
    if not found.those(UNKNOWN):
        return ""
    values = values_words(found, UNKNOWN, "and")
    return f"Nothing is known at {values}: too few deals, or the same in all of them."
