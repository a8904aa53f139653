"""A loaded strategy: its kind, parameters and error messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from trisim.engine.cache import SEARCH

if TYPE_CHECKING:
    from trisim.players.kit import PlayerKit

Weight: TypeAlias = tuple[float, ...]
"""Points for one of a feature, in each phase of the game."""

GROUP = "trisim.strategies"
"""The entry points by which other packages offer strategies: with a point and the game."""

ITERATIONS = "iterations"
"""The number of the search that says how long it takes; 0: a player doesn't search."""

NOISE, FAR = "noise", "far"
FOR_ALL: dict[str, float] = {NOISE: 0.0, FAR: 3.0}
"""Parameters that every strategy has, and their defaults."""

WITHOUT = "without"
"""The parameter of every strategy that names what it neither takes nor uses."""


class StrategyError(Exception):
    """A strategy that can't be found or loaded, raises, or returns an invalid move: one line."""


class Kind(StrEnum):
    """How a strategy is written."""

    WEIGHTS = "weights"  # a TOML file of what features of a position are worth
    COMPILED = "compiled"  # a function with @strategy()
    PYTHON = "python"  # a class with choose(view)


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy with its parameters, loaded.

    A compiled one has a kernel ``choose(game, box, moves, n, seat, policy)``. For one in Python
    ``choose()`` makes, anew for each game, what has a method ``choose(view)``. For weights it is
    the kernel of the evaluator, or of the search.
    """

    kit: PlayerKit = field(compare=False, repr=False)
    """What all strategies of its game have in common."""

    spec: str
    name: str
    kind: Kind
    source: Path | None
    digest: str
    choose: Any = field(default=None, compare=False, repr=False)
    blind: bool = False
    """Whether it looks at nothing but the options, and needs no view of the game."""

    parameters: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Of a compiled one in the order in which it declares them, or of one in Python: all values."""

    weights: Mapping[str, Weight] = field(default_factory=dict, hash=False)
    """By the name of the feature; one that is missing weighs nothing."""

    judgement: Mapping[str, float] = field(default_factory=dict, hash=False)
    """All numbers inside the features, for weights."""

    search: Mapping[str, float] = field(default_factory=dict, hash=False)
    """All numbers of the search, for weights."""

    noise: float = FOR_ALL[NOISE]
    """The share of decisions with an error, 0 to 1."""

    far: float = FOR_ALL[FAR]
    """The size of an error, in points."""

    without: tuple[str, ...] = ()
    """What it neither takes nor uses: names of restrictions of the game."""

    idea: str = ""
    author: str = ""
    member: str = ""
    """The class or function in its file that an entry point names."""

    foreign: bool = False
    """Whether a run or campaign brought its file, and not the user's own command."""

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.kit.game

    @property
    def uses_search(self) -> bool:
        """Whether it simulates its best options before it chooses one."""
        return self.search.get(ITERATIONS, 0) > 0


def kernel_groups(players: Iterable[Player], others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The groups of kernels that games of some players need besides those that all need.

    ``others`` are those that the options of the game need: ``Rules.groups_of``.
    """
    search = any(player.uses_search for player in players)
    return (*others, *((SEARCH,) if search else ()))


class Speed(StrEnum):
    """The approximate duration of games at a table."""

    QUICK = "quick"  # all are compiled, or weights
    PYTHON = "python"  # somebody is a class in Python
    SEARCH = "search"  # somebody searches


def speed_of(players: Iterable[Player]) -> Speed:
    """The duration of games of some players, by the slowest of them."""
    seated = list(players)
    if any(player.uses_search for player in seated):
        return Speed.SEARCH
    return Speed.QUICK if all_compiled(seated) else Speed.PYTHON


def all_compiled(players: Iterable[Player]) -> bool:
    """Whether all players run in compiled code. Weights strategies do."""
    return all(player.kind is not Kind.PYTHON for player in players)


# ---------------------------------------------------------------- faults in a line


def in_a_line(error: BaseException) -> str:
    r"""An error as one line, whatever its message contains.

    >>> in_a_line(ValueError("no\nsuch card")), in_a_line(StopIteration())
    ('ValueError: no such card', 'StopIteration')
    """
    try:
        said = " ".join(str(error).split())
    except Exception:  # it may be of the strategy's own kind, and raise itself
        said = ""
    return ": ".join(filter(None, (type(error).__name__, said)))


def fault_of(error: BaseException, source: Path | None, where: str) -> StrategyError:
    """The error of a strategy as ``StrategyError``; Ctrl-C is raised again."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    return StrategyError(f"{where}: {line_in(error, source)}{in_a_line(error)}")


def line_in(error: BaseException, source: Path | None) -> str:
    """The innermost line of a strategy's file in the traceback of an error, if any."""
    line = line_number(error, source)
    return f"line {line}: " if line else ""


def line_number(error: BaseException, source: Path | None) -> int:
    """The innermost line of a file in the traceback of an error; 0 if there is none."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == source:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def at(file: str | Path, line: int) -> str:
    """The place at the beginning of a message.

    >>> at("mine.py", 3), at("mine.py", 0)
    ('mine.py, line 3', 'mine.py')
    """
    return f"{file}, line {line}" if line else str(file)
