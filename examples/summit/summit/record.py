"""What is written down of both games: what climbers have at the end, and their turns."""

from __future__ import annotations

from typing import Any, TypeAlias

from summit.state import Box, Event, Game, Log
from trisim.engine.template import Templates
from trisim.record.base_tables import DEAL, GAME, SEAT, role_column
from trisim.record.columns import Column, Kind, Table
from trisim.record.recording import GAMES, PLAYERS, Room

CLIMBER = role_column("climber", "which climber it is")
HELD = (
    Column("height", Kind.COUNT, "height of the last camp", "steps"),
    Column("falls", Kind.SMALL, "falls", "falls"),
    Column("cards", Kind.SMALL, "cards left at the end", "cards"),
)
TURNS = Table(
    "turns",
    "turn of a climber",
    ("game", "turn"),
    (
        GAME,
        DEAL,
        Column("turn", Kind.COUNT, "number of the turn, from 0"),
        SEAT,
        Column("day", Kind.SMALL, "day, from 1"),
        Column("rolls", Kind.SMALL, "rolls of two dice", "rolls"),
        Column("climbed", Kind.COUNT, "height of the camp less that of the last one", "steps"),
        Column("fell", Kind.FLAG, "whether the turn ended with a fall"),
    ),
    level="turns",
)
TURNS_AT = 2
"""The place of ``turns`` among the tables: after ``games`` and ``players``."""

ROOM = {"turns": Room(usual=24, most=100)}
TEMPLATES = Templates()
Rows: TypeAlias = Any
TurnRow: TypeAlias = Any


def box_words(box: Any) -> dict[str, list[str]]:
    """The words of columns that the box decides."""
    return {"climber": list(box.roles)}


@TEMPLATES.kernel
def write_climbers(rows: Rows, game: Game, box: Box) -> None:
    """How many turns there were, and what everybody has at the end."""
    rows.games[rows.filled[GAMES]].turns = game.turns
    for seat in range(int(game.players)):
        row, climber = rows.players[rows.filled[PLAYERS] + seat], game.climbers[seat]
        row.climber = climber.role
        row.height = climber.camp
        row.falls = climber.falls
        for card in range(int(box.cards)):
            row.cards += int(game.at[card] == seat)


@TEMPLATES.kernel
def write_turns(rows: Rows, log: Log, keep: int, number: int, deal: int) -> None:
    """A row for each turn, if they are kept."""
    if not keep >> TURNS_AT & 1:
        return
    day = 0
    for place in range(int(log.count)):
        event = log.events[place]
        if event.what == Event.DAWN:
            day = int(event.thing)
        elif event.what == Event.TURN:
            row = rows.turns[rows.filled[TURNS_AT]]
            row.game, row.deal, row.turn, row.seat, row.day = (
                number,
                deal,
                event.thing,
                event.seat,
                day,
            )
            rows.filled[TURNS_AT] += 1
        elif day > 0:
            count_event(rows.turns[rows.filled[TURNS_AT] - 1], int(event.what), int(event.delta))


@TEMPLATES.kernel
def count_event(row: TurnRow, what: int, delta: int) -> None:
    """What an event counts for in the row of its turn."""
    if what == Event.ROLL:
        row.rolls += 1
    elif what == Event.CAMP:
        row.climbed = delta
    elif what == Event.FALL:
        row.fell = 1
