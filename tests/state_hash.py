"""A hash of the memory of a state, for comparing compiled games with plain ones."""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.engine.chance import absorb
from trisim.engine.kernel import ENGINE, kernel

ENGINE.arrays["Words"] = ("uint64", 1)
Words: TypeAlias = Any


@kernel
def state_hash(words: Words, count: int) -> int:
    """A hash of the first ``count`` words of memory: of every byte of a state."""
    value = absorb(count, count)
    for place in range(count):
        value = absorb(value, int(words[place]))
    return int(value >> 1)
