"""The texts of a single game of *Trismegistus*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.text.describe import describe, more_about, player_name
from trisim.games.trismegistus.text.position import read_position, write_position
from trisim.games.trismegistus.text.seat_board import own_lines, table_lines
from trisim.games.trismegistus.text.transcript import Transcript
from trisim.plugin import GameText

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.games.trismegistus.box.box import Box


def score_parts(game: Game, seat: int) -> dict[str, int]:
    """The parts of a seat's score."""
    return {part.name.lower(): points for part, points in game.parts(seat).items()}


OWN_PRESET = """
A preset of your own is a few lines in a variant, applied to the box with --variant mine.toml
(or [difficulty.gentle] in solo.toml of a box of your own):

  [add.solo.difficulty.gentle]
  meaning = "Between easy and normal."
  options = { less_gold = true, setup_rolls = 1 }

Try it:
  trisim run --solo --difficulty gentle --variant mine.toml --strategy balanced --out runs/gentle
  trisim difficulty --only easy,gentle,normal --variant mine.toml --out studies/gentle\
"""


def show_scenarios(box: Box, out: Console) -> None:
    """The presets of a box, its difficulty options, and how to add a preset."""
    from trisim.box.show import show as show_page

    show_page(box, "difficulty", out)
    out.print(OWN_PRESET, markup=False, soft_wrap=True, highlight=False)


TEXT = GameText(
    describe=describe,
    more_about=more_about,
    own_lines=own_lines,
    table_lines=table_lines,
    player_name=player_name,
    score_parts=score_parts,
    transcript=Transcript,
    write_position=write_position,
    read_position=read_position,
    show_scenarios=show_scenarios,
    never_wasted="potency that is left is never wasted",
)
