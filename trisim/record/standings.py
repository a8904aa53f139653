"""Winner and leader in a game with points: kernels for the ``record`` of a game.

They are templates: a game binds them to its ``is_before``. A game's ``record``

- calls ``begin_leads`` before it reads the log;
- puts scores into ``tally.standing`` and calls ``follow_leads`` at the end of each turn;
- fills in ``score`` in the rows of the players, and then calls ``write_result``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.engine.template import OF_GAME, Templates
from trisim.record.columns import MISSING
from trisim.record.recording import GAMES, PLAYERS

TEMPLATES = Templates()

is_before = OF_GAME
"""``is_before(game, seat, other)``: whether a seat is ranked before another one."""

Game: TypeAlias = Any
GameRow: TypeAlias = Any
PlayerRow: TypeAlias = Any
Rows: TypeAlias = Any
Tally: TypeAlias = Any


@TEMPLATES.kernel
def begin_leads(tally: Tally, players: int) -> None:
    """Before the first turn nobody has points, and nobody leads."""
    tally.leader = -1
    tally.lead_changes = 0
    for seat in range(players):
        tally.standing[seat] = 0
        tally.ahead_since[seat] = -1


@TEMPLATES.kernel
def follow_leads(tally: Tally, players: int, turn: int) -> None:
    """Update the leader after a turn."""
    best, alone, count = int(tally.standing[0]), 0, 0
    for seat in range(players):
        score = int(tally.standing[seat])
        if score > best:
            best, alone, count = score, seat, 1
        elif score == best:
            count += 1
    for seat in range(players):
        if int(tally.standing[seat]) < best:
            tally.ahead_since[seat] = -1
        elif tally.ahead_since[seat] < 0:
            tally.ahead_since[seat] = turn
    if count == 1 and alone != int(tally.leader):
        tally.lead_changes += int(tally.leader >= 0)
        tally.leader = alone


@TEMPLATES.kernel
def write_result(rows: Rows, tally: Tally, game: Game, players: int, turns: int) -> None:
    """Write ranks, wins and the result of the game, when all scores are known."""
    first = int(rows.filled[PLAYERS])
    winner, winners = 0, 0
    for seat in range(players):
        row = rows.players[first + seat]
        write_standing(row, game, players, seat)
        if row.rank == 1:
            winner, winners = seat, winners + 1
    best, second = int(rows.players[first + winner].score), 0
    is_second = False
    for seat in range(players):
        score = int(rows.players[first + seat].score)
        if seat != winner and (not is_second or score > second):
            second, is_second = score, True
    result = rows.games[rows.filled[GAMES]]
    result.win_score = best
    result.margin = best - second
    result.lead_changes = tally.lead_changes
    result.settled_turn = MISSING if winners > 1 else settled(tally, winner, turns)


@TEMPLATES.kernel
def write_standing(row: PlayerRow, game: Game, players: int, seat: int) -> None:
    """Rank, and the share of the win."""
    before, equal = 0, 1
    for other in range(players):
        if other == seat:
            continue
        if is_before(game, other, seat):
            before += 1
        elif not is_before(game, seat, other):
            equal += 1
    row.rank = before + 1
    row.win = 1.0 / equal if before == 0 else 0.0


@TEMPLATES.kernel
def settled(tally: Tally, winner: int, turns: int) -> int:
    """The turn from whose end on the winner was never behind."""
    since = int(tally.ahead_since[winner])
    return since if since >= 0 else turns - 1
