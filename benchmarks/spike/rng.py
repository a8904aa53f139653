"""Counter-based chance, the same compiled and uncompiled, without overflow warnings.

Plain integers, masked to 64 bits after every operation that can grow. Uncompiled these are Python
ints; compiled, the U64 annotations make them uint64, where the masks cost nothing. Two rules keep
it so: arguments are uint64 by signature, and every constant in arithmetic is at least 2**63,
because numba types a smaller one int64, and uint64 with int64 is int64.
"""

from __future__ import annotations

from kernel import U64, kernel

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


@kernel
def mix(z: U64) -> U64:
    """splitmix64's finalizer."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


@kernel
def absorb(state: U64, word: U64) -> U64:
    """Fold one more word into a key."""
    return mix((state + GOLDEN + word * MIX_2) & MASK)


@kernel
def hash3(seed: U64, stream: U64, counter: U64) -> U64:
    """A pure function of its three words; `int` lets a record's np.uint64 in, uncompiled."""
    return absorb(absorb(int(seed), int(stream)), int(counter))


@kernel
def draw(seed: U64, stream: U64, counter: U64, n: int) -> int:
    """A number 0 … n-1, n < 2**31: the high half of the hash, scaled. Never `% n`."""
    return (int(hash3(seed, stream, counter) >> 32) * n) >> 32
