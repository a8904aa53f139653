"""What moves the measures of a report: places of the box, and what values there are worth.

Used by ``trisim balance --suggest-knobs``. The yardstick is that of ``box.worth``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import Achievement, Artifact, Experiment, SoloCard
from trisim.games.trismegistus.box.difficulty import EASIER, GROUPS
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.show.reading import worth as effects_worth
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.box.worth import When, cost_worth, points_worth, usual_time
from trisim.games.trismegistus.report.facts import box_of
from trisim.report.kit import Influence
from trisim.stats.analyses.source import Facts

SEATS = ("first", "second", "third", "fourth")
STARTS = (
    *("", "ethereal die", "reaction", "2 ethereal dice", "ethereal die + reaction"),
    *("2 ethereal dice + raw mercury", "silver", "3 ethereal dice + raw mercury", "gold"),
    *("gold + ethereal die", "gold + 2 ethereal dice", "gold + silver", "2 gold"),
)
"""Starting goods of a seat, in steps of about half to one potency."""

BOT_STARTS = (
    *("ethereal die", "gold", "ethereal die + gold", "2 gold", "2 ethereal dice + 2 gold"),
    *("3 gold", "ethereal die + 3 gold", "4 gold"),
)
BOT_GETS = ("ethereal die", "2 ethereal dice", "3 ethereal dice", "gold", "gold + ethereal die")
"""What Botmegistus gets after a round."""

SOLO_NUMBERS = (
    *("points_per_elemental", "points_per_ethereal", "gold_per_formula"),
    *("most_formulas", "masterpieces"),
)
HELPS_YOU = ("win", "margin", "effect")
"""Measures of solo games that fall with what helps Botmegistus."""

SHARES_OF_SCORE = ("experiments", "publications", "stone", "mastery")
"""The categories that make up most of a score."""


def influences(measure: str, facts: Facts) -> Iterator[Influence]:
    """The places that move a measure, besides the card or laboratory that it names."""
    box = box_of(facts)
    match measure.split("."):
        case ["seat", seat, *_]:
            yield from of_seat(int(seat), facts.players, box)
        case ["alchemist", name, *_] | ["solo", "alchemist", name, *_]:
            yield from (
                Influence((f"formulas.{each.id}.ability",), True, f"{each.id}: ability")
                for each in box.formulas_of(name)
            )
        case ["category", name, "share" | "points"]:
            yield from of_category(name, box)
        case ["score", *_]:
            for name in SHARES_OF_SCORE:
                yield from of_category(name, box)
            yield number("rules.numbers.dice_per_round")
        case ["scenario" | "solo", *words] if facts.has_automa and words[-1] in HELPS_YOU:
            yield from of_botmegistus(words, box, raises=False)
        case ["solo", "bot_score"]:
            yield from of_botmegistus([], box, raises=True)
        case _:
            return


def number(path: str) -> Influence:
    """A place that raises a measure."""
    return Influence((path,), True)


def of_seat(seat: int, players: int, box: Box) -> Iterator[Influence]:
    """What a seat begins with; if that is nothing, what the others begin with, too."""
    own = SEATS[seat]
    seats = (own, *(each for each in SEATS[:players] if each != own))
    for each in seats if not getattr(box.board.start, own) else seats[:1]:
        yield Influence((f"board.start.{each}",), each == own, texts=STARTS)


def of_category(name: str, box: Box) -> Iterator[Influence]:
    """The numbers that say how many points a category brings."""
    match name:
        case "experiments":
            for level in Level:
                cards = (each for each in box.experiments if each.level is level)
                words = f"level {level.word}" if level.word.isdigit() else level.word
                yield points_of("experiments", cards, f"{words} experiments: points")
        case "publications":
            yield points_of("publications", box.publications, "publications: points")
        case "achievements":
            yield points_of("achievements", box.achievements, "achievements: points")
        case "stone":
            yield number("board.stone.points")
            yield number("board.stone.prices")
        case "mastery":
            yield number("board.tracks.points")
            yield number("rules.numbers.points_at_top")
        case "leftovers":
            yield number("rules.numbers.points_per_gold")
            yield number("rules.numbers.points_per_ethereal")
        case "botmegistus":
            yield number("solo.points_per_elemental")
            yield number("solo.points_per_ethereal")
        case _:
            return  # points on the way come from many cards, each a little


def points_of(file: str, cards: Iterable[Any], name: str) -> Influence:
    """The points of all these cards, by the same step."""
    return Influence(tuple(f"{file}.{each.id}.points" for each in cards), True, name)


def of_botmegistus(words: list[str], box: Box, *, raises: bool) -> Iterator[Influence]:
    """The options of a difficulty that a measure names, and the setup and cards of Botmegistus."""
    name = next((word for word in words if word in box.solo.difficulty), None)
    if name is not None:
        for option in fields(SoloOptions):
            path = f"solo.difficulty.{name}.options.{option.name}"
            yield Influence((path,), raises, f"{name}: {option.name}")
    yield Influence(("solo.start",), raises, texts=BOT_STARTS)
    yield Influence(("solo.after_rounds",), raises, texts=BOT_GETS)
    for key in SOLO_NUMBERS:
        yield Influence((f"solo.{key}",), raises)
    for column in ("potency", "action", "ahead"):
        for card in box.solo_cards:
            yield Influence((f"solo_cards.{card.id}.{column}",), raises, f"{card.id}: {column}")


# ---------------------------------------------------------------- what values are worth

NUMBERS = {
    "potency": 1,
    "dice_per_round": 1,
    "points_at_top": 1,
    "points_per_gold": 1,
    "points_per_ethereal": 1,
    "points_per_elemental": 1,
    "masterpieces": 1,
    "most_formulas": 1,
    "mastery": -1,
    "prices": -1,
    "gold_per_formula": -1,
}
"""What one more of a number is worth: only the sign counts."""

EFFECTS = ("bonus", "ability", "action", "ahead", "everyone", "start", *SEATS)
LISTS_OF_EFFECTS = ("top", "left", "right", "bottom", "after_rounds")


def worth(path: str, value: Any, box: Any) -> float | None:
    """What a value is worth to whoever has the card, the laboratory or the seat."""
    section, column = path.partition(".")[0], path.rpartition(".")[2]
    if ".options." in path:
        return option_worth(column, value)
    if column in ("points", *NUMBERS):
        total = sum(value) if isinstance(value, tuple) else value
        return points_worth(total) if column == "points" else float(NUMBERS[column] * total)
    if column == "cost":
        return -cost_worth(value)
    if column == "elementals":  # a publication needs them, an artifact has them
        return -float(len(value)) if section == "publications" else float(len(value))
    if column in EFFECTS:
        return effects_worth(box, value, time_of(path, box))
    if column in LISTS_OF_EFFECTS:
        return sum(effects_worth(box, each, When.ROUND_3) for each in value)
    return None


def option_worth(name: str, value: Any) -> float:
    """What a difficulty option is worth to Botmegistus."""
    return -float(value) if name in GROUPS[EASIER] else float(value)


def time_of(path: str, box: Box) -> When:
    """When an effect is used."""
    section, ident, *_ = path.split(".")
    if section in ("board", "solo"):
        return When.ROUND_1
    match box.by_id[ident]:
        case Experiment(level=level) | Artifact(level=level):
            return usual_time(level)
        case Achievement() | SoloCard():
            return When.ROUND_3
        case _:
            return When.ROUND_2
