"""A tournament: many line-ups over the same deals, each an ordinary run in one directory.

A tournament that was stopped, even killed, goes on where it was: its runs do, one after the other.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from trisim.box.box import load_box
from trisim.players.player import Player, StrategyError, all_compiled
from trisim.players.registry import load
from trisim.sim.errors import BadStrategyError, FolderError, InterruptedRunError, RunError
from trisim.sim.folder import Holds
from trisim.sim.inputs import INPUTS, load_player
from trisim.sim.manifest import MANIFEST
from trisim.sim.opening import directing
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import make_plan
from trisim.sim.progress import Progress, Tell
from trisim.sim.run import Run
from trisim.sim.runner import run
from trisim.sim.tournament_folder import (
    RUNS,
    Asked,
    asked_for,
    begin,
    check_free,
    check_same,
    read_asked,
    what_holds,
    withdraw,
)
from trisim.sim.tournament_settings import TournamentSettings, run_name

if TYPE_CHECKING:
    from trisim.stats.standings import Standings


def play_tournament(
    settings: TournamentSettings,
    out: str | Path,
    *,
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    jobs: int = -1,
    resume: bool = False,
    force: bool = False,
    command: str = "",
    tell: Tell | None = None,
    play: str = PLAY_BLOCK,
    strategies: Mapping[str, Player] | None = None,
) -> Tournament:
    """Play all line-ups of a tournament into a directory; the tournament, when all are played.

    Raises ``RunError`` (or ``BoxError``) with one line for the user. Whatever happens, finished
    parts stay, and ``resume=True`` goes on to the very same bytes. ``strategies`` by spec needn't
    be loaded, such as those that the tournament has copies of.
    """
    folder = Path(out).absolute()
    players = loaded_players(settings, strategies)
    asked = check_asked(settings, folder, box, variants, resume, force, players)
    compiled = all_compiled(players.values())
    with directing(folder):
        is_new = begin(folder, asked, resume=resume, force=force)
        together = Together(settings, tell)
        try:
            for number, lineup in enumerate(settings.lineups):
                run(
                    settings.settings_of(lineup, compiled=compiled),
                    folder / RUNS / run_name(settings, number),
                    box=box,
                    variants=variants,
                    jobs=jobs,
                    resume=True,
                    command=command,
                    tell=together.tell_of(number),
                    play=play,
                    strategies=players,
                )
        except RunError as error:
            if is_new:
                withdraw(folder)
            raise explained(folder, settings, error) from error
    return Tournament(folder)


def loaded_players(
    settings: TournamentSettings, known: Mapping[str, Player] | None = None
) -> dict[str, Player]:
    """The strategies by spec, loaded unless they are known."""
    found = known or {}
    try:
        return {spec: found.get(spec) or load(spec) for spec in settings.strategies}
    except StrategyError as error:
        raise BadStrategyError(str(error)) from error


def check_asked(
    settings: TournamentSettings,
    out: Path,
    box: str | Path | None,
    variants: Sequence[str | Path],
    resume: bool,
    force: bool,
    strategies: Mapping[str, Player] | None = None,
) -> Asked:
    """What is asked for, with its files; all mistakes are found now, and nothing is written."""
    check_free(out, resume=resume, force=force)
    paths = tuple(Path(path) for path in variants)
    loaded = load_box(box, paths)
    players = loaded_players(settings, strategies)
    asked = asked_for(settings, players, loaded, box, paths)
    make_plan(settings.settings_of(settings.lineups[0]), loaded, players)
    if what_holds(out) is Holds.A_RUN and not force:
        check_same(out, asked, read_asked(out))
    return asked


def explained(folder: Path, settings: TournamentSettings, error: RunError) -> RunError:
    """What ended a tournament, in words that speak of the whole."""
    if not isinstance(error, InterruptedRunError):
        return error
    played = sum(here.games_played for here in Tournament(folder).begun())
    return InterruptedRunError(
        f"{folder}: stopped; {played:,} of {settings.games:,} games are kept, go on with --resume"
    )


class Together:
    """How far all runs of a tournament are, told as if they were one."""

    def __init__(self, settings: TournamentSettings, tell: Tell | None) -> None:
        self.tell = tell
        self.sizes = [settings.settings_of(lineup).games for lineup in settings.lineups]
        self.played = [0] * len(self.sizes)
        self.started = time.monotonic()

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


# ---------------------------------------------------------------- a tournament on disk


class Tournament:
    """A tournament on disk, finished or not."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.asked = read_asked(self.path)

    @property
    def settings(self) -> TournamentSettings:
        """What the tournament was asked for."""
        return self.asked.settings

    def __repr__(self) -> str:
        return f"Tournament({str(self.path)!r}: {', '.join(self.settings.names)})"

    def folders(self) -> list[Path]:
        """The folder of each line-up's run."""
        names = (run_name(self.settings, number) for number in range(len(self.settings.lineups)))
        return [self.path / RUNS / name for name in names]

    def begun(self) -> Iterator[Run]:
        """The runs that there are already."""
        return (Run(folder) for folder in self.folders() if (folder / MANIFEST).is_file())

    @property
    def runs(self) -> list[Run]:
        """The runs of all line-ups, which must be finished."""
        found = [here for here in self.begun() if here.is_finished]
        if len(found) < len(self.settings.lineups):
            raise FolderError(
                f"{self.path}: {len(found)} of {len(self.settings.lineups)} line-ups are played; "
                "go on with --resume"
            )
        return found

    def inputs(self) -> tuple[Path, tuple[Path, ...]] | None:
        """The copies of box and variants that the tournament began with, if there are any yet."""
        first = next(self.begun(), None)
        if first is None:
            return None
        place = first.path / INPUTS
        return place / "box", tuple(place / record.file for record in first.manifest.variants)

    def players(self) -> dict[str, Player]:
        """The strategies that there are copies of by now, by spec, as they were when it began."""
        return {
            record.spec: load_player(here.path, record)
            for here in self.begun()
            for record in here.manifest.strategies
        }

    def standings(self) -> Standings:
        """All figures, from the tables of the runs: part by part, so that memory stays flat."""
        from trisim.stats.sheets import read_sheet
        from trisim.stats.standings import Tally, standings

        settings, runs = self.settings, self.runs
        files = [here.files("players") for here in runs]
        tally = Tally(settings.names, settings.format, settings.seed)
        for part in zip(*files, strict=True):
            pairs = zip(part, settings.lineups, strict=True)
            tally.read([read_sheet(file, lineup) for file, lineup in pairs])
        return standings(
            tally,
            specs=settings.strategies,
            players=settings.players,
            lineups=len(runs),
            aborted=sum(count_aborted(here) for here in runs),
        )


def count_aborted(played: Run) -> int:
    """Games that ended at a limit which no legal game should reach."""
    import polars as pl

    status = played.games.select((pl.col("status").cast(pl.String) == "aborted").sum())
    return int(status.collect().item())
