"""Whether a few games are worth a compilation: settled before anything that compiles is loaded."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from trisim.cli.common import fail
from trisim.documents import DocumentError, read_json, typed_at

Records = tuple[dict[str, Any], ...]

PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS = 100, 4
"""So many games are played faster as they are than after a compilation: uncompiled, players who
look ahead take half a minute for a game that takes others a third of a second. Those who think
would take hours, and are always compiled."""


PLAIN_ANYWAY = bool(os.environ.get("NUMBA_DISABLE_JIT"))
"""Whether the user wants nothing compiled, however long that takes."""


def play_uncompiled() -> None:
    """A single game never waits for a compilation: uncompiled rules start at once."""
    from trisim.rules.cache import is_warm

    if "trisim.rules.kernel" not in sys.modules and not is_warm():
        os.environ["NUMBA_DISABLE_JIT"] = "1"


def compile_if_worth_it(games: int, lineups: Iterable[str]) -> None:
    """Leave the rules plain for a few games, as long as compiling them would take longer."""
    named = [word.strip() for lineup in lineups for word in re.split(r"[,*]", lineup)]
    few = PLAIN_GAMES_OF_WEIGHTS if any(map(has_weights, named)) else PLAIN_GAMES
    if games <= few and not any(map(thinks, named)):
        play_uncompiled()


def leave_plain(specs: Iterable[str]) -> None:
    """Leave the rules plain for a single game, unless one of its players thinks."""
    if not any(map(thinks, specs)):
        play_uncompiled()


def compile_for_replay(folder: Path, games: int, few: int = 1) -> None:
    """Leave the rules plain for a few games of a run that exists, unless somebody in it thinks."""
    from trisim.display import make_warm
    from trisim.rules.cache import SEARCH

    if games and somebody_thinks(folder):
        make_warm(SEARCH)
    elif games > few:
        make_warm()
    else:
        play_uncompiled()


def check_thoughts_are_compiled() -> None:
    """Stop if the rules were left plain and somebody thinks: nothing said so before it was loaded.

    As with weights of other packages, whose files are found by running their code.
    """
    if not PLAIN_ANYWAY:
        fail(
            "a strategy of another package thinks, and not compiled that takes hours; give its "
            "iterations, such as NAME:iterations=200"
        )


# ---------------------------------------------------------------- who plays, by the text of files


def has_weights(spec: str) -> bool:
    """Whether a spec names a weights file, by path or as one that comes with trisim.

    >>> has_weights("balanced:noise=0.1"), has_weights("mine.py")
    (True, False)
    """
    name = spec.partition(":")[0]
    return name.endswith(".toml") or shipped_weights(name).is_file()


def shipped_weights(name: str) -> Path:
    """The weights file of a strategy that comes with trisim, if it has one."""
    from trisim.players.library import strategies_folder

    return Path(str(strategies_folder())) / f"{name}.toml"


def thinks(spec: str, file: Path | None = None) -> bool:
    """Whether a strategy thinks: by the iterations it is given, or by its file.

    >>> thinks("balanced"), thinks("balanced:iterations=50"), thinks("random:iterations=50")
    (False, True, False)
    """
    from trisim.players.player import ITERATIONS, StrategyError
    from trisim.players.specs import parse_spec

    try:
        asked = parse_spec(spec)
    except StrategyError:
        return False  # which is told when it is loaded
    given = asked.given.get(ITERATIONS)
    if not file and not asked.is_path and is_of_a_package(asked.where):
        return is_budget(given)
    path = file or (asked.path if asked.is_path else shipped_weights(asked.where))
    table = search_table(path) if path.suffix == ".toml" else None
    return table is not None and is_budget(table.get(ITERATIONS) if given is None else given)


def is_of_a_package(name: str) -> bool:
    """Whether another package has a strategy of this name."""
    from importlib.metadata import entry_points

    from trisim.players.player import GROUP

    return not has_weights(name) and bool(entry_points(group=GROUP, name=name))


def is_budget(iterations: object) -> bool:
    """Whether a player thinks with such a number of iterations; a wrong one is told later."""
    from trisim.players.player import ITERATIONS
    from trisim.players.weights_file import is_number, is_within

    return is_number(iterations) and iterations > 0 and is_within(ITERATIONS, iterations)


def search_table(path: Path) -> dict[str, object] | None:
    """The numbers of how a weights file thinks; nothing if it can't be read: told when loaded."""
    import tomllib

    if not path.is_file():  # a pipe would never end
        return None
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("search", {})
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else {}


def somebody_thinks(folder: Path) -> bool:
    """Whether a strategy of a run thinks, by the copies it has of them."""
    try:
        records = typed_at("strategies", Records, read_json(folder / "manifest.json"))
        named = [
            (typed_at("spec", str, one), folder / "inputs" / str(one.get("file")))
            for one in records
        ]
    except (OSError, DocumentError):
        return False  # which is told when the run is opened
    return any(thinks(spec, file) for spec, file in named)
