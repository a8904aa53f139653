"""The request of a tuning: opponents, numbers of games, and the runs of its check."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import join
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.campaigns.tuning_numbers import numbers_of
from trisim.players.player import Kind, Player, Speed, speed_of
from trisim.players.registry import names as installed_names
from trisim.plugin import DEFAULT, load
from trisim.record.base import Outcome
from trisim.sim.campaign import CampaignRequest, run_name, short_names
from trisim.sim.errors import BadStrategyError, SettingsError
from trisim.sim.options import MOST_DEALS, GameOptions, check_options, command_words, option
from trisim.sim.plan import loaded_players
from trisim.sim.request import (
    BOX,
    GAME,
    PLAYERS,
    SEED,
    VARIANTS,
    check_named_once,
    words_of,
)
from trisim.sim.run_request import RunRequest, as_paths, split_specs, usual_part

RESULT, ITSELF, CANDIDATE = "result", "itself", "candidate"
"""Names of the weights found, of an earlier state of them, and of weights on trial."""

NOBODY = "nobody"
"""The opponent in a team game: a candidate plays all seats."""

FEWEST_CANDIDATES, MOST_CANDIDATES = 4, 1000
MOST_GENERATIONS = 99_999
LEAST_SIGMA, LARGEST_SIGMA = 0.01, 10.0
NONE = "none"
"""The word for an empty list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningRequest(CampaignRequest):
    """A request that decides, with box, strategies and version, the weights that a tuning finds.

    Games are rounded up to whole deals.
    """

    what: ClassVar[str] = "tuning"
    NEEDED: ClassVar[tuple[str, ...]] = (
        *("start", "pool", "self_play", "generations", "population", "games", "sigma", "players"),
        *("seed", "check", "check_games"),
    )

    start: str = ""
    """The weights that it begins with; "" stands for those of the game."""

    game: str = option(DEFAULT, **GAME)

    pool: tuple[str, ...] = option(
        (),
        "The opponents, in turn, separated by commas.",
        metavar="LIST",
        unsaid=None,
        default_words="those of the game",
    )
    self_play: int = option(
        25,
        "Every N generations the mean of the candidates joins the pool and replaces the previous "
        "one; 0: never.",
        least=0,
        most=MOST_GENERATIONS,
    )
    generations: int = option(300, "How many generations.", most=MOST_GENERATIONS)
    population: int = option(
        24,
        f"Candidates of a generation, from {FEWEST_CANDIDATES} on.",
        least=FEWEST_CANDIDATES,
        most=MOST_CANDIDATES,
    )
    games: int = option(160, "Games of a candidate in its generation, rounded up to whole deals.")
    """All candidates of a generation play the same deals."""

    sigma: float = option(0.6, "The spread of the first candidates.", metavar="X")
    """In units of scale, from the start."""

    only: tuple[str, ...] = option(
        (),
        "The features and judgement numbers to tune, with commas.",
        metavar="LIST",
        default_words="all",
    )
    players: int = option(0, unsaid=None, **{**PLAYERS, "help": "How many at a table."})
    seed: int = option(1, **{**SEED, "help": "The seed: the same seed gives the same weights."})
    check: tuple[str, ...] | None = option(
        None,
        "Strategies to check the result against at the end, with commas, or none.",
        metavar="LIST",
        default_words="all shipped weights strategies that are new to it and don't search",
    )
    """Strategies that are not in the tuning; None until the others are loaded."""

    check_games: int = option(4000, "Games against each of them, and against start and pool.")
    game_options: GameOptions | None = None
    """The options of the game; None stands for its defaults."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)

    def __post_init__(self) -> None:
        self.complete()
        put = object.__setattr__
        put(self, "start", self.start or self.info.tuning.start)
        if self.is_team:
            check_team_pool(self.pool)
            put(self, "self_play", 0)
        else:
            put(self, "pool", self.pool or self.info.tuning.pool)
        check_options(self)
        if self.options.automas:
            raise SettingsError(
                f"a tuning is played between strategies, without {self.options.automas[0]}"
            )
        check_sigma(self.sigma)
        put(self, "sigma", float(self.sigma))
        put(self, "games", self.deals * self.players)
        put(self, "check_games", self.check_deals * self.players)
        if self.generations * self.deals > MOST_DEALS:
            raise SettingsError(
                f"games {self.games:,}: {self.generations:,} generations of them are too many; "
                "play fewer"
            )
        check_names(self)
        self.run_of_candidates(self.opponent(0))
        self.run_of_check(self.start)

    # -- from what a user gives

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert lists."""
        given_lists = {name: values.get(name) for name in ("pool", "check")}
        lists = {name: specs_of(one) for name, one in given_lists.items() if one is not None}
        if "pool" in given and not lists["pool"]:
            raise SettingsError("pool: nobody is named; give a strategy to play against")
        others = {
            "only": words_of(values.get("only", ())),
            "box": None if values.get("box") is None else Path(values["box"]),
            "variants": as_paths(values.get("variants", ())),
        }
        return values | lists | others

    def completed(self, players: Mapping[str, Player]) -> TuningRequest:
        """With default opponents of the check; all strategies are checked here."""
        check_players(self, players)
        numbers_of(players[self.start], self.only)
        if self.check is not None:
            return self
        return replace(self, check=self.never_met([players[spec] for spec in self.met]))

    def never_met(self, met: Sequence[Player]) -> tuple[str, ...]:
        """The shipped weights players that are neither start nor opponents, and don't search.

        A player with the same file under another name, or with other parameters, is left out.
        """
        known, kit = {player.digest for player in met}, load(self.game).players
        others = [name for name in installed_names(kit) if name not in self.info.tuning.unchecked]
        return tuple(
            name
            for name, player in loaded_players(others, kit).items()
            if player.kind is Kind.WEIGHTS and not player.uses_search and player.digest not in known
        )

    # -- who meets whom

    @property
    def specs(self) -> tuple[str, ...]:
        """All strategies of the check, those that are not in the tuning first."""
        return (*(self.check or ()), *self.met)

    @property
    def met(self) -> tuple[str, ...]:
        """The start and the pool: the strategies in the tuning."""
        return tuple(dict.fromkeys((self.start, *self.pool)))

    @property
    def names(self) -> tuple[str, ...]:
        """All strategies as tables show them."""
        return short_names(self.specs)

    @property
    def is_team(self) -> bool:
        """Whether all seats win or lose together, so that there are no opponents."""
        return self.info.outcome is Outcome.TEAM

    @property
    def plays_itself(self) -> bool:
        """Whether a mean ever joins the pool."""
        return 0 < self.self_play < self.generations

    def members(self, generation: int) -> tuple[str, ...]:
        """The pool in a generation, counted from 0."""
        if self.is_team:
            return (NOBODY,)
        alone = self.snapshot_of(generation) is None
        return self.pool if alone else (*self.pool, ITSELF)

    def opponent(self, generation: int) -> str:
        """The opponent of a generation.

        >>> request = TuningRequest(pool=("a", "b"), self_play=2)
        >>> [request.opponent(generation) for generation in range(6)]
        ['a', 'b', 'itself', 'a', 'b', 'itself']
        """
        members = self.members(generation)
        return members[generation % len(members)]

    def snapshot_of(self, generation: int) -> int | None:
        """The generations before the mean that is now ``itself``; None before the first."""
        if not self.self_play or generation < self.self_play:
            return None
        return generation // self.self_play * self.self_play

    # -- games

    @property
    def deals(self) -> int:
        """Deals of a candidate in its generation."""
        return -(-self.games // self.players)

    @property
    def check_deals(self) -> int:
        """Deals of the check against each strategy."""
        return -(-self.check_games // self.players)

    @property
    def games_before_runs(self) -> int:
        """Games of all candidates in all generations."""
        return self.generations * self.population * self.games

    def run_of_candidates(self, opponent: str) -> RunRequest:
        """The run of a candidate: each generation plays a further block of its deals."""
        deals = self.generations * self.deals
        return self.run_with(CANDIDATE, opponent, deals, self.deals, "tune")

    def run_of_check(self, opponent: str, speed: Speed = Speed.QUICK) -> RunRequest:
        """The run of the result against one strategy."""
        part = usual_part(self.check_deals, self.players, False, speed)
        return self.run_with(RESULT, opponent, self.check_deals, part, "check")

    def run_of_team(self, spec: str, speed: Speed) -> RunRequest:
        """The run of a team of one strategy, in the check of a team game."""
        part = usual_part(self.check_deals, self.players, False, speed)
        return self.run_with(spec, NOBODY, self.check_deals, part, "check")

    def run_with(
        self, one: str, opponent: str, deals: int, part_deals: int, stream: str
    ) -> RunRequest:
        """One against a table of another; in a team game, a team of the first."""
        others = one if self.is_team else opponent
        return RunRequest(
            game=self.game,
            players=self.players,
            games=deals * self.players,
            lineup=(one, *[others] * (self.players - 1)),
            seed=stream_seed(self.seed, stream),
            game_options=self.game_options,
            box=self.box,
            variants=self.variants,
            log="players",
            part_games=part_deals * self.players,
        )

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The runs of the check by folder name."""
        pairs = zip(self.names, self.specs, strict=True)
        if self.is_team:
            speed = speed_of(list(players.values()))
            teams = ((RESULT, RESULT), *pairs)
            return {
                run_name(number, name): self.run_of_team(spec, speed)
                for number, (name, spec) in enumerate(teams)
            }
        return {
            run_name(number, name): self.run_of_check(spec, speed_of([players[spec]]))
            for number, (name, spec) in enumerate(pairs)
        }

    # -- words

    @property
    def command(self) -> str:
        """The command for the same tuning, defaults included.

        >>> TuningRequest(check=(), games=4, players=2, box=Path("my box")).command[-65:]
        "--seed 1 --check none --check-games 4000 --box 'my box' --out DIR"
        """
        return f"{join(['trisim', 'tune', self.start, *command_words(self)])} --out DIR"


# ---------------------------------------------------------------- what must hold


def check_sigma(sigma: object) -> None:
    is_number = isinstance(sigma, int | float) and not isinstance(sigma, bool)
    if not is_number or not LEAST_SIGMA <= sigma <= LARGEST_SIGMA:  # type: ignore[operator]
        words = f"{sigma:g}" if is_number else sigma
        raise SettingsError(
            f"sigma {words}: a number from {LEAST_SIGMA:g} to {LARGEST_SIGMA:g} is expected"
        )


def check_team_pool(pool: tuple[str, ...]) -> None:
    """Stop at opponents in a game that has none."""
    if pool:
        raise SettingsError(
            f"pool {','.join(pool)}: a team game has no opponents, a candidate plays all seats; "
            "leave it out"
        )


def check_names(request: TuningRequest) -> None:
    """Stop at opponents that don't fit a tuning."""
    if not request.pool and not request.is_team:
        raise SettingsError("pool: nobody is named; give a strategy to play against")
    check = request.check or ()
    check_named_once("pool", request.pool)
    check_named_once("check", check)
    if spec := next((spec for spec in check if spec in request.met), ""):
        raise SettingsError(
            f"check: {spec} is in the pool or the start, so it is met anyway; leave it out"
        )
    for spec in request.specs:
        if spec in (RESULT, ITSELF, CANDIDATE, NOBODY):
            raise SettingsError(f"{spec}: a tuning calls something else so; name its file")


def check_players(request: TuningRequest, players: Mapping[str, Player]) -> None:
    """The start has weights, the pool is fast, and no opponent of the check is in the tuning."""
    start = players[request.start]
    if start.kind is not Kind.WEIGHTS:
        raise BadStrategyError(
            f"{request.start}: a tuning begins with a weights file, and this is {start.kind}; "
            "'trisim strategies new NAME' writes one"
        )
    if start.uses_search:
        raise BadStrategyError(f"{request.start}: it searches; tune its weights with iterations=0")
    if start.noise:
        raise BadStrategyError(f"{request.start}: a weights file has no noise; leave it out")
    for spec in request.pool:
        check_is_quick(spec, players[spec])
    for spec in request.check or ():
        met = [each for each in request.met if players[each].digest == players[spec].digest]
        if met:
            raise BadStrategyError(
                f"check {spec}: it is {met[0]} by its file, which is met anyway; leave it out"
            )


def check_is_quick(spec: str, player: Player) -> None:
    """Stop at a strategy that is too slow for the pool."""
    if player.uses_search:
        raise BadStrategyError(
            f"pool {spec}: it searches, too slowly for a million games; take it into --check, or "
            "play against its weights with iterations=0"
        )
    if player.kind is Kind.PYTHON:
        raise BadStrategyError(
            f"pool {spec}: a class in Python plays too slowly for a million games; take it "
            "into --check, or write it as weights or as a compiled function"
        )


# ---------------------------------------------------------------- what follows


def specs_of(given: str | Sequence[str]) -> tuple[str, ...]:
    """Strategies in one text with commas, or one by one; ``none`` is an empty list.

    >>> specs_of("greedy, random"), specs_of("none"), specs_of(["a,b.toml"])
    (('greedy', 'random'), (), ('a,b.toml',))
    """
    if not isinstance(given, str):
        return tuple(given)
    return () if given.strip() == NONE else tuple(filter(None, split_specs(given)))


def stream_seed(seed: int, stream: str) -> int:
    """A seed for one purpose, so that no deal of the check, or of a run, is used for tuning.

    >>> stream_seed(1, "tune") == stream_seed(1, "check")
    False
    """
    digest = hashlib.sha256(f"trisim {stream} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
