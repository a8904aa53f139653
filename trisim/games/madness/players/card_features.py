"""Features of cards: hands, decks, supports and spells, and where madness is."""

from __future__ import annotations

from trisim.games.madness.box.words import ELEMENTS, KINDS, MADNESS, VALUES
from trisim.games.madness.kernels import kernel
from trisim.games.madness.players.features import Feature
from trisim.games.madness.players.policy import GIFTS, Policy
from trisim.games.madness.rules.cards import (
    discard_size,
    free_places,
    hand_size,
    kind_of_card,
    support_size,
)
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED, Frame
from trisim.games.madness.rules.state import MONSTERS, SPELLS, Box, Game, Seat
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
    """Whether a seat will still draw up in this turn: the recovery lies near the bottom."""
    for place in range(min(int(game.depth), 3)):
        frame = game.stack[place]
        if frame.kind == Frame.RECOVERY and frame.seat == seat:
            return True
    return False


@kernel
def count_cards(game: Game, box: Box, policy: Policy, place: int) -> None:
    """The features of all cards, spells and madness."""
    for element in range(ELEMENTS):
        policy.summary.pool[element] = 0.0
    for seat in range(int(game.players)):
        if game.seats[seat].out:
            forget_seat(policy, seat)
        else:
            count_seat(game, box, policy, place, seat)
            count_spells(game, box, policy, seat)
    count_elements(game, policy)


@kernel
def forget_seat(policy: Policy, seat: int) -> None:
    """An eliminated player has nothing."""
    policy.summary.features[Feature.ELIMINATED] += 1.0
    for element in range(ELEMENTS):
        policy.summary.next_hand[seat, element] = 0.0
        policy.summary.usual_hand[seat, element] = 0.0


@kernel
def count_elements(game: Game, policy: Policy) -> None:
    """What the team has of each element: in the pool, and in the best usual hand."""
    out, summary = policy.summary.features, policy.summary
    for element in range(ELEMENTS):
        value, best = summary.pool[element], 0.0
        for seat in range(int(game.players)):
            best = max(best, summary.usual_hand[seat, element])
        out[Feature.POOL] += value
        out[Feature.POOL_FOCUS] += value * value
        out[Feature.DECK_FOCUS] += best


# ---------------------------------------------------------------- a player


@kernel
def count_seat(game: Game, box: Box, policy: Policy, place: int, seat: int) -> None:
    """The cards of a player, and the hand of the next turn as it is expected."""
    own, summary = game.seats[seat], policy.summary
    in_deck, in_discard = int(own.deck_n), discard_size(own)
    drawn = draws_due(game, box, policy, place, seat)
    off_deck = drawn + int(policy.lookahead.laid[place, seat])
    again = max(0, off_deck - in_deck)  # cards that are drawn after a shuffle
    summary.shuffles = int(again > 0)
    cards = hand_size(own) + in_deck + in_discard + support_size(own) + int(again > 0)
    summary.cards = max(1, cards)
    summary.of_deck, summary.of_discard, summary.to_hand = 0.0, 0.0, 0.0
    if in_deck > 0:
        summary.of_deck = min(1.0, off_deck / in_deck)
    if again > 0:
        summary.of_discard = min(1.0, again / (in_discard + 1.0))
    if off_deck > 0:
        summary.to_hand = drawn / off_deck
    summary.now = 0.0
    if off_deck > 0 and seat == int(game.active):
        summary.now = policy.lookahead.coming[place, seat] / off_deck
    count_decks(policy, own)
    count_values(game, box, policy, seat)
    count_madness(game, policy, seat)
    count_deck(game, box, policy, place, seat)


@kernel
def count_decks(policy: Policy, own: Seat) -> None:
    """The cards of a deck by kind, known or not."""
    in_deck = policy.summary.in_deck
    for kind in range(KINDS):
        count, copies = 0, int(own.deck[kind])
        while copies > 0:
            count += 1
            copies &= copies - 1
        in_deck[kind] = count
    for place in range(int(own.top_n)):
        in_deck[own.top[place]] += 1


@kernel
def draws_due(game: Game, box: Box, policy: Policy, place: int, seat: int) -> int:
    """Cards that a player draws before the next turn: those left to chance, and the recovery."""
    coming = int(policy.lookahead.coming[place, seat])
    if draws_up(game, seat):
        return max(coming, int(box.hand) - hand_size(game.seats[seat]))
    return coming


@kernel
def count_values(game: Game, box: Box, policy: Policy, seat: int) -> None:
    """The values of each element, where they are and where they are expected to be."""
    own, out, summary = game.seats[seat], policy.summary.features, policy.summary
    summary.value = 0.0
    for element in range(ELEMENTS):
        held, below, thrown, laid_out = 0, 0, 0, 0
        for value in range(1, VALUES + 1):
            kind = kind_of_card(element, value)
            held += value * int(own.hand[kind])
            below += value * int(summary.in_deck[kind])
            thrown += value * int(own.discard[kind])
            laid_out += value * int(own.support[kind])
        drawn = summary.of_deck * below + summary.of_discard * thrown
        next_hand = held + summary.to_hand * drawn
        summary.next_hand[seat, element] = next_hand
        summary.pool[element] += laid_out + (1.0 - summary.to_hand) * drawn
        value_of_all = held + below + thrown + laid_out
        summary.usual_hand[seat, element] = value_of_all * int(box.hand) / summary.cards
        summary.value += value_of_all
        out[Feature.HANDS] += next_hand
        out[Feature.HAND_FOCUS] += next_hand * next_hand
        out[Feature.DRAWN] += summary.now * drawn


@kernel
def count_madness(game: Game, policy: Policy, seat: int) -> None:
    """The madness of a player by place, as it is expected."""
    own, out, summary = game.seats[seat], policy.summary.features, policy.summary
    in_deck, in_discard = (
        int(summary.in_deck[MADNESS]),
        int(own.discard[MADNESS]) + summary.shuffles,
    )
    drawn = summary.of_deck * in_deck + summary.of_discard * in_discard
    in_hand = int(own.hand[MADNESS]) + summary.to_hand * drawn
    crowd = max(0.0, in_hand - CROWD)
    out[Feature.MADNESS_HANDS] += in_hand
    out[Feature.MADNESS_CROWD] += crowd * crowd
    out[Feature.MADNESS_SUPPORTS] += own.support[MADNESS]
    out[Feature.MADNESS_DECKS] += in_deck + in_discard


@kernel
def count_deck(game: Game, box: Box, policy: Policy, place: int, seat: int) -> None:
    """What the deck of a player will bring until the end, and cost."""
    out, summary = policy.summary.features, policy.summary
    draws = int(box.hand) * turns_left(game) / float(game.players)
    out[Feature.PILE] -= summary.shuffles
    out[Feature.SHUFFLES] += draws / summary.cards
    out[Feature.DECKS] += draws * summary.value / summary.cards
    out[Feature.DECK_SIZE] += summary.cards
    laid = int(policy.lookahead.laid[place, seat])
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
        if not own.marks[slot] & (EXHAUSTED | NEUTRALISED):
            out[Feature.SPELLS_READY] += 1.0
        card, gifts = box.spell[spell], policy.facts.spell[spell, game.players]
        usual = policy.summary.usual_hand[seat, card.element]
        use = left * min(1.0, usual / float(card.level))
        if own.marks[slot] & NEUTRALISED:
            use *= ASLEEP
        for gift in range(GIFTS):
            out[Feature.SPELLS_DRAW + gift] += use * gifts[gift]
        out[Feature.SPELL_COST] += use * float(card.level)
