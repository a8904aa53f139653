"""*Trismegistus*, all of it."""

from __future__ import annotations

from trisim.games.trismegistus.audit.kit import AUDIT
from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.record.rows import RECORDING
from trisim.games.trismegistus.rules.version import RULES_VERSION
from trisim.plugin import GamePlugin

PLUGIN = GamePlugin(info=GAME, rules_version=RULES_VERSION, record=RECORDING, audit=AUDIT)
