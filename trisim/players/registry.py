"""Strategies by name or path: found, loaded, and known by what is in their files."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from trisim.box.faults import did_you_mean
from trisim.players.library import strategies_folder


class StrategyError(Exception):
    """A strategy that can't be found or loaded, raises, or returns nonsense: one line."""


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy, loaded.

    A compiled one has a kernel ``choose(game, box, moves, n, seat, mind)``; one in Python is a
    class, made anew for each game, with ``choose(view)``.
    """

    spec: str
    name: str
    compiled: bool
    source: Path | None
    digest: str
    choose: Any = field(compare=False, repr=False)
    blind: bool = False
    """Whether it looks at nothing but the options, and needs no view of the game."""


def names() -> list[str]:
    """The strategies that come with trisim.

    >>> "random" in names()
    True
    """
    found = (Path(str(entry)) for entry in strategies_folder().iterdir())
    return sorted(path.stem for path in found if path.suffix == ".py")


def load(spec: str) -> Player:
    """A strategy by name, or by the path of its file."""
    path = find(spec)
    return load_file(spec, str(path.resolve()), digest_of(path))


def find(spec: str, others: Sequence[str] = ()) -> Path:
    """The file of a strategy; ``others`` are names that would do, too."""
    if spec.endswith(".py") or "/" in spec:
        path = Path(spec)
        if not path.is_file():
            raise StrategyError(f"no strategy file {spec}; name a file, or one of: {listed()}")
        return path
    if spec not in names():
        raise StrategyError(f"no strategy '{spec}'; {did_you_mean(spec, [*names(), *others])}")
    return Path(str(strategies_folder())) / f"{spec}.py"


def listed() -> str:
    """The names of the strategies that come with trisim, in a row."""
    return ", ".join(names())


def digest_of(path: Path) -> str:
    """A hash of a strategy's file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise StrategyError(f"{path} can't be read: {error.strerror}") from error


@lru_cache(maxsize=64)
def load_file(spec: str, path: str, digest: str) -> Player:
    """Load the file of a strategy, once for each of its contents."""
    source = Path(path)
    module = import_file(source, digest)
    choose: Any = getattr(module, "choose", None)
    if getattr(choose, "is_strategy", False):
        check_signature(spec, choose)
        return Player(spec, source.stem, True, source, digest, choose, choose.is_blind)
    players = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and callable(getattr(value, "choose", None))
    ]
    if len(players) != 1:
        raise StrategyError(
            f"{spec}: neither a function 'choose' with @strategy nor one class with a method "
            f"'choose' (found {len(players)})"
        )
    return Player(spec, source.stem, False, source, digest, players[0])


SIGNATURE = "choose(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int"
FUTURE = "from __future__ import annotations"


def check_signature(spec: str, choose: Any) -> None:
    """Stop if a compiled strategy isn't declared as the compiler has to know it."""
    found = list(getattr(choose, "py_func", choose).__annotations__.values())
    if any(not isinstance(annotation, str) for annotation in found):
        raise StrategyError(f"{spec}: begin the file with '{FUTURE}'")
    if found != ["Game", "Box", "Moves", "int", "int", "Mind", "int"]:
        raise StrategyError(f"{spec}: write the function as 'def {SIGNATURE}'")


def import_file(source: Path, digest: str) -> ModuleType:
    """Import a file under a name of its own, known before it is run: compiled code looks it up."""
    name = f"trisim_strategy_{source.stem}_{digest[:12]}"
    spec = importlib.util.spec_from_file_location(name, source)
    if spec is None or spec.loader is None:
        raise StrategyError(f"{source}: no file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise StrategyError(f"{source}: {place_of(error)}{in_a_line(error)}") from error
    return module


def in_a_line(error: BaseException) -> str:
    r"""An error as one line, whatever a strategy has put into it.

    >>> in_a_line(ValueError("no\nsuch card")), in_a_line(StopIteration())
    ('ValueError: no such card', 'StopIteration')
    """
    try:
        said = " ".join(str(error).split())
    except Exception:  # it may be of the strategy's own kind, and raise itself
        said = ""
    return ": ".join(filter(None, (type(error).__name__, said)))


def line_in(error: BaseException, source: Path | None) -> str:
    """The innermost line of a strategy's file that an error passed through, as far as known."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == source:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: " if line else ""


def place_of(error: BaseException) -> str:
    """The line where an error arose, as far as it is known."""
    line = getattr(error, "lineno", None)
    trace = error.__traceback__
    while line is None and trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if line is None and trace is not None:
        line = trace.tb_lineno
    return f"line {line}: " if line is not None else ""
