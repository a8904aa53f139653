"""*The Big Book of Madness*, all of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from trisim.games.madness.game import GAME
from trisim.games.madness.rules.version import RULES_VERSION
from trisim.plugin import GamePlugin

if TYPE_CHECKING:
    from trisim.box.format import BoxFormat
    from trisim.engine.rules import Rules
    from trisim.players.kit import PlayerKit
    from trisim.plugin import GameText
    from trisim.record.recording import Recording
    from trisim.report.kit import ReportKit
    from trisim.sim.audit.kit import AuditKit


class Madness(GamePlugin):
    """A team of two to five apprentices against six monsters."""

    info = GAME
    rules_version = RULES_VERSION

    @cached_property
    def box(self) -> BoxFormat[Any]:
        """Elements, mages, spells, curses, the grimoire and the rules."""
        from trisim.games.madness.box.box import FORMAT

        return FORMAT

    @cached_property
    def rules(self) -> Rules:
        """The rulebook."""
        from trisim.games.madness.loop import RULES

        return RULES

    @cached_property
    def record(self) -> Recording:
        """The tables from games to the ledger."""
        from trisim.games.madness.record.recording import RECORDING

        return RECORDING

    @cached_property
    def players(self) -> PlayerKit:
        """Features, the evaluator and the search."""
        from trisim.games.madness.players.kit import KIT

        return KIT

    @cached_property
    def text(self) -> GameText:
        """Transcripts, boards and positions."""
        from trisim.games.madness.text.kit import TEXT

        return TEXT

    @cached_property
    def audit(self) -> AuditKit:
        """Turns, actions, monsters, curses and the ledger, checked."""
        from trisim.games.madness.audit.kit import AUDIT

        return AUDIT

    @cached_property
    def report(self) -> ReportKit:
        """Outcome, losses, tension, mages, monsters, curses, spells and the rest."""
        from trisim.games.madness.report.kit import REPORT

        return REPORT


PLUGIN = Madness()
