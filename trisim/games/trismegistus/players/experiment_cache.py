"""What held experiments and goods come to, counted once for each case and then remembered.

How near the experiments are and which goods they leave takes longest of all features, and many
lines of play end with the same goods, levels and cards. So a policy keeps what it found under all
that it follows from. A new case takes the place of an old one.
"""

from __future__ import annotations

import numpy as np

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import inlined, kernel
from trisim.games.trismegistus.players.missing_cost import missing_cost
from trisim.games.trismegistus.players.policy import CASES, LESSENED, Policy
from trisim.games.trismegistus.rules.state import Box, Game, Lab

GOLD, SILVER = int(Thing.GOLD), int(Thing.SILVER)
BESIDE = 4

UP_TO_GOLD = 0xFFFF_FFFF_FFFF
"""Of the third word of what is held: without the salt."""

LAST_CHANCES = 6.0
"""Potency that the die at hand and reactions may still give, besides the dice to come."""

USUAL_POTENCY = 3.3
"""What a die that is still to be drafted gives, on average."""


# ---------------------------------------------------------------- the case


@inlined
def experiment_case(game: Game, box: Box, seat: int, policy: Policy) -> int:
    """Which of the policy's prospects are those of a position: found before, or counted now."""
    lab = game.labs[seat]
    held = lab.held[:12].view(np.int64)
    first, second, third = int(held[0]), int(held[1]), int(held[2]) & UP_TO_GOLD
    levels = int(lab.discounts.view(np.int32)[0]) << 32 | int(lab.level.view(np.int32)[0])
    beside = int(lab.beside.view(np.int64)[0])
    rest = int(game.round_no) << 9 | int(lab.dice_used) << 1 | int(lab.die_symbol >= 0)
    rest = rest << 16 | int(lab.masterpiece) + 1
    place = (first + 3 * second + 5 * third + levels + rest + (beside >> 4)) % CASES
    kept = policy.memo.experiments[place]
    is_kept = kept.goods_1 == first and kept.goods_2 == second and kept.goods_3 == third
    is_kept = is_kept and kept.levels == levels and kept.beside == beside and kept.rest == rest
    if not is_kept:
        kept.goods_1, kept.goods_2, kept.goods_3 = first, second, third
        kept.levels, kept.beside, kept.rest = levels, beside, rest
        count_experiments(game, box, seat, policy, place)
    return place


# ---------------------------------------------------------------- experiments


@kernel
def count_experiments(game: Game, box: Box, seat: int, policy: Policy, place: int) -> None:
    """What is held, the lowest mastery first; what they will take is set aside."""
    lab, out = game.labs[seat], policy.memo.experiments[place]
    for thing in range(GOLD + 1):
        policy.scratch.goods[thing] = lab.held[thing]
    if out.beside != policy.memo.order_key:
        policy.memo.held = order_held(box, lab, policy)
        policy.memo.order_key = out.beside
    time = time_left(game, box, lab)
    haste = haste_of(policy, time)
    total, performable = 0.0, 0
    for one in range(int(policy.memo.held)):
        card = int(policy.memo.in_order[one])
        effort = missing_cost(game, box, seat, policy, card)
        total += policy.facts.experiment_value[card] * pull(effort, time, haste)
        performable += int(effort == 0.0)
    out.experiments = total
    out.experiments_held = policy.memo.held
    out.masterpiece = 0.0
    if lab.masterpiece >= 0:
        effort = missing_cost(game, box, seat, policy, int(lab.masterpiece))
        out.masterpiece = policy.facts.experiment_value[lab.masterpiece] * pull(effort, time, haste)
        performable += int(effort == 0.0)
    out.performable = performable
    count_rest(policy, place)


@inlined
def order_held(box: Box, lab: Lab, policy: Policy) -> int:
    """Sort the experiments held by mastery; how many there are."""
    held = 0
    for place in range(BESIDE):
        card = int(lab.beside[place])
        if card < 0:
            continue
        at = held
        mastery = int(box.experiment_mastery[card])
        while at > 0 and int(box.experiment_mastery[policy.memo.in_order[at - 1]]) > mastery:
            policy.memo.in_order[at] = policy.memo.in_order[at - 1]
            at -= 1
        policy.memo.in_order[at] = card
        held += 1
    return held


@inlined
def dice_left(box: Box, lab: Lab) -> int:
    """Dice still to be drafted this round."""
    return int(box.rules.dice_per_round) - int(lab.dice_used) - int(lab.die_symbol >= 0)


@inlined
def time_left(game: Game, box: Box, lab: Lab) -> float:
    """Potency of the dice that are still to come, on average."""
    per_round = int(box.rules.dice_per_round) * USUAL_POTENCY
    rounds = int(box.rules.rounds) - int(game.round_no)
    return dice_left(box, lab) * USUAL_POTENCY + rounds * per_round


@inlined
def haste_of(policy: Policy, time: float) -> float:
    """How fast the pull of a card falls with its effort, when so much time is left."""
    return policy.judgement.slope + policy.judgement.rush / (1.0 + time)


@inlined
def pull(effort: float, time: float, haste: float) -> float:
    """From 1 for a card that can be performed down to 0: the share of its worth that counts."""
    if effort > time + LAST_CHANCES:
        return 0.0
    return 1.0 / (1.0 + effort * haste)


# ---------------------------------------------------------------- goods


@inlined
def count_rest(policy: Policy, place: int) -> None:
    """Materials that are not set aside."""
    raw, refined, chain = 0.0, 0.0, 0
    for thing in range(5):
        raw += lessening(policy, int(policy.scratch.goods[thing]))
        chain += thing * int(policy.scratch.goods[thing])
    for thing in range(5, 9):
        refined += lessening(policy, int(policy.scratch.goods[thing]))
        chain += (thing - 3) * int(policy.scratch.goods[thing])
    out = policy.memo.experiments[place]
    out.raw = raw
    out.refined = refined
    out.chain = chain
    out.silver = policy.scratch.goods[SILVER]
    out.gold = policy.scratch.goods[GOLD]


@inlined
def lessening(policy: Policy, count: int) -> float:
    """A count of which each further one is worth less."""
    return policy.facts.lessened[min(count, LESSENED - 1)]
