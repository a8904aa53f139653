"""Facts from the settings and the box of a run of *Trismegistus*, for checks of its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from trisim.games.trismegistus.box.cards import Artifact, Experiment, Publication
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.words import Color, Element, Level, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Part
from trisim.games.trismegistus.rules.solo import Solo, solo_in_force
from trisim.sim.audit import facts

ELEMENTS = [element.name.lower() for element in Element]
COLORS = [color.name.lower() for color in (Color.BLACK, Color.WHITE, Color.RED)]
SYMBOLS = [symbol.name.lower() for symbol in Symbol]
WILD = Symbol.WILD.word
LEVELS = {
    Level.STARTING: "starting",
    Level.ONE: "level_1",
    Level.TWO: "level_2",
    Level.THREE: "level_3",
    Level.MASTERPIECE: "masterpiece",
}
"""The names of levels in columns."""

TOP = 12
"""The highest level of a track."""


PARTS = [f"vp_{part.name.lower()}" for part in Part]


@dataclass(frozen=True)
class Facts(facts.Facts):
    """The settings and the box of a run."""

    @property
    def rounds(self) -> int:
        return self.box.rules.numbers.rounds

    @property
    def fixed_roles(self) -> Sequence[str] | None:
        """The introductory setup has alchemists of its own."""
        if not self.request.options.intro:
            return None
        return [seat.alchemist for seat in self.box.intro.seats]

    @property
    def columns_of_games(self) -> Mapping[str, pl.Expr]:
        """All are games against Botmegistus, or none is."""
        return {"solo": pl.lit(bool(self.solo))}

    @property
    def tie_break(self) -> pl.Expr:
        """Most experiments; a tie with Botmegistus is its win."""
        return self.is_automa.cast(pl.Int32) if self.solo else pl.col("experiments_done")

    # -- Botmegistus

    @cached_property
    def setups(self) -> tuple[Solo, ...]:
        """The opponent of each scenario of a solo run."""
        found = (solo_in_force(self.box, each) for each in self.request.scenario_options)
        return tuple(each for each in found if each is not None)

    @property
    def solo(self) -> tuple[SoloOptions, ...]:
        """The options of each scenario of a solo run."""
        return tuple(setup.options for setup in self.setups)

    @property
    def automa_seats(self) -> tuple[int, ...]:
        """Botmegistus is first if an option says so."""
        return tuple(int(not each.bot_first) for each in self.solo)

    # -- cards

    @cached_property
    def experiments(self) -> pl.DataFrame:
        """Experiments: id, element, level, points."""
        cards = self.box.experiments
        return pl.DataFrame(
            {
                "id": [card.id for card in cards],
                "element": [card.element.name.lower() for card in cards],
                "level": [LEVELS[card.level] for card in cards],
                "points": [card.points for card in cards],
            },
            schema_overrides={"points": pl.Int32},
        )

    @property
    def masterpieces(self) -> list[str]:
        return [card.id for card in self.box.experiments if card.level is Level.MASTERPIECE]

    @cached_property
    def artifacts(self) -> pl.DataFrame:
        """Artifacts: id, and how many elementals of each element."""
        return self._elementals(self.box.artifacts)

    @cached_property
    def publications(self) -> pl.DataFrame:
        """Publications: id, the elementals of each element that they need, points."""
        points = [card.points for card in self.box.publications]
        return self._elementals(self.box.publications).with_columns(
            points=pl.Series(points, dtype=pl.Int32)
        )

    def _elementals(self, cards: Sequence[Artifact | Publication]) -> pl.DataFrame:
        """Cards by id with their elementals, an element a column."""
        counts = {
            element.name.lower(): pl.Series(
                [card.elementals.count(element) for card in cards], dtype=pl.Int32
            )
            for element in Element
        }
        return pl.DataFrame({"id": [card.id for card in cards], **counts})

    @cached_property
    def cards(self) -> pl.DataFrame:
        """All cards and formulas in the order of the tables: id, kind, fewest players, points."""
        rows = [
            (card.id, kind_of(kind, card), getattr(card, "players", 2), getattr(card, "points", 0))
            for kind in ("experiments", "artifacts", "publications", "achievements", "formulas")
            for card in self.box.cards(kind)
        ]
        names = ["id", "kind", "players", "printed"]
        types = {"players": pl.Int32, "printed": pl.Int32}
        return pl.DataFrame(
            rows, schema=names, schema_overrides=types, orient="row"
        ).with_row_index("number")

    @cached_property
    def formulas(self) -> pl.DataFrame:
        """Formulas: id and alchemist."""
        return pl.DataFrame(
            {
                "id": [formula.id for formula in self.box.formulas],
                "owner": [formula.alchemist for formula in self.box.formulas],
            }
        )

    # -- the board

    def dice_by_scenario(self, color: str) -> list[int]:
        """How many dice of a colour there are in each scenario; an option can take one out."""
        dice = self.dice(color)
        return [dice - (each.no_fifth_white and color == "white") for each in self.solo] or [dice]

    def dice(self, color: str) -> int:
        """How many dice of a colour there are with so many players; two also stands for solo."""
        left_out = self.box.board.dice_left_out
        total = int(getattr(self.box.board.dice, color))
        if self.request.players == 2:
            return total - int(getattr(left_out.two_players, color))
        if self.request.players == 3:
            return total - int(getattr(left_out.three_players, color))
        return total

    def vault_size(self, alchemist: str) -> int:
        """How many formulas the vault of an alchemist holds."""
        return len(self.box.alchemists[alchemist].vault.spaces)


def kind_of(file: str, card: object) -> str:
    """The kind of a card in ``cards``: starting cards and masterpieces are kinds of their own."""
    kind = file.removesuffix("s")
    level = getattr(card, "level", None)
    if level is Level.MASTERPIECE and isinstance(card, Experiment):
        return "masterpiece"
    return f"starting {kind}" if level is Level.STARTING else kind


HELD = [thing.name.lower() for thing in Thing if thing < Thing.POINT]
"""Everything that is held and counted, gold too."""
