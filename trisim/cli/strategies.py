"""``trisim strategies``: who can play, what a strategy weighs, and the file of a new one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail
from trisim.cli.game_command import GameCommand, GameGroup, game_option, game_words, plugin_of
from trisim.cli.options import NamedPath, one_of
from trisim.terminal import console

if TYPE_CHECKING:
    from rich.console import JustifyMethod
    from rich.table import Table

    from trisim.players.player import Player
    from trisim.players.registry import Listed

KINDS = ("weights", "compiled", "python")
SENTENCES = ("idea", "meaning", "points for", "one of it is")
"""Columns that may take several lines."""


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    short_help="Who can play; a new strategy of your own.",
    epilog="""\b
Examples:
  trisim strategies                        all that have a name
  trisim strategies show random            one of them, with its numbers
  trisim strategies features               what a weights file can weigh
  trisim strategies restrictions           what a strategy can play without
  trisim strategies new mine               mine.toml, weights to change
  trisim strategies new quick --kind compiled
  trisim play --players 2 --seat 0=./mine.toml
""",
)
@game_option()
@click.pass_context
def strategies(context: click.Context, /, **_: Any) -> None:
    """List the strategies that have a name: those of trisim, then those of installed packages.

    A file works as well: --strategy path/mine.toml. Parameters follow with colons:
    random:noise=0.1. Every strategy has noise (share of decisions with an error, 0 to 1), far
    (size of an error, in points) and without (what it neither takes nor uses).
    docs/strategies.md says how to write one.
    """
    if context.invoked_subcommand is not None:
        return
    from trisim.players.registry import every_strategy

    console().print(table_of(every_strategy(plugin_of(context).players)))
    click.echo("\ntrisim strategies new NAME writes one of your own; show NAME shows one.")


def table_of(found: list[Listed]) -> Table:
    """The strategies that have a name, a row each; a broken one with its fault."""
    from rich.text import Text

    table = plain_table("name", "kind", "idea", "author")
    for one in found:
        name, player = Text(one.name, "bold"), one.player
        if player is None:
            table.add_row(name, "broken", Text(one.error, "red"), Text(one.package))
        else:
            author = Text(player.author or one.package)
            table.add_row(name, player.kind.value, Text(player.idea), author)
    return table


def plain_table(*columns: str, numbers: int = 0) -> Table:
    """A table without frames; so many columns behind the first have numbers."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold cyan", padding=(0, 2, 0, 0))
    for place, name in enumerate(columns):
        justify: JustifyMethod = "right" if 1 <= place <= numbers else "left"
        table.add_column(Text(name), justify=justify, no_wrap=name not in SENTENCES)
    return table


# ---------------------------------------------------------------- one of them


@strategies.command(cls=GameCommand, short_help="One strategy, with its numbers.")
@click.argument("spec", metavar="NAME")
@game_option()
@click.pass_context
def show(context: click.Context, /, spec: str, **_: Any) -> None:
    """Show a strategy: its idea, its file and its numbers.

    NAME is a name, or the path of a file; parameters behind it count: show mine.toml:noise=0.1.
    """
    from rich.text import Text

    from trisim.players.registry import StrategyError, load

    try:
        player = load(spec, plugin_of(context).players)
    except StrategyError as error:
        fail(str(error))
    out = console()
    by = f", by {player.author}" if player.author else ""
    out.print(Text.assemble((player.name, "bold"), f" ({player.kind.value}){by}"))
    out.print(Text(player.idea))
    out.print(Text(str(player.source)), soft_wrap=True)
    for table in (weights_table(player), numbers_table(player)):
        if table is not None:
            out.print()
            out.print(table)


def weights_table(player: Player) -> Table | None:
    """What a strategy weighs, round by round."""
    if not player.weights:
        return None
    kit = player.kit
    first, *others = kit.phases
    columns = [first, *(phase.rpartition(" ")[2] for phase in others)]
    table = plain_table("weight", *columns, "points for", numbers=len(columns))
    for name, weight in player.weights.items():
        table.add_row(name, *(f"{points:g}" for points in weight), kit.features[name])
    return table


def numbers_table(player: Player) -> Table:
    """The other numbers that may be given to a strategy."""
    table = plain_table("parameter", "value", "meaning", numbers=1)
    of_weights = {**player.judgement, **player.search}
    known = {**player.kit.judgement, **player.kit.search}
    for name, value in {**of_weights, **player.parameters}.items():
        table.add_row(name, f"{value:g}", known[name].meaning if name in of_weights else "")
    table.add_row("noise", f"{player.noise:g}", "share of decisions with an error, 0 to 1")
    table.add_row("far", f"{player.far:g}", how_far(player))
    if player.without:
        table.add_row("without", "+".join(player.without), "what it neither takes nor uses")
    return table


def how_far(player: Player) -> str:
    """What ``far`` means for a strategy."""
    if player.kind.value == "weights":
        return "size of an error: how far it misjudges each option, in points"
    return "no effect: in an error it takes any option, each with the same probability"


@strategies.command(cls=GameCommand, short_help="What a weights file can weigh.")
@game_option()
@click.pass_context
def features(context: click.Context, /, **_: Any) -> None:
    """List the features that a weights file can use, and its other numbers."""
    kit = plugin_of(context).players
    if not kit.features:
        fail(f"{kit.game} has no strategies of weights; write one as a function or a class")
    out = console()
    table = plain_table("[weights]", "one of it is")
    for name, meaning in kit.features.items():
        table.add_row(name, meaning)
    out.print(table)
    for heading, known in (("[judgement]", kit.judgement), ("[search]", kit.search)):
        out.print()
        numbers = plain_table(heading, "usual", "meaning", numbers=1)
        for name, number in known.items():
            numbers.add_row(name, f"{number.default:g}", number.meaning)
        out.print(numbers)


@strategies.command(cls=GameCommand, short_help="What a strategy can play without.")
@click.option(
    "--box",
    default=None,
    metavar="DIR",
    type=NamedPath(path_type=Path),
    help="The box whose cards are listed.  [the reference set]",
)
@game_option()
@click.pass_context
def restrictions(context: click.Context, /, box: Path | None, **_: Any) -> None:
    """List what any strategy can be forbidden to take and to use.

    Several are joined with +: balanced:without=NAME+NAME.
    """
    from trisim.box.box import load_box
    from trisim.cli.common import failing

    plugin = plugin_of(context)
    with failing():
        found = plugin.players.restrictions(load_box(plugin.box, box))
    if not found:
        fail(f"{plugin.name} has nothing that a strategy can play without")
    table = plain_table("without=", "kind", "meaning")
    for each in found:
        table.add_row(each.name, each.kind, each.title)
    console().print(table)


# ---------------------------------------------------------------- a new one


@strategies.command(cls=GameCommand, short_help="The file of a new one, to be changed.")
@click.argument("name")
@click.option(
    "--kind",
    default="weights",
    metavar="KIND",
    help="weights (a TOML file, no code), compiled (a fast function) or python (a class).  "
    "[weights]",
)
@click.option(
    "--out",
    "folder",
    default=Path(),
    metavar="DIR",
    type=NamedPath(path_type=Path),
    help="Where the file goes.  [here]",
)
@game_option()
@click.pass_context
def new(context: click.Context, /, name: str, kind: str, folder: Path, **_: Any) -> None:
    """Write NAME.toml or NAME.py, a commented strategy that plays at once, to be changed.

    Nothing is ever overwritten.
    """
    from trisim.players.player import Kind, StrategyError
    from trisim.players.scaffold import write_new

    plugin = plugin_of(context)
    try:
        path = write_new(name, Kind(one_of(kind, "--kind", KINDS)), folder, plugin.players)
    except StrategyError as error:
        fail(str(error))
    spec = shlex.quote(str(path) if "/" in str(path) else f"./{path}")
    click.echo(f"Wrote {path}. It plays as it is:")
    players, game = plugin.info.default_players, game_words(plugin.name)
    lineup = f"{spec},random*{players - 1}" if players > 1 else spec
    click.echo(f"  trisim play{game} --players {players} --seed 1 --seat 0={spec}")
    click.echo(f"  trisim run{game} --games 100 --lineup {lineup} --out runs/{name}")
    click.echo("Change it in a text editor; docs/strategies.md explains what it may hold.")
