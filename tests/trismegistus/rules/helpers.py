"""What the tests of the rules share.

Positions are made on the test box (or a variant over it), moves are found by kind and leading
arguments, and what happened is read from the log::

    game = acting(die="black lead", potency=3, goods="lead")
    play(game, Move.HARVEST, 2)
    assert held(game) == {Thing.LEAD: 3}
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game, LogEvent
from trisim.games.trismegistus.text.position import SLOTS, make_position

TESTBOX = Path(__file__).parents[2] / "testbox"

Data = dict[str, Any]
"""Keys of a seat or of the board, as in a position."""


# ---------------------------------------------------------------- boxes and positions


@cache
def box_with(variant: str = "") -> Box:
    """The test box with a variant (TOML) laid over it; loaded once."""
    if not variant:
        return load_box(TESTBOX)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "variant.toml"
        path.write_text(variant, "utf-8")
        return load_box(TESTBOX, [path])


def rule(**values: object) -> Box:
    """The test box with other rulings: ``rule(cube_supply=5)``."""
    return box_with("[change.rules.rulings]\n" + toml_lines(values))


def number(**values: object) -> Box:
    """The test box with other numbers: ``number(dice_per_round=2)``."""
    return box_with("[change.rules.numbers]\n" + toml_lines(values))


def toml_lines(values: Mapping[str, object]) -> str:
    """Plain values as lines of TOML."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def position(*seats: Mapping[str, Any], box: Box | None = None, **data: Any) -> Game:
    """A position from keys of ``text.position``, one mapping for each seat.

    There are as many players as ``players`` says, else as many as seats are given, at least two.
    """
    players = data.pop("players", max(2, len(seats)))
    return make_position({"players": players, "seats": list(seats), **data}, box or box_with())


def acting(
    *others: Mapping[str, Any],
    box: Box | None = None,
    board: Mapping[str, Any] | None = None,
    **seat: Any,
) -> Game:
    """Seat 0 is about to act: keys of its seat, other seats, and ``board`` for the rest.

    Unless told otherwise it has a black lead die and no goods; others have no goods either, so
    nobody reacts. There are no bonus tokens, and essences stand as printed (fire aether, water
    sulfur, earth salt, air mercury).
    """
    own = {"goods": "", "die": "black lead", **seat}
    return position(
        own,
        *[{"goods": "", **other} for other in others or ({},)],
        box=box,
        **{"to": "action", "tokens": {}, "essences": ESSENCES, **(board or {})},
    )


ESSENCES = {"fire": "aether", "water": "sulfur", "earth": "salt", "air": "mercury"}
"""The dominant essence of each track, as printed."""


def card(game: Game, ident: str) -> int:
    """The number of a card in its table."""
    for kind in ("experiments", "artifacts", "publications", "achievements", "formulas"):
        ids = [one.id for one in game.box.cards(kind)]
        if ident in ids:
            return ids.index(ident)
    raise AssertionError(f"no card {ident}")


def slot(name: str) -> int:
    """The number of an arrow and its slot: ``slot("silver_gold")``."""
    return SLOTS.index(name)


# ---------------------------------------------------------------- moves


def unpack(move: int) -> tuple[Move, int, int, int]:
    """Kind and arguments of a move."""
    return Move(move >> 24), (move >> 16) & 255, (move >> 8) & 255, move & 255


def found(game: Game, kind: Move, *arguments: int) -> list[int]:
    """The legal moves of a kind that begin with these arguments."""
    wanted = (kind, *arguments)
    return [move for move in game.legal() if unpack(move)[: len(wanted)] == wanted]


def can(game: Game, kind: Move, *arguments: int) -> bool:
    """Whether there is such a move."""
    return bool(found(game, kind, *arguments))


def kinds(game: Game) -> set[Move]:
    """The kinds of the legal moves."""
    return {unpack(move)[0] for move in game.legal()}


def first_arguments(game: Game, kind: Move) -> list[int]:
    """The first argument of every legal move of a kind, in order."""
    return [unpack(move)[1] for move in found(game, kind)]


def play(game: Game, kind: Move, *arguments: int) -> Game:
    """Carry out the one legal move of a kind that begins with these arguments."""
    moves = found(game, kind, *arguments)
    options = [unpack(move) for move in game.legal()]
    assert len(moves) == 1, f"{kind.name}{arguments} among {options} at {game.frame!r}"
    game.apply(moves[0])
    return game


def pass_on(game: Game) -> Game:
    """Decline if that is possible, else take the first option."""
    declined = found(game, Move.NONE)
    game.apply(declined[0] if declined else game.legal()[0])
    return game


def pass_until(game: Game, *frames: Frame) -> Game:
    """Pass on until one of these decisions is pending (it may be pending already)."""
    for _ in range(500):
        if game.is_over or game.frame in frames:
            break
        pass_on(game)
    assert game.frame in frames, f"{frames} never came"
    return game


def end_turn(game: Game) -> Game:
    """Pass on until the turn under way is over: with nothing left to decide, it already was."""
    turn = int(game.state.turn_no)
    for _ in range(100):
        if game.is_over or game.state.turn_no != turn:
            return game
        pass_on(game)
    raise AssertionError("the turn never ended")


def next_turn_of(game: Game, seat: int = 0) -> Game:
    """The others finish their turns, until a seat begins its next one."""
    for _ in range(500):
        own = game.state.active == seat
        if game.is_over or (own and game.frame not in (Frame.AFTER, Frame.REACT)):
            return game
        pass_on(game)
    raise AssertionError(f"no further turn of seat {seat}")


def pending(game: Game, frame: Frame) -> bool:
    """Whether this decision is pending (``game.frame is …`` would make mypy believe it stays)."""
    return game.frame is frame


# ---------------------------------------------------------------- what is, and what happened


def held(game: Game, seat: int = 0) -> dict[Thing, int]:
    """What a seat holds, without what it has none of."""
    return {Thing(t): int(n) for t, n in enumerate(game.state.labs[seat].held) if n}


def levels(game: Game, seat: int = 0) -> dict[Element, int]:
    """The levels of a seat above 0."""
    return {
        e: int(game.state.labs[seat].level[e]) for e in Element if game.state.labs[seat].level[e]
    }


def potency(game: Game, seat: int = 0) -> int:
    """What is left of a seat's die."""
    return int(game.state.labs[seat].potency)


def is_ready(game: Game, name: str, seat: int = 0) -> bool:
    """Whether the artifact at a slot is face up."""
    return bool(game.state.labs[seat].ready[slot(name)])


def happened(game: Game, *what: Event) -> list[LogEvent]:
    """The happenings of these kinds since last asked (the log is emptied)."""
    return [one for one in game.events() if one.what in what]


def told(game: Game, *what: Event) -> list[tuple[int, int, int]]:
    """Seat, thing and delta of the happenings of these kinds (the log is emptied)."""
    return [(one.seat, one.thing, one.delta) for one in happened(game, *what)]
