"""Decks: the next card is the one of smallest hash among those on top; some lie underneath.

Arrays of a record are passed on as ``array[:]``: to numba they are a type of their own otherwise.
"""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.engine.decks import next_card
from trisim.engine.kernel import U64
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import At
from trisim.games.trismegistus.rules.state import Box, CardKeys, CardList, CardPlaces, Game
from trisim.games.trismegistus.rules.streams import (
    ACHIEVEMENTS,
    ARTIFACTS,
    EXPERIMENTS,
    PUBLICATIONS,
)


@kernel
def next_of_deck(
    seed: U64, stream: int, keys: CardKeys, at: CardPlaces, deck: CardList, cards: int
) -> int:
    """The same for the cards listed in a deck that are still there: the rest isn't looked at."""
    best, least = -1, hash3(0, 0, 0)
    for place in range(cards):
        card = int(deck[place])
        if at[card] == At.DECK:
            value = hash3(seed, stream, keys[card])
            if best < 0 or value < least:
                best, least = card, value
    return best


@kernel
def top_experiment(game: Game, box: Box, level: int) -> int:
    """The next experiment of a level; -1: the deck is empty."""
    deck, cards = box.experiment_deck[level], int(box.experiment_deck_size[level])
    keys, at = box.experiment_key[:], game.experiment_at[:]
    return next_of_deck(game.seed, EXPERIMENTS + level, keys, at, deck, cards)


@kernel
def top_artifact(game: Game, box: Box, level: int) -> int:
    """The next artifact of a level; -1: the stack is empty."""
    deck, cards = box.artifact_deck[level], int(box.artifact_deck_size[level])
    keys, at = box.artifact_key[:], game.artifact_at[:]
    return next_of_deck(game.seed, ARTIFACTS + level, keys, at, deck, cards)


@kernel
def publication_in(game: Game, box: Box, stream: int, where: int) -> int:
    """The next publication in a place, in the order of a stream; -1: none."""
    keys, at = box.publication_key[:], game.publication_at[:]
    return next_card(game.seed, stream, keys, at, int(box.publications), where)


@kernel
def top_publication(game: Game, box: Box) -> int:
    """The next publication of those on top; -1: none is left there."""
    return publication_in(game, box, PUBLICATIONS, At.DECK)


@kernel
def top_achievement(game: Game, box: Box) -> int:
    """The next achievement; -1: none is left."""
    keys, at = box.achievement_key[:], game.achievement_at[:]
    return next_card(game.seed, ACHIEVEMENTS, keys, at, int(box.achievements), At.DECK)


@kernel
def publications_left(game: Game, box: Box) -> int:
    """How many publications can still be drawn."""
    left = int(game.unders)
    for card in range(int(box.publications)):
        if game.publication_at[card] == At.DECK:
            left += 1
    return left


@kernel
def draw_publication(game: Game, box: Box) -> int:
    """Take the next publication, those underneath last; -1: none is left."""
    card = top_publication(game, box)
    if card < 0 and game.unders > 0:
        card = int(game.under[0])
        for place in range(int(game.unders) - 1):
            game.under[place] = game.under[place + 1]
        game.unders -= 1
        game.under[game.unders] = 0  # else a copy of the last one stayed there, for all to see
    return card


@kernel
def put_under(game: Game, card: int, where: int) -> None:
    """Put a publication under its deck; ``where`` says whether a seat knows it is there."""
    game.publication_at[card] = where
    game.under[game.unders] = card
    game.unders += 1
