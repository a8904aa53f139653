"""Looks one move ahead: few curses, few madness in hands, a full pile, good cards."""

from __future__ import annotations

from trisim.games.madness.strategy import MADNESS, View

AUTHOR = ""


class Greedy:
    """Made anew for each game, so it may remember what it has seen in it."""

    def __init__(self, curse: float = 8) -> None:
        self.curse = curse  # NAME.py:curse=6

    def choose(self, view: View) -> int:
        """One of view.legal(); view is the game as its seat sees it."""
        return max(view.legal(), key=lambda move: self.worth(view, move))

    def worth(self, view: View, move: int) -> float:
        """What the position after a move is worth to the team."""
        after = view.copy()
        after.apply(move)
        if after.is_over:
            return 1000.0 if after.won else -1000.0
        hands = after.state.seats["hand"][: after.players]  # [seat, kind of card]
        supports = after.state.seats["support"][: after.players]
        cards = hands[:, :MADNESS].sum() + supports[:, :MADNESS].sum()
        fear = hands[:, MADNESS].sum() + self.curse * (after.state.track >= 0).sum()
        return float(cards) + float(after.state.pile) - float(fear)
