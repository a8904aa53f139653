"""Positions as small TOML files: for tests, bug reports and "what would you do here".

What a position doesn't name is as after an ordinary setup with its seed: the first free mages with
their first hands, a grimoire in the order of the seed, and no curses on the track. ::

    players = 2
    difficulty = "II"
    turn = 7
    to = "act"                          # the active player acts (the default); or "turn": the
                                        # turn is over, and the next one begins
    [[curses]]
    id = "howling"
    on = "3 left"
    tokens = { fire = 1 }

    [[seats]]
    mage = "ada"
    hand = { "water 1" = 3, madness = 1 }
    deck = { "fire 1" = 4 }             # where one place is named, the others are empty
    spells = ["growth", "ice"]
    exhausted = ["ice"]

The stacks and the madness pile have what is left of the box. A position that ``write_position``
wrote goes on exactly as the game would have.
"""

from __future__ import annotations

import tomllib
from typing import Any

from trisim.box.files import toml_problem
from trisim.games.madness.text.position_maker import Maker
from trisim.games.madness.text.position_words import PositionError as PositionError
from trisim.games.madness.text.position_writer import Writer


def read_position(text: str, box: Any = None) -> Any:
    """The game of a position written as TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        row, problem, remedy = toml_problem(text, error)
        where = f"position, line {row}" if row else "position"
        raise PositionError(f"{where}: this is not TOML: {problem}; {remedy}") from None
    return make_position(data, box)


def make_position(data: dict[str, Any], box: Any = None) -> Any:
    """The game of a position given as a mapping, as TOML would give it."""
    if box is None:
        from trisim.games.madness.box.box import load_box

        box = load_box()
    return Maker(data, box).game()


def write_position(game: Any) -> str:
    """A position as TOML; possible wherever a player chooses an action in the own turn."""
    return Writer(game).text()
