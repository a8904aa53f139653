"""What tasks are played with: loaded once in each process, however many tasks it gets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

KEPT = 2
"""Values that a process keeps at a time."""


class Loaded(Generic[T]):
    """Values by what they are loaded with.

    The process that schedules tasks has them at hand, and each process of a worker loads them once.
    """

    def __init__(self, load: Callable[..., T]) -> None:
        self._load = lru_cache(maxsize=KEPT)(load)
        self._at_hand: dict[tuple[Hashable, ...], T] = {}
        self._loading = Lock()

    @contextmanager
    def at_hand(self, value: T, *key: Hashable) -> Iterator[None]:
        """Let threads of this process have a value that is loaded already."""
        self._at_hand[key] = value
        try:
            yield
        finally:
            del self._at_hand[key]

    def get(self, *key: Hashable) -> T:
        """A value: at hand, or loaded."""
        if key in self._at_hand:
            return self._at_hand[key]
        with self._loading:  # else several threads of a worker would each load it
            return self._load(*key)
