"""The version of the rules: a whole number that says whether two runs were played by the same ones.

Raise ``RULES_VERSION`` by one when a change makes rows say something else, as
``trisim.games.trismegistus.rules.version`` explains.

1. The first one.
"""

from __future__ import annotations

RULES_VERSION = 1
