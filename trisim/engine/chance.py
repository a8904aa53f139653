"""Chance: every draw is a pure function of the deal's seed, a stream and a counter.

Plain integers, masked to 64 bits after every operation that can grow. Uncompiled these are Python
ints; compiled, the ``U64`` annotations make them uint64. Every constant in the arithmetic is at
least 2**63, because numba types a smaller one int64, and uint64 with int64 is int64.
"""

from __future__ import annotations

from trisim.engine.kernel import U64, kernel

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB

# streams: one for each purpose, so that no choice shifts what another draw gives; those of a game
# are from 0 to 59 and from 100 on
NOISE = 60  # + seat
VIEW = 70  # + what a game deals anew
DEAL = 80
ROLES = 90


@kernel
def mix(z: U64) -> U64:
    """Scramble 64 bits (the finalizer of splitmix64)."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


@kernel
def absorb(state: U64, word: U64) -> U64:
    """Mix one more word into a key."""
    return mix((state + GOLDEN + word * MIX_2) & MASK)


@kernel
def hash3(seed: U64, stream: U64, counter: U64) -> U64:
    """A pure function of its three words; ``int`` accepts a record's field, uncompiled."""
    return absorb(absorb(int(seed), int(stream)), int(counter))


@kernel
def deal_seed(run_seed: U64, deal: U64) -> U64:
    """The seed of a deal, from the run's seed and the deal's number alone."""
    return hash3(run_seed, DEAL, deal)


@kernel
def draw(seed: U64, stream: U64, counter: U64, n: int) -> int:
    """A number from 0 to n - 1: the high half of the hash, scaled."""
    return (int(hash3(seed, stream, counter) >> 32) * n) >> 32
