"""The cards of Botmegistus: its deck, flipping and shuffling, the planning variant."""

from __future__ import annotations

from trisim.engine.decks import next_card
from trisim.games.trismegistus.box.words import SoloKind
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.bot.choices import roll_d6
from trisim.games.trismegistus.rules.codes import At, Cause, Event
from trisim.games.trismegistus.rules.stack import because, note
from trisim.games.trismegistus.rules.state import Box, Game, Log
from trisim.games.trismegistus.rules.streams import BOT_DECK

OPEN = 2
"""Cards that lie open in the planning variant."""


@kernel
def make_deck(game: Game, box: Box) -> None:
    """The basic cards; the others wait for what brings them in."""
    for card in range(int(box.solo_cards)):
        if int(box.solo_kind[card]) == SoloKind.BASIC:
            game.bot.at[card] = At.DECK


@kernel
def card_of(box: Box, kind: int, element: int) -> int:
    """The specialization or personality card of an element; -1: there is none."""
    for card in range(int(box.solo_cards)):
        if int(box.solo_kind[card]) == kind and int(box.solo_element[card]) == element:
            return card
    return -1


@kernel
def add_card(game: Game, log: Log, card: int) -> None:
    """Put a card into the deck, which was just made or shuffled: each place is equally likely."""
    if card >= 0:
        game.bot.at[card] = At.DECK
        note(game, log, Event.BOT_ADDED, int(game.bot_seat), card, 0)


@kernel
def top_card(game: Game, box: Box) -> int:
    """The next card of the deck; -1: it is empty."""
    keys, at, cards = box.solo_key[:], game.bot.at[:], int(box.solo_cards)
    return next_card(game.seed, BOT_DECK + int(game.bot.shuffles), keys, at, cards, At.DECK)


@kernel
def shuffle_rest(game: Game) -> None:
    """Shuffle the cards left in the deck.

    The cards left are those of large hashes; a card added to their order would be on top too often.
    With or without an added card the others have the same order, so that paired games stay alike.
    """
    game.bot.shuffles += 1


@kernel
def shuffle_used(game: Game, box: Box, log: Log) -> None:
    """The used cards become a new deck; those that lie open stay there."""
    used = 0
    for card in range(int(box.solo_cards)):
        if game.bot.at[card] == At.USED:
            game.bot.at[card] = At.DECK
            used += 1
    if used > 0:
        shuffle_rest(game)
        note(game, log, Event.BOT_SHUFFLE, int(game.bot_seat), used, 0)


@kernel
def take_top(game: Game, box: Box, log: Log) -> int:
    """Take the next card, of the used ones if there is no other; -1: there is none at all."""
    card = top_card(game, box)
    if card < 0:
        shuffle_used(game, box, log)
        card = top_card(game, box)
    if card >= 0:
        game.bot.at[card] = At.OPEN
    return card


@kernel
def lay_open(game: Game, box: Box, log: Log) -> None:
    """In the planning variant, fill the places of the open cards, the left one first."""
    if not game.solo.planning:
        return
    for place in range(OPEN):
        if game.bot.open[place] < 0:
            card = take_top(game, box, log)
            game.bot.open[place] = card
            if card >= 0:
                note(game, log, Event.BOT_OPEN, int(game.bot_seat), card, place)


@kernel
def flip(game: Game, box: Box, log: Log) -> int:
    """The card of this turn: the next one, or the open one that the d6 picks; -1: none."""
    side = 0
    if game.solo.planning:
        place = roll_d6(game, log, OPEN)
        if game.bot.open[place] < 0:
            place = 1 - place
        card = int(game.bot.open[place])
        game.bot.open[place] = -1
        side = place + 1
    else:
        card = take_top(game, box, log)
    game.bot.card = card
    if card >= 0:
        note(game, log, Event.BOT_CARD, int(game.bot_seat), card, side)
    return card


@kernel
def put_away(game: Game, box: Box, log: Log) -> None:
    """The card of this turn is used, an open one replaced; after the last one they are shuffled."""
    because(game, Cause.BOT_CARD, int(game.bot.card))
    game.bot.at[game.bot.card] = At.USED
    game.bot.card = -1
    lay_open(game, box, log)
    if box.solo_rules.reshuffle_at_once and top_card(game, box) < 0:
        shuffle_used(game, box, log)
        lay_open(game, box, log)
