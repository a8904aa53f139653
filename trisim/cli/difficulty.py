"""``trisim difficulty``: the presets and options of the solo game, and what they are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from trisim.campaigns.difficulty import Study
from trisim.cli.box import BOX, VARIANT, game_format, load
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import Group, fail
from trisim.cli.difficulty_report import show_findings
from trisim.cli.options import NamedPath
from trisim.terminal import console

EXAMPLE = "studies/first"
EPILOG = """\b
Examples:
  trisim difficulty --games 2000 --out studies/first    what each option is worth to balanced
  trisim difficulty --until-ci 1% --out studies/exact   until effects are known to ± 1 point
  trisim difficulty --strategy greedy,balanced --only presets --out studies/presets
  trisim difficulty --only bot_first,setup_rolls=6 --out studies/two
  trisim difficulty --combination extra_gold+tracks_at_one --out studies/both
  trisim difficulty --games 2000 --dry-run              how many games, how long
  trisim difficulty --out studies/first --resume        go on where it was stopped
  trisim difficulty show studies/first                  the result once more
  trisim difficulty list                                presets and options of the box
"""


@click.group(
    cls=Group,
    invoke_without_command=True,
    short_help="What each option of the solo game is worth; its presets and options.",
    epilog=EPILOG,
)
@campaign_options(Study)
@click.pass_context
def difficulty(context: click.Context, /, **options: Any) -> None:
    """Find out what each difficulty option of Botmegistus is worth.

    Strategies play the same deals against Botmegistus as it is (normal), with each option changed
    alone, in the planning variant, with each preset of the box and with combinations of your
    choice. DIR gets the results (difficulty.json, Parquet tables, pictures) and in runs/ an
    ordinary run for each strategy. docs/difficulty.md says how to read them.
    """
    if context.invoked_subcommand is None:
        run_campaign(context, Study, show_findings, EXAMPLE)
    elif is_given(context):
        fail(f"difficulty {context.invoked_subcommand}: its options follow it")


def is_given(context: click.Context) -> bool:
    """Whether an option was typed."""
    sources = map(context.get_parameter_source, context.params)
    return ParameterSource.COMMANDLINE in sources


@difficulty.command(SHOW)
@click.argument("words", metavar="DIR", nargs=-1, type=NamedPath())
def show(words: tuple[str, ...]) -> None:
    """Show the results of a study once more, from what was written."""
    show_again(Study, show_findings, words, EXAMPLE)


# ---------------------------------------------------------------- presets and options

OWN_PRESET = """\
A preset of your own is a few lines in a variant, laid over the box with --variant mine.toml
(or [difficulty.gentle] in solo.toml of a box of your own):

  [add.solo.difficulty.gentle]
  meaning = "Between easy and normal."
  options = { less_gold = true, setup_rolls = 1 }

Try it:
  trisim run --solo --difficulty gentle --variant mine.toml --strategy balanced --out runs/gentle
  trisim difficulty --only easy,gentle,normal --variant mine.toml --out studies/gentle\
"""


@difficulty.command(
    "list",
    epilog="""\b
Examples:
  trisim difficulty list
  trisim difficulty list --box mybox --variant gentle.toml
""",
)
@BOX
@VARIANT
def list_difficulties(folder: Path | None, variants: tuple[Path, ...]) -> None:
    """Show the presets of a box and all difficulty options.

    Each preset with what it is for and what it switches on; each option with its meaning, whom it
    is meant to help, its usual value and its value in each preset; which options contradict each
    other; how to add a preset of your own.
    """
    from trisim.box.show import show as show_page

    show_page(load(game_format(), folder, variants), "difficulty", console())
    click.echo(f"\n{OWN_PRESET}")
