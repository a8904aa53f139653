"""The settings of a tournament, and the names that follow from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from trisim.players.player import Pace
from trisim.players.specs import parse_spec
from trisim.sim.errors import SettingsError
from trisim.sim.lineups import duel_lineups, mixed_lineups
from trisim.sim.settings import (
    BALANCED,
    FEWEST_PLAYERS,
    MOST_DEALS,
    MOST_PLAYERS,
    Settings,
    check_whole,
    parse_alchemists,
    shown,
    usual_part,
)

MIXED, DUEL = FORMATS = ("mixed", "duel")
MOST_STRATEGIES = 24
LONGEST_NAME = 80
"""Letters of the name of a run's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSettings:
    """What decides every row of a tournament, besides box, strategies and version."""

    strategies: tuple[str, ...]
    format: str = MIXED
    players: int = 4
    deals: int
    seed: int = 1
    alchemists: str | tuple[str, ...] = BALANCED
    achievements: bool = False
    intro: bool = False
    log: str = "players"

    def __post_init__(self) -> None:
        check_whole("players", self.players, FEWEST_PLAYERS, MOST_PLAYERS)
        if self.format not in FORMATS:
            raise SettingsError(f"format {self.format}: mixed or duel is expected")
        if not 2 <= len(self.strategies) <= MOST_STRATEGIES:
            raise SettingsError(
                f"strategies {','.join(self.strategies) or 'none'}: a tournament has 2 to "
                f"{MOST_STRATEGIES} of them"
            )
        for spec in self.strategies:
            if self.strategies.count(spec) > 1:
                raise SettingsError(f"strategies: {spec} is named twice; name each once")
        self.settings_of(self.lineups[0])

    @property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Who plays with whom: the numbers of the strategies, for each place of each line-up."""
        if self.format == DUEL:
            return tuple(duel_lineups(len(self.strategies), self.players))
        return mixed_lineups(len(self.strategies), self.players, self.seed)

    @property
    def games(self) -> int:
        """How many games all line-ups have."""
        return sum(self.settings_of(lineup).games for lineup in self.lineups)

    def settings_of(self, lineup: Sequence[int], *, pace: Pace = Pace.QUICK) -> Settings:
        """The settings of the run of a line-up; all have the same deals, in the same parts."""
        return Settings(
            players=self.players,
            deals=self.deals,
            seed=self.seed,
            lineup=tuple(self.strategies[number] for number in lineup),
            alchemists=self.alchemists,
            achievements=self.achievements,
            intro=self.intro,
            log=self.log,
            part_deals=usual_part(self.deals, self.players, False, pace),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies as they are called in tables: files by their names, if that is enough.

        >>> TournamentSettings(strategies=("random", "my/own.py:noise=0.1"), deals=1).names
        ('random', 'own:noise=0.1')
        """
        return short_names(self.strategies)

    def differences(self, other: TournamentSettings) -> list[str]:
        """What is not as in other settings, one line each."""
        changed = [
            (field.name, getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        ]
        return [
            f"games: {mine * self.players}, was {was * other.players}"
            if name == "deals"
            else f"{name}: {shown(mine)}, was {shown(was)}"
            for name, mine, was in changed
        ]


def short_names(specs: Sequence[str]) -> tuple[str, ...]:
    """Strategies as they are called in tables: by short names, if these tell them apart."""
    short = [short_name(spec) for spec in specs]
    pairs = zip(specs, short, strict=True)
    return tuple(spec if short.count(name) > 1 else name for spec, name in pairs)


def short_name(spec: str) -> str:
    """The name of a strategy's file without folder and ending, with its parameters."""
    found = parse_spec(spec)
    name = Path(found.where).stem if found.is_path else found.where
    return name + spec.strip()[len(found.where) :]


def tournament_settings(
    strategies: Sequence[str],
    *,
    games: int,
    players: int = 4,
    alchemists: str | Sequence[str] | None = None,
    intro: bool = False,
    **others: Any,
) -> TournamentSettings:
    """Settings as a user gives them: games of a line-up are rounded up to whole deals.

    >>> tournament_settings(["random", "greedy"], games=10).deals
    3
    """
    check_whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    check_whole("games", games, 1, MOST_DEALS)
    return TournamentSettings(
        strategies=tuple(strategies),
        players=players,
        deals=-(-games // players),
        alchemists=parse_alchemists(alchemists, intro),
        intro=intro,
        **others,
    )


def with_given(settings: TournamentSettings, given: Mapping[str, Any]) -> TournamentSettings:
    """Settings of which some are said anew; ``games`` stands for the deals."""
    changes = dict(given)
    if "games" in changes:
        players = changes.get("players", settings.players)
        changes["deals"] = -(-changes.pop("games") // players)
    return replace(settings, **changes)


def run_name(settings: TournamentSettings, number: int) -> str:
    """The folder of a line-up's run.

    >>> run_name(TournamentSettings(strategies=("random", "my/own.py"), deals=1), 2)
    '002-random-own-random-own'
    """
    words = (settings.names[each] for each in settings.lineups[number])
    name = "-".join(re.sub(r"[^\w.=]+", "_", word) for word in words)
    return f"{number:03d}-{name}"[:LONGEST_NAME]
