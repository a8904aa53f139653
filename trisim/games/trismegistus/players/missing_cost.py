"""How far a seat is from performing an experiment, in potency.

One potency harvests a raw cube. A transmutation takes a potency and an essence, makes a cube one
better, and is a step up a track: so the levels that are missing cost nothing as long as cubes have
to be transmuted anyway. Silver pays for levels when nothing else is missing. Cubes that one
experiment will take are not counted again for the next.
"""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.players.policy import Policy
from trisim.games.trismegistus.rules.state import Box, Game

GOLD, SILVER = int(Thing.GOLD), int(Thing.SILVER)
RAW_IRON, REFINED_COPPER, REFINED_IRON = 4, 5, 8
ANY_RAW = 11  # the column of a cost behind lead … gold; then any refined


@kernel
def missing_units(policy: Policy, column: int, count: int) -> int:
    """Set so many units of a cost aside; how many cubes have to be harvested for the rest."""
    goods = policy.scratch.goods
    if column > GOLD:
        return missing_any(policy, column, count)
    there = min(count, int(goods[column]))
    goods[column] -= there
    count -= there
    if count == 0:
        return 0
    if column >= REFINED_COPPER:
        return missing_refined(policy, column, count)
    if column > 0:
        there = min(count, int(goods[column + 4]))
        goods[column + 4] -= there
        count -= there
    return count


@kernel
def missing_refined(policy: Policy, thing: int, count: int) -> int:
    """Make refined cubes from those below them on the chain of arrows, or from harvested ones."""
    goods = policy.scratch.goods
    for head in range(thing, RAW_IRON, -1):
        policy.scratch.transmutations += count
        if head > REFINED_COPPER:
            there = min(count, int(goods[head - 1]))
            goods[head - 1] -= there
            count -= there
        raw = head - REFINED_COPPER
        if raw <= RAW_IRON:
            there = min(count, int(goods[raw]))
            goods[raw] -= there
            return count - there
    return count


@kernel
def missing_any(policy: Policy, column: int, count: int) -> int:
    """Any raw or any refined materials: the first there are, or what raw ones become."""
    if column == ANY_RAW:
        count = take_first(policy, 0, RAW_IRON, count)
        return take_first(policy, REFINED_COPPER, REFINED_IRON, count)
    count = take_first(policy, REFINED_COPPER, REFINED_IRON, count)
    policy.scratch.transmutations += count
    return take_first(policy, 0, RAW_IRON - 1, count)


@kernel
def take_first(policy: Policy, first: int, last: int, count: int) -> int:
    """Set the first of several things aside, as many as are there; how many are missing."""
    for thing in range(first, last + 1):
        there = min(count, int(policy.scratch.goods[thing]))
        policy.scratch.goods[thing] -= there
        count -= there
    return count


@kernel
def missing_cost(game: Game, box: Box, seat: int, policy: Policy, experiment: int) -> float:
    """What is missing for an experiment; what it will take is set aside."""
    lab = game.labs[seat]
    element = int(box.experiment_element[experiment])
    policy.scratch.transmutations = 0
    harvests = 0
    for entry in range(int(policy.facts.cost_size[experiment])):
        column, count = (
            policy.facts.cost[experiment, entry, 0],
            policy.facts.cost[experiment, entry, 1],
        )
        harvests += missing_units(policy, int(column), int(count))
    transmutations = int(policy.scratch.transmutations)
    levels = int(box.experiment_mastery[experiment]) - int(lab.level[element]) - transmutations
    levels -= int(lab.discounts[element])
    effort = harvests + transmutations * policy.judgement.step
    if effort == 0.0 and 0 < levels <= policy.scratch.goods[SILVER]:
        levels = take_first(policy, SILVER, SILVER, levels)
    if levels > 0:
        return effort + levels * policy.judgement.level
    spare = min(-levels, int(lab.discounts[element]))  # discounts left for materials
    dearest = int(harvests > 0) + (policy.judgement.step if transmutations > 0 else 0.0)
    return max(0.0, effort - spare * dearest)
