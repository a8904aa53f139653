"""What the commands of all campaigns share: options, playing, dry runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from trisim.cli.common import command_line, fail, failing
from trisim.cli.game_command import given_request, request_options
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
from trisim.cli.run_report import size_words
from trisim.display import compile_for_plan, duration, playing, say_beside
from trisim.sim.campaign import (
    Campaign,
    Prepared,
    check_campaign,
    play_campaign,
    prepared_for,
)
from trisim.sim.request import Execution
from trisim.terminal import console

Command = TypeVar("Command", bound=Callable[..., Any])
C = TypeVar("C", bound=Campaign[Any, Any])
SHOW = "show"


def campaign_options(kind: type[Campaign[Any, Any]]) -> Callable[[Command], Command]:
    """The options of a ``GameCommand`` that plays a kind of campaign."""
    marks = (
        request_options(kind.request_type),
        options_of(Execution),
        out_option(kind.kind),
        TRUST,
        DRY_RUN,
        QUIET,
    )

    def add(command: Command) -> Command:
        for mark in reversed(marks):
            command = mark(command)
        return command

    return add


def run_campaign(
    context: click.Context,
    kind: type[C],
    show: Callable[[C, Any], None],
    example: str,
    check: Callable[[Prepared[Any]], object] | None = None,
    more: Callable[[Prepared[Any]], Iterable[str]] | None = None,
    **arguments: Any,
) -> C | None:
    """Play a campaign as the command line asks, and show its result; None of a dry run.

    ``arguments`` are what is given without an option, ``check`` stops at what is wrong with
    options of the command's own, and ``more`` has more lines for a dry run.
    """
    out, quiet, dry_run = (context.params[name] for name in ("out", "quiet", "dry_run"))
    beside = {name: value for name, value in arguments.items() if value}
    given = given_request(context, kind.request_type, **beside)
    with failing():
        how = given_values(context, own_fields(Execution))
        execution = Execution(**how, command=command_line())
        check_out(out, dry_run, kind.kind, example)
        trust = context.params["trust"]
        prepared = prepared_for(kind, given, out, resume=execution.resume, trust=trust)
        if check is not None:
            check(prepared)
        if out is not None:
            check_campaign(kind, prepared, out, execution)
        rounded = "games" in given and kind.rounding_words(prepared.request, given["games"])
        if rounded and not quiet:
            click.echo(rounded, err=not dry_run)
        if dry_run:
            show_dry_run(kind, prepared, execution, more)
            return None
        played = play(kind, prepared, out, execution, quiet=quiet)
        if not quiet:
            show(kind(out), kind.read_result(out))  # named as the user has named it
        return played


def play(
    kind: type[C], prepared: Prepared[Any], out: Path, execution: Execution, *, quiet: bool
) -> C:
    """Play a campaign, with progress."""
    if not quiet:
        click.echo(kind.plan_words(prepared), err=True)
    compile_for_plan(prepared)
    most = prepared.may_stop
    with playing(kind.games(prepared), quiet=quiet, most=most) as on_progress:
        on_note = None if quiet else say_beside
        told = replace(execution, on_progress=on_progress, on_note=on_note)
        return play_campaign(kind, prepared, out, told)


def show_dry_run(
    kind: type[Campaign[Any, Any]],
    prepared: Prepared[Any],
    execution: Execution,
    more: Callable[[Prepared[Any]], Iterable[str]] | None = None,
) -> None:
    """What would be played, and what that takes; then what ``more`` finds out."""
    from trisim.sim.backends import count_workers

    compile_for_plan(prepared)
    out = console()
    out.print(kind.plan_words(prepared), soft_wrap=True, markup=False)
    for line in kind.plan_lines(prepared):
        out.print(line, soft_wrap=True, markup=False)
    seconds, size = kind.forecast(prepared, count_workers(execution.jobs))
    about = "At most" if prepared.may_stop else "About"
    out.print(f"{about} {duration(seconds)}, {size_words(size)} on disk. Nothing was written.")
    for line in more(prepared) if more is not None else ():
        out.print(line, soft_wrap=True, markup=False)


def show_again(
    kind: type[C], show: Callable[[C, Any], None], words: tuple[str, ...], example: str
) -> None:
    """Show the result of a campaign once more, from what was written."""
    if len(words) != 1:
        fail(f"{kind.command} show: name the folder of one {kind.kind}, such as {example}")
    with failing():
        folder = Path(words[0])
        result = kind.read_result(folder)
        show(kind(folder), result)
