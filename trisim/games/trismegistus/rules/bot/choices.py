"""How Botmegistus tells what it decided, and by which priority; its d6."""

from __future__ import annotations

from trisim.engine.chance import draw
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import DECISION_STEP, Event
from trisim.games.trismegistus.rules.stack import note
from trisim.games.trismegistus.rules.state import Game, Log
from trisim.games.trismegistus.rules.streams import BOT_D6

D6 = 6


@kernel
def decide(game: Game, log: Log, decision: int, priority: int, choice: int) -> None:
    """Tell the log what was decided and what settled it."""
    seat = int(game.bot_seat)
    note(game, log, Event.BOT_CHOICE, seat, decision * DECISION_STEP + priority, choice)


@kernel
def roll_d6(game: Game, log: Log, ways: int) -> int:
    """Roll the d6 for one of so many, left to right: of two, 1 to 3 is left, 4 to 6 right."""
    face = draw(game.seed, BOT_D6, int(game.bot.rolls), D6)
    game.bot.rolls += 1
    note(game, log, Event.BOT_ROLL, int(game.bot_seat), face, D6)
    return face * ways // D6
