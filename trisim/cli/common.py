"""What all commands share: groups of commands, and how they fail."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NoReturn

import click

from trisim.terminal import console

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from trisim.box.faults import BoxError, Fault

USER_MISTAKE = 2


class Group(click.Group):
    """A group of commands that suggests the nearest name for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from trisim.box.faults import did_you_mean, shown

            otherwise = f"'{ctx.command_path} --help' lists all"
            near = did_you_mean(name, self.list_commands(ctx), otherwise)
            fail(f"{shown(name)}: {ctx.command_path} has no such command; {near}")
        return super().resolve_command(ctx, args)


def unknown_option(error: click.NoSuchOption) -> str:
    """What to say of an option that a command doesn't have."""
    from trisim.box.faults import did_you_mean, shown

    assert error.ctx is not None
    path = error.ctx.command_path
    known = [word for each in error.ctx.command.get_params(error.ctx) for word in each.opts]
    near = did_you_mean(error.option_name, known, f"'{path} --help' lists all")
    return f"{shown(error.option_name)}: {path} has no such option; {near}"


def command_line() -> str:
    """What was typed."""
    return shlex.join(["trisim", *sys.argv[1:]])


@contextmanager
def failing() -> Iterator[None]:
    """Turn errors of the library into one line and an exit code."""
    from trisim.box.faults import BoxError
    from trisim.engine.game import GameError
    from trisim.players.registry import StrategyError
    from trisim.plugin import PluginError
    from trisim.sim.errors import RunError
    from trisim.stats.estimate import StatsError

    try:
        yield
    except BoxError as error:
        fail_with_faults(error)
    except RunError as error:
        end(str(error), error.exit_code)
    except (GameError, PluginError, StatsError, StrategyError) as error:
        end(str(error), USER_MISTAKE)


def end(message: str, code: int) -> NoReturn:
    """Stop with a line and an exit code."""
    click.echo(f"trisim: {message}", err=True)
    raise SystemExit(code)


def fail(message: str) -> NoReturn:
    """Stop with one line that says what is wrong and how to correct it."""
    click.echo(f"trisim: {message}", err=True)
    raise SystemExit(USER_MISTAKE)


def fail_with_faults(error: BoxError, *, stderr: bool = True) -> NoReturn:
    """Stop with every fault of a box, file by file, one line each in a pipe.

    What was asked for goes to the output (``stderr=False``), so that it can be kept in a file.
    """
    from trisim.cli.game_command import naming_game

    if len(error.faults) == 1:
        click.echo(f"trisim: {naming_game(str(error.faults[0]))}", err=stderr)
        raise SystemExit(USER_MISTAKE)
    out = console(stderr=stderr)
    for each in faults_by_file(error, is_terminal=out.is_terminal):
        out.print(each, soft_wrap=not out.is_terminal)
    fail(f"{error.what}: {len(error.faults)} faults")


def faults_by_file(error: BoxError, *, is_terminal: bool) -> Iterator[RenderableType]:
    """All faults, file by file; in a terminal they are wrapped behind an indent."""
    from rich.padding import Padding
    from rich.text import Text

    from trisim.cli.game_command import naming_game

    for file, faults in groupby(error.faults, key=lambda fault: fault.place.file):
        yield Text(file, style="bold")
        for fault in faults:
            line = fault_line(replace(fault, remedy=naming_game(fault.remedy)))
            yield Padding(line, (0, 0, 0, 2)) if is_terminal else Text("  ") + line


def fault_line(fault: Fault) -> Text:
    """One fault: its place, the word, what is wrong, and what would be right."""
    from rich.text import Text

    line = Text()
    if fault.place.inside:
        line.append(f"{fault.place.inside}: ", style="cyan")
    if fault.word:
        line.append(f"'{fault.word}' ", style="bold red")
    line.append(f"{fault.problem}. ")
    remedy = fault.remedy[:1].upper() + fault.remedy[1:]
    return line.append(remedy if remedy.endswith("?") else f"{remedy}.", style="green")
