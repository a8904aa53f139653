"""The command line: parse, call, print. Heavy imports stay inside the commands."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module

import click

from trisim import __version__
from trisim.cli.common import Group, fail, unknown_option
from trisim.interrupt import INTERRUPTED
from trisim.terminal import protect_output
from trisim.texts import is_utf_8, visible

EPILOG = """\b
Examples:
  trisim games                       which games there are; --game NAME chooses one
  trisim box show                    the whole box at a glance
  trisim box new mybox               a copy to edit in a spreadsheet
  trisim box check mybox             every mistake in it
  trisim play --players 2 --seed 7   a game to read, turn by turn
  trisim play --seat 0=human         a game to play
  trisim strategies                  all strategies, with their plans
  trisim run --players 2 --games 20 --out runs/a   many games, as tables
  trisim sql runs/a                  the tables of a run; queries in SQL
  trisim report runs/a --out a.html   a balance report
  trisim replay runs/a 7             one of its games, to read
  trisim runs                        all runs, with size and age; delete removes one
  trisim doctor                      versions and machine, for a bug report
"""


NOT_UTF_8 = "this name is not valid UTF-8, so no table can be written or read there; rename it"


COMMANDS = {
    "audit": "Check that a run is complete and all totals match.",
    "balance": "The smallest change of the game that meets the targets.",
    "bench": "Measure the speed of the engine on this machine.",
    "box": "The cards, tiles and boards of the game, as files you can edit.",
    "compare": "What a change of the game does, on the same deals.",
    "difficulty": "What each scenario of a game does to the win rate.",
    "doctor": "Versions, machine and cache, for a bug report.",
    "games": "The games that can be played.",
    "play": "Play one game and print it, turn by turn, to the result.",
    "replay": "One game of a run, turn by turn, to the result.",
    "report": "What a run says about balance, as a page.",
    "restrict": "What each part of a game is worth: players who do without it.",
    "run": "Play many games and write their tables to the folder DIR.",
    "runs": "List runs and campaigns, or delete some.",
    "sql": "Ask the tables of a run, or list them.",
    "strategies": "Who can play; a new strategy of your own.",
    "sweep": "A setting of the game at many values: curves, and which values are fair.",
    "tournament": "Strategies against each other: ratings, and who beats whom.",
    "tune": "Better weights for a strategy, by playing.",
    "watch": "Compare a box or variant with its base whenever it is saved.",
}
"""The commands, each in a module of its name that is imported when it is called, in a few words."""


class Commands(Group):
    """Commands that Ctrl-C, an unknown option or a name that can't be used ends with one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command; its module is imported now."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"trisim.cli.{cmd_name}"), cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, which must be text."""
        for text in args:
            if not is_utf_8(text):
                fail(f"{visible(text)}: {NOT_UTF_8}")
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            fail(unknown_option(error))

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("trisim: stopped", err=True)
            raise SystemExit(INTERRUPTED) from None
        except click.NoSuchOption as error:
            fail(unknown_option(error))
        except UnicodeEncodeError as error:
            if error.reason != "surrogates not allowed":
                raise
            fail(f"{visible(str(error.object))}: {NOT_UTF_8}")
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            from trisim.box.faults import shown

            fail(f"{shown(error.filename)}: this name is too long for a file or folder; shorten it")


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EPILOG,
)
@click.version_option(__version__, "-V", "--version", prog_name="trisim")
def main() -> None:
    """Balance analysis for heavy board games.

    --game NAME, or the variable TRISIM_GAME, chooses the game; commands on a run or campaign read
    it from the folder.
    """


def run() -> None:
    """Run the command line with safe output streams; a failed write is one line."""
    protect_output()
    try:
        try:
            main()
        finally:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to flush
        click.echo(f"trisim: the output can't be written: {error.strerror}", err=True)
        sys.exit(1)
