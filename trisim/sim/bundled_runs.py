"""Several runs over the same deals in one directory: played one after the other, and opened.

A bundle that was stopped, even killed, goes on where it was: its runs do.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic

from trisim.players.player import ITERATIONS, Pace, Player, pace_of
from trisim.sim.bundle import Asked, Bundle, S
from trisim.sim.errors import FolderError, InterruptedRunError, RunError
from trisim.sim.folder import RUNS
from trisim.sim.inputs import BOX, INPUTS, load_players, load_uncopied, variant_files
from trisim.sim.manifest import MANIFEST, check_format
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.progress import Progress, Tell
from trisim.sim.run import Run
from trisim.sim.run_directory import directing
from trisim.sim.runner import run
from trisim.sim.settings import Settings
from trisim.sim.trust import Trust, record_own


@dataclass(frozen=True, slots=True)
class How:
    """How runs are played: it changes no row."""

    box: str | Path | None = None
    variants: Sequence[str | Path] = ()
    jobs: int = -1
    resume: bool = False
    force: bool = False
    command: str = ""
    tell: Tell | None = None
    play: str = PLAY_BLOCK
    compiled: bool | None = None


def play_runs(
    bundle: Bundle[S],
    folder: Path,
    asked: Asked[S],
    runs: Mapping[str, Settings],
    players: Mapping[str, Player],
    how: How,
) -> None:
    """Play all runs, by the names of their folders, into a directory of this kind."""
    with directing(folder):
        is_new = bundle.begin(folder, asked, resume=how.resume, force=how.force)
        record_own(players.values())
        order = slowest_first(runs, players)
        together = Together([runs[name].games for name in order], how.tell)
        try:
            for number, name in enumerate(order):
                run(
                    runs[name],
                    folder / RUNS / name,
                    box=how.box,
                    variants=how.variants,
                    jobs=how.jobs,
                    resume=True,
                    command=how.command,
                    tell=together.tell_of(number),
                    play=how.play,
                    strategies=players,
                    compiled=how.compiled,
                )
                together.finished(number, Run(folder / RUNS / name).games_played)
        except RunError as error:
            if is_new:
                bundle.withdraw(folder)
            raise explained(folder, runs, error) from error


def slowest_first(runs: Mapping[str, Settings], players: Mapping[str, Player]) -> list[str]:
    """The names of runs, those first whose players think most, then those with classes in Python.

    So the time left is never told for quick games when slow ones are to come.
    """

    def slowness(name: str) -> tuple[int, float]:
        seated = [players[spec] for spec in runs[name].lineup if spec in players]
        thought = sum(player.search.get(ITERATIONS, 0) for player in seated)
        return list(Pace).index(pace_of(seated)), thought

    return sorted(runs, key=slowness, reverse=True)


def explained(folder: Path, runs: Mapping[str, Settings], error: RunError) -> RunError:
    """What ended the games, in words that speak of the whole."""
    if not isinstance(error, InterruptedRunError):
        return error
    played = sum(here.games_played for here in begun(folder, runs))
    most = " at most" if any(settings.until for settings in runs.values()) else ""
    games = sum(settings.games for settings in runs.values())
    return InterruptedRunError(
        f"{folder}: stopped; {played:,} of {games:,} games{most} are kept, go on with --resume"
    )


def begun(folder: Path, names: Iterable[str]) -> Iterator[Run]:
    """The runs that there are already."""
    places = (folder / RUNS / name for name in names)
    return (Run(place) for place in places if (place / MANIFEST).is_file())


class Together:
    """How far all runs of a bundle are, told as if they were one."""

    def __init__(self, sizes: Sequence[int], tell: Tell | None) -> None:
        self.tell = tell
        self.sizes = list(sizes)
        self.played = [0] * len(self.sizes)
        self.started = time.monotonic()

    def finished(self, number: int, games: int) -> None:
        """A run is over, perhaps with fewer games than it might have had."""
        self.sizes[number] = games

    def tell_of(self, number: int) -> Tell | None:
        """What one of the runs tells how far it is."""
        if self.tell is None:
            return None
        told = self.tell

        def tell(progress: Progress) -> None:
            self.played[number] = progress.played_now
            told(
                Progress(
                    games=sum(self.sizes[:number]) + progress.games,
                    games_in_all=sum(self.sizes),
                    parts=number,
                    parts_in_all=len(self.sizes),
                    played_now=sum(self.played),
                    seconds=time.monotonic() - self.started,
                    note=progress.note,
                )
            )

        return tell


# ---------------------------------------------------------------- on disk


class BundledRuns(ABC, Generic[S]):
    """A bundle on disk, finished or not."""

    of_what: ClassVar[str]
    """What there is a run of: line-ups, strategies."""

    def __init__(self, path: str | Path, bundle: Bundle[S]) -> None:
        self.path = Path(path)
        self.asked: Asked[S] = bundle.read_asked(self.path)

    @property
    def settings(self) -> S:
        """What was asked for."""
        return self.asked.settings

    @abstractmethod
    def names_of_runs(self) -> list[str]:
        """The name of each run's folder."""

    @abstractmethod
    def specs(self) -> tuple[str, ...]:
        """The strategies that are played, as they were named."""

    def folders(self) -> list[Path]:
        """The folder of each run."""
        return [self.path / RUNS / name for name in self.names_of_runs()]

    def begun(self) -> Iterator[Run]:
        """The runs that there are already."""
        return begun(self.path, self.names_of_runs())

    @property
    def runs(self) -> list[Run]:
        """All runs, which must be finished, with all their parts."""
        found = [here for here in self.begun() if here.is_finished and not here.missing_parts]
        names = self.names_of_runs()
        if len(found) < len(names):
            raise FolderError(
                f"{self.path}: {len(found)} of {len(names)} {self.of_what} are played; "
                "go on with --resume"
            )
        return found

    def inputs(self) -> tuple[Path, tuple[Path, ...]] | None:
        """The copies of box and variants that it began with, if there are any yet."""
        first = next(self.begun(), None)
        if first is None:
            return None
        check_format(first.path, first.manifest)
        return first.path / INPUTS / BOX, tuple(variant_files(first.path, first.manifest))

    def players(self, trust: Trust) -> dict[str, Player]:
        """All strategies by spec, as they were when it began; code only if it is trusted."""
        found: dict[str, Player] = {}
        for here in self.begun():
            found |= load_players(here.path, here.manifest, trust)
        return found | self.uncopied([spec for spec in self.specs() if spec not in found], trust)

    def uncopied(self, specs: Sequence[str], trust: Trust) -> dict[str, Player]:
        """Strategies by spec, from where the settings say, as they were when it began."""
        digests = {spec: self.asked.digests.get(spec, "") for spec in specs}
        return load_uncopied(self.path, digests, trust)


def count_aborted(played: Run) -> int:
    """Games that ended at a limit which no legal game should reach."""
    import polars as pl

    status = played.games.select((pl.col("status").cast(pl.String) == "aborted").sum())
    return int(status.collect().item())
