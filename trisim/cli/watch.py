"""``trisim watch``: compare a box or variant with its base whenever it is saved."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trisim.campaigns.watch import Watch
from trisim.campaigns.watching import Compared, Event, Faulty, Watching, watching
from trisim.cli.campaign import SHOW, campaign_options, show_again, show_dry_run
from trisim.cli.common import command_line, fail, fail_with_faults, failing
from trisim.cli.game_command import GameCommand, given_request
from trisim.cli.keys import keys
from trisim.cli.options import given_values, own_fields
from trisim.cli.watch_view import View, answer, fault_lines, status_words, title_words
from trisim.display import Pace, compile_for_plan, game_lines, is_live
from trisim.interrupt import RECEIVED
from trisim.plugin import load
from trisim.sim.campaign import check_campaign, prepared_for
from trisim.sim.errors import InterruptedRunError
from trisim.sim.request import Execution
from trisim.terminal import console

if TYPE_CHECKING:
    from trisim.report.comparison import Comparison
    from trisim.sim.campaign import Prepared

EXAMPLE = "watches/mybox"
Show = Callable[[Event], None]

EPILOG = """\b
Examples:
  trisim watch light.toml                       a variant: compared with the box without it
  trisim watch mybox                            a box: compared with its state at the start
  trisim watch mybox --base reference
  trisim watch mybox --games 2000 --players 3   quicker, and less exact
  trisim watch mybox --out watches/mybox        keep what was played
  trisim watch --out watches/mybox --resume     and go on with the same base
  trisim watch light.toml --once                compare the present state, and end
"""


@click.command(
    cls=GameCommand,
    epilog=EPILOG,
    short_help="Compare a box or variant with its base whenever it is saved.",
)
@click.argument("words", metavar="BOX|VARIANT", nargs=-1)
@campaign_options(Watch)
@click.option("--once", is_flag=True, help="Compare the present state, and end.")
@click.pass_context
def watch(context: click.Context, /, words: tuple[str, ...], once: bool, **options: Any) -> None:
    """Compare a box or variant with its base whenever one of its files is saved.

    A save that changes what games depend on is played, over the same deals as the base. A fault is
    shown as 'trisim box check' shows it. q or Ctrl-C ends, and the last line is the 'trisim
    compare' that confirms what you found, on new deals. Without --out, the games are in a temporary
    folder. docs/watching.md shows how it is used.
    """
    if words[:1] == (SHOW,):
        show_again(Watch, show_result, words[1:], EXAMPLE)
        return
    check_words(words, options)
    watched = {"watched": words[0]} if words else {}
    given = given_request(context, Watch.request_type, **watched)
    with failing():
        how = given_values(context, own_fields(Execution))
        execution = Execution(**how, command=command_line())
        out, trust = options["out"], options["trust"]
        prepared = prepared_for(Watch, given, out, resume=execution.resume, trust=trust)
        if out is not None:
            check_campaign(Watch, prepared, out, execution)
        if options["dry_run"]:
            show_dry_run(Watch, prepared, execution)
            return
        watch_files(prepared, out, execution, once=once, quiet=options["quiet"])


def check_words(words: tuple[str, ...], options: dict[str, Any]) -> None:
    if len(words) > 1:
        fail(f"watch {shlex.join(words)}: one box or variant is watched; name one")
    if options["resume"] and options["out"] is None:
        fail("--resume: name the folder of the watch with --out")
    if not words and not options["resume"]:
        fail("watch: name a box or variant, such as 'trisim watch mybox'")


def watch_files(
    prepared: Prepared[Any], out: Path | None, execution: Execution, *, once: bool, quiet: bool
) -> None:
    """Watch until somebody ends it; then say how to confirm what was found."""
    if not quiet:
        click.echo(Watch.plan_words(prepared), err=True)
    compile_for_plan(prepared)
    live = not quiet and not once and is_live() and console().is_terminal
    view = View(title_words(prepared.request), load(prepared.request.game).report)
    tell = view.tell if live else None if quiet else game_lines(Pace())
    told = replace(execution, on_progress=tell)
    with keys() as pressed:
        pause = pressed.pause
        with watching(prepared, out, told, once=once, pause=pause) as found:
            with showing(view, live=live, quiet=quiet, once=once) as show:
                last = follow(found, show)
            if live and view.found is not None:
                show_answer(view.found, view)
            if not quiet:
                show_end(found, out)
    if once and isinstance(last, Faulty):
        fail_with_faults(last.error)


def follow(found: Watching, show: Show) -> Event | None:
    """Show all events; Ctrl-C is the usual way to end."""
    event = None
    try:
        for event in found.events():
            show(event)
    except (InterruptedRunError, KeyboardInterrupt):
        if found.once:
            raise
        RECEIVED.clear()
    return event


@contextmanager
def showing(view: View, *, live: bool, quiet: bool, once: bool) -> Iterator[Show]:
    """How events are shown: in a view that is always up to date, line by line, or not at all."""
    if quiet:
        yield lambda event: None
    elif live:
        from rich.live import Live

        with Live(view, console=console(), refresh_per_second=4, transient=True):
            yield view.take
    else:
        yield lambda event: show_event(event, view, once=once)


def show_event(event: Event, view: View, *, once: bool) -> None:
    """What has happened, in plain lines: answers and faults on the output."""
    if isinstance(event, Compared):
        show_answer(event.comparison, view)
    elif isinstance(event, Faulty) and not once:
        out = console()
        for line in fault_lines(event.error, is_terminal=out.is_terminal):
            out.print(line, soft_wrap=True)
    if not (once and isinstance(event, Faulty)):
        click.echo(status_words(event, once=once), err=True)


def show_answer(found: Comparison, view: View) -> None:
    out = console()
    for line in answer(found, view.kit, out.width):
        out.print(line, soft_wrap=not out.is_terminal)


def show_end(found: Watching, out: Path | None) -> None:
    """How to confirm what was found, and to go on."""
    shown, command = console(), found.command
    if command:
        shown.print("To confirm this on new deals:")
        shown.print(f"  {command}", soft_wrap=True, markup=False)
    if out is not None:
        where = shlex.quote(str(out))
        words = f"To go on: trisim watch --out {where} --resume"
        shown.print(words, style="dim", soft_wrap=True, markup=False)


def show_result(watched: Watch, found: Comparison) -> None:
    """The answer of the last state once more."""
    show_answer(found, View("", watched.manifest.plugin.report))
