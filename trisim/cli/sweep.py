"""``trisim sweep``: a setting of a game at many values, and which values are fair."""

from __future__ import annotations

from typing import Any

import click

from trisim.campaigns.sweep import Sweep
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail
from trisim.cli.detect import DETECT, detecting
from trisim.cli.game_command import GameCommand
from trisim.cli.sweep_report import show_findings

EXAMPLE = "sweeps/first"
EPILOG = """\b
Examples:
  trisim sweep --set rules.numbers.rounds=3..5 --out sweeps/rounds
  trisim sweep --card ID --games 8000 --out sweeps/card       all numbers of a card
  trisim sweep --set strategy.noise=0..0.4/0.1 --out sweeps/noise
  trisim sweep --card ID --dry-run --detect 2%                how many games it takes
  trisim sweep --out sweeps/card --resume                     go on where it was stopped
  trisim sweep show sweeps/card                               the result once more
"""


@click.command(
    cls=GameCommand,
    epilog=EPILOG,
    short_help="A setting of the game at many values: curves, and which values are fair.",
)
@click.argument("words", metavar="", nargs=-1)
@campaign_options(Sweep)
@DETECT
@click.pass_context
def sweep(context: click.Context, /, words: tuple[str, ...], **options: Any) -> None:
    """Play the game with a setting at many values, on the same deals.

    Several --set are a grid of all combinations, or changed one at a time. With --target it says
    at which values a measure may be what you want. DIR gets the results (sweep.html, sweep.json,
    Parquet tables) and in runs/ an ordinary run for each point. docs/sweeps.md shows two examples.
    """
    if words[:1] == (SHOW,):
        show_again(Sweep, show_findings, words[1:], EXAMPLE)
        return
    if words:
        fail(f"sweep {words[0]}: write --set PATH=VALUES, or 'trisim sweep show DIR'")
    run_campaign(context, Sweep, show_findings, EXAMPLE, **detecting(options, Sweep.needs))
