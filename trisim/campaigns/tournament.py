"""A tournament: many line-ups over the same deals, and the strength of each strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.players.player import Player, speed_of
from trisim.plugin import DEFAULT
from trisim.record.base import Outcome
from trisim.report.results import read_result, write_result
from trisim.report.tournament_files import PICTURES, TABLES, write_figures, write_tables
from trisim.sim.campaign import Campaign, CampaignRequest, Prepared, run_name, short_names
from trisim.sim.campaign_folder import CAMPAIGN
from trisim.sim.errors import SettingsError
from trisim.sim.lineups import duel_lineups, mixed_lineups, team_lineups
from trisim.sim.options import BALANCED, GameOptions, check_options, option
from trisim.sim.request import (
    BOX,
    GAME,
    LOG,
    PLAYERS,
    ROLES,
    SEED,
    VARIANTS,
    check_named_once,
    words_of,
)
from trisim.sim.run_request import RunRequest, as_paths, read_roles, usual_part
from trisim.stats.deal_arrays import read_sheet
from trisim.stats.standings import Standings, Tally, standings
from trisim.stats.team_standings import (
    TeamCounts,
    TeamStandings,
    read_lineup_sheet,
    team_standings,
)

MIXED, DUEL, TEAMS = FORMATS = ("mixed", "duel", "teams")
MOST_STRATEGIES = 24
RESULT = "tournament.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRequest(CampaignRequest):
    """A request that decides, with box, strategies and version, every row of a tournament."""

    what: ClassVar[str] = "tournament"

    strategies: tuple[str, ...]
    game: str = option(DEFAULT, **GAME)
    format: str = option(
        "",
        "mixed: tables of different strategies; duel: one against a table of another, for all "
        "pairs; teams, for games of a team: each strategy in all seats, and one seat replaced.",
        metavar="HOW",
        unsaid=None,
        default_words="mixed, or teams",
    )
    players: int = option(0, unsaid=None, **{**PLAYERS, "help": "How many at a table."})
    games: int = option(1000, "How many games of each line-up, rounded up to whole deals.")
    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    game_options: GameOptions | None = None
    """The options of the game; None stands for its defaults."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)
    log: str = option("players", **LOG)

    def __post_init__(self) -> None:
        self.complete()
        object.__setattr__(self, "format", self.format or (TEAMS if self.is_team else MIXED))
        check_options(self)
        check_format(self)
        if self.options.automas:
            raise SettingsError(
                f"a tournament is between strategies, without {self.options.automas[0]}; "
                "trisim difficulty compares strategies against it"
            )
        if not 2 <= len(self.strategies) <= MOST_STRATEGIES:
            raise SettingsError(
                f"strategies {','.join(self.strategies) or 'none'}: a tournament has 2 to "
                f"{MOST_STRATEGIES} of them"
            )
        check_named_once("strategies", self.strategies)
        object.__setattr__(self, "games", self.deals * self.players)
        self.run_of(self.lineups[0])

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert lists and roles."""
        return values | {
            "strategies": words_of(values.get("strategies", ())),
            "roles": read_roles(values.get("roles"), values["game_options"]),
            "variants": as_paths(values.get("variants", ())),
        }

    # -- what follows

    @property
    def specs(self) -> tuple[str, ...]:
        return self.strategies

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies as tables show them."""
        return short_names(self.strategies)

    @property
    def is_team(self) -> bool:
        """Whether all seats win or lose together."""
        return self.info.outcome is Outcome.TEAM

    @property
    def deals(self) -> int:
        """The number of deals, which are the same for every line-up."""
        return -(-self.games // self.players)

    @property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the strategies, for each place of each line-up."""
        if self.format == TEAMS:
            return tuple(team_lineups(len(self.strategies), self.players))
        if self.format == DUEL:
            return tuple(duel_lineups(len(self.strategies), self.players))
        return mixed_lineups(len(self.strategies), self.players, self.seed)

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run of each line-up; all have the same deals, in the same parts."""
        part = usual_part(self.deals, self.players, False, speed_of(list(players.values())))
        return {
            run_name(number, *(self.names[each] for each in lineup)): self.run_of(lineup, part)
            for number, lineup in enumerate(self.lineups)
        }

    def run_of(self, lineup: Iterable[int], part_deals: int = 1) -> RunRequest:
        """The run of a line-up; one with rotational symmetry has fewer games a deal."""
        made = RunRequest(
            game=self.game,
            players=self.players,
            games=1,
            lineup=tuple(self.strategies[number] for number in lineup),
            seed=self.seed,
            roles=self.roles,
            game_options=self.game_options,
            box=self.box,
            variants=self.variants,
            log=self.log,
        )
        each = made.games_a_deal
        return replace(made, games=self.deals * each, part_games=part_deals * each)


def check_format(request: TournamentRequest) -> None:
    known = (TEAMS,) if request.is_team else (MIXED, DUEL)
    if request.format not in known:
        raise SettingsError(
            f"format {request.format}: {' or '.join(known)} is expected in a tournament of "
            f"{request.game}"
        )


class Tournament(Campaign[TournamentRequest, Standings | TeamStandings]):
    """A tournament on disk, finished or not."""

    kind: ClassVar[str] = "tournament"
    command: ClassVar[str] = "tournament"
    of_what: ClassVar[str] = "line-ups"
    request_type: ClassVar[type[Any]] = TournamentRequest
    results: ClassVar[tuple[str, ...]] = (RESULT, *TABLES, *PICTURES)

    def __repr__(self) -> str:
        return f"Tournament({str(self.path)!r}: {', '.join(self.request.names)})"

    def result(self) -> Standings | TeamStandings:
        return self.team_result() if self.request.is_team else self.points_result()

    def team_result(self) -> TeamStandings:
        """Teams of one strategy, and the effect of a replaced seat."""
        request, runs = self.request, self.runs
        counts = TeamCounts(request.names)
        for part in zip(*(here.files("games") for here in runs), strict=True):
            pairs = zip(part, request.lineups, strict=True)
            counts.read([read_lineup_sheet(file, lineup) for file, lineup in pairs])
        return team_standings(
            counts,
            specs=request.strategies,
            players=request.players,
            lineups=len(runs),
            aborted=self.aborted(),
        )

    def points_result(self) -> Standings:
        """Ratings, and how often each finishes above each other."""
        request, runs = self.request, self.runs
        files = [here.files("players") for here in runs]
        tally = Tally(request.names, request.format, request.seed)
        for part in zip(*files, strict=True):
            pairs = zip(part, request.lineups, strict=True)
            tally.read([read_sheet(file, lineup) for file, lineup in pairs])
        return standings(
            tally,
            specs=request.strategies,
            players=request.players,
            lineups=len(runs),
            aborted=self.aborted(),
        )

    standings = result

    def write(self, result: Standings | TeamStandings) -> None:
        write_tables(self.path, result)
        write_figures(self.path, result)
        names = self.request.names
        lineups = [
            {"run": f"runs/{name}", "places": [names[each] for each in lineup]}
            for name, lineup in zip(self.manifest.runs, self.request.lineups, strict=True)
        ]
        asked = {"asked": self.manifest.asked(), "lineups": lineups}
        write_result(self.path / RESULT, {**asked, "standings": result.as_dict()})

    @classmethod
    def read_result(cls, folder: Path) -> Standings | TeamStandings:
        is_team = (folder / CAMPAIGN).is_file() and cls(folder).request.is_team
        kind: Any = TeamStandings if is_team else Standings
        found: Standings | TeamStandings = read_result(cls, folder, RESULT, "standings", kind)
        return found

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[TournamentRequest]) -> str:
        request, sizes = prepared.request, [each.games for each in prepared.runs.values()]
        each = f"{sizes[0]:,}" if len(set(sizes)) == 1 else f"{min(sizes):,} or {max(sizes):,}"
        lineups = "1 line-up" if len(sizes) == 1 else f"{len(sizes)} line-ups"
        return (
            f"{len(request.strategies)} strategies in {lineups} of {request.players} "
            f"({request.format}), {each} games each, {sum(sizes):,} in all; everybody plays the "
            f"same {request.deals:,} deals."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[TournamentRequest]) -> Iterable[str]:
        request = prepared.request
        for number, lineup in enumerate(request.lineups):
            yield f"  {number:03d}  {', '.join(request.names[each] for each in lineup)}"

    @classmethod
    def rounding_words(cls, request: TournamentRequest, games: int) -> str:
        if games == request.games:
            return ""
        return (
            f"--games {games}: rounded up to {request.games:,} a line-up, whole deals of "
            f"{request.players} games."
        )
