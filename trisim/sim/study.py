"""A study of difficulty: what each option of Botmegistus is worth to each strategy.

Each strategy has an ordinary solo run over the same deals, against all setups.
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
from trisim.sim.study_folder import STUDY
from trisim.sim.study_settings import METRIC, StudySettings, run_name
from trisim.sim.until import target_of

if TYPE_CHECKING:
    from trisim.sim.run import Run
    from trisim.stats.difficulty import Findings, Tally


def play_study(
    settings: StudySettings,
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
) -> Study:
    """Play the runs of all strategies into a directory; the study, when all are played.

    Raises ``RunError`` (or ``BoxError``) with one line for the user. Whatever happens, finished
    parts stay, and ``resume=True`` goes on to the very same bytes. ``strategies`` by spec needn't
    be loaded, such as those that the study has copies of.
    """
    folder = Path(out).absolute()
    players = loaded_players(settings.strategies, strategies)
    asked = check_asked(settings, folder, box, variants, resume, force, players)
    runs = settings.runs(pace=pace_of(players.values()))
    compiled = plays_compiled(players.values(), settings.games)
    how = How(box, variants, jobs, resume, force, command, tell, play, compiled)
    play_runs(STUDY, folder, asked, runs, players, how)
    return Study(folder)


def check_asked(
    settings: StudySettings,
    out: Path,
    box: str | Path | None,
    variants: Sequence[str | Path],
    resume: bool,
    force: bool,
    strategies: Mapping[str, Player] | None = None,
) -> Asked[StudySettings]:
    """What is asked for, with its files; all mistakes are found now, and nothing is written."""
    STUDY.check_free(out, resume=resume, force=force)
    paths = tuple(Path(path) for path in variants)
    loaded = load_box(box, paths)
    players = loaded_players(settings.strategies, strategies)
    asked = asked_for(settings, players, loaded, box, paths)
    make_plan(settings.settings_of(settings.strategies[0]), loaded, players)
    if settings.until is not None:
        target_of((METRIC, settings.until))
    if STUDY.what_holds(out) is Holds.A_RUN and not force:
        STUDY.check_same(out, asked, STUDY.read_asked(out))
    return asked


class Study(BundledRuns[StudySettings]):
    """A study on disk, finished or not."""

    of_what: ClassVar[str] = "strategies"

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, STUDY)

    def __repr__(self) -> str:
        settings = self.settings
        return (
            f"Study({str(self.path)!r}: {', '.join(settings.names)} against "
            f"{len(settings.setups)} setups)"
        )

    def specs(self) -> tuple[str, ...]:
        """The strategies that are played, as they were named."""
        return self.settings.strategies

    def names_of_runs(self) -> list[str]:
        """The folder of each strategy's run."""
        return [run_name(number, name) for number, name in enumerate(self.settings.names)]

    def findings(self) -> Findings:
        """All figures, from the tables of the runs: part by part, so that memory stays flat."""
        from trisim.stats.difficulty import findings

        settings, runs = self.settings, self.runs
        until = settings.until
        return findings(
            {name: self.tally(run) for name, run in zip(settings.names, runs, strict=True)},
            specs=settings.strategies,
            aborted=[count_aborted(run) for run in runs],
            until=target_of((METRIC, until)) if until else None,
        )

    def tally(self, run: Run) -> Tally:
        """The sums of the run of a strategy."""
        from trisim.stats.difficulty import Tally
        from trisim.stats.solo_arrays import read_solo_sheet

        setups = tuple(setup.for_stats() for setup in self.settings.setups)
        tally = Tally(setups, self.settings.presets)
        for file in run.files("players"):
            tally.read(read_solo_sheet(file, len(setups)))
        return tally
