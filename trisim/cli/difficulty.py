"""``trisim difficulty``: the presets and options of the solo game, and what they are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from trisim.cli.box import BOX, VARIANT, load
from trisim.cli.common import Group, fail
from trisim.cli.options import TRUST, NamedPath
from trisim.terminal import console

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
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    help="Who plays against Botmegistus; several with commas, or given more than once.  [balanced]",
)
@click.option(
    "--only",
    multiple=True,
    metavar="WHAT",
    help="A smaller study: options, planning, presets, or single ones by name, with commas.  [all]",
)
@click.option(
    "--combination",
    "combinations",
    multiple=True,
    metavar="A+B",
    help="Options at once, such as extra_gold+tracks_at_one; may be given more than once.",
)
@click.option(
    "--rolls",
    default="0,4",
    metavar="N,…",
    help="Numbers of setup rolls to try beside the usual one.  [0,4]",
)
@click.option(
    "--games",
    metavar="N",
    help="How many games against each setup: so many deals, and every deal is played once against "
    "each.  [1000; with --until-ci at most 1000000]",
)
@click.option(
    "--until-ci",
    "until",
    metavar="HALFWIDTH",
    help="Stop as soon as every effect on the win rate is known so well, such as 1% (percentage "
    "points).",
)
@click.option("--seed", default="1", metavar="S", help="The same one, the same games.  [1]")
@click.option("--out", metavar="DIR", type=NamedPath(path_type=Path), help="Where the study goes.")
@click.option("--jobs", default="-1", metavar="N", help="How many cores; -1 for all.  [-1]")
@click.option(
    "--alchemists",
    metavar="HOW",
    help="Yours: balanced, random, chosen, or one id, as in trisim run --solo.  [balanced]",
)
@BOX
@VARIANT
@click.option("--resume", is_flag=True, help="Go on with the study in DIR.")
@click.option("--force", is_flag=True, help="Replace a study that is in DIR.")
@TRUST
@click.option("--dry-run", is_flag=True, help="Say what would be compared, and what that takes.")
@click.option("--quiet", is_flag=True, help="No progress and no tables.")
@click.pass_context
def difficulty(context: click.Context, /, **options: Any) -> None:
    """Find out what each difficulty option of Botmegistus is worth.

    Strategies play the same deals against Botmegistus as it is (normal), with each option changed
    alone, in the planning variant, with each preset of the box and with combinations of your
    choice. DIR gets the results (difficulty.json, Parquet tables, pictures) and in runs/ an
    ordinary run for each strategy. docs/difficulty.md says how to read them.
    """
    given = {
        name
        for name in options
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    if context.invoked_subcommand is not None:
        if given:
            fail(f"difficulty {context.invoked_subcommand}: its options follow it")
        return
    from trisim.cli.difficulty_study import study

    study(options, given)


@difficulty.command("show")
@click.argument("folder", metavar="DIR", type=NamedPath(path_type=Path))
def show(folder: Path) -> None:
    """Show the results of a study once more, from what was written."""
    from trisim.cli.difficulty_report import show_findings
    from trisim.cli.run import failing

    with failing():
        from trisim.report.difficulty_files import read_results

        show_findings(read_results(folder), folder)


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
    from trisim.games.trismegistus.box.show.difficulty import difficulty_page

    loaded = load(folder, variants)
    console().print(difficulty_page(loaded))
    click.echo(f"\n{OWN_PRESET}")
