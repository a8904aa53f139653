"""What the files of strategies import, compiled ones and classes in Python."""

from __future__ import annotations

from typing import Any, TypeAlias

from summit.state import REGISTRY
from summit.state import Box as Box
from summit.state import Frame as Frame
from summit.state import Game as Game
from summit.state import Move as Move
from summit.state import Moves as Moves
from trisim.engine.chance import draw as draw
from trisim.engine.game import Game as View

__all__ = ["Box", "Frame", "Game", "Move", "Moves", "Policy", "View", "draw", "strategy"]

Policy: TypeAlias = Any
strategy = REGISTRY.strategy
