"""Verdicts: whether a designer's target is reached, missed, or undecided.

A figure is *within* its target if its whole interval is, *outside* if its whole interval is, and
*undecided* else. As half the width of an interval shrinks with the root of the number of games, the
number of further games that would decide can be estimated, if the figure stays where it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from trisim.box.faults import did_you_mean
from trisim.stats.analyses.meetings import HasMeetings
from trisim.stats.analyses.source import Facts, Missing, Result
from trisim.stats.analyses.targets import Band, Target
from trisim.stats.clustered import ROUNDING
from trisim.stats.estimate import Estimate
from trisim.stats.point import student
from trisim.texts import listed

WITHIN, OUTSIDE, UNDECIDED, UNJUDGED = "within", "outside", "undecided", "not judged"
ABOVE, BELOW = "above", "below"
"""On which side of its target a figure is outside."""

MOST_GAMES = 10**9
"""More than this nobody will play: a figure that lies on the edge itself."""


LEAST_MORE = 0.01
"""Of the games that there are: fewer more would hardly move anything."""


@dataclass(frozen=True, slots=True)
class MeasureVerdict:
    """A figure against its target; ``low`` and ``high`` are in its own unit."""

    measure: str
    section: str
    """Where the figure comes from."""

    estimate: Estimate
    low: float
    high: float
    verdict: str
    beyond: float
    """How far the value is above (or, negative, below) where it should lie; 0 inside."""

    surely: float
    """The same for the end of the interval that is nearer: what the whole interval bears out."""

    more_games: int | None
    """How many more games would decide; nothing if it is decided, or no number would."""

    rung: str = ""
    """The strategy that plays the run it is from, where a verdict must hold for several."""

    @property
    def side(self) -> str:
        """The side on which it is outside; "" if it isn't."""
        if self.verdict != OUTSIDE:
            return ""
        return ABOVE if self.beyond > 0 else BELOW


@dataclass(frozen=True, slots=True)
class TargetVerdict:
    """A target on a run: outside if any figure is, undecided if any is, else within.

    ``together`` is the confidence that all its intervals hold at once.
    """

    target: Target
    run: str
    games: int
    par: float | None
    verdict: str
    measures: tuple[MeasureVerdict, ...]
    together: float
    note: str = ""
    """Why nothing, or not all, could be judged."""

    missing: tuple[tuple[str, ...], ...] = ()
    """Line-ups that would have to be played, like the run ``like``, to judge all of it."""

    like: str = ""

    def those(self, verdict: str) -> tuple[MeasureVerdict, ...]:
        """The figures with a verdict; the farthest out first."""
        found = [each for each in self.measures if each.verdict == verdict]
        return tuple(sorted(found, key=lambda each: -share_beyond(each)))

    @property
    def sides(self) -> frozenset[str]:
        """The sides on which figures are outside."""
        return frozenset(each.side for each in self.measures if each.side)

    @property
    def side(self) -> str:
        """The one side on which figures are outside; "" if there is none, or both."""
        return next(iter(self.sides)) if len(self.sides) == 1 else ""

    @property
    def telling(self) -> MeasureVerdict:
        """The figure that decides the verdict: of those that have it, the farthest out.

        If it is undecided for want of a run alone, the farthest out of all.
        """
        deciding = self.those(self.verdict)
        return deciding[0] if deciding else max(self.measures, key=share_beyond)


def share_beyond(each: MeasureVerdict) -> float:
    """The distance of a figure from its band, in half-widths of a two-sided band: a sort key."""
    reach = (each.high - each.low) / 2
    gap = max(each.low - each.estimate.value, each.estimate.value - each.high)
    scaled = gap / reach if math.isfinite(reach) and reach > 0 else gap
    return scaled if not math.isnan(scaled) else -math.inf


# ---------------------------------------------------------------- one figure


def verdict_on(estimate: Estimate, band: Band) -> str:
    """The position of the whole interval."""
    low, high = band
    if low <= estimate.low and estimate.high <= high:
        return WITHIN
    return OUTSIDE if estimate.high < low or estimate.low > high else UNDECIDED


def beyond(value: float, band: Band) -> float:
    """The distance of a value above its band, or below it as a negative number."""
    low, high = band
    return value - high if value > high else min(0.0, value - low)


def surely_beyond(estimate: Estimate, band: Band) -> float:
    """The distance of the whole interval above its band, or below it as a negative number."""
    low, high = band
    return max(0.0, estimate.low - high) + min(0.0, estimate.high - low)


def times_more(estimate: Estimate, band: Band) -> float:
    """The factor of games that brings the interval to one side of each end of the band."""
    low, high = band
    ends = [end for end in (low, high) if not math.isinf(end)]
    if not low <= estimate.value <= high:
        ends = [min(ends, key=lambda end: abs(estimate.value - end))]
    return max((times_for(estimate, end) for end in ends), default=0.0)


def times_for(estimate: Estimate, end: float) -> float:
    """The same for one end: the arm of the interval that points there must become this short."""
    gap = abs(estimate.value - end)
    below = end < estimate.value
    arm = estimate.value - estimate.low if below else estimate.high - estimate.value
    return (arm / gap) ** 2 if gap > 0 else math.inf


def more_games(estimate: Estimate, band: Band, games: int) -> int | None:
    """The number of further games that would decide; None if it is unrealistic.

    Also None after a single deal: its interval has no width.
    """
    return games_for(times_more(estimate, band), games) if estimate.clusters > 1 else None


def games_for(times: float, games: int) -> int | None:
    """The further games that make so many times as many, in two digits; None if too many."""
    more = games * max(times - 1, LEAST_MORE)
    if not more < MOST_GAMES:
        return None
    step = int(10 ** max(0, math.floor(math.log10(max(more, 1))) - 1))
    return max(1, math.ceil(round(more / step, 6))) * step


def measure_verdict(
    measure: str, section: str, estimate: Estimate, band: Band, games: int
) -> MeasureVerdict:
    verdict = verdict_on(estimate, band)
    return MeasureVerdict(
        measure,
        section,
        estimate,
        *band,
        verdict,
        beyond(estimate.value, band),
        surely_beyond(estimate, band),
        more_games(estimate, band, games) if verdict == UNDECIDED else None,
    )


# ---------------------------------------------------------------- one target


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a run that a target is about; ``rung`` as in a ``MeasureVerdict``."""

    measure: str
    section: str
    estimate: Estimate
    band: Band | None
    games: int
    rung: str = ""


def judge(target: Target, facts: Facts, results: Mapping[str, Result]) -> TargetVerdict:
    found = figures_of(target, facts, results)
    note = note_of(target, found, facts, results)
    return verdict_of(target, [facts], found, note)


def figures_of(
    target: Target, facts: Facts, results: Mapping[str, Result], rung: str = ""
) -> list[Figure]:
    """The figures of a run that match its patterns."""
    known = known_figures(results, target.is_on_meetings)
    return [
        Figure(name, *known[name], target.band(known[name][1].scale, facts.par), facts.games, rung)
        for name in target.matching(known)
    ]


def known_figures(
    results: Mapping[str, Result], with_meetings: bool = False
) -> dict[str, tuple[str, Estimate]]:
    """Section and estimate of all figures; those on meetings if they are asked for."""
    found = {name: (key, est) for key, r in results.items() for name, est in r.measures().items()}
    if with_meetings:
        for key, result in results.items():
            if isinstance(result, HasMeetings):
                found |= {name: (key, est) for name, est in result.meetings().items()}
    return found


def note_of(
    target: Target, found: Sequence[Figure], facts: Facts, results: Mapping[str, Result]
) -> str:
    """Why a run can't be judged, or not by all figures; "" if it can."""
    unfit = [each.measure for each in found if each.band is None]
    if found and not unfit:
        return ""
    known = known_figures(results, target.is_on_meetings)
    return note_on(target, facts.par, unfit, known, results)


def verdict_of(
    target: Target, runs: Sequence[Facts], found: Sequence[Figure], note: str
) -> TargetVerdict:
    """The verdict by figures of one or more runs; the intervals of all of them hold together."""
    fit = [(each, each.band) for each in found if each.band is not None]
    estimates = held_together([each.estimate for each, _ in fit])
    measures = tuple(
        replace(
            measure_verdict(each.measure, each.section, estimate, band, each.games), rung=each.rung
        )
        for (each, band), estimate in zip(fit, estimates, strict=True)
    )
    return TargetVerdict(
        target,
        listed(facts.label for facts in runs),
        sum(facts.games for facts in runs),
        runs[0].par,
        overall([each.verdict for each in measures]),
        measures,
        together([each.estimate for each in measures]),
        note,
    )


def overall(verdicts: Sequence[str]) -> str:
    """Outside if any is, undecided if any is, within if all are."""
    for verdict in (OUTSIDE, UNDECIDED, WITHIN):
        if verdict in verdicts:
            return verdict
    return UNJUDGED


def together(estimates: Iterable[Estimate]) -> float:
    """The confidence that all intervals hold at once: 1 minus the sum of risks, by Bonferroni.

    An interval of a family was made so that all of the family hold at its level, hence each one
    has its share of the risk.
    """
    return max(0.0, 1 - math.fsum(risk_of(each) for each in estimates))


def risk_of(estimate: Estimate) -> float:
    return (1 - estimate.level) / estimate.family


def held_together(estimates: Sequence[Estimate]) -> list[Estimate]:
    """The estimates with intervals so wide that all hold at once at the level of each.

    Figures of one group already do; those of several groups have a larger joint risk.
    """
    allowed = min((1 - each.level for each in estimates), default=1.0)
    share = allowed / max(math.fsum(risk_of(each) for each in estimates), allowed)
    return [widened(each, share) if share < 1 - ROUNDING else each for each in estimates]


def widened(estimate: Estimate, share: float) -> Estimate:
    """With an interval that has this share of its risk: both arms longer, as Student's t is."""
    risk, clusters = risk_of(estimate), estimate.clusters
    if clusters < 2:
        return estimate
    times = student(share * risk, clusters) / student(risk, clusters)
    bottom, top = estimate.scale.bounds
    low = estimate.value - times * (estimate.value - estimate.low)
    high = estimate.value + times * (estimate.high - estimate.value)
    family = math.ceil((1 - estimate.level) / (share * risk))
    return replace(estimate, low=max(bottom, low), high=min(top, high), family=family)


def note_on(
    target: Target,
    par: float | None,
    unfit: Sequence[str],
    figures: Mapping[str, object],
    results: Mapping[str, Result],
) -> str:
    """Why figures could not be judged."""
    if unfit and par is None:
        return f"There is no par in such games, so none for {unfit[0]}: aim at a number."
    if unfit:
        return f"Par is a win rate, and {unfit[0]} is none: aim at a number."
    wanted = target.about
    word = target.measures[0].partition(".")[0]
    for section, result in results.items():
        if isinstance(result, Missing) and section.startswith(word[:4]):
            return f"No figure {wanted}. {result.reason}"
    return f"No figure of this run is called {wanted}{meant(target.measures[0], figures)}"


def meant(pattern: str, figures: Iterable[str]) -> str:
    """A suggestion for an unknown pattern: a name that begins like it, or its first word."""
    names = sorted(figures)
    word, words = pattern.partition(".")[0], sorted({name.partition(".")[0] for name in names})
    near = did_you_mean(word, words, " ")
    if word in words:
        like = [name for name in names if name.startswith(f"{word}.")]
        near = did_you_mean(pattern, like, " ") if "*" not in pattern else " "
    return f": {near}" if near.strip() else "."
