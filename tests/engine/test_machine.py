"""The machine of decisions, with a game of two seats that count up to a number."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import pytest

from trisim.engine.kernel import KernelRegistry, records, struct
from trisim.engine.log import log_type
from trisim.engine.machine import MACHINE, STACK, add_move, game_type
from trisim.engine.moves import first_of, kind_of

ADD, FORCED, OTHER = 0, 1, 2
"""Decisions: add 1 or 2; one option only; another seat is asked."""
STEP, CHANCE = 3, 4

REGISTRY = KernelRegistry("counting")
REGISTRY.records.update(
    Game=game_type(("total", np.int16), stack=4), Box=struct(("last", np.int16)), Log=log_type(8)
)
Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
stack = STACK.bind(REGISTRY, __name__)


@REGISTRY.kernel
def legal(game: Game, box: Box, moves: Moves) -> int:
    n = add_move(moves, 0, 7, 1)
    return n if stack.pending(game) == FORCED else add_move(moves, n, 7, 2)


@REGISTRY.kernel
def carry_out(game: Game, box: Box, log: Log, move: int) -> None:
    assert kind_of(move) == 7
    stack.note(log, stack.pending(game), int(game.stack[game.depth - 1].seat), first_of(move), 0)
    stack.pop(game)
    game.total += first_of(move)


@REGISTRY.kernel
def run_frame(game: Game, box: Box, log: Log) -> None:
    stack.note(log, stack.pending(game), -1, int(game.stack[game.depth - 1].arg[0]), 0)
    stack.pop(game)
    game.over = game.total >= box.last


machine = MACHINE.bind(
    REGISTRY,
    __name__,
    legal=legal,
    carry_out=carry_out,
    run_frame=run_frame,
    DECISIONS=STEP,
    EDGE=CHANCE,
)


class Counting:
    """A game with some frames, the last of which is on top."""

    def __init__(self, *frames: tuple[int, int]) -> None:
        self.game, self.box = (records(1, REGISTRY.records[name])[0] for name in ("Game", "Box"))
        self.log = records(1, REGISTRY.records["Log"])[0]
        self.log.capacity, self.box.last = 8, 100
        self.moves = np.zeros(4, np.int32)
        for kind, seat in frames:
            stack.push_with(self.game, kind, seat, 5, 0)

    def do(self, kernel: Any, number: int) -> int:
        return int(kernel(self.game, self.box, self.moves, self.log, number))

    def logged(self) -> list[int]:
        return [int(event.what) for event in self.log.events[: self.log.count]]


def test_goes_on_to_the_next_real_choice_and_logs_what_is_forced() -> None:
    counting = Counting((ADD, 0), (CHANCE, -1), (FORCED, 1), (STEP, -1))
    assert counting.do(machine.run_on, -1) == 2
    assert counting.logged() == [STEP, FORCED, CHANCE]
    assert (counting.game.total, counting.game.decisions) == (1, 0)
    assert counting.do(machine.apply, int(counting.moves[1])) == 0
    assert (counting.game.total, counting.game.decisions, counting.game.depth) == (3, 1, 0)


@pytest.mark.parametrize(("below", "seat"), [(CHANCE, -1), (OTHER, 1)])
def test_what_a_move_causes_ends_before_chance_and_other_players(below: int, seat: int) -> None:
    counting = Counting((below, seat), (STEP, -1), (ADD, 0))
    assert counting.do(machine.run_on, -1) == 2
    assert counting.do(machine.resolve, int(counting.moves[0])) == 0
    assert counting.logged() == [ADD, STEP]
    assert stack.pending(counting.game) == below


def test_own_choices_that_follow_are_asked() -> None:
    counting = Counting((OTHER, 0), (ADD, 0))
    counting.do(machine.run_on, -1)
    assert counting.do(machine.resolve, int(counting.moves[0])) == 2


def test_ends_when_the_game_is_over() -> None:
    counting = Counting((ADD, 0), (STEP, -1))
    counting.box.last = 0
    assert counting.do(machine.run_on, -1) == 0
    assert counting.game.over
    assert counting.game.depth == 1


def test_room_is_checked() -> None:
    counting = Counting(*[(ADD, 0)] * 4)
    with pytest.raises(OverflowError, match="too many frames"):
        stack.push(counting.game, ADD, 0)
    with pytest.raises(OverflowError, match="more options"):
        add_move(counting.moves, 4, 0, 0)


def test_a_log_without_capacity_takes_nothing() -> None:
    counting = Counting((STEP, -1))
    counting.log.capacity = 0
    counting.do(machine.run_on, -1)
    assert counting.logged() == []
