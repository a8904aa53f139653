"""Moves as numbers: a kind and up to three arguments, a byte each, in the bytes of an int32.

kind    first   second  third
24…30   16…23   8…15    0…7     bits
"""

from __future__ import annotations

from trisim.engine.kernel import inlined


@inlined
def move_of(kind: int, first: int, second: int, third: int) -> int:
    return (kind << 24) | (first << 16) | (second << 8) | third


@inlined
def kind_of(move: int) -> int:
    return move >> 24


@inlined
def first_of(move: int) -> int:
    return (move >> 16) & 255


@inlined
def second_of(move: int) -> int:
    return (move >> 8) & 255


@inlined
def third_of(move: int) -> int:
    return move & 255
