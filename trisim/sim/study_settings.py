"""The settings of a study of difficulty, and the names that follow from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from trisim.box.box import Box
from trisim.box.difficulty import BOTMEGISTUS
from trisim.players.player import Pace
from trisim.sim.errors import SettingsError
from trisim.sim.settings import (
    BALANCED,
    MOST_DEALS,
    Settings,
    check_whole,
    parse_alchemists,
    shown,
    usual_part,
)
from trisim.sim.study_setups import ROLLS, StudySetup, presets_of, study_setups
from trisim.sim.tournament_settings import LONGEST_NAME, MOST_STRATEGIES, short_names

STRATEGY = "balanced"
"""Who plays if nobody is named."""

DEALS, MOST_DEALS_UNTIL = 1_000, 1_000_000
"""How many deals are played if nothing is said, and if an interval decides."""

METRIC = "option"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudySettings:
    """What decides every row of a study, besides box, strategies and version."""

    strategies: tuple[str, ...]
    setups: tuple[StudySetup, ...]
    """The first one is what all others are compared with."""

    presets: tuple[str, ...]
    """Their names in the order of the box."""

    deals: int
    seed: int = 1
    alchemists: str | tuple[str, ...] = BALANCED
    until: float | None = None
    """The half-width of all effects on the win rate at which a run is long enough."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.strategies) <= MOST_STRATEGIES:
            raise SettingsError(
                f"strategies {','.join(self.strategies) or 'none'}: a study has 1 to "
                f"{MOST_STRATEGIES} of them"
            )
        for spec in self.strategies:
            if self.strategies.count(spec) > 1:
                raise SettingsError(f"strategies: {spec} is named twice; name each once")
        if len(self.setups) < 2:
            raise SettingsError("only: nothing is left to compare with normal; ask for more")
        self.settings_of(self.strategies[0])

    @property
    def games(self) -> int:
        """How many games all strategies have, if no interval stops them before."""
        return self.deals * len(self.setups) * len(self.strategies)

    def settings_of(self, spec: str, *, pace: Pace = Pace.QUICK) -> Settings:
        """The settings of the run of a strategy; all have the same deals, in the same parts."""
        return Settings(
            players=2,
            deals=self.deals,
            seed=self.seed,
            lineup=(spec, BOTMEGISTUS),
            alchemists=self.alchemists,
            log="players",
            part_deals=usual_part(self.deals, len(self.setups), False, pace),
            until=(METRIC, self.until) if self.until else None,
            solo=tuple(setup.solo for setup in self.setups),
        )

    def runs(self, *, pace: Pace = Pace.QUICK) -> dict[str, Settings]:
        """The run of each strategy, by the name of its folder."""
        return {
            run_name(number, name): self.settings_of(spec, pace=pace)
            for number, (name, spec) in enumerate(zip(self.names, self.strategies, strict=True))
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies as they are called in tables: files by their names, if that is enough."""
        return short_names(self.strategies)

    def differences(self, other: StudySettings) -> list[str]:
        """What is not as in other settings, one line each."""
        changed = (
            field.name
            for field in fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        )
        return [f"{name}: {self.as_asked(name)}, was {other.as_asked(name)}" for name in changed]

    def as_asked(self, name: str) -> str:
        """A setting as a user gives it."""
        if name == "setups":
            return ",".join(setup.name for setup in self.setups)
        return shown(getattr(self, name))


def run_name(number: int, name: str) -> str:
    """The folder of a strategy's run.

    >>> run_name(1, "balanced:noise=0.1")
    '001-balanced_noise=0.1'
    """
    plain = re.sub(r"[^\w.=]+", "_", name)
    return f"{number:03d}-{plain}"[:LONGEST_NAME]


def study_settings(
    box: Box,
    strategies: Sequence[str] = (STRATEGY,),
    *,
    games: int | None = None,
    only: Sequence[str] = (),
    rolls: Sequence[int] = ROLLS,
    combinations: Sequence[str] = (),
    alchemists: str | Sequence[str] | None = None,
    until: float | None = None,
    **others: Any,
) -> StudySettings:
    """Settings as a user gives them; ``games`` are those of each setup, one for each deal."""
    deals = games if games is not None else MOST_DEALS_UNTIL if until else DEALS
    check_whole("games", deals, 1, MOST_DEALS)
    setups = study_setups(box, only, rolls, combinations)
    return StudySettings(
        strategies=tuple(strategies),
        setups=setups,
        presets=presets_of(box, setups, only),
        deals=deals,
        alchemists=parse_alchemists(alchemists, False, True),
        until=until,
        **others,
    )


def with_given(settings: StudySettings, given: Mapping[str, Any]) -> StudySettings:
    """Settings of which some are said anew; ``games`` stands for the deals."""
    changes = dict(given)
    if "games" in changes:
        changes["deals"] = changes.pop("games")
    return replace(settings, **changes)
