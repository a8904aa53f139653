"""What moves the measures of a report: places of the box, and what values there are worth.

Used by ``trisim balance --suggest-knobs``. Worth is that to the team: a curse is worth less than
nothing, so what makes it milder raises its worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trisim.games.madness.box.box import Box
from trisim.games.madness.report.facts import box_of
from trisim.games.madness.report.worth import ability_worth, effect_worth
from trisim.report.kit import Influence
from trisim.stats.analyses.source import Facts

PILES = {2: "two_players", 3: "three_players", 4: "four_players", 5: "five_players"}
OUTCOMES = ("team", "progress")
"""First words of measures on how far the team comes."""

NUMBERS = ("hand", "places", "most_spells", "reward_value")
"""Numbers of the rules of which more helps the team."""

COSTS = ("curse_cost", "multi_cost", "cure_cost", "learn_cost", "token_cost")
"""Numbers of which less helps it."""

NUMBER_NAMES = {
    "hand": "cards drawn up to at the end of a turn",
    "places": "places of a support",
    "most_spells": "most spells of a player",
    "reward_value": "value of the card for a curse",
    "curse_cost": "cost of element curses",
    "multi_cost": "cost of each element of multi-element curses",
    "cure_cost": "cost of curing",
    "learn_cost": "cost of learning",
    "token_cost": "cost of a token on a curse",
}

EFFECTS = ("effect", "bonus", "failure", "appearance")


def influences(measure: str, facts: Facts) -> Iterator[Influence]:
    """The places that move a measure, besides the card or mage that it names."""
    box = box_of(facts)
    match measure.split("."):
        case ["team", "scenario", name, *_]:
            yield from of_difficulty(name.partition("/")[0], facts, box)
        case [first, *words] if first in OUTCOMES and not {*words} & {*box.roles}:
            yield from of_difficulty(facts.scenarios[0].partition("/")[0], facts, box)
        case ["curses", kind, "destroyed"]:
            yield number("multi_cost" if kind == "multi" else "curse_cost")
        case ["element", element, "learned" | "cast"]:
            yield from of_spells(element, box)
        case ["loss", "pile", *_]:
            yield pile(facts, raises=False)
        case ["tension" | "madness", *_]:
            yield pile(facts, raises=None)
        case _:
            return


def of_difficulty(difficulty: str, facts: Facts, box: Box) -> Iterator[Influence]:
    """The madness pile, the round table, and the numbers of the rules."""
    yield pile(facts, raises=True)
    for each in box.rounds:
        if hasattr(each, difficulty):
            path = f"rounds.{each.id}.{difficulty}"
            yield Influence((path,), True, f"multi-element curses of {each.name} on {difficulty}")
    for name in (*NUMBERS, *COSTS):
        yield number(name)


def of_spells(element: str, box: Box) -> Iterator[Influence]:
    """The effects of an element's spells of the library: the better they are, the more are used."""
    for each in box.spells:
        if each.element.word == element and not each.basic:
            yield Influence((f"spells.{each.id}.effect",), True, f"effect of {each.name}")


def pile(facts: Facts, *, raises: bool | None) -> Influence:
    """The madness pile of this number of players."""
    name = PILES[facts.players]
    return Influence((f"rules.madness.{name}",), raises, f"madness pile, {facts.players} players")


def number(name: str) -> Influence:
    """A number of the rules, which helps the team with its worth."""
    return Influence((f"rules.numbers.{name}",), True, NUMBER_NAMES[name])


# ---------------------------------------------------------------- what values are worth


def worth(path: str, value: Any, box: Any) -> float | None:
    """What a value is worth to the team; a curse is worth less than nothing."""
    section, name = path.partition(".")[0], path.rpartition(".")[2]
    if section == "mages" and name == "ability":
        return ability_worth(value)
    if name in EFFECTS:
        return effect_worth(value)
    if section == "rounds" or name in COSTS:
        return -float(value)
    if path.startswith(("rules.madness.", "rules.numbers.")):
        return float(value)
    return None
