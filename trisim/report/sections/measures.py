"""Measures in words: names, bands, distances."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trisim.report.inputs import RunInputs
from trisim.report.kit import ReportKit
from trisim.report.sections.words import (
    NamesThings,
    named,
    names_of_all,
    ordinal,
    percent,
    player_words,
)
from trisim.stats.analyses.meetings import is_meeting, who_meet
from trisim.stats.analyses.targets import PER_CENT
from trisim.stats.analyses.verdicts import OUTSIDE, MeasureVerdict
from trisim.stats.estimate import Scale, with_minus

QUANTITIES = ("win", "won", "difference", "score", "share", "margin")
"""Last words of names, the quantities; in a list of the same quantity they are left out."""

WORDS = {
    "score.winning": "winning score",
    "score.mean": "score",
    "team.won": "games won",
    "flow.turns": "turns a game",
    "flow.decisions": "decisions a game",
    "flow.won_turns": "turns of won games",
    "flow.lost_turns": "turns of lost games",
    "flow.lead_changes": "lead changes a game",
    "flow.settled": "share of the game until the winner leads for good",
    "flow.settled_early": "settled in the first half",
    "flow.margin": "margin of the winner",
    "flow.close": "close games",
    "flow.behind": "positions with the winner behind",
    "flow.drama": "points that the winner was behind",
    "flow.swing": "largest gain in one turn",
}
"""Names that would say too little, or say it the wrong way round."""

OF_ROUND = {
    "leader": "leader after round {} wins",
    "forced": "forced turns of round {}",
    "order": "order after round {} is final",
    "options": "options in round {}",
}
"""Figures of the flow, round by round."""

ROUND = re.compile(r"flow\.([a-z]+)\.([0-9]+)")
PERCENTILE = re.compile(r"(.+)\.p([0-9]+)")

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Labels:
    """Names of measures of a game."""

    names: NamesThings
    words: Mapping[str, str]
    """Words of the game for names, or parts of them, that would say too little."""

    kinds: tuple[str, ...] = ()
    """Words within names that say what the next word is, such as ``setup``."""

    def of(self, measure: str, longest: int | None = None) -> str:
        """The subject of a measure: ``seat.0.win`` is the first player, that of a role its name.

        ``longest`` is the room in letters; long names have a shorter form.
        """
        if measure in self.words:
            return self.words[measure]
        if share := PERCENTILE.fullmatch(measure):
            rank = f"{share[2]}th percentile"
            return rank if longest else f"{rank} of the {self.of(share[1])}"
        if is_meeting(measure):
            return "{} against {}".format(*who_meet(measure))
        first, *about = measure.split(".")
        if len(about) < 2 or about.pop() not in QUANTITIES:
            return self.plain(measure)
        about = about[1:] if about[0] in self.kinds and about[1:] else about
        if all(part.isdecimal() for part in about):
            return of_place(first, [int(part) for part in about])
        return self.printed(".".join(about), longest)

    def plain(self, measure: str) -> str:
        """A measure without a thing of the box."""
        found = ROUND.fullmatch(measure)
        if found and found[1] in OF_ROUND:
            return OF_ROUND[found[1]].format(found[2])
        words = WORDS | dict(self.words)
        return words.get(measure, measure.replace(".", " ").replace("_", " "))

    def printed(self, name: str, longest: int | None = None) -> str:
        """A card or role as it is printed, all else in plain words."""
        known = named(self.names, name, longest)
        if known != name:
            return known
        several = [named(self.names, part, longest) for part in name.split(".")]
        if several[1:] and all(
            one != part for one, part in zip(several, name.split("."), strict=True)
        ):
            return " and ".join(several)
        return self.words.get(name, name.replace("_", " "))


def of_place(word: str, numbers: Sequence[int]) -> str:
    """A seat, or a place in the order of a round."""
    if word == "seat":
        return player_words(numbers[0])
    if word == "order" and len(numbers) == 2:
        return f"{ordinal(numbers[1])} in round {numbers[0]}"
    return " ".join([word, *map(str, numbers)])


def labels_of(kit: ReportKit, runs: Sequence[RunInputs]) -> Labels:
    roles = {run.facts.role.one for run in runs if run.facts.role is not None}
    names = names_of_all([run.facts.box for run in runs])
    return Labels(names, kit.measures, ("setup", "scenario", "strategy", *sorted(roles)))


def about(each: MeasureVerdict, labels: Labels, longest: int | None = None) -> str:
    """The subject of a figure; if the verdict must hold for several strategies, with its own."""
    if not each.rung:
        return labels.of(each.measure, longest)
    room = None if longest is None else max(1, longest - len(each.rung) - len(", "))
    return f"{labels.of(each.measure, room)}, {each.rung}"


def unit_of(scale: Scale) -> str:
    """The unit of a difference."""
    return " pp" if scale in PER_CENT else ""


def times_of(scale: Scale) -> int:
    """The factor from values to displayed numbers."""
    return 100 if scale in PER_CENT else 1


def band_words(low: float, high: float, scale: Scale) -> str:
    """A band: ``20 to 30 %``, ``at most 60 %``."""
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
    """The number of further games that would decide."""
    if not each.estimate.clusters:
        return "there are no data"
    if not math.isfinite(each.estimate.halfwidth) or each.estimate.clusters < 2:
        return "there are too few deals to say anything"
    if each.more_games is None:
        return "no realistic number of games would decide: it is at the edge of the band"
    if each.more_games > MILLION:
        return "it would take more than a million more games"
    return f"some {each.more_games:,} more games would decide"


def outside_words(each: MeasureVerdict, labels: Labels) -> str:
    """A figure outside its band: ``Newton, 33.4 % [32.1, 34.7], is 3.4 pp above``."""
    return f"{about(each, labels)}, {percent(each.estimate)}, is {distance_words(each)}"


def undecided_words(each: MeasureVerdict, labels: Labels) -> str:
    return f"{about(each, labels)}, {percent(each.estimate)}: {more_words(each)}"
