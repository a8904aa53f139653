"""How far a seat is from performing an experiment, in potency.

One potency harvests a raw cube. A transmutation takes a potency and an essence, makes a cube one
better, and is a step up a track: so the levels that are missing cost nothing as long as cubes have
to be transmuted anyway. Cubes that one experiment will take are not counted again for the next.
"""

from __future__ import annotations

from trisim.box.words import Thing
from trisim.players.mind import UNITS, Mind
from trisim.rules.kernel import kernel
from trisim.rules.state import Box, Game

GOLD, SILVER = int(Thing.GOLD), int(Thing.SILVER)
RAW_IRON, REFINED_COPPER, REFINED_IRON = 4, 5, 8
ANY_RAW = 11  # the column of a cost behind lead … gold; then any refined


@kernel
def effort_for(mind: Mind, column: int) -> float:
    """Set one unit of a cost aside; the effort of what has to be made instead."""
    goods = mind.goods
    if column <= GOLD and goods[column] > 0:
        goods[column] -= 1
        return 0.0
    if column <= RAW_IRON:
        if column > 0 and goods[column + 4] > 0:
            goods[column + 4] -= 1
            return 0.0
        return 1.0
    if column <= GOLD:
        return effort_of_refined(mind, column)
    return effort_of_any(mind, column)


@kernel
def effort_of_refined(mind: Mind, thing: int) -> float:
    """Make a refined cube from the one below it on the chain of arrows, or from a harvested one."""
    goods = mind.goods
    for head in range(thing, RAW_IRON, -1):
        mind.transmutations += 1
        if head > REFINED_COPPER and goods[head - 1] > 0:
            goods[head - 1] -= 1
            return 0.0
        raw = head - REFINED_COPPER
        if raw <= RAW_IRON:
            if goods[raw] > 0:
                goods[raw] -= 1
                return 0.0
            return 1.0
    return 1.0


@kernel
def effort_of_any(mind: Mind, column: int) -> float:
    """Any raw or any refined material: the first there is, or what a raw one becomes."""
    if column == ANY_RAW and take_first(mind, 0, RAW_IRON):
        return 0.0
    if take_first(mind, REFINED_COPPER, REFINED_IRON):
        return 0.0
    if column == ANY_RAW:
        return 1.0
    mind.transmutations += 1
    return 0.0 if take_first(mind, 0, RAW_IRON - 1) else 1.0


@kernel
def take_first(mind: Mind, first: int, last: int) -> bool:
    """Set the first of several things aside that is there; whether any is."""
    goods = mind.goods
    for thing in range(first, last + 1):
        if goods[thing] > 0:
            goods[thing] -= 1
            return True
    return False


@kernel
def effort_left(game: Game, box: Box, seat: int, mind: Mind, experiment: int) -> float:
    """What is missing for an experiment; what it will take is set aside."""
    lab = game.labs[seat]
    element = int(box.experiment_element[experiment])
    mind.transmutations = 0
    effort = 0.0
    for unit in range(UNITS):
        column = int(mind.units[experiment, unit])
        if column < 0:
            break
        effort += effort_for(mind, column)
    transmutations = int(mind.transmutations)
    levels = int(box.experiment_mastery[experiment]) - int(lab.level[element]) - transmutations
    levels -= int(lab.discounts[element])
    effort += transmutations * mind.step
    if levels > 0:
        return effort + levels * mind.level
    spare = min(-levels, int(lab.discounts[element]))  # discounts left for materials
    return max(0.0, effort - spare)
