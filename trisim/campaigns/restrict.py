"""A study of restrictions: what a player loses who may not use a part of the game.

The first stage has a run for each restriction and a free one, on the same deals. The second plays
the largest effects again, on new deals; its runs follow from the results of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.campaigns.detect import Detect, Need, Needs
from trisim.campaigns.restrict_request import FIRST, FREE, SECOND, STAGES, RestrictRequest
from trisim.players.player import Player
from trisim.players.restrictions import Restriction
from trisim.report.restrict_files import PAGE, TABLE, write_page, write_table
from trisim.report.results import read_result, write_result
from trisim.sim.campaign import TRIED, Campaign, Prepared, Together, count_aborted
from trisim.sim.campaign_folder import write_campaign
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.folder import RUNS
from trisim.sim.inputs import load_inputs
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.usage import usage
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.place_sheet import PlaceReader, PlaceSheet
from trisim.stats.restrictions import (
    LEVEL,
    MUCH,
    Effect,
    GamePart,
    PairSums,
    Usage,
    Worths,
    games_to_detect,
    largest,
    sums_of_free,
    worth_of,
)

RESULT, USAGE = "restrict.json", "usage.json"


class RestrictionStudy(Campaign[RestrictRequest, Worths]):
    """A study of restrictions on disk, finished or not."""

    kind: ClassVar[str] = RestrictRequest.what
    command: ClassVar[str] = "restrict"
    of_what: ClassVar[str] = "runs"
    request_type: ClassVar[type[Any]] = RestrictRequest
    results: ClassVar[tuple[str, ...]] = (RESULT, TABLE, PAGE, USAGE)

    def __repr__(self) -> str:
        return f"RestrictionStudy({str(self.path)!r}: {self.request.strategy})"

    # -- playing

    def play(self, prepared: Prepared[RestrictRequest], execution: Execution, play: str) -> None:
        """Play both stages, with one progress."""
        together = Together(sizes_of(prepared), execution.on_progress)
        made = made_players(prepared)
        told = replace(execution, on_progress=together.told_by(0))
        self.play_runs(prepared, told, play, made)
        self.count_usage(prepared, execution)
        second = second_stage(prepared, self.names_again)
        self.manifest = replace(self.manifest, runs=(*prepared.runs, *second.runs))
        write_campaign(self.path, self.manifest)
        together.sizes[1] = second.games
        if second.runs and execution.on_note:
            execution.on_note(f"{largest_words(len(self.names_again))} again, on new deals")
        told = replace(execution, on_progress=together.told_by(1))
        self.play_runs(second, told, play, made)

    def count_usage(self, prepared: Prepared[RestrictRequest], execution: Execution) -> None:
        """Count what free players choose in the free games, unless that is done."""
        try:
            self.read_usage()
        except FolderError:
            if execution.on_note:
                execution.on_note("counting what free players are offered and choose")
            plan = prepared.plan(next(iter(prepared.runs)))
            found = usage(plan)
            counted = Usage(
                plan.request.games,
                {name: each.offered for name, each in found.items()},
                {name: each.chosen for name, each in found.items()},
            )
            write_result(self.path / USAGE, {"usage": counted.as_dict()})

    def stopped(self, prepared: Prepared[RestrictRequest]) -> str:
        played = sum(here.games_played for here in self.begun())
        return f"{played:,} of at most {sum(sizes_of(prepared)):,} games are kept"

    # -- the result

    @cached_property
    def box(self) -> Box:
        """The box, from its copy."""
        return load_inputs(self.path, self.manifest)

    @cached_property
    def restrictions(self) -> tuple[Restriction, ...]:
        return self.request.restrictions(self.box)

    @cached_property
    def usage(self) -> Usage:
        """How often free players met each part of the game."""
        return self.read_usage()

    def read_usage(self) -> Usage:
        return read_result(type(self), self.path, USAGE, "usage", Usage)

    @cached_property
    def first(self) -> dict[str, Effect]:
        """The effects of the first stage."""
        return self.effects(FIRST, [each.name for each in self.restrictions])

    @cached_property
    def names_again(self) -> tuple[str, ...]:
        """The restrictions of the second stage; what nobody chose is not played again."""
        chosen = {name: each for name, each in self.first.items() if self.usage.chosen[name]}
        return largest(chosen, self.request.again)

    def effects(self, stage: int, names: Sequence[str]) -> dict[str, Effect]:
        """The effects of some restrictions on the deals of a stage."""
        free = list(self.free_sheets(stage))
        folders = self.request.run_names(stage, self.box)
        found: dict[str, Effect] = {}
        for name in names:
            sums = PairSums()
            sheets = self.sheets(Run(self.path / RUNS / folders[name]))
            for sheet, other in zip(sheets, free, strict=True):
                sums.read(sheet, other)
            found[name] = sums.effect(len(names))
        return found

    def result(self) -> Worths:
        """All effects, each with its class."""
        request, first = self.request, self.first
        second = self.effects(SECOND, self.names_again) if self.names_again else {}
        worths = tuple(
            worth_of(
                part,
                first[part.name],
                second.get(part.name),
                margin=request.margin,
                games=request.games,
            )
            for part in self.parts()
        )
        return Worths(
            game=request.game,
            strategy=request.strategy,
            players=request.players,
            is_team=request.is_team,
            games=request.games,
            deals=request.deals,
            margin=request.margin,
            much=MUCH,
            free=tuple(self.free_rate(stage) for stage in STAGES[: 2 if second else 1]),
            usage_games=self.usage.games,
            worths=worths,
            aborted=sum(count_aborted(here) for here in self.runs),
        )

    worths = result

    def parts(self) -> Iterator[GamePart]:
        """All parts of the game that were forbidden."""
        free = self.request.players - len(self.request.options.automas)
        games = self.usage.games * free
        for each in self.restrictions:
            offered, chosen = self.usage.offered[each.name], self.usage.chosen[each.name]
            yield GamePart(each.name, each.title, each.kind, offered, chosen, games)

    def free_rate(self, stage: int) -> Estimate:
        """The win rate of the place that is restricted in other games, while it is free."""
        return sums_of_free(self.free_sheets(stage)).point(Scale.RATE).estimate(LEVEL)

    # -- its games

    def free_run(self, stage: int) -> Run:
        return Run(self.path / RUNS / self.request.run_names(stage, self.box)[FREE])

    def free_sheets(self, stage: int) -> Iterator[PlaceSheet]:
        """The free games; one that serves several rotations has the mean of its seats."""
        run = self.free_run(stage)
        fewer = run.request.games_a_deal < self.request.games_a_deal
        return self.sheets(run, everybody=fewer)

    def sheets(self, run: Run, *, everybody: bool = False) -> Iterator[PlaceSheet]:
        """The games of a run, part by part."""
        request = self.request
        reader = PlaceReader(request.players, request.info.outcome, *request.options.automas)
        files = zip(run.parts, run.files("games"), run.files("players"), strict=True)
        for part, games, players in files:
            yield reader.read(games, players, part.deals, everybody=everybody)

    # -- on disk

    def write(self, result: Worths) -> None:
        write_table(self.path / TABLE, result)
        write_page(self.path / PAGE, result, self.manifest, self.latest_free)
        asked = {"asked": self.manifest.asked(), "runs": self.folders()}
        write_result(self.path / RESULT, {**asked, "worths": result.as_dict()})

    @property
    def latest_free(self) -> str:
        """The folder of the free run of the last stage that was played."""
        return [stage[FREE] for stage in self.folders().values() if FREE in stage][-1]

    def folders(self) -> dict[str, dict[str, str]]:
        """The runs of each stage, by restriction."""
        played = set(self.manifest.runs)
        return {
            str(stage): {
                name: f"{RUNS}/{folder}"
                for name, folder in self.request.run_names(stage, self.box).items()
                if folder in played
            }
            for stage in STAGES
        }

    @classmethod
    def read_result(cls, folder: Path) -> Worths:
        return read_result(cls, folder, RESULT, "worths", Worths)

    # -- before it is played

    @classmethod
    def games(cls, prepared: Prepared[RestrictRequest]) -> int:
        return sum(sizes_of(prepared))

    @classmethod
    def forecast(cls, prepared: Prepared[RestrictRequest], cores: int) -> tuple[float, float]:
        """Seconds and bytes of both stages, estimated from some runs of the first."""
        from trisim.sim.forecast import forecast_several

        names, made = list(prepared.runs), made_players(prepared)
        tried = names[:: -(-len(names) // TRIED)]
        plans = (prepared.plan(name, made) for name in tried)
        runs = len(names) + runs_of_second(prepared)
        seconds, size = forecast_several(plans, len(tried), runs, cores)
        return seconds + SECONDS_A_RUN * runs, size

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[RestrictRequest]) -> str:
        request, many = prepared.request, len(prepared.runs) - 1
        restrictions = "1 restriction" if many == 1 else f"{many} restrictions"
        again = runs_of_second(prepared) - 1
        return (
            f"{request.strategy} without each of {restrictions}, in one seat of "
            f"{request.players}: {request.games:,} games each on the same {request.deals:,} deals; "
            f"then {largest_words(again)} again on new deals; at most "
            f"{cls.games(prepared):,} games in all."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[RestrictRequest]) -> Iterable[str]:
        kinds: dict[str, list[str]] = {}
        for each in prepared.request.restrictions(prepared.box):
            kinds.setdefault(each.kind, []).append(each.name)
        for kind, names in kinds.items():
            more = f", … ({len(names)})" if len(names) > SHOWN else ""
            yield f"  {kind:<12} {', '.join(names[:SHOWN])}{more}"

    @classmethod
    def needs(cls, prepared: Prepared[RestrictRequest], detect: Detect) -> Needs:
        """How many games find an effect at most; those of parts that seldom matter need fewer."""
        request, parts = prepared.request, len(prepared.runs) - 1
        if detect.metric or not detect.is_percent:
            raise SettingsError(
                f"{detect.where}: a study of restrictions is about wins; write percentage points, "
                "such as 2%"
            )
        games = games_to_detect(
            detect.effect, parts=parts, win_rate=request.par, games_a_deal=request.games_a_deal
        )
        who = "the team" if request.is_team else "the restricted seat"
        need = Need(f"wins of {who}", games)
        return Needs(detect.effect, True, (need,), len(STAGES) * parts, "restriction")

    @classmethod
    def rounding_words(cls, request: RestrictRequest, games: int) -> str:
        if games == request.games:
            return ""
        return (
            f"--games {games:,}: rounded up to {request.games:,}, whole deals of "
            f"{request.games_a_deal} games."
        )


SHOWN = 4
"""Restrictions of a kind that a dry run names."""

SECONDS_A_RUN = 0.12
"""What a run takes besides its games."""


def largest_words(many: int) -> str:
    return "the largest effect" if many == 1 else f"the {many} largest effects"


def made_players(prepared: Prepared[RestrictRequest]) -> dict[str, Player]:
    """The restricted players, by spec."""
    request = prepared.request
    names = [each.name for each in request.restrictions(prepared.box)]
    return request.restricted_players(prepared.players[request.strategy], names)


def second_stage(
    prepared: Prepared[RestrictRequest], names: Sequence[str]
) -> Prepared[RestrictRequest]:
    """The campaign with the runs of the second stage; none if there is nothing to play again."""
    request, players = prepared.request, prepared.players
    runs = request.runs_of_stage(SECOND, prepared.box, names, players) if names else {}
    return replace(prepared, runs=runs)


def runs_of_second(prepared: Prepared[RestrictRequest]) -> int:
    """The most runs of the second stage."""
    return 1 + min(2 * prepared.request.again, len(prepared.runs) - 1)


def sizes_of(prepared: Prepared[RestrictRequest]) -> list[int]:
    """The games of the first stage, and the most of the second."""
    return [prepared.games, runs_of_second(prepared) * prepared.request.games]
