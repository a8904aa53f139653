"""``--until-ci`` of a comparison: play until differences are known well enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from trisim.box.faults import shown
from trisim.campaigns.measures import UNTIL, check_metric, read_halfwidth
from trisim.plugin import GameInfo
from trisim.report.comparison_facts import Comparing, ComparisonWishes
from trisim.report.comparison_targets import wanted_by
from trisim.report.version_runs import VersionReader
from trisim.sim.manifest import Stopped
from trisim.sim.run import Run
from trisim.stats.analyses.meetings import fits
from trisim.stats.changes import Change
from trisim.stats.estimate import Estimate

Until = tuple[str, float]
"""A metric, and the half-width of its differences at which a comparison is long enough."""


def read_until(given: str | Until | None, info: GameInfo) -> Until | None:
    """A metric and a half-width, as ``seat=1%`` or ``card.glass-lamp.win=0.02``."""
    found = read_halfwidth(given, "METRIC=HALFWIDTH, such as seat=1%")
    if found is not None:
        check_metric(found[0], info, f"{UNTIL} {shown(found[0])}")
    return found


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    return lambda name: any(fits(name, each) for each in patterns)


@dataclass(slots=True)
class Waiting:
    """Looks at the versions after the same deals, and says when differences are known."""

    until: Until
    open_runs: Callable[[], Sequence[Run]]
    names: tuple[str, ...]
    wishes: ComparisonWishes
    reader: VersionReader | None = None

    def __call__(self, parts: int) -> Stopped | None:
        """Whether so many parts of each version are enough."""
        runs = self.open_runs()
        wanted = wanted_by(self.wishes.targets_of(runs[0]))
        reader = self.reader = self.reader or VersionReader(runs, wanted=wanted)
        reader.read_on(runs, parts)
        found = list(self.differences(Comparing(runs, self.names, reader, self.wishes, "")))
        return self.stopped(parts, found)

    def differences(self, comparing: Comparing) -> Iterator[Change]:
        """The differences that are waited for."""
        wanted = self.wishes.until_measures
        assert wanted is not None
        targets = comparing.targets()
        family = comparing.family(targets)
        names = [name for name in comparing.reader.totals.sums if wanted(name)]
        for number in range(1, len(self.names)):
            for name in names:
                yield comparing.change(name, number, family, named=True)

    def stopped(self, parts: int, found: Sequence[Change]) -> Stopped | None:
        """The record of this look, if all differences are known well enough."""
        metric, halfwidth = self.until
        known: dict[str, Estimate] = {
            f"{number}:{each.measure}": each.difference
            for number, each in enumerate(found)
            if each.difference is not None
        }
        widest = max((each.halfwidth for each in known.values()), default=0.0)
        if widest > halfwidth or not found:
            return None
        return Stopped(
            parts, metric, halfwidth, widest, {key: each.as_dict() for key, each in known.items()}
        )
