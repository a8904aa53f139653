"""Targets: the aims of a designer, read from a small TOML file.

A target names figures of a report (``seat.*.win``) and the band where they should be, in the usual
units: per cent, percentage points, points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.files import OR_TIDY, RawTable, read_text, read_toml
from trisim.stats.analyses.meetings import AGAINST, fits, is_meeting
from trisim.stats.analyses.source import Facts
from trisim.stats.estimate import Scale
from trisim.texts import listed

PAR = "par"
ANY = range(1, 100)
"""Numbers of players, where the game doesn't say."""

KEYS = (
    "measures", "low", "high", "around", "within", "why", "look", "players", "solo",
    "strategy", "scenario", "holds_for",
)  # fmt: skip
TEXTS = ("why", "look")
NUMBERS = ("low", "high", "within")
OF_SCENARIO = ("scenario.{}.win", "team.scenario.{}.won", "solo.setup.{}.win")
"""How games call the win rate of a scenario."""

WILD = frozenset("*?[]")
"""Signs of patterns: a scenario has a plain name."""

LONGEST = 400
"""Letters of a sentence."""

PER_CENT = (Scale.RATE, Scale.RATE_DIFFERENCE)

Band = tuple[float, float]
"""From where to where, in the unit of the figure; without end on a side that is left open."""


@dataclass(frozen=True, slots=True)
class Target:
    """An aim: from ``low`` to ``high``, or ``around`` a value, ``within`` a distance."""

    name: str
    measures: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    around: float | str | None = None
    within: float | None = None
    why: str = ""
    look: str = ""
    """What to look at next if it is missed."""

    players: tuple[int, ...] = ()
    solo: bool = False
    """Whether it is for games against an automa, and for no others."""

    strategy: tuple[str, ...] = ()
    """If any: it is for runs in which one of these plays all places."""

    scenario: str = ""
    """If any: it is about the win rate of this scenario."""

    holds_for: tuple[str, ...] = ()
    """If any: its verdict must hold in a run of each of these strategies."""

    def is_for(self, facts: Facts) -> bool:
        """Whether a run can be judged by it."""
        return self.is_of_kind(facts) and not self.lacks(facts)

    def is_of_kind(self, facts: Facts) -> bool:
        """Whether it is set for such games, whoever plays them."""
        is_kind = self.solo == facts.has_automa
        if self.scenario and not self.solo:
            is_kind = facts.has_automa or facts.is_team
        return is_kind and (not self.players or facts.players in self.players)

    def lacks(self, facts: Facts) -> str:
        """Why a run of its kind can't be judged by it, in a clause; "" if it can."""
        if self.scenario and self.scenario not in facts.scenarios:
            near = did_you_mean(self.scenario, list(facts.scenarios))
            return f"“{facts.label}” has no scenario {self.scenario}; {near}"
        wanted = self.strategy or self.holds_for
        if wanted and facts.strategies not in [(name,) for name in wanted]:
            return f"{listed(wanted, 'or')} doesn't play all places in “{facts.label}”"
        if self.is_on_meetings and len(facts.strategies) < 2:
            only = listed(facts.strategies)
            return f"{only} plays all places in “{facts.label}”, so it meets no other strategy"
        return ""

    @property
    def about(self) -> str:
        """What it is about, in words."""
        return f"wins of {self.scenario}" if self.scenario else " or ".join(self.measures)

    @property
    def is_on_meetings(self) -> bool:
        """Whether it is about how often strategies win against each other."""
        return any(map(is_meeting, self.measures))

    def matching(self, names: Iterable[str]) -> tuple[str, ...]:
        """The figures that match its patterns, in the given order."""
        return tuple(n for n in names if any(fits(n, each) for each in self.measures))

    def band(self, scale: Scale, par: float | None) -> Band | None:
        """The band of a figure; None if the aim is par and the figure has none."""
        unit = 100 if scale in PER_CENT else 1
        if self.around is None:
            low = -math.inf if self.low is None else self.low / unit
            return low, math.inf if self.high is None else self.high / unit
        middle = par_of(scale, par) if self.around == PAR else float(self.around) / unit
        reach = (self.within or 0.0) / unit
        return None if middle is None else (middle - reach, middle + reach)


def par_of(scale: Scale, par: float | None) -> float | None:
    """The value of equals: a win divided by the players, or no difference; None for a mean."""
    return {Scale.RATE: par, Scale.MEAN: None}.get(scale, 0.0)


@dataclass(frozen=True, slots=True)
class Targets:
    source: str
    """The file as messages name it."""

    targets: tuple[Target, ...]
    text: str = ""


NO_TARGETS = Targets("no targets", ())
"""Of a game that comes without any."""


@cache
def game_targets(path: Path) -> Targets:
    return targets_from(path.read_text(encoding="utf-8"), "the targets of trisim")


def read_targets(path: Path, seats: range = ANY) -> Targets:
    """Read a file of targets; all faults are reported at once."""
    faults, name = Faults(), str(path)
    if not path.exists():
        remedy = "'trisim report --new-targets FILE' writes one to begin with"
        faults.add(Place(name), "", "there is no such file", remedy)
    text = read_text(path, name, faults) if not faults else None
    faults.advise(lambda fault: fault.remedy.removesuffix(OR_TIDY))
    faults.raise_if_any(name)
    return targets_from(text or "", name, seats)


def targets_from(text: str, name: str, seats: range = ANY) -> Targets:
    """The targets of a text; ``seats`` are the numbers of players that the game allows."""
    faults = Faults()
    table = read_toml(text, name, faults)
    found = [target_in(table, each, faults, seats) for each in table.tables] if table else []
    if table and not table.tables:
        remedy = "'trisim report --new-targets FILE' writes one to begin with"
        faults.add(Place(name), "", "there is no target in this file", remedy)
    faults.raise_if_any(name)
    return Targets(name, tuple(found), text)


# ---------------------------------------------------------------- one of them


def target_in(table: RawTable, name: str, faults: Faults, seats: range) -> Target:
    """One target; its faults are added to ``faults``."""
    data = table.tables[name]
    if not isinstance(data, dict):
        remedy = f"write it below a line with the target's name, such as [{name}]"
        faults.add(table.at(name), name, "this stands outside of any target", remedy)
        return Target(name, ())
    for key in data:
        if key not in KEYS:
            faults.add(table.at(f"{name}.{key}"), key, "unknown key", did_you_mean(key, list(KEYS)))
    reading = Reading(table, name, data, faults, seats)
    target = reading.target()
    reading.check(target)
    return target


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads the keys of one target and collects faults."""

    table: RawTable
    name: str
    data: Mapping[str, Any]
    faults: Faults
    seats: range

    def fault(self, key: str, problem: str, remedy: str) -> None:
        place = self.table.at(f"{self.name}.{key}" if key else self.name)
        self.faults.add(place, self.data.get(key, ""), problem, remedy)

    def target(self) -> Target:
        """The target, as far as it can be read."""
        numbers = {key: self.number(key) for key in NUMBERS}
        texts = {key: self.text(key) for key in TEXTS}
        around, scenario = self.data.get("around"), self.scenario()
        return Target(
            self.name,
            self.patterns() if scenario is None else measures_of(scenario),
            around=PAR if around == PAR else self.number("around", f"a number or '{PAR}'"),
            players=self.players(),
            solo=self.flag("solo"),
            strategy=self.strategies("strategy"),
            scenario=scenario or "",
            holds_for=self.strategies("holds_for"),
            **numbers,  # type: ignore[arg-type]
            **texts,  # type: ignore[arg-type]
        )

    def number(self, key: str, wanted: str = "a number") -> float | None:
        """The number of a key, if it is present."""
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fault(key, f"this is not {wanted}", "write 5, not '5' or '5 %'")
        elif not math.isfinite(value):
            self.fault(key, f"this is not {wanted}", "leave a side open by leaving the key out")
        else:
            return float(value)
        return None

    def text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str) or len(value) > LONGEST:
            self.fault(key, "this is not a sentence", f"write at most {LONGEST} letters in quotes")
            return ""
        return " ".join(value.split())

    def patterns(self) -> tuple[str, ...]:
        value = self.data.get("measures")
        found = [value] if isinstance(value, str) else value
        if isinstance(found, list) and found and all(isinstance(n, str) and n for n in found):
            return tuple(found)
        self.fault("measures", "no measures are named", "write measures = 'seat.*.win', say")
        return ()

    def players(self) -> tuple[int, ...]:
        """Numbers of players; empty: any."""
        value = self.data.get("players", [])
        found = value if isinstance(value, list) else [value]
        if all(type(n) is int and n in self.seats for n in found):
            return tuple(found)
        least, most = self.seats[0], self.seats[-1]
        self.fault("players", f"there are {least} to {most} players", f"write {most}, say")
        return ()

    def scenario(self) -> str | None:
        """The name of a scenario, if the key is present; "" if it is none."""
        value = self.data.get("scenario")
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip() or WILD & set(value):
            self.fault("scenario", "this is not the name of a scenario", "write 'normal', say")
            return ""
        return value

    def strategies(self, key: str) -> tuple[str, ...]:
        """Names of strategies, each once."""
        value = self.data.get(key, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(n, str) and n.strip() for n in found):
            self.fault(
                key, "these are no names of strategies", "write 'tuned', or several in a list"
            )
        elif key in self.data and not found:
            self.fault(key, "no strategy is named", f"write 'tuned', say, or leave out {key}")
        elif len(set(found)) < len(found):
            self.fault(key, "a strategy is named twice", "name each once")
        else:
            return tuple(found)
        return ()

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, "this is neither true nor false", "write true or false, without quotes")
        return value is True

    def check(self, target: Target) -> None:
        """Check the keys against each other."""
        has_ends = "low" in self.data or "high" in self.data
        has_middle = "around" in self.data or "within" in self.data
        if has_ends and has_middle:
            self.fault(
                "", "it has both ends and a middle", "say low and high, or around and within"
            )
        elif not has_ends and not has_middle:
            self.fault("", "nothing is aimed at", "say low, high or both, or around and within")
        elif has_middle and not ("around" in self.data and "within" in self.data):
            self.fault("", "around and within belong together", "say both")
        if target.low is not None and target.high is not None and target.low > target.high:
            self.fault("low", f"this is above high, {target.high:g}", "let low be the lesser one")
        if target.within is not None and target.within < 0:
            self.fault("within", "this is less than nothing", "write how far away is near enough")
        if target.solo and target.players:
            self.fault("players", "a solo game has one player", "leave out players or solo")
        self.check_strength(target)

    def check_strength(self, target: Target) -> None:
        """Check the keys that say who plays, and what."""
        if len(target.holds_for) == 1:
            one = target.holds_for[0]
            self.fault(
                "holds_for", "this is a single strategy", f"write strategy = '{one}' instead"
            )
        if target.holds_for and target.strategy:
            self.fault("strategy", "holds_for names the strategies", "leave out one of the two")
        if target.scenario and "measures" in self.data:
            remedy = "leave out measures, or scenario"
            self.fault("measures", "with scenario it is about the scenario's win rate", remedy)
        for key in ("strategy", "holds_for"):
            if target.is_on_meetings and self.data.get(key):
                problem = f"no strategy meets another ({AGAINST}) where one has all places"
                self.fault(key, problem, f"leave out {key}")


def measures_of(scenario: str) -> tuple[str, ...]:
    """The win rate of a scenario, as games call it."""
    return tuple(each.format(scenario) for each in OF_SCENARIO)
