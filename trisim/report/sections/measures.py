"""Measures in words: what they are called, where they should lie, how far out they are."""

from __future__ import annotations

import math
import re
import sys

from trisim.box.box import Box
from trisim.report.sections.words import named, percent, player_words
from trisim.stats.analyses.targets import PER_CENT
from trisim.stats.analyses.verdicts import OUTSIDE, MeasureVerdict
from trisim.stats.estimate import Scale, with_minus

QUANTITIES = ("win", "score", "share", "margin")
"""Last words of names that say what is measured; in a list of the same they tell nothing."""

KINDS = ("setup", "alchemist")
"""Words of names of the solo game that say what the next word is."""

WORDS = {
    "way": "on the way",
    "stone": "philosopher's stone",
    "score.winning": "winning score",
    "score.mean": "score",
    "flow.settled_early": "settled in the first half",
    **{f"flow.leader.{r}": f"leader after round {r} wins" for r in (1, 2, 3)},
    **{f"flow.forced.{r}": f"forced turns of round {r}" for r in (1, 2, 3)},
}
"""Names that would say too little, or say it the wrong way round."""

PERCENTILE = re.compile(r"(.+)\.p([0-9]+)")

MILLION = 1_000_000


def label_of(measure: str, box: Box, longest: int | None = None) -> str:
    """What a measure is about: ``alchemist.newton.win`` is Newton, ``seat.0.win`` first player.

    A figure gives the letters that it has room for; long names have a shorter form.
    """
    if share := PERCENTILE.fullmatch(measure):
        rank = f"{share[2]}th percentile"
        return rank if longest else f"{rank} of the {label_of(share[1], box)}"
    first, *about = measure.split(".")
    if len(about) < 2 or about.pop() not in QUANTITIES:
        return WORDS.get(measure, measure.replace(".", " ").replace("_", " "))
    about = about[1:] if about[0] in KINDS and about[1:] else about
    if all(part.isdecimal() for part in about):
        return player_words(int(about[0])) if first == "seat" else " ".join([first, *about])
    return printed(".".join(about), box, longest)


def printed(name: str, box: Box, longest: int | None = None) -> str:
    """A card or alchemist as it is printed, all else in plain words."""
    known = named(box, name, longest)
    return known if known != name else WORDS.get(name, name.replace("_", " "))


def title_of(section: str) -> str:
    """The title of a section, as the page has it."""
    from trisim.report.contents import CHAPTERS  # which lists the sections that ask this

    modules = {chapter.key: chapter.build.__module__ for chapter in CHAPTERS}
    found = sys.modules.get(modules.get(section, ""))
    return str(getattr(found, "TITLE", section.replace("_", " ").capitalize()))


def unit_of(scale: Scale) -> str:
    """What follows a difference."""
    return " pp" if scale in PER_CENT else ""


def times_of(scale: Scale) -> int:
    """From values to what people say."""
    return 100 if scale in PER_CENT else 1


def band_words(low: float, high: float, scale: Scale) -> str:
    """Where figures should lie: ``20 to 30 %``, ``at most 60 %``."""
    times = times_of(scale)
    unit = {Scale.RATE: " %", Scale.RATE_DIFFERENCE: " pp"}.get(scale, "")
    signed = "+" if scale in (Scale.RATE_DIFFERENCE, Scale.MEAN_DIFFERENCE) else ""
    left, right = (with_minus(f"{round(times * end, 2):{signed}g}") for end in (low, high))
    if math.isinf(low):
        return f"at most {right}{unit}"
    return f"at least {left}{unit}" if math.isinf(high) else f"{left} to {right}{unit}"


def distance_words(each: MeasureVerdict) -> str:
    """``3.4 pp above, its interval by at least 2.1 pp``."""
    scale, times = each.estimate.scale, times_of(each.estimate.scale)
    if not each.beyond:
        return "inside"
    side = "above" if each.beyond > 0 else "below"
    words = f"{abs(times * each.beyond):.1f}{unit_of(scale)} {side}"
    if each.verdict == OUTSIDE:
        words += f", its whole interval by at least {abs(times * each.surely):.1f}{unit_of(scale)}"
    return words


def more_words(each: MeasureVerdict) -> str:
    """How many more games would decide."""
    if not each.estimate.clusters:
        return "there are no data"
    if not math.isfinite(each.estimate.halfwidth) or each.estimate.clusters < 2:
        return "there are too few deals to say anything"
    if each.more_games is None:
        return "no sensible number of games would decide: it lies on the edge"
    if each.more_games > MILLION:
        return "it would take more than a million more games"
    return f"some {each.more_games:,} more games would decide"


def outside_words(each: MeasureVerdict, box: Box) -> str:
    """A figure that is missed: ``Newton, 33.4 % [32.1, 34.7], is 3.4 pp above``."""
    return f"{label_of(each.measure, box)}, {percent(each.estimate)}, is {distance_words(each)}"


def undecided_words(each: MeasureVerdict, box: Box) -> str:
    """A figure of which nothing is sure yet."""
    return f"{label_of(each.measure, box)}, {percent(each.estimate)}: {more_words(each)}"
