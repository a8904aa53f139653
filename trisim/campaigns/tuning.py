"""A tuning: better weights by play against a pool, and a check against others.

A tuning that was stopped or killed can be resumed: finished generations are written one by one, and
on resume they are replayed into the search. The check consists of ordinary runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.campaigns.tuned_file import tuned_text
from trisim.campaigns.tuning_figure import PICTURES, write_figures
from trisim.campaigns.tuning_games import (
    CANDIDATES,
    PLAY_CANDIDATE,
    Candidates,
    CandidateTask,
    Outcome,
    play_task,
)
from trisim.campaigns.tuning_log import GENERATIONS, Generation, append, read_log, resumed_log
from trisim.campaigns.tuning_numbers import Vector
from trisim.campaigns.tuning_request import ITSELF, NOBODY, RESULT, TuningRequest
from trisim.campaigns.tuning_search import Search
from trisim.interrupt import check_interrupt
from trisim.players.player import Player
from trisim.players.registry import load
from trisim.report.results import read_result, write_result
from trisim.sim.backends import MapTasks, choose_backend, error_in_words, workers_of
from trisim.sim.campaign import Campaign, Prepared, Together
from trisim.sim.disk import write_text
from trisim.sim.errors import FolderError, RunError
from trisim.sim.lock import read_lock
from trisim.sim.plan import Plan
from trisim.sim.progress import Counter
from trisim.sim.request import Execution
from trisim.sim.trust import trust_of
from trisim.stats.deal_arrays import read_sheet
from trisim.stats.team_standings import TeamCounts, read_lineup_sheet
from trisim.stats.tuning_check import ONE, OTHERS, Check, WinTally, checked, checked_teams

UNCHECKED = "unchecked.toml"
CHECK = "check.json"
TUNED = "tuned.toml"

NOTE_EVERY = 10
"""Generations between two lines of progress."""


class Tuning(Campaign[TuningRequest, Check]):
    """A tuning on disk, finished or not."""

    kind: ClassVar[str] = TuningRequest.what
    command: ClassVar[str] = "tune"
    of_what: ClassVar[str] = "opponents of the check"
    request_type: ClassVar[type[Any]] = TuningRequest
    results: ClassVar[tuple[str, ...]] = (TUNED, CHECK, *PICTURES, UNCHECKED, GENERATIONS)
    play_candidate: ClassVar[str] = PLAY_CANDIDATE
    """The function that plays the games of a candidate, as module:function."""

    def __repr__(self) -> str:
        request = self.request
        against = f" against {', '.join(request.pool)}" if request.pool else ""
        return f"Tuning({str(self.path)!r}: {request.start}{against})"

    # -- what there is

    def generations(self) -> list[Generation]:
        """The finished generations."""
        return read_log(self.path)[1]

    def unchecked(self) -> Player:
        """The weights that were found, as a player for the runs of the check."""
        path = self.path / UNCHECKED
        if not path.is_file():
            raise FolderError(
                f"{self.path}: {self.done_words()} are played; continue with --resume"
            )
        kit = self.manifest.plugin.players
        return replace(load(str(path), kit), spec=RESULT, name=RESULT)

    @property
    def tuned(self) -> Path:
        """The path of the weights file, which is written last."""
        return self.path / TUNED

    def done_words(self) -> str:
        return f"{len(self.generations()):,} of {self.request.generations:,} generations"

    # -- playing

    def play(self, prepared: Prepared[TuningRequest], execution: Execution, play: str) -> None:
        """Play the generations and then the check, with one progress for both."""
        sizes = [prepared.request.games_before_runs, prepared.games]
        together = Together(sizes, execution.on_progress)
        loop = GenerationLoop(self, prepared, replace(execution, on_progress=together.told_by(0)))
        found = loop.play()
        write_text(self.path / UNCHECKED, tuned_text(found, self.manifest))
        told = replace(execution, on_progress=together.told_by(1))
        self.play_runs(prepared, told, play, made={RESULT: self.unchecked()})

    def is_blank(self) -> bool:
        return not self.generations() and super().is_blank()

    def stopped(self, prepared: Prepared[TuningRequest]) -> str:
        if len(self.generations()) < self.request.generations:
            return f"{self.done_words()} are kept"
        played = sum(here.games_played for here in self.begun())
        return f"all generations and {played:,} of {prepared.games:,} games of the check are kept"

    # -- the result

    def result(self) -> Check:
        """The strength of the result, from the tables of the runs."""
        if self.request.is_team:
            return self.team_result()
        request, tally = self.request, WinTally()
        lineup = (ONE, *[OTHERS] * (request.players - 1))
        for number, here in enumerate(self.runs):
            for file in here.files("players"):
                tally.read(number, read_sheet(file, lineup))
        return checked(
            tally,
            names=request.names,
            specs=request.specs,
            met=request.met,
            start=request.start,
            players=request.players,
            aborted=self.aborted(),
        )

    check = result

    def team_result(self) -> Check:
        """The strength of a team of the result next to other teams, on the same deals."""
        request, runs = self.request, self.runs
        counts = TeamCounts((RESULT, *request.names))
        for part in zip(*(here.files("games") for here in runs), strict=True):
            pairs = enumerate(part)
            counts.read(
                [read_lineup_sheet(file, [number] * request.players) for number, file in pairs]
            )
        return checked_teams(
            counts,
            names=request.names,
            specs=request.specs,
            met=request.met,
            start=request.start,
            players=request.players,
            aborted=self.aborted(),
        )

    def write(self, result: Check) -> None:
        """Write the check, the pictures, and the weights file last."""
        asked = {"asked": self.manifest.asked()}
        write_result(self.path / CHECK, {**asked, "check": result.as_dict()})
        write_figures(self.path, self.generations(), self.request)
        write_text(self.tuned, tuned_text(self.unchecked(), self.manifest, result))

    @classmethod
    def read_result(cls, folder: Path) -> Check:
        return read_result(cls, folder, CHECK, "check", Check)

    # -- before it is played

    @classmethod
    def plan_of_check(cls, prepared: Prepared[TuningRequest], name: str) -> Plan:
        """The plan of a run of the check, with the start in place of the result."""
        start = Candidates.of(prepared).numbers.start
        return prepared.plan(name, {RESULT: start})

    @classmethod
    def plan_of_a_run(cls, prepared: Prepared[TuningRequest]) -> Plan:
        return cls.plan_of_check(prepared, next(iter(prepared.runs)))

    @classmethod
    def forecast(cls, prepared: Prepared[TuningRequest], cores: int) -> tuple[float, float]:
        """Seconds of tuning and check, and bytes of the check, from a few games of each kind."""
        from trisim.sim.forecast import LONG_ENOUGH, forecast, forecast_several

        request, candidates = prepared.request, Candidates.of(prepared)
        opponents = request.pool or (NOBODY,)
        plans = (candidates.plan(spec, candidates.numbers.start) for spec in opponents)
        seconds, _ = forecast_several(plans, len(opponents), request.population, cores)
        little = LONG_ENOUGH / len(prepared.runs)
        runs = [
            forecast(cls.plan_of_check(prepared, name), cores, little) for name in prepared.runs
        ]
        return seconds + sum(run.seconds for run in runs), sum(run.bytes for run in runs)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[TuningRequest]) -> str:
        request = prepared.request
        itself = f" and {ITSELF}" if request.plays_itself else ""
        against = f"against {', '.join(request.pool)}{itself}"
        return (
            f"{request.start} {'in all seats' if request.is_team else against}: "
            f"{request.generations:,} generations of {request.population:,} candidates, "
            f"{request.games:,} games each, {request.games_before_runs:,} in all; then "
            f"{prepared.games:,} games to check the result against {', '.join(request.names)}."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[TuningRequest]) -> Iterable[str]:
        yield f"{len(Candidates.of(prepared).numbers)} numbers would be tuned."

    @classmethod
    def rounding_words(cls, request: TuningRequest, games: int) -> str:
        if games == request.games:
            return ""
        return (
            f"--games {games:,}: rounded up to {request.games:,}, whole deals of "
            f"{request.players} games."
        )


class GenerationLoop:
    """Plays the generations of a tuning, one after the other."""

    def __init__(
        self, tuning: Tuning, prepared: Prepared[TuningRequest], execution: Execution
    ) -> None:
        self.tuning, self.execution = tuning, execution
        self.request, self.candidates = prepared.request, Candidates.of(prepared)
        self.search = Search(self.request, len(self.candidates.numbers))
        self.trust = trust_of(prepared.players[spec] for spec in self.request.met)
        tasks = self.request.generations * self.request.population
        self.counter = Counter(self.request.games_before_runs, tasks, execution.on_progress)

    def play(self) -> Player:
        """Play the missing generations; the weights that were found."""
        self.replay(resumed_log(self.tuning.path, self.request))
        if self.search.generation < self.request.generations:
            self.play_missing()
        return self.candidates.numbers.decode(self.search.result(), rounded=True)

    def replay(self, generations: Sequence[Generation]) -> None:
        """Give the search the finished generations, which restores its state."""
        for each in generations:
            self.search.tell(self.search.ask(), each.fitness)
        tasks = len(generations) * self.request.population
        self.counter.found(tasks * self.request.games, tasks)

    def play_missing(self) -> None:
        execution, folder = self.execution, self.tuning.path
        backend = choose_backend(execution.backend, compiled=True, address=execution.address)
        task = self.task_of_all()
        key = (task.folder, task.token, task.trust, task.is_compiled)
        try:
            with (
                CANDIDATES.at_hand(self.candidates, *key),
                workers_of(backend, execution.jobs, execution.address, self.counter) as crew,
            ):
                _, map_tasks = crew
                while self.search.generation < self.request.generations:
                    self.play_one(task, map_tasks)
        except (Exception, KeyboardInterrupt) as error:
            kept = f"{self.tuning.done_words()} are kept"
            raise error_in_words(error, folder, backend, kept, "the tuning") from error

    def task_of_all(self) -> CandidateTask:
        holder = read_lock(self.tuning.path)
        if holder is None:
            raise RunError(f"{self.tuning.path}: the lock of the tuning is gone")
        return CandidateTask(
            folder=str(self.tuning.path),
            token=holder.token,
            generation=0,
            number=0,
            opponent="",
            candidate=self.search.means[0],
            itself=None,
            play=self.tuning.play_candidate,
            trust=self.trust,
            is_compiled=self.candidates.is_compiled,
        )

    def play_one(self, task: CandidateTask, map_tasks: MapTasks) -> None:
        """Play the next generation and write it to the log."""
        number, vectors = self.search.generation, self.search.ask()
        opponent = self.request.opponent(number)
        itself = self.search.snapshot() if opponent == ITSELF else None
        task = replace(task, generation=number, opponent=opponent, itself=itself)
        found = self.outcomes(task, vectors, map_tasks)
        generation = Generation(
            generation=number,
            opponent=opponent,
            first_deal=number * self.request.deals,
            deals=self.request.deals,
            spread=self.search.spread(vectors),
            fitness=tuple(each.fitness for each in found),
            wins=tuple(each.win for each in found),
        )
        append(self.tuning.path, generation)
        self.search.tell(vectors, generation.fitness)
        self.say(generation)

    def outcomes(
        self, task: CandidateTask, vectors: Sequence[Vector], map_tasks: MapTasks
    ) -> list[Outcome]:
        """The outcomes of all candidates of a generation, in their order."""
        tasks = [
            replace(task, number=number, candidate=vector) for number, vector in enumerate(vectors)
        ]
        found: dict[int, Outcome] = {}
        with closing(map_tasks(play_task, tasks)) as results:
            for number, outcome in results:
                found[number] = outcome
                self.counter.finished(self.request.games)
                check_interrupt()
        return [found[number] for number in range(len(vectors))]

    def say(self, generation: Generation) -> None:
        """Report some of the generations."""
        done, most = generation.generation + 1, self.request.generations
        if self.execution.on_note and (done % NOTE_EVERY == 0 or done == most):
            self.execution.on_note(generation_words(generation, most))


def generation_words(generation: Generation, generations: int) -> str:
    is_alone = generation.opponent == NOBODY
    against = "" if is_alone else f", against {generation.opponent}"
    return (
        f"generation {generation.generation + 1:,} of {generations:,}{against}: candidates win "
        f"{100 * generation.win:.1f} %, spread {generation.spread:.2f}"
    )
