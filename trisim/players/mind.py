"""What a strategy has of its own, and how a compiled one is called."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.rules.chance import NOISE, hash3
from trisim.rules.kernel import ARRAYS, POINTERS, RECORDS, U64, kernel, struct
from trisim.rules.state import SEATS

MIND = struct(
    ("noise", np.uint64),  # the key of its own chance in this game
)

RECORDS["Mind"] = MIND
ARRAYS["Minds"] = ("Mind", 1)
POINTERS["Choosers"] = ("int Game Box Moves int int Mind", SEATS)

Mind: TypeAlias = Any
Minds: TypeAlias = Any
Choosers: TypeAlias = Any


@kernel
def noise_key(seed: U64, seat: int, rotation: int) -> U64:
    """The key of a seat's own chance: never that of cards and dice, another in each rotation."""
    return hash3(seed, NOISE + seat, rotation)
