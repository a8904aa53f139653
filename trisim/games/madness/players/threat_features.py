"""Features of what threatens the team: curses, the page, the next monster, and the pile."""

from __future__ import annotations

import math

from trisim.games.madness.box.words import ELEMENTS
from trisim.games.madness.kernels import inlined, kernel
from trisim.games.madness.players.card_features import turns_left
from trisim.games.madness.players.features import Feature
from trisim.games.madness.players.policy import Harm, Policy
from trisim.games.madness.rules.actions import curse_need
from trisim.games.madness.rules.stack import next_in
from trisim.games.madness.rules.state import MONSTERS, SLOTS, Box, Game
from trisim.games.madness.rules.turn import SPACES, space_of

SYMBOLS = 3
"""Curses that a page announces for the next monster."""

CURSES_A_TURN = 2
"""Curses that a plan destroys in a turn, at the most."""

BARE_CHANCE = 0.05
"""How likely a curse is destroyed that nobody can pay for yet."""


@kernel
def turns_of_monster(game: Game) -> int:
    """Turns after this one before the invocation."""
    return max(0, SPACES - int(game.space))


@kernel
def seat_of_turn(game: Game, ahead: int) -> int:
    """Who will take a turn: 1 is the next."""
    seat = int(game.active)
    for _ in range(ahead):
        seat = next_in(game, (seat + 1) % int(game.players))
    return seat


@kernel
def available(game: Game, policy: Policy, ahead: int, element: int) -> float:
    """What a player will have of an element in a coming turn: the hand, and the pool."""
    seat = seat_of_turn(game, ahead)
    if seat < 0:
        return 0.0
    hand = policy.summary.next_hand[seat, element]
    if ahead > int(game.players):  # the second turn of this player
        hand = policy.summary.usual_hand[seat, element]
    return hand + policy.summary.pool[element]


@inlined
def nearness(policy: Policy, paid: float) -> float:
    """How much it counts that a share of what a curse costs can be paid: 0 to 1."""
    return paid / (paid + policy.judgement.focus * (1.0 - paid))


@kernel
def reach_of(game: Game, policy: Policy, slot: int, turns: int) -> float:
    """The share of what a curse costs that the best of the coming turns can pay."""
    needs, best, total = policy.summary.needs, 0.0, 0.0
    for element in range(ELEMENTS):
        total += needs[slot, element]
    for ahead in range(1, turns + 1):
        paid = 0.0
        for element in range(ELEMENTS):
            need = needs[slot, element]
            if need > 0.0:
                paid += min(need, available(game, policy, ahead, element))
        best = max(best, paid)
    return best / total if total > 0.0 else 1.0


@kernel
def count_curses(game: Game, box: Box, policy: Policy) -> float:
    """The features of the curses on the track; the chance to destroy all of them in time."""
    out, curses = policy.summary.features, 0
    turns = turns_of_monster(game)
    for slot in range(SLOTS):
        policy.summary.undone[slot] = 0.0
        if game.track[slot] < 0:
            continue
        policy.summary.undone[slot] = 1.0
        curses += 1
        for element in range(ELEMENTS):
            need = float(curse_need(game, box, slot, element))
            policy.summary.needs[slot, element] = need
            out[Feature.CURSE_COST] += need
        reach = reach_of(game, policy, slot, turns)
        out[Feature.REACH] += nearness(policy, reach)
        count_strike(game, policy, slot)
    out[Feature.CURSES] = curses
    if turns == 0:
        out[Feature.LATE] = curses
    room = policy.judgement.pace * turns
    out[Feature.OVERLOAD] = max(0.0, curses - room)
    out[Feature.PRESSURE] = curses / (turns + 1.0)
    plan_turns(game, policy, turns)
    chance = 1.0 if turns > 0 or curses == 0 else 0.0
    for slot in range(SLOTS):
        done = 1.0 - policy.summary.undone[slot]
        if game.track[slot] >= 0:
            out[Feature.PLANNED] += done
            chance *= BARE_CHANCE + (1.0 - BARE_CHANCE) * done
    return chance


# ---------------------------------------------------------------- a plan for the coming turns


@kernel
def plan_turns(game: Game, policy: Policy, turns: int) -> None:
    """Destroy curses turn by turn with the hands that are expected and the pool.

    What is not sure is done by shares: ``undone`` has what is left of each curse.
    """
    summary = policy.summary
    for element in range(ELEMENTS):
        summary.pool_left[element] = summary.pool[element]
    for ahead in range(1, turns + 1):
        seat = seat_of_turn(game, ahead)
        if seat < 0:
            return
        for element in range(ELEMENTS):
            hand = summary.next_hand[seat, element]
            if ahead > int(game.players):  # the second turn of this player
                hand = summary.usual_hand[seat, element]
            summary.hand_left[element] = hand
        for _ in range(CURSES_A_TURN):
            plan_curse(policy)


@kernel
def plan_curse(policy: Policy) -> None:
    """Use hand and pool for the curse that they do most about."""
    summary, best, most = policy.summary, -1, 0.0
    for slot in range(SLOTS):
        if summary.undone[slot] > 0.0:
            near = nearness(policy, share_paid(policy, slot))
            if near * summary.undone[slot] > most:
                best, most = slot, near * summary.undone[slot]
    if best < 0:
        return
    summary.undone[best] -= most
    for element in range(ELEMENTS):
        used = most * min(
            summary.needs[best, element],
            summary.hand_left[element] + summary.pool_left[element],
        )
        of_hand = min(used, summary.hand_left[element])
        summary.hand_left[element] -= of_hand
        summary.pool_left[element] -= used - of_hand


@kernel
def share_paid(policy: Policy, slot: int) -> float:
    """The share of what a curse costs that is left in hand and pool."""
    summary, paid, total = policy.summary, 0.0, 0.0
    for element in range(ELEMENTS):
        need = summary.needs[slot, element]
        total += need
        paid += min(need, summary.hand_left[element] + summary.pool_left[element])
    return paid / total if total > 0.0 else 1.0


@kernel
def count_strike(game: Game, policy: Policy, slot: int) -> None:
    """What a curse will do when the marker arrives, the less the later."""
    out, ahead = policy.summary.features, space_of(slot) - int(game.space)
    if ahead < 1:
        return
    share = math.pow(policy.judgement.patience, ahead - 1.0)
    harm = policy.facts.curse[game.track[slot], game.players]
    out[Feature.STRIKE_MADNESS] += share * harm[Harm.MADNESS]
    out[Feature.STRIKE_CARDS] += share * harm[Harm.CARDS]
    out[Feature.STRIKE_OTHER] += share * harm[Harm.OTHER]


@kernel
def count_page(game: Game, policy: Policy, chance: float) -> None:
    """Bonus and failure of the page, each times its chance."""
    out, monster = policy.summary.features, int(game.monster)
    out[Feature.BEATABLE] = chance
    if monster < 0 or monster == MONSTERS - 1:
        return
    sheet = int(game.book[monster + 1])
    harm = policy.facts.failure[sheet, game.players]
    out[Feature.BONUS] = chance * policy.facts.bonus[sheet, game.players]
    out[Feature.FAILURE_MADNESS] = (1.0 - chance) * harm[Harm.MADNESS]
    out[Feature.FAILURE_CARDS] = (1.0 - chance) * harm[Harm.CARDS]
    out[Feature.FAILURE_OTHER] = (1.0 - chance) * harm[Harm.OTHER]


@kernel
def count_next_monster(game: Game, box: Box, policy: Policy) -> None:
    """How far the team is prepared for the curses that the page announces."""
    monster = int(game.monster)
    if monster < 0 or monster == MONSTERS - 1:
        return
    sheet, enough = box.sheet[game.book[monster + 1]], 0.0
    for symbol in range(SYMBOLS):
        element = int(sheet.curses[symbol])
        if 0 <= element < ELEMENTS:
            best = 0.0
            for ahead in range(1, int(game.players) + 1):
                best = max(best, available(game, policy, ahead, element))
            enough += min(1.0, best / float(box.curse_cost))
    near = 1.0 - turns_of_monster(game) / float(SPACES)
    policy.summary.features[Feature.NEXT_REACH] = near * enough


@kernel
def count_pile(game: Game, policy: Policy) -> None:
    """How long the madness pile will last; its shuffles have been counted before."""
    out = policy.summary.features
    pile = int(game.pile) + out[Feature.PILE]
    due = 0.0
    for slot in range(SLOTS):
        if game.track[slot] >= 0 and space_of(slot) == int(game.space) + 1:
            due += policy.facts.curse[game.track[slot], game.players, Harm.MADNESS]
    out[Feature.PILE] = pile
    out[Feature.DOOM] = max(0.0, -pile) + max(0.0, due - max(0.0, pile))
    low = max(0.0, policy.judgement.margin - pile)
    out[Feature.PILE_LOW] = low * low / policy.judgement.margin
    out[Feature.PILE_SHORT] = max(0.0, policy.judgement.drain * turns_left(game) - pile)


@kernel
def count_threats(game: Game, box: Box, policy: Policy) -> None:
    """All features but those of cards, which are counted before them."""
    out = policy.summary.features
    for number in range(MONSTERS):
        out[Feature.BEATEN] += (int(game.beaten) >> number) & 1
    for element in range(ELEMENTS):
        out[Feature.TURNED_UP] += game.library_level[element]
    count_page(game, policy, count_curses(game, box, policy))
    count_next_monster(game, box, policy)
    count_pile(game, policy)
