"""``trisim balance``: the smallest change of a game that meets its targets."""

from __future__ import annotations

from typing import Any

import click

from trisim.campaigns.balance import Balance
from trisim.cli.balance_report import show_findings
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail
from trisim.cli.game_command import GameCommand

EXAMPLE = "balances/first"
EPILOG = """\b
Examples:
  trisim balance --over knobs.toml --out balances/first
  trisim balance --targets targets.toml --over knobs.toml --games 20000 --out balances/long
  trisim balance --over knobs.toml --dry-run              the knobs, and how long it takes
  trisim balance --out balances/first --resume            go on where it was stopped
  trisim balance show balances/first                      the result once more
"""


@click.command(
    cls=GameCommand,
    epilog=EPILOG,
    short_help="The smallest change of the game that meets the targets.",
)
@click.argument("words", metavar="", nargs=-1)
@campaign_options(Balance)
@click.pass_context
def balance(context: click.Context, /, words: tuple[str, ...], **options: Any) -> None:
    """Search for the smallest change that meets the targets, and check it on new deals.

    --over names what may be changed, and how much you mind. DIR gets the results (balance.html,
    balance.json, Parquet tables), at most five variants in variants/, and in runs/ an ordinary run
    for each candidate. docs/balancing.md shows an example.
    """
    if words[:1] == (SHOW,):
        show_again(Balance, show_findings, words[1:], EXAMPLE)
        return
    if words:
        fail(f"balance {words[0]}: write --over FILE, or 'trisim balance show DIR'")
    run_campaign(context, Balance, show_findings, EXAMPLE)
