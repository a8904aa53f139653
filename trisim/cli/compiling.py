"""Whether a few games are worth a compilation: settled before anything that compiles is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trisim.cli.play import play_uncompiled

PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS = 100, 4
"""So many games are played faster as they are than after a compilation: uncompiled, players who
look ahead take half a minute for a game that takes others a third of a second."""


def compile_if_worth_it(games: int, lineups: Iterable[str]) -> None:
    """Leave the rules plain for a few games, as long as compiling them would take longer."""
    few = PLAIN_GAMES_OF_WEIGHTS if any(map(has_weights, lineups)) else PLAIN_GAMES
    if games <= few:
        play_uncompiled()


def has_weights(lineup: str) -> bool:
    """Whether a line-up names a weights file, by path or as one that comes with trisim.

    >>> has_weights("random*3,balanced:noise=0.1"), has_weights("random*3,mine.py")
    (True, False)
    """
    from trisim.players.library import strategies_folder

    for word in re.split(r"[,*]", lineup):
        name = word.strip().partition(":")[0]
        if name.endswith(".toml") or strategies_folder().joinpath(f"{name}.toml").is_file():
            return True
    return False
