"""What is known of *Trismegistus* before it is loaded."""

from __future__ import annotations

from trisim.plugin import GameInfo, Outcome

GAME = GameInfo(
    name="trismegistus",
    title="Trismegistus: The Ultimate Formula",
    players=range(2, 5),
    outcome=Outcome.POINTS,
    plugin="trisim.games.trismegistus.plugin:PLUGIN",
)
