"""The loop of the engine, bound to this game, and ``RULES``, its rules for Python."""

from __future__ import annotations

from typing import Any

from trisim.box.box import Box as BoxOfFiles
from trisim.engine.cache import SEARCH
from trisim.engine.kernel import U64
from trisim.engine.loop import AUTOMA_TO_MOVE, TEMPLATES, register
from trisim.engine.moves import move_of
from trisim.engine.rules import Rules
from trisim.games.trismegistus.box.tables import make_tables
from trisim.games.trismegistus.kernels import REGISTRY, kernel
from trisim.games.trismegistus.players.noise import any_option, makes_error
from trisim.games.trismegistus.players.restricting import count_use, keep_allowed
from trisim.games.trismegistus.record.recording import record
from trisim.games.trismegistus.rules.bot.moves import SOLO, bot_moves
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game as Face
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, apply, deciding_seat, run_on
from trisim.games.trismegistus.rules.scoring import score_game
from trisim.games.trismegistus.rules.setup import set_up
from trisim.games.trismegistus.rules.solo import fill_solo, solo_in_force
from trisim.games.trismegistus.rules.stack import note
from trisim.games.trismegistus.rules.state import EVENTS, MOVES, SEATS, Box, Game, Log, box_record
from trisim.games.trismegistus.rules.view import masked

assert BOT_TO_MOVE == AUTOMA_TO_MOVE
register(REGISTRY, SEATS)


@kernel
def begin(game: Game, box: Box, log: Log, players: int, seed: U64) -> None:
    """Set up a copy of a blank game."""
    achievements, intro = bool(game.with_achievements), bool(game.with_intro)
    set_up(game, box, log, players, achievements, intro, seed)


@kernel
def frame_kind(game: Game) -> int:
    """The kind of the pending decision."""
    return int(game.stack[game.depth - 1].kind)


@kernel
def assigned(game: Game, alchemist: int) -> int:
    """The move that takes an assigned laboratory; -1: the seat has a choice."""
    if alchemist < 0 or frame_kind(game) != Frame.LABORATORY:
        return -1
    return move_of(int(Move.LABORATORY), alchemist, 0, 0)


@kernel
def note_choice(game: Game, log: Log, seat: int, options: int) -> None:
    note(game, log, Event.CHOICE, seat, frame_kind(game), options)


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
    finish=score_game,
    record=record,
    makes_error=makes_error,
    any_option=any_option,
    keep_allowed=keep_allowed,
    count_use=count_use,
)
play_games, no_automa = bound.play_games, bound.no_automa


# ---------------------------------------------------------------- the options of a game


def fill_options(game: Any, box: BoxOfFiles, options: Any) -> None:
    game.with_achievements = options.achievements
    game.with_intro = options.intro
    solo = solo_in_force(box, options)
    if solo is not None:
        fill_solo(game.solo, solo)


def bot_seat(box: BoxOfFiles, options: Any) -> int:
    """The seat of Botmegistus; -1: it doesn't play."""
    solo = solo_in_force(box, options)
    if solo is None:
        return -1
    return 0 if solo.options.bot_first else 1


def groups_of(options: Any) -> tuple[str, ...]:
    """Botmegistus is compiled when it plays."""
    return (SOLO,) if options.solo else ()


RULES = Rules(
    registry=REGISTRY,
    seats=SEATS,
    moves=MOVES,
    events=EVENTS,
    box_record=lambda box: box_record(make_tables(box)),
    loop=bound,
    face=Face,
    automa=bot_moves,
    fill_options=fill_options,
    automa_seat=bot_seat,
    entry_modules=(__name__, "trisim.games.trismegistus.players.evaluator"),
    kernel_groups={
        SOLO: "trisim.games.trismegistus.rules.bot.moves",
        SEARCH: "trisim.games.trismegistus.players.search",
    },
    groups_of=groups_of,
)
