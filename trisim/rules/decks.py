"""Decks: the next card is the one of smallest hash among those on top; some lie underneath."""

from __future__ import annotations

from trisim.rules.chance import ACHIEVEMENTS, ARTIFACTS, EXPERIMENTS, PUBLICATIONS, hash3
from trisim.rules.codes import At
from trisim.rules.kernel import kernel
from trisim.rules.state import Box, Game


@kernel
def top_experiment(game: Game, box: Box, level: int) -> int:
    """The next experiment of a level; -1: the deck is empty."""
    best, least = -1, hash3(0, 0, 0)
    for place in range(int(box.experiment_deck_size[level])):
        card = int(box.experiment_deck[level, place])
        if game.experiment_at[card] == At.DECK:
            value = hash3(game.seed, EXPERIMENTS + level, box.experiment_key[card])
            if best < 0 or value < least:
                best, least = card, value
    return best


@kernel
def top_artifact(game: Game, box: Box, level: int) -> int:
    """The next artifact of a level; -1: the stack is empty."""
    best, least = -1, hash3(0, 0, 0)
    for place in range(int(box.artifact_deck_size[level])):
        card = int(box.artifact_deck[level, place])
        if game.artifact_at[card] == At.DECK:
            value = hash3(game.seed, ARTIFACTS + level, box.artifact_key[card])
            if best < 0 or value < least:
                best, least = card, value
    return best


@kernel
def top_publication(game: Game, box: Box) -> int:
    """The next publication of those on top; -1: none is left there."""
    best, least = -1, hash3(0, 0, 0)
    for card in range(int(box.publications)):
        if game.publication_at[card] == At.DECK:
            value = hash3(game.seed, PUBLICATIONS, box.publication_key[card])
            if best < 0 or value < least:
                best, least = card, value
    return best


@kernel
def top_achievement(game: Game, box: Box) -> int:
    """The next achievement; -1: none is left."""
    best, least = -1, hash3(0, 0, 0)
    for card in range(int(box.achievements)):
        if game.achievement_at[card] == At.DECK:
            value = hash3(game.seed, ACHIEVEMENTS, box.achievement_key[card])
            if best < 0 or value < least:
                best, least = card, value
    return best


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
    return card


@kernel
def put_under(game: Game, card: int, where: int) -> None:
    """Put a publication under its deck; ``where`` says whether a seat knows it is there."""
    game.publication_at[card] = where
    game.under[game.unders] = card
    game.unders += 1
