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
    yours, its = rows_of(part)
    deals = deals_of(yours, setups)
    if yours["game"].to_list() != its["game"].to_list():
        raise StatsError("a solo game without a row of yours and one of Botmegistus")
    win, score, bot_score = (
        frame[name].to_numpy().reshape(len(deals), -1)
        for frame, name in ((yours, "win"), (yours, "score"), (its, "score"))
    )
    return SoloSheet(deals, win, score, bot_score)


def rows_of(part: Part) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Your rows, and those of Botmegistus, in the order of games."""
    lazy = opened(part)
    check_columns(lazy, COLUMNS)
    keys = pl.col("game", "deal").cast(pl.Int64)
    numbers = pl.col("score", "win").cast(pl.Float64)
    table = lazy.select(keys, pl.col("strategy").cast(pl.String), numbers).sort("game").collect()
    is_bot = pl.col("strategy") == BOT
    return table.filter(~is_bot), table.filter(is_bot)


def deals_of(yours: pl.DataFrame, setups: int | None) -> Ints:
    """The deals of your rows; each must have a game against each setup."""
    deals = yours["deal"].unique().sort().to_numpy()
    games = setups or len(yours) // max(1, len(deals))
    whole = yours["deal"].to_list() == np.repeat(deals, games).tolist()
    if not (len(deals) and whole and yours["game"].is_unique().all()):
        raise StatsError(f"{len(yours)} games are no whole deals against {games} setups")
    return np.asarray(deals, dtype=np.int64)


def contrast(values: Array, weights: dict[int, float]) -> Sums:
    """The sums over deals of a weighted total of setups, such as one less another."""
    total = np.zeros(len(values))
    for setup, weight in weights.items():
        total += weight * values[:, setup]
    return Sums.of(total, np.ones(len(values)))


def option_sums(players: Part) -> dict[Level, Sums]:
    """Your wins against each setup less those against the first, by the number of the setup."""
    yours, _ = rows_of(players)
    win = yours["win"].to_numpy().reshape(len(deals_of(yours, None)), -1)
    numbers = range(1, win.shape[1])
    return {number: contrast(win, {number: 1.0, BASELINE: -1.0}) for number in numbers}
