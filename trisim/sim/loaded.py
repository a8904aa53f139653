"""Values that tasks need, loaded once in each process."""

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
    """Values by their key.

    The process that schedules tasks provides them; each worker process loads them once.
    """

    def __init__(self, load: Callable[..., T]) -> None:
        self._load = lru_cache(maxsize=KEPT)(load)
        self._at_hand: dict[tuple[Hashable, ...], T] = {}
        self._loading = Lock()

    @contextmanager
    def at_hand(self, value: T, *key: Hashable) -> Iterator[None]:
        """Give threads of this process a value that is already loaded."""
        self._at_hand[key] = value
        try:
            yield
        finally:
            del self._at_hand[key]

    def get(self, *key: Hashable) -> T:
        """A value: provided by ``at_hand``, or loaded."""
        if key in self._at_hand:
            return self._at_hand[key]
        with self._loading:  # else several threads of a worker would each load it
            return self._load(*key)
