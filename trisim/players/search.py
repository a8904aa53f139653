"""A player that thinks: its best options played on, in worlds that fit what its seat has seen.

In each world the hidden cards are dealt anew and chance has another key. All options that are still
thought about meet the same worlds, so that luck is the same for all of them; the worse half is left
out from time to time (sequential halving). In a line of play everybody chooses as the evaluator
does, with the weights of the player that thinks. It ends before the player's own draft some dice
later, so that all lines have used as many dice, and is judged there; or at the end of the game.
"""

from __future__ import annotations

import math

from trisim.engine.cache import SEARCH
from trisim.engine.chance import hash3
from trisim.games.trismegistus.kernels import kernel, strategy
from trisim.games.trismegistus.players.drafting import OUTDONE
from trisim.games.trismegistus.players.evaluator import FIRST_OF_ALL, best_option, weigh
from trisim.games.trismegistus.players.features import look_at
from trisim.games.trismegistus.players.lookahead import (
    DRAWS,
    FIRST,
    GIFTS,
    WORST,
    frame_kind,
    judge,
)
from trisim.games.trismegistus.players.mind import Floats, Mind
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import Frame
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, apply, run_on
from trisim.games.trismegistus.rules.state import Box, Game, Moves
from trisim.games.trismegistus.rules.view import masked
from trisim.players.noise import error, errs

WORLD, LINE = 0, 1
"""Places among the worlds of a mind: the position with hidden cards dealt anew, and a line of play
that goes on from it."""

WORLDS = 1_000
"""The stream of a seat's own chance that worlds are dealt by: + number of the world."""

LOOK, SURE = 5, 3.0
"""Worlds between two looks at who is hopelessly behind, and the standard errors that takes."""


# ---------------------------------------------------------------- candidates


@kernel
def list_candidates(mind: Mind, n: int) -> int:
    """Put the best options at first sight into the mind, the best first; how many.

    Those that were ruled out are none of them, and no more than the iterations can tell apart.
    """
    most = int(mind.options)
    while most > 1 and lines_at_least(most) > int(mind.iterations):
        most -= 1
    found = 0
    for option in range(n):
        value = mind.values[option]
        if value <= OUTDONE:
            continue
        at = found
        while at > 0 and mind.values[mind.candidates[at - 1]] < value:
            at -= 1
        if at < most:
            found = min(found + 1, most)
            for place in range(found - 1, at, -1):
                mind.candidates[place] = mind.candidates[place - 1]
            mind.candidates[at] = option
    return found


@kernel
def lines_at_least(candidates: int) -> int:
    """Lines of play that it takes to find the best of some candidates, in one world a stage."""
    lines = 0
    while candidates > 1:
        lines += candidates
        candidates = (candidates + 1) // 2
    return lines


@kernel
def stages_for(candidates: int) -> int:
    """How often the worse half is left out until one is left."""
    stages = 0
    while candidates > 1:
        stages += 1
        candidates = (candidates + 1) // 2
    return stages


@kernel
def begin_thought(mind: Mind) -> None:
    """What each candidate was worth at first sight, and nothing played yet.

    What comes before an action is worth what it gains over the best of these.
    """
    best = WORST
    for place in range(int(mind.thought)):
        value = mind.values[mind.candidates[place]]
        if value < FIRST_OF_ALL / 2:
            best = max(best, value)
    for place in range(int(mind.thought)):
        value = mind.values[mind.candidates[place]]
        if value > FIRST_OF_ALL / 2:
            value -= FIRST_OF_ALL
            value += best if best > WORST else 0.0
        mind.priors[place] = value
        mind.sums[place] = 0.0
        mind.played[place] = 0


# ---------------------------------------------------------------- lines of play


@kernel
def deal_world(game: Game, box: Box, seat: int, mind: Mind, number: int) -> None:
    """The position as it may be, for all that a seat knows."""
    mind.worlds[WORLD] = game
    world = mind.worlds[WORLD]
    world.seed = hash3(mind.noise, WORLDS + number, int(game.decisions))
    masked(world, box, seat)


@kernel
def dice_done(game: Game, box: Box, seat: int) -> int:
    """Dice that a seat has used in the game so far."""
    before = max(0, int(game.round_no) - 1) * int(box.rules.dice_per_round)
    return before + int(game.labs[seat].dice_used)


@kernel
def play_line(box: Box, seat: int, mind: Mind, move: int) -> float:
    """A move in the world at hand and what follows, as far as it is thought; its worth."""
    mind.worlds[LINE] = mind.worlds[WORLD]
    line = mind.worlds[LINE]
    mind.draft_key = 0
    mind.lines += 1
    last = dice_done(line, box, seat) + int(mind.dice)
    n = run_line(line, box, mind, apply(line, box, mind.choices[:], mind.log, move))
    while n != 0:
        who = int(line.stack[line.depth - 1].seat)
        if who == seat and frame_kind(line) == Frame.DRAFT and dice_done(line, box, seat) >= last:
            return worth_of_line(box, seat, mind)
        weigh(line, box, mind.choices[:], n, who, mind)
        move = int(mind.choices[best_option(line, mind.choices[:], n, mind, False)])
        n = run_line(line, box, mind, apply(line, box, mind.choices[:], mind.log, move))
    return float(line.labs[seat].score)


@kernel
def run_line(line: Game, box: Box, mind: Mind, n: int) -> int:
    """Let Botmegistus do what it has to, until somebody has a choice; how many options."""
    while n == BOT_TO_MOVE:
        bot_moves(line, box, mind.log)
        n = run_on(line, box, mind.choices[:], mind.log, -1)
    return n


@kernel
def worth_of_line(box: Box, seat: int, mind: Mind) -> float:
    """What a line of play that ends before its time has led to."""
    line = mind.worlds[LINE]
    mind.states[FIRST] = line
    mind.skipped[FIRST, DRAWS] = 0
    mind.skipped[FIRST, GIFTS] = 0
    look_at(line, box, seat, mind)
    return judge(box, seat, mind, FIRST)


# ---------------------------------------------------------------- comparing


@kernel
def compare(game: Game, box: Box, moves: Moves, seat: int, mind: Mind) -> None:
    """Play the candidates on, the worse half of them ever less; the best is first in the end.

    Those that fall hopelessly behind the first are left out at once, and need no more lines.
    """
    left, number, budget = int(mind.thought), 0, int(mind.iterations)
    for stage in range(stages_for(left), 0, -1):
        begin_stage(mind, left)
        worlds = max(1, budget // (stage * left))
        for world in range(1, worlds + 1):
            deal_world(game, box, seat, mind, number)
            play_world(box, moves, seat, mind, left)
            number += 1
            budget -= left
            if world % LOOK == 0:
                left = without_hopeless(mind, left, world)
            if left == 1:
                break
        put_in_order(mind, left)
        left = (left + 1) // 2
        if left == 1:
            break
    level_priors(mind)


@kernel
def begin_stage(mind: Mind, left: int) -> None:
    """No candidate is behind the first yet."""
    for place in range(left):
        mind.behind[place] = 0.0
        mind.squares[place] = 0.0


@kernel
def play_world(box: Box, moves: Moves, seat: int, mind: Mind, left: int) -> None:
    """Play every candidate that is left on in the world at hand."""
    first = 0.0
    for place in range(left):
        value = play_line(box, seat, mind, int(moves[mind.candidates[place]]))
        if place == 0:
            first = value
        mind.sums[place] += value
        mind.played[place] += 1
        mind.behind[place] += first - value
        mind.squares[place] += (first - value) * (first - value)


@kernel
def without_hopeless(mind: Mind, left: int, worlds: int) -> int:
    """Put candidates that are surely behind the first one, or its equals, last; how many are left.

    Equals have come to the same in all worlds of the stage, as where nothing but the order differs.
    """
    place = 1
    while place < left:
        mean = mind.behind[place] / worlds
        spread = max(0.0, mind.squares[place] / worlds - mean * mean)
        if mean >= SURE * math.sqrt(spread / (worlds - 1)):
            left -= 1
            swap(mind, place, left)
        else:
            place += 1
    return left


@kernel
def level_priors(mind: Mind) -> None:
    """Bring first judgements to the level of the lines of play: they may count less of a position.

    Such as what a card is worth by itself, where lines of play count all there is.
    """
    more = 0.0
    for place in range(int(mind.thought)):
        more += mind.sums[place] / mind.played[place] - mind.priors[place]
    for place in range(int(mind.thought)):
        mind.priors[place] += more / mind.thought


@kernel
def estimate(mind: Mind, place: int) -> float:
    """What a candidate is worth: by its lines of play, and by its first judgement."""
    lines = float(mind.played[place])
    return (mind.sums[place] + mind.trust * mind.priors[place]) / (lines + mind.trust)


@kernel
def put_in_order(mind: Mind, left: int) -> None:
    """Sort the candidates that are still thought about, the best first; equals stay as they are."""
    for first in range(1, left):
        at = first
        while at > 0 and estimate(mind, at - 1) < estimate(mind, at):
            swap(mind, at - 1, at)
            at -= 1


@kernel
def swap(mind: Mind, one: int, other: int) -> None:
    """Let two candidates change places."""
    option, played = mind.candidates[one], mind.played[one]
    mind.candidates[one], mind.candidates[other] = mind.candidates[other], option
    mind.played[one], mind.played[other] = mind.played[other], played
    swap_numbers(mind.priors[:], one, other)
    swap_numbers(mind.sums[:], one, other)
    swap_numbers(mind.behind[:], one, other)
    swap_numbers(mind.squares[:], one, other)


@kernel
def swap_numbers(numbers: Floats, one: int, other: int) -> None:
    """Let two numbers change places."""
    number = numbers[one]
    numbers[one] = numbers[other]
    numbers[other] = number


@kernel
def best_candidate(game: Game, mind: Mind) -> int:
    """The option that was best in the end; with errors, if it errs.

    One that was left out is worth no more than those before it, however lucky its few lines were.
    """
    if not errs(game, mind):
        return int(mind.candidates[0])
    best, chosen, most = 2.0 * WORST, 0, -WORST
    for place in range(int(mind.thought)):
        option = int(mind.candidates[place])
        most = min(most, estimate(mind, place))
        value = most + error(game, mind, option)
        if value > best:
            best, chosen = value, option
    return chosen


@strategy(kernel_group=SEARCH)
def think(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int:
    """The option whose lines of play come to most; where there is but one, that."""
    weigh(game, box, moves, n, seat, mind)
    mind.thought = list_candidates(mind, n)
    if mind.thought < 2:
        mind.thought = 0
        return int(moves[best_option(game, moves, n, mind, errs(game, mind))])
    explaining = bool(mind.explaining)
    mind.explaining = False
    begin_thought(mind)
    compare(game, box, moves, seat, mind)
    mind.explaining = explaining
    mind.draft_key = 0
    return int(moves[best_candidate(game, mind)])
