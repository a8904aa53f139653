"""What the files of strategies import, compiled ones and classes in Python."""

from __future__ import annotations

from trisim.engine.chance import draw as draw
from trisim.engine.moves import first_of as first_of
from trisim.engine.moves import kind_of as kind_of
from trisim.engine.moves import second_of as second_of
from trisim.games.madness.box.words import MADNESS as MADNESS
from trisim.games.madness.kernels import strategy as strategy
from trisim.games.madness.players.policy import Policy as Policy
from trisim.games.madness.players.restricting import is_restricted as is_restricted
from trisim.games.madness.rules.codes import Frame as Frame
from trisim.games.madness.rules.codes import Move as Move
from trisim.games.madness.rules.face import Face as View
from trisim.games.madness.rules.state import Box as Box
from trisim.games.madness.rules.state import Game as Game
from trisim.games.madness.rules.state import Moves as Moves

__all__ = [
    "MADNESS",
    "Box",
    "Frame",
    "Game",
    "Move",
    "Moves",
    "Policy",
    "View",
    "draw",
    "first_of",
    "is_restricted",
    "kind_of",
    "second_of",
    "strategy",
]
