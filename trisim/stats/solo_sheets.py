"""Score sheets of solo games: by deal and setup, instead of by rows.

Every deal is played once against each setup of Botmegistus, so what setups are worth is asked deal
by deal: the luck of the deal drops out as far as both games still meet it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level, StatsError
from trisim.stats.totals import Part, check_columns, opened

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

BOT = "botmegistus"
"""The strategy of the opponent; everybody else is you."""

BASELINE = 0
"""The number of the setup that all others are compared with."""

COLUMNS = ("game", "deal", "strategy", "score", "win")


@dataclass(frozen=True, slots=True, eq=False)
class SoloSheet:
    """Some deals against every setup: ``win``, ``score`` and ``bot_score`` are [deal, setup]."""

    deals: Ints
    win: Array
    score: Array
    bot_score: Array

    @property
    def setups(self) -> int:
        """How many setups every deal was played against."""
        return int(self.win.shape[1])

    @property
    def margin(self) -> Array:
        """Your score less its."""
        return self.score - self.bot_score


def read_solo_sheet(part: Part, setups: int | None = None) -> SoloSheet:
    """From rows of ``players``: whole deals of solo games, against so many setups if that is known.

    Games of a deal are numbered by setup.
    """
    lazy = opened(part)
    check_columns(lazy, COLUMNS)
    numbers = pl.col("score", "win").cast(pl.Float64)
    keys = pl.col("game", "deal").cast(pl.Int64)
    table = lazy.select(keys, pl.col("strategy").cast(pl.String), numbers).sort("game").collect()
    yours, its = table.filter(pl.col("strategy") != BOT), table.filter(pl.col("strategy") == BOT)
    deals = yours["deal"].unique().sort().to_numpy()
    games = len(yours) // len(deals) if len(deals) else 0
    if not games or (setups or games) != games or not are_whole(yours, its, deals, games):
        wanted = f" against {setups} setups" if setups else ""
        raise StatsError(f"{len(table)} rows are no whole deals of solo games{wanted}")
    shape = (len(deals), games)
    win, score, bot_score = (
        frame[name].to_numpy().reshape(shape)
        for frame, name in ((yours, "win"), (yours, "score"), (its, "score"))
    )
    return SoloSheet(deals, win, score, bot_score)


def are_whole(yours: pl.DataFrame, its: pl.DataFrame, deals: Ints, games: int) -> bool:
    """Whether every deal has so many games, with a row of each side."""
    return (
        yours["deal"].to_list() == np.repeat(deals, games).tolist()
        and yours["game"].is_unique().all()
        and yours["game"].to_list() == its["game"].to_list()
    )


def contrast(values: Array, weights: dict[int, float]) -> Sums:
    """The sums over deals of a weighted total of setups, such as one less another."""
    total = np.zeros(len(values))
    for setup, weight in weights.items():
        total += weight * values[:, setup]
    return Sums.of(total, np.ones(len(values)))


def option_sums(players: Part) -> dict[Level, Sums]:
    """The wins of each setup less those of the first, deal by deal: by the setup's number."""
    sheet = read_solo_sheet(players)
    return {
        setup: contrast(sheet.win, {setup: 1.0, BASELINE: -1.0}) for setup in range(1, sheet.setups)
    }
