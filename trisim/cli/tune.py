"""``trisim tune``: better weights by play against a pool."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import Any

import click

from trisim.campaigns.tuning import Tuning
from trisim.campaigns.tuning_request import TuningRequest
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail
from trisim.cli.game_command import GameCommand
from trisim.cli.options import NamedPath
from trisim.cli.tune_report import show_check
from trisim.players.specs import parse_spec
from trisim.sim.campaign import Prepared

EXAMPLE = "tunings/first"
EPILOG = """\b
Examples:
  trisim tune --out tunings/first                        from the usual weights, as they are
  trisim tune mine.toml --pool balanced,mine.toml --out tunings/mine --save mine-tuned.toml
  trisim tune --generations 1000 --dry-run               how many games, how long
  trisim tune --out tunings/first --resume               go on where it was stopped
  trisim tune show tunings/first                         the result once more
"""


@click.command(
    cls=GameCommand, epilog=EPILOG, short_help="Better weights for a strategy, by playing."
)
@click.argument("words", metavar="[START]", nargs=-1)
@campaign_options(Tuning)
@click.option(
    "--save",
    metavar="FILE",
    type=NamedPath(path_type=Path),
    help="Write the weights there, too, such as mine.toml; to be given again with --resume.",
)
@click.pass_context
def tune(
    context: click.Context, /, words: tuple[str, ...], save: Path | None, **options: Any
) -> None:
    """Improve the weights of START (a name or a weights file; usual ones if none is named) by play.

    Each candidate plays one seat against a table of one opponent, all on the same deals; the better
    ones shape the next generation (CMA-ES). At the end the result is checked on new deals and
    against strategies that it never met. DIR gets tuned.toml with the weights and their check, a
    figure, check.json, and in runs/ the games of the check. docs/tuning.md says more.
    """
    if words[:1] == (SHOW,):
        show_again(Tuning, show_check, words[1:], EXAMPLE)
        return
    if len(words) > 1:
        fail(f"tune {shlex.join(words)}: name one strategy to begin with; others go into --pool")
    start: dict[str, Any] = {"start": words[0]} if words else {}
    check = partial(check_save, save)
    played = run_campaign(context, Tuning, show_check, EXAMPLE, check, **start)
    if played is not None and save is not None:
        write_copy(played, save)


def check_save(path: Path | None, prepared: Prepared[TuningRequest]) -> None:
    """Stop before anything is played if the weights can't be written where they should go."""
    if path is None:
        return
    if path.suffix != ".toml":
        fail(f"--save {path}: weights are written to a .toml file; name one, such as mine.toml")
    if path.is_dir() or not path.absolute().parent.is_dir():
        what = "this is a folder" if path.is_dir() else "there is no such folder"
        fail(f"--save {path}: {what}; name a file in a folder that exists")
    if path.resolve() in strategy_files(prepared):
        fail(f"--save {path}: the tuning plays with this file; give the result another name")


def strategy_files(prepared: Prepared[TuningRequest]) -> set[Path]:
    """The files of all strategies: those that are played, and those that copies were made of."""
    played = {player.source for player in prepared.players.values() if player.source is not None}
    named = (parse_spec(spec) for spec in prepared.request.specs)
    return played | {each.path.resolve() for each in named if each.is_path}


def write_copy(tuning: Tuning, path: Path) -> None:
    """Write the weights file to a place of the user's, whole or not at all."""
    from trisim.sim.disk import write_text

    try:
        write_text(path, tuning.tuned.read_text(encoding="utf-8"))
    except OSError as error:
        fail(f"--save {path}: can't be written ({error.strerror}); the weights are {tuning.tuned}")
