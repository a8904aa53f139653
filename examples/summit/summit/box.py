"""The box: cards, climbers and numbers of the rules, and the record that kernels read them from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Any

from summit.state import BOX, CARDS, ROLES
from trisim.box.box import Box, Card
from trisim.box.fields import Integer, Text
from trisim.box.format import BoxFormat
from trisim.box.schema import column
from trisim.engine.decks import card_key
from trisim.engine.kernel import records


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherCard(Card):
    """``weather.csv``: weather when it is turned over at dawn, a rope in the hand of a climber."""

    wind: int = column(Integer(0, 4), "how strong the wind is")
    points: int = column(Integer(0, 9), "points if it is left at the end")


@dataclass(frozen=True, slots=True)
class Climber:
    """``climbers.toml``: a role of the players."""

    name: str = column(Text(), "what people call this climber")
    grip: int = column(Integer(0, 3), "wind that this climber doesn't feel")
    extra_cards: int = column(Integer(0, 3), "cards more at the start")


@dataclass(frozen=True, slots=True)
class Rules:
    """``rules.toml``."""

    summit: int = column(Integer(6, 200), "height of the summit")
    ledges: int = column(Integer(1, 50), "a card lies at every multiple of this height")
    days: int = column(Integer(1, 20), "days until the game is over")
    hand: int = column(Integer(0, 3), "cards at the start")
    most_falls: int = column(Integer(1, 9), "falls that end an expedition, for each climber")


@dataclass(frozen=True, kw_only=True)
class SummitBox(Box):
    """A box of Summit."""

    weather: tuple[WeatherCard, ...]
    climbers: dict[str, Climber]
    rules: Rules


FORMAT = BoxFormat(
    game="summit",
    box=SummitBox,
    reference=files("summit") / "reference",
    cards={"weather": WeatherCard},
    tables={"climbers": Climber},
    settings={"rules": Rules},
    roles="climbers",
    room={"weather": CARDS, "climbers": ROLES},
)


def box_record(box: SummitBox) -> Any:
    """The box as kernels read it."""
    record = records(1, BOX)[0]
    record.cards, record.roles = len(box.weather), len(box.climbers)
    for number, card in enumerate(box.weather):
        record.key[number] = card_key(card.id)
        record.wind[number], record.points[number] = card.wind, card.points
    for number, climber in enumerate(box.climbers.values()):
        record.grip[number], record.extra_cards[number] = climber.grip, climber.extra_cards
    for rule in fields(Rules):
        record[rule.name] = getattr(box.rules, rule.name)
    return record
