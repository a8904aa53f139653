"""The first lines of a transcript: the game, its players and options."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.text.bot_words import difficulty_lines
from trisim.games.trismegistus.text.describe import BOT_NAME
from trisim.texts import listed
from trisim.transcript import wrapped

OPTION = 22
"""How wide the column of difficulty options is."""


def title_lines(
    game: Game, players: Sequence[str], alchemists: Sequence[str], *, whole: bool = True
) -> list[str]:
    """The title; without ``whole`` the transcript begins at a position."""
    box = game.box
    variants = listed(variant.name for variant in box.variants)
    with_variants = f", with {variants}" if variants else ""
    solo = game.solo
    return [
        headline(game, "game" if whole else "position"),
        *wrapped(f"Box: {box.about.name}, edition {box.about.edition}{with_variants}"),
        *(option_lines(game) if solo is None else solo_lines(game, solo)),
        *wrapped(f"Alchemist{'s' if solo is None else ''}: {chosen_words(game, alchemists)}"),
        *wrapped(seats_words(game, players)),
    ]


def headline(game: Game, what: str) -> str:
    kind = f"of {game.players} players" if game.solo is None else f"against {BOT_NAME}"
    solo = "" if game.solo is None else "solo "
    return f"A {solo}{what} {kind}, seed {int(game.state.seed)}"


def option_lines(game: Game) -> list[str]:
    """Setup and variants."""
    options = [
        *(["introductory setup"] if game.state.with_intro else []),
        *(["achievements"] if game.state.with_achievements else []),
    ]
    return [f"Options: {listed(options) or 'none'}"]


def solo_lines(game: Game, solo: Solo) -> list[str]:
    """The difficulty, with the options without default values, and the planning variant."""
    (head, name), *options = difficulty_lines(game.box, solo.options)
    lines = [f"{head}: {name}" + ("" if options else ", no options")]
    for option, meaning in options:
        lines += wrapped(f"  {option:<{OPTION}}{meaning}", "", " " * (OPTION + 2))
    planning = f"two cards of {BOT_NAME} lie open" if solo.planning else "no"
    return [*lines, f"Planning: {planning}"]


def chosen_words(game: Game, alchemists: Sequence[str]) -> str:
    """How the alchemists were assigned."""
    if game.state.with_intro:
        return "of the introductory setup"
    return ", ".join(alchemists) or f"chosen by the player{'' if game.solo else 's'}"


def seats_words(game: Game, players: Sequence[str]) -> str:
    """Who plays each seat."""
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(players))
    order = "seat 0 starts, then clockwise" if game.solo is None else "seat 0 starts"
    return f"Seats: {seats} ({order})"
