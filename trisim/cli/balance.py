"""``trisim balance``: the smallest change of a game that meets its targets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from trisim.campaigns.balance import Balance
from trisim.cli.balance_report import show_findings
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail, failing
from trisim.cli.game_command import GameCommand
from trisim.cli.options import NamedPath
from trisim.texts import plural

EXAMPLE = "balances/first"
EPILOG = """\b
Examples:
  trisim balance --suggest-knobs runs/a --out knobs.toml  a file to begin with
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
@click.option(
    "--suggest-knobs",
    metavar="RUN",
    type=NamedPath(path_type=Path),
    help="Write a first file of knobs to --out, from the targets that RUN misses, and do nothing "
    "else.",
)
@click.pass_context
def balance(
    context: click.Context, /, words: tuple[str, ...], suggest_knobs: Path | None, **options: Any
) -> None:
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
    if suggest_knobs is not None:
        write_knobs(suggest_knobs, options["out"], options["targets"])
        return
    run_campaign(context, Balance, show_findings, EXAMPLE)


def write_knobs(run: Path, out: Path | None, targets: Path | None) -> None:
    """Write a first file of knobs."""
    if out is None:
        fail("--suggest-knobs: name the new file with --out, such as --out knobs.toml")
    if out.exists():
        fail(f"--out {out}: it exists already; name a new file")
    with failing():
        from trisim.campaigns.knobs_suggested import suggested
        from trisim.sim.disk import write_text
        from trisim.stats.analyses.targets import read_targets

        text = suggested(run, read_targets(targets).targets if targets else None)
        if not out.parent.is_dir():
            fail(f"--out {out}: there is no folder {out.parent}; make it first")
        write_text(out, text)
    count = text.count("\nset = ")
    click.echo(f"{out}: {count} knob{plural(count)}; edit prices and ranges before you use it")
