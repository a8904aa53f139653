"""What ``trisim tune`` says before, while and after it plays."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.cli.run_report import interval, percent, plain_table, size_words, value_words
from trisim.cli.tournament_report import filled
from trisim.display import duration, say_beside
from trisim.terminal import console

if TYPE_CHECKING:
    from collections.abc import Callable

    from trisim.cli.tournament import Asked
    from trisim.sim.tuning import Ready, Tuning
    from trisim.sim.tuning_log import Generation
    from trisim.sim.tuning_settings import TuningSettings
    from trisim.stats.tuning_check import Check, Faced

EVERY = 10
"""Generations between two lines that say how it goes."""


# ---------------------------------------------------------------- before


def plan_words(settings: TuningSettings) -> str:
    """How many games a tuning has, and of what."""
    itself = " and itself" if 0 < settings.self_play < settings.generations else ""
    return (
        f"{settings.start} against {', '.join(settings.pool)}{itself}: "
        f"{settings.generations:,} generations of {settings.population:,} candidates, "
        f"{settings.games_a_candidate:,} games each, {settings.games:,} in all; then "
        f"{settings.check_games:,} games to check the result against "
        f"{', '.join(settings.names)}."
    )


def rounding_words(settings: TuningSettings, games: int) -> str:
    """What is said if candidates play more games than asked for, to have whole deals."""
    if games == settings.games_a_candidate:
        return ""
    return (
        f"--games {games:,}: rounded up to {settings.games_a_candidate:,}, whole deals of "
        f"{settings.players} games."
    )


def show_plan(ready: Ready, asked: Asked) -> None:
    """What would be played, and what that takes."""
    from trisim.display import compile_groups
    from trisim.players.player import kernel_groups

    if ready.is_compiled:
        compile_groups(*kernel_groups(ready.players.values()))
    out = console()
    out.print(plan_words(ready.settings), soft_wrap=True, markup=False)
    out.print(f"{len(ready.numbers)} numbers would be tuned.")
    seconds, size = forecast_of(ready, asked)
    out.print(f"About {duration(seconds)}, {size_words(size)} on disk. Nothing was written.")


def forecast_of(ready: Ready, asked: Asked) -> tuple[float, float]:
    """Seconds of tuning and check, and bytes of the check, by a few games against everybody."""
    from trisim.sim.backends import count_workers
    from trisim.sim.forecast import LONG_ENOUGH, forecast, forecast_several

    settings, cores = ready.settings, count_workers(asked.jobs)
    plans, tried = (ready.plan(spec) for spec in settings.pool), len(settings.pool)
    seconds, _ = forecast_several(plans, tried, settings.population, cores)
    little = LONG_ENOUGH / len(settings.checked)
    runs = [forecast(ready.plan_of_check(spec), cores, little) for spec in settings.checked]
    return seconds + sum(run.seconds for run in runs), sum(run.bytes for run in runs)


# ---------------------------------------------------------------- while


def told_of(settings: TuningSettings, *, quiet: bool) -> Callable[[Generation], None]:
    """What says every now and then how the generations go."""

    def tell(generation: Generation) -> None:
        done = generation.generation + 1
        if not quiet and (done % EVERY == 0 or done == settings.generations):
            say_beside(generation_words(generation, settings))

    return tell


def generation_words(generation: Generation, settings: TuningSettings) -> str:
    """How the candidates of a generation did."""
    return (
        f"generation {generation.generation + 1:,} of {settings.generations:,}, against "
        f"{generation.opponent}: candidates win {100 * generation.win:.1f} %, spread "
        f"{generation.spread:.2f}"
    )


# ---------------------------------------------------------------- after


def show_check(tuning: Tuning, check: Check, folder: Path) -> None:
    """How good the result is."""
    from trisim.sim.tuned_file import verdict
    from trisim.sim.tuning_folder import TUNED

    out, settings = console(), tuning.settings
    out.print(
        f"[bold]{settings.games:,} games[/] of tuning, then {check.games:,} to check the result on "
        f"{check.deals:,} deals it never met, one against {check.players - 1}",
        soft_wrap=True,
    )
    if check.aborted:
        out.print(
            f"[bold red]{check.aborted:,} games were aborted[/] at a limit that no legal game "
            "should reach; they count below.",
            soft_wrap=True,
        )
    out.print(check_table(check))
    out.print(verdict(check), soft_wrap=True, markup=False, style="bold")
    out.print(notes(check), style="dim")
    where = shlex.quote(str(folder / TUNED))
    out.print(
        f"The weights: {where}; beside it a picture and all figures.", soft_wrap=True, markup=False
    )


def check_table(check: Check) -> Any:
    """Wins against each, strangers first."""
    from rich.markup import escape

    made = plain_table("against", "", "wins", "95 %", "n")
    rows = [
        (
            escape(each.strategy),
            "met" if each.met else "never met",
            value_words(each.win.estimate) + sign(each),
            interval(each.win.estimate),
            f"{each.win.estimate.n:,}",
        )
        for each in check.faced
    ]
    return filled(made, rows)


def sign(faced: Faced) -> str:
    """Whether it surely wins more or less than equals would."""
    return "+" if faced.is_better else "-" if faced.is_worse else "\u00a0"


def notes(check: Check) -> str:
    """What the figures are."""
    return (
        f"Equals would win {percent(check.par)}. Intervals are clustered by deal and hold "
        "together; + and - are surely more and less than equals would win, corrected for all "
        "comparisons. This speaks of play against these strategies, and of no others."
    )
