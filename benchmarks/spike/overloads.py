"""How often numba compiles one function: for every literal and every width, or once.

`leaf` is called through `middle` with literals, with fields of several types and with `int(field)`;
the argument types it was compiled for are printed, left to `@njit` and under `@kernel`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from common import records, struct
from kernel import RECORDS, kernel
from numba import njit

RECORDS["Game"] = GAME = struct(
    ("seat", np.int8), ("amount", np.int16), ("ready", np.bool_), ("seed", np.uint64)
)
Game: TypeAlias = Any


def build(decorate: Any) -> list[str]:
    """The types of `leaf`'s second argument, one for each time it was compiled."""

    def leaf(game: Game, x: int) -> int:
        return x + 1

    compiled_leaf = decorate(leaf)

    def middle(game: Game, x: int) -> int:
        return compiled_leaf(game, x)  # type: ignore[no-any-return]

    call = decorate(middle)

    @njit
    def root(game: Any) -> int:
        fixed = call(game, 1) + call(game, 2) + call(game, 3) + call(game, True)
        fields = call(game, game.seat) + call(game, game.amount) + call(game, game.ready)
        return fixed + fields + call(game, int(game.seat)) + call(game, game.seat + 1)  # type: ignore[no-any-return]

    root(records(1, GAME)[0])
    return [str(types[1]) for types in compiled_leaf.overloads]


def main() -> None:
    for name, decorate in (("@njit", njit), ("@kernel", kernel)):
        types = build(decorate)
        print(f"{name:8} compiled leaf {len(types)} times: {', '.join(types)}")


if __name__ == "__main__":
    main()
