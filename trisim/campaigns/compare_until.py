"""``--until-ci`` of a comparison: play until differences are known well enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from trisim.box.faults import did_you_mean, shown
from trisim.plugin import GameInfo
from trisim.report.comparison_facts import Comparing, ComparisonWishes
from trisim.report.comparison_targets import wanted_by
from trisim.report.version_runs import VersionReader
from trisim.sim.campaign import Prepared
from trisim.sim.errors import SettingsError
from trisim.sim.manifest import Stopped
from trisim.sim.run import Run
from trisim.sim.runner import run
from trisim.stats.analyses.meetings import fits
from trisim.stats.changes import Change
from trisim.stats.estimate import Estimate

Until = tuple[str, float]
"""A metric, and the half-width of its differences at which a comparison is long enough."""


def patterns_of(metric: str, info: GameInfo) -> tuple[str, ...]:
    """The measures of a metric: those of a word such as ``seat``, or a name with dots.

    >>> patterns_of("card.glass-lamp.win", None)
    ('card.glass-lamp.win',)
    """
    if "." in metric:
        return (metric,)
    return words_of(info)[metric]


def words_of(info: GameInfo) -> dict[str, tuple[str, ...]]:
    """The words that stand for several measures."""
    role = info.role
    words = {
        "seat": ("seat.*.win",),
        "score": ("score.mean", "solo.setup.*.score"),
        "won": ("team.won", "solo.setup.*.win"),
    }
    return words | ({role.one: (f"{role.one}.*.win", f"solo.{role.one}.*.win")} if role else {})


def read_until(given: str | Until | None, info: GameInfo) -> Until | None:
    """A metric and a half-width, as ``seat=1%`` or ``card.glass-lamp.win=0.02``."""
    if not isinstance(given, str):
        return given
    metric, sign, width = (word.strip() for word in given.partition("="))
    where, known = f"--until-ci {shown(given)}", list(words_of(info))
    if not sign or not metric:
        raise SettingsError(f"{where}: write METRIC=HALFWIDTH, such as seat=1%")
    if "." not in metric and metric not in known:
        raise SettingsError(
            f"{where}: unknown metric; {did_you_mean(metric, known)}, or a measure such as "
            "score.mean"
        )
    return metric, halfwidth_in(width, where)


def halfwidth_in(text: str, where: str) -> float:
    """A half-width as a number or in per cent."""
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise SettingsError(
            f"{where}: the half-width is a number above 0, such as 1% or 0.01 for rates, or 0.5 "
            "for points"
        )
    return number


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    return lambda name: any(fits(name, each) for each in patterns)


def check_measure(metric: str, deal: Prepared[Any]) -> None:
    """Stop unless a measure is known in a deal of each version."""
    with TemporaryDirectory(prefix="trisim-deal-") as folder:
        runs = played_in(Path(folder), deal)
        reader = VersionReader(runs)
        reader.read()
    known = list(reader.totals.sums)
    if not any(map(matcher([metric]), known)):
        near = did_you_mean(metric, known, "a comparison's changes.parquet lists all")
        raise SettingsError(f"measure {shown(metric)}: these games have no such measure; {near}")


def played_in(folder: Path, prepared: Prepared[Any]) -> list[Run]:
    """All runs of a campaign, played into folders that nobody keeps."""
    found = []
    for name in prepared.runs:
        run(prepared.plan(name), folder / name)
        found.append(Run(folder / name))
    return found


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
        for version, here in zip(reader.versions, runs, strict=True):
            version.run, version.parts = here, list(here.parts[:parts])
        end = sum(part.deals for part in reader.versions[0].parts)
        reader.read_spans([(reader.deals, end)])
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
