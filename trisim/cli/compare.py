"""``trisim compare``: what a change of the game does, on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from trisim.campaigns.compare import ComparisonCampaign
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail, failing
from trisim.cli.compare_report import show_comparison, show_of_runs
from trisim.cli.detect import DETECT, detecting
from trisim.cli.game_command import GameCommand, given_request
from trisim.display import reporting
from trisim.sim.manifest import MANIFEST

EXAMPLE = "comparisons/light"
OF_RUNS = {"targets", "margin", "decisive"}
"""Options of a request that also apply to existing runs."""

EPILOG = """\b
Examples:
  trisim compare reference light.toml --games 20000 --out comparisons/light
  trisim compare reference light.toml mybox mybox+light.toml --out comparisons/all
  trisim compare reference light.toml --until-ci seat=0.5% --out comparisons/exact
  trisim compare reference light.toml --dry-run --detect 2%   how many games it takes
  trisim compare --out comparisons/light --resume             go on where it was stopped
  trisim compare --out comparisons/light --resume --games 40000
  trisim compare show comparisons/light                       the answer once more
  trisim compare runs/a runs/b --out what.html                runs that exist already
"""


@click.command(
    cls=GameCommand,
    epilog=EPILOG,
    short_help="What a change of the game does, on the same deals.",
)
@click.argument("words", metavar="VERSION…", nargs=-1)
@campaign_options(ComparisonCampaign)
@DETECT
@click.option(
    "--with",
    "extras",
    multiple=True,
    metavar="WHAT",
    help="Of runs: figures, tables, json or all, beside the page.",
)
@click.pass_context
def compare(
    context: click.Context,
    /,
    words: tuple[str, ...],
    extras: tuple[str, ...],
    **options: Any,
) -> None:
    """Compare versions of the game, over the same deals.

    A VERSION is 'reference', a folder with a box, a variant such as light.toml (over --box, by
    default the reference set), or FOLDER+light.toml. The first is the base; every other one is
    compared with it. DIR gets the page (comparison.html), all figures (comparison.json, Parquet
    tables) and in runs/ an ordinary run of each version.

    Folders of runs that exist already can be compared, too; then --out names the page. Games are
    paired if both runs have the same deals, players and strategies. docs/comparing.md says how to
    read the answer.
    """
    if words[:1] == (SHOW,):
        show_again(ComparisonCampaign, show_comparison, words[1:], EXAMPLE)
    elif any((Path(word) / MANIFEST).is_file() for word in words):
        compare_existing(context, words, extras)
    else:
        if extras:
            fail("--with: this is for runs; a comparison always has its tables")
        if not words and not options["resume"]:
            fail("compare: name the versions, such as 'trisim compare reference light.toml …'")
        run_campaign(
            context,
            ComparisonCampaign,
            show_comparison,
            EXAMPLE,
            versions=words,
            **detecting(options, ComparisonCampaign.needs),
        )


def compare_existing(
    context: click.Context, words: tuple[str, ...], extras: tuple[str, ...]
) -> None:
    """Compare runs that exist, and write the page."""
    for word in words:
        if not (Path(word) / MANIFEST).is_file():
            fail(f"{word}: this is no run; compare runs with runs, or boxes with boxes")
    given = given_request(context, ComparisonCampaign.request_type)
    if others := sorted(set(given) - OF_RUNS - {"game"}):
        name = others[0].replace("_", "-")
        fail(f"--{name}: this is for versions that are played; runs have their own")
    out, quiet = context.params["out"], context.params["quiet"]
    if out is None:
        fail("--out is missing: name a page, such as --out comparisons/mine.html")
    with failing():
        from trisim.campaigns.compare import read_margin
        from trisim.report.comparison_pipeline import check_runs, compare_folders
        from trisim.report.decisive import MOST
        from trisim.stats.changes import USUAL

        asked = check_runs(words, out, extras=extras, targets=given.get("targets"))
        margins = read_margin(given.get("margin", USUAL))
        with reporting(quiet) as on_progress:
            found = compare_folders(asked, margins, given.get("decisive", MOST), on_progress)
    if not quiet:
        show_of_runs(out, found, asked.runs[0].plugin.report)
