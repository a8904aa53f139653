"""The box of a small game: one file of cards and one of rules, and nothing else of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trisim.box.box import Box, Card
from trisim.box.fields import Choice, Integer, Switch
from trisim.box.format import BoxFormat
from trisim.box.schema import column, ruling, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Relic(Card):
    colour: str = column(Choice({"": "", "blue": "blue", "red": "red"}), "which player may take it")
    value: int = column(Integer(0, 9), "points at the end")


@dataclass(frozen=True, slots=True)
class Setup:
    relics_dealt: int = column(Integer(1, 5), "relics dealt to each player")
    first_player_passes: bool = ruling(
        Switch(), "the first player misses the first round", "so that nobody is ahead"
    )


@dataclass(frozen=True, slots=True)
class Rules:
    rounds: int = column(Integer(1, 9), "rounds in a game")
    setup: Setup = table(Setup)


@dataclass(frozen=True, kw_only=True)
class ToyBox(Box):
    relics: tuple[Relic, ...]
    rules: Rules


FORMAT = BoxFormat(
    game="toy",
    box=ToyBox,
    reference=Path(__file__).parent / "reference",
    cards={"relics": Relic},
    settings={"rules": Rules},
)
