"""Looks one move ahead and takes what scores most; things and levels count a little."""

from __future__ import annotations

from trisim.games.trismegistus.strategy import View

AUTHOR = ""


class Greedy:
    """Made anew for each game, so it may remember what it has seen in it."""

    def __init__(self, little: float = 0.4) -> None:
        self.little = little  # NAME.py:little=1

    def choose(self, view: View) -> int:
        """One of view.legal(); view is the game as its seat sees it."""
        return max(view.legal(), key=lambda move: self.worth(view, move))

    def worth(self, view: View, move: int) -> float:
        """What the position after a move is worth to the seat that decides."""
        seat, after = view.seat, view.copy()
        after.apply(move)
        lab = after.state.labs[seat]
        return after.score(seat) + self.little * float(lab.held.sum() + lab.level.sum())
