"""What the settings and the box of a run say, laid out to be held against its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from trisim.record.base_tables import PART_OF_SCORE
from trisim.record.columns import Table, Words
from trisim.sim.design import Design
from trisim.sim.earlier import FORMAT
from trisim.sim.options import CHOSEN
from trisim.sim.run_request import RunRequest

if TYPE_CHECKING:
    from trisim.plugin import GamePlugin


@dataclass(frozen=True)
class Facts:
    """The settings and the box of a run; a game with more to say has a subclass."""

    request: RunRequest
    box: Any
    game: GamePlugin
    format: int = FORMAT
    """How the tables were written."""

    # -- tables

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables of the game."""
        return self.game.record.tables

    @cached_property
    def words(self) -> Words:
        """The words that columns can have, by vocabulary."""
        strategies = list(dict.fromkeys(self.request.lineup))
        return self.game.record.words(self.box, strategies, self.request.scenarios)

    @property
    def parts_of_score(self) -> list[str]:
        """The columns of ``players`` that add up to the score."""
        return [name for name in self.tables["players"].names if name.startswith(PART_OF_SCORE)]

    # -- who sits where

    @property
    def seats(self) -> range:
        """The seats of every game."""
        return range(self.request.players)

    @cached_property
    def design(self) -> Design:
        """Who should sit where with which role."""
        return Design.of(self.request, self.box)

    @property
    def scenario(self) -> pl.Expr:
        """The number of the scenario of a row, by its game."""
        return pl.col("game") // self.request.rotations % len(self.request.scenarios)

    def by_scenario(self, values: Sequence[int]) -> pl.Expr:
        """The value for the scenario of a game."""
        return self.scenario.replace_strict(range(len(values)), values, return_dtype=pl.Int32)

    @property
    def automa_seats(self) -> tuple[int, ...]:
        """The seat of the automa in each scenario; empty if there is none."""
        if not self.request.automas:
            return ()
        rules, each = self.game.rules, self.request.scenario_options
        return tuple(rules.automa_seat(self.box, options) for options in each)

    @property
    def is_automa(self) -> pl.Expr:
        """Whether a row, by its game and seat, is that of the automa."""
        if not self.automa_seats:
            return pl.lit(False)
        return pl.col("seat") == self.by_scenario(self.automa_seats)

    @property
    def person(self) -> pl.Expr:
        """The number of a seat among those of people, by its game and seat."""
        if not self.automa_seats:
            return pl.col("seat")
        after = pl.col("seat") > self.by_scenario(self.automa_seats)
        return pl.col("seat") - after.cast(pl.Int32)

    # -- what the game's own rules say of base columns

    @property
    def roles_are_chosen(self) -> bool:
        """Whether the strategies chose their roles."""
        return self.request.roles == CHOSEN and self.fixed_roles is None

    @property
    def fixed_roles(self) -> Sequence[str] | None:
        """The roles of people in the order of their seats, if the setup of the game gives them."""
        return None

    @property
    def columns_of_games(self) -> Mapping[str, pl.Expr]:
        """The values that settings give the game's own columns of ``games``."""
        return {}

    @property
    def tie_break(self) -> pl.Expr | None:
        """What ranks players of equal score, larger before smaller; None: something else."""
        return None
