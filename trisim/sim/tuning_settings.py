"""The settings of a tuning, and the names that follow from them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from trisim.players.player import Pace
from trisim.sim.errors import SettingsError
from trisim.sim.settings import (
    FEWEST_PLAYERS,
    LARGEST_SEED,
    MOST_DEALS,
    MOST_PLAYERS,
    Settings,
    check_whole,
    shown,
    usual_part,
)
from trisim.sim.study_settings import run_name
from trisim.sim.tournament_settings import short_names

START = "balanced"
POOL = ("balanced", "publisher", "experimenter")
"""Who is played against if nobody is named."""

RESULT, ITSELF, CANDIDATE = "result", "itself", "candidate"
"""What the weights found, an earlier state of them, and weights on trial are called."""

FEWEST_CANDIDATES, MOST_CANDIDATES = 4, 1000
MOST_GENERATIONS = 99_999
GENERATIONS, POPULATION, GAMES, CHECK_GAMES, SELF_PLAY, SIGMA = 300, 24, 160, 4000, 25, 0.6
"""What is played if nothing is said: some twenty minutes on two cores."""

LEAST_SIGMA, LARGEST_SIGMA = 0.01, 10.0
NOBODY = "none"
"""An empty list, as one says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningSettings:
    """What decides the weights that a tuning finds, besides box, strategies and version."""

    start: str = START
    pool: tuple[str, ...] = POOL
    check: tuple[str, ...] = ()
    """Strategies that are never met before the check at the end."""

    players: int = 4
    generations: int = GENERATIONS
    population: int = POPULATION
    deals: int
    """Of each candidate in a generation; all of them play the same."""

    sigma: float = SIGMA
    """How far the first candidates are from the start, in units of scale."""

    self_play: int = SELF_PLAY
    """After so many generations the mean joins the pool, in place of the one before; 0: never."""

    only: tuple[str, ...] = ()
    """The features and numbers that are tuned; none: all."""

    achievements: bool = False
    seed: int = 1
    check_deals: int

    def __post_init__(self) -> None:
        check_whole("players", self.players, FEWEST_PLAYERS, MOST_PLAYERS)
        check_whole("generations", self.generations, 1, MOST_GENERATIONS)
        check_whole("population", self.population, FEWEST_CANDIDATES, MOST_CANDIDATES)
        check_whole("self-play", self.self_play, 0, MOST_GENERATIONS)
        check_whole("seed", self.seed, 0, LARGEST_SEED)
        if not LEAST_SIGMA <= self.sigma <= LARGEST_SIGMA:
            raise SettingsError(
                f"sigma {self.sigma:g}: a number from {LEAST_SIGMA:g} to {LARGEST_SIGMA:g} is "
                "expected"
            )
        if self.generations * self.deals > MOST_DEALS:
            raise SettingsError(
                f"games {self.games_a_candidate:,}: {self.generations:,} generations of them are "
                "too many; play fewer"
            )
        check_names(self)
        self.settings_against(self.pool[0])
        self.settings_of_check(self.start)

    # -- who meets whom

    @property
    def met(self) -> tuple[str, ...]:
        """The start and the pool: whom the tuning knows."""
        return tuple(dict.fromkeys((self.start, *self.pool)))

    @property
    def checked(self) -> tuple[str, ...]:
        """All that the result is tried against, those who were never met first."""
        return (*self.check, *self.met)

    @property
    def names(self) -> tuple[str, ...]:
        """The same as they are called in tables."""
        return short_names(self.checked)

    def members(self, generation: int) -> tuple[str, ...]:
        """The pool in a generation, counted from 0."""
        alone = self.snapshot_of(generation) is None
        return self.pool if alone else (*self.pool, ITSELF)

    def opponent(self, generation: int) -> str:
        """Whom a generation plays against.

        >>> asked = TuningSettings(pool=("a", "b"), self_play=2, deals=1, check_deals=1)
        >>> [asked.opponent(generation) for generation in range(6)]
        ['a', 'b', 'itself', 'a', 'b', 'itself']
        """
        members = self.members(generation)
        return members[generation % len(members)]

    def snapshot_of(self, generation: int) -> int | None:
        """After how many generations the mean was what is now ``itself``; none before the first."""
        if not self.self_play or generation < self.self_play:
            return None
        return generation // self.self_play * self.self_play

    # -- games

    @property
    def games_a_candidate(self) -> int:
        """Games of a candidate in its generation."""
        return self.deals * self.players

    @property
    def games(self) -> int:
        """Games of all candidates in all generations."""
        return self.generations * self.population * self.games_a_candidate

    @property
    def check_games(self) -> int:
        """Games of the check, against all."""
        return len(self.checked) * self.check_deals * self.players

    def settings_against(self, opponent: str) -> Settings:
        """What a candidate plays: generation after generation a further block of these deals."""
        return self.settings_with(
            CANDIDATE, opponent, self.generations * self.deals, self.deals, "tune"
        )

    def settings_of_check(self, opponent: str, *, pace: Pace = Pace.QUICK) -> Settings:
        """The run of the result against one of those that it is tried on."""
        part = usual_part(self.check_deals, self.players, False, pace)
        return self.settings_with(RESULT, opponent, self.check_deals, part, "check")

    def settings_with(
        self, one: str, opponent: str, deals: int, part_deals: int, stream: str
    ) -> Settings:
        """One against a table of another."""
        return Settings(
            players=self.players,
            deals=deals,
            seed=stream_seed(self.seed, stream),
            lineup=(one, *[opponent] * (self.players - 1)),
            achievements=self.achievements,
            log="players",
            part_deals=part_deals,
        )

    def runs(self, paces: Mapping[str, Pace]) -> dict[str, Settings]:
        """The runs of the check by the names of their folders."""
        return {
            run_name(number, name): self.settings_of_check(spec, pace=paces[spec])
            for number, (name, spec) in enumerate(zip(self.names, self.checked, strict=True))
        }

    # -- beside other settings

    def differences(self, other: TuningSettings) -> list[str]:
        """What is not as in other settings, one line each."""
        pairs = [(self.as_asked(each.name), other.as_asked(each.name)) for each in fields(self)]
        return [f"{name}: {mine}, was {was}" for (name, mine), (_, was) in pairs if mine != was]

    def as_asked(self, name: str) -> tuple[str, str]:
        """A setting as a user gives it: in games, not in deals."""
        match name:
            case "deals":
                return "games", shown(self.games_a_candidate)
            case "check_deals":
                return "check-games", shown(self.check_deals * self.players)
            case "sigma":
                return name, repr(float(self.sigma))
        return name.replace("_", "-"), shown(getattr(self, name)) or NOBODY

    def command(self, box: str = "", variants: Sequence[str] = ()) -> str:
        """What to type to have the same again, with nothing left to defaults."""
        from shlex import join

        said = dict(self.as_asked(each.name) for each in fields(self))
        words = ["trisim", "tune", said.pop("start")]
        flags = {"achievements": self.achievements, "only": bool(self.only)}
        for name, value in said.items():
            if flags.get(name, True):
                words += [f"--{name}"] if name == "achievements" else [f"--{name}", value]
        words += ["--box", box] if box else []
        words += [word for path in variants for word in ("--variant", path)]
        return f"{join(words)} --out DIR"


def check_names(settings: TuningSettings) -> None:
    """Whom there is to play against."""
    if not settings.pool:
        raise SettingsError("pool: nobody is named; give a strategy to play against")
    for name, specs in (("pool", settings.pool), ("check", settings.check)):
        for spec in specs:
            if specs.count(spec) > 1:
                raise SettingsError(f"{name}: {spec} is named twice; name each once")
    if spec := next((spec for spec in settings.check if spec in settings.met), ""):
        raise SettingsError(
            f"check: {spec} is in the pool or the start, so it is met anyway; leave it out"
        )
    for spec in settings.checked:
        if spec in (RESULT, ITSELF, CANDIDATE):
            raise SettingsError(f"{spec}: a tuning calls something else so; name its file")


def stream_seed(seed: int, stream: str) -> int:
    """The seed of games for one purpose: no deal of the check, or of a run, is tuned on.

    >>> stream_seed(1, "tune") == stream_seed(1, "check")
    False
    """
    digest = hashlib.sha256(f"trisim {stream} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def tuning_settings(
    start: str = START,
    *,
    check: Sequence[str] | None = None,
    pool: Sequence[str] = POOL,
    players: int = 4,
    games: int = GAMES,
    check_games: int = CHECK_GAMES,
    **others: Any,
) -> TuningSettings:
    """Settings as a user gives them: games are rounded up to whole deals.

    Unless ``check`` names somebody, it is the ``strangers``.
    """
    check_whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    check_whole("games", games, 1, MOST_DEALS)
    check_whole("check-games", check_games, 1, MOST_DEALS)
    return TuningSettings(
        start=start,
        pool=tuple(pool),
        check=strangers((start, *pool)) if check is None else tuple(check),
        players=players,
        deals=-(-games // players),
        check_deals=-(-check_games // players),
        **others,
    )


LEFT_OUT = ("greedy", "tuned")
"""Weights players that are no strangers to try a result on: everybody beats the one, and the other
may be the result of this very tuning."""


def strangers(met: Sequence[str]) -> tuple[str, ...]:
    """The shipped weights players that are not met, and don't take their time to think.

    Whoever is met under another name, or with other parameters, is no stranger.
    """
    from trisim.players.player import Kind
    from trisim.players.registry import names
    from trisim.sim.plan import loaded_players

    known = {player.digest for player in loaded_players(met).values()}
    players = loaded_players([name for name in names() if name not in LEFT_OUT])
    return tuple(
        name
        for name, player in players.items()
        if player.kind is Kind.WEIGHTS and not player.uses_search and player.digest not in known
    )


def with_given(settings: TuningSettings, given: Mapping[str, Any]) -> TuningSettings:
    """Settings of which some are said anew; ``games`` stand for deals."""
    changes = dict(given)
    players = changes.get("players", settings.players)
    for games, deals in (("games", "deals"), ("check_games", "check_deals")):
        if games in changes:
            changes[deals] = -(-changes.pop(games) // players)
    return replace(settings, **changes)
