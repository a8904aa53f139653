"""The search: the best options are simulated in worlds that agree with what the seat has seen.

In each world the hidden cards are dealt anew and chance has another key. All remaining options are
simulated in the same worlds, so that luck is the same for all of them; after each stage the worse
half is dropped (sequential halving). In a simulation all players choose by the evaluator, with the
weights of the player that searches. A simulation ends at a decision of that player after a fixed
progress, so that all are equally long, and is evaluated there; or at the end of the game.

The functions are templates: a game binds them to its kernels, which are declared below.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from trisim.engine.cache import SEARCH
from trisim.engine.chance import hash3
from trisim.engine.loop import AUTOMA_TO_MOVE
from trisim.engine.template import OF_GAME, Templates

TEMPLATES = Templates()
Game: TypeAlias = Any
Box: TypeAlias = Any
Moves: TypeAlias = Any
Policy: TypeAlias = Any
Floats: TypeAlias = Any

# the kernels of a game

apply = OF_GAME
"""``apply(game, box, moves, log, move)`` makes a move, and goes on to the next decision."""

run_on = OF_GAME
"""``run_on(game, box, moves, log, -1)`` goes on to the next decision."""

deciding_seat = OF_GAME
"""``deciding_seat(game)``: who decides."""

automa_moves = OF_GAME
"""``automa_moves(game, box, log)`` does what the automa has to do."""

masked = OF_GAME
"""``masked(game, box, seat)`` deals anew what a seat can't see."""

weigh = OF_GAME
"""``weigh(game, box, moves, n, seat, policy)`` puts the values of all options into the policy."""

best_option = OF_GAME
"""``best_option(game, moves, n, policy, mistaken)``: the option of the highest value."""

begin_line = OF_GAME
"""``begin_line(policy)``: nothing is known of a line of play before it begins."""

progress = OF_GAME
"""``progress(game, box, seat)``: how far a seat is, in units of ``policy.search.length``."""

is_line_end = OF_GAME
"""``is_line_end(game, box, seat)``: whether a line of play may end at the seat's decision."""

value_of_line = OF_GAME
"""``value_of_line(box, seat, policy)``: what a line of play that ends before its time is worth."""

final_value = OF_GAME
"""``final_value(game, seat)``: what the end of a game is worth."""

quiet_log = OF_GAME
"""``quiet_log(policy.search.log)``: a log that takes nothing."""

makes_error = OF_GAME
"""``makes_error(game, policy)``: whether a player makes an error in this decision."""

error = OF_GAME
"""``error(game, policy, option)``: by how much an option is misjudged."""

FIRST_OF_ALL = 1e9
"""What comes before every other option, whatever it is worth."""

RULED_OUT = -1e6
"""Options of this value, or less, are never simulated."""

WORST = -1e18

WORLD, LINE = 0, 1
"""Places among the worlds: the position with hidden cards dealt anew, a line of play from it."""

WORLDS = 1_000
"""The stream of a seat's own chance that worlds are dealt by: + number of the world."""

LOOK, SURE = 5, 3.0
"""Worlds between two looks at who is hopelessly behind, and the standard errors that takes."""


# ---------------------------------------------------------------- candidates


@TEMPLATES.kernel
def list_candidates(policy: Policy, n: int) -> int:
    """List the options that the weights rate best, best first; return their number.

    Options that were ruled out are left out, and so are more than the iterations can compare.
    """
    most = int(policy.search.options)
    while most > 1 and lines_at_least(most) > int(policy.search.iterations):
        most -= 1
    found = 0
    for option in range(n):
        value = policy.evaluation.values[option]
        if value <= RULED_OUT:
            continue
        at = found
        while at > 0 and policy.evaluation.values[policy.search.candidates[at - 1]] < value:
            at -= 1
        if at < most:
            found = min(found + 1, most)
            for place in range(found - 1, at, -1):
                policy.search.candidates[place] = policy.search.candidates[place - 1]
            policy.search.candidates[at] = option
    return found


@TEMPLATES.kernel
def lines_at_least(candidates: int) -> int:
    """The simulations needed to find the best of some candidates, with one world a stage."""
    lines = 0
    while candidates > 1:
        lines += candidates
        candidates = (candidates + 1) // 2
    return lines


@TEMPLATES.kernel
def stages_for(candidates: int) -> int:
    """The number of halvings until one candidate is left."""
    stages = 0
    while candidates > 1:
        stages += 1
        candidates = (candidates + 1) // 2
    return stages


@TEMPLATES.kernel
def begin_search(policy: Policy) -> None:
    """Store the value of each candidate by the weights; no simulations yet.

    The value of a step before an action is its gain over the best of these.
    """
    best = WORST
    for place in range(int(policy.search.compared)):
        value = policy.evaluation.values[policy.search.candidates[place]]
        if value < FIRST_OF_ALL / 2:
            best = max(best, value)
    for place in range(int(policy.search.compared)):
        value = policy.evaluation.values[policy.search.candidates[place]]
        if value > FIRST_OF_ALL / 2:
            value -= FIRST_OF_ALL
            value += best if best > WORST else 0.0
        policy.search.priors[place] = value
        policy.search.sums[place] = 0.0
        policy.search.played[place] = 0


# ---------------------------------------------------------------- lines of play


@TEMPLATES.kernel
def deal_world(game: Game, box: Box, seat: int, policy: Policy, number: int) -> None:
    """A sampled position that agrees with what the seat knows."""
    policy.search.worlds[WORLD] = game
    world = policy.search.worlds[WORLD]
    world.seed = hash3(policy.noise, WORLDS + number, int(game.decisions))
    masked(world, box, seat)


@TEMPLATES.kernel
def allow(game: Game, box: Box, moves: Moves, n: int, policy: Policy) -> int:
    """Keep the options that the player may take; a game that offers restrictions replaces this."""
    return n


@TEMPLATES.kernel
def is_worth_it(game: Game) -> bool:
    """Whether a decision is searched; a game that leaves some to the weights replaces this."""
    return True


@TEMPLATES.kernel
def end_lines(policy: Policy) -> None:
    """Nothing is kept of the lines of play; a game that notes that they run replaces this."""
    begin_line(policy)


@TEMPLATES.kernel
def play_line(box: Box, seat: int, policy: Policy, move: int) -> float:
    """Simulate a move in the current world up to the end of the line; return its value.

    The others play without the restrictions of the player that searches.
    """
    is_restricted = bool(policy.without.applies)
    value = value_of_play(box, seat, policy, move, is_restricted)
    policy.without.applies = is_restricted
    return value


@TEMPLATES.kernel
def value_of_play(box: Box, seat: int, policy: Policy, move: int, is_restricted: bool) -> float:
    """Simulate a move and all choices up to the end of the line; return its value."""
    policy.search.worlds[LINE] = policy.search.worlds[WORLD]
    line = policy.search.worlds[LINE]
    begin_line(policy)
    policy.search.lines += 1
    last = progress(line, box, seat) + int(policy.search.length)
    n = run_line(
        line,
        box,
        policy,
        apply(line, box, policy.search.choices[:], quiet_log(policy.search.log), move),
    )
    while n != 0:
        who = deciding_seat(line)
        is_end = who == seat and is_line_end(line, box, seat)
        if is_end and progress(line, box, seat) >= last:
            return value_of_line(box, seat, policy)
        policy.without.applies = is_restricted and who == seat
        n = allow(line, box, policy.search.choices[:], n, policy)
        weigh(line, box, policy.search.choices[:], n, who, policy)
        move = int(
            policy.search.choices[best_option(line, policy.search.choices[:], n, policy, False)]
        )
        n = run_line(
            line,
            box,
            policy,
            apply(line, box, policy.search.choices[:], quiet_log(policy.search.log), move),
        )
    return final_value(line, seat)


@TEMPLATES.kernel
def run_line(line: Game, box: Box, policy: Policy, n: int) -> int:
    """Let the automa act until somebody has a choice; return the number of options."""
    while n == AUTOMA_TO_MOVE:
        automa_moves(line, box, quiet_log(policy.search.log))
        n = run_on(line, box, policy.search.choices[:], quiet_log(policy.search.log), -1)
    return n


# ---------------------------------------------------------------- comparing


@TEMPLATES.kernel
def compare(game: Game, box: Box, moves: Moves, seat: int, policy: Policy) -> None:
    """Simulate the candidates by sequential halving; the best is first at the end.

    Candidates that are far behind the first are dropped at once and need no more simulations.
    """
    left, number, budget = int(policy.search.compared), 0, int(policy.search.iterations)
    for stage in range(stages_for(left), 0, -1):
        begin_stage(policy, left)
        worlds = max(1, budget // (stage * left))
        for world in range(1, worlds + 1):
            deal_world(game, box, seat, policy, number)
            play_world(box, moves, seat, policy, left)
            number += 1
            budget -= left
            if world % LOOK == 0:
                left = without_hopeless(policy, left, world)
            if left == 1:
                break
        put_in_order(policy, left)
        left = (left + 1) // 2
        if left == 1:
            break
    level_priors(policy)


@TEMPLATES.kernel
def begin_stage(policy: Policy, left: int) -> None:
    """No candidate is behind the first yet."""
    for place in range(left):
        policy.search.behind[place] = 0.0
        policy.search.squares[place] = 0.0


@TEMPLATES.kernel
def play_world(box: Box, moves: Moves, seat: int, policy: Policy, left: int) -> None:
    """Simulate every remaining candidate in the current world."""
    first = 0.0
    for place in range(left):
        value = play_line(box, seat, policy, int(moves[policy.search.candidates[place]]))
        if place == 0:
            first = value
        policy.search.sums[place] += value
        policy.search.played[place] += 1
        policy.search.behind[place] += first - value
        policy.search.squares[place] += (first - value) * (first - value)


@TEMPLATES.kernel
def without_hopeless(policy: Policy, left: int, worlds: int) -> int:
    """Move candidates that are surely behind the first, or equal to it, last; how many are left.

    Equal ones have the same value in all worlds of the stage, for example if only an order differs.
    """
    place = 1
    while place < left:
        mean = policy.search.behind[place] / worlds
        spread = max(0.0, policy.search.squares[place] / worlds - mean * mean)
        if mean >= SURE * math.sqrt(spread / (worlds - 1)):
            left -= 1
            swap(policy, place, left)
        else:
            place += 1
    return left


@TEMPLATES.kernel
def level_priors(policy: Policy) -> None:
    """Bring first values to the level of the simulations: they may count less of a position.

    For example the value of a card alone, where simulations count the whole position.
    """
    more = 0.0
    for place in range(int(policy.search.compared)):
        more += (
            policy.search.sums[place] / policy.search.played[place] - policy.search.priors[place]
        )
    for place in range(int(policy.search.compared)):
        policy.search.priors[place] += more / policy.search.compared


@TEMPLATES.kernel
def estimate(policy: Policy, place: int) -> float:
    """The value of a candidate: by its simulations, and by its first value."""
    lines = float(policy.search.played[place])
    return (policy.search.sums[place] + policy.search.trust * policy.search.priors[place]) / (
        lines + policy.search.trust
    )


@TEMPLATES.kernel
def put_in_order(policy: Policy, left: int) -> None:
    """Sort the remaining candidates, the best first; equal ones keep their order."""
    for first in range(1, left):
        at = first
        while at > 0 and estimate(policy, at - 1) < estimate(policy, at):
            swap(policy, at - 1, at)
            at -= 1


@TEMPLATES.kernel
def swap(policy: Policy, one: int, other: int) -> None:
    """Swap two candidates."""
    option, played = policy.search.candidates[one], policy.search.played[one]
    policy.search.candidates[one], policy.search.candidates[other] = (
        policy.search.candidates[other],
        option,
    )
    policy.search.played[one], policy.search.played[other] = policy.search.played[other], played
    swap_numbers(policy.search.priors[:], one, other)
    swap_numbers(policy.search.sums[:], one, other)
    swap_numbers(policy.search.behind[:], one, other)
    swap_numbers(policy.search.squares[:], one, other)


@TEMPLATES.kernel
def swap_numbers(numbers: Floats, one: int, other: int) -> None:
    number = numbers[one]
    numbers[one] = numbers[other]
    numbers[other] = number


@TEMPLATES.kernel
def best_candidate(game: Game, policy: Policy) -> int:
    """The best option at the end, errors included.

    A dropped candidate is rated no higher than those before it, however lucky its few simulations
    were.
    """
    if not makes_error(game, policy):
        return int(policy.search.candidates[0])
    best, chosen, most = 2.0 * WORST, 0, -WORST
    for place in range(int(policy.search.compared)):
        option = int(policy.search.candidates[place])
        most = min(most, estimate(policy, place))
        value = most + error(game, policy, option)
        if value > best:
            best, chosen = value, option
    return chosen


@TEMPLATES.strategy(kernel_group=SEARCH)
def choose_by_search(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """The option with the best mean over its simulations; if there is only one, that one."""
    weigh(game, box, moves, n, seat, policy)
    policy.search.compared = list_candidates(policy, n) if is_worth_it(game) else 0
    if policy.search.compared < 2:
        policy.search.compared = 0
        return int(moves[best_option(game, moves, n, policy, makes_error(game, policy))])
    explaining = bool(policy.evaluation.explaining)
    policy.evaluation.explaining = False
    begin_search(policy)
    compare(game, box, moves, seat, policy)
    policy.evaluation.explaining = explaining
    end_lines(policy)
    return int(moves[best_candidate(game, policy)])
