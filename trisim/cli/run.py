"""``trisim run``: many games, logged to Parquet tables in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import command_line, failing
from trisim.cli.game_command import GameCommand, given_request, request_options
from trisim.cli.options import (
    DRY_RUN,
    QUIET,
    TRUST,
    check_out,
    given_values,
    options_of,
    out_option,
    own_fields,
)
from trisim.cli.run_report import rounding_words, show_forecast, show_run
from trisim.sim.request import Execution
from trisim.sim.run_request import RunRequest

if TYPE_CHECKING:
    from trisim.sim.plan import Plan

EPILOG = """\b
Examples:
  trisim run --games 10000 --out runs/base              random players, all cores
  trisim run --players 3 --games 5000 --lineup random,mine.py*2 --out runs/mine
  trisim run --games 100000 --variant light.toml --seed 7 --out runs/light
  trisim run --games 1000000 --out runs/big --dry-run   how long, how much disk
  trisim run --out runs/base --resume                   go on where it was stopped
  trisim run --games 1000000 --backend dask --address tcp://head:8786 --out /shared/base
"""


@click.command(cls=GameCommand, epilog=EPILOG)
@request_options(RunRequest)
@options_of(Execution)
@out_option("run")
@TRUST
@DRY_RUN
@QUIET
@click.pass_context
def run(
    context: click.Context,
    /,
    out: Path | None,
    trust: bool,
    dry_run: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Play many games and write their tables to the folder DIR.

    DIR gets Parquet tables (games, players, turns, …; trisim sql DIR explains them), copies of box
    and strategies, and a manifest. The same command gives the same tables, byte for byte, with any
    number of jobs. A run that was stopped, even killed, goes on with --resume.
    """
    from trisim.sim.runner import check_execution, plan_for

    given = given_request(context, RunRequest)
    with failing():
        how = given_values(context, own_fields(Execution))
        execution = Execution(**how, command=command_line())
        check_out(out, dry_run, "run", "runs/base")
        plan = plan_for(given, out, resume=execution.resume, trust=trust)
        check_execution(plan, execution)
        if words := rounding_words(plan.request, given.get("games")):
            click.echo(words, err=not dry_run)
        if dry_run:
            show_dry_run(plan, execution, out)
        elif out is not None:
            play(plan, execution, out, quiet=quiet)


def play(plan: Plan, execution: Execution, out: Path, *, quiet: bool) -> None:
    """Play the run and print its summary."""
    from dataclasses import replace

    from trisim.display import compile_for_plan, playing
    from trisim.sim.run import Run
    from trisim.sim.runner import check_folder
    from trisim.sim.runner import run as play_run

    check_folder(out, execution)
    compile_for_plan(plan)
    most = plan.request.until_ci is not None
    with playing(plan.request.games, quiet=quiet, most=most) as on_progress:
        play_run(plan, out, replace(execution, on_progress=on_progress))
    if not quiet:
        show_run(Run(out))


def show_dry_run(plan: Plan, execution: Execution, out: Path | None) -> None:
    """Say what would be played, how long it takes and how much disk it needs."""
    from trisim.display import compile_for_plan
    from trisim.sim.backends import count_workers
    from trisim.sim.forecast import forecast, free_bytes
    from trisim.sim.runner import backend_of

    compile_for_plan(plan)
    found = forecast(plan, count_workers(execution.jobs))
    backend = backend_of(plan, execution)
    show_forecast(plan, found, backend, out, free_bytes(out or Path()))
