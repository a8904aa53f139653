"""What moves the measures of a report: places of the box, and what values there are worth.

Used by ``trisim balance --suggest-knobs``. Worth is that to the team: a curse is worth less than
nothing, so what makes it milder raises its worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from trisim.games.madness.box.box import Box
from trisim.games.madness.report.facts import box_of
from trisim.report.kit import Influence
from trisim.stats.analyses.source import Facts

PILES = {2: "two_players", 3: "three_players", 4: "four_players", 5: "five_players"}
OUTCOMES = ("team", "progress")
"""First words of measures on how far the team comes."""

NUMBERS = ("hand", "places", "most_spells", "reward_value")
"""Numbers of the rules of which more helps the team."""

COSTS = ("curse_cost", "multi_cost", "cure_cost", "learn_cost", "token_cost")
"""Numbers of which less helps it."""

ONES = ("ones_water", "ones_earth", "ones_fire", "ones_air")


def influences(measure: str, facts: Facts) -> Iterator[Influence]:
    """The places that move a measure, besides the card or mage that it names."""
    box = box_of(facts)
    match measure.split("."):
        case ["team", "scenario", name, *_]:
            yield from of_difficulty(name.partition("/")[0], facts, box)
        case [first, *_] if first in OUTCOMES and not set(measure.split(".")) & set(box.roles):
            yield from of_difficulty(facts.scenarios[0].partition("/")[0], facts, box)
        case ["curses", kind, "destroyed"]:
            yield cost("multi_cost" if kind == "multi" else "curse_cost")
        case ["element", element, *_]:
            yield from of_element(element, box)
        case ["loss", *_] | ["madness", *_] | ["tension", *_]:
            yield pile(facts)
        case _:
            return


def of_difficulty(difficulty: str, facts: Facts, box: Box) -> Iterator[Influence]:
    """The madness pile, the round table, and the numbers of the rules."""
    yield pile(facts)
    for each in box.rounds:
        if hasattr(each, difficulty):
            path = f"rounds.{each.id}.{difficulty}"
            yield Influence((path,), True, f"multi-element curses of {each.name} on {difficulty}")
    for name in NUMBERS:
        yield Influence((f"rules.numbers.{name}",), True)
    for name in COSTS:
        yield cost(name)


def pile(facts: Facts) -> Influence:
    """The madness pile of this number of players."""
    name = PILES[facts.players]
    return Influence((f"rules.madness.{name}",), True, f"madness pile, {facts.players} players")


def cost(name: str) -> Influence:
    return Influence((f"rules.numbers.{name}",), True)


def of_element(element: str, box: Box) -> Iterator[Influence]:
    """The first cards of an element of each mage."""
    for mage in box.mages:
        yield Influence((f"mages.{mage.id}.ones_{element}",), True, f"{mage.name}: {element}")


# ---------------------------------------------------------------- what values are worth


def worth(path: str, value: Any, box: Any) -> float | None:
    """What a value is worth to the team."""
    section, name = path.partition(".")[0], path.rpartition(".")[2]
    if section == "rounds" or name in COSTS:
        return -float(value)
    if section == "rules" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if name in ONES:
        return float(value)
    return None


def all_paths(found: Iterable[Influence]) -> list[str]:
    """Every place of some influences."""
    return [path for each in found for path in each.paths]
