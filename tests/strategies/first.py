"""A strategy in Python: the first option."""

from __future__ import annotations

from trisim.rules.game import Game


class First:
    def choose(self, view: Game) -> int:
        return view.legal()[0]
