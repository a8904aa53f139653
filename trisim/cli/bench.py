"""``trisim bench``: how fast this is, here."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import Group, fail, failing
from trisim.cli.game_command import (
    GameCommand,
    game_of,
    game_option,
    given_request,
    request_options,
)
from trisim.cli.options import NamedPath, whole_number
from trisim.display import compile_groups, showing
from trisim.sim.run_request import RunRequest
from trisim.terminal import console

if TYPE_CHECKING:
    from rich.table import Table

    from trisim.bench.compile_time import CompileReport
    from trisim.bench.engine import Case, EngineReport
    from trisim.bench.peers import PeersReport
    from trisim.bench.runs import RunReport
    from trisim.bench.thinking import ThinkingReport
    from trisim.bench.timing import Sample

Command = Callable[..., None]
BUSY = 0.9
"""Below this share of a core, other work slowed the measured one down."""


def seconds_option(default: float) -> Callable[[Command], Command]:
    """How long to measure."""
    return click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        default=default,
        show_default=True,
        help="How long to measure, about.",
    )


def can_be_written(file: Path | None) -> Path | None:
    """Check that the file can be written, before anything is measured."""
    if file is not None:
        if not file.parent.is_dir():
            fail(f"{file} can't be written: there is no folder {file.parent}; make it first")
        if not os.access(file if file.exists() else file.parent, os.W_OK):
            fail(f"{file} can't be written: permission denied; name another file")
    return file


JSON = click.option(
    "--json",
    "file",
    type=NamedPath(path_type=Path, dir_okay=False),
    callback=lambda context, option, file: can_be_written(file),
    metavar="FILE",
    help="Write the figures to FILE, too.",
)


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  trisim bench engine --seconds 20         games and decisions a second
  trisim bench search                      a player that thinks: lines of play a second
  trisim bench run --games 1000000         whole runs: what logging costs, time, memory, disk
  trisim bench compile                     what the one-time compilation takes
  trisim bench peers --json peers.json     beside other libraries, installed for it
""",
)
def bench() -> None:
    """Measure the speed of the engine on this machine."""


STRATEGY = click.option(
    "--strategy",
    default="random",
    metavar="NAME",
    show_default=True,
    help="The strategy of all seats.",
)


@bench.command(cls=GameCommand)
@request_options(RunRequest, only=("strategy",))
@seconds_option(20)
@JSON
@click.pass_context
def engine(context: click.Context, /, seconds: float, file: Path | None, **_: Any) -> None:
    """Games per second of one strategy: on one core, with and without the log, and on two cores.

    All cases take turns, so that whatever else the machine does slows all of them alike. Rates are
    per second of the processor's time; two threads against one go by the clock. Figures are medians
    of the turns; the range in brackets is from the slowest to the fastest.
    """
    from trisim.bench.engine import Case, measure

    given = given_request(context, RunRequest)
    case = Case(given.pop("strategy", "random"), given.pop("game"), given)
    compile_case(case)
    with showing(f"Measuring play of {case.strategy}") as tell, failing():
        report = measure(seconds, tell, case)
    write(file, report.as_dict())
    show_engine(report)


def compile_case(case: Case, *specs: str) -> None:
    """Compile what a case needs, or some strategies; stops if one can't be loaded."""
    from trisim.players.player import kernel_groups
    from trisim.players.registry import load

    with failing():
        rules, kit = case.plugin.rules, case.plugin.players
        players = [load(spec, kit) for spec in specs or (case.strategy,)]
        options = RunRequest.of(game=case.game, games=1, **case.options).options
        compile_groups(rules, *kernel_groups(players, rules.groups_of(options)))


@bench.command(cls=GameCommand)
@game_option()
@seconds_option(60)
@click.option(
    "--strategy",
    default="search",
    metavar="NAME",
    show_default=True,
    help="The weights strategy that searches.",
)
@click.option(
    "--iterations",
    "budgets",
    default="20,50,200",
    metavar="LIST",
    show_default=True,
    help="Simulations for a decision; several with commas.",
)
@JSON
@click.pass_context
def search(
    context: click.Context,
    /,
    seconds: float,
    strategy: str,
    budgets: str,
    file: Path | None,
    **_: Any,
) -> None:
    """One seat that thinks among others of the same weights that don't, on one core.

    All cases take turns, as with `engine`; rates are per second of the processor's time.
    """
    asked = tuple(whole_number(word, "--iterations") for word in budgets.split(","))
    from trisim.bench.engine import Case
    from trisim.bench.thinking import measure

    case = Case(strategy, game_of(context).name)
    compile_case(case, *(f"{strategy}:iterations={each}" for each in asked))
    with showing(f"Measuring thoughts of {strategy}") as tell:
        report = measure(seconds, tell, case, asked)
    write(file, report.as_dict())
    show_search(report)


@bench.command("run", cls=GameCommand)
@game_option()
@seconds_option(60)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=200_000,
    show_default=True,
    help="Games of the long run at the end; 0: none.",
)
@STRATEGY
@JSON
@click.pass_context
def run_(
    context: click.Context,
    /,
    seconds: float,
    games: int,
    strategy: str,
    file: Path | None,
    **_: Any,
) -> None:
    """Whole runs of one strategy: the cost of writing tables, two jobs against one, and a long run.

    All cases take turns, as with `engine`; three rounds of them take some minutes. The long run is
    started as you would start it, with all cores, into a temporary folder (see TMPDIR) that is
    removed again.
    """
    from trisim.bench.engine import Case
    from trisim.bench.runs import measure

    case = Case(strategy, game_of(context).name)
    compile_case(case)
    with showing("Measuring runs") as tell:
        report = measure(seconds, games, tell, case)
    write(file, report.as_dict())
    show_runs(report)


@bench.command("compile", cls=GameCommand)
@game_option()
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many starts with a full cache to time.",
)
@JSON
@click.pass_context
def compile_(context: click.Context, /, repeats: int, file: Path | None, **_: Any) -> None:
    """Time a compilation, a start with a full cache, and a plain start, in fresh processes.

    Your own cache is left as it is. Takes some minutes.
    """
    from trisim.bench.compile_time import measure

    game = game_of(context).name
    report = measure(lambda text: click.echo(f"{text} …", err=True), repeats, game=game)
    write(file, report.as_dict())
    show_compile(report)


@bench.command()
@seconds_option(60)
@JSON
def peers(seconds: float, file: Path | None) -> None:
    """Compare random play with Catanatron, OpenSpiel and pyminion.

    They are installed from PyPI by name into an environment of their own in your cache folder. One
    that can't be installed is left out, with the reason.
    """
    from trisim.bench.engine import Case
    from trisim.bench.peers import measure, prepare

    compile_case(Case())

    drivers, missing = prepare(lambda text: click.echo(text, err=True))
    with showing("Playing in turns") as tell:
        report = measure(seconds, drivers, missing, tell)
    write(file, report.as_dict())
    show_peers(report)


# ---------------------------------------------------------------- showing


def write(file: Path | None, figures: dict[str, Any]) -> None:
    """The figures as JSON."""
    if file is None:
        return
    try:
        file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror}; name another file")


def table(*headings: str) -> Table:
    """A table with numbers to the right."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD)
    for place, heading in enumerate(headings):
        made.add_column(heading, justify="right" if place else "left", overflow="fold")
    return made


def spread(sample: Sample, form: str = ",.0f") -> str:
    """A median, and the range around it."""
    return f"{sample.middle:{form}} [{sample.low:{form}}…{sample.high:{form}}]"


def show_engine(report: EngineReport) -> None:
    """The figures of ``trisim bench engine``."""
    from rich.markup import escape

    out = console()
    how = "compiled" if report.compiled else "plain Python, NUMBA_DISABLE_JIT is set"
    turns = report.rates[0].games.n
    who = escape(report.strategy)
    out.print(f"Play of {who}, {how}, per second of one core; medians of {turns} turns \\[range]")
    made = table(
        "players", "games/s", "decisions/s", "ns/decision", "decisions/game", "log costs",
    )  # fmt: skip
    for rate in report.rates:
        made.add_row(
            str(rate.players) if rate.players > 1 else "automa",
            spread(rate.games),
            f"{rate.games.middle * rate.decisions:,.0f}",
            f"{rate.nanoseconds:,.0f}",
            f"{rate.decisions:.0f}",
            spread(rate.log_cost, "+.0%"),
        )
    out.print(made)
    if report.scaling and report.efficiency:
        out.print(
            f"Two threads against one: {escape(spread(report.scaling, '.2f'))} times the games by "
            f"the clock, {escape(spread(report.efficiency, '.2f'))} for the same processor's time."
        )
    else:
        out.print("Two threads against one: not measured, there is one core.")
    out.print(
        f"A state has {report.state_bytes:,} bytes, the box {report.box_bytes:,}, "
        f"an event of the log {report.event_bytes}."
    )
    if report.core_share < BUSY:
        out.print(
            f"The machine was busy: one thread got {report.core_share:.0%} of a core, so games by "
            "the clock were fewer, and two threads had no two cores."
        )


def show_search(report: ThinkingReport) -> None:
    """The figures of ``trisim bench search``."""
    from rich.markup import escape

    out = console()
    how = "compiled" if report.compiled else "plain Python, NUMBA_DISABLE_JIT is set"
    turns = report.thoughts[0].lines.n
    who = escape(report.strategy)
    out.print(
        f"One {who} that thinks among others that don't, {how}, on one core; medians of {turns} "
        "turns \\[range]"
    )
    made = table("iterations", "lines of play/s", "lines/game", "games/min", "times slower")
    for each in report.thoughts:
        made.add_row(
            f"{each.iterations:,}",
            spread(each.lines),
            f"{each.lines_a_game:,.0f}",
            spread(each.games, ",.1f"),
            spread(each.slower),
        )
    out.print(made)


def show_runs(report: RunReport) -> None:
    """The figures of ``trisim bench run``."""
    from rich.markup import escape

    out = console()
    out.print(
        f"Runs of {report.games:,} games of {escape(report.strategy)}; medians of "
        f"{report.unlogged.n} turns \\[range]"
    )
    made = table("written down", "games/s of a core", "costs, of the unlogged rate")
    made.add_row("nothing", spread(report.unlogged), "")
    for kind, rate in report.rates.items():
        made.add_row(kind, spread(rate), spread(report.cost(kind), ".0%"))
    out.print(made)
    if report.scaling:
        gain = escape(spread(report.scaling, ".2f"))
        out.print(f"Two jobs against one: {gain} times the games by the clock.")
    if report.long:
        long = report.long
        out.print(
            f"A run of {long.games:,} games with turns on {long.jobs} cores: {long.seconds:,.0f} s "
            f"(a million: {long.million / 60:.1f} min), {long.resident / 1e6:,.0f} MB resident at "
            f"the most, {long.disk / 1e6:,.0f} MB on disk."
        )


def show_compile(report: CompileReport) -> None:
    """The figures of ``trisim bench compile``."""
    out = console()
    made = table("what", "seconds", "n")
    made.add_row("compiling cold", f"{report.cold:.1f}", "1")
    made.add_row("the same, time of the processor", f"{report.cold_busy:.1f}", "1")
    made.add_row(
        "first game, rules compiled, whole process",
        f"{median(report.warm):.2f}",
        str(len(report.warm)),
    )
    made.add_row(
        "importing plain, whole process", f"{median(report.plain):.2f}", str(len(report.plain))
    )
    out.print(made)
    out.print(
        f"{report.compiled} of {report.kernels} functions were compiled; all have "
        f"{report.lines:,} lines. On disk: {report.cache_bytes / 1e6:.1f} MB."
    )
    out.print("The slowest to compile, without what they call:")
    slow = table("function", "seconds")
    for name, seconds in report.slowest:
        slow.add_row(name, f"{seconds:.2f}")
    out.print(slow)


def show_peers(report: PeersReport) -> None:
    """The figures of ``trisim bench peers``."""
    out = console()
    out.print(f"Random play per second of one core; medians of {report.games.n} turns \\[range]")
    made = table(
        "library", "version", "plays", "games/s", "decisions/s", "ours over it", "goal",
    )  # fmt: skip
    made.columns[2].justify = "left"
    ours = report.games.middle
    made.add_row(
        "trisim", "", "4 random players", f"{ours:,.0f}", f"{ours * report.decisions:,.0f}", "", ""
    )
    for rate in report.rates:
        goal, games = rate.peer.goal, rate.games.middle
        reached = "" if not goal else f"{goal:g}: " + ("yes" if rate.ratio.middle >= goal else "no")
        made.add_row(
            rate.peer.name,
            rate.version,
            rate.peer.plays,
            f"{games:,.1f}",
            f"{games * rate.decisions:,.0f}" if rate.decisions > 0 else "–",
            spread(rate.ratio),
            reached,
        )
    out.print(made)
    for line in report.missing:
        out.print(line, soft_wrap=True)
