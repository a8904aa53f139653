"""A single game in Python."""

from __future__ import annotations

from trisim.engine import game as engine
from trisim.games.madness.rules.codes import Cause, Event, Loss


class Face(engine.Game):
    """One game, step by step."""

    event_type = Event
    cause_type = Cause
    role_words = ("mage", "mages")

    def describe(self, move: int) -> str:
        """A move in words that a player would use."""
        from trisim.games.madness.text.kit import TEXT

        return TEXT.describe(self, move)

    @property
    def won(self) -> bool:
        """Whether the team has won, once the game is over."""
        return bool(self.state.won)

    @property
    def loss(self) -> Loss:
        """Why the team has lost; ``NONE`` if it has not."""
        return Loss(int(self.state.loss))
