"""The request for a balancing: targets, knobs, and the games of its stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.campaigns.adaptation import TIMES, Adaptation, check_tunable
from trisim.campaigns.balance_groups import Group, groups_of, lineups_for
from trisim.campaigns.balance_search import CANDIDATES, MOST_VARIANTS, TRIED_TEXTS
from trisim.campaigns.knobs import Knobs, knobs_of, read_knobs
from trisim.campaigns.settings import Values, options_with
from trisim.campaigns.tuning_request import stream_seed
from trisim.players.player import Player
from trisim.plugin import DEFAULT, load
from trisim.sim.campaign import CampaignRequest, run_name
from trisim.sim.errors import BadStrategyError, SettingsError
from trisim.sim.options import BALANCED, GameOptions, check_options, option
from trisim.sim.request import BOX, GAME, PLAYERS, ROLES, SEED, VARIANTS
from trisim.sim.run_request import RunRequest, as_paths, fewest_deals_a_part, table_given
from trisim.stats.analyses.targets import Target, read_targets, targets_from

GAMES = 8_000
SEARCH, CHECK, FINAL = STAGES = ("search", "check", "final")
"""Each has deals of its own."""

PRINTED = "printed"
RETUNE = 20_000
"""Games of each tuning, unless it is said."""

HALVES = 2
"""Parts of the shortest runs: so many processes play them."""

KNOBS: dict[tuple[str, str, tuple[Group, ...]], Knobs] = {}
"""The last knobs that were read, by text, digest of the box and groups."""


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
    retune: int | None = option(
        None,
        "Tune the strategy for each variant that is found, by so many games in each of three "
        "tunings, and judge the targets with the tuned players, too; 0: don't.",
        least=0,
        default_words=f"{RETUNE:,}, if it is one strategy of weights",
    )
    only_these: bool = option(
        False,
        "Leave out targets that need other games than these: other scenarios, strategies or "
        "numbers of players.",
    )
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

    def completed(self, players: Mapping[str, Player]) -> BalanceRequest:
        """The same with the games of tunings; a strategy that can't be tuned is refused."""
        if self.retune == 0:
            return self
        made = self if self.retune else replace(self, retune=RETUNE)
        try:
            check_tunable(made.adaptation({PRINTED: made.run_of(SEARCH)}), self.lineup, players)
        except (BadStrategyError, SettingsError):
            if self.retune:
                raise
            return replace(self, retune=0)
        return made

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
    def base(self) -> Group:
        """The group that is asked for."""
        people = self.players - len(self.options.automas)
        return Group(self.players, self.lineup[:people], self.options)

    @property
    def specs(self) -> tuple[str, ...]:
        """The strategies of all groups."""
        usual = self.base.lineup
        targets = () if self.only_these else self.goals()
        lineups = [usual, *(each for target in targets for each in lineups_for(target, usual))]
        return tuple(dict.fromkeys(spec for lineup in lineups for spec in lineup))

    def groups(self, box: Box) -> tuple[Group, ...]:
        """Who plays each candidate: the group that is asked for, and those of the targets."""
        if self.only_these:
            return (replace(self.base, targets=self.goals()),)
        return groups_of(self.base, self.goals(), self.info, box)

    def knobs(self, box: Box) -> Knobs:
        groups = self.groups(box)
        key = self.knobs_text, box.digest, groups
        if key not in KNOBS:
            KNOBS.clear()
            options = [each.options for each in groups]
            KNOBS[key] = knobs_of(self.knobs_text, self.knobs_file, box, options)
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

    def most_games(self, box: Box) -> int:
        """More games than this are not played."""
        knobs = self.knobs(box)
        singles = sum(
            min(2 if each.is_number else TRIED_TEXTS, len(each.levels) - 1) for each in knobs.knobs
        )
        rounds = sum(
            count * (self.first_deals << number) for number, count in enumerate(CANDIDATES, 1)
        )
        search = self.search_deals + singles * self.first_deals + rounds
        checked = (MOST_VARIANTS + 1 + 2) * self.deals
        groups = self.groups(box)
        each_deal = sum(self.run_of(SEARCH, group=group).games_a_deal for group in groups)
        return (search + checked) * each_deal + self.games_of_tunings

    @property
    def games_of_tunings(self) -> int:
        """Of as many variants as there can be, and of those who are tuned."""
        if not self.retune:
            return 0
        names = [PRINTED, *map(str, range(MOST_VARIANTS))]
        return self.adaptation(dict.fromkeys(names, self.run_of(SEARCH))).games_in_all

    def adaptation(self, runs: Mapping[str, RunRequest]) -> Adaptation:
        """The tunings for variants by name, and the games of those who are tuned."""
        return Adaptation(
            games=self.retune or 0,
            seed=self.seed,
            start=self.base.lineup[0],
            runs=runs,
            games_of_each=-(-self.games // TIMES),
        )

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The runs with the printed values; which others there are follows from the games."""
        return {
            search_name(SEARCH, group, 0, PRINTED): self.run_of(
                SEARCH, self.search_deals, group=group
            )
            for group in self.groups(box)
        }

    def run_of(
        self,
        stage: str,
        deals: int = 0,
        variants: tuple[Path, ...] = (),
        group: Group | None = None,
        values: Values | None = None,
    ) -> RunRequest:
        """A run of a stage with further variants; by default with the games that were asked for.

        ``values`` are those of the options of the game that differ.
        """
        levels = {table.level for table in load(self.game).record.tables.values()}
        here = group or self.base
        made = RunRequest(
            game=self.game,
            players=here.players,
            games=self.games,
            lineup=here.table,
            seed=stream_seed(self.seed, f"balance {stage}"),
            roles=self.roles if len(here.lineup) == len(self.base.lineup) else BALANCED,
            game_options=options_with(here.options, values or {}),
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


def search_name(stage: str, group: Group, number: int, words: str) -> str:
    """The folder of a run: its stage, what differs in the group, a number, the values.

    >>> search_name("check", Group(4, ("tuned",) * 4, GameOptions()), 2, "days=4")
    'check-002-days=4'
    """
    who = run_name(0, group.name)[4:] + "-" if group.name else ""
    return f"{stage}-{who}{run_name(number, words)}"[:80]
