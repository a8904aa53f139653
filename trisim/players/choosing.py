"""A strategy in a single game, called from Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.game import Game
from trisim.engine.loop import noise_key
from trisim.players.noise import any_option, makes_error
from trisim.players.player import Kind, Player, StrategyError, fault_of
from trisim.players.speed import plays_compiled

Choose: TypeAlias = Callable[[Any], int]
"""Given a game in which its seat decides, one of the legal moves."""


def chooser(player: Player, seed: int, seat: int, box: Any, rotation: int = 0) -> Choose:
    """The chooser of a seat: it makes the same moves as in a run."""
    policy = player.kit.policy_of(player, box)
    policy.noise = noise_key(seed, seat, rotation)
    return choosing_with(player, seat, policy)


def choosing_with(player: Player, seat: int, policy: Any) -> Choose:
    """The chooser of a seat, errors included; a fault of the strategy is one line."""
    decide = deciding(player, seat, policy)

    def choose(game: Game) -> int:
        where = f"strategy '{player.spec}', seat {seat}, decision {int(game.state.decisions)}"
        try:
            move = decide(game)
        except BaseException as error:
            raise fault_of(error, player.source, where) from error
        moves = options_of(game, player, policy)
        if move not in moves:
            raise StrategyError(f"{where}: move {move} is none of its options")
        if player.kind is not Kind.WEIGHTS and makes_error(game.state, policy):
            return any_option(game.state, moves, len(moves), policy)
        return move

    return choose


def deciding(player: Player, seat: int, policy: Any) -> Choose:
    """The chooser of a seat without errors."""
    if player.kind is Kind.PYTHON:
        own = player.choose()
        return lambda game: int(own.choose(restricted(game.view(seat), player, seat, policy)))
    sees_all = player.blind or player.kind is Kind.WEIGHTS
    decide = kernel_of(player)

    def choose(game: Game) -> int:
        seen = game if sees_all else game.view(seat)
        moves = options_of(game, player, policy)
        return int(decide(seen.state, seen.tables, moves, len(moves), seat, policy))

    return choose


def options(game: Game) -> Any:
    """The options of the pending decision, as strategies get them."""
    return np.array(game.legal(), np.int32)


def options_of(game: Game, player: Player, policy: Any) -> Any:
    """Those that a player may take: all, or what its restrictions leave."""
    moves = options(game)
    if not policy.without.applies:
        return moves
    return moves[: player.kit.allowed.allow(game.state, game.tables, moves, len(moves), policy)]


def restricted(view: Game, player: Player, seat: int, policy: Any) -> Game:
    """The view of a player in Python, without the options that it may not take, there and later."""
    if policy.without.applies:
        allow = player.kit.allowed.allow

        def keep(game: Game, moves: Any, n: int) -> int:
            """Keep the options that the player may take; those of the others all stay."""
            return int(allow(game.state, game.tables, moves, n, policy)) if game.seat == seat else n

        view.restrict(keep)
    return view


def kernel_of(player: Player) -> Callable[..., Any]:
    """The kernel of a player for a single game; only those of weights are worth compiling."""
    is_compiled = player.kind is Kind.WEIGHTS and plays_compiled([player], games=1)
    kernel: Callable[..., Any] = player.choose.function(is_compiled)
    return kernel
