"""The games in words: moves, events, and what a player looks at before deciding."""

from __future__ import annotations

from typing import Any

from summit.rules import danger
from summit.state import Event, Move
from trisim.engine.game import Game
from trisim.engine.moves import first_of, kind_of
from trisim.game_text import GameText

MOVES = {
    Move.ROLE: "be the {climber}",
    Move.ROLL: "roll",
    Move.CAMP: "make camp",
    Move.HOLD: "climb {number}",
    Move.FALL: "fall to the last camp",
    Move.ROPE: "hold on, with {card} as a rope",
}
EVENTS = {
    Event.ROLE: "is the {climber}",
    Event.DAWN: "Day {thing}: {weather}",
    Event.DRAW: "draws {card}",
    Event.USE: "uses {card}",
    Event.ROLL: "rolls {thing} and {delta}",
    Event.CLIMB: "climbs to {thing}",
    Event.CAMP: "makes camp at {thing}",
    Event.FALL: "falls to {thing}",
}


def describe(game: Any, move: int) -> str:
    """A move in words."""
    return in_words(game, MOVES[Move(kind_of(move))], first_of(move), number=first_of(move))


def sentence(game: Any, event: Any, is_seen: bool) -> str:
    """An event in words, or nothing; not everybody sees which card is drawn."""
    thing, delta = event.thing, event.delta
    if event.what not in EVENTS:
        return ""
    if event.what == Event.DRAW and not is_seen:
        return "draws a card"
    is_new = event.what == Event.DAWN and delta >= 0
    weather = game.box.weather[delta].name if is_new else "as before"
    return in_words(game, EVENTS[event.what], thing, thing=thing, delta=delta, weather=weather)


def in_words(game: Any, template: str, ident: int, **words: Any) -> str:
    """A template with the names of a climber or a card, and other words."""
    if "{climber}" in template:
        words["climber"] = list(game.box.climbers.values())[ident].name.lower()
    if "{card}" in template:
        words["card"] = game.box.weather[ident].name
    return template.format(**words)


def own_lines(game: Any, seat: int) -> list[str]:
    """How dangerous the next roll is, and the cards in hand."""
    held = [card for at, card in zip(game.state.at, game.box.weather, strict=False) if at == seat]
    cards = [f"{card.name} ({card.points})" for card in held]
    return [
        f"Dice up to {danger(game.state, game.tables, seat)} are no holds.",
        f"Cards: {', '.join(cards) or 'none'}",
    ]


def table_lines(game: Any, seat: int) -> list[str]:
    """The day, and where everybody is."""
    climbers = game.state.climbers[: game.players]
    return [
        f"Day {game.state.day} of {game.box.rules.days}, summit at {game.box.rules.summit}",
        *(
            f"{player_name(game, number)}: at {climber.height}, last camp at {climber.camp}"
            for number, climber in enumerate(climbers)
        ),
    ]


def player_name(game: Any, seat: int) -> str:
    """A seat with its role."""
    return in_words(game, f"seat {seat} ({{climber}})", int(game.state.climbers[seat].role))


class MountainGame(Game):
    """A game in Python."""

    event_type = Event
    role_words = ("climber", "climbers")
    roles_repeat = True
    describe = describe


TEXT = GameText(
    describe=describe,
    sentence=sentence,
    own_lines=own_lines,
    table_lines=table_lines,
    player_name=player_name,
)
