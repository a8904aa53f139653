"""A complete small game: roll a die as often as you dare, or bank what you have.

Each player has a hidden bonus card that counts at the end. It has all that a game gives to engine
and players: rules, features, strategies of weights.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from trisim.engine.chance import VIEW, draw, hash3
from trisim.engine.game import Game as EngineGame
from trisim.engine.kernel import U64, KernelRegistry, records, struct
from trisim.engine.log import log_type
from trisim.engine.loop import TEMPLATES, register
from trisim.engine.rules import Rules
from trisim.players.evaluator import bind_players, scratch_type
from trisim.players.explaining import Explaining
from trisim.players.kit import PlayerKit
from trisim.players.policy import fill_policy, policy_type, register_policy, search_numbers

Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
Floats: TypeAlias = Any
Tally: TypeAlias = Any
Policy: TypeAlias = Any

SEATS, MOVES, EVENTS, FEATURES = 3, 4, 2048, 3
BANK, ROLL = 0, 1
CARDS, DIE = 1, 2
"""Streams of chance."""

REGISTRY = KernelRegistry("pig")
kernel = REGISTRY.kernel

GAME = struct(
    ("seed", np.uint64),
    ("players", np.int8),
    ("over", np.bool_),
    ("decisions", np.int32),
    ("active", np.int8),
    ("rolls", np.int32),
    ("pot", np.int16),  # rolled in this turn, and not yet banked
    ("to_roll", np.bool_),  # chance is next
    ("banked", np.int16, (SEATS,)),
    ("bonus", np.int8, (SEATS,)),  # hidden from the others
)
BOX = struct(("target", np.int16), ("largest_bonus", np.int8))
REGISTRY.records.update(Game=GAME, Box=BOX, Log=log_type(EVENTS))
register(REGISTRY, SEATS)
POLICY = policy_type(
    game=GAME,
    moves=MOVES,
    phases=2,
    features=FEATURES,
    judgement=(),
    parts={"scratch": scratch_type(GAME, MOVES, FEATURES)},
)
register_policy(REGISTRY, POLICY, SEATS)


class Rows(NamedTuple):
    """The tables that the loop fills."""

    games: Any
    players: Any
    filled: Any
    size: Any
    most: Any


NUMBERS = ("game", "deal", "scenario", "rotation", "players", "decisions", "status", "points")
ROW = struct(*((name, np.int64) for name in NUMBERS), ("seed", np.uint64))
PLAYER_NUMBERS = ("game", "deal", "seat", "strategy", "all_restricted")
PLAYER_ROW = struct(*((name, np.int64) for name in PLAYER_NUMBERS))
REGISTRY.records.update(
    Row=ROW, PlayerRow=PLAYER_ROW, Tally=struct(("strategies", np.int64, (SEATS,)))
)
REGISTRY.arrays.update(
    RowList=("Row", 1), PlayerRows=("PlayerRow", 1), Numbers=("int64", 1), Tallies=("Tally", 1)
)
REGISTRY.tuples["Rows"] = (Rows, ("RowList", "PlayerRows", *("Numbers",) * 3))


# ---------------------------------------------------------------- rules


@kernel
def begin(game: Game, box: Box, log: Log, players: int, seed: U64) -> None:
    """Deal a bonus to each player."""
    game.seed = seed
    game.players = players
    for seat in range(players):
        game.bonus[seat] = draw(seed, CARDS, seat, int(box.largest_bonus) + 1)


@kernel
def options(game: Game, moves: Moves) -> int:
    """Bank or roll; with an empty pot there is nothing to bank."""
    moves[0] = ROLL
    moves[1] = BANK
    return 2 if game.pot > 0 else 1


@kernel
def next_player(game: Game, box: Box) -> None:
    """The turn passes; the game ends when somebody has reached the target."""
    game.over = game.banked[game.active] >= box.target
    game.active = (int(game.active) + 1) % int(game.players)
    game.pot = 0


@kernel
def roll(game: Game, box: Box) -> None:
    """Chance: a 1 takes the pot away."""
    face = 1 + draw(game.seed, DIE, int(game.rolls), 6)
    game.rolls += 1
    game.to_roll = False
    if face == 1:
        next_player(game, box)
    else:
        game.pot += face


@kernel
def resolve(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """A move itself: chance is left for later."""
    if move == BANK:
        game.banked[game.active] += game.pot
        next_player(game, box)
    else:
        game.to_roll = True
    return 0


@kernel
def run_on(game: Game, box: Box, moves: Moves, log: Log, mover: int) -> int:
    """Go on to the next real choice: the first roll of a turn is forced."""
    while not game.over:
        if game.to_roll:
            roll(game, box)
            continue
        n = options(game, moves)
        if n > 1:
            return n
        game.to_roll = True
    return 0


@kernel
def apply(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """Make a move, and go on."""
    game.decisions += 1
    resolve(game, box, moves, log, move)
    return run_on(game, box, moves, log, -1)


@kernel
def deciding_seat(game: Game) -> int:
    """Whose turn it is."""
    return int(game.active)


@kernel
def masked(game: Game, box: Box, seat: int) -> None:
    """The others' bonus cards are dealt anew, and chance has another key."""
    key = hash3(game.seed, VIEW + seat, int(game.decisions))
    game.seed = key
    for other in range(int(game.players)):
        if other != seat:
            game.bonus[other] = draw(key, VIEW, other, int(box.largest_bonus) + 1)


@kernel
def points_of(game: Game, seat: int) -> int:
    """What a seat has at the end."""
    return int(game.banked[seat]) + int(game.bonus[seat])


# ---------------------------------------------------------------- players


@kernel
def fill_features(game: Game, box: Box, seat: int, out: Floats) -> None:
    """Points banked, points at risk, and whether the die is still to be rolled."""
    is_mine = game.active == seat and not game.over
    out[0] = game.banked[seat]
    out[1] = game.pot if is_mine else 0.0
    out[2] = 1.0 if is_mine and game.to_roll else 0.0


@kernel
def phase(game: Game, box: Box) -> int:
    """The second phase begins when somebody is half way."""
    for seat in range(int(game.players)):
        if 2 * int(game.banked[seat]) >= int(box.target):
            return 1
    return 0


@kernel
def final_value(game: Game, seat: int) -> float:
    """Points at the end."""
    return float(points_of(game, seat))


players = bind_players(
    REGISTRY,
    __name__,
    apply=apply,
    run_on=run_on,
    resolve=resolve,
    masked=masked,
    deciding_seat=deciding_seat,
    fill_features=fill_features,
    phase=phase,
    final_value=final_value,
)
choose_best, choose_by_search = players.choose_best, players.choose_by_search

KIT = PlayerKit(
    registry=REGISTRY,
    fill=fill_policy,
    strategies=Path(__file__).parent / "toy_strategies",
    module=__name__,
    features={
        "banked": "points in the bank",
        "pot": "points at risk",
        "rolling": "whether the die is still to be rolled",
    },
    yardstick="banked",
    phases=("the beginning", "the end"),
    search=search_numbers("length", "decisions that a line of play goes on for"),
    choose_best=choose_best,
    choose_by_search=choose_by_search,
    explain=Explaining,
)

# ---------------------------------------------------------------- the loop


@kernel
def assigned(game: Game, role: int) -> int:
    """There are no roles."""
    return -1


@kernel
def note_choice(game: Game, log: Log, seat: int, count: int) -> None:
    """Choices are not written down."""


@kernel
def finish(game: Game, box: Box, log: Log) -> None:
    """A game that is aborted is over."""
    game.over = True


@kernel
def record(
    rows: Rows, tally: Tally, game: Game, box: Box, log: Log, keep: int, number: int, deal: int
) -> None:
    """Write down a game that is over: the points of seat 0."""
    rows.games[rows.filled[0]].points = points_of(game, 0)


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
    makes_error=players.makes_error,
    any_option=players.any_option,
)
play_games, no_automa = bound.play_games, bound.no_automa


class Pig(EngineGame):
    """A game of pig."""

    def describe(self, move: int) -> str:
        """A move in words."""
        return "roll" if move == ROLL else f"bank {int(self.state.pot)}"

    def score(self, seat: int) -> int:
        """Points of a seat."""
        return points_of(self.state, seat)


BOX_OF_FILES = SimpleNamespace(digest="pig", roles={}, target=30, largest_bonus=4)
OPTIONS = SimpleNamespace(automas=())


def box_record(box: Any) -> Any:
    """The box for kernels."""
    record = records(1, BOX)[0]
    record.target, record.largest_bonus = box.target, box.largest_bonus
    return record


RULES = Rules(
    registry=REGISTRY,
    seats=SEATS,
    moves=MOVES,
    events=EVENTS,
    box_record=box_record,
    loop=bound,
    face=Pig,
    entry_modules=(__name__,),
    kernel_groups={"search": __name__},
)


def played(choosers: list[Any], seed: int) -> list[int]:
    """The moves of a game in Python, one chooser a seat."""
    game = RULES.new_game(BOX_OF_FILES, len(choosers), seed)
    moves = []
    while not game.is_over:
        move = choosers[game.seat](game)
        moves.append(move)
        game.apply(move)
    return moves


def rows_of(specs: list[str], games: int, is_compiled: bool) -> list[tuple[int, ...]]:
    """Some games in the loop, and their rows."""
    from trisim.engine.loop import BLANK_AT, ChooserKind, LoopExit
    from trisim.players.registry import load

    seated = [load(spec, KIT) for spec in specs]
    state = records(1, RULES.loop_state)[0]
    state.seed, state.scenarios, state.rotations = 5, 1, 1
    state.games, state.players, state.move = games, len(seated), -1
    state.keep, state.ledger_every = 3, 1
    policies = records(SEATS, KIT.policy)
    for place, player in enumerate(seated):
        KIT.fill(policies[place], player, BOX_OF_FILES)
        is_weights = player.kind.value == "weights"
        state.choosers[place] = ChooserKind.WEIGHTS if is_weights else ChooserKind.BLIND
    chosen = [player.choose for player in seated]
    chosen += [chosen[0]] * (SEATS - len(chosen))
    size = np.array([games, games * SEATS])
    rows = Rows(
        records(games, ROW),
        records(games * SEATS, PLAYER_ROW),
        np.zeros(2, np.int64),
        size,
        np.array([1, SEATS]),
    )
    log = records(1, RULES.log_type)[0]
    places = np.tile(np.arange(SEATS, dtype=np.int8), (games, 1))
    reply = RULES.play_games.function(is_compiled)(
        state,
        records(BLANK_AT + 1, GAME),
        RULES.box_for_kernels(BOX_OF_FILES),
        np.zeros(MOVES, np.int32),
        np.zeros(MOVES, np.int32),
        log,
        records(1, REGISTRY.records["Tally"]),
        rows,
        tuple(each.function(is_compiled) for each in chosen),
        policies,
        places,
        np.full_like(places, -1),
        RULES.automas(OPTIONS, is_compiled),
    )
    assert reply == LoopExit.DONE
    return [tuple(int(value) for value in row) for row in rows.games]
