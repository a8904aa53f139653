"""The evidence for the checks of this game, and their decorator."""

from __future__ import annotations

from trisim.games.madness.audit.facts import Facts
from trisim.sim.audit import evidence
from trisim.sim.audit.registry import Checks

CHECKS = Checks()
check = CHECKS.check


class Evidence(evidence.Evidence):
    """The tables of a part, with the facts of this game."""

    facts: Facts
