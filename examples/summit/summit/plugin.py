"""Both games: what is common to them is put together once for each."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from summit import game, points, rules, state, team
from summit.box import FORMAT, box_record
from summit.players import players_of
from summit.text import TEXT
from trisim.engine import loop
from trisim.engine.cache import SEARCH
from trisim.engine.rules import Rules
from trisim.players import noise
from trisim.plugin import GameInfo, GamePlugin

if TYPE_CHECKING:
    from trisim.report.kit import ReportKit


class Mountain(GamePlugin):
    """One of the games: ``half`` is the module with what only this one has."""

    rules_version = 1

    def __init__(self, info: GameInfo, half: ModuleType) -> None:
        self.info = info
        self.box = replace(FORMAT, game=info.name)
        self.players = players_of(half.REGISTRY, half.final_value)
        self.record = half.RECORDING
        self.rules = rules_of(half, self.players.allowed)
        self.text = TEXT

    @cached_property
    def report(self) -> ReportKit:
        """Imported when a report is asked for."""
        from summit.report import report_of

        return report_of(self.info)


def rules_of(half: ModuleType, allowed: Any) -> Rules:
    """The rules, with the tables of one of the games, and what keeps to restrictions."""
    registry = half.REGISTRY
    loop.register(registry, state.SEATS)
    errors = noise.TEMPLATES.bind(registry, __name__)
    bound = loop.TEMPLATES.bind(
        registry,
        __name__,
        begin=rules.begin,
        run_on=rules.run_on,
        apply=rules.apply,
        deciding_seat=state.deciding_seat,
        assigned=rules.assigned,
        note_choice=state.note_choice,
        masked=rules.masked,
        finish=rules.finish,
        record=half.record,
        makes_error=errors.makes_error,
        any_option=errors.any_option,
        keep_allowed=allowed.keep_allowed,
        count_use=allowed.count_use,
    )

    def fill_options(blank: Any, box: Any, options: Any) -> None:
        blank.team = half is team
        blank.winter = options.winter

    return Rules(
        registry=registry,
        seats=state.SEATS,
        moves=state.MOVES,
        events=state.EVENTS,
        box_record=box_record,
        loop=bound,
        face=half.Face,
        fill_options=fill_options,
        entry_modules=(__name__,),
        kernel_groups={SEARCH: __name__},
    )


SUMMIT, EXPEDITION = Mountain(game.SUMMIT, points), Mountain(game.EXPEDITION, team)
