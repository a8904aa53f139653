"""Plays a block of deals and records its rows: the work of one part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa

from trisim.engine.chance import deal_seed
from trisim.engine.game import Game
from trisim.engine.kernel import records
from trisim.engine.loop import BLANK_AT, VIEW_AT, ChooserKind, LoopExit
from trisim.players.choosing import Choose, chooser, restricted
from trisim.players.registry import Kind, Player, StrategyError, fault_of, in_a_line
from trisim.record.arrow import dictionaries, to_arrow
from trisim.sim.plan import Blocks, OnGames, Plan

LARGEST_MOVE = 2**31 - 1
"""The largest number of a move."""

CHUNK, PLAIN_CHUNK = 1024, 4
"""Games between two calls of ``on_games``; the rows have room for as many."""


def play_block(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Blocks:
    """Play all games of a block of deals; the rows of each requested table.

    The same plan and block give the same rows, compiled or not.
    """
    table = BlockPlayer(plan, first_deal, deals)
    chunks: dict[str, list[pa.Table]] = {name: [] for name in plan.request.tables}
    while not table.is_done:
        before = table.games_played
        table.play()
        for name, parts in chunks.items():
            parts.append(table.take(name))
        if on_games is not None:
            on_games(table.games_played - before)
    return {name: pa.concat_tables(parts).combine_chunks() for name, parts in chunks.items()}


class BlockPlayer:
    """Plays the games of a block: plan, state of the loop, rows."""

    def __init__(self, plan: Plan, first_deal: int, deals: int) -> None:
        self.plan = plan
        self.rules, self.record = plan.game.rules, plan.game.record
        self.box = self.rules.box_for_kernels(plan.box)
        strategies = list(dict.fromkeys(plan.request.lineup))
        words = self.record.words(plan.box, strategies, plan.request.scenarios)
        self.words = dictionaries(words)
        self.places, self.roles = plan.design.block(first_deal, deals)
        self.state = make_state(plan, first_deal, len(self.places))
        self.pool = pool_of(plan)
        self.automas = self.rules.automas(plan.request.options, plan.is_compiled)
        self.moves = np.zeros(self.rules.moves, np.int32)
        self.offered = np.zeros(self.rules.moves, np.int32)
        self.log = records(1, self.rules.log_type)[0]
        self.log.capacity = self.rules.events
        self.tallies = records(1, self.record.tally)
        kit = plan.game.players
        self.policies = records(self.rules.seats, kit.policy)
        for policy, player in zip(self.policies, plan.players, strict=False):
            kit.fill(policy, player, plan.box)
        self.choosers = choosers_of(plan)
        self.outside: dict[int, Any] = {}
        self.outside_game = -1
        self.rows = self.make_rows()

    @property
    def is_done(self) -> bool:
        return bool(self.state.at >= self.state.games)

    @property
    def games_played(self) -> int:
        return int(self.state.at)

    def make_rows(self) -> Any:
        """Room for a chunk of games."""
        most = CHUNK if self.plan.is_compiled else PLAIN_CHUNK
        games, request = min(most, int(self.state.games)), self.plan.request
        return self.record.make_rows(request.tables, games, request.ledger)

    def play(self) -> None:
        """Play until the rows are full or all games are over."""
        self.record.clear(self.rows)
        while True:
            reply = self.play_on_or_explain()
            if reply in (LoopExit.DONE, LoopExit.FULL):
                return
            if reply is LoopExit.NONSENSE:
                raise StrategyError(
                    f"{self.where()}: move {self.state.move} is none of its options"
                )
            self.state.move = self.ask()

    def play_on_or_explain(self) -> LoopExit:
        """Continue; an error of a compiled strategy names it and its decision."""
        try:
            return self.play_on()
        except BaseException as error:
            if not self.state.deciding:
                raise
            raise self.fault(error) from error

    def fault(self, error: BaseException) -> StrategyError:
        """The error of the strategy that decides, in one line."""
        return fault_of(error, self.player(int(self.state.seat)).source, self.where())

    def play_on(self) -> LoopExit:
        """Continue, compiled or plain."""
        play = self.rules.play_games.function(self.plan.is_compiled)
        return LoopExit(
            play(
                self.state,
                self.pool,
                self.box,
                self.moves,
                self.offered,
                self.log,
                self.tallies,
                self.rows,
                self.choosers,
                self.policies,
                self.places,
                self.roles,
                self.automas,
            )
        )

    def take(self, name: str) -> pa.Table:
        """The rows of a table that were filled."""
        rows = self.record.filled(self.rows, name)
        return to_arrow(self.record.tables[name], rows, self.words)

    # -- strategies in Python

    def ask(self) -> int:
        """Get the move of a Python strategy."""
        seat, at = int(self.state.seat), int(self.state.at)
        if self.outside_game != at:
            self.outside, self.outside_game = {}, at
        try:
            if seat not in self.outside:
                self.outside[seat] = self.player(seat).choose()
            options = self.offered[: self.state.options]
            view = self.rules.face(self.rules, self.plan.box, self.pool[VIEW_AT], options)
            policy = self.policies[int(self.places[at, seat])]
            move = self.outside[seat].choose(restricted(view, self.player(seat), seat, policy))
        except BaseException as error:
            raise self.fault(error) from error
        is_number = isinstance(move, int | np.integer) and not isinstance(move, bool)
        if not is_number or not 0 <= move <= LARGEST_MOVE:
            raise StrategyError(f"{self.where()}: {move!r} is no move; choose one of view.legal()")
        return int(move)

    def player(self, seat: int) -> Player:
        """The player of a seat of the current game."""
        return self.plan.players[int(self.places[self.state.at, seat])]

    def where(self) -> str:
        """The current decision, in words."""
        first = int(self.state.first_deal) * self.plan.design.games_a_deal
        seat = int(self.state.seat)
        return (
            f"strategy '{self.player(seat).spec}' in game {first + int(self.state.at)}, "
            f"seat {seat}, decision {int(self.pool[0].decisions)}"
        )


def pool_of(plan: Plan) -> Any:
    """Room for the current game and a view of it, and a blank game for each scenario."""
    rules, scenarios = plan.game.rules, plan.request.scenario_options
    pool = records(BLANK_AT + len(scenarios), rules.game_type)
    for number, options in enumerate(scenarios):
        rules.fill_options(pool[BLANK_AT + number], plan.box, options)
    return pool


def make_state(plan: Plan, first_deal: int, games: int) -> Any:
    request, state = plan.request, records(1, plan.game.rules.loop_state)[0]
    state.seed = request.seed
    state.first_deal = first_deal
    state.scenarios = plan.design.scenarios
    state.rotations = plan.design.rotations
    state.games = games
    state.players = request.players
    state.keep = plan.game.record.keep_bits(request.tables)
    state.ledger = plan.game.record.ledger_bits
    state.ledger_every = max(request.ledger, 1)
    state.move = -1
    strategies = list(dict.fromkeys(request.lineup))
    for place, spec in enumerate(request.lineup):
        state.strategies[place] = strategies.index(spec)
    for place, player in enumerate(plan.players):
        state.choosers[place] = chooser_kind(player)
    return state


def chooser_kind(player: Player) -> ChooserKind:
    if player.kind is Kind.PYTHON:
        return ChooserKind.OUTSIDE
    if player.kind is Kind.WEIGHTS:
        return ChooserKind.WEIGHTS
    return ChooserKind.BLIND if player.blind else ChooserKind.VIEW


def choosers_of(plan: Plan) -> tuple[Any, ...]:
    """The kernels of the line-up; places without one are never called, and padded."""
    from trisim.players.registry import load

    padding = load("random", plan.game.players)
    chosen = [padding if player.kind is Kind.PYTHON else player for player in plan.players]
    chosen += [padding] * (plan.game.rules.seats - len(chosen))
    return tuple(ready(each) if plan.is_compiled else each.choose.py_func for each in chosen)


def ready(player: Player) -> Any:
    """The kernel of a strategy, compiled."""
    from numba.core.errors import NumbaError

    try:
        kernel = player.choose.ready()
    except NumbaError as error:
        what = in_a_line(error)
        raise StrategyError(f"strategy '{player.spec}' can't be compiled: {what}") from error
    if str(kernel.nopython_signatures[0].return_type) != "int64":
        raise StrategyError(f"strategy '{player.spec}': it can only raise, and never gives a move")
    return kernel


def replay_game(
    plan: Plan, number: int, choosing: Callable[..., Choose] | None = None
) -> tuple[Game, list[Choose]]:
    """A game of a run before its first choice, and the chooser of each seat.

    ``choosing(player, seed, seat, box, rotation)`` makes the chooser of a seat.
    """
    request, choosing = plan.request, choosing or chooser
    deal, scenario, rotation = plan.design.key_of(number)
    seats, seed = plan.design.seats(number), deal_seed(request.seed, deal)
    game = plan.game.rules.new_game(
        plan.box,
        request.players,
        seed,
        request.scenario_options[scenario],
        [seat.role for seat in seats if seat.role is not None],
    )
    choosers = [
        automa_chooses
        if seat.place >= len(plan.players)
        else choosing(plan.players[seat.place], seed, number, plan.box, rotation)
        for number, seat in enumerate(seats)
    ]
    return game, choosers


def automa_chooses(game: Game) -> int:
    """Never called: the rules play the automa."""
    raise AssertionError(f"the automa was asked for a move in seat {game.seat}")
