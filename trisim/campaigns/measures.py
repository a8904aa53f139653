"""The measures of a game: which there are, found out before anything is played for a campaign.

The analyses of a game's report name the measures. So a single deal is played at random into a
temporary folder and read by all of them. Names of cards and roles that this deal lacks are known
from those that it has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from trisim.box.box import Box
from trisim.box.faults import did_you_mean, shown
from trisim.plugin import GameInfo
from trisim.record.base import Outcome
from trisim.report.version_runs import VersionReader
from trisim.sim.errors import SettingsError
from trisim.sim.options import RANDOM
from trisim.sim.plan import prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import run
from trisim.stats.analyses.meetings import fits, meeting_name
from trisim.stats.analyses.targets import PER_CENT
from trisim.stats.estimate import Scale

ANY = "*"
UNTIL = "--until-ci"


@dataclass(frozen=True, slots=True)
class KnownMeasures:
    """The measures of a game with a box."""

    scales: Mapping[str, Scale]
    """By name, those of the sample deal."""

    ids: frozenset[str]
    """Cards and roles of the box."""

    only: str = ""
    """The strategy that has all seats, if one has."""

    def general(self, name: str) -> str:
        """A name with ``*`` in place of cards and roles."""
        return ".".join(ANY if word in self.ids else word for word in name.split("."))

    def scale(self, name: str) -> Scale | None:
        """The scale of a measure; None if there is no such measure."""
        found = {self.general(each): scale for each, scale in self.scales.items()}
        return self.scales.get(name) or found.get(self.general(name))

    def names(self) -> list[str]:
        """All names, those of cards and roles that the sample deal lacks among them."""
        found = dict.fromkeys(self.scales)
        for name in {self.general(each) for each in self.scales}:
            if name.count(ANY) == 1:
                found |= dict.fromkeys(name.replace(ANY, each) for each in sorted(self.ids))
        return list(found)

    def check(self, name: str, option: str) -> Scale:
        """The scale of a measure; an unknown one is refused."""
        scale = self.scale(name)
        if scale is None:
            raise SettingsError(f"{option} {shown(name)}: {self.remedy(name)}")
        return scale

    def check_pattern(self, pattern: str, option: str) -> None:
        """Stop at a pattern that fits no measure."""
        if ANY not in pattern:
            self.check(pattern, option)
        elif not any(fits(name, pattern) for name in self.names()):
            raise SettingsError(f"{option} {shown(pattern)}: {self.remedy(pattern)}")

    def remedy(self, name: str) -> str:
        if self.only and name.startswith("strategy."):
            return (
                f"{self.only} plays all places and meets no other strategy, so this can't be "
                "judged; name several strategies with --lineup"
            )
        return f"there is no such measure; {did_you_mean(name, self.names(), self.examples())}"

    def examples(self) -> str:
        """One measure of each kind."""
        first = {name.partition(".")[0]: name for name in reversed(list(self.scales))}
        return "there are " + ", ".join(sorted(first.values())) + " and others"


def known_measures(request: RunRequest, box: Box) -> KnownMeasures:
    """The measures of runs like this one."""
    lineup = (*[RANDOM] * request.people, *request.automas)
    one_deal = replace(request, games=1, lineup=lineup, part_games=None, until_ci=None)
    plan = prepare(one_deal, box=box, compiled=False)
    with TemporaryDirectory(prefix="trisim-measures-") as folder:
        run(plan, Path(folder) / "run", Execution(jobs=1, backend="threads"))
        reader = VersionReader([Run(Path(folder) / "run")])
        reader.read()
    scales = {name: each.scale for name, each in reader.totals.sums.items()}
    return with_strategies(scales, request, frozenset({*box.by_id, *box.roles}))


def with_strategies(
    scales: Mapping[str, Scale], request: RunRequest, ids: frozenset[str]
) -> KnownMeasures:
    """With the measures of strategies that compete, which a deal at random lacks."""
    names = list(dict.fromkeys(request.lineup[: request.people]))
    if request.automas or request.info.outcome is not Outcome.POINTS:
        return KnownMeasures(scales, ids)
    if len(names) == 1:
        return KnownMeasures(scales, ids, names[0])
    found = {f"strategy.{name}.win": Scale.RATE for name in names}
    found |= {f"strategy.{name}.score": Scale.MEAN for name in names}
    found |= {meeting_name(*pair): Scale.RATE for pair in permutations(names, 2)}
    return KnownMeasures({**scales, **found}, ids)


# ---------------------------------------------------------------- as users write them


def patterns_of(metric: str, info: GameInfo) -> tuple[str, ...]:
    """The measures of a metric: those of a word such as ``seat``, or a name with dots.

    >>> patterns_of("card.glass-lamp.win", None)
    ('card.glass-lamp.win',)
    """
    if "." in metric:
        return (metric,)
    return metric_words(info)[metric]


def metric_words(info: GameInfo) -> dict[str, tuple[str, ...]]:
    """The words that stand for several measures."""
    role = info.role
    words = {
        "seat": ("seat.*.win",),
        "score": ("score.mean", "solo.setup.*.score"),
        "won": ("team.won", "solo.setup.*.win"),
    }
    return words | ({role.one: (f"{role.one}.*.win", f"solo.{role.one}.*.win")} if role else {})


def check_metric(metric: str, info: GameInfo, where: str) -> None:
    """Stop at a word that stands for nothing; names with dots are measures."""
    known = list(metric_words(info))
    if "." not in metric and metric not in known:
        raise SettingsError(
            f"{where}: unknown metric; {did_you_mean(metric, known)}, or a measure such as "
            "score.mean"
        )


def number_of(text: str, what: str) -> tuple[float, bool]:
    """A number, and whether it was given in per cent: ``25%`` is 0.25."""
    word = text.strip()
    try:
        number = float(word.removesuffix("%"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SettingsError(f"{what}: a number is expected, such as 25% or 0.5")
    return (number / 100, True) if word.endswith("%") else (number, False)


def measure_and_number(text: str, option: str, example: str) -> tuple[str, float]:
    """``MEASURE=VALUE``, with the value as a share if it is in per cent."""
    name, sign, number = (word.strip() for word in str(text).partition("="))
    if not sign or not name:
        raise SettingsError(f"{option} {shown(text)}: write {example}")
    return name, number_of(number, f"{option} {shown(text)}")[0]


def read_halfwidth(given: Any, example: str) -> tuple[str, float] | None:
    """A measure and the half-width of its intervals that is enough.

    >>> read_halfwidth("seat.0.win=0.5%", "MEASURE=HALFWIDTH, such as seat.0.win=1%")
    ('seat.0.win', 0.005)
    """
    found = measure_and_number(given, UNTIL, example) if isinstance(given, str) else given
    if found is not None and not found[1] > 0:
        raise SettingsError(f"{UNTIL} {found[0]}={found[1]:g}: it must be greater than 0")
    return found


def check_in_scale(value: float, name: str, scale: Scale, option: str) -> None:
    """Stop at a value that no measure of this scale can have."""
    bottom, top = scale.bounds
    if not bottom <= value <= top:
        hint = f"; for {value:g} per cent write {value:g}%" if scale in PER_CENT else ""
        raise SettingsError(
            f"{option} {name}={value:g}: it must be {100 * bottom:g}% to {100 * top:g}%{hint}"
        )


def fitting(names: Iterable[str], patterns: Iterable[str]) -> list[str]:
    """The names that fit a pattern, in the order of the patterns."""
    all_names = list(names)
    return list(dict.fromkeys(n for each in patterns for n in all_names if fits(n, each)))
