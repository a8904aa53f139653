"""Both games, all of them: what is common to them is made once for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from summit import game, points, rules, state, team
from summit.box import FORMAT, box_record
from summit.text import TEXT
from trisim.engine import loop
from trisim.engine.game import Game
from trisim.engine.kernel import KernelRegistry
from trisim.engine.rules import Rules
from trisim.players import noise
from trisim.plugin import GamePlugin

RULES_VERSION = 1


class Race(Game):
    """A game of Summit in Python."""

    event_type = state.Event

    def score(self, seat: int) -> int:
        """Points, if the game ended here."""
        camp = int(self.state.climbers[seat].camp)
        return camp + int(rules.card_points(self.state, self.tables, seat))

    def winners(self) -> list[int]:
        """Who has the most points."""
        scores = [self.score(seat) for seat in range(self.players)]
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


class Ascent(Game):
    """A game of Expedition in Python."""

    event_type = state.Event

    @property
    def won(self) -> bool:
        """Whether everybody is on the summit."""
        return bool(self.state.loss == state.Loss.NONE)


def rules_of(registry: KernelRegistry, record: Any, face: type[Game]) -> Rules:
    """The rules, with the tables of one of the games."""
    loop.register(registry, state.SEATS)
    errors = noise.TEMPLATES.bind(registry, __name__)
    bound = loop.TEMPLATES.bind(
        registry,
        __name__,
        begin=rules.begin,
        run_on=rules.run_on,
        apply=rules.apply,
        assigned=rules.assigned,
        note_choice=state.note_choice,
        masked=rules.masked,
        finish=rules.finish,
        record=record,
        errs=errors.errs,
        anything=errors.anything,
    )

    def fill_options(blank: Any, box: Any, options: Any) -> None:
        blank.team = face is Ascent
        blank.winter = options.winter

    return Rules(
        registry=registry,
        seats=state.SEATS,
        moves=state.MOVES,
        events=state.EVENTS,
        box_record=box_record,
        loop=bound,
        face=face,
        fill_options=fill_options,
        entry_modules=(__name__,),
    )


class Summit(GamePlugin):
    """The race."""

    info = game.SUMMIT
    rules_version = RULES_VERSION
    box = FORMAT
    rules = rules_of(points.REGISTRY, points.record, Race)
    record = points.RECORDING
    text = TEXT


class Expedition(GamePlugin):
    """The team game."""

    info = game.EXPEDITION
    rules_version = RULES_VERSION
    box = replace(FORMAT, game="expedition")
    rules = rules_of(team.REGISTRY, team.record, Ascent)
    record = team.RECORDING
    text = TEXT


SUMMIT, EXPEDITION = Summit(), Expedition()
