"""What a seat sees: hidden cards dealt anew, so that nobody can peek, even by looking ahead.

Hidden from a seat are the order of every deck, the publications in other hands and under their
deck (but for those it put there itself), the others' masterpieces, kept and refused, and, until all
have chosen, the cards dealt to the others. While laboratories are chosen nobody has seen the cards
dealt. All of these are dealt anew from what the seat has not seen; chance gets another key.
"""

from __future__ import annotations

from trisim.engine.chance import VIEW, draw, hash3
from trisim.engine.decks import next_card
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import LAID_BY, At, Dealt, Frame
from trisim.games.trismegistus.rules.decks import publication_in
from trisim.games.trismegistus.rules.state import SEATS, Box, Game


@kernel
def masked(game: Game, box: Box, seat: int) -> None:
    """Deal anew everything that is hidden from a seat."""
    key = hash3(game.seed, VIEW + seat, int(game.decisions))
    game.seed = key
    mask_experiments(game, box, seat, Level.MASTERPIECE, Dealt.MASTERPIECE)
    mask_publications(game, box, seat)
    if game.choosing:
        mask_experiments(game, box, seat, Level.STARTING, Dealt.EXPERIMENT)
        mask_artifacts(game, box, seat)
        mask_choices(game, box, seat)


@kernel
def sees_dealt(game: Game, seat: int, other: int) -> bool:
    """Whether a seat sees the cards dealt to another, or to itself: laboratories come first."""
    if game.choosing and game.stack[game.depth - 1].kind == Frame.LABORATORY:
        return False
    return seat == other


@kernel
def is_seen(game: Game, seat: int, kind: int, card: int) -> bool:
    """Whether a card was dealt to a seat, which has seen it."""
    if sees_dealt(game, seat, seat):
        for place in range(3):
            if game.dealt[seat, kind, place] == card:
                return True
    return False


@kernel
def is_performing(game: Game, card: int) -> bool:
    """Whether an experiment is just being performed, and so lies open."""
    for place in range(int(game.depth)):
        frame = game.stack[place]
        if frame.kind == Frame.PERFORM or frame.kind == Frame.JOIN:
            if frame.arg[0] == card:
                return True
    return False


@kernel
def is_hidden(game: Game, seat: int, at: int) -> bool:
    """Whether a card in such a place is unknown to a seat (cards dealt are looked at apart)."""
    if at == At.DECK or at == At.UNDER:
        return True
    if 0 <= at < SEATS:
        return at != seat
    return at >= LAID_BY and at != LAID_BY + seat


# ---------------------------------------------------------------- experiments


@kernel
def mask_experiments(game: Game, box: Box, seat: int, level: int, kind: int) -> None:
    """Masterpieces, or starting experiments while they are chosen."""
    refused = 0
    for card in range(int(box.experiments)):
        if int(box.experiment_level[card]) != level:
            continue
        at = int(game.experiment_at[card])
        if level == Level.MASTERPIECE and at >= LAID_BY and at != LAID_BY + seat:
            refused += 1
        dealt = at == At.DEALT and not is_seen(game, seat, kind, card)
        if dealt or (is_hidden(game, seat, at) and not is_performing(game, card)):
            game.experiment_at[card] = At.UNSEEN
    for other in range(int(game.players)):
        if not sees_dealt(game, seat, other):
            deal_experiments(game, box, other, level, kind)
    for _ in range(refused):
        game.experiment_at[unseen_experiment(game, box)] = LAID_BY + (seat + 1) % SEATS
    for card in range(int(box.experiments)):
        if game.experiment_at[card] == At.UNSEEN:
            game.experiment_at[card] = At.DECK


@kernel
def deal_experiments(game: Game, box: Box, other: int, level: int, kind: int) -> None:
    """A seat's hidden experiments of a level, anew."""
    if level == Level.MASTERPIECE and game.labs[other].masterpiece >= 0:
        card = unseen_experiment(game, box)
        game.experiment_at[card] = other
        game.labs[other].masterpiece = card
    for place in range(3):
        if game.dealt[other, kind, place] >= 0:
            card = unseen_experiment(game, box)
            game.experiment_at[card] = At.DEALT
            game.dealt[other, kind, place] = card


@kernel
def unseen_experiment(game: Game, box: Box) -> int:
    """The next of the unseen experiments, which are all of one level, in a new order."""
    cards, at = int(box.experiments), game.experiment_at[:]
    return next_card(game.seed, VIEW, box.experiment_key[:], at, cards, At.UNSEEN)


# ---------------------------------------------------------------- publications


@kernel
def mask_publications(game: Game, box: Box, seat: int) -> None:
    """Other hands, cards dealt to others, and what lies under the deck."""
    sizes = 0  # of the hands, one byte a seat
    for card in range(int(box.publications)):
        at = int(game.publication_at[card])
        if 0 <= at < SEATS and at != seat:
            sizes += 1 << (8 * at)
        dealt = at == At.DEALT and not is_seen(game, seat, Dealt.PUBLICATION, card)
        if dealt or is_hidden(game, seat, at):
            game.publication_at[card] = At.UNSEEN
    for other in range(int(game.players)):
        if not sees_dealt(game, seat, other):
            deal_publications(game, box, other, (sizes >> (8 * other)) & 255)
    for place in range(int(game.unders)):
        if game.publication_at[game.under[place]] != LAID_BY + seat:
            card = publication_in(game, box, VIEW, At.UNSEEN)
            game.publication_at[card] = At.UNDER
            game.under[place] = card
    for card in range(int(box.publications)):
        if game.publication_at[card] == At.UNSEEN:
            game.publication_at[card] = At.DECK


@kernel
def deal_publications(game: Game, box: Box, other: int, size: int) -> None:
    """A seat's hidden hand, or the cards dealt to it, anew."""
    for _ in range(size):
        game.publication_at[publication_in(game, box, VIEW, At.UNSEEN)] = other
    for place in range(3):
        if game.dealt[other, Dealt.PUBLICATION, place] >= 0:
            card = publication_in(game, box, VIEW, At.UNSEEN)
            game.publication_at[card] = At.DEALT
            game.dealt[other, Dealt.PUBLICATION, place] = card


# ---------------------------------------------------------------- while cards are chosen


@kernel
def mask_artifacts(game: Game, box: Box, seat: int) -> None:
    """Starting artifacts dealt to the others."""
    for card in range(int(box.artifacts)):
        if int(box.artifact_level[card]) == Level.STARTING:
            at = int(game.artifact_at[card])
            dealt = at == At.DEALT and not is_seen(game, seat, Dealt.ARTIFACT, card)
            if dealt or at == At.DECK:
                game.artifact_at[card] = At.UNSEEN
    for other in range(int(game.players)):
        for place in range(3):
            if sees_dealt(game, seat, other):
                continue
            if game.dealt[other, Dealt.ARTIFACT, place] >= 0:
                card = unseen_artifact(game, box)
                game.artifact_at[card] = At.DEALT
                game.dealt[other, Dealt.ARTIFACT, place] = card
    for card in range(int(box.artifacts)):
        if game.artifact_at[card] == At.UNSEEN:
            game.artifact_at[card] = At.DECK


@kernel
def unseen_artifact(game: Game, box: Box) -> int:
    """The next of the unseen artifacts, in a new order."""
    cards, at = int(box.artifacts), game.artifact_at[:]
    return next_card(game.seed, VIEW, box.artifact_key[:], at, cards, At.UNSEEN)


@kernel
def mask_choices(game: Game, box: Box, seat: int) -> None:
    """What others have kept so far is anybody's guess."""
    for other in range(int(game.players)):
        for kind in range(4):
            if other != seat and game.kept[other, kind] >= 0:
                dealt = int(box.rules.cards_dealt)
                game.kept[other, kind] = draw(game.seed, VIEW + 5 + other, kind, dealt)
