"""``trisim difficulty``: the scenarios of a game, and how hard each is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from trisim.campaigns.difficulty import Study
from trisim.campaigns.solution import Solution
from trisim.cli.box import BOX, VARIANT, load
from trisim.cli.campaign import SHOW, campaign_options, run_campaign, show_again
from trisim.cli.common import fail, failing
from trisim.cli.difficulty_report import show_findings
from trisim.cli.game_command import GameCommand, GameGroup, game_option, plugin_of
from trisim.cli.options import NamedPath
from trisim.cli.solution_report import show_solved
from trisim.plugin import GameInfo
from trisim.sim.campaign_folder import read_head
from trisim.sim.options import quote
from trisim.terminal import console

EXAMPLE = "studies/first"
EPILOG = """\b
Examples:
  trisim difficulty --games 2000 --out studies/first    what each scenario does to the win rate
  trisim difficulty --until-ci 1% --out studies/exact   until effects are known to ± 1 point
  trisim difficulty --strategy random,mine.toml --out studies/mine
  trisim difficulty --solve 50% --out studies/coin      what makes it a coin flip
  trisim difficulty --games 2000 --dry-run              how many games, how long
  trisim difficulty --out studies/first --resume        go on where it was stopped
  trisim difficulty show studies/first                  the result once more
  trisim difficulty list                                what there is to compare
"""


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    short_help="What each scenario of a game does to the win rate.",
    epilog=EPILOG,
)
@campaign_options(Solution, Study.kind)
@click.pass_context
def difficulty(context: click.Context, /, **options: Any) -> None:
    """Find out how hard each scenario of a game is.

    Strategies play the same deals in all scenarios, and each scenario is compared with the first.
    DIR gets the results (difficulty.json, Parquet tables, pictures) and in runs/ an ordinary run
    for each strategy. docs/difficulty.md says how to read them.

    With --solve RATE it finds the scenario, or the combination, that comes nearest to a win rate:
    rounds of games narrow the candidates down, and the last ones are confirmed on new deals.
    """
    if context.invoked_subcommand is None and is_solving(context):
        run_campaign(context, Solution, show_solved, EXAMPLE)
    elif context.invoked_subcommand is None:
        run_campaign(context, Study, show_findings, EXAMPLE)
    elif is_given(context):
        fail(f"difficulty {context.invoked_subcommand}: its options follow it")


def is_given(context: click.Context) -> bool:
    """Whether an option was typed, besides ``--game``."""
    sources = (context.get_parameter_source(name) for name in context.params if name != "game")
    return ParameterSource.COMMANDLINE in sources


def is_solving(context: click.Context) -> bool:
    """Whether a win rate is wanted, or was in the folder that is resumed."""
    values = context.params
    is_wanted = values["solve"] is not None
    if values["resume"] and values["out"] is not None and holds_solution(values["out"]):
        return True
    if not is_wanted and values["most_changes"] is not None:
        fail("--most-changes: this is for --solve; add it, or leave this out")
    return is_wanted


def holds_solution(folder: Path) -> bool:
    """Whether a folder has a search for a win rate."""
    with failing():
        head = read_head(folder)
    return head is not None and head.kind == Solution.kind


@difficulty.command(SHOW)
@click.argument("words", metavar="DIR", nargs=-1, type=NamedPath())
def show(words: tuple[str, ...]) -> None:
    """Print the results of a finished study again."""
    if len(words) == 1 and holds_solution(Path(words[0])):
        show_again(Solution, show_solved, words, EXAMPLE)
    else:
        show_again(Study, show_findings, words, EXAMPLE)


# ---------------------------------------------------------------- presets and options


@difficulty.command(
    "list",
    cls=GameCommand,
    epilog="""\b
Examples:
  trisim difficulty list
  trisim difficulty list --box mybox --variant gentle.toml
""",
)
@game_option()
@BOX
@VARIANT
@click.pass_context
def list_scenarios(
    context: click.Context, /, folder: Path | None, variants: tuple[Path, ...], **_: Any
) -> None:
    """Show the scenarios of a game, and what else can be compared."""
    plugin = plugin_of(context)
    box = load(plugin.box, folder, variants)
    if plugin.text.show_scenarios is not None:
        plugin.text.show_scenarios(box, console())
    else:
        show_presets(plugin.info)


def show_presets(game: GameInfo) -> None:
    """The scenarios of a game, each with its options."""
    if not game.presets:
        fail(f"{game.name} has one scenario, so there is nothing to compare")
    width = max(map(len, game.presets))
    for name, values in game.presets.items():
        words = ", ".join(f"{key} {quote(value)}" for key, value in values.items())
        click.echo(f"{name:<{width}}  {words or 'the usual options'}")
