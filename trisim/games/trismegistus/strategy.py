"""What the files of strategies import, compiled ones and classes in Python."""

from __future__ import annotations

from trisim.engine.chance import draw as draw
from trisim.engine.moves import first_of as first_of
from trisim.engine.moves import kind_of as kind_of
from trisim.engine.moves import second_of as second_of
from trisim.engine.moves import third_of as third_of
from trisim.games.trismegistus.kernels import strategy as strategy
from trisim.games.trismegistus.players.policy import Mind as Mind
from trisim.games.trismegistus.players.policy import Policy as Policy
from trisim.games.trismegistus.players.restricting import is_restricted as is_restricted
from trisim.games.trismegistus.rules.actions import experiments_held as experiments_held
from trisim.games.trismegistus.rules.codes import Frame as Frame
from trisim.games.trismegistus.rules.codes import Move as Move
from trisim.games.trismegistus.rules.game import Game as View
from trisim.games.trismegistus.rules.state import Box as Box
from trisim.games.trismegistus.rules.state import Game as Game
from trisim.games.trismegistus.rules.state import Moves as Moves

__all__ = [
    "Box",
    "Frame",
    "Game",
    "Mind",
    "Move",
    "Moves",
    "Policy",
    "View",
    "draw",
    "experiments_held",
    "first_of",
    "is_restricted",
    "kind_of",
    "second_of",
    "strategy",
    "third_of",
]
