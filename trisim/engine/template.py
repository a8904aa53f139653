"""Kernels that are written once for all games, and bound to the records and kernels of each.

A module of templates declares names that a game defines, such as ``apply = OF_GAME``.
``Templates.bind`` copies its functions with the kernels of one game as these names, so that each
game has its own kernels, compiled for its own records, without function pointers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any, TypeAlias, TypeVar

from trisim.engine.kernel import KernelRegistry

F = TypeVar("F", bound=Callable[..., Any])

Make: TypeAlias = Callable[[KernelRegistry, FunctionType], Any]
"""Makes a kernel of a registry from a function."""


class OfGame:
    """Stands for a kernel that each game provides."""

    def __call__(self, *_: Any) -> Any:
        """Raise: templates are called as bound to a game, never as they are written."""
        raise TypeError("this is a kernel of a game; call the templates that are bound to one")


OF_GAME: Any = OfGame()


class Templates:
    """The templates of a module, in their order; its methods are their decorators."""

    def __init__(self) -> None:
        self.functions: list[tuple[FunctionType, Make]] = []

    def kernel(self, function: F) -> F:
        """For functions that only kernels call."""
        return self._add(function, KernelRegistry.kernel)

    def inlined(self, function: F) -> F:
        """For kernels that are inlined, because a call would cost more."""
        return self._add(function, KernelRegistry.inlined)

    def entry(self, function: F) -> F:
        """For functions that Python calls."""
        return self._add(function, KernelRegistry.entry)

    def pointed(self, function: F) -> F:
        """For functions that are called through pointers."""

        def make(registry: KernelRegistry, function: FunctionType) -> Any:
            return registry.pointed()(function)

        return self._add(function, make)

    def strategy(self, *, kernel_group: str = "") -> Callable[[F], F]:
        """For functions that choose."""

        def make(registry: KernelRegistry, function: FunctionType) -> Any:
            return registry.strategy(kernel_group=kernel_group)(function)

        return lambda function: self._add(function, make)

    def _add(self, function: F, make: Make) -> F:
        assert isinstance(function, FunctionType)
        self.functions.append((function, make))
        return function

    def bind(self, registry: KernelRegistry, module: str, **names: Any) -> Any:
        """The kernels of a game by their names; ``names`` are the globals that they share.

        ``names`` are the game's kernels for all names that are ``OF_GAME``, and for templates that
        it replaces. ``module`` is where the game keeps the result: a second process that compiles
        an entry looks for it there.
        """
        self._check(registry, names)
        shared: dict[str, Any] = {}
        bound: dict[str, Any] = {}
        for function, make in self.functions:
            if function.__name__ in names:
                continue
            shared.update(function.__globals__)
            copy = FunctionType(function.__code__, shared, function.__name__)
            copy.__annotations__ = dict(function.__annotations__)
            copy.__doc__, copy.__module__ = function.__doc__, module
            copy.__dict__["is_bound"] = True
            bound[function.__name__] = make(registry, copy)
        shared.update(names)
        shared.update(bound)
        return SimpleNamespace(**bound, names=shared)

    def _check(self, registry: KernelRegistry, names: Mapping[str, Any]) -> None:
        """Stop at a missing name, or at one that no template uses."""
        wanted = {
            name
            for function, _ in self.functions
            for name, value in function.__globals__.items()
            if value is OF_GAME and name in function.__code__.co_names
        }
        own = {function.__name__ for function, _ in self.functions}
        if wrong := sorted(wanted ^ (set(names) - own)):
            raise ValueError(f"{registry.name}: kernels that are missing or unknown: {wrong}")
