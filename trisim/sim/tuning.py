"""A tuning: better weights by play against a pool, and a check against strangers.

A tuning that was stopped, even killed, goes on where it was: its generations are written down one
by one, and the search is told them again; the check is made of ordinary runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from trisim.box.box import Box, load_box
from trisim.players.player import Kind, Pace, Player, StrategyError, pace_of
from trisim.players.registry import load
from trisim.players.speed import plays_compiled
from trisim.sim.backends import count_workers
from trisim.sim.bundle import Asked, asked_for
from trisim.sim.bundled_runs import BundledRuns, How, count_aborted, play_runs
from trisim.sim.disk import write_text
from trisim.sim.errors import BadStrategyError, FolderError, InterruptedRunError
from trisim.sim.folder import Holds
from trisim.sim.part import PLAY_BLOCK, disk_error
from trisim.sim.plan import Plan, loaded_players
from trisim.sim.progress import Counter, Tell
from trisim.sim.run_directory import directing
from trisim.sim.settings import Settings
from trisim.sim.trust import Trust, record_own, user_trust
from trisim.sim.tuned_file import tuned_text
from trisim.sim.tuning_folder import TUNED, TUNING, UNCHECKED
from trisim.sim.tuning_games import Outcome, PlayCandidate, candidate_plan, play_candidate
from trisim.sim.tuning_log import Generation, append, begin_log, read_log, resumed_log
from trisim.sim.tuning_numbers import Numbers, Vector, numbers_of
from trisim.sim.tuning_search import Search
from trisim.sim.tuning_settings import ITSELF, RESULT, TuningSettings

if TYPE_CHECKING:
    from trisim.stats.tuning_check import Check

After: TypeAlias = Callable[[Generation], None]
"""Told of each generation as it is finished."""


@dataclass(frozen=True, slots=True)
class Ready:
    """All that is loaded for a tuning."""

    asked: Asked[TuningSettings]
    box: Box
    players: Mapping[str, Player]
    numbers: Numbers
    is_compiled: bool
    """Whether tuning and check are played compiled, or plain."""

    @property
    def settings(self) -> TuningSettings:
        """What was asked for."""
        return self.asked.settings

    def plan(self, opponent: str) -> Plan:
        """The games of a candidate against one of the pool; the start stands for it."""
        asked = self.settings.settings_against(opponent)
        return self.plan_for(asked, self.numbers.start, self.players[opponent])

    def plan_of_check(self, opponent: str) -> Plan:
        """The games of the check against one strategy; the start stands for the result."""
        other = self.players[opponent]
        asked = self.settings.settings_of_check(opponent, pace=pace_of([other]))
        return self.plan_for(asked, self.numbers.start, other)

    def plan_for(self, asked: Settings, candidate: Player, opponent: Player) -> Plan:
        """The games of a candidate against an opponent."""
        return candidate_plan(asked, self.box, candidate, opponent, compiled=self.is_compiled)


def make_ready(
    settings: TuningSettings,
    out: Path | None,
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    *,
    resume: bool = False,
    force: bool = False,
    strategies: Mapping[str, Player] | None = None,
) -> Ready:
    """Load everything; all mistakes are found now, and nothing is written."""
    if out is not None:
        TUNING.check_free(out, resume=resume, force=force)
    paths = tuple(Path(path) for path in variants)
    loaded = load_box(box, paths)
    players = loaded_players(settings.checked, strategies)
    check_players(settings, players)
    numbers = numbers_of(players[settings.start], settings.only)
    asked = asked_for(settings, players, loaded, box, paths)
    candidate_plan(
        settings.settings_against(settings.pool[0]), loaded, numbers.start, numbers.start
    )
    if out is not None and TUNING.what_holds(out) is Holds.A_RUN and not force:
        TUNING.check_same(out, asked, TUNING.read_asked(out))
    games = settings.games + settings.check_games
    return Ready(asked, loaded, players, numbers, plays_compiled(players.values(), games))


def check_players(settings: TuningSettings, players: Mapping[str, Player]) -> None:
    """The start has weights to tune, nobody in the pool takes ages, and strangers are such."""
    start = players[settings.start]
    if start.kind is not Kind.WEIGHTS:
        raise BadStrategyError(
            f"{settings.start}: a tuning begins with a weights file, and this is {start.kind}; "
            "'trisim strategies new NAME' writes one"
        )
    if start.uses_search:
        raise BadStrategyError(f"{settings.start}: it thinks; tune its weights with iterations=0")
    if start.noise:
        raise BadStrategyError(f"{settings.start}: a weights file has no noise; leave it out")
    for spec in settings.pool:
        check_is_quick(spec, players[spec])
    for spec in settings.check:
        met = [each for each in settings.met if players[each].digest == players[spec].digest]
        if met:
            raise BadStrategyError(
                f"check {spec}: it is {met[0]} by its file, which is met anyway; leave it out"
            )


def check_is_quick(spec: str, player: Player) -> None:
    """Whether a strategy of the pool plays a million games in an evening."""
    if player.uses_search:
        raise BadStrategyError(
            f"pool {spec}: it thinks, too slowly for a million games; take it into --check, or "
            "play against its weights with iterations=0"
        )
    if player.kind is Kind.PYTHON:
        raise BadStrategyError(
            f"pool {spec}: a class in Python plays too slowly for a million games; take it "
            "into --check, or write it as weights or as a compiled function"
        )


# ---------------------------------------------------------------- generations


def play_tuning(
    settings: TuningSettings,
    out: str | Path,
    *,
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    jobs: int = -1,
    resume: bool = False,
    force: bool = False,
    tell: Tell | None = None,
    after: After | None = None,
    play: PlayCandidate = play_candidate,
    strategies: Mapping[str, Player] | None = None,
) -> Tuning:
    """Play all generations into a directory, and write down what was found, yet unchecked.

    Raises ``RunError`` (or ``BoxError``) with one line for the user. Whatever happens, finished
    generations stay, and ``resume=True`` goes on to the very same weights, with any number of jobs.
    ``strategies`` by spec needn't be loaded.
    """
    folder = Path(out).absolute()
    ready = make_ready(
        settings, folder, box, variants, resume=resume, force=force, strategies=strategies
    )
    workers = count_workers(jobs)
    with directing(folder):
        is_new = TUNING.begin(folder, ready.asked, resume=resume, force=force)
        record_own(ready.players.values())
        try:
            if is_new:
                begin_log(folder)
            director = Director(folder, ready, workers, play, tell, after)
            director.direct()
        except (BadStrategyError, StrategyError):
            if is_new and not read_log(folder)[1]:
                TUNING.clear(folder)
            raise
        except OSError as error:
            raise disk_error(folder, error, "a generation") from error
    return Tuning(folder)


class Director:
    """Plays the generations of a tuning, one after the other."""

    def __init__(
        self,
        folder: Path,
        ready: Ready,
        workers: int,
        play: PlayCandidate,
        tell: Tell | None,
        after: After | None,
    ) -> None:
        self.folder, self.ready, self.play, self.after = folder, ready, play, after
        self.settings = ready.settings
        self.workers = workers
        self.search = Search(self.settings, len(ready.numbers))
        self.counter = Counter(self.settings.games, self.settings.generations, tell)

    def direct(self) -> None:
        """Play what isn't played yet, and write down the result."""
        from joblib import Parallel

        self.replay(resumed_log(self.folder, self.settings))
        try:
            with Parallel(self.workers, backend="threading", batch_size=1) as parallel:
                while self.search.generation < self.settings.generations:
                    self.play_one(parallel)
        except KeyboardInterrupt:
            done, most = len(read_log(self.folder)[1]), self.settings.generations
            raise InterruptedRunError(
                f"{self.folder}: stopped; {done:,} of {most:,} generations are kept, go on with "
                "--resume"
            ) from None
        except StrategyError as error:
            raise BadStrategyError(str(error)) from error
        player = self.ready.numbers.decode(self.search.result(), rounded=True)
        asked = TUNING.read_asked(self.folder)  # as it began, however it is asked to go on
        write_text(self.folder / UNCHECKED, tuned_text(player, asked))

    def replay(self, generations: Sequence[Generation]) -> None:
        """Tell the search what is known already; it is then as it was."""
        for each in generations:
            self.search.tell(self.search.ask(), each.fitness)
        size = self.settings.population * self.settings.games_a_candidate
        self.counter.found(len(generations) * size, len(generations))

    def play_one(self, parallel: Any) -> None:
        """Play the next generation, and write it down."""
        from joblib import delayed

        settings, number = self.settings, self.search.generation
        candidates, opponent = self.search.ask(), settings.opponent(number)
        against = self.opponent(opponent)
        told = partial(self.try_one, number, opponent, against)
        found: list[Outcome] = parallel(delayed(told)(each) for each in candidates)
        games = settings.population * settings.games_a_candidate
        self.counter.dropped(games)
        generation = Generation(
            generation=number,
            opponent=opponent,
            first_deal=number * settings.deals,
            deals=settings.deals,
            spread=self.search.spread(candidates),
            fitness=tuple(each.fitness for each in found),
            wins=tuple(each.win for each in found),
        )
        append(self.folder, generation)
        self.search.tell(candidates, generation.fitness)
        self.counter.finished(games)
        if self.after is not None:
            self.after(generation)

    def opponent(self, name: str) -> Player:
        """Whom a generation plays against."""
        if name != ITSELF:
            return self.ready.players[name]
        return self.ready.numbers.decode(self.search.snapshot())

    def try_one(self, number: int, name: str, opponent: Player, candidate: Vector) -> Outcome:
        """Play the games of a candidate."""
        settings = self.settings
        player = self.ready.numbers.decode(candidate)
        asked = settings.settings_against(name)
        plan = self.ready.plan_for(asked, player, opponent)
        return self.play(plan, number * settings.deals, settings.deals, self.counter.played)


# ---------------------------------------------------------------- the check


def play_check(
    tuning: Tuning,
    *,
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    jobs: int = -1,
    command: str = "",
    tell: Tell | None = None,
    play: str = PLAY_BLOCK,
    strategies: Mapping[str, Player] | None = None,
) -> Check:
    """Try the result on deals that it never met, against strangers and the others.

    What is played already isn't played again. ``strategies`` by spec needn't be loaded.
    """
    settings = tuning.settings
    known = tuning.players(user_trust()) if strategies is None else strategies
    ready = make_ready(settings, tuning.path, box, variants, resume=True, strategies=known)
    players = {RESULT: tuning.unchecked(), **ready.players}
    paces = {spec: pace_of([ready.players[spec]]) for spec in settings.checked}
    how = How(box, variants, jobs, True, False, command, tell, play, ready.is_compiled)
    play_runs(TUNING, tuning.path, ready.asked, settings.runs(paces), players, how)
    return tuning.check()


class Tuning(BundledRuns[TuningSettings]):
    """A tuning on disk, finished or not."""

    of_what: ClassVar[str] = "opponents of the check"

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, TUNING)

    def __repr__(self) -> str:
        settings = self.settings
        return f"Tuning({str(self.path)!r}: {settings.start} against {', '.join(settings.pool)})"

    def specs(self) -> tuple[str, ...]:
        """The strategies that are played, as they were named."""
        return self.settings.checked

    def players(self, trust: Trust) -> dict[str, Player]:
        """All strategies by spec, from where the settings say; code only if it is trusted."""
        return self.uncopied(self.specs(), trust)

    def names_of_runs(self) -> list[str]:
        """The folder of the run against each strategy of the check."""
        return list(self.settings.runs(dict.fromkeys(self.settings.checked, Pace.QUICK)))

    def generations(self) -> list[Generation]:
        """The generations that are finished."""
        return read_log(self.path)[1]

    def unchecked(self) -> Player:
        """The weights that were found, as the runs of the check play them."""
        path = self.path / UNCHECKED
        if not path.is_file():
            done, most = len(self.generations()), self.settings.generations
            raise FolderError(
                f"{self.path}: {done:,} of {most:,} generations are played; go on with --resume"
            )
        return replace(load(str(path)), spec=RESULT, name=RESULT)

    @property
    def tuned(self) -> Path:
        """The weights file, which is there when all is done."""
        return self.path / TUNED

    def check(self) -> Check:
        """How good the result is, from the tables of the runs."""
        from trisim.stats.deal_arrays import read_sheet
        from trisim.stats.tuning_check import ONE, OTHERS, WinTally, checked

        settings, tally, runs = self.settings, WinTally(), self.runs
        lineup = (ONE, *[OTHERS] * (settings.players - 1))
        for number, here in enumerate(runs):
            for file in here.files("players"):
                tally.read(number, read_sheet(file, lineup))
        return checked(
            tally,
            names=settings.names,
            specs=settings.checked,
            met=settings.met,
            start=settings.start,
            players=settings.players,
            aborted=sum(map(count_aborted, runs)),
        )
