"""Games of this game, played at random or laid out as positions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from trisim.games.madness.box.box import Box, load_box
from trisim.games.madness.game import Options
from trisim.games.madness.text.position import make_position
from trisim.games.madness.text.transcript import Transcript
from trisim.transcript import text_of

TESTBOX = Path(__file__).parents[1] / "testbox"
DIFFICULTIES = ("I", "II", "III")
MODES = ("normal", "terror", "nightmare", "both")

Data = dict[str, Any]


@cache
def small_box() -> Box:
    """The small frozen box."""
    return load_box(TESTBOX)


@cache
def reference() -> Box:
    """The reference set."""
    return load_box()


def new_game(seed: int, box: Box | None = None, **given: Any) -> Any:
    """A game whose players, difficulty and mode depend on the seed, unless they are given."""
    from trisim.games.madness.loop import RULES

    players = given.pop("players", 2 + seed % 4)
    roles = given.pop("roles", ())
    usual = {"difficulty": DIFFICULTIES[seed % 3], "mode": MODES[seed // 3 % 4]}
    options = Options(**{**usual, **given})
    return RULES.new_game(box or small_box(), players, seed, options, roles)


def played(game: Any, seed: int = 1) -> Iterator[list[int]]:
    """Play a game at random: the options of each decision, before one of them is chosen."""
    chance = random.Random(seed)
    while not game.is_over:
        options = game.legal()
        yield options
        game.apply(chance.choice(options))


def position(data: Mapping[str, Any] | None = None, box: Box | None = None, **keys: Any) -> Any:
    """A game at a position."""
    return make_position({**(data or {}), **keys}, box or small_box())


def options(game: Any) -> list[str]:
    """The options of the pending decision, in words."""
    return [game.describe(move) for move in game.legal()]


def choose(game: Any, *words: str) -> None:
    """Choose options by their words."""
    for text in words:
        found = options(game)
        assert text in found, f"{text!r} is none of {found}"
        game.apply(game.legal()[found.index(text)])


def told(game: Any, *words: str) -> str:
    """What a transcript tells of a game from now on, while options are chosen by their words."""
    transcript = Transcript(game)
    transcript.lines()
    for text in words:
        choose(game, text)
    return text_of(transcript.lines(flush=True))


def told_to_the_end(game: Any, seed: int = 1) -> str:
    """A whole transcript of a game that is played at random."""
    transcript = Transcript(game)
    lines = transcript.lines()
    for _ in played(game, seed):
        lines += transcript.lines()
    return text_of(lines + transcript.lines())
