"""A study of difficulty: the effect of each scenario of a game on each strategy.

Each strategy has an ordinary run over the same deals, in all scenarios.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.box.faults import shown
from trisim.players.player import Player, speed_of
from trisim.plugin import DEFAULT
from trisim.record.base import Outcome
from trisim.report.difficulty_files import PICTURES, TABLES, write_figures, write_tables
from trisim.report.results import read_result, write_result
from trisim.sim.campaign import (
    Campaign,
    CampaignRequest,
    Prepared,
    count_aborted,
    run_name,
    short_names,
)
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.inputs import load_inputs
from trisim.sim.options import (
    BALANCED,
    GameOptions,
    Scenario,
    StudyOptions,
    StudyScenario,
    check_options,
    option,
    quote,
)
from trisim.sim.request import (
    BOX,
    GAME,
    PLAYERS,
    ROLES,
    SEED,
    VARIANTS,
    check_named_once,
    words_of,
)
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest, as_paths, read_lineup, read_roles, usual_part
from trisim.sim.until import target_of
from trisim.stats.difficulty import Findings, Setup, Tally, findings
from trisim.stats.estimate import StatsError
from trisim.stats.scenario_arrays import read_automa_sheet, read_points_sheet, read_team_sheet
from trisim.stats.sequence import OPTION, Target, halfwidth_of

GAMES, MOST_GAMES_UNTIL = 1_000, 1_000_000
"""Games for each setup: the default, and the maximum with ``until_ci``."""

SOLVE_GAMES = 8_000
"""New deals for each of the last candidates of ``trisim.campaigns.solution``."""

MOST_STRATEGIES = 24
METRIC = OPTION.value
RESULT = "difficulty.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyRequest(CampaignRequest):
    """A request that decides, with box, strategies and version, every row of a study.

    The list of setups depends on the box, too: ``setups``.
    """

    what: ClassVar[str] = "study"

    strategies: tuple[str, ...] = option(
        (),
        "Who plays; several with commas, or given more than once.",
        metavar="NAME",
        flag="--strategy",
        is_multiple=True,
        unsaid=None,
        default_words="the one that a tuning begins with",
    )
    game: str = option(DEFAULT, **GAME)
    players: int = option(0, unsaid=None, **PLAYERS)
    only: tuple[str, ...] = option(
        (),
        "A smaller study: scenarios by name, or kinds of them, with commas.",
        metavar="WHAT",
        is_multiple=True,
        default_words="all",
    )
    games: int = option(
        GAMES,
        "How many games in each scenario: so many deals, and every deal is played once in each.",
        unsaid=None,
        default_words=f"{GAMES}; with --until-ci at most {MOST_GAMES_UNTIL}; with --solve "
        f"{SOLVE_GAMES}, on new deals",
    )
    until_ci: float | None = option(
        None,
        "Stop as soon as every effect on the win rate has this half-width, such as 1% (percentage "
        "points); --games is the maximum.",
        metavar="HALFWIDTH",
        default_words="",
    )
    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    game_options: GameOptions | None = None
    """Options of the game that hold in all scenarios; None stands for its defaults."""

    study: StudyOptions | None = None
    """What is compared, by options of the game; None stands for its defaults."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)

    def __post_init__(self) -> None:
        self.complete()
        put = object.__setattr__
        put(self, "strategies", self.strategies or (self.info.tuning.start,))
        put(self, "study", self.study or self.info.study())
        check_options(self)
        if len(self.strategies) > MOST_STRATEGIES:
            raise SettingsError(
                f"strategies {','.join(self.strategies)}: a study has 1 to {MOST_STRATEGIES} of "
                "them"
            )
        check_named_once("strategies", self.strategies)

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert lists, roles and the half-width."""
        halfwidth = read_halfwidth(values.get("until_ci"))
        named: dict[str, Any] = {
            name: words_of(values[name]) for name in ("strategies", "only") if name in values
        }
        if "strategies" in given and not named["strategies"]:
            raise SettingsError(f"strategies none: a study has 1 to {MOST_STRATEGIES} of them")
        return {
            "games": GAMES if halfwidth is None else MOST_GAMES_UNTIL,
            **values,
            **named,
            "until_ci": halfwidth,
            "roles": read_roles(values.get("roles"), values["game_options"]),
            "box": None if values.get("box") is None else Path(values["box"]),
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

    def setups(self, box: Box) -> tuple[StudyScenario, ...]:
        """The scenarios of every deal; the first is the baseline of the comparisons."""
        assert self.study is not None
        found = self.study.scenarios(self.info, box, self.options, self.only)
        if len(found) < 2:
            raise SettingsError(
                f"only {quote(self.only)}: nothing is left to compare with {found[0].name}; ask "
                "for more"
                if self.only and found
                else f"{self.game}: it has no scenarios to compare"
            )
        return found

    def presets(self, box: Box) -> tuple[str, ...]:
        assert self.study is not None
        return self.study.presets(self.info, box, self.setups(box), self.only)

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run of each strategy; all have the same deals, in the same parts."""
        setups = self.setups(box)
        first = self.run_of(self.strategies[0], setups)
        part = usual_part(self.games, first.games_a_deal, False, speed_of(list(players.values())))
        return {
            run_name(number, name): self.run_of(spec, setups, part)
            for number, (name, spec) in enumerate(zip(self.names, self.strategies, strict=True))
        }

    def run_of(
        self, spec: str, setups: Sequence[StudyScenario], part_deals: int | None = None
    ) -> RunRequest:
        """The run of a strategy, which plays all places; by default in parts of the usual size."""
        options = setups[0].options
        is_scored = self.info.outcome is Outcome.POINTS and not options.automas
        if self.until_ci and is_scored:
            raise SettingsError(
                f"--until-ci waits for win rates, and a study of {self.game} compares scores; give "
                "--games"
            )
        made = RunRequest(
            game=self.game,
            players=options.players or self.players,
            games=1,
            lineup=read_lineup(spec, options.players or self.players, options.automas),
            seed=self.seed,
            roles=read_roles(self.roles, options),
            game_options=options,
            setups=tuple(Scenario(each.name, each.options) for each in setups),
            box=self.box,
            variants=self.variants,
            log="players",
            until_ci=(METRIC, self.until_ci) if self.until_ci else None,
        )
        each = made.games_a_deal
        part_games = None if part_deals is None else part_deals * each
        return replace(made, games=self.games * each, part_games=part_games)


def read_halfwidth(given: str | float | None) -> float | None:
    """The half-width of an interval, as a number or in words.

    >>> read_halfwidth("1%"), read_halfwidth("option=0.01"), read_halfwidth(0.01)
    (0.01, 0.01, 0.01)
    """
    if given is None:
        return None
    text = str(given).strip().removeprefix(f"{METRIC}=")
    try:
        return Target(OPTION, halfwidth_of(text, OPTION)).halfwidth
    except StatsError as error:
        raise SettingsError(f"--until-ci {shown(str(given))}: {error}") from error


class Study(Campaign[DifficultyRequest, Findings]):
    """A study of difficulty on disk, finished or not."""

    kind: ClassVar[str] = "study"
    command: ClassVar[str] = "difficulty"
    of_what: ClassVar[str] = "strategies"
    request_type: ClassVar[type[Any]] = DifficultyRequest
    results: ClassVar[tuple[str, ...]] = (RESULT, *TABLES, *PICTURES)

    def __repr__(self) -> str:
        return f"Study({str(self.path)!r}: {', '.join(self.request.names)})"

    def result(self) -> Findings:
        request, runs = self.request, self.runs
        box = load_inputs(self.path, self.manifest)
        tallies = (tally(here, request, box) for here in runs)
        return findings(
            dict(zip(request.names, tallies, strict=True)),
            specs=request.strategies,
            aborted=[count_aborted(here) for here in runs],
            until=target_of((METRIC, request.until_ci), request.info) if request.until_ci else None,
            words=self.manifest.plugin.report.study.verdicts,
        )

    findings = result

    def write(self, result: Findings) -> None:
        write_tables(self.path, result)
        write_figures(self.path, result, self.manifest.plugin.report.study)
        pairs = zip(self.request.names, self.manifest.runs, strict=True)
        runs = {name: f"runs/{run}" for name, run in pairs}
        asked = {"asked": self.manifest.asked(), "runs": runs}
        write_result(self.path / RESULT, {**asked, "findings": result.as_dict()})

    @classmethod
    def read_result(cls, folder: Path) -> Findings:
        return read_result(cls, folder, RESULT, "findings", Findings)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[DifficultyRequest]) -> str:
        request = prepared.request
        most = until = ""
        if request.until_ci:
            most = "at most "
            until = f" until all effects are known to ± {100 * request.until_ci:g} points"
        return (
            f"{', '.join(request.names)} in {len(request.setups(prepared.box))} scenarios{until}: "
            f"{most}{request.games:,} deals in each, always the same; "
            f"{most}{prepared.games:,} games in all."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[DifficultyRequest]) -> Iterable[str]:
        for setup in prepared.request.setups(prepared.box):
            about = f", {setup.group}" if setup.group not in ("", setup.kind) else ""
            yield f"  {setup.name:<22} {setup.kind}{about}"


def tally(run: Run, request: DifficultyRequest, box: Box) -> Tally:
    setups = tuple(
        Setup(each.name, each.kind, each.group, each.meant, each.parts)
        for each in request.setups(box)
    )
    if tuple(setup.name for setup in setups) != run.request.scenarios:
        raise FolderError(
            f"{run.path}: it was played in other scenarios than this version of trisim derives "
            "from the request; read it with the trisim that played it"
        )
    made = Tally(setups, request.presets(box))
    if request.info.outcome is Outcome.TEAM:
        for file in run.files("games"):
            made.read(read_team_sheet(file, len(setups)))
    elif run.request.automas:
        for file in run.files("players"):
            made.read(read_automa_sheet(file, request.info.automa, len(setups)))
    else:
        for file in run.files("players"):
            made.read(read_points_sheet(file, run.request.players, len(setups)))
    return made
