"""Loads strategies from files: weights are read, Python is imported, other files are refused."""

from __future__ import annotations

import inspect
import io
import linecache
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from trisim.players.files import SourceFile, line_of, read_source
from trisim.players.kit import PlayerKit
from trisim.players.player import (
    FOR_ALL,
    ITERATIONS,
    WITHOUT,
    Kind,
    Player,
    StrategyError,
    at,
    in_a_line,
    line_number,
)
from trisim.players.specs import kernel_of_weights
from trisim.players.weights_file import is_number, read_weights

SIGNATURE = "choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int"
ANNOTATIONS = ["Game", "Box", "Moves", "int", "int", "Policy", "int"]
EARLIER = {"Mind": "Policy"}
"""Annotations by the names that files of earlier versions have; they go with version 1.0."""

FUTURE = "from __future__ import annotations"
METHOD = "choose(self, view) -> int"
PARAMETERS, AUTHOR = "PARAMETERS", "AUTHOR"
NEITHER = "neither a function 'choose' with @strategy() nor one class with a method 'choose'"


def load_path(path: Path, shown: str, kit: PlayerKit) -> Player:
    """The strategy in a file, with default parameters."""
    return load_source(read_source(path.resolve(), shown), kit)


@lru_cache(maxsize=64)
def load_source(source: SourceFile, kit: PlayerKit, member: str = "") -> Player:
    """The strategy in a file, loaded once for each content."""
    if source.is_code:
        return player_in(import_source(source), source, kit, member)
    return load_weights(source, kit)


def load_weights(source: SourceFile, kit: PlayerKit) -> Player:
    if kit.choose_best is None:
        raise StrategyError(
            f"{source.shown}: {kit.game} has no strategies of weights; write one in Python"
        )
    found = read_weights(source.text, source.shown, kit)
    return Player(
        kit,
        source.shown,
        source.path.stem,
        Kind.WEIGHTS,
        source.path,
        source.digest,
        kernel_of_weights(kit, found.search.get(ITERATIONS, 0) > 0),
        weights=found.weights,
        judgement=found.judgement,
        search=found.search,
        idea=found.idea,
        author=found.author or "",
        foreign=source.foreign,
    )


# ---------------------------------------------------------------- Python


def import_source(source: SourceFile) -> ModuleType:
    """Execute a file as a module with a unique name, which compiled code looks up.

    The text that was read is executed, whose digest may have been checked: not the current file,
    and not bytecode from a ``__pycache__`` beside it. A foreign file has no ``__file__``: it can't
    import modules beside it.
    """
    if source.path.suffix != ".py":
        raise StrategyError(f"{source.shown}: no file of Python; name a .py or .toml file")
    module = ModuleType(f"trisim_strategy_{source.path.stem}_{source.digest[:12]}")
    if not source.foreign:
        module.__file__ = str(source.path)
    sys.modules[module.__name__] = module
    keep_lines(source)
    try:
        exec(compile(source.text, source.path, "exec", dont_inherit=True), vars(module))  # noqa: S102
    except BaseException as error:
        del sys.modules[module.__name__]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise StrategyError(explained(error, source.path, source.shown)) from error
    return module


def keep_lines(source: SourceFile) -> None:
    """Give ``inspect.getsource``, and so the compiler, the text that was read."""
    lines = io.StringIO(source.text, newline=None).readlines()
    if not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    linecache.cache[str(source.path)] = (len(source.text), None, lines, str(source.path))


def explained(error: BaseException, path: Path, shown: str) -> str:
    """The error in the execution of a file, and its line."""
    line = line_number(error, path)
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line = error.lineno or line
        said = f"SyntaxError: {error.msg}"
    else:
        said = in_a_line(error)
    if "strategy() takes 1 positional argument but 2" in said:
        said = "@strategy needs brackets; write @strategy()"
    return f"{at(shown, line)}: {said}"


def player_in(module: ModuleType, source: SourceFile, kit: PlayerKit, member: str = "") -> Player:
    """The only strategy of a module, or the named one."""
    name, found = the_strategy(module, source, member)
    if getattr(found, "is_strategy", False):
        player = compiled_player(module, source, name, found, kit)
    else:
        player = python_player(module, source, name, found, kit)
    return replace(player, member=member, foreign=source.foreign)


def the_strategy(module: ModuleType, source: SourceFile, member: str) -> tuple[str, Any]:
    """The function or class that is the strategy, and its name."""
    if member:
        if not hasattr(module, member):
            raise StrategyError(f"{source.shown}: there is no '{member}' in it")
        return member, getattr(module, member)
    found = {name: value for name, value in vars(module).items() if is_one(module, name, value)}
    if len(found) != 1:
        refuse(module, source, list(found))
    return next(iter(found.items()))


def is_one(module: ModuleType, name: str, value: object) -> bool:
    """Whether an object of a module can be its strategy; imported ones can't."""
    if getattr(value, "is_strategy", False):
        return name == "choose"
    return (
        isinstance(value, type)
        and value.__module__ == module.__name__
        and not name.startswith("_")
        and callable(getattr(value, "choose", None))
    )


def refuse(module: ModuleType, source: SourceFile, found: list[str]) -> NoReturn:
    """Explain why a module is no strategy."""
    if found:
        second = at(source.shown, line_of(source.text, found[1]))
        raise StrategyError(
            f"{second}: {len(found)} strategies in one file ({', '.join(found)}); give each a file"
        )
    if callable(getattr(module, "choose", None)):
        line = line_of(source.text, "choose")
        raise StrategyError(
            f"{at(source.shown, line)}: {NEITHER}; put @strategy() above 'choose', or make it a "
            "method of a class"
        )
    raise StrategyError(
        f"{source.shown}: {NEITHER}; 'trisim strategies new NAME' writes one to begin with"
    )


def idea_of(found: Any, module: ModuleType) -> str:
    """The first line of the docstring of a module, else of its strategy."""
    said = module.__doc__ or getattr(found, "__doc__", None) or ""
    return next((line.strip() for line in said.splitlines() if line.strip()), "")


def author_of(module: ModuleType, source: SourceFile) -> str:
    """The author that a module names, if any."""
    author = getattr(module, AUTHOR, "")
    if not isinstance(author, str) or "\n" in author:
        line = line_of(source.text, AUTHOR)
        raise StrategyError(f'{at(source.shown, line)}: {AUTHOR} is a name; write AUTHOR = "…"')
    return author.strip()


# ---------------------------------------------------------------- compiled functions


def compiled_player(
    module: ModuleType, source: SourceFile, name: str, choose: Any, kit: PlayerKit
) -> Player:
    check_game(source, name, choose, kit)
    check_signature(source, name, choose)
    return Player(
        kit,
        source.shown,
        source.path.stem,
        Kind.COMPILED,
        source.path,
        source.digest,
        choose,
        choose.is_blind,
        parameters=declared_parameters(module, source, kit.parameter_room),
        idea=idea_of(choose, module),
        author=author_of(module, source),
    )


def check_game(source: SourceFile, name: str, choose: Any, kit: PlayerKit) -> None:
    """Stop if a compiled strategy is for a game with other records."""
    own, played = choose.registry.records, kit.registry.records
    if any(own.get(record) != played[record] for record in ("Game", "Box", "Policy")):
        place = at(source.shown, line_of(source.text, name))
        raise StrategyError(
            f"{place}: a strategy for {choose.registry.name}, and {kit.game} is played; import "
            f"from {kit.module}"
        )


def check_signature(source: SourceFile, name: str, choose: Any) -> None:
    """Stop if a compiled strategy isn't declared as the compiler requires."""
    function = getattr(choose, "py_func", choose)
    place = at(source.shown, line_of(source.text, name))
    annotations = list(function.__annotations__.values())
    if any(not isinstance(annotation, str) for annotation in annotations):
        raise StrategyError(f"{place}: begin the file with '{FUTURE}'")
    found = [EARLIER.get(each, each) for each in annotations]
    plain = inspect.isfunction(function) and is_plain(function)
    if not plain or found != ANNOTATIONS:
        raise StrategyError(f"{place}: write the function as 'def {SIGNATURE}'")


def is_plain(function: Any) -> bool:
    """Whether a function takes six positional arguments and returns its result directly."""
    arguments = inspect.signature(function).parameters.values()
    by_place = all(one.kind is one.POSITIONAL_OR_KEYWORD for one in arguments)
    return by_place and len(arguments) == len(ANNOTATIONS) - 1 and not gives_later(function)


def gives_later(function: Any) -> bool:
    """Whether a call returns a generator or a coroutine instead of a move."""
    return inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function)


def declared_parameters(module: ModuleType, source: SourceFile, room: int) -> dict[str, float]:
    """The parameters that a compiled strategy declares, in their order."""
    declared = getattr(module, PARAMETERS, {})
    place = at(source.shown, line_of(source.text, PARAMETERS))
    if not isinstance(declared, Mapping) or not all(map(is_name, declared)):
        raise StrategyError(
            f'{place}: {PARAMETERS} is a dict of names and numbers, such as {{"patience": 0.3}}'
        )
    for name, value in declared.items():
        check_parameter(place, name, value)
    if len(declared) > room:
        raise StrategyError(
            f"{place}: {len(declared)} parameters, and {room} are the most; make others constants"
        )
    return {name: float(value) for name, value in declared.items()}


def is_name(word: object) -> bool:
    """Whether a word is a valid name of a parameter."""
    return isinstance(word, str) and word.isidentifier()


def check_parameter(place: str, name: str, value: object) -> None:
    """Stop at a parameter that is no number, or that every strategy has."""
    if name in (*FOR_ALL, WITHOUT):
        raise StrategyError(f"{place}: every strategy has a parameter '{name}'; name it otherwise")
    if not is_number(value):
        raise StrategyError(f"{place}: the parameter '{name}' is {value!r}, and no number")


# ---------------------------------------------------------------- classes in Python


def python_player(
    module: ModuleType, source: SourceFile, name: str, made: Any, kit: PlayerKit
) -> Player:
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        line = line_of(source.text, name)
        raise StrategyError(f"{at(source.shown, line)}: '{name}' is {NEITHER}")
    if hasattr(module, PARAMETERS):
        line = line_of(source.text, PARAMETERS)
        raise StrategyError(
            f"{at(source.shown, line)}: {PARAMETERS} is for compiled functions; the parameters of "
            "a class are arguments of its __init__ with defaults"
        )
    check_method(source, name, made)
    return Player(
        kit,
        source.shown,
        source.path.stem,
        Kind.PYTHON,
        source.path,
        source.digest,
        made,
        parameters=keyword_parameters(source, name, made),
        idea=idea_of(made, module),
        author=author_of(module, source),
    )


def check_method(source: SourceFile, name: str, made: type) -> None:
    """Stop if the method of a class can't be called with a view."""
    method = inspect.getattr_static(made, "choose")
    is_bound = isinstance(method, staticmethod | classmethod)
    try:
        function = made.choose  # type: ignore[attr-defined]
        inspect.signature(function).bind(*([None] if is_bound else [None, None]))
        fits = not gives_later(function)
    except (TypeError, ValueError):
        fits = False
    if not fits:
        line = line_of(source.text, name, "choose")
        raise StrategyError(f"{at(source.shown, line)}: write the method as 'def {METHOD}'")


def keyword_parameters(source: SourceFile, name: str, made: type) -> dict[str, float]:
    """The arguments of a class that are numbers, with their defaults."""
    place = at(source.shown, line_of(source.text, name, "__init__"))
    found: dict[str, float] = {}
    for argument in arguments_of(made):
        if argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD):
            continue
        if argument.default is argument.empty:
            raise StrategyError(
                f"{place}: '{argument.name}' has no default; every argument of __init__ needs one"
            )
        if argument.name in (*FOR_ALL, WITHOUT):
            check_parameter(place, argument.name, argument.default)
        if is_number(argument.default) and argument.kind is not argument.POSITIONAL_ONLY:
            found[argument.name] = argument.default
    return found


def arguments_of(made: type) -> list[inspect.Parameter]:
    """The arguments of a class; none if they are unknown, as for a subclass of dict."""
    try:
        return list(inspect.signature(made).parameters.values())
    except (TypeError, ValueError):
        return []
