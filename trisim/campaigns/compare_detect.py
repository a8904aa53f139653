"""How many games a comparison needs to find a change of a given size, from a small pilot.

The pilot plays some hundred games of each version on deals of another seed, and measures how much
the paired differences of measures spread from deal to deal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from trisim.box.faults import did_you_mean, shown
from trisim.campaigns.compare import CompareRequest
from trisim.campaigns.compare_until import halfwidth_in, patterns_of, played_in, words_of
from trisim.players.player import Speed, speed_of
from trisim.plugin import GameInfo
from trisim.report.comparison_facts import Comparing, ComparisonWishes
from trisim.report.comparison_targets import wanted_by
from trisim.report.comparison_words import measure_words
from trisim.report.kit import ReportKit
from trisim.report.sections.measures import Labels
from trisim.report.sections.words import names_of_all
from trisim.report.version_runs import VersionReader
from trisim.sim.campaign import Prepared, prepare_campaign
from trisim.sim.errors import SettingsError
from trisim.sim.options import LARGEST_SEED
from trisim.sim.run import Run
from trisim.stats.analyses.meetings import fits
from trisim.stats.changes import RATES
from trisim.stats.estimate import StatsError
from trisim.stats.power import deals_needed

PILOT = {Speed.QUICK: 400, Speed.PYTHON: 120, Speed.SEARCH: 40}
"""Games of each version in a pilot."""

POWER = 0.8


@dataclass(frozen=True, slots=True)
class Detect:
    """A size of change that shall be found: of some measures, or of all named rates."""

    metric: str
    """Empty: wins of seats and roles, games won, and the measures of changed cards and roles."""

    effect: float

    @classmethod
    def read(cls, text: str, info: GameInfo) -> Detect:
        """``2%``, ``seat=2%`` or ``score.mean=1.5``."""
        where = f"--detect {shown(text)}"
        metric, sign, size = (word.strip() for word in text.rpartition("="))
        if sign and "." not in metric and metric not in words_of(info):
            known = list(words_of(info))
            raise SettingsError(f"{where}: unknown metric; {did_you_mean(metric, known)}")
        effect = halfwidth_in(size, where)
        if not sign and effect >= 1:
            raise SettingsError(f"{where}: write percentage points, such as 2%, or METRIC=SIZE")
        return cls(metric, effect)

    def patterns(self, info: GameInfo) -> tuple[str, ...]:
        if self.metric:
            return patterns_of(self.metric, info)
        words = words_of(info)
        return tuple(pattern for name in words if name != "score" for pattern in words[name])


@dataclass(frozen=True, slots=True)
class Need:
    """The games that a measure needs; none if no game of the pilot differs in it."""

    measure: str
    """In words."""

    games: int | None
    gain: float
    """The factor of games that pairing saves."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The games that each measure needs, in the comparison that needs the most."""

    detect: Detect
    pilot: int
    """Games of each version that were played."""

    intervals: int
    needs: tuple[Need, ...]
    are_rates: bool = True

    def lines(self) -> Iterator[str]:
        """What a dry run says."""
        size = f"{100 * self.detect.effect:g} percentage points"
        if not self.are_rates:
            size = f"{self.detect.effect:g}"
        yield (
            f"To find a change of {size} four times out of five, with intervals that hold "
            f"together for {self.intervals:,} differences:"
        )
        for each in self.needs:
            words = "no game of the pilot differs" if each.games is None else games_words(each)
            yield f"  {each.measure:<36} {words}"
        yield (
            f"Measured in a pilot of {self.pilot:,} games of each version, on other deals. The "
            "number is rough: a pilot knows the spread to some 10 %."
        )


def games_words(need: Need) -> str:
    saved = f", {need.gain:.1f} times as many without pairing" if need.gain >= 1.05 else ""
    return f"{rounded(need.games or 0):,} games of each version{saved}"


def rounded(games: int) -> int:
    """Up to two digits: more are not known.

    >>> rounded(12_345), rounded(87)
    (13000, 87)
    """
    step: int = 10 ** max(0, len(str(games)) - 2)
    return -(-games // step) * step


def needs_of(prepared: Prepared[CompareRequest], detect: Detect) -> Needs:
    """Play a pilot of the versions, and compute how many games each measure needs."""
    small = pilot_of(prepared)
    with TemporaryDirectory(prefix="trisim-pilot-") as folder:
        return measured(small, played_in(Path(folder), small), detect)


def pilot_of(prepared: Prepared[CompareRequest]) -> Prepared[CompareRequest]:
    """The same versions, with a few games on other deals."""
    request = prepared.request
    games = PILOT[speed_of(list(prepared.players.values()))]
    seed = (request.seed + 1) % (LARGEST_SEED + 1)
    small = replace(request, games=min(games, request.games), seed=seed, until_ci=None, retune=0)
    return prepare_campaign(
        small, box=prepared.box, strategies=prepared.players, others=prepared.others
    )


def measured(prepared: Prepared[CompareRequest], runs: Sequence[Run], detect: Detect) -> Needs:
    """The needs, from the runs of a pilot."""
    request = prepared.request
    wishes = ComparisonWishes(margins=request.margin, targets=request.targets_to_judge())
    reader = VersionReader(runs, wanted=wanted_by(wishes.targets_of(runs[0])))
    reader.read()
    comparing = Comparing(runs, request.names, reader, wishes, "")
    targets = comparing.targets()
    family = comparing.family(targets)
    patterns = detect.patterns(request.info)
    found: dict[str, Need] = {}
    for number in range(1, len(runs)):
        changed = [] if detect.metric else rates_in(comparing.named_ids(number), reader)
        for name in reader.totals.sums:
            is_wanted = name in changed or any(fits(name, each) for each in patterns)
            if is_wanted and comparing.has_both(name, number):
                need = need_of(comparing, name, number, detect.effect, family.size(True))
                found[name] = most_of(found.get(name), need)
    if not found:
        raise SettingsError(f"--detect: these games have no measure {' or '.join(patterns)}")
    are_rates = len(rates_in(found, reader)) == len(found)
    words = words_by_measure(prepared, runs[0].plugin.report)
    needs = tuple(replace(need, measure=words(name)) for name, need in found.items())
    return Needs(
        detect, reader.versions[0].facts.games, family.named + family.others, needs, are_rates
    )


def rates_in(names: Iterable[str], reader: VersionReader) -> list[str]:
    """The measures that are counted in per cent."""
    return [name for name in names if reader.scale(name) in RATES]


def words_by_measure(prepared: Prepared[CompareRequest], kit: ReportKit) -> Callable[[str], str]:
    """Measures in words: cards and roles as they are printed."""
    role = prepared.request.info.role
    names = names_of_all([prepared.box, *prepared.others])
    labels = Labels(names, kit.measures, ("setup", *([role.one] if role else [])))
    return lambda measure: measure_words(measure, labels)


def need_of(comparing: Comparing, name: str, number: int, effect: float, family: int) -> Need:
    """What one measure needs."""
    reader = comparing.reader
    if reader.totals.is_identical(name, number):
        return Need(name, None, 1.0)
    point = reader.difference(name, number)
    deviation = point.error * math.sqrt(point.clusters)
    if not deviation or not math.isfinite(deviation):
        return Need(name, None, 1.0)
    try:
        deals = deals_needed(deviation, effect, family=family, power=POWER, scale=point.scale)
    except StatsError as error:
        raise SettingsError(f"--detect: {error}") from error
    each = reader.versions[0].facts.games_a_deal
    share = reader.deals / point.clusters
    return Need(name, math.ceil(deals * each * share), reader.joint(name).gain(number, 0))


def most_of(one: Need | None, other: Need) -> Need:
    """The one that needs more games."""
    return other if one is None or (other.games or 0) > (one.games or 0) else one
