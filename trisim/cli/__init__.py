"""The command line: parse, call, print. Heavy imports stay inside the commands."""

from __future__ import annotations

import errno
import os
import sys

import click

from trisim import __version__
from trisim.cli.audit import audit
from trisim.cli.bench import bench
from trisim.cli.box import box
from trisim.cli.common import Group, fail
from trisim.cli.difficulty import difficulty
from trisim.cli.doctor import doctor
from trisim.cli.play import play
from trisim.cli.replay import replay
from trisim.cli.report import report
from trisim.cli.run import run as run_command
from trisim.cli.runs import runs
from trisim.cli.sql import sql
from trisim.cli.strategies import strategies
from trisim.cli.tournament import tournament
from trisim.cli.tune import tune
from trisim.interrupt import INTERRUPTED
from trisim.terminal import protect_output
from trisim.texts import is_utf_8, visible

EPILOG = """\b
Examples:
  trisim box show                    the whole box at a glance
  trisim box show newton             an alchemist, with vault and formulas
  trisim box new mybox               a copy to edit in a spreadsheet
  trisim box check mybox             every mistake in it
  trisim play --players 2 --seed 7   a game to read, turn by turn
  trisim play --seat 0=human         a game to play
  trisim strategies                  who can play, and what each plans
  trisim run --players 2 --games 20 --out runs/a   many games, written down
  trisim run --solo --difficulty hard --games 20 --out runs/b   against Botmegistus
  trisim sql runs/a                  the tables of a run, and any question to them
  trisim report runs/a --out a.html   what they say about balance, as a page
  trisim replay runs/a --game 7      one of its games, to read
  trisim runs                        all runs, with size and age; delete removes one
  trisim doctor                      versions and machine, for a bug report
"""


NOT_UTF_8 = "this name is not valid UTF-8, so no table can be written or read there; rename it"


class Commands(Group):
    """Commands that Ctrl-C, or a name that can't be used, ends with one line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, which must be text."""
        for text in args:
            if not is_utf_8(text):
                fail(f"{visible(text)}: {NOT_UTF_8}")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("trisim: stopped", err=True)
            raise SystemExit(INTERRUPTED) from None
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
    """Balance analysis for heavy board games, first of all Trismegistus."""


def run() -> None:
    """Run the command; output is safe to read, and that it can't be written is one line, too."""
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


main.add_command(audit)
main.add_command(bench)
main.add_command(box)
main.add_command(difficulty)
main.add_command(doctor)
main.add_command(play)
main.add_command(replay)
main.add_command(report)
main.add_command(run_command)
main.add_command(runs)
main.add_command(sql)
main.add_command(strategies)
main.add_command(tournament)
main.add_command(tune)
