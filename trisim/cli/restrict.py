"""``trisim restrict``: what each part of a game is worth."""

from __future__ import annotations

from typing import Any

import click

from trisim.campaigns.restrict import RestrictionStudy
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail
from trisim.cli.detect import DETECT_WINS, detecting
from trisim.cli.game_command import GameCommand
from trisim.cli.restrict_report import show_worths

EXAMPLE = "restrictions/first"
EPILOG = """\b
Examples:
  trisim restrict --games 4000 --out restrictions/first   every part of the game, one by one
  trisim restrict --only card --out restrictions/cards    the cards alone
  trisim restrict --dry-run                               how many games, how long
  trisim restrict --dry-run --detect 2%                   how many games find 2 points
  trisim restrict --out restrictions/first --resume       go on where it was stopped
  trisim restrict show restrictions/first                 the result once more
"""


@click.command(
    cls=GameCommand,
    epilog=EPILOG,
    short_help="What each part of a game is worth: players who do without it.",
)
@click.argument("words", metavar="[show DIR]", nargs=-1)
@campaign_options(RestrictionStudy)
@DETECT_WINS
@click.pass_context
def restrict(context: click.Context, /, words: tuple[str, ...], **options: Any) -> None:
    """Find out what each part of a game is worth to its players.

    One seat may neither take nor use a part, the others are free. All restrictions are played on
    the same deals, and the largest effects again on new ones. DIR gets the results (restrict.json,
    restrictions.parquet, restrict.html) and in runs/ an ordinary run for each restriction.
    docs/restrictions.md says how to read them.
    """
    if words[:1] == (SHOW,):
        show_again(RestrictionStudy, show_worths, words[1:], EXAMPLE)
        return
    if words:
        fail(f"restrict {words[0]}: 'show' is expected, or options; --only names restrictions")
    detects = detecting(options, RestrictionStudy.needs)
    run_campaign(context, RestrictionStudy, show_worths, EXAMPLE, **detects)
