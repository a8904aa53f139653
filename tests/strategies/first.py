"""A strategy in Python: the first option."""

from __future__ import annotations

from trisim.games.trismegistus.rules.game import Game


class First:
    def choose(self, view: Game) -> int:
        return view.legal()[0]
