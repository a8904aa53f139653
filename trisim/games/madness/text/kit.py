"""The texts of a single game of *The Big Book of Madness*."""

from __future__ import annotations

from trisim.game_text import GameText
from trisim.games.madness.text.describe import describe
from trisim.games.madness.text.more import more_about
from trisim.games.madness.text.position import read_position, write_position
from trisim.games.madness.text.transcript import Transcript
from trisim.games.madness.text.views import own_lines, table_lines
from trisim.games.madness.text.words import player_name

TEXT = GameText(
    describe=describe,
    more_about=more_about,
    own_lines=own_lines,
    table_lines=table_lines,
    player_name=player_name,
    transcript=Transcript,
    write_position=write_position,
    read_position=read_position,
)
