"""``trisim restrict``: what each part of a game is worth."""

from __future__ import annotations

from typing import Any

import click

from trisim.campaigns.restrict import RestrictionStudy, detect_words
from trisim.campaigns.restrict_request import read_share
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail, failing
from trisim.cli.game_command import GameCommand
from trisim.cli.restrict_report import show_worths
from trisim.sim.campaign import Prepared

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
@click.option(
    "--detect",
    metavar="SHARE",
    help="With --dry-run: how many games find an effect of this size, such as 2%.",
)
@click.pass_context
def restrict(
    context: click.Context, /, words: tuple[str, ...], detect: str | None, **options: Any
) -> None:
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
    if detect is not None and not options["dry_run"]:
        fail("--detect: it says how many games to play; give it with --dry-run")
    with failing():
        effect = None if detect is None else read_share(detect, "--detect")
    found: list[str] = []

    def answer(prepared: Prepared[Any]) -> None:
        if effect is not None:
            found.append(detect_words(prepared, effect))

    run_campaign(context, RestrictionStudy, show_worths, EXAMPLE, check=answer)
    for words_of_it in found:
        click.echo(words_of_it)
