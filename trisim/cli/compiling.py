"""Whether a few games are worth a compilation: settled before anything that compiles is loaded."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS = 100, 4
"""So many games are played faster as they are than after a compilation: uncompiled, players who
look ahead take half a minute for a game that takes others a third of a second. Those who think
would take hours, and are always compiled."""


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


def compile_if_somebody_thinks(specs: Iterable[str]) -> None:
    """Leave the rules plain for a single game, unless one of its players thinks."""
    if any(map(thinks, specs)):
        from trisim.cli.progress import make_warm
        from trisim.rules.cache import SEARCH

        make_warm(SEARCH)
    else:
        play_uncompiled()


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

    >>> thinks("balanced"), thinks("balanced:iterations=50")
    (False, True)
    """
    from trisim.players.player import ITERATIONS, StrategyError
    from trisim.players.specs import parse_spec

    try:
        asked = parse_spec(spec)
    except StrategyError:
        return False  # which is told when it is loaded
    if ITERATIONS in asked.given:
        return asked.given[ITERATIONS] > 0
    path = file or (
        Path(asked.where).expanduser() if asked.is_path else shipped_weights(asked.where)
    )
    return path.suffix == ".toml" and bool(search_table(path).get(ITERATIONS, 0))


def search_table(path: Path) -> dict[str, object]:
    """The numbers of how a weights file thinks; none if it can't be read, which is told later."""
    import tomllib

    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("search", {})
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def thinking_in(folder: Path) -> list[str]:
    """The strategies of a run that think, by the copies it has of them."""
    try:
        records = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["strategies"]
        named = [(str(one["spec"]), folder / "inputs" / str(one["file"])) for one in records]
    except (OSError, ValueError, KeyError, TypeError):
        return []  # which is told when the run is opened
    return [spec for spec, file in named if thinks(spec, file)]
