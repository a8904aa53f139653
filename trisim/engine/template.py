"""Kernels that are written once for all games, and bound to the records and kernels of each.

A module of templates calls names that it doesn't define, such as ``set_up`` or ``apply``: those of
a game. ``Templates.bind`` copies its functions with the names of one game as their globals, so that
each game has kernels of its own, compiled for its own records, without function pointers.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any, TypeVar

from trisim.engine.kernel import KernelRegistry

F = TypeVar("F", bound=Callable[..., Any])

KERNEL, ENTRY = "kernel", "entry"


class Templates:
    """The templates of a module, in their order; its methods are their decorators."""

    def __init__(self) -> None:
        self.functions: list[tuple[FunctionType, str]] = []

    def kernel(self, function: F) -> F:
        """For functions that only kernels call."""
        return self._add(function, KERNEL)

    def entry(self, function: F) -> F:
        """For functions that Python calls."""
        return self._add(function, ENTRY)

    def _add(self, function: F, what: str) -> F:
        assert isinstance(function, FunctionType)
        self.functions.append((function, what))
        return function

    def bind(self, registry: KernelRegistry, module: str, **names: Any) -> Any:
        """The kernels of a game by their names.

        ``names`` are what the templates call. ``module`` is where the game keeps the result: a
        second process that compiles an entry looks for it there.
        """
        shared: dict[str, Any] = {}
        bound: dict[str, Any] = {}
        for function, what in self.functions:
            shared.update(function.__globals__)
            copy = FunctionType(function.__code__, shared, function.__name__)
            copy.__annotations__ = dict(function.__annotations__)
            copy.__doc__, copy.__module__ = function.__doc__, module
            copy.__dict__["is_bound"] = True
            make = registry.entry if what == ENTRY else registry.kernel
            bound[function.__name__] = make(copy)
        shared.update(names)
        shared.update(bound)
        return SimpleNamespace(**bound)
