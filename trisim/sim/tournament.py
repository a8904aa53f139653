"""A tournament: many line-ups over the same deals, each an ordinary run in one directory.

A tournament that was stopped, even killed, goes on where it was: its runs do, one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from trisim.box.box import load_box
from trisim.players.player import Player, pace_of
from trisim.players.speed import plays_compiled
from trisim.sim.bundle import Asked, asked_for
from trisim.sim.bundled_runs import BundledRuns, How, count_aborted, play_runs
from trisim.sim.folder import Holds
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import loaded_players, make_plan
from trisim.sim.progress import Tell
from trisim.sim.tournament_folder import TOURNAMENT
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
    players = loaded_players(settings.strategies, strategies)
    asked = check_asked(settings, folder, box, variants, resume, force, players)
    pace = pace_of(players.values())
    runs = {
        run_name(settings, number): settings.settings_of(lineup, pace=pace)
        for number, lineup in enumerate(settings.lineups)
    }
    compiled = plays_compiled(players.values(), settings.games)
    how = How(box, variants, jobs, resume, force, command, tell, play, compiled)
    play_runs(TOURNAMENT, folder, asked, runs, players, how)
    return Tournament(folder)


def check_asked(
    settings: TournamentSettings,
    out: Path,
    box: str | Path | None,
    variants: Sequence[str | Path],
    resume: bool,
    force: bool,
    strategies: Mapping[str, Player] | None = None,
) -> Asked[TournamentSettings]:
    """What is asked for, with its files; all mistakes are found now, and nothing is written."""
    TOURNAMENT.check_free(out, resume=resume, force=force)
    paths = tuple(Path(path) for path in variants)
    loaded = load_box(box, paths)
    players = loaded_players(settings.strategies, strategies)
    asked = asked_for(settings, players, loaded, box, paths)
    make_plan(settings.settings_of(settings.lineups[0]), loaded, players)
    if TOURNAMENT.what_holds(out) is Holds.A_RUN and not force:
        TOURNAMENT.check_same(out, asked, TOURNAMENT.read_asked(out))
    return asked


class Tournament(BundledRuns[TournamentSettings]):
    """A tournament on disk, finished or not."""

    of_what: ClassVar[str] = "line-ups"

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, TOURNAMENT)

    def __repr__(self) -> str:
        return f"Tournament({str(self.path)!r}: {', '.join(self.settings.names)})"

    def specs(self) -> tuple[str, ...]:
        """The strategies that are played, as they were named."""
        return self.settings.strategies

    def names_of_runs(self) -> list[str]:
        """The folder of each line-up's run."""
        return [run_name(self.settings, number) for number in range(len(self.settings.lineups))]

    def standings(self) -> Standings:
        """All figures, from the tables of the runs: part by part, so that memory stays flat."""
        from trisim.stats.deal_arrays import read_sheet
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
