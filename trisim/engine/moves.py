"""Moves as numbers: a kind and up to three arguments, a byte each, in the bytes of an int32.

kind    first   second  third
24…30   16…23   8…15    0…7     bits
"""

from __future__ import annotations

from trisim.engine.kernel import inlined


@inlined
def move_of(kind: int, first: int, second: int, third: int) -> int:
    """The number of a move."""
    return (kind << 24) | (first << 16) | (second << 8) | third


@inlined
def kind_of(move: int) -> int:
    """The kind of a move."""
    return move >> 24


@inlined
def first_of(move: int) -> int:
    """The first argument of a move."""
    return (move >> 16) & 255


@inlined
def second_of(move: int) -> int:
    """The second argument of a move."""
    return (move >> 8) & 255


@inlined
def third_of(move: int) -> int:
    """The third argument of a move."""
    return move & 255
