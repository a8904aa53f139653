"""What the file of a compiled strategy imports."""

from __future__ import annotations

from trisim.players.mind import Mind as Mind
from trisim.rules.chance import draw as draw
from trisim.rules.kernel import strategy as strategy
from trisim.rules.state import Box as Box
from trisim.rules.state import Game as Game
from trisim.rules.state import Moves as Moves
