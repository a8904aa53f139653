"""The loop of the engine, bound to this game, and ``RULES``, its rules for Python."""

from __future__ import annotations

from typing import Any

from trisim.engine.cache import SEARCH
from trisim.engine.loop import TEMPLATES, register
from trisim.engine.rules import Rules
from trisim.games.madness.box.tables import box_record
from trisim.games.madness.box.words import Difficulty, Mode
from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.players.restricting import bound as allowed
from trisim.games.madness.record.recording import record
from trisim.games.madness.rules.face import Face
from trisim.games.madness.rules.machine import apply, assigned, masked, run_on
from trisim.games.madness.rules.setup import begin
from trisim.games.madness.rules.stack import deciding_seat, finish, note_choice
from trisim.games.madness.rules.state import EVENTS, MOVES, SEATS
from trisim.players import noise

register(REGISTRY, SEATS)
errors = noise.TEMPLATES.bind(REGISTRY, __name__)
bound = TEMPLATES.bind(
    REGISTRY,
    __name__,
    begin=begin,
    run_on=run_on,
    apply=apply,
    deciding_seat=deciding_seat,
    assigned=assigned,
    note_choice=note_choice,
    masked=masked,
    finish=finish,
    record=record,
    makes_error=errors.makes_error,
    any_option=errors.any_option,
    keep_allowed=allowed.keep_allowed,
    count_use=allowed.count_use,
)


def fill_options(game: Any, box: Any, options: Any) -> None:
    """Write difficulty and mode into a blank game."""
    game.difficulty = Difficulty[options.difficulty]
    game.mode = Mode[options.mode.upper()]


RULES = Rules(
    registry=REGISTRY,
    seats=SEATS,
    moves=MOVES,
    events=EVENTS,
    box_record=box_record,
    loop=bound,
    face=Face,
    fill_options=fill_options,
    entry_modules=(__name__, "trisim.games.madness.players.kit"),
    kernel_groups={SEARCH: "trisim.games.madness.players.kit"},
)
