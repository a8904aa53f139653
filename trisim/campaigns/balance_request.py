"""The request for a balancing: targets, knobs, and the games of its stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.campaigns.balance_search import CANDIDATES, MOST_VARIANTS, TRIED_TEXTS
from trisim.campaigns.knobs import Knobs, knobs_of, read_knobs
from trisim.campaigns.tuning_request import stream_seed
from trisim.players.player import Player
from trisim.plugin import DEFAULT, load
from trisim.sim.campaign import CampaignRequest
from trisim.sim.errors import SettingsError
from trisim.sim.options import BALANCED, GameOptions, check_options, option
from trisim.sim.request import BOX, GAME, PLAYERS, ROLES, SEED, VARIANTS
from trisim.sim.run_request import RunRequest, as_paths, fewest_deals_a_part, table_given
from trisim.stats.analyses.targets import Target, read_targets, targets_from

GAMES = 8_000
SEARCH, CHECK, FINAL = STAGES = ("search", "check", "final")
"""Each has deals of its own."""

PRINTED = f"{SEARCH}-000-printed"
HALVES = 2
"""Parts of the shortest runs: so many processes play them."""

KNOBS: dict[tuple[str, str], Knobs] = {}
"""The last knobs that were read, by text and digest of the box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceRequest(CampaignRequest):
    """A request that decides, with box, strategies and version, every row of a balancing."""

    what: ClassVar[str] = "balancing"

    targets: Path | None = option(
        None,
        "What a balanced game looks like: a file of targets, as for 'trisim report'.",
        metavar="FILE",
        stored=False,
        default_words="those of the game",
    )
    over: Path | None = option(
        None,
        "What may be changed: a file of knobs, with values and prices.",
        metavar="FILE",
        stored=False,
        default_words="",
    )
    targets_text: str = ""
    """What the file of targets says; empty: those of the game."""

    knobs_text: str = ""
    knobs_file: str = ""
    """What messages call the file of knobs."""

    game: str = option(DEFAULT, **GAME)
    players: int = option(0, unsaid=None, **PLAYERS)
    games: int = option(
        GAMES,
        "How many games each variant that is found plays on new deals; the search plays fewer "
        "games of most candidates, and as many of the best.",
        unsaid=None,
    )
    strategy: str = option(
        "",
        "The strategy of all seats: a name or a file, with parameters if you like.",
        metavar="NAME",
        unsaid=None,
        stored=False,
        default_words="the one that a tuning begins with",
    )
    lineup: tuple[str, ...] = option(
        (),
        "A strategy for each place instead, such as mine.py,tuned*3.",
        metavar="A,B,…",
        unsaid=None,
        default_words="",
    )
    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    game_options: GameOptions | None = None
    """The options of the game; None stands for its defaults."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)

    def __post_init__(self) -> None:
        self.complete()
        check_options(self)
        if not self.knobs_text:
            raise SettingsError(
                "nothing may be changed; give --over FILE with knobs ('trisim balance "
                "--suggest-knobs RUN --out FILE' writes one to begin with)"
            )
        object.__setattr__(self, "games", self.run_of(SEARCH).games)

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Read the files of targets and knobs; convert line-up and paths."""
        start = load(values["game"]).info.tuning.start
        if not {"strategy", "lineup"} & given and not values.get("lineup"):
            values = {**values, "strategy": start}
        values = values | table_given(values, given)
        info = load(values["game"]).info
        if "targets" in given:
            file = Path(values["targets"])
            values["targets_text"] = read_targets(file, info.players).text
        if "over" in given:
            file = Path(values["over"])
            values["knobs_text"], values["knobs_file"] = read_knobs(file), file.name
        return {
            **values,
            "strategy": "",
            "targets": None,
            "over": None,
            "box": None if values.get("box") is None else Path(values["box"]),
            "variants": as_paths(values.get("variants", ())),
        }

    def check_with(self, box: Box, players: Mapping[str, Player]) -> None:
        """Stop at knobs that the box doesn't have, and without targets."""
        self.knobs(box)
        if not self.goals():
            raise SettingsError(
                f"{self.game}: it comes without targets; give --targets FILE ('trisim report "
                "--new-targets FILE' writes one to begin with)"
            )

    # -- what follows

    @property
    def specs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.lineup[: self.players - len(self.options.automas)]))

    def knobs(self, box: Box) -> Knobs:
        key = self.knobs_text, box.digest
        if key not in KNOBS:
            KNOBS.clear()
            KNOBS[key] = knobs_of(self.knobs_text, self.knobs_file, box, self.options)
        return KNOBS[key]

    def goals(self) -> tuple[Target, ...]:
        """The targets."""
        if not self.targets_text:
            found: tuple[Target, ...] = load(self.game).report.default_targets().targets
            return found
        return targets_from(self.targets_text, "the targets", self.info.players).targets

    @property
    def deals(self) -> int:
        """Of each variant on new deals."""
        return self.run_of(SEARCH).deals

    @property
    def first_deals(self) -> int:
        """Of each knob alone; they are doubled with each round, up to those of new deals."""
        return -(-self.deals // (1 << len(CANDIDATES)))

    @property
    def search_deals(self) -> int:
        """Of the candidates in the last round."""
        return self.first_deals << len(CANDIDATES)

    def most_games(self, knobs: Knobs) -> int:
        """More games than this are not played."""
        singles = sum(
            min(2 if each.is_number else TRIED_TEXTS, len(each.levels) - 1) for each in knobs.knobs
        )
        rounds = sum(
            count * (self.first_deals << number) for number, count in enumerate(CANDIDATES, 1)
        )
        search = self.search_deals + singles * self.first_deals + rounds
        checked = (MOST_VARIANTS + 1 + 2) * self.deals
        return (search + checked) * self.run_of(SEARCH).games_a_deal

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run with the printed values; which others there are follows from the games."""
        return {PRINTED: self.run_of(SEARCH, self.search_deals)}

    def run_of(self, stage: str, deals: int = 0, variants: tuple[Path, ...] = ()) -> RunRequest:
        """A run of a stage with further variants; by default with the games that were asked for."""
        levels = {table.level for table in load(self.game).record.tables.values()}
        made = RunRequest(
            game=self.game,
            players=self.players,
            games=self.games,
            lineup=self.lineup,
            seed=stream_seed(self.seed, f"balance {stage}"),
            roles=self.roles,
            game_options=self.game_options,
            box=self.box,
            variants=(*self.variants, *variants),
            log="turns",
            cards="cards" in levels,
            ledger=int("ledger" in levels),
        )
        if not deals:
            return made
        first = -(-made.deals // (1 << len(CANDIDATES)))
        least = fewest_deals_a_part(first << len(CANDIDATES))
        part = max(least, -(-first // HALVES)) * made.games_a_deal
        return replace(made, games=deals * made.games_a_deal, part_games=part)

    def differences(self, other: BalanceRequest) -> list[str]:
        """As of any request; the texts of files in a few words."""
        words = {"targets-text": "targets: another file", "knobs-text": "over: another file"}
        lines = CampaignRequest.differences(self, other)
        return [words.get(line.partition(":")[0], line) for line in lines]
