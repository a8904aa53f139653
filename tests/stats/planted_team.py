"""Planted team games: deals with luck of their own, and what scenarios, roles and seats add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from trisim.record.base import RoleWords

MAGE = RoleWords("mage", "mages", "")
MAGES = ("ada", "bo", "cy", "di")


@dataclass(frozen=True)
class PlantedTeam:
    """Two players; each of ``rotations`` games of a deal has the deal's two mages."""

    deals: int = 400
    scenarios: Mapping[str, float] = field(default_factory=lambda: {"easy": 0.6, "hard": 0.4})
    """How often they are won."""

    mages: Mapping[str, float] = field(default_factory=dict)
    """What a mage at the table adds to that."""

    rotations: int = 2
    alike: float = 0.5
    """In how many games the luck is that of the deal."""

    def play(self, seed: int, first: int = 0) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The tables of games and of players."""
        rng = np.random.default_rng(seed)
        shape = (self.deals, len(self.scenarios), self.rotations)
        mages = np.argsort(rng.random((self.deals, len(MAGES))), axis=1)[:, :2]
        added = np.array([self.mages.get(name, 0.0) for name in MAGES])[mages].sum(axis=1)
        chance = np.array(list(self.scenarios.values()))[None, :, None] + added[:, None, None]
        luck = np.broadcast_to(rng.random((self.deals, 1, 1)), shape)
        luck = np.where(rng.random(shape) < self.alike, luck, rng.random(shape))
        each = shape[1] * shape[2]
        game = np.arange(self.deals * each) + first * each
        scenario = np.tile(np.repeat(list(self.scenarios), self.rotations), self.deals)
        games = pl.DataFrame({"game": game, "deal": game // each, "won": (luck < chance).ravel()})
        games = games.with_columns(scenario=pl.Series(scenario, dtype=pl.Categorical))
        rows = {
            "game": np.repeat(game, 2),
            "seat": np.tile([0, 1], len(game)),
            "mage": np.array(MAGES)[mages.repeat(each, axis=0).ravel()],
            "strategy": ["x"] * 2 * len(game),
        }
        words = {"mage": pl.Categorical, "strategy": pl.Categorical}
        return games, pl.DataFrame(rows).cast(words)  # type: ignore[arg-type]
