"""Games as arrays by deal and scenario, instead of by rows.

Every deal is played in each scenario, so scenarios are compared deal by deal: the common luck of
the deal cancels. A game against an automa counts by win and scores of its one player, a team game
by its win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level, StatsError
from trisim.stats.totals import Part, check_columns, opened

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

BASELINE = 0
"""The number of the scenario that all others are compared with."""

COLUMNS = ("game", "deal", "strategy", "score", "win")
TEAM_COLUMNS = ("game", "deal", "won")


@dataclass(frozen=True, slots=True, eq=False)
class ScenarioSheet:
    """Some deals in every scenario; all arrays are [deal, scenario].

    ``win`` is the number of won ``rotations`` of a deal. Scores are those of games against an
    automa.
    """

    deals: Ints
    win: Array
    score: Array | None = None
    bot_score: Array | None = None
    rotations: int = 1
    is_rate: bool = True
    """Whether ``win`` counts wins; else it is the sum of mean scores of players who compete."""

    @property
    def scenarios(self) -> int:
        return int(self.win.shape[1])

    @property
    def values(self) -> dict[str, Array]:
        """All compared quantities; ``margin`` is the player's score minus the automa's."""
        if self.score is None or self.bot_score is None:
            return {"win": self.win}
        margin = self.score - self.bot_score
        return {
            "win": self.win,
            "margin": margin,
            "score": self.score,
            "bot_score": self.bot_score,
        }

    def contrast(self, values: Array, weights: Mapping[int, float]) -> Sums:
        """The sums over deals of a weighted total of scenarios, such as one minus another."""
        total = np.zeros(len(values))
        for scenario, weight in weights.items():
            total += weight * values[:, scenario]
        return Sums.of(total, np.full(len(values), float(self.rotations)))

    def option_sums(self) -> dict[Level, Sums]:
        """Wins in each scenario minus those in the first, by the number of the scenario."""
        numbers = range(1, self.scenarios)
        return {
            number: self.contrast(self.win, {number: 1.0, BASELINE: -1.0}) for number in numbers
        }


def read_automa_sheet(part: Part, automa: str, scenarios: int | None = None) -> ScenarioSheet:
    """From rows of ``players``: whole deals against an automa.

    Games of a deal are numbered by scenario; ``scenarios`` is their number, if it is known.
    """
    yours, its = rows_of(part, automa)
    deals = deals_of(yours, scenarios)
    if yours["game"].to_list() != its["game"].to_list():
        raise StatsError(f"a solo game without a row of yours and one of {automa}")
    win, score, bot_score = (
        frame[name].to_numpy().reshape(len(deals), -1)
        for frame, name in ((yours, "win"), (yours, "score"), (its, "score"))
    )
    return ScenarioSheet(deals, win, score, bot_score)


def read_team_sheet(part: Part, scenarios: int) -> ScenarioSheet:
    """From rows of ``games``: whole deals of team games, in any number of rotations."""
    lazy = opened(part)
    check_columns(lazy, TEAM_COLUMNS)
    keys, won = pl.col("game", "deal").cast(pl.Int64), pl.col("won").cast(pl.Float64)
    games = lazy.select(keys, won).sort("game").collect()
    each = len(games) // max(1, games["deal"].n_unique())
    if not each or each % scenarios:
        raise StatsError(f"{len(games)} games are no whole deals of {scenarios} scenarios")
    deals = deals_of(games, each)
    by_rotation = games["won"].to_numpy().reshape(len(deals), scenarios, -1)
    return ScenarioSheet(deals, by_rotation.sum(axis=2), rotations=int(by_rotation.shape[2]))


def read_points_sheet(part: Part, players: int, scenarios: int) -> ScenarioSheet:
    """From rows of ``players``: whole deals of competing players, by the mean of their scores."""
    lazy = opened(part)
    check_columns(lazy, ("game", "deal", "score"))
    keys, score = pl.col("game", "deal").cast(pl.Int64), pl.col("score").cast(pl.Float64)
    rows = lazy.select(keys, score).sort("game").collect()
    each = len(rows) // (players * max(1, rows["deal"].n_unique()))
    if not each or each % scenarios or len(rows) % players:
        raise StatsError(f"{len(rows)} rows are no whole deals of {scenarios} scenarios")
    deals = deals_of(rows.gather_every(players), each)
    means = rows["score"].to_numpy().reshape(len(deals), scenarios, -1, players).mean(axis=3)
    return ScenarioSheet(deals, means.sum(axis=2), rotations=int(means.shape[2]), is_rate=False)


def rows_of(part: Part, automa: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of the player, and those of the automa, in the order of games."""
    lazy = opened(part)
    check_columns(lazy, COLUMNS)
    keys = pl.col("game", "deal").cast(pl.Int64)
    numbers = pl.col("score", "win").cast(pl.Float64)
    table = lazy.select(keys, pl.col("strategy").cast(pl.String), numbers).sort("game").collect()
    is_automa = pl.col("strategy") == automa
    return table.filter(~is_automa), table.filter(is_automa)


def deals_of(games: pl.DataFrame, each: int | None) -> Ints:
    """The deals of games, sorted; each must have the same number of games, or ``each``."""
    deals = games["deal"].unique().sort().to_numpy()
    many = each or len(games) // max(1, len(deals))
    whole = games["deal"].to_list() == np.repeat(deals, many).tolist()
    if not (len(deals) and whole and games["game"].is_unique().all()):
        raise StatsError(f"{len(games)} games are no whole deals against {many} setups")
    return np.asarray(deals, dtype=np.int64)
