"""What Botmegistus does when it is asked: set up, take its turn, between rounds, at the end."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import kernel, pointed
from trisim.games.trismegistus.rules.bot.cards import act
from trisim.games.trismegistus.rules.bot.deck import flip, put_away
from trisim.games.trismegistus.rules.bot.draft import draft
from trisim.games.trismegistus.rules.bot.experiments import complete
from trisim.games.trismegistus.rules.bot.rounds import between_rounds, end_bot, set_up_bot
from trisim.games.trismegistus.rules.codes import BotTask
from trisim.games.trismegistus.rules.stack import because, pop
from trisim.games.trismegistus.rules.state import Box, Game, Log

SOLO = "solo"
"""The group of kernels that only games against Botmegistus need."""


@pointed(kernel_group=SOLO)
def bot_moves(game: Game, box: Box, log: Log) -> int:
    """Do what the top frame asks of Botmegistus; what it was."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    task = int(frame.arg[0])
    pop(game)
    if task == BotTask.TURN:
        take_turn(game, box, log)
    elif task == BotTask.SETUP:
        set_up_bot(game, box, log)
    elif task == BotTask.ROUND:
        between_rounds(game, box, log)
    else:
        end_bot(game, box, log)
    return task


@kernel
def take_turn(game: Game, box: Box, log: Log) -> None:
    """Flip a card, draft if there is no die, act, complete experiments."""
    seat = int(game.bot_seat)
    card = flip(game, box, log)
    if game.labs[seat].die_symbol < 0:
        draft(game, box, log, card)
    act(game, box, log, card)
    complete(game, box, log)
    put_away(game, box, log)
