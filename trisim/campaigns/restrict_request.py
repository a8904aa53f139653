"""The request of a study of restrictions: what is forbidden to one seat, and its runs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from trisim.box.box import Box
from trisim.box.faults import shown
from trisim.campaigns.measures import number_of
from trisim.players.player import Player, Speed, StrategyError, speed_of
from trisim.players.restrictions import Restriction
from trisim.players.specs import parse_spec, with_parameters
from trisim.plugin import DEFAULT
from trisim.plugin import load as load_game
from trisim.record.base import Outcome
from trisim.sim.campaign import CampaignRequest, run_name
from trisim.sim.errors import BadStrategyError, SettingsError
from trisim.sim.options import BALANCED, GameOptions, check_options, option
from trisim.sim.request import BOX, GAME, PLAYERS, ROLES, SEED, STRATEGY, VARIANTS, words_of
from trisim.sim.run_request import RunRequest, as_paths, read_roles, usual_part
from trisim.stats.restrictions import MARGIN
from trisim.texts import did_you_mean

FIRST, SECOND = STAGES = (1, 2)
FREE = "free"
"""The run of each stage in which nobody is restricted, in its name."""

GAMES, AGAIN = 4_000, 20
MOST_PARTS = 8
"""Parts of a run of quick games: there are hundreds of runs, and each part is several files."""

Share: TypeAlias = float
"""A share that is typed as 0.01 or 1%."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictRequest(CampaignRequest):
    """A request that decides, with box, strategy and version, every row of a study."""

    what: ClassVar[str] = "study of restrictions"

    strategy: str = option(
        "",
        **{**STRATEGY, "help": f"{STRATEGY['help']} One of the seats is restricted."},
    )
    game: str = option(DEFAULT, **GAME)
    players: int = option(0, unsaid=None, **PLAYERS)
    only: tuple[str, ...] = option(
        (),
        "A smaller study: restrictions by name, by kind, or by a pattern of names or titles, such "
        "as card:*, with commas.",
        metavar="WHAT",
        is_multiple=True,
        default_words="all",
    )
    games: int = option(
        GAMES, "How many games of each restriction in each stage, rounded up to whole deals."
    )
    margin: Share = option(
        MARGIN,
        "Changes of the win rate that are too small to matter: percentage points.",
        metavar="RATE",
        default_words="1%",
    )
    again: int = option(
        AGAIN,
        "How many of the largest losses, and of the largest gains, are played again on new deals.",
    )
    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    game_options: GameOptions | None = None
    """The options of the game; None stands for its defaults."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)

    def __post_init__(self) -> None:
        self.complete()
        put = object.__setattr__
        put(self, "strategy", self.strategy or self.info.tuning.start)
        check_options(self)
        check_strategy(self.strategy)
        put(self, "games", self.deals * self.games_a_deal)

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert lists, roles and the margin."""
        return values | {
            "only": words_of(values.get("only", ())),
            "margin": read_share(values.get("margin", MARGIN)),
            "roles": read_roles(values.get("roles"), values["game_options"]),
            "box": None if values.get("box") is None else Path(values["box"]),
            "variants": as_paths(values.get("variants", ())),
        }

    # -- what follows

    @property
    def specs(self) -> tuple[str, ...]:
        return (self.strategy,)

    @property
    def is_team(self) -> bool:
        """Whether all seats win or lose together."""
        return self.info.outcome is Outcome.TEAM

    @property
    def par(self) -> float:
        """The win rate of equal players; where there is none, the one with the most variance."""
        return 0.5 if self.is_team or self.options.automas else 1 / self.players

    @property
    def games_a_deal(self) -> int:
        """The games of a deal with a restricted seat."""
        return self.one_deal(self.spec_without("any")).games_a_deal

    @property
    def deals(self) -> int:
        """The deals of a stage, which are the same for every restriction."""
        return -(-self.games // self.games_a_deal)

    def seed_of(self, stage: int) -> int:
        """The seed of a stage: the second has other deals than the first."""
        if stage == FIRST:
            return self.seed
        digest = hashlib.sha256(f"restrict {self.seed} stage {stage}".encode()).digest()
        return int.from_bytes(digest[:8], "little")

    def spec_without(self, name: str) -> str:
        """The spec of the restricted player."""
        return f"{self.strategy}:without={name}"

    def restrictions(self, box: Box) -> tuple[Restriction, ...]:
        """All that is forbidden, one by one, in the order of the game."""
        every = load_game(self.game).players.restrictions(box)
        if not every:
            raise SettingsError(
                f"{self.game}: it declares nothing that a player could do without, so there is "
                "nothing to study"
            )
        wanted = {name for pattern in self.only or ("*",) for name in named_by(pattern, every)}
        return tuple(each for each in every if each.name in wanted)

    def restricted_players(self, player: Player, names: Sequence[str]) -> dict[str, Player]:
        """The strategy without each of some parts, by spec."""
        specs = [self.spec_without(name) for name in names]
        return {spec: with_parameters(player, parse_spec(spec)) for spec in specs}

    # -- runs

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The runs of the first stage. Those of the second follow from its results."""
        return self.runs_of_stage(
            FIRST, box, [each.name for each in self.restrictions(box)], players
        )

    def runs_of_stage(
        self, stage: int, box: Box, names: Sequence[str], players: Mapping[str, Player]
    ) -> dict[str, RunRequest]:
        """The free run of a stage, and one for each restriction; all have the same deals."""
        speed = speed_of(list(players.values()))
        part = usual_part(self.deals, self.games_a_deal, False, speed)
        if speed is Speed.QUICK:
            part = max(part, -(-self.deals // MOST_PARTS))
        specs = {
            FREE: self.strategy,
            **{name: self.spec_without(name) for name in names},
        }
        named = self.run_names(stage, box)
        return {named[name]: self.run_of(spec, stage, part) for name, spec in specs.items()}

    def run_names(self, stage: int, box: Box) -> dict[str, str]:
        """The names of the folders of a stage, by restriction; numbers are those of the list."""
        names = [FREE, *(each.name for each in self.restrictions(box))]
        return {name: f"{stage}-{run_name(number, name)}" for number, name in enumerate(names)}

    def run_of(self, spec: str, stage: int = FIRST, part_deals: int = 1) -> RunRequest:
        """The run with a player in the first place; a free one may need fewer rotations."""
        made = self.one_deal(spec, stage)
        each = made.games_a_deal
        return replace(made, games=self.deals * each, part_games=part_deals * each)

    def one_deal(self, spec: str, stage: int = FIRST) -> RunRequest:
        """A deal with a player in the first place, and free ones in all others."""
        automas = self.options.automas
        others = self.players - len(automas) - 1
        return RunRequest(
            game=self.game,
            players=self.players,
            games=1,
            lineup=(spec, *[self.strategy] * others, *automas),
            seed=self.seed_of(stage),
            roles=self.roles,
            game_options=self.game_options,
            box=self.box,
            variants=self.variants,
            log="players",
        )


def named_by(pattern: str, every: Sequence[Restriction]) -> list[str]:
    """The restrictions that a word of the user means: one by name, a kind, or a pattern."""
    names = [each.name for each in every]
    if pattern in names:
        return [pattern]
    found = [
        each.name
        for each in every
        if pattern == each.kind
        or fnmatchcase(each.name, pattern)
        or fnmatchcase(each.title, pattern)
    ]
    if not found:
        kinds = list(dict.fromkeys(each.kind for each in every))
        see = f"kinds are {', '.join(kinds)}"
        raise SettingsError(
            f"only {shown(pattern)}: there is no such restriction, and no kind of them; "
            f"{did_you_mean(pattern, [*kinds, *names], see)}"
        )
    return found


def check_strategy(spec: str) -> None:
    """Stop at a strategy that does without something already."""
    try:
        asked = parse_spec(spec)
    except StrategyError as error:
        raise BadStrategyError(str(error)) from error
    if asked.without:
        raise SettingsError(
            f"strategy {shown(spec)}: this study adds 'without' itself; leave it out"
        )


def read_share(given: str | float) -> float:
    """A share as a user writes it.

    >>> read_share("0.5%"), read_share(0.01)
    (0.005, 0.01)
    """
    where = f"--margin {shown(str(given))}"
    share, _ = number_of(str(given), where)
    if not 0 < share < 1:
        raise SettingsError(f"{where}: write percentage points, such as 1%")
    return share
