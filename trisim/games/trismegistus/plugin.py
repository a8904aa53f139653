"""*Trismegistus*, all of it."""

from __future__ import annotations

from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.rules.version import RULES_VERSION
from trisim.plugin import GamePlugin

PLUGIN = GamePlugin(
    info=GAME,
    rules_version=RULES_VERSION,
    tables=TABLES,
    report_at="trisim.games.trismegistus.report.kit:REPORT",
)
