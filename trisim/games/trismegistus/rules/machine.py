"""The game as a machine of decisions: what is legal, what a move does, what follows by itself."""

from __future__ import annotations

from trisim.engine.moves import first_of, kind_of, second_of, third_of
from trisim.games.trismegistus.kernels import inlined, kernel
from trisim.games.trismegistus.rules.artifacts import (
    legal_random,
    legal_slot,
    refill_book,
    refill_market,
    resolve_random,
    resolve_slot,
    resolve_use_new,
    run_draw_artifact,
)
from trisim.games.trismegistus.rules.codes import DECISIONS, Frame
from trisim.games.trismegistus.rules.dice import (
    legal_ethereal,
    legal_wild,
    resolve_ethereal,
    resolve_wild,
)
from trisim.games.trismegistus.rules.effects import (
    do_reward,
    legal_any,
    legal_effects,
    legal_exchange,
    legal_other_raw,
    resolve_any,
    resolve_effects,
    resolve_exchange,
    resolve_other_raw,
    run_plain,
)
from trisim.games.trismegistus.rules.experiments import run_join, run_perform
from trisim.games.trismegistus.rules.payment import legal_payment, resolve_payment
from trisim.games.trismegistus.rules.publications import legal_return, resolve_return, run_draw
from trisim.games.trismegistus.rules.reactions import legal_react, resolve_react
from trisim.games.trismegistus.rules.rounds import run_end_round, run_roll, run_score
from trisim.games.trismegistus.rules.setup import (
    legal_keep,
    legal_laboratory,
    resolve_keep,
    resolve_laboratory,
    resolve_start_slot,
    run_formulas,
    run_reveal,
)
from trisim.games.trismegistus.rules.stack import because, pop
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.stone import (
    legal_unlock,
    legal_vault,
    resolve_unlock,
    resolve_vault,
)
from trisim.games.trismegistus.rules.tracks import (
    legal_any_track,
    legal_different,
    legal_lowest,
    resolve_any_track,
    resolve_different,
    resolve_lowest,
    run_named,
    run_steps,
    run_token,
)
from trisim.games.trismegistus.rules.transmute import (
    legal_next,
    legal_yes_no,
    resolve_next,
    resolve_trigger,
    run_transmuted,
)
from trisim.games.trismegistus.rules.turn import (
    legal_after,
    legal_before,
    legal_before_draft,
    resolve_before_draft,
    resolve_menu,
    run_cleanup,
    run_next_turn,
)

LAST_OF_TURN = int(Frame.AFTER)
LAST_OF_ARTIFACTS = int(Frame.RANDOM)
LAST_OF_EFFECTS = int(Frame.OTHER_RAW)

BOT_TO_MOVE = -1
"""In place of a number of options: Botmegistus is to do what it has to (``bot.moves``)."""


# ---------------------------------------------------------------- legal


@inlined
def deciding_seat(game: Game) -> int:
    """Who decides."""
    return int(game.stack[game.depth - 1].seat)


@kernel
def legal(game: Game, box: Box, moves: Moves) -> int:
    """Fill the options of the pending decision, in a fixed order; how many there are."""
    frame = game.stack[game.depth - 1]
    kind, seat = int(frame.kind), int(frame.seat)
    a, b, c = int(frame.arg[0]), int(frame.arg[1]), int(frame.arg[2])
    if kind <= LAST_OF_TURN:
        return legal_of_turn(game, box, kind, seat, a, moves)
    if kind <= LAST_OF_ARTIFACTS:
        return legal_of_artifacts(game, box, kind, seat, moves)
    if kind <= LAST_OF_EFFECTS:
        return legal_of_effects(game, box, kind, seat, a, b, c, moves)
    if kind == Frame.PAY:
        return legal_payment(game, box, seat, moves)
    if kind == Frame.UNLOCK:
        return legal_unlock(game, seat, a, moves)
    if kind == Frame.VAULT:
        return legal_vault(game, box, seat, moves)
    if kind == Frame.RETURN:
        return legal_return(game, box, seat, moves)
    return legal_react(game, box, seat, moves)


@kernel
def legal_of_turn(game: Game, box: Box, kind: int, seat: int, a: int, moves: Moves) -> int:
    """Options of the setup and of the main steps of a turn."""
    if kind == Frame.ACTION:
        return legal_before(game, box, seat, a, moves)
    if kind == Frame.AFTER:
        return legal_after(game, box, seat, moves)
    if kind == Frame.DRAFT:
        return legal_before_draft(game, box, seat, moves)
    if kind == Frame.ETHEREAL:
        return legal_ethereal(game, box, seat, moves)
    if kind == Frame.WILD:
        return legal_wild(moves)
    if kind == Frame.LABORATORY:
        return legal_laboratory(game, box, moves)
    if kind == Frame.KEEP:
        return legal_keep(game, seat, a, moves)
    return legal_slot(moves)


@kernel
def legal_of_artifacts(game: Game, box: Box, kind: int, seat: int, moves: Moves) -> int:
    """Options of transmutations and artifacts."""
    if kind == Frame.TRANSMUTE:
        return legal_next(game, box, seat, moves)
    if kind == Frame.SLOT:
        return legal_slot(moves)
    if kind == Frame.RANDOM:
        return legal_random(game, box, moves)
    return legal_yes_no(moves)


@kernel
def legal_of_effects(
    game: Game, box: Box, kind: int, seat: int, a: int, b: int, c: int, moves: Moves
) -> int:
    """Options of the parts of effects."""
    if kind == Frame.EFFECTS:
        return legal_effects(game, box, moves)
    if kind == Frame.GAIN_ANY:
        return legal_any(box, a, c, moves)
    if kind == Frame.ADVANCE_ANY:
        return legal_any_track(moves)
    if kind == Frame.ADVANCE_LOWEST:
        return legal_lowest(game, seat, moves)
    if kind == Frame.ADVANCE_DIFFERENT:
        return legal_different(b, moves)
    if kind == Frame.EXCHANGE:
        return legal_exchange(game, box, seat, a, moves)
    return legal_other_raw(a, moves)


# ---------------------------------------------------------------- one move


@kernel
def carry_out(game: Game, box: Box, log: Log, move: int) -> None:
    """Resolve the top frame by a move, and nothing more."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    seat, frame_kind = int(frame.seat), int(frame.kind)
    kind, a, b, c = kind_of(move), first_of(move), second_of(move), third_of(move)
    if frame_kind <= LAST_OF_TURN:
        carry_out_turn(game, box, log, frame_kind, seat, kind, a, b)
    elif frame_kind <= LAST_OF_ARTIFACTS:
        carry_out_artifacts(game, box, log, frame_kind, seat, kind, a, b, c)
    elif frame_kind <= LAST_OF_EFFECTS:
        carry_out_effects(game, box, log, frame_kind, seat, kind, a, b)
    elif frame_kind == Frame.PAY:
        resolve_payment(game, log, seat, kind, a)
    elif frame_kind == Frame.UNLOCK:
        resolve_unlock(game, box, log, seat, a)
    elif frame_kind == Frame.VAULT:
        resolve_vault(game, box, log, seat, int(frame.arg[0]), a)
    elif frame_kind == Frame.RETURN:
        resolve_return(game, log, seat, int(frame.arg[0]), a)
    else:
        resolve_react(game, box, log, seat, kind, a, b, c)


@kernel
def carry_out_turn(
    game: Game, box: Box, log: Log, frame_kind: int, seat: int, kind: int, a: int, b: int
) -> None:
    """A move of the setup or of the main steps of a turn."""
    frame = game.stack[game.depth - 1]
    if frame_kind == Frame.ACTION or frame_kind == Frame.AFTER:
        resolve_menu(game, box, log, seat, kind, a, b)
    elif frame_kind == Frame.DRAFT:
        resolve_before_draft(game, box, log, seat, kind, a, b)
    elif frame_kind == Frame.ETHEREAL:
        resolve_ethereal(game, log, seat, kind, a)
    elif frame_kind == Frame.WILD:
        resolve_wild(game, log, seat, a)
    elif frame_kind == Frame.LABORATORY:
        resolve_laboratory(game, log, seat, a)
    elif frame_kind == Frame.KEEP:
        resolve_keep(game, seat, int(frame.arg[0]), a)
    else:
        resolve_start_slot(game, log, seat, a)


@kernel
def carry_out_artifacts(
    game: Game, box: Box, log: Log, frame_kind: int, seat: int, kind: int, a: int, b: int, c: int
) -> None:
    """A move of transmutations and artifacts."""
    argument = int(game.stack[game.depth - 1].arg[0])
    if frame_kind == Frame.TRANSMUTE:
        resolve_next(game, box, log, seat, kind, a, b, c)
    elif frame_kind == Frame.TRIGGER:
        resolve_trigger(game, box, log, seat, kind, argument)
    elif frame_kind == Frame.USE_NEW:
        resolve_use_new(game, box, log, seat, kind, argument)
    elif frame_kind == Frame.SLOT:
        resolve_slot(game, log, seat, argument, a)
    else:
        resolve_random(game, seat, argument, kind)


@kernel
def carry_out_effects(
    game: Game, box: Box, log: Log, frame_kind: int, seat: int, kind: int, a: int, b: int
) -> None:
    """A move of the parts of effects."""
    frame = game.stack[game.depth - 1]
    first, second = int(frame.arg[0]), int(frame.arg[1])
    if frame_kind == Frame.EFFECTS:
        resolve_effects(game, box, log, seat, a)
    elif frame_kind == Frame.GAIN_ANY:
        resolve_any(game, box, log, seat, first, second, a, b)
    elif frame_kind == Frame.ADVANCE_ANY:
        resolve_any_track(game, box, log, seat, first, second, a)
    elif frame_kind == Frame.ADVANCE_LOWEST:
        resolve_lowest(game, box, log, seat, first, a)
    elif frame_kind == Frame.ADVANCE_DIFFERENT:
        resolve_different(game, box, log, seat, first, second, a)
    elif frame_kind == Frame.EXCHANGE:
        resolve_exchange(game, box, log, seat, first, second, kind, a, b)
    else:
        resolve_other_raw(game, log, seat, a)


# ---------------------------------------------------------------- what follows by itself


@kernel
def is_edge(kind: int) -> bool:
    """Whether a frame is beyond what the player who moved controls: chance, or the others."""
    return (
        kind == Frame.REACT
        or kind == Frame.DRAW
        or kind == Frame.DRAW_ARTIFACT
        or kind == Frame.FORMULAS
        or (kind >= Frame.REFILL_MARKET and kind <= Frame.REVEAL)
        or kind >= Frame.SCORE
    )


@kernel
def run_frame(game: Game, box: Box, log: Log) -> None:
    """Run the top frame, which asks nobody anything."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    kind, seat = int(frame.kind), int(frame.seat)
    a, b, c = int(frame.arg[0]), int(frame.arg[1]), int(frame.arg[2])
    if kind == Frame.STEPS:
        run_steps(game, box, log, seat, a, b)
    elif kind == Frame.ADVANCE_NAMED:
        run_named(game, box, log, seat, a, b, c)
    elif kind == Frame.TRANSMUTED:
        run_transmuted(game, box, seat, a)
    elif kind == Frame.TOKEN:
        run_token(game, box, seat, a)
    elif kind == Frame.PERFORM:
        run_perform(game, box, log, seat, a)
    elif kind == Frame.JOIN:
        run_join(game, box, log, seat, a)
    elif kind == Frame.REWARD:
        pop(game)
        do_reward(game, box, log, seat, a)
    else:
        run_edge(game, box, log, kind, seat, a, b)


@kernel
def run_edge(game: Game, box: Box, log: Log, kind: int, seat: int, a: int, b: int) -> None:
    """Chance, the end of a turn, the end of a round."""
    if kind == Frame.DRAW:
        run_draw(game, box, log, seat, a)
    elif kind == Frame.DRAW_ARTIFACT:
        run_draw_artifact(game, box, seat)
    elif kind == Frame.FORMULAS:
        run_formulas(game, box, log, seat)
    elif kind == Frame.REFILL_MARKET:
        pop(game)
        refill_market(game, box, log, a, b)
    elif kind == Frame.REFILL_BOOK:
        pop(game)
        refill_book(game, box, log, a)
    elif kind == Frame.CLEANUP:
        run_cleanup(game, box, log, seat)
    elif kind == Frame.NEXT_TURN:
        run_next_turn(game, box, log)
    elif kind == Frame.END_ROUND:
        run_end_round(game, box, log)
    elif kind == Frame.ROLL:
        run_roll(game, box, log)
    elif kind == Frame.SCORE:
        run_score(game, box, log)
    else:
        run_reveal(game, box, log)


@kernel
def run_on(game: Game, box: Box, moves: Moves, log: Log, mover: int) -> int:
    """Run until somebody has a real choice, and return how many options there are.

    Forced moves are taken. With a ``mover`` it stops before chance and the other players, whose
    choices it leaves alone, and returns 0 there, as it does when the game is over; -1: it goes on.
    In a solo game it also stops where Botmegistus has to do something, which the caller asks of it.
    """
    while not game.over and game.depth > 0:
        frame = game.stack[game.depth - 1]
        kind = int(frame.kind)
        if mover >= 0 and (is_edge(kind) or (kind < DECISIONS and int(frame.seat) != mover)):
            return 0
        if kind == Frame.BOT:
            return BOT_TO_MOVE
        if kind >= DECISIONS:
            run_frame(game, box, log)
        elif kind == Frame.EFFECTS and settle_effects(game, box, log):
            continue
        else:
            n = legal(game, box, moves)
            if n > 1:
                return n
            if n == 1:
                carry_out(game, box, log, int(moves[0]))
            else:
                pop(game)
    return 0


@kernel
def settle_effects(game: Game, box: Box, log: Log) -> bool:
    """Do what is plain on the agenda, and take an empty one away; whether anything was done."""
    frame = game.stack[game.depth - 1]
    if frame.arg[0] == 0:
        pop(game)
        return True
    because(game, int(frame.cause), int(frame.cause_id))
    return run_plain(game, box, log, int(frame.seat))


@kernel
def resolve(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """A move's own consequences, up to the next choice or the edge of what the player controls."""
    mover = int(game.stack[game.depth - 1].seat)
    carry_out(game, box, log, move)
    return run_on(game, box, moves, log, mover)


@kernel
def apply(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """Carry out a move and run on to the next real choice; its options are in ``moves``."""
    game.decisions += 1
    carry_out(game, box, log, move)
    return run_on(game, box, moves, log, -1)
