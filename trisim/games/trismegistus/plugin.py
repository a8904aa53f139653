"""*Trismegistus*, all of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.rules.version import RULES_VERSION
from trisim.plugin import GamePlugin

if TYPE_CHECKING:
    from trisim.box.box import Box as AnyBox
    from trisim.box.box import Conversion
    from trisim.box.format import BoxFormat
    from trisim.engine.rules import Rules
    from trisim.players.kit import PlayerKit
    from trisim.plugin import GameText
    from trisim.record.recording import Recording
    from trisim.report.kit import ReportKit
    from trisim.sim.audit.kit import AuditKit


class Trismegistus(GamePlugin):
    """The game for two to four players, and the solo game against Botmegistus."""

    info = GAME
    rules_version = RULES_VERSION

    @cached_property
    def box(self) -> BoxFormat[Any]:
        """Cards, alchemists, board and rulings."""
        from trisim.games.trismegistus.box.box import FORMAT

        return FORMAT

    @cached_property
    def rules(self) -> Rules:
        """The rulebook, and Botmegistus."""
        from trisim.games.trismegistus.loop import RULES

        return RULES

    @cached_property
    def record(self) -> Recording:
        """The tables from games to the ledger."""
        from trisim.games.trismegistus.record.rows import RECORDING

        return RECORDING

    @cached_property
    def players(self) -> PlayerKit:
        """Features, the evaluator and the search."""
        from trisim.games.trismegistus.players.kit import KIT

        return KIT

    @cached_property
    def text(self) -> GameText:
        """Transcripts, boards and positions."""
        from trisim.games.trismegistus.text.kit import TEXT

        return TEXT

    @cached_property
    def audit(self) -> AuditKit:
        """Rounds, turns, scores, cards, the ledger and Botmegistus, checked."""
        from trisim.games.trismegistus.audit.kit import AUDIT

        return AUDIT

    @cached_property
    def report(self) -> ReportKit:
        """The neutral chapters, bowls, economy and the solo game."""
        from trisim.games.trismegistus.report.kit import REPORT

        return REPORT

    def earlier_request(self, data: Mapping[str, Any], number: int) -> Mapping[str, Any]:
        """Alchemists and the solo game as formats 1 and 2 have them."""
        from trisim.games.trismegistus.earlier import request_of

        return request_of(data, number)

    def box_conversion(self, number: int) -> Conversion | None:
        """Boxes of format 1 lack some rulings."""
        from trisim.games.trismegistus.earlier import conversion_of

        return conversion_of(number)

    def box_digests(self, box: AnyBox, number: int) -> tuple[str, ...]:
        """The digest of format 1 has the name of the box in it."""
        from trisim.games.trismegistus.earlier import digests_of

        return digests_of(box, number)


PLUGIN = Trismegistus()
