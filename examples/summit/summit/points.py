"""Summit, a race: height and cards are points, and the most points win."""

from __future__ import annotations

from typing import Any, TypeAlias

from summit.record import CLIMBER, HELD, ROOM, TEMPLATES, TURNS, box_words
from summit.rules import card_points
from summit.state import REGISTRY, SEATS, Box, Event, Game, Log, kernel
from summit.text import MountainGame
from trisim.record import standings
from trisim.record.base import Outcome
from trisim.record.base_tables import games_table, players_table
from trisim.record.columns import Column, Kind
from trisim.record.recording import PLAYERS, declare

PARTS = (
    Column("vp_height", Kind.COUNT, "height of the last camp", "points"),
    Column("vp_cards", Kind.COUNT, "cards left at the end", "points"),
)
RECORDING = declare(
    REGISTRY,
    __name__,
    seats=SEATS,
    outcome=Outcome.POINTS,
    tables=(
        games_table(Outcome.POINTS),
        players_table(Outcome.POINTS, CLIMBER, (*PARTS, *HELD)),
        TURNS,
    ),
    room=ROOM,
    box_words=box_words,
)
Rows: TypeAlias = Any
Tally: TypeAlias = Any


@kernel
def is_before(game: Game, seat: int, other: int) -> bool:
    """More points are better; players with as many share the win."""
    return bool(game.climbers[seat].score > game.climbers[other].score)


common = TEMPLATES.bind(REGISTRY, __name__)
write_climbers, write_turns = common.write_climbers, common.write_turns
leads = standings.TEMPLATES.bind(REGISTRY, __name__, is_before=is_before)
begin_leads, follow_leads, write_result = leads.begin_leads, leads.follow_leads, leads.write_result


@kernel
def record(
    rows: Rows, tally: Tally, game: Game, box: Box, log: Log, keep: int, number: int, deal: int
) -> None:
    """Write down a game that is over."""
    write_climbers(rows, game, box)
    write_turns(rows, log, keep, number, deal)
    write_leads(tally, game, box, log)
    for seat in range(int(game.players)):
        row, climber = rows.players[rows.filled[PLAYERS] + seat], game.climbers[seat]
        row.score = climber.score
        row.vp_height = climber.camp
        row.vp_cards = card_points(game, box, seat)
    write_result(rows, tally, game, int(game.players), int(game.turns))


@kernel
def write_leads(tally: Tally, game: Game, box: Box, log: Log) -> None:
    """Who leads after each turn: camps and cards are points."""
    players = int(game.players)
    begin_leads(tally, players)
    for place in range(int(log.count)):
        event = log.events[place]
        what, delta = int(event.what), int(event.delta)
        if what == Event.TURN and event.thing > 0:
            follow_leads(tally, players, int(event.thing) - 1)
        elif what == Event.CAMP:
            tally.standing[event.seat] += delta
        elif what == Event.DRAW or what == Event.USE:
            tally.standing[event.seat] += delta * int(box.points[event.thing])
    follow_leads(tally, players, int(game.turns) - 1)


@kernel
def final_value(game: Game, seat: int) -> float:
    """What the end of a game is worth to a player that searches."""
    return float(game.climbers[seat].score)


class Face(MountainGame):
    """A game in Python."""

    def score(self, seat: int) -> int:
        """Points, if the game ended here."""
        camp = int(self.state.climbers[seat].camp)
        return camp + int(card_points(self.state, self.tables, seat))

    def winners(self) -> list[int]:
        """Who has the most points."""
        scores = [self.score(seat) for seat in range(self.players)]
        return [seat for seat, score in enumerate(scores) if score == max(scores)]
