"""The game as a machine of decisions: what the engine asks of the rules."""

from __future__ import annotations

from trisim.engine.chance import VIEW, hash3
from trisim.engine.machine import MACHINE
from trisim.engine.moves import first_of, kind_of, move_of, second_of
from trisim.games.madness.kernels import REGISTRY, kernel
from trisim.games.madness.rules.actions import choose_action, learn_frame, legal_actions, pay
from trisim.games.madness.rules.cards import draw_frame
from trisim.games.madness.rules.codes import DECISIONS, EDGE, Frame, Move
from trisim.games.madness.rules.curses import curses_leave, curses_up, lay_curses, strike
from trisim.games.madness.rules.effect_choices import (
    choose_card,
    choose_curse,
    choose_seat,
    choose_spell,
    legal_cards,
    legal_curses,
    legal_seats,
    legal_spells,
)
from trisim.games.madness.rules.effects import (
    choose_element,
    choose_may,
    effect_frame,
    legal_elements,
    legal_may,
    stop,
)
from trisim.games.madness.rules.library import destroy_spell, legal_spells_to_forget
from trisim.games.madness.rules.payment import legal_payments
from trisim.games.madness.rules.setup import choose_mage, legal_mages, start
from trisim.games.madness.rules.stack import because, deciding_seat, pending, pop
from trisim.games.madness.rules.state import Box, Game, Log, Moves
from trisim.games.madness.rules.turn import (
    begin_turn,
    legal_trims,
    limit_hand,
    move_marker,
    recover,
    trim,
    turn_page,
)


@kernel
def legal(game: Game, box: Box, moves: Moves) -> int:
    """The options of the pending decision; how many there are."""
    kind = pending(game)
    if kind == Frame.ACT:
        return legal_actions(game, box, moves)
    if kind == Frame.PAY:
        return legal_payments(game, box, moves)
    if kind == Frame.CARD:
        return legal_cards(game, box, moves)
    if kind == Frame.SEAT:
        return legal_seats(game, moves)
    if kind == Frame.SPELL:
        return legal_spells(game, box, moves)
    if kind == Frame.CURSE:
        return legal_curses(game, box, moves)
    if kind == Frame.ELEMENT:
        return legal_elements(game, moves)
    if kind == Frame.MAY:
        return legal_may(game, moves)
    if kind == Frame.TRIM:
        return legal_trims(game, box, moves)
    if kind == Frame.FORGET:
        return legal_spells_to_forget(game, moves, deciding_seat(game))
    return legal_mages(game, box, moves)


@kernel
def carry_out(game: Game, box: Box, log: Log, move: int) -> None:
    """Do what was decided."""
    kind, first, second = kind_of(move), first_of(move), second_of(move)
    frame = pending(game)
    if frame == Frame.ACT:
        choose_action(game, box, log, kind, first, second)
    elif frame == Frame.PAY:
        pay(game, box, log, first, second)
    elif frame == Frame.ELEMENT:
        choose_element(game, log, kind, first)
    elif kind == Move.STOP:
        stop(game, log)
    elif frame == Frame.CARD:
        choose_card(game, box, log, first, second)
    elif frame == Frame.SEAT:
        choose_seat(game, log, first)
    elif frame == Frame.SPELL:
        choose_spell(game, box, log, first, second)
    elif frame == Frame.CURSE:
        choose_curse(game, box, log, first)
    elif frame == Frame.MAY:
        choose_may(game, box, log, first)
    elif frame == Frame.TRIM:
        trim(game, log, first)
    elif frame == Frame.FORGET:
        forget(game, log, first)
    else:
        choose_mage(game, log, first)


@kernel
def forget(game: Game, log: Log, slot: int) -> None:
    """Destroy a spell to make room for another."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    seat = int(frame.seat)
    pop(game)
    destroy_spell(game, log, seat, slot)


@kernel
def run_frame(game: Game, box: Box, log: Log) -> None:
    """Do what is no decision."""
    kind = pending(game)
    if kind == Frame.EFFECT:
        effect_frame(game, box, log)
    elif kind == Frame.DRAW:
        draw_frame(game, box, log)
    elif kind == Frame.LEARN:
        learn_frame(game, box, log)
    elif kind < EDGE:
        run_curse_frame(game, box, log, kind)
    else:
        run_turn_frame(game, box, log, kind)


@kernel
def run_curse_frame(game: Game, box: Box, log: Log, kind: int) -> None:
    """Do what happens to curses."""
    if kind == Frame.STRIKE:
        strike(game, box, log)
    elif kind == Frame.LAY:
        lay_curses(game, box, log)
    elif kind == Frame.CURSES_LEAVE:
        curses_leave(game, log)
    else:
        curses_up(game, log)


@kernel
def run_turn_frame(game: Game, box: Box, log: Log, kind: int) -> None:
    """Do the next part of a turn, or begin the game."""
    if kind == Frame.TURN:
        begin_turn(game, box, log)
    elif kind == Frame.MARKER:
        move_marker(game, box, log)
    elif kind == Frame.NEXT_MONSTER:
        turn_page(game, box, log)
    elif kind == Frame.RECOVERY:
        recover(game, box, log)
    elif kind == Frame.LIMIT:
        limit_hand(game, box, log)
    else:
        start(game, box, log)


@kernel
def assigned(game: Game, mage: int) -> int:
    """The move that takes a mage that was dealt; -1: the seat has something to decide."""
    if mage < 0 or pending(game) != Frame.MAGE:
        return -1
    return move_of(Move.MAGE, mage, 0, 0)


@kernel
def masked(game: Game, box: Box, seat: int) -> None:
    """Deal anew what is hidden: all of it follows from the seed, for every seat."""
    game.seed = hash3(game.seed, VIEW + seat, int(game.decisions))


bound = MACHINE.bind(
    REGISTRY,
    __name__,
    legal=legal,
    carry_out=carry_out,
    run_frame=run_frame,
    DECISIONS=DECISIONS,
    EDGE=EDGE,
)
run_on, resolve, apply = bound.run_on, bound.resolve, bound.apply
