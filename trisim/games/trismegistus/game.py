"""What is known of *Trismegistus* before it is loaded."""

from __future__ import annotations

from trisim.plugin import GameInfo, Outcome, RoleWords

GAME = GameInfo(
    name="trismegistus",
    title="Trismegistus: The Ultimate Formula",
    players=range(2, 5),
    default_players=4,
    outcome=Outcome.POINTS,
    role=RoleWords(
        "alchemist",
        "alchemists",
        "balanced: all meet in all seats equally often; random; chosen: by the strategies; or ids "
        "with commas, one for each place.",
    ),
    automa="botmegistus",
    plugin="trisim.games.trismegistus.plugin:PLUGIN",
)
