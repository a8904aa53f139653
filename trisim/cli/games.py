"""``trisim games``: the games that can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trisim.cli.strategies import plain_table
from trisim.plugin import every_game
from trisim.terminal import console
from trisim.texts import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from trisim.plugin import GameInfo, Listed


@click.command(
    short_help="The games that can be played.",
    epilog="""\b
Examples:
  trisim games
  trisim run --game NAME --help      the options of a game
""",
)
def games() -> None:
    """List all games: those of trisim, then those of installed packages.

    A package offers a game through the entry-point group trisim.games. One that can't be imported
    is listed with the reason.
    """
    found = every_game()
    out = console()
    out.print(table_of(found))
    for one in found:
        if one.error:
            out.print(f"{one.name} ({one.package}): {one.error}", soft_wrap=True, markup=False)


def table_of(found: Iterable[Listed]) -> Table:
    """The games, a row each; a broken one by its name alone."""
    from rich.text import Text

    table = plain_table("name", "title", "players", "outcome", "roles", "scenarios", "box")
    for column in (table.columns[1], table.columns[5]):
        column.no_wrap = False
    for one in found:
        name = Text(one.name, "bold")
        if one.info is None:
            table.add_row(name, Text("can't be imported, see below", "red"))
        else:
            table.add_row(name, *map(Text, cells_of(one.info)))
    return table


def cells_of(game: GameInfo) -> list[str]:
    """What is known of a game, besides its name."""
    few, many = game.players[0], game.players[-1]
    return [
        game.title,
        f"{few}–{many}" if few < many else f"{few}",
        game.outcome.value,
        game.role.many if game.role else "–",
        listed(game.presets) or "–",
        game.box or "–",
    ]
