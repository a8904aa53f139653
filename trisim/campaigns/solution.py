"""A solution: the scenario, or combination of scenarios, that comes nearest to a win rate.

First each scenario is played alone, then rounds with fewer and fewer combinations and more and more
deals, and last a few candidates on new deals. Each is an ordinary run. Which candidates a round has
follows from the runs before it, their numbers and games from the request alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.box.faults import shown
from trisim.campaigns.difficulty import SOLVE_GAMES, DifficultyRequest
from trisim.campaigns.tuning_request import stream_seed
from trisim.players.player import Player
from trisim.record.base import Outcome
from trisim.report.results import read_result, write_result
from trisim.report.solution_files import PICTURES, PRESET, TABLE, write_files
from trisim.sim.campaign import Campaign, Prepared, Together, run_name
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.folder import RUNS
from trisim.sim.inputs import load_inputs
from trisim.sim.options import MOST_CHANGES, StudyScenario, command_words, option
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import run
from trisim.stats.clustered import Sums
from trisim.stats.scenario_arrays import ScenarioSheet, read_automa_sheet, read_team_sheet
from trisim.stats.solve import (
    LEVEL,
    Confirmation,
    Guess,
    Odds,
    Searched,
    Solved,
    add_sheet,
    answer_of,
    confirmed,
    most_promising,
    predicted,
)
from trisim.texts import plural

CONFIRMED = 5
"""Candidates that play on new deals."""

PLACES = (40, 20, 10)
"""Candidates in each round of the search. The deals of each are doubled from round to round."""

SHARES = (16, 8, 4)
"""Deals of a round, as a part of the new deals; of single scenarios, ``ALONE``."""

ALONE = 8
RESULT = "solution.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveRequest(DifficultyRequest):
    """A study's request with a win rate that is wanted; ``games`` are new deals."""

    what: ClassVar[str] = "solution"

    solve: float | None = option(
        None,
        "Find the scenario, or the combination, that comes nearest to this win rate, such as 50%.",
        metavar="RATE",
        default_words="",
    )
    most_changes: int = option(
        2,
        "With --solve: how many scenarios are combined at most.",
        most=MOST_CHANGES,
        metavar="N",
    )

    def __post_init__(self) -> None:
        DifficultyRequest.__post_init__(self)
        if self.solve is None or not 0 < self.solve < 1:
            raise refused(str(self.solve))
        if len(self.strategies) > 1:
            raise SettingsError(
                f"strategies {','.join(self.strategies)}: --solve finds what suits one strategy; "
                "name one"
            )
        if self.until_ci is not None:
            raise SettingsError(
                "--until-ci: --solve plays rounds of a fixed length; leave it out, and give more "
                "--games for narrower intervals"
            )

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert the win rate, and all that a study has."""
        rate = read_rate(values.get("solve"))
        return DifficultyRequest.understood({"games": SOLVE_GAMES, **values, "solve": rate}, given)

    # -- what follows

    @property
    def target(self) -> float:
        assert self.solve is not None
        return self.solve

    def candidates(self, box: Box) -> tuple[StudyScenario, ...]:
        """All scenarios, the baseline first, and all combinations that make sense; each once."""
        assert self.study is not None
        first, *others = self.setups(box)
        singles = [each for each in others if not each.parts]
        made = [
            self.study.combined(box, first, parts)
            for many in range(2, self.most_changes + 1)
            for parts in combinations(singles, many)
        ]
        known = {each.name: each for each in (first, *others)}
        for each in made:
            if each is not None:
                known.setdefault(each.name, each)
        return tuple(known.values())

    def rounds(self, box: Box) -> tuple[Round, ...]:
        """The rounds, the one on new deals last."""
        known, alone = self.candidates(box), self.setups(box)
        found = []
        if len(known) > CONFIRMED:
            found.append(Round("alone", len(alone), self.part(ALONE)))
            pairs = list(zip(PLACES, SHARES, strict=True))
            found += [
                Round(f"round-{number}", places, self.part(share))
                for number, (places, share) in enumerate(pairs, start=1)
                if places < len(known)
            ]
        return *found, Round("new-deals", min(CONFIRMED, len(known)), self.games)

    def part(self, share: int) -> int:
        return max(1, -(-self.games // share))

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """A run for each round. Its scenarios are examples, except in the first."""
        known = self.candidates(box)
        return {
            run_name(number, each.name): self.run_of_round(each, known[: each.places])
            for number, each in enumerate(self.rounds(box))
        }

    def run_of_round(self, each: Round, setups: Sequence[StudyScenario]) -> RunRequest:
        """The games of a round, on deals that no other round has."""
        made = self.run_of(self.strategies[0], setups)
        if self.info.outcome is Outcome.POINTS and not made.automas:
            raise SettingsError(
                f"--solve: in {self.game} players compete, so win rates are one in so many "
                "players; this is for team games and games against an automa"
            )
        return replace(
            made,
            games=each.deals * made.games_a_deal,
            seed=stream_seed(self.seed, f"solve {each.name}"),
        )


@dataclass(frozen=True, slots=True)
class Round:
    """Some candidates on common deals."""

    name: str
    places: int
    deals: int


def read_rate(given: str | float | None) -> float | None:
    """A win rate as a user writes it.

    >>> read_rate("50%"), read_rate(0.5), read_rate(" 12.5 % ")
    (0.5, 0.5, 0.125)
    """
    if given is None:
        return None
    text = str(given).strip()
    number = text.removesuffix("%")
    try:
        rate = float(number) / (100 if number != text else 1)
    except ValueError:
        raise refused(text) from None
    if not 0 < rate < 1:
        raise refused(text)
    return rate


def refused(text: str) -> SettingsError:
    return SettingsError(
        f"--solve {shown(text)}: a win rate between 0 % and 100 % is expected, such as 50% or 0.5"
    )


# ---------------------------------------------------------------- candidates


def changes(each: StudyScenario, baseline: StudyScenario) -> tuple[str, ...]:
    """The scenarios that a candidate consists of: none of the baseline, itself if it is single."""
    return each.parts or (() if each.name == baseline.name else (each.name,))


def check_scenarios(here: Run, known: Mapping[str, StudyScenario]) -> None:
    """Stop at a run with scenarios that this version of trisim does not derive."""
    if not set(here.request.scenarios) <= set(known):
        raise FolderError(
            f"{here.path}: it was played in other scenarios than this version of trisim derives "
            "from the request; read it with the trisim that played it"
        )


class Solution(Campaign[SolveRequest, Solved]):
    """A search for a win rate on disk, finished or not."""

    kind: ClassVar[str] = SolveRequest.what
    command: ClassVar[str] = "difficulty"
    of_what: ClassVar[str] = "rounds"
    request_type: ClassVar[type[Any]] = SolveRequest
    results: ClassVar[tuple[str, ...]] = (RESULT, TABLE, *PICTURES, PRESET)

    def __repr__(self) -> str:
        request = self.request
        return f"Solution({str(self.path)!r}: {100 * request.target:g} %, {request.names[0]})"

    # -- playing

    def play(self, prepared: Prepared[SolveRequest], execution: Execution, play: str) -> None:
        """Play the rounds one after the other; each has what the ones before suggest."""
        names = list(prepared.runs)
        together = Together([prepared.runs[name].games for name in names], execution.on_progress)
        rounds = prepared.request.rounds(prepared.box)
        for number, (name, each) in enumerate(zip(names, rounds, strict=True)):
            setups = self.candidates_of_round(number, each, prepared.box)
            request = prepared.request.run_of_round(each, setups)
            plan = replace(prepared, runs={**prepared.runs, name: request}).plan(name)
            told = together.told_by(number)
            here = replace(execution, resume=True, force=False, on_progress=told)
            run(plan, self.path / RUNS / name, here, play=play)
            together.finished(number, request.games)

    def candidates_of_round(self, number: int, each: Round, box: Box) -> list[StudyScenario]:
        """The candidates of a round: the first ones, then those that earlier rounds suggest."""
        known = self.request.candidates(box)
        if number == 0:
            return list(known[: each.places])
        before = [Run(self.path / RUNS / name) for name in self.manifest.runs[:number]]
        found = self.wins(before)
        played = set(before[-1].request.scenarios) if number > 1 else None
        guesses = self.guesses(known, found, played)
        kept = set(most_promising(guesses, self.request.target, each.places))
        return [setup for setup in known if setup.name in kept]

    def wins(self, runs: Iterable[Run]) -> dict[str, Sums]:
        """The wins of each candidate in some rounds."""
        found: dict[str, Sums] = {}
        for here in runs:
            for sheet in self.sheets(here):
                add_sheet(found, here.request.scenarios, sheet)
        return found

    def sheets(self, here: Run) -> Iterable[ScenarioSheet]:
        many, info = len(here.request.scenarios), self.request.info
        if info.outcome is Outcome.TEAM:
            return (read_team_sheet(file, many) for file in here.files("games"))
        return (read_automa_sheet(file, info.automa, many) for file in here.files("players"))

    def guesses(
        self, known: Sequence[StudyScenario], found: Mapping[str, Sums], played: set[str] | None
    ) -> Iterable[Guess]:
        """What is known of candidates: of those that played the last round, or of all."""
        baseline = Odds.of(found[known[0].name]) if played is None else None
        for each in known:
            parts = changes(each, known[0])
            if each.name in found and (played is None or each.name in played):
                yield Odds.of(found[each.name]).guess(each.name, len(parts))
            elif baseline is not None:
                odds = predicted(baseline, [Odds.of(found[part]) for part in parts])
                yield odds.guess(each.name, len(parts))

    # -- the result

    def result(self) -> Solved:
        box = load_inputs(self.path, self.manifest)
        *search, last = self.runs
        found = Confirmation(last.request.scenarios)
        for sheet in self.sheets(last):
            found.read(sheet)
        known = {each.name: each for each in self.request.candidates(box)}
        for here in self.runs:
            check_scenarios(here, known)
        baseline = next(iter(known.values()))
        searched = self.searched(search, known, baseline)
        final = confirmed(
            found,
            self.request.target,
            {name: changes(known[name], baseline) for name in found.names},
            {name: tuple(command_words(known[name].options)) for name in found.names},
            {each.setup: each.rate for each in searched},
        )
        nearest = final[0].setup
        return Solved(
            target=self.request.target,
            level=LEVEL,
            strategy=self.request.names[0],
            spec=self.request.strategies[0],
            candidates=len(known),
            games=sum(here.games_played for here in (*search, last)),
            aborted=self.aborted(),
            deals=last.request.deals,
            answer=answer_of(final),
            not_told_apart=tuple(
                each.setup
                for each in final[1:]
                if not found.is_nearer(nearest, each.setup, self.request.target)
            ),
            confirmed=final,
            searched=searched,
        )

    solved = result

    def searched(
        self, runs: Sequence[Run], known: Mapping[str, StudyScenario], baseline: StudyScenario
    ) -> tuple[Searched, ...]:
        """What the rounds before the last have found, in the order of the candidates."""
        found = self.wins(runs)
        rounds = [name for here in runs for name in here.request.scenarios]
        return tuple(
            Searched(
                name,
                len(changes(known[name], baseline)),
                rounds.count(name),
                round(found[name].m),
                found[name].ratio,
            )
            for name in known
            if name in found
        )

    def write(self, result: Solved) -> None:
        box = load_inputs(self.path, self.manifest)
        known = {each.name: each for each in self.request.candidates(box)}
        write_files(self.path, result, self.preset_text(box, known[result.answer], result))
        asked = {
            "asked": self.manifest.asked(),
            "runs": [f"runs/{run}" for run in self.manifest.runs],
        }
        write_result(self.path / RESULT, {**asked, "solved": result.as_dict()})

    def preset_text(self, box: Box, answer: StudyScenario, result: Solved) -> str:
        """The answer as a variant with a preset, if it is none already and the game has presets."""
        assert self.request.study is not None
        if answer.kind not in ("option", "combination"):
            return ""
        win = result.recommended.win
        meaning = f"{result.spec} wins {100 * win.value:.1f} % of games: {answer.name}."
        name = f"solve{100 * result.target:g}".replace(".", "_")
        return self.request.study.preset_text(box, answer, name, meaning)

    @classmethod
    def read_result(cls, folder: Path) -> Solved:
        return read_result(cls, folder, RESULT, "solved", Solved)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[SolveRequest]) -> str:
        request, box = prepared.request, prepared.box
        known, last = request.candidates(box), request.rounds(box)[-1]
        return (
            f"{request.names[0]}, a win rate of {100 * request.target:g} %: {len(known)} scenarios "
            f"and combinations; the best {last.places} on {last.deals:,} new deals; "
            f"{prepared.games:,} games in all."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[SolveRequest]) -> Iterable[str]:
        for each in prepared.request.rounds(prepared.box):
            games = f"{each.places:>3} candidates on {each.deals:,} deal{plural(each.deals)}"
            yield f"  {each.name.replace('-', ' '):<12} {games}"
