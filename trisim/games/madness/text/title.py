"""The first lines of a transcript: the game, its box, difficulty and players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trisim.games.madness.box.tables import modes_in_order
from trisim.games.madness.box.words import Difficulty
from trisim.texts import listed
from trisim.transcript import wrapped


def title_lines(
    game: Any, players: Sequence[str], mages: Sequence[str], *, whole: bool = True
) -> list[str]:
    """The title; without ``whole`` the transcript begins at a position."""
    box = game.box
    variants = listed(variant.name for variant in box.variants)
    with_variants = f", with {variants}" if variants else ""
    what = "game" if whole else "position"
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(players))
    return [
        f"A {what} of {game.players} players, seed {int(game.state.seed)}",
        *wrapped(f"Box: {box.about.name}, edition {box.about.edition}{with_variants}"),
        *wrapped(difficulty_words(game)),
        *wrapped(f"Mages: {', '.join(mages) or 'chosen by the players'}"),
        *wrapped(f"Seats: {seats}"),
    ]


def difficulty_words(game: Any) -> str:
    """The difficulty, the mode, and the madness in the pile at the beginning."""
    difficulty = Difficulty(int(game.state.difficulty)).word
    _, mode = modes_in_order(game.box)[int(game.state.mode)]
    madness = int(game.tables.madness[game.players])
    return f"Difficulty: {difficulty}, {mode.name}; {madness} madness"
