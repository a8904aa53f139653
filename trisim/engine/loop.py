"""Whole games inside compiled code: each seat plays its strategy, and ended games are recorded.

For a seat with a Python strategy the loop returns with the decision, and continues when it is
called again with the move.

The functions here are templates: a game binds them to its kernels, which are declared below.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.chance import NOISE, deal_seed, hash3
from trisim.engine.kernel import U64, KernelRegistry, kernel, struct
from trisim.engine.template import OF_GAME, Templates

TEMPLATES = Templates()

# the kernels of a game

begin = OF_GAME
"""``begin(game, box, log, players, seed)`` sets up a copy of a blank game."""

run_on = OF_GAME
"""``run_on(game, box, moves, log, -1)`` goes on to the next decision: how many options it has,
0 at the end, ``AUTOMA_TO_MOVE`` if the automa is next."""

apply = OF_GAME
"""``apply(game, box, moves, log, move)`` makes a move, and goes on to the next decision."""

deciding_seat = OF_GAME
"""``deciding_seat(game)``: who decides."""

assigned = OF_GAME
"""``assigned(game, role)``: the move that takes an assigned role; -1 at other decisions."""

note_choice = OF_GAME
"""``note_choice(game, log, seat, options)`` writes a choice to the log."""

masked = OF_GAME
"""``masked(game, box, seat)`` deals anew what a seat can't see."""

finish = OF_GAME
"""``finish(game, box, log)`` scores a game that is aborted."""

record = OF_GAME
"""``record(rows, tally, game, box, log, keep, number, deal)`` writes down a game that is over: the
row at ``filled`` of ``games``, those of ``players`` from there on, by seat, and all other tables of
which ``keep`` has the bit. Of the first two, ``end_game`` fills in what it knows itself."""

makes_error = OF_GAME
"""``makes_error(game, policy)``: whether a player makes an error in this decision."""

any_option = OF_GAME
"""``any_option(game, moves, n, policy)``: any option, each as likely."""

DECISION_LIMIT = 10_000
"""Decisions that no legal game should reach (random play takes about 200 with four players)."""

LOG_RESERVE = 1024
"""Events that must still fit into the log, or the game is aborted."""


class ChooserKind(IntEnum):
    """How a place of the line-up decides."""

    BLIND = 0  # compiled, and looks at nothing but the options
    VIEW = 1  # compiled, with what its seat sees
    OUTSIDE = 2  # in Python
    WEIGHTS = 3  # by the evaluator, which asks for nothing that is hidden, and needs no view


class LoopExit(IntEnum):
    """Why the loop returned."""

    DONE = 0  # all games are played
    ASK = 1  # a seat outside decides
    FULL = 2  # the rows are full
    NONSENSE = 3  # a strategy returned a move that is none of the options


class Status(IntEnum):
    """How a game ended."""

    FINISHED = 0
    ABORTED = 1


AUTOMA_TO_MOVE = -1
"""In place of a number of options: an automa has to do something."""

GAME_AT, VIEW_AT, BLANK_AT = 0, 1, 2
"""Places in the pool of games; there is a blank one for each scenario, from ``BLANK_AT`` on."""

GAMES, PLAYERS = 0, 1
"""The places of the tables ``games`` and ``players`` among all."""

Game: TypeAlias = Any
Games: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
Policy: TypeAlias = Any
Policies: TypeAlias = Any
Choosers: TypeAlias = Any
Rows: TypeAlias = Any
Tally: TypeAlias = Any
Tallies: TypeAlias = Any
LoopState: TypeAlias = Any
Seating: TypeAlias = Any
Automas: TypeAlias = Any


def loop_state(seats: int) -> np.dtype[Any]:
    """The record of the games to play and the current position, for games of ``seats`` seats."""
    return struct(
        ("seed", np.uint64),  # of the run
        ("first_deal", np.int64),
        ("scenarios", np.int64),
        ("rotations", np.int64),
        ("games", np.int64),  # to play
        ("players", np.int64),
        ("keep", np.int64),  # a bit for each table that is kept; -1: nothing is written down
        ("ledger", np.int64),  # the bits of those that are kept of some deals only
        ("ledger_every", np.int64),  # deals from one of these to the next
        ("choosers", np.int64, (seats,)),  # ChooserKind by place of the line-up
        ("strategies", np.int64, (seats,)),  # codes of the strategies, by place
        # where it is: the game at hand, the options of the pending decision, the move from outside
        ("at", np.int64),
        ("options", np.int64),
        ("move", np.int64),
        ("seat", np.int64),
        ("deciding", np.bool_),  # a compiled strategy is at work: what goes wrong now is its fault
        ("decisions", np.int64),  # in all games that are over
    )


def register(registry: KernelRegistry, seats: int) -> None:
    """Declare the types of the loop among those of a game."""
    registry.records["LoopState"] = loop_state(seats)
    registry.pointers["Automas"] = ("int Game Box Log", 1)
    registry.arrays["Games"] = ("Game", 1)
    registry.arrays["Seating"] = ("int8", 2)


@kernel
def noise_key(seed: U64, seat: int, rotation: int) -> U64:
    """The key of a seat's own chance: never that of cards and dice, another in each rotation."""
    return hash3(seed, NOISE + seat, rotation)


@TEMPLATES.pointed
def no_automa(game: Game, box: Box, log: Log) -> int:
    """Stands for the automa if none plays."""
    return -1


@TEMPLATES.kernel
def keep_allowed(game: Game, box: Box, moves: Moves, n: int, policy: Policy) -> int:
    """Keep the options that a player with restrictions may take; how many.

    A game that offers restrictions replaces this, and the next.
    """
    return n


@TEMPLATES.kernel
def count_use(game: Game, box: Box, moves: Moves, n: int, move: int, policy: Policy) -> None:
    """Count what a decision offered, and what was chosen."""


@TEMPLATES.entry
def play_games(
    state: LoopState,
    pool: Games,
    box: Box,
    moves: Moves,
    offered: Moves,
    log: Log,
    tallies: Tallies,
    rows: Rows,
    choosers: Choosers,
    policies: Policies,
    places: Seating,
    roles: Seating,
    automas: Automas,
) -> int:
    """Play until all games are over, or the caller has to act: a ``LoopExit``.

    ``places`` and ``roles`` are those of the seats, by game and seat.
    """
    game = pool[GAME_AT]
    while state.at < state.games:
        at = int(state.at)
        if state.options == 0:
            if state.keep >= 0 and not has_room(rows, int(state.keep)):
                return int(LoopExit.FULL)
            state.options = begin_game(state, pool, box, moves, log, policies, places)
        while state.options != 0:
            if state.options == AUTOMA_TO_MOVE:
                automas[0](game, box, log)
                state.options = run_on(game, box, moves, log, -1)
                continue
            seat = deciding_seat(game)
            place = int(places[at, seat])
            state.seat = seat
            move = assigned(game, int(roles[at, seat]))
            if move < 0:
                kind = int(state.choosers[place])
                begin_choice(state, game, box, moves, log, policies[place])
                if kind == ChooserKind.OUTSIDE and state.move < 0:
                    show(pool, box, moves, offered, int(state.options), seat)
                    return int(LoopExit.ASK)
                if kind == ChooserKind.OUTSIDE:
                    move = int(state.move)
                    state.move = -1
                else:
                    if kind == ChooserKind.VIEW:
                        show(pool, box, moves, offered, int(state.options), seat)
                    looking = VIEW_AT if kind == ChooserKind.VIEW else GAME_AT
                    options = offered if kind == ChooserKind.VIEW else moves
                    state.deciding = True
                    move = choosers[place](
                        pool[looking], box, options, int(state.options), seat, policies[place]
                    )
                    state.deciding = False
                move = after_errors(game, moves, int(state.options), policies[place], kind, move)
                if not is_option(moves, int(state.options), move):
                    state.move = move
                    return int(LoopExit.NONSENSE)
                end_choice(state, game, box, moves, move, policies[place])
            state.options = apply(game, box, moves, log, move)
            if is_endless(game, log):
                state.options = 0
        end_game(state, pool, box, log, tallies, rows, policies, places)
    return int(LoopExit.DONE)


@TEMPLATES.inlined
def begin_choice(
    state: LoopState, game: Game, box: Box, moves: Moves, log: Log, policy: Policy
) -> None:
    """Log a choice, and keep the options that its player may take: all, counted, if none.

    A player outside, whose move is there, has been asked already.
    """
    if state.move >= 0:
        return
    note_choice(game, log, int(state.seat), int(state.options))
    if not policy.without.applies:
        return
    kept = keep_allowed(game, box, moves, int(state.options), policy)
    if kept > 0:
        state.options = kept
    else:
        policy.without.all_restricted += 1


@TEMPLATES.inlined
def end_choice(
    state: LoopState, game: Game, box: Box, moves: Moves, move: int, policy: Policy
) -> None:
    """Count what was offered and chosen, if that is wanted."""
    if policy.without.counts:
        count_use(game, box, moves, int(state.options), move, policy)


@TEMPLATES.kernel
def after_errors(game: Game, moves: Moves, n: int, policy: Policy, kind: int, move: int) -> int:
    """The move, or a random option in an error; weights players err in their values instead."""
    if kind != ChooserKind.WEIGHTS and makes_error(game, policy):
        return any_option(game, moves, n, policy)
    return move


@TEMPLATES.kernel
def begin_game(
    state: LoopState,
    pool: Games,
    box: Box,
    moves: Moves,
    log: Log,
    policies: Policies,
    places: Seating,
) -> int:
    """Set up the next game; return the number of options of its first decision."""
    at = int(state.at)
    seed = deal_seed(state.seed, deal_at(state, at))
    pool[GAME_AT] = pool[BLANK_AT + scenario_at(state, at)]
    game = pool[GAME_AT]
    log.count = 0
    state.move = -1
    rotation = at % int(state.rotations)  # the same noise in all scenarios
    for seat in range(int(state.players)):
        policies[places[at, seat]].noise = noise_key(seed, seat, rotation)
        policies[places[at, seat]].without.all_restricted = 0
    begin(game, box, log, int(state.players), seed)
    return run_on(game, box, moves, log, -1)


@TEMPLATES.kernel
def deal_at(state: LoopState, at: int) -> int:
    """The deal of a game of the block."""
    return int(state.first_deal) + at // (int(state.scenarios) * int(state.rotations))


@TEMPLATES.kernel
def scenario_at(state: LoopState, at: int) -> int:
    """The scenario of a game of the block."""
    return at // int(state.rotations) % int(state.scenarios)


@TEMPLATES.kernel
def show(pool: Games, box: Box, moves: Moves, offered: Moves, n: int, seat: int) -> None:
    """Fill the view of a seat, and a copy of its options that it may overwrite."""
    pool[VIEW_AT] = pool[GAME_AT]
    masked(pool[VIEW_AT], box, seat)
    for option in range(n):
        offered[option] = moves[option]


@TEMPLATES.kernel
def is_option(moves: Moves, n: int, move: int) -> bool:
    """Whether a move is one of the options."""
    for option in range(n):
        if int(moves[option]) == move:
            return True
    return False


@TEMPLATES.kernel
def is_endless(game: Game, log: Log) -> bool:
    """Whether a game has reached a limit that no legal game should reach."""
    if log.capacity > 0 and log.count + LOG_RESERVE > log.capacity:
        return True
    return int(game.decisions) >= DECISION_LIMIT


@TEMPLATES.kernel
def end_game(
    state: LoopState,
    pool: Games,
    box: Box,
    log: Log,
    tallies: Tallies,
    rows: Rows,
    policies: Policies,
    places: Seating,
) -> None:
    """Record a game that is over, or is aborted here, and go on to the next."""
    game, at = pool[GAME_AT], int(state.at)
    finished = bool(game.over)
    if not finished:
        finish(game, box, log)
    state.decisions += int(game.decisions)
    state.at += 1
    if state.keep < 0:
        return
    keep = int(state.keep)
    if deal_at(state, at) % int(state.ledger_every) != 0:
        keep &= ~int(state.ledger)
    write_down(state, at, keep, game, box, log, tallies[0], rows, places)
    for seat in range(int(state.players)):
        player = rows.players[rows.filled[PLAYERS] + seat]
        player.all_restricted = policies[places[at, seat]].without.all_restricted
    row = rows.games[rows.filled[GAMES]]
    row.status = Status.FINISHED if finished else Status.ABORTED
    rows.filled[GAMES] += 1
    rows.filled[PLAYERS] += int(state.players)


@TEMPLATES.kernel
def write_down(
    state: LoopState,
    at: int,
    keep: int,
    game: Game,
    box: Box,
    log: Log,
    tally: Tally,
    rows: Rows,
    places: Seating,
) -> None:
    """Write the rows of a game; ``games`` and ``players`` are those of every game."""
    deal, scenario = deal_at(state, at), scenario_at(state, at)
    rotations, players = int(state.rotations), int(state.players)
    rotation = at % rotations
    number = (deal * int(state.scenarios) + scenario) * rotations + rotation
    for seat in range(players):
        tally.strategies[seat] = state.strategies[places[at, seat]]
    record(rows, tally, game, box, log, keep, number, deal)
    row = rows.games[rows.filled[GAMES]]
    row.game = number
    row.deal = deal
    row.scenario = scenario
    row.rotation = rotation
    row.seed = deal_seed(state.seed, deal)
    row.players = players
    row.decisions = game.decisions
    for seat in range(players):
        player = rows.players[rows.filled[PLAYERS] + seat]
        player.game = number
        player.deal = deal
        player.seat = seat
        player.strategy = tally.strategies[seat]


@TEMPLATES.kernel
def has_room(rows: Rows, keep: int) -> bool:
    """Whether there is room for one more game, however long."""
    for table in range(len(rows.filled)):
        if keep & (1 << table) and rows.filled[table] + rows.most[table] > rows.size[table]:
            return False
    return True
