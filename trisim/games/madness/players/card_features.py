"""Features of cards: hands, decks, supports and spells, and where madness is."""

from __future__ import annotations

from trisim.games.madness.box.words import ELEMENTS, MADNESS, VALUES
from trisim.games.madness.kernels import kernel
from trisim.games.madness.players.features import Feature
from trisim.games.madness.players.policy import GIFTS, Policy
from trisim.games.madness.rules.cards import (
    deck_count,
    discard_size,
    free_places,
    hand_size,
    support_size,
)
from trisim.games.madness.rules.codes import NEUTRALISED, Frame
from trisim.games.madness.rules.state import MONSTERS, SPELLS, Box, Game
from trisim.games.madness.rules.turn import SPACES

TURNS = MONSTERS * SPACES
"""Turns of a game."""

CROWD = 2.0
"""Madness in a hand that nobody minds yet."""

ASLEEP = 0.3
"""What a neutralised spell counts."""


@kernel
def turns_left(game: Game) -> int:
    """Turns after this one."""
    return max(0, TURNS - int(game.turn))


@kernel
def draws_up(game: Game, seat: int) -> bool:
    """Whether a seat will still draw up in this turn."""
    for place in range(min(int(game.depth), 3)):  # the recovery lies near the bottom
        frame = game.stack[place]
        if frame.kind == Frame.RECOVERY and frame.seat == seat:
            return True
    return False


@kernel
def count_cards(game: Game, box: Box, policy: Policy, place: int) -> None:
    """The features of all cards, spells and madness."""
    out, summary = policy.summary.features, policy.summary
    for element in range(ELEMENTS):
        summary.pool[element] = 0.0
    for seat in range(int(game.players)):
        if game.seats[seat].out:
            forget_seat(policy, seat)
            out[Feature.ELIMINATED] += 1.0
        else:
            count_seat(game, box, policy, place, seat)
            count_spells(game, box, policy, seat)
    for element in range(ELEMENTS):
        value = summary.pool[element]
        out[Feature.POOL] += value
        out[Feature.POOL_FOCUS] += value * value
        best = 0.0
        for seat in range(int(game.players)):
            best = max(best, summary.usual_hand[seat, element])
        out[Feature.DECK_FOCUS] += best


@kernel
def forget_seat(policy: Policy, seat: int) -> None:
    """An eliminated player has nothing."""
    for element in range(ELEMENTS):
        policy.summary.next_hand[seat, element] = 0.0
        policy.summary.usual_hand[seat, element] = 0.0


@kernel
def count_seat(game: Game, box: Box, policy: Policy, place: int, seat: int) -> None:
    """The cards of a player, and the hand of the next turn as it is expected."""
    own, out, summary = game.seats[seat], policy.summary.features, policy.summary
    hand, in_deck, in_discard = hand_size(own), int(own.deck_n), discard_size(own)
    laid = int(policy.lookahead.laid[place, seat])
    coming = int(policy.lookahead.coming[place, seat])
    draws = coming
    if draws_up(game, seat):
        draws += max(0, int(box.hand) - hand - coming)
    off_deck = draws + laid
    first, again = 0.0, 0.0  # the share of the deck that is drawn, of the discard pile after it
    if in_deck > 0:
        first = min(1.0, off_deck / in_deck)
    shuffles = 0
    if off_deck > in_deck:
        shuffles = 1
        again = min(1.0, (off_deck - in_deck) / (in_discard + 1.0))
    to_hand = draws / off_deck if off_deck > 0 else 0.0
    cards = hand + in_deck + in_discard + support_size(own) + shuffles
    total, value_of_turn, focus = 0.0, 0.0, 0.0
    for element in range(ELEMENTS):
        held, below, thrown, laid_out = 0, 0, 0, 0
        for value in range(1, VALUES + 1):
            kind = element * VALUES + value - 1
            held += value * int(own.hand[kind])
            below += value * deck_count(own, kind)
            thrown += value * int(own.discard[kind])
            laid_out += value * int(own.support[kind])
        drawn = first * below + again * thrown
        summary.pool[element] += laid_out + (1.0 - to_hand) * drawn
        next_hand = held + to_hand * drawn
        summary.next_hand[seat, element] = next_hand
        whole = held + below + thrown + laid_out
        summary.usual_hand[seat, element] = whole * int(box.hand) / cards
        total += whole
        value_of_turn += next_hand
        focus += next_hand * next_hand
        if coming > 0 and seat == int(game.active):
            out[Feature.DRAWN] += drawn * coming / off_deck
    deck_madness = deck_count(own, MADNESS)
    madness = int(own.hand[MADNESS]) + to_hand * (
        first * deck_madness + again * (int(own.discard[MADNESS]) + 1.0)
    )
    turns = turns_left(game) / float(game.players)
    out[Feature.HANDS] += value_of_turn
    out[Feature.HAND_FOCUS] += focus
    out[Feature.MADNESS_HANDS] += madness
    out[Feature.MADNESS_CROWD] += max(0.0, madness - CROWD) * max(0.0, madness - CROWD)
    out[Feature.MADNESS_SUPPORTS] += own.support[MADNESS]
    out[Feature.MADNESS_DECKS] += deck_madness + int(own.discard[MADNESS]) + shuffles
    out[Feature.PILE] -= shuffles
    out[Feature.SHUFFLES] += turns * int(box.hand) / cards
    out[Feature.DECKS] += turns * int(box.hand) * total / cards
    out[Feature.DECK_SIZE] += cards
    out[Feature.PLACES] += max(0, free_places(game, box, seat) - laid)


@kernel
def count_spells(game: Game, box: Box, policy: Policy, seat: int) -> None:
    """What the spells of a player do, as far as the cards can pay for them and turns are left."""
    own, out = game.seats[seat], policy.summary.features
    left = turns_left(game) / float(TURNS)
    for slot in range(SPELLS):
        spell = int(own.spells[slot])
        if spell < 0:
            continue
        card, gifts = box.spell[spell], policy.facts.spell[spell, game.players]
        usual = policy.summary.usual_hand[seat, card.element]
        use = left * min(1.0, usual / float(card.level))
        if own.marks[slot] & NEUTRALISED:
            use *= ASLEEP
        for gift in range(GIFTS):
            out[Feature.SPELLS_DRAW + gift] += use * gifts[gift]
        out[Feature.SPELL_COST] += use * float(card.level)
