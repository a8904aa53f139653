"""The end of a round, and the next one."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.artifacts import refill_book, refill_market
from trisim.games.trismegistus.rules.codes import At, BotTask, Cause, Event, Frame
from trisim.games.trismegistus.rules.dice import roll_dice
from trisim.games.trismegistus.rules.scoring import score_game
from trisim.games.trismegistus.rules.stack import because, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log


@kernel
def run_end_round(game: Game, box: Box, log: Log) -> None:
    """Everything turns up; then the score, or the next round."""
    pop(game)
    because(game, Cause.ROUND_END, 0)
    for seat in range(int(game.players)):
        turn_up(game, log, seat)
    if int(game.round_no) >= int(box.rules.rounds):
        push(game, Frame.SCORE, 0, 0, 0, 0)
        ask_bot(game, BotTask.END)
        return
    game.round_no += 1
    note(game, log, Event.ROUND, -1, int(game.round_no), 0)
    clear_market(game)
    open_market(game, box, log)
    turn_books(game, box, log)
    next_order(game, log)
    push(game, Frame.ROLL, 0, 0, 0, 0)
    ask_bot(game, BotTask.ROUND)


@kernel
def ask_bot(game: Game, task: int) -> None:
    """In a solo game, let Botmegistus do what it has to now."""
    if game.bot_seat >= 0:
        push(game, Frame.BOT, int(game.bot_seat), task, 0, 0)


@kernel
def run_score(game: Game, box: Box, log: Log) -> None:
    """The end of the game."""
    pop(game)
    score_game(game, box, log)
    note(game, log, Event.END, -1, 0, 0)


@kernel
def turn_up(game: Game, log: Log, seat: int) -> None:
    """A player's artifacts and reactions turn up, and the dice go back."""
    lab = game.labs[seat]
    for slot in range(6):
        if lab.slots[slot] >= 0 and not lab.ready[slot]:
            lab.ready[slot] = 1
            note(game, log, Event.READY, seat, int(lab.slots[slot]), slot)
    if lab.used_reactions > 0:
        note(game, log, Event.REACT, seat, 0, int(lab.used_reactions))
        lab.held[Thing.REACTION] += lab.used_reactions
        lab.used_reactions = 0
    lab.dice_used = 0
    lab.finished = False


@kernel
def clear_market(game: Game) -> None:
    """Artifacts still in the market leave the game."""
    for color in range(3):
        for space in range(4):
            if game.market[color, space] >= 0:
                game.artifact_at[game.market[color, space]] = At.AWAY
                game.market[color, space] = -1


@kernel
def open_market(game: Game, box: Box, log: Log) -> None:
    """Fill every space of the market from the current stack."""
    for color in range(3):
        for space in range(int(box.rules.market_per_color)):
            refill_market(game, box, log, color, space)


@kernel
def turn_books(game: Game, box: Box, log: Log) -> None:
    """The older card of each book leaves, the newer one becomes older, a new one joins."""
    for symbol in range(5):
        oldest = int(game.books[symbol, 0])
        if oldest >= 0:
            game.experiment_at[oldest] = At.AWAY
            note(game, log, Event.REMOVE, -1, oldest, symbol)
        game.books[symbol, 0] = game.books[symbol, 1]
        refill_book(game, box, log, symbol)


@kernel
def next_order(game: Game, log: Log) -> None:
    """The next order becomes the current one."""
    for place in range(int(game.players)):
        game.order[place] = game.next_order[place]
        note(game, log, Event.ORDER, -1, int(game.order[place]), place)
        game.next_order[place] = -1
    game.finished = 0
    game.order_at = int(game.players) - 1


@kernel
def run_roll(game: Game, box: Box, log: Log) -> None:
    """All dice are rolled into the bowls."""
    pop(game)
    roll_dice(game, box, log)
    because(game, Cause.SETUP, 0)  # turns are as in round 1, not for the end of a round
    push(game, Frame.NEXT_TURN, 0, 0, 0, 0)
