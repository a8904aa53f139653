"""Whole games inside compiled code, seat by seat by its own strategy, written down as they end.

Seats whose strategy is written in Python are asked outside: the loop returns with the decision, and
goes on when it is called again with the move.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.chance import deal_seed
from trisim.engine.kernel import struct
from trisim.games.trismegistus.kernels import REGISTRY, entry, kernel, pointed
from trisim.games.trismegistus.record.cards import cards_of
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, apply, run_on
from trisim.games.trismegistus.rules.scoring import score_game
from trisim.games.trismegistus.rules.setup import set_up
from trisim.games.trismegistus.rules.stack import note
from trisim.games.trismegistus.rules.state import SEATS, Box, Game, Log, Moves
from trisim.games.trismegistus.rules.view import masked
from trisim.players.mind import Choosers, Mind, Minds, noise_key
from trisim.players.noise import anything, errs
from trisim.record.codes import Keep, Status
from trisim.record.recording import GAMES, has_room, record_game
from trisim.record.rows import Rows, Tallies

DECISION_LIMIT = 10_000
"""Decisions that no legal game should reach (random play takes about 200 with four players)."""

LOG_RESERVE = 1024
"""Events that must still fit into the log, or the game is aborted."""


class Seeing(IntEnum):
    """How a place of the line-up decides."""

    BLIND = 0  # compiled, and looks at nothing but the options
    VIEW = 1  # compiled, with what its seat sees
    OUTSIDE = 2  # in Python
    WEIGHTS = 3  # by the evaluator, which asks for nothing that is hidden, and needs no view


class Reply(IntEnum):
    """Why the loop returned."""

    DONE = 0  # all games are played
    ASK = 1  # a seat outside decides
    FULL = 2  # the rows are full
    NONSENSE = 3  # a strategy returned a move that is none of the options


GAME_AT, VIEW_AT, BLANK_AT = 0, 1, 2
POOL = 3
"""Places in the pool of games; there is a blank one for each scenario, from ``BLANK_AT`` on."""

MATCH = struct(
    ("seed", np.uint64),  # of the run
    ("first_deal", np.int64),
    ("scenarios", np.int64),
    ("rotations", np.int64),
    ("games", np.int64),  # to play
    ("players", np.int64),
    ("achievements", np.bool_),
    ("intro", np.bool_),
    ("keep", np.int64),  # Keep bits; -1: nothing is written down
    ("ledger_every", np.int64),  # deals between two in the ledger
    ("seeing", np.int64, (SEATS,)),  # by place of the line-up
    # where it is: the game at hand, the options of the pending decision, the move from outside
    ("at", np.int64),
    ("options", np.int64),
    ("move", np.int64),
    ("seat", np.int64),
    ("deciding", np.bool_),  # a compiled strategy is at work: what goes wrong now is its fault
    ("decisions", np.int64),  # in all games that are over
)
"""What is to be played, and how far it is."""

REGISTRY.records["Match"] = MATCH
REGISTRY.pointers["Bots"] = ("int Game Box Log", 1)
REGISTRY.arrays["Games"] = ("Game", 1)
REGISTRY.arrays["Seating"] = ("int8", 2)

Match: TypeAlias = Any
Games: TypeAlias = Any
Seating: TypeAlias = Any
Bots: TypeAlias = Any


@pointed()
def no_bot(game: Game, box: Box, log: Log) -> int:
    """In place of Botmegistus where it doesn't play."""
    return -1


def bots_of(is_solo: bool, is_compiled: bool) -> Any:
    """What ``play_games`` calls where Botmegistus has to do something."""
    bot = bot_moves if is_solo else no_bot
    return (bot.function(is_compiled),)


@entry
def play_games(
    match: Match,
    pool: Games,
    box: Box,
    moves: Moves,
    offered: Moves,
    log: Log,
    tallies: Tallies,
    rows: Rows,
    choosers: Choosers,
    minds: Minds,
    places: Seating,
    alchemists: Seating,
    bots: Bots,
) -> int:
    """Play on until all games are over, or something has to be done outside: a ``Reply``.

    ``places`` and ``alchemists`` say who sits where with what, by game and seat.
    """
    game, cards = pool[GAME_AT], cards_of(box)
    while match.at < match.games:
        at = int(match.at)
        if match.options == 0:
            if match.keep >= 0 and not has_room(rows, int(match.keep), cards):
                return int(Reply.FULL)
            match.options = begin_game(match, pool, box, moves, log, minds, places)
        while match.options != 0:
            if match.options == BOT_TO_MOVE:
                bots[0](game, box, log)
                match.options = run_on(game, box, moves, log, -1)
                continue
            seat = int(game.stack[game.depth - 1].seat)
            place = int(places[at, seat])
            match.seat = seat
            move = assigned(game, int(alchemists[at, seat]))
            if move < 0:
                seeing = int(match.seeing[place])
                if seeing == Seeing.OUTSIDE and match.move < 0:
                    show(pool, box, moves, offered, int(match.options), seat)
                    return int(Reply.ASK)
                note(game, log, Event.CHOICE, seat, frame_kind(game), int(match.options))
                if seeing == Seeing.OUTSIDE:
                    move = int(match.move)
                    match.move = -1
                else:
                    if seeing == Seeing.VIEW:
                        show(pool, box, moves, offered, int(match.options), seat)
                    looking = VIEW_AT if seeing == Seeing.VIEW else GAME_AT
                    options = offered if seeing == Seeing.VIEW else moves
                    match.deciding = True
                    move = choosers[place](
                        pool[looking], box, options, int(match.options), seat, minds[place]
                    )
                    match.deciding = False
                move = after_errors(game, moves, int(match.options), minds[place], seeing, move)
                if not is_option(moves, int(match.options), move):
                    match.move = move
                    return int(Reply.NONSENSE)
            match.options = apply(game, box, moves, log, move)
            if is_endless(game, log):
                match.options = 0
        end_game(match, pool, box, log, tallies, rows, places)
    return int(Reply.DONE)


@kernel
def frame_kind(game: Game) -> int:
    """What kind of decision is pending."""
    return int(game.stack[game.depth - 1].kind)


@kernel
def after_errors(game: Game, moves: Moves, n: int, mind: Mind, seeing: int, move: int) -> int:
    """The move, or any option if the seat errs; weights players err in their judgement."""
    if seeing != Seeing.WEIGHTS and errs(game, mind):
        return anything(game, moves, n, mind)
    return move


@kernel
def assigned(game: Game, alchemist: int) -> int:
    """The move that takes an assigned laboratory; -1: the seat has something to decide."""
    if alchemist < 0 or frame_kind(game) != Frame.LABORATORY:
        return -1
    return (int(Move.LABORATORY) << 24) | (alchemist << 16)


@kernel
def begin_game(
    match: Match, pool: Games, box: Box, moves: Moves, log: Log, minds: Minds, places: Seating
) -> int:
    """Set up the game at hand; how many options the first decision has."""
    at = int(match.at)
    seed = deal_seed(match.seed, deal_at(match, at))
    pool[GAME_AT] = pool[BLANK_AT + scenario_at(match, at)]
    game = pool[GAME_AT]
    log.count = 0
    match.move = -1
    rotation = at % int(match.rotations)  # the same noise in all scenarios
    for seat in range(int(match.players)):
        minds[places[at, seat]].noise = noise_key(seed, seat, rotation)
    achievements, intro = bool(match.achievements), bool(match.intro)
    set_up(game, box, log, int(match.players), achievements, intro, seed)
    return run_on(game, box, moves, log, -1)


@kernel
def deal_at(match: Match, at: int) -> int:
    """The deal of a game of the block."""
    return int(match.first_deal) + at // (int(match.scenarios) * int(match.rotations))


@kernel
def scenario_at(match: Match, at: int) -> int:
    """The scenario of a game of the block."""
    return at // int(match.rotations) % int(match.scenarios)


@kernel
def show(pool: Games, box: Box, moves: Moves, offered: Moves, n: int, seat: int) -> None:
    """What a seat sees, and a copy of its options that it may spoil."""
    pool[VIEW_AT] = pool[GAME_AT]
    masked(pool[VIEW_AT], box, seat)
    for option in range(n):
        offered[option] = moves[option]


@kernel
def is_option(moves: Moves, n: int, move: int) -> bool:
    """Whether a move is one of the options."""
    for option in range(n):
        if int(moves[option]) == move:
            return True
    return False


@kernel
def is_endless(game: Game, log: Log) -> bool:
    """Whether a game has reached a limit that no legal game should reach."""
    if log.capacity > 0 and log.count + LOG_RESERVE > log.capacity:
        return True
    return int(game.decisions) >= DECISION_LIMIT


@kernel
def end_game(
    match: Match, pool: Games, box: Box, log: Log, tallies: Tallies, rows: Rows, places: Seating
) -> None:
    """A game is over, or is ended here: write it down and go on to the next."""
    game, at = pool[GAME_AT], int(match.at)
    finished = bool(game.over)
    if not finished:
        score_game(game, box, log)
    match.decisions += int(game.decisions)
    match.at += 1
    if match.keep < 0:
        return
    deal, scenario = deal_at(match, at), scenario_at(match, at)
    rotations, keep = int(match.rotations), int(match.keep)
    rotation = at % rotations
    if keep & Keep.LEDGER and deal % int(match.ledger_every) != 0:
        keep -= int(Keep.LEDGER)
    number = (deal * int(match.scenarios) + scenario) * rotations + rotation
    for seat in range(int(game.players)):
        tallies[0].seats[seat].strategy = places[at, seat]
    record_game(rows, tallies[0], game, box, log, keep, number, deal)
    row = rows.games[rows.filled[GAMES] - 1]
    row.scenario = scenario
    row.rotation = rotation
    row.status = Status.FINISHED if finished else Status.ABORTED
