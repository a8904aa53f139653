"""The games in words: moves, and what a player looks at before deciding."""

from __future__ import annotations

from typing import Any

from summit.rules import danger
from summit.state import Move
from trisim.engine.machine import arg_of, kind_of
from trisim.game_text import GameText

WORDS = {
    Move.ROLL: "roll and climb on",
    Move.CAMP: "make camp",
    Move.FALL: "fall to the last camp",
    Move.TEA: "drink the tea of",
    Move.ROPE: "hold on to the rope of",
}


def describe(game: Any, move: int) -> str:
    """A move in words."""
    kind, number = Move(kind_of(move)), arg_of(move)
    if kind is Move.ROLE:
        return f"be the {list(game.box.climbers.values())[number].name.lower()}"
    if kind is Move.HOLD:
        return f"climb {number}"
    if kind in (Move.TEA, Move.ROPE):
        return f"{WORDS[kind]} {game.box.weather[number].name}"
    return WORDS[kind]


def own_lines(game: Any, seat: int) -> list[str]:
    """Where a climber is, how dangerous the next roll is, and the cards in hand."""
    state, climber = game.state, game.state.climbers[seat]
    held = [card for at, card in zip(state.at, game.box.weather, strict=False) if at == seat]
    cards = ", ".join(f"{card.name} ({card.gear.name.lower()}, {card.points})" for card in held)
    return [
        f"day {state.day} of {game.box.rules.days}, height {climber.height} of "
        f"{game.box.rules.summit}, last camp at {climber.camp}",
        f"dice up to {danger(state, game.tables, seat)} are no holds",
        f"cards: {cards or 'none'}",
    ]


def table_lines(game: Any, seat: int) -> list[str]:
    """Where everybody is."""
    return [
        f"{player_name(game, each)}: height {game.state.climbers[each].height}, last camp at "
        f"{game.state.climbers[each].camp}"
        for each in range(game.players)
    ]


def player_name(game: Any, seat: int) -> str:
    """A seat with its role."""
    names = [climber.name.lower() for climber in game.box.climbers.values()]
    return f"seat {seat} ({names[game.state.climbers[seat].role]})"


TEXT = GameText(
    describe=describe, own_lines=own_lines, table_lines=table_lines, player_name=player_name
)
