"""``trisim tournament``: strategies against each other, and who is how strong."""

from __future__ import annotations

from typing import Any

import click

from trisim.campaigns.tournament import Tournament
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail
from trisim.cli.game_command import GameCommand
from trisim.cli.tournament_report import show_result

EXAMPLE = "tournaments/first"
EPILOG = """\b
Examples:
  trisim tournament random mine.py --games 400 --out tournaments/mine
  trisim tournament random mine.py --format duel --out tournaments/duel
  trisim tournament random mine.py --games 4000 --dry-run    how many games, how long
  trisim tournament --out tournaments/mine --resume          go on where it was stopped
  trisim tournament show tournaments/mine                    the result once more
"""


@click.command(
    cls=GameCommand,
    epilog=EPILOG,
    short_help="Strategies against each other: ratings, and who beats whom.",
)
@click.argument("words", metavar="STRATEGY…", nargs=-1)
@campaign_options(Tournament)
@click.pass_context
def tournament(context: click.Context, /, words: tuple[str, ...], **options: Any) -> None:
    """Let strategies play against each other and estimate their strength.

    All line-ups play the same deals, and everybody sits in every seat. DIR gets the results
    (tournament.json, strategies.parquet, pairs.parquet, a picture) and in runs/ an ordinary run
    for each line-up. docs/tournaments.md says what is measured, and how.
    """
    if words[:1] == (SHOW,):
        show_again(Tournament, show_result, words[1:], EXAMPLE)
        return
    if not words and not options["resume"]:
        fail("tournament: name the strategies, such as 'trisim tournament random mine.py …'")
    run_campaign(context, Tournament, show_result, EXAMPLE, strategies=words)
