"""Expedition: all have won if everybody reaches the summit."""

from __future__ import annotations

from typing import Any, TypeAlias

from summit.record import CLIMBER, HELD, ROOM, TEMPLATES, TURNS, box_words
from summit.state import REGISTRY as SUMMIT
from summit.state import SEATS, Box, Game, Log, Loss
from summit.text import MountainGame
from trisim.engine.kernel import KernelRegistry
from trisim.record.base import Outcome
from trisim.record.base_tables import games_table, players_table
from trisim.record.columns import Column, Kind
from trisim.record.recording import GAMES, PLAYERS, declare

REGISTRY = KernelRegistry("expedition")
REGISTRY.records.update(SUMMIT.records)

RESULT = (
    Column("loss", Kind.WORD, "why the team lost; none if it won", vocabulary="loss"),
    Column("progress", Kind.SHARE, "height of all camps together, as a share of all the way up"),
)
RECORDING = declare(
    REGISTRY,
    __name__,
    seats=SEATS,
    outcome=Outcome.TEAM,
    tables=(
        games_table(Outcome.TEAM, RESULT),
        players_table(Outcome.TEAM, CLIMBER, HELD),
        TURNS,
    ),
    room=ROOM,
    vocabularies={"loss": [loss.name.lower() for loss in Loss]},
    box_words=box_words,
)
Rows: TypeAlias = Any
Tally: TypeAlias = Any

common = TEMPLATES.bind(REGISTRY, __name__)
write_climbers, write_turns = common.write_climbers, common.write_turns


@REGISTRY.kernel
def record(
    rows: Rows, tally: Tally, game: Game, box: Box, log: Log, keep: int, number: int, deal: int
) -> None:
    """Write down a game that is over."""
    write_climbers(rows, game, box)
    write_turns(rows, log, keep, number, deal)
    result, won, height = rows.games[rows.filled[GAMES]], int(game.loss == Loss.NONE), 0
    for seat in range(int(game.players)):
        height += int(game.climbers[seat].camp)
        rows.players[rows.filled[PLAYERS] + seat].win = won
    result.won = won
    result.loss = game.loss
    result.progress = height / (int(box.summit) * int(game.players))


@REGISTRY.kernel
def final_value(game: Game, seat: int) -> float:
    """What the end of a game is worth to a player that searches."""
    return 100.0 if game.loss == Loss.NONE else float(game.climbers[seat].camp)


class Face(MountainGame):
    """A game in Python."""

    @property
    def won(self) -> bool:
        """Whether everybody is on the summit."""
        return bool(self.state.loss == Loss.NONE)
