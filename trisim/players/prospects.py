"""What held experiments and goods come to, counted once for each case and then remembered.

How near the experiments are and which goods they leave takes longest of all features, and many
lines of play end with the same goods, levels and cards. So a mind keeps what it found under all
that it follows from. A new case takes the place of an old one.
"""

from __future__ import annotations

from trisim.box.words import Thing
from trisim.players.efforts import effort_left
from trisim.players.mind import CASES, LESSENED, Mind
from trisim.rules.kernel import kernel
from trisim.rules.state import Box, Game, Lab

GOLD, SILVER = int(Thing.GOLD), int(Thing.SILVER)
BESIDE = 4

MANY = 31
"""More goods of a kind than this have no room in a key: such a case is counted each time."""

LAST_CHANCES = 6.0
"""Potency that the die at hand and reactions may still give, besides the dice to come."""

USUAL_POTENCY = 3.3
"""What a die that is still to be drafted gives, on average."""


# ---------------------------------------------------------------- the case


@kernel
def goods_key(lab: Lab) -> int:
    """Lead to gold, five bits each; -1: more of one than a key has room for."""
    key, most = 0, 0
    for thing in range(GOLD + 1):
        count = int(lab.held[thing])
        key = key << 5 | count
        most |= count
    return key if most <= MANY else -1


@kernel
def levels_key(game: Game, lab: Lab) -> int:
    """Levels, discounts, and what says how much time is left."""
    key = int(game.round_no) << 9 | int(lab.dice_used) << 1 | int(lab.die_symbol >= 0)
    for track in range(4):
        key = key << 8 | int(lab.level[track]) << 4 | int(lab.discounts[track])
    return key


@kernel
def cards_key(lab: Lab) -> int:
    """The experiments beside the laboratory, and the masterpiece."""
    key = int(lab.masterpiece) + 1
    for place in range(BESIDE):
        key = key << 8 | int(lab.beside[place]) + 1
    return key


@kernel
def prospects_of(game: Game, box: Box, seat: int, mind: Mind) -> int:
    """Which of the mind's prospects are those of a position: found before, or counted now."""
    lab = game.labs[seat]
    goods, levels, cards = goods_key(lab), levels_key(game, lab), cards_key(lab)
    if goods < 0:
        count_prospects(game, box, seat, mind, CASES, cards)
        return CASES
    place = (goods + levels + cards) % CASES
    kept = mind.prospects[place]
    if kept.goods_key != goods or kept.levels_key != levels or kept.cards_key != cards:
        count_prospects(game, box, seat, mind, place, cards)
        kept.goods_key, kept.levels_key, kept.cards_key = goods, levels, cards
    return place


# ---------------------------------------------------------------- experiments


@kernel
def count_prospects(game: Game, box: Box, seat: int, mind: Mind, place: int, cards: int) -> None:
    """What is held, the lowest mastery first; what they will take is set aside."""
    lab, out = game.labs[seat], mind.prospects[place]
    for thing in range(GOLD + 1):
        mind.goods[thing] = lab.held[thing]
    if cards != mind.order_key:
        mind.held = order_held(box, lab, mind)
        mind.order_key = cards
    time = time_left(game, box, lab)
    haste = haste_of(mind, time)
    total, performable = 0.0, 0
    for one in range(int(mind.held)):
        card = int(mind.in_order[one])
        effort = effort_left(game, box, seat, mind, card)
        total += mind.experiment_worth[card] * pull(effort, time, haste)
        performable += int(effort == 0.0)
    out.experiments = total
    out.experiments_held = mind.held
    out.masterpiece = 0.0
    if lab.masterpiece >= 0:
        effort = effort_left(game, box, seat, mind, int(lab.masterpiece))
        out.masterpiece = mind.experiment_worth[lab.masterpiece] * pull(effort, time, haste)
        performable += int(effort == 0.0)
    out.performable = performable
    count_rest(mind, place)


@kernel
def order_held(box: Box, lab: Lab, mind: Mind) -> int:
    """Sort the experiments held by mastery; how many there are."""
    held = 0
    for place in range(BESIDE):
        card = int(lab.beside[place])
        if card < 0:
            continue
        at = held
        mastery = int(box.experiment_mastery[card])
        while at > 0 and int(box.experiment_mastery[mind.in_order[at - 1]]) > mastery:
            mind.in_order[at] = mind.in_order[at - 1]
            at -= 1
        mind.in_order[at] = card
        held += 1
    return held


@kernel
def dice_left(box: Box, lab: Lab) -> int:
    """Dice still to be drafted this round."""
    return int(box.rules.dice_per_round) - int(lab.dice_used) - int(lab.die_symbol >= 0)


@kernel
def time_left(game: Game, box: Box, lab: Lab) -> float:
    """Potency of the dice that are still to come, on average."""
    per_round = int(box.rules.dice_per_round) * USUAL_POTENCY
    rounds = int(box.rules.rounds) - int(game.round_no)
    return dice_left(box, lab) * USUAL_POTENCY + rounds * per_round


@kernel
def haste_of(mind: Mind, time: float) -> float:
    """How fast the pull of a card falls with its effort, when so much time is left."""
    return mind.slope + mind.rush / (1.0 + time)


@kernel
def pull(effort: float, time: float, haste: float) -> float:
    """From 1 for a card that can be performed down to 0: the share of its worth that counts."""
    if effort > time + LAST_CHANCES:
        return 0.0
    return 1.0 / (1.0 + effort * haste)


# ---------------------------------------------------------------- goods


@kernel
def count_rest(mind: Mind, place: int) -> None:
    """Materials that are not set aside."""
    raw, refined, chain = 0.0, 0.0, 0
    for thing in range(5):
        raw += lessening(mind, int(mind.goods[thing]))
        chain += thing * int(mind.goods[thing])
    for thing in range(5, 9):
        refined += lessening(mind, int(mind.goods[thing]))
        chain += (thing - 3) * int(mind.goods[thing])
    out = mind.prospects[place]
    out.raw = raw
    out.refined = refined
    out.chain = chain
    out.silver = mind.goods[SILVER]
    out.gold = mind.goods[GOLD]


@kernel
def lessening(mind: Mind, count: int) -> float:
    """A count of which each further one is worth less."""
    return mind.lessened[min(count, LESSENED - 1)]
