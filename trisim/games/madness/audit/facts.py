"""Facts from the settings and the box of a run, for checks of its tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from trisim.games.madness.box.words import MADNESS, CurseKind, Difficulty, Element, Side, When, Zone
from trisim.games.madness.record.codes import kind_words
from trisim.games.madness.record.tables import ELEMENTS
from trisim.games.madness.record.words import ids
from trisim.sim.audit import facts

SPACES, MONSTERS = 5, 6
INVOCATION = SPACES + 1
SPACE_OF_SLOT = (2, 3, 3, 4, 5)
"""Where the curses lie, in the order in which they are laid."""

KINDS = kind_words()
OWN_ZONES = [zone.word for zone in (Zone.HAND, Zone.SUPPORT, Zone.DISCARD, Zone.DECK)]
"""Zones that belong to a seat."""

ACTIONS = ("cast", "learn", "acquire", "destroy", "cure")
COUNTED_AS = {
    "casts": "cast",
    "learned": "learn",
    "acquired": "acquire",
    "destroyed": "destroy",
    "cures": "cure",
    "abilities": "ability",
}
"""Columns that count rows of ``actions``, and of which kind."""


@dataclass(frozen=True)
class Facts(facts.Facts):
    """The settings and the box of a run."""

    @property
    def madness(self) -> int:
        """Madness in the pile before the setup."""
        return int(self.box.rules.madness.by_players[self.request.players - 2])

    @property
    def hand(self) -> int:
        """The limit of a hand."""
        return int(self.box.rules.numbers.hand)

    # -- cards

    @cached_property
    def spells(self) -> pl.DataFrame:
        """Spells: spell, element, level, basic."""
        spells = self.box.spells
        return pl.DataFrame(
            {
                "spell": [spell.id for spell in spells],
                "spell_element": [spell.element.word for spell in spells],
                "level": pl.Series([spell.level for spell in spells], dtype=pl.Int32),
                "basic": [spell.basic for spell in spells],
            }
        )

    @cached_property
    def curses(self) -> pl.DataFrame:
        """Curses: curse, its kind, and what of each element destroys it without tokens."""
        numbers, curses = self.box.rules.numbers, self.box.curses

        def cost(kind: CurseKind, element: Element) -> int:
            if kind is CurseKind.MULTI:
                return int(numbers.multi_cost)
            return int(numbers.curse_cost) if int(kind) == int(element) else 0

        costs = {
            f"cost_{name}": pl.Series(
                [cost(curse.kind, element) for curse in curses], dtype=pl.Int32
            )
            for name, element in zip(ELEMENTS, Element, strict=True)
        }
        ids_and_kinds = {
            "curse": ids(self.box, "curses"),
            "curse_kind": [curse.kind.word for curse in curses],
        }
        return pl.DataFrame({**ids_and_kinds, **costs})

    @cached_property
    def mages(self) -> pl.DataFrame:
        """Mages: mage, spells at most, whether it is rewarded for curses."""
        mages, usual = self.box.mages, int(self.box.rules.numbers.most_spells)
        return pl.DataFrame(
            {
                "mage": list(self.box.roles),
                "most_spells": pl.Series(
                    [mage.ability.spells or usual for mage in mages], dtype=pl.Int32
                ),
                "rewarded": [mage.when is When.CURSE_DESTROYED for mage in mages],
            }
        )

    def sheets_of(self, side: Side) -> list[str]:
        """The sheets that are covers, inner pages or last pages."""
        return [sheet.id for sheet in self.box.sheets if sheet.side is side]

    @property
    def symbols(self) -> dict[str, str]:
        """The kinds of the curses of each sheet's monster, in their order."""
        return {
            sheet.id: ", ".join(kind.word for kind in sheet.curses) for sheet in self.box.sheets
        }

    # -- scenarios

    @property
    def multi(self) -> pl.Expr:
        """How many multi-element curses the round table gives a monster, by game and round."""
        options = self.request.scenario_options
        table = [
            each.by_difficulty[Difficulty[option.difficulty]]
            for option in options
            for each in self.box.rounds
        ]
        place = self.scenario * len(self.box.rounds) + pl.col("round") - 1
        return place.replace_strict(range(len(table)), table, default=None, return_dtype=pl.Int32)

    def by_mode(self, name: str) -> pl.Expr:
        """A value of the mode of a game."""
        options = self.request.scenario_options
        return self.by_scenario([int(getattr(self.box.modes[each.mode], name)) for each in options])

    # -- where cards lie before the setup

    @property
    def opening(self) -> pl.DataFrame:
        """Cards of each kind in zones of the table: zone, card, before."""
        rows = [(Zone.PILE.word, KINDS[MADNESS], self.madness)]
        for card in self.box.elements:
            zone = Zone.BOX if card.value == 1 else Zone.STOCK
            rows.append((zone.word, f"{card.element.word} {card.value}", card.copies))
        types = {"before": pl.Int32}
        return pl.DataFrame(
            rows, schema=["zone", "card", "before"], schema_overrides=types, orient="row"
        )

    @cached_property
    def values(self) -> dict[str, int]:
        """The value of each kind of card."""
        return {kind: 0 if kind == KINDS[MADNESS] else int(kind[-1]) for kind in KINDS}
