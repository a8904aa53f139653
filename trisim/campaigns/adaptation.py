"""Players who adapt: strategies tuned for each of several versions, who then play it.

All versions have the same: the start, the seeds, the deals of the tunings and the deals of the
games that the tuned players play. Everything lies in the folder of the campaign that asks::

    tunings/NN-VERSION-seed-S/     tunings as ``trisim tune`` writes them
    adapted/NN-VERSION-seed-S/     a run of players who were tuned so, in all seats
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trisim.box.box import Box
from trisim.campaigns.tuning import TUNED, Tuning
from trisim.campaigns.tuning_request import TuningRequest, check_players, stream_seed
from trisim.players.player import Player
from trisim.players.registry import load as load_player
from trisim.plugin import load
from trisim.sim.campaign import Prepared, Together, play_campaign, prepare_campaign
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.plan import Plan, loaded_players, prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import run

TUNINGS, ADAPTED = "tunings", "adapted"
"""Folders; and the word for the players in tables."""

USUAL_GAMES = 250_000
"""Games of each tuning."""

TIMES = 3
"""Tunings of each version."""

PLAYED, CHECKED = 20, 100
"""Tuned players then play one game for so many games of their tuning; and as many in the check
against each strategy."""

SIGMA = 0.3
"""The spread of the first candidates: the start is good already."""

FULL = 300, 24, 160
"""Generations, candidates and games of a tuning of more than a million games (the defaults)."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """A tuning of a version."""

    version: str
    name: str
    """Of its folders."""

    number: int
    """Of the tuning, from 1; the same for all versions."""

    request: TuningRequest
    run: RunRequest
    """The games that the tuned players play."""

    box: Box | None

    @property
    def games(self) -> int:
        """Games of the tuning and of its check."""
        request = self.request
        checks = len(request.specs) + request.is_team
        return request.games_before_runs + checks * request.check_games


@dataclass(frozen=True, slots=True, kw_only=True)
class Adaptation:
    """For each version, tunings of ``start`` by about so many ``games`` each."""

    games: int
    seed: int
    start: str
    runs: Mapping[str, RunRequest]
    """By the names of versions, the run of players who don't adapt: its players, roles and options
    are taken."""

    games_of_each: int = 0
    """Games that each tuned player plays; 0: a part of those of the tuning."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the tunings; those of another seed are all others.

        >>> Adaptation(games=1000, seed=1, start="x", runs={}).seeds
        (4, 5, 6)
        """
        return tuple((TIMES * self.seed + number) % 2**64 for number in range(1, TIMES + 1))

    def tuned(self, boxes: Mapping[str, Box] | None = None) -> list[Tuned]:
        """All tunings, version by version."""
        return [
            Tuned(
                version,
                f"{place:02d}-{safe(version)}-seed-{seed}",
                number,
                self.tuning(asked, seed),
                self.run_of(asked, number),
                (boxes or {}).get(version),
            )
            for place, (version, asked) in enumerate(self.runs.items())
            for number, seed in enumerate(self.seeds, 1)
        ]

    def tuning(self, asked: RunRequest, seed: int) -> TuningRequest:
        """The tuning for a version; its pool has the start, too, whom the tuned ones replace."""
        generations, population, games = split(self.games, asked.players)
        pool = () if is_team(asked) else dict.fromkeys((self.start, *asked.info.tuning.pool))
        return TuningRequest(
            start=self.start,
            game=asked.game,
            pool=tuple(pool),
            generations=generations,
            population=population,
            games=games,
            sigma=SIGMA,
            players=asked.players,
            seed=seed,
            check=(),
            check_games=max(2 * asked.players, self.games // CHECKED),
            game_options=asked.game_options,
            box=asked.box,
            variants=asked.variants,
        )

    def run_of(self, asked: RunRequest, number: int) -> RunRequest:
        """The games of tuned players: the same deals for all versions, others for each seed."""
        lineup = (ADAPTED,) * asked.people + asked.automas
        least = 2 * asked.games_a_deal
        return replace(
            asked,
            lineup=lineup,
            games=max(least, self.games_of_each or self.games // PLAYED),
            seed=stream_seed(self.seed, f"adapted {number}"),
        )

    @property
    def games_in_all(self) -> int:
        return sum(each.games for each in self.tuned()) + self.games_of_tuned

    @property
    def games_of_tuned(self) -> int:
        """Of those that tuned players play."""
        return sum(each.run.games for each in self.tuned())

    def forecast(self, box: Box, start: Player, cores: int) -> tuple[float, float]:
        """Seconds and bytes of all tunings, from a few games of one on the first box."""
        first, *others = self.tuned(dict.fromkeys(self.runs, box))
        seconds, size = Tuning.forecast(prepared_tuning(first, start), cores)
        return seconds * (1 + len(others)), size * (1 + len(others))

    def words(self) -> str:
        """What is tuned and played, in two sentences after others."""
        each = self.tuned()[0]
        tuning = each.request
        return (
            f" Then {TIMES} tunings of {self.start} for each version: {tuning.generations:,} "
            f"generations of {tuning.population} candidates with {tuning.games:,} games each; and "
            f"{each.run.games:,} games of those whom each has tuned. With checks these are "
            f"{self.games_in_all:,} games more."
        )


def check_tunable(
    adaptation: Adaptation, lineup: Sequence[str], players: Mapping[str, Player]
) -> None:
    """Stop at several strategies, and at one that can't be tuned."""
    asked = next(iter(adaptation.runs.values()))
    specs = tuple(dict.fromkeys(lineup[: asked.people]))
    if len(specs) > 1:
        raise SettingsError(
            f"retune: one strategy is tuned, and {', '.join(specs)} play here; name one with "
            "--strategy"
        )
    tuning = adaptation.tuned()[0].request
    others = [spec for spec in tuning.specs if spec not in players]
    kit = load(asked.game).players
    check_players(tuning, {**loaded_players(others, kit), **players})


def is_team(asked: RunRequest) -> bool:
    return asked.info.outcome.value == "team"


def safe(version: str) -> str:
    """A version as part of a folder's name."""
    return "".join(letter if letter.isalnum() or letter in "._" else "_" for letter in version)[:40]


def split(games: int, players: int) -> tuple[int, int, int]:
    """Generations, candidates and games of a candidate, for so many games in all.

    With fewer games than usual, generations shrink by the power 1/2 of the share, games of a
    candidate by 1/3, and candidates by 1/6.

    >>> split(1_152_000, 4), split(250_000, 4), split(20_000, 4)
    ((300, 24, 160), (137, 19, 96), (41, 12, 40))
    """
    share = games / (FULL[0] * FULL[1] * FULL[2])
    population = max(4, round(FULL[1] * share ** (1 / 6)))
    each = max(1, round(FULL[2] * share ** (1 / 3) / players)) * players
    generations = games // (population * each)
    if generations < 1:
        raise SettingsError(
            f"retune {games}: too few games for a generation of {population} candidates with "
            f"{each} games each; {population * each} are the least"
        )
    return generations, population, each


# ---------------------------------------------------------------- playing


@dataclass(frozen=True, slots=True)
class AdaptedGames:
    """An adaptation on disk, in the folder of the campaign that asks for it."""

    folder: Path
    adaptation: Adaptation

    def place_of(self, each: Tuned) -> Path:
        """The folder of a tuning."""
        return self.folder / TUNINGS / each.name

    def file_of(self, each: Tuned) -> Path:
        """The weights that a tuning has found."""
        return self.place_of(each) / TUNED

    def place_of_run(self, each: Tuned) -> Path:
        """The folder of the run of tuned players."""
        return self.folder / ADAPTED / each.name

    def play(
        self, boxes: Mapping[str, Box], start: Player, execution: Execution, play: str
    ) -> None:
        """Play all tunings and then all runs; what is finished is skipped."""
        found = self.adaptation.tuned(boxes)
        sizes = [each.games for each in found] + [each.run.games for each in found]
        together = Together(sizes, execution.on_progress)
        how = replace(execution, resume=True, force=False, on_note=None)
        for number, each in enumerate(found):
            if execution.on_note and not self.file_of(each).is_file():
                execution.on_note(f"tuning {number + 1} of {len(found)}: {each.name}")
            self.tune(each, start, replace(how, on_progress=together.told_by(number)), play)
            together.finished(number, sizes[number])
        for number, each in enumerate(found, len(found)):
            plan = plan_of(each, self.player_of(each))
            told = replace(how, on_progress=together.told_by(number))
            run(plan, self.place_of_run(each), told, play=play)
            together.finished(number, sizes[number])

    def tune(self, each: Tuned, start: Player, execution: Execution, play: str) -> None:
        """Play a tuning, unless its weights, which are written last, are there."""
        if not self.file_of(each).is_file():
            prepared = prepared_tuning(each, start)
            play_campaign(Tuning, prepared, self.place_of(each), execution, play=play)

    def player_of(self, each: Tuned) -> Player:
        kit = load(each.run.game).players
        return replace(load_player(str(self.file_of(each)), kit), spec=ADAPTED, name=ADAPTED)

    # -- what there is

    def tunings(self) -> Iterator[tuple[Tuned, Tuning]]:
        """All tunings; raises unless each is finished."""
        for each in self.adaptation.tuned():
            if not self.file_of(each).is_file():
                raise FolderError(
                    f"{self.place_of(each)}: this tuning isn't finished; continue {self.folder} "
                    "with --resume"
                )
            yield each, Tuning(self.place_of(each))

    def runs(self) -> list[list[Run]]:
        """For each seed, the runs of all versions; raises unless each is complete."""
        found: dict[int, list[Run]] = {}
        for each in self.adaptation.tuned():
            here = Run(self.place_of_run(each))
            if not here.is_finished or here.missing_parts:
                raise FolderError(
                    f"{here.path}: this run isn't complete; continue {self.folder} with --resume"
                )
            found.setdefault(each.number, []).append(here)
        return list(found.values())

    def done_words(self) -> str:
        """What is finished, after an interruption."""
        found = self.adaptation.tuned()
        done = sum(self.file_of(each).is_file() for each in found)
        return f"{done} of {len(found)} tunings"


def prepared_tuning(each: Tuned, start: Player) -> Prepared[TuningRequest]:
    """A tuning with the box of its version."""
    strategies = {each.request.start: start}
    return prepare_campaign(each.request, box=each.box, strategies=strategies)


def plan_of(each: Tuned, player: Player) -> Plan:
    """The games of tuned players."""
    return prepare(each.run, box=each.box, strategies={ADAPTED: player})
