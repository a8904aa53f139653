"""The command line: parse, call, print. Heavy imports stay inside the commands."""

from __future__ import annotations

import errno
import io
import os
import sys

import click

from trisim import __version__
from trisim.cli.audit import audit
from trisim.cli.bench import bench
from trisim.cli.box import box
from trisim.cli.common import fail
from trisim.cli.difficulty import difficulty
from trisim.cli.play import play
from trisim.cli.replay import replay
from trisim.cli.report import report
from trisim.cli.run import run as run_command
from trisim.cli.sql import sql
from trisim.cli.strategies import strategies
from trisim.cli.tournament import tournament
from trisim.cli.tune import tune

EPILOG = """\b
Examples:
  trisim box show                    the whole box at a glance
  trisim box show newton             an alchemist, with vault and formulas
  trisim box new mybox               a copy to edit in a spreadsheet
  trisim box check mybox             what needs mending in it
  trisim play --players 2 --seed 7   a game to read, turn by turn
  trisim play --seat 0=human         a game to play
  trisim strategies                  who can play, and what each plans
  trisim run --players 2 --games 20 --out runs/a   many games, written down
  trisim run --solo --difficulty hard --games 20 --out runs/b   against Botmegistus
  trisim sql runs/a                  the tables of a run, and any question to them
  trisim report runs/a --out a.html   what they say about balance, as a page
  trisim replay runs/a --game 7      one of its games, to read
"""


INTERRUPTED = 130


class Commands(click.Group):
    """Commands that Ctrl-C, or a name no file can have, ends with one line."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("trisim: stopped", err=True)
            raise SystemExit(INTERRUPTED) from None
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # no frame or arrow may stop a command
            stream.reconfigure(errors="replace")


def run() -> None:
    """The console script: output that can't be written is one line, too."""
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
main.add_command(play)
main.add_command(replay)
main.add_command(report)
main.add_command(run_command)
main.add_command(sql)
main.add_command(strategies)
main.add_command(tournament)
main.add_command(tune)
