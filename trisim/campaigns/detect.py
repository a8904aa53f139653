"""``--dry-run --detect``: how many games a campaign needs to find a change of a given size.

A pilot plays some hundred games of each version on other deals, and measures how much the paired
differences of measures spread from deal to deal. A campaign says which versions and measures, and
how many differences are looked at together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from trisim.box.faults import shown
from trisim.campaigns.measures import KnownMeasures, check_metric, number_of, patterns_of
from trisim.players.player import Speed, speed_of
from trisim.plugin import GameInfo
from trisim.report.version_runs import VersionReader, Wanted
from trisim.sim.errors import SettingsError
from trisim.sim.plan import Plan, prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.runner import run
from trisim.stats.analyses.meetings import is_usual
from trisim.stats.changes import RATES, Family
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.power import POWER, deals_needed

PILOT = {Speed.QUICK: 400, Speed.PYTHON: 120, Speed.SEARCH: 40}
"""Games of each version in a pilot."""

PILOT_SEED = 0x5EED
"""Combined with the seed of the campaign, so that a pilot is never part of it."""

MOST_SHOWN = 12
"""Measures that a dry run lists, those that need the fewest games first."""


@dataclass(frozen=True, slots=True)
class Detect:
    """A size of change that shall be found."""

    text: str
    """As the user has written it."""

    metric: str
    """Empty: the measures that the campaign is about."""

    effect: float
    is_percent: bool

    @classmethod
    def read(cls, text: str, info: GameInfo) -> Detect:
        """``2%``, ``seat=2%`` or ``score.mean=1.5``."""
        where = f"--detect {shown(text)}"
        metric, sign, size = (word.strip() for word in text.rpartition("="))
        if sign:
            check_metric(metric, info, where)
        effect, is_percent = number_of(size, where)
        if effect <= 0 or (is_percent and effect >= 1):
            limits = "between 0% and 100%" if is_percent else "more than 0"
            raise SettingsError(f"{where}: a change is {limits}, such as 2% or 1.5")
        return cls(text, metric, effect, is_percent)

    @property
    def where(self) -> str:
        return f"--detect {shown(self.text)}"

    def patterns(self, info: GameInfo) -> tuple[str, ...]:
        """The measures of the metric; none if there is no metric."""
        return patterns_of(self.metric, info) if self.metric else ()

    def fits(self, scale: Scale) -> bool:
        """Whether it is of such a measure: per cent are of rates, other numbers of means.

        With a metric, a share such as 0.02 is one of rates, too.
        """
        is_rate = scale in RATES
        if is_rate and self.metric and self.effect >= 1:
            raise SettingsError(
                f"{self.where}: this is a rate; write percentage points, such as 2%"
            )
        return is_rate if self.is_percent else (not is_rate or bool(self.metric))


@dataclass(frozen=True, slots=True)
class Need:
    """The games that a measure needs."""

    measure: str
    """In words."""

    games: int | None
    """None: no realistic number, or nothing is known of it."""

    gain: float = 1.0
    """The factor of games that pairing saves."""

    is_identical: bool = False
    """Whether no game of the pilot differs in it."""

    def words(self, of_what: str, about: str) -> str:
        if self.is_identical:
            return "no game of the pilot differs"
        if self.games is None:
            return "no realistic number of games"
        saved = f", {self.gain:.1f} times as many without pairing" if self.gain >= 1.05 else ""
        return f"{about} {rounded(self.games):,} games of each {of_what}{saved}"


@dataclass(frozen=True, slots=True)
class Needs:
    """The games that each measure needs, in the version that needs the most."""

    effect: float
    is_rate: bool
    needs: tuple[Need, ...]
    intervals: int
    """How many differences are looked at together."""

    of_what: str
    """A version, as the campaign calls it."""

    pilot: int = 0
    """Games of each version that were played; 0: the numbers are limits, without a pilot."""

    def lines(self) -> Iterator[str]:
        """What a dry run says."""
        together = f"{self.intervals:,} differences" if self.intervals > 1 else "one difference"
        yield (
            f"To find a change of {self.size} with a probability of {100 * POWER:g} %, with "
            f"intervals that hold together for {together}:"
        )
        found = sorted(self.needs, key=lambda each: (each.games is None, each.games or 0))
        about = "about" if self.pilot else "at most"
        width = max(len(each.measure) for each in found[:MOST_SHOWN])
        for each in found[:MOST_SHOWN]:
            yield f"  {each.measure:<{width}}  {each.words(self.of_what, about)}"
        if len(found) > MOST_SHOWN:
            yield f"  … and {len(found) - MOST_SHOWN} more; --detect METRIC=SIZE names some"
        if self.pilot:
            yield (
                f"Measured in a pilot of {self.pilot:,} games of each {self.of_what}, on other "
                "deals. The numbers are rough: a pilot knows the spread to some 10 %."
            )

    @property
    def size(self) -> str:
        """The size of the change in words."""
        if not self.is_rate:
            return f"{self.effect:g}"
        points = f"{100 * self.effect:g}"
        return f"{points} percentage point" + ("" if points == "1" else "s")


def rounded(games: int) -> int:
    """Up to two digits: more are not known.

    >>> rounded(12_345), rounded(87)
    (13000, 87)
    """
    step: int = 10 ** max(0, len(str(games)) - 2)
    return -(-games // step) * step


# ---------------------------------------------------------------- from a pilot


@contextmanager
def pilot(plans: Sequence[Plan], wanted: Wanted = is_usual) -> Iterator[VersionReader]:
    """A few games of each plan, played on other deals and read."""
    games = PILOT[speed_of(player for plan in plans for player in plan.players)]
    with TemporaryDirectory(prefix="trisim-pilot-") as folder:
        runs = []
        for number, plan in enumerate(plans):
            run(small(plan, games), Path(folder) / f"{number}", Execution())
            runs.append(Run(Path(folder) / f"{number}"))
        reader = VersionReader(runs, wanted=wanted)
        reader.read()
        yield reader


def small(plan: Plan, games: int) -> Plan:
    """The plan with at most so many games, on other deals."""
    request = plan.request
    few = replace(
        request,
        games=min(games, request.games),
        seed=request.seed ^ PILOT_SEED,
        until_ci=None,
        part_games=None,
    )
    players = dict(zip(request.strategies, plan.players, strict=True))
    return prepare(few, box=plan.box, strategies=players, compiled=plan.is_compiled)


def needs_in(
    reader: VersionReader,
    detect: Detect,
    names: Iterable[str],
    family: Family,
    words: Callable[[str], str],
    of_what: str,
) -> Needs:
    """The games that each of some measures needs, all of them named beforehand."""
    known = [name for name in names if versions_with(reader, name)]
    found = [name for name in known if detect.fits(reader.scale(name))]
    if not found:
        raise nothing_to_find(reader, detect, known)
    needs = tuple(
        replace(need_of(reader, name, detect.effect, family.size(True)), measure=words(name))
        for name in found
    )
    return Needs(
        detect.effect,
        all(reader.scale(name) in RATES for name in found),
        needs,
        family.named + family.others,
        of_what,
        reader.versions[0].facts.games,
    )


def versions_with(reader: VersionReader, name: str) -> list[int]:
    """The versions that have a measure which the first one has, too."""
    has = [reader.totals.has(name, each) for each in range(reader.totals.versions)]
    return [each for each in range(1, len(has)) if has[0] and has[each]]


def nothing_to_find(reader: VersionReader, detect: Detect, known: Sequence[str]) -> SettingsError:
    """The error for a change that no measure can have."""
    if not detect.metric:
        return SettingsError(f"{detect.where}: name what changes, such as seat=2% or score=1.5")
    if known:
        return SettingsError(f"{detect.where}: this is no rate; leave out the per cent sign")
    measures = KnownMeasures({name: reader.scale(name) for name in reader.totals.sums}, frozenset())
    return SettingsError(f"{detect.where}: {measures.remedy(detect.metric)}")


def need_of(reader: VersionReader, name: str, effect: float, family: int) -> Need:
    """What a measure needs in the version that needs the most."""
    each = [need_at(reader, name, number, effect, family) for number in versions_with(reader, name)]
    differing = [need for need in each if not need.is_identical]
    return max(differing or each, key=lambda need: math.inf if need.games is None else need.games)


def need_at(reader: VersionReader, name: str, number: int, effect: float, family: int) -> Need:
    """What a measure needs in one version."""
    point = reader.difference(name, number)
    deviation = point.error * math.sqrt(point.clusters)
    if not deviation or reader.totals.is_identical(name, number):
        return Need(name, None, is_identical=True)
    try:
        deals = deals_needed(deviation, effect, family=family, scale=point.scale)
    except StatsError:
        return Need(name, None)
    share = reader.deals / point.clusters
    games = math.ceil(deals * reader.versions[0].facts.games_a_deal * share)
    return Need(name, games, reader.joint(name).gain(number, 0))
