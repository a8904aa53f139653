"""The loop of the engine, bound to this game."""

from __future__ import annotations

from typing import Any

from trisim.engine.kernel import U64
from trisim.engine.loop import AUTOMA_TO_MOVE, TEMPLATES, register
from trisim.games.trismegistus.kernels import REGISTRY, kernel, pointed
from trisim.games.trismegistus.players.noise import anything, errs
from trisim.games.trismegistus.record.recording import record
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, apply, run_on
from trisim.games.trismegistus.rules.scoring import score_game
from trisim.games.trismegistus.rules.setup import set_up
from trisim.games.trismegistus.rules.stack import note
from trisim.games.trismegistus.rules.state import SEATS, Box, Game, Log
from trisim.games.trismegistus.rules.view import masked

assert BOT_TO_MOVE == AUTOMA_TO_MOVE
register(REGISTRY, SEATS)
LOOP_STATE = REGISTRY.records["LoopState"]


@pointed()
def no_bot(game: Game, box: Box, log: Log) -> int:
    """In place of Botmegistus where it doesn't play."""
    return -1


def automas_of(is_solo: bool, is_compiled: bool) -> Any:
    """What ``play_games`` calls where Botmegistus has to do something."""
    bot = bot_moves if is_solo else no_bot
    return (bot.function(is_compiled),)


@kernel
def begin(game: Game, box: Box, log: Log, players: int, seed: U64) -> None:
    """Set up a copy of a blank game."""
    achievements, intro = bool(game.with_achievements), bool(game.with_intro)
    set_up(game, box, log, players, achievements, intro, seed)


@kernel
def frame_kind(game: Game) -> int:
    """What kind of decision is pending."""
    return int(game.stack[game.depth - 1].kind)


@kernel
def assigned(game: Game, alchemist: int) -> int:
    """The move that takes an assigned laboratory; -1: the seat has something to decide."""
    if alchemist < 0 or frame_kind(game) != Frame.LABORATORY:
        return -1
    return (int(Move.LABORATORY) << 24) | (alchemist << 16)


@kernel
def note_choice(game: Game, log: Log, seat: int, options: int) -> None:
    """Write a choice to the log."""
    note(game, log, Event.CHOICE, seat, frame_kind(game), options)


bound = TEMPLATES.bind(
    REGISTRY,
    __name__,
    begin=begin,
    run_on=run_on,
    apply=apply,
    assigned=assigned,
    note_choice=note_choice,
    masked=masked,
    finish=score_game,
    record=record,
    errs=errs,
    anything=anything,
)
play_games = bound.play_games
