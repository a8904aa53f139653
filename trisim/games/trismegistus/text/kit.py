"""What people read of a single game of *Trismegistus*."""

from __future__ import annotations

from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.text.describe import describe, more_about, player_name
from trisim.games.trismegistus.text.position import write_position
from trisim.games.trismegistus.text.seat_board import own_lines, table_lines
from trisim.games.trismegistus.text.transcript import Transcript
from trisim.plugin import GameText


def score_parts(game: Game, seat: int) -> dict[str, int]:
    """The parts of a seat's score."""
    return {part.name.lower(): points for part, points in game.parts(seat).items()}


TEXT = GameText(
    describe=describe,
    more_about=more_about,
    own_lines=own_lines,
    table_lines=table_lines,
    player_name=player_name,
    score_parts=score_parts,
    transcript=Transcript,
    write_position=write_position,
    never_wasted="potency that is left is never wasted",
)
