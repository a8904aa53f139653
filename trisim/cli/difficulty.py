"""``trisim difficulty``: the presets and options of the solo game, and what they are worth."""

from __future__ import annotations

from pathlib import Path

import click

from trisim.cli.box import BOX, VARIANT, load
from trisim.cli.common import console

EPILOG = """\b
Examples:
  trisim difficulty list                          presets and options
  trisim difficulty list --variant gentle.toml    with a preset of your own
  trisim run --solo --difficulty hard --option bot_first --strategy balanced --out runs/solo
"""


@click.group(
    invoke_without_command=True,
    short_help="How hard the solo game is: presets and options.",
    epilog=EPILOG,
)
@click.pass_context
def difficulty(context: click.Context) -> None:
    """How hard the solo game against Botmegistus is."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# ---------------------------------------------------------------- presets and options

OWN_PRESET = """\
A preset of your own is a few lines in a variant, laid over the box with --variant mine.toml
(or [difficulty.gentle] in solo.toml of a box of your own):

  [add.solo.difficulty.gentle]
  meaning = "Between easy and normal."
  options = { less_gold = true, setup_rolls = 1 }

Try it:
  trisim run --solo --difficulty gentle --variant mine.toml --games 1000 --out runs/gentle
  trisim run --solo --difficulty hard --option extra_gold=no --option bot_first --out runs/first\
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
    from trisim.box.show.difficulty import difficulty_page

    loaded = load(folder, variants)
    console().print(difficulty_page(loaded))
    click.echo(f"\n{OWN_PRESET}")
