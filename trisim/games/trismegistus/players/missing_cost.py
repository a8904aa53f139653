"""How far a seat is from performing an experiment, in potency.

One potency harvests a raw cube. A transmutation takes a potency and an essence, makes a cube one
better, and is a step up a track: so the levels that are missing cost nothing as long as cubes have
to be transmuted anyway. Silver pays for levels when nothing else is missing. Cubes that one
experiment will take are not counted again for the next.
"""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.players.mind import Mind
from trisim.games.trismegistus.rules.state import Box, Game

GOLD, SILVER = int(Thing.GOLD), int(Thing.SILVER)
RAW_IRON, REFINED_COPPER, REFINED_IRON = 4, 5, 8
ANY_RAW = 11  # the column of a cost behind lead … gold; then any refined


@kernel
def effort_for(mind: Mind, column: int, count: int) -> int:
    """Set so many units of a cost aside; how many cubes have to be harvested for the rest."""
    goods = mind.goods
    if column > GOLD:
        return effort_of_any(mind, column, count)
    there = min(count, int(goods[column]))
    goods[column] -= there
    count -= there
    if count == 0:
        return 0
    if column >= REFINED_COPPER:
        return effort_of_refined(mind, column, count)
    if column > 0:
        there = min(count, int(goods[column + 4]))
        goods[column + 4] -= there
        count -= there
    return count


@kernel
def effort_of_refined(mind: Mind, thing: int, count: int) -> int:
    """Make refined cubes from those below them on the chain of arrows, or from harvested ones."""
    goods = mind.goods
    for head in range(thing, RAW_IRON, -1):
        mind.transmutations += count
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
def effort_of_any(mind: Mind, column: int, count: int) -> int:
    """Any raw or any refined materials: the first there are, or what raw ones become."""
    if column == ANY_RAW:
        count = take_first(mind, 0, RAW_IRON, count)
        return take_first(mind, REFINED_COPPER, REFINED_IRON, count)
    count = take_first(mind, REFINED_COPPER, REFINED_IRON, count)
    mind.transmutations += count
    return take_first(mind, 0, RAW_IRON - 1, count)


@kernel
def take_first(mind: Mind, first: int, last: int, count: int) -> int:
    """Set the first of several things aside, as many as are there; how many are missing."""
    for thing in range(first, last + 1):
        there = min(count, int(mind.goods[thing]))
        mind.goods[thing] -= there
        count -= there
    return count


@kernel
def effort_left(game: Game, box: Box, seat: int, mind: Mind, experiment: int) -> float:
    """What is missing for an experiment; what it will take is set aside."""
    lab = game.labs[seat]
    element = int(box.experiment_element[experiment])
    mind.transmutations = 0
    harvests = 0
    for entry in range(int(mind.cost_size[experiment])):
        column, count = mind.cost[experiment, entry, 0], mind.cost[experiment, entry, 1]
        harvests += effort_for(mind, int(column), int(count))
    transmutations = int(mind.transmutations)
    levels = int(box.experiment_mastery[experiment]) - int(lab.level[element]) - transmutations
    levels -= int(lab.discounts[element])
    effort = harvests + transmutations * mind.step
    if effort == 0.0 and 0 < levels <= mind.goods[SILVER]:
        levels = take_first(mind, SILVER, SILVER, levels)
    if levels > 0:
        return effort + levels * mind.level
    spare = min(-levels, int(lab.discounts[element]))  # discounts left for materials
    dearest = int(harvests > 0) + (mind.step if transmutations > 0 else 0.0)
    return max(0.0, effort - spare * dearest)
