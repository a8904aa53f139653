"""A player of weights for any game: every option is tried on a copy of the game and evaluated.

A game provides a kernel that fills in the features of a position. The value of an option is the sum
of the features after it, each with its weight in that phase of the game. ``bind_players`` makes all
that a game needs for strategies of weights: errors, explanations and the search.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import KernelRegistry, struct
from trisim.engine.log import QUIET_LOG, quiet_log_of
from trisim.engine.template import OF_GAME, Templates
from trisim.players import allowed, noise, search
from trisim.players.search import LINE, WORST

TEMPLATES = Templates()
Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
Policy: TypeAlias = Any

# the kernels of a game

resolve = OF_GAME
"""``resolve(game, box, moves, log, move)`` makes a move and all that it causes itself: it stops
before chance and before the other players."""

masked = OF_GAME
"""``masked(game, box, seat)`` deals anew what a seat can't see."""

fill_features = OF_GAME
"""``fill_features(game, box, seat, out)`` puts the features of a position into an array."""

phase = OF_GAME
"""``phase(game, box)``: the number of the phase whose weights count, from 0 on."""

quiet_log = OF_GAME
"""``quiet_log(policy.scratch.log)``: a log that takes nothing."""

makes_error = OF_GAME
"""``makes_error(game, policy)``: whether a player makes an error in this decision."""

error = OF_GAME
"""``error(game, policy, option)``: by how much an option is misjudged."""

ROOT, AFTER = 0, 1
"""Places among the states: the position as the seat sees it, and after a move."""


def scratch_type(game: np.dtype[Any], moves: int, features: int) -> np.dtype[Any]:
    """The memory of the evaluator: the part ``scratch`` of the record of a strategy."""
    return struct(
        ("states", game, (2,)),  # the position as the seat sees it; after a move
        ("features", np.float64, (features,)),
        ("moves", np.int32, (moves,)),
        ("log", QUIET_LOG),
    )


@TEMPLATES.kernel
def value_of_state(state: Game, box: Box, seat: int, policy: Policy) -> float:
    """The value of a position to a seat."""
    features = policy.scratch.features[:]
    for feature in range(len(features)):
        features[feature] = 0.0
    fill_features(state, box, seat, features)
    now, total = phase(state, box), 0.0
    for feature in range(len(features)):
        total += policy.weights[now, feature] * features[feature]
    return total


@TEMPLATES.kernel
def value_of_move(box: Box, seat: int, policy: Policy, option: int, move: int) -> float:
    """The value of the position after a move; its points by feature are kept, if wanted."""
    scratch = policy.scratch
    scratch.states[AFTER] = scratch.states[ROOT]
    state = scratch.states[AFTER]
    resolve(state, box, scratch.moves[:], quiet_log(scratch.log), move)
    value = value_of_state(state, box, seat, policy)
    if policy.evaluation.explaining:
        now = phase(state, box)
        for feature in range(len(scratch.features)):
            points = policy.weights[now, feature] * scratch.features[feature]
            policy.evaluation.parts[option, feature] = points
    return value


@TEMPLATES.kernel
def weigh(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Write the values of all options into the record of the strategy."""
    policy.scratch.states[ROOT] = game
    masked(policy.scratch.states[ROOT], box, seat)
    for option in range(n):
        value = value_of_move(box, seat, policy, option, int(moves[option]))
        policy.evaluation.values[option] = value


@TEMPLATES.kernel
def best_option(game: Game, moves: Moves, n: int, policy: Policy, mistaken: bool) -> int:
    """The option with the highest value, the first of equals; with errors, if ``mistaken``."""
    best, chosen = 2.0 * WORST, 0
    for option in range(n):
        value = policy.evaluation.values[option]
        if mistaken:
            value += error(game, policy, option)
        if value > best:
            best, chosen = value, option
    return chosen


@TEMPLATES.strategy()
def choose_best(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """The option with the highest value, errors included."""
    weigh(game, box, moves, n, seat, policy)
    return int(moves[best_option(game, moves, n, policy, makes_error(game, policy))])


# ---------------------------------------------------------------- what the search asks for


@TEMPLATES.kernel
def begin_line(policy: Policy) -> None:
    """Nothing is kept from one simulation to the next."""


@TEMPLATES.kernel
def decisions_made(game: Game, box: Box, seat: int) -> int:
    """The progress of a game: decisions of all players."""
    return int(game.decisions)


@TEMPLATES.kernel
def at_every_decision(game: Game, box: Box, seat: int) -> bool:
    """A simulation may end at any decision of its player."""
    return True


@TEMPLATES.kernel
def value_of_line(box: Box, seat: int, policy: Policy) -> float:
    """The value at the end of the current simulation."""
    return value_of_state(policy.search.worlds[LINE], box, seat, policy)


@TEMPLATES.kernel
def no_automa_moves(game: Game, box: Box, log: Log) -> int:
    """For a game without an automa."""
    return 0


# ---------------------------------------------------------------- all of it for a game


def bind_players(
    registry: KernelRegistry,
    module: str,
    *,
    apply: Callable[..., Any],
    run_on: Callable[..., Any],
    resolve: Callable[..., Any],
    masked: Callable[..., Any],
    deciding_seat: Callable[..., Any],
    fill_features: Callable[..., Any],
    phase: Callable[..., Any],
    final_value: Callable[..., Any],
    automa_moves: Callable[..., Any] | None = None,
    progress: Callable[..., Any] | None = None,
    is_line_end: Callable[..., Any] | None = None,
    falls_under: Callable[..., Any] | None = None,
) -> SimpleNamespace:
    """Errors, evaluator and search of a game; a module keeps the result under the same names.

    ``final_value(game, seat)`` is the value of the end of a game, in the points of weights.
    ``progress(game, box, seat)`` and ``is_line_end(game, box, seat)`` decide the length of
    simulations: by default as many decisions as the length of the search, up to any decision of its
    player. ``falls_under`` says which restrictions an option falls under, if the game offers some.
    """
    errors = noise.TEMPLATES.bind(registry, module)
    mistakes = {"makes_error": errors.makes_error, "error": errors.error}
    shared = {"masked": masked, "quiet_log": quiet_log_of(registry), **mistakes}
    judge = TEMPLATES.bind(
        registry, module, resolve=resolve, fill_features=fill_features, phase=phase, **shared
    )
    kept = bind_allowed(registry, module, falls_under)
    searching = search.TEMPLATES.bind(
        registry,
        module,
        apply=apply,
        run_on=run_on,
        deciding_seat=deciding_seat,
        automa_moves=automa_moves or judge.no_automa_moves,
        weigh=judge.weigh,
        best_option=judge.best_option,
        begin_line=judge.begin_line,
        progress=progress or judge.decisions_made,
        is_line_end=is_line_end or judge.at_every_decision,
        value_of_line=judge.value_of_line,
        final_value=final_value,
        **({"allow": kept.allow} if kept else {}),
        **shared,
    )
    return SimpleNamespace(
        makes_error=errors.makes_error,
        any_option=errors.any_option,
        choose_best=judge.choose_best,
        choose_by_search=searching.choose_by_search,
        allowed=kept,
    )


def bind_allowed(registry: KernelRegistry, module: str, falls_under: Any) -> Any:
    """What keeps to restrictions; None for a game without."""
    if falls_under is None:
        return None
    return allowed.TEMPLATES.bind(registry, module, falls_under=falls_under)
