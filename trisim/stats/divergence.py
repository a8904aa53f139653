"""Games of two runs over the same deals: which are identical, and where the others diverge.

Two games are identical if they have the same rows in ``games``, ``players`` and, where both runs
have it, ``turns``. Columns that say which game it is and who plays it are not compared
(``LEFT_OUT``), because a version may have other scenarios, or other names of strategies. All words
in tables are ids, so that another name or text of a card changes no row. A difference in the setup
is found in the first turn whose row it changes, or in the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import polars as pl

from trisim.documents import Document
from trisim.record.base import Outcome
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, StatsError
from trisim.stats.totals import ALL, sums_by

Tables: TypeAlias = Mapping[str, pl.DataFrame]
"""The tables of some whole deals of a run, with words as text."""

GAMES, PLAYERS, TURNS = COMPARED = ("games", "players", "turns")
ROW_KEYS = {GAMES: (), PLAYERS: ("seat",), TURNS: ("turn",)}
"""The columns that name a row of a game."""

LEFT_OUT = frozenset({"game", "deal", "scenario", "rotation", "seed", "strategy"})
"""Columns that say which game it is and who plays; they are not compared."""

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
OTHER = "_other"
"""The suffix of a column of the second run."""


@dataclass(frozen=True, slots=True)
class Divergence(Document):
    """How many games of two runs are the same, and where the others diverge."""

    tables: tuple[str, ...]
    """The compared tables; without ``turns`` only results are compared."""

    deals: int
    games: int
    """Pairs of games."""

    games_only_in_base: int
    games_only_in_other: int
    identical: int
    other_winner: int
    """Pairs that somebody else wins, or the team in one of them only."""

    only_result: int
    """Pairs with the same turns and another result; 0 without ``turns``."""

    identical_share: Estimate
    other_winner_share: Estimate
    by_turn: tuple[tuple[int, int], ...] = ()
    """The first turn that differs, and how many pairs have it."""

    by_round: tuple[tuple[int, int], ...] = ()
    """The same by round, if the game has rounds."""

    @property
    def has_turns(self) -> bool:
        return TURNS in self.tables

    @property
    def diverged(self) -> int:
        """Pairs with a turn that differs."""
        return sum(count for _, count in self.by_turn)

    @property
    def quantiles(self) -> tuple[tuple[float, int], ...]:
        """Quantiles of the first turn that differs; none if all turns are the same."""
        return tuple((share, quantile(self.by_turn, share)) for share in QUANTILES if self.diverged)


def quantile(counts: Sequence[tuple[int, int]], share: float) -> int:
    """The smallest value that at least this share of all counts reach.

    >>> quantile([(3, 1), (5, 2), (9, 1)], 0.5), quantile([(3, 1), (5, 2), (9, 1)], 0.9)
    (5, 9)
    """
    total, reached = sum(count for _, count in counts), 0
    for value, count in counts:
        reached += count
        if reached >= share * total:
            return value
    raise StatsError("there is no quantile of nothing")


# ---------------------------------------------------------------- all blocks


@dataclass(slots=True)
class DivergenceSums:
    """What is kept of the blocks that were read, so that memory stays flat."""

    tables: tuple[str, ...]
    games: int = 0
    only_in: tuple[int, int] = (0, 0)
    only_result: int = 0
    identical: Sums = field(default_factory=Sums)
    other_winner: Sums = field(default_factory=Sums)
    turns: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)

    def read(self, pairs: pl.DataFrame, games: tuple[int, int]) -> None:
        """Add the pairs of a block; ``games`` are the games of both runs in it."""
        self.games += pairs.height
        self.only_in = (
            self.only_in[0] + games[0] - pairs.height,
            self.only_in[1] + games[1] - pairs.height,
        )
        if not pairs.height:
            return
        self.identical += sums_by(pairs, "identical")[ALL]
        self.other_winner += sums_by(pairs, "decided")[ALL]
        same_turns = pl.col("turn").is_null() if TURNS in self.tables else pl.lit(False)
        self.only_result += pairs.filter(~pl.col("identical") & same_turns).height
        self.turns.update(pairs["turn"].drop_nulls().to_list())
        self.rounds.update(pairs["round"].drop_nulls().to_list())

    def result(self) -> Divergence:
        if not self.games:
            raise StatsError("the two runs have no deal in common")
        return Divergence(
            self.tables,
            self.identical.clusters,
            self.games,
            *self.only_in,
            round(self.identical.y),
            round(self.other_winner.y),
            self.only_result,
            self.identical.rate(),
            self.other_winner.rate(),
            tuple(sorted(self.turns.items())),
            tuple(sorted(self.rounds.items())),
        )


# ---------------------------------------------------------------- a block


def pair_games(
    one: Tables, other: Tables, key: Sequence[str], outcome: Outcome, changed: Iterable[str] = ()
) -> pl.DataFrame:
    """A row for each pair of games, in the order of ``key``, the columns by which they are paired.

    ``game`` and ``game_other`` are the numbers of both games, ``turn`` and ``round`` the first
    that differ, ``winners`` the seats that won, ``decided`` whether they differ, and ``scores``
    those by seat. ``involved`` says whether a card of ``changed`` is.
    """
    pairs = numbered_pairs(one[GAMES], other[GAMES], key)
    sides = {name: both_sides(name, one, other, pairs) for name in one if name in other}
    differing = [of_pairs(sides[name]) for name in (GAMES, PLAYERS)]
    result = pl.concat(differing).unique().with_columns(other_result=pl.lit(True))
    found = pairs.join(result, on="pair", how="left", maintain_order="left")
    found = found.join(first_turns(sides.get(TURNS)), on="pair", how="left", maintain_order="left")
    for suffix, tables in (("", one), (OTHER, other)):
        ended = results(tables, outcome).select(pl.all().name.suffix(suffix))
        found = found.join(ended, on=f"game{suffix}", how="left", maintain_order="left")
    same_result = pl.col("other_result").is_null()
    found = found.with_columns(
        identical=same_result & pl.col("turn").is_null(),
        decided=pl.col("winners").ne_missing(pl.col(f"winners{OTHER}")),
    )
    return found.with_columns(involved=involved(found, sides, changed))


def numbered_pairs(one: pl.DataFrame, other: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """The games with a partner, numbered as ``pair``."""
    mine, yours = (
        games.select(
            pl.col(name).cast(pl.String if name == "scenario" else pl.Int64)
            for name in (*key, "game")
        )
        for games in (one, other)
    )
    for games in (mine, yours):
        if games.select(key).is_duplicated().any():
            raise StatsError(
                "a deal has several games of the same rotation; choose one scenario of each run"
            )
    return mine.join(yours, on=key, suffix=OTHER).sort(key).with_row_index("pair")


def both_sides(name: str, one: Tables, other: Tables, pairs: pl.DataFrame) -> pl.DataFrame:
    """The rows of a table of both runs side by side, with ``differs``."""
    rows = [*ROW_KEYS[name]]
    values = [
        column
        for column in one[name].columns
        if column in other[name].columns and column not in (*LEFT_OUT, *rows)
    ]
    sides = [
        tables[name]
        .with_columns(pl.col("game").cast(pl.Int64))
        .join(pairs.select("pair", game=number), on="game")
        .select("pair", *rows, *values, pl.lit(True).alias("there"))
        for tables, number in ((one, "game"), (other, f"game{OTHER}"))
    ]
    both = sides[0].join(sides[1], on=["pair", *rows], how="full", coalesce=True, suffix=OTHER)
    compared = [*values, "there"]
    unequal = (pl.col(each).ne_missing(pl.col(f"{each}{OTHER}")) for each in compared)
    return both.with_columns(differs=pl.any_horizontal(*unequal))


def of_pairs(both: pl.DataFrame) -> pl.DataFrame:
    """The pairs with a row that differs."""
    return both.filter("differs").select("pair").unique()


def first_turns(turns: pl.DataFrame | None) -> pl.DataFrame:
    """The first turn that differs in each pair, and its round, if there are rounds."""
    if turns is None:
        return pl.DataFrame(schema={"pair": pl.UInt32, "turn": pl.Int64, "round": pl.Int64})
    has_rounds = "round" in turns.columns
    number = pl.coalesce("round", f"round{OTHER}") if has_rounds else pl.lit(None)
    return (
        turns.filter("differs")
        .select("pair", pl.col("turn").cast(pl.Int64), round=number.cast(pl.Int64))
        .sort("pair", "turn")
        .unique("pair", keep="first")
    )


def results(tables: Tables, outcome: Outcome) -> pl.DataFrame:
    """The seats that won each game, or share the win, and the scores by seat.

    Of a team all seats win or none, and there are no scores.
    """
    number = pl.col("game").cast(pl.Int64)
    players = tables[PLAYERS].with_columns(number, pl.col("seat").cast(pl.Int64))
    scores = pl.col("score").cast(pl.Int64).sort_by("seat")
    if outcome is Outcome.TEAM:
        won = tables[GAMES].select(number, win="won")
        players = players.select("game", "seat").join(won, on="game")
        scores = pl.col("seat").head(0)
    winners = pl.col("seat").filter(pl.col("win") > 0).sort()
    return players.group_by("game").agg(winners=winners, scores=scores)


def involved(
    pairs: pl.DataFrame, sides: Mapping[str, pl.DataFrame], changed: Iterable[str]
) -> pl.Series:
    """Whether the turn in which a pair diverges, or a row of a player, names a changed card."""
    names = sorted(changed)
    found = [naming(sides[PLAYERS], names)]
    if TURNS in sides:
        at = pairs.select("pair", pl.col("turn").cast(sides[TURNS].schema["turn"]))
        found.append(naming(sides[TURNS].join(at, on=["pair", "turn"], how="semi"), names))
    return pairs["pair"].is_in(pl.concat(found)["pair"].implode())


def naming(both: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """The pairs with a row that names one of some cards, in a word or a list of words."""
    words = [name for name, kind in both.schema.items() if kind == pl.String]
    lists = [name for name, kind in both.schema.items() if kind == pl.List(pl.String)]
    found = [pl.col(name).is_in(names) for name in words]
    found += [pl.col(name).list.set_intersection(names).list.len() > 0 for name in lists]
    if not names or not found:
        return both.select("pair").clear()
    return both.filter(pl.any_horizontal(*found)).select("pair").unique()
