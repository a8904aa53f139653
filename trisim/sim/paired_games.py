"""Two runs over the same deals, game by game: identical games, and those with other winners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from trisim.sim.errors import SettingsError
from trisim.sim.query import words_as_text
from trisim.sim.run import Run
from trisim.stats.divergence import COMPARED, Divergence, DivergenceSums, Tables, pair_games

GAMES_AT_A_TIME = 2_048
"""Games of each run that are read at a time; a game can have a hundred turns."""

MOST_KEPT = 5_000
"""Decided games that are kept, those with a changed card first, so that memory stays flat."""


@dataclass(frozen=True, slots=True)
class PairedGames:
    """Two runs, game by game."""

    divergence: Divergence
    decided: pl.DataFrame
    """The pairs of games with other winners, as ``pair_games`` has them, or as many as are kept."""


def compare_games(base: Run, other: Run, changed: Iterable[str] = ()) -> PairedGames:
    """Compare two runs over the same deals game by game; ``changed`` are ids of changed cards."""
    check_same_deals(base, other)
    key, ids = key_of(base, other), frozenset(changed)
    names = [name for name in COMPARED if name in base.tables and name in other.tables]
    sums, decided = DivergenceSums(tuple(names)), pl.DataFrame()
    for one, two in blocks(base, other, names):
        pairs = pair_games(one, two, key, base.plugin.info.outcome, ids)
        sums.read(pairs, (one["games"].height, two["games"].height))
        decided = best_of(decided, pairs.filter("decided").drop("pair"), key)
    return PairedGames(sums.result(), decided)


def best_of(kept: pl.DataFrame, new: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """The decided games to keep: those with a changed card first, then in order."""
    together = pl.concat([kept, new]) if kept.width else new
    return together.sort(~pl.col("involved"), *key).head(MOST_KEPT)


def check_same_deals(base: Run, other: Run) -> None:
    """Stop if the games of two runs can't be paired."""
    for what, one, two in (
        ("games", base.plugin.name, other.plugin.name),
        ("numbers of players", base.request.players, other.request.players),
        ("seeds", base.request.seed, other.request.seed),
    ):
        if one != two:
            raise SettingsError(
                f"{base.path} and {other.path} have different {what} ({one} and {two}), so their "
                "games can't be paired"
            )
    for run in (base, other):
        if not run.parts:
            raise SettingsError(f"{run.path}: no game of this run can be read")


def key_of(base: Run, other: Run) -> list[str]:
    """The columns by which games are paired; one scenario of each run may have another name."""
    same = set(base.request.scenarios) == set(other.request.scenarios)
    return ["deal", "scenario", "rotation"] if same else ["deal", "rotation"]


def blocks(base: Run, other: Run, names: Sequence[str]) -> Iterator[tuple[Tables, Tables]]:
    """The tables of both runs, some whole deals at a time."""
    sides = PartReader(base, names), PartReader(other, names)
    last = max(side.last_deal for side in sides)
    most = max(run.request.games_a_deal for run in (base, other))
    step = max(1, GAMES_AT_A_TIME // most)
    for first in range(0, last + 1, step):
        deals = range(first, first + step)
        yield sides[0].read(deals), sides[1].read(deals)


class PartReader:
    """Reads tables of a run by deals; opens only the files that have them."""

    def __init__(self, run: Run, names: Sequence[str]) -> None:
        self.run = run
        self.files = {name: run.files(name) for name in names}

    @property
    def last_deal(self) -> int:
        return max(part.first_deal + part.deals - 1 for part in self.run.parts)

    def read(self, deals: range) -> Tables:
        """The rows of some deals, with words as text."""
        return {name: self.rows(name, deals) for name in self.files}

    def rows(self, name: str, deals: range) -> pl.DataFrame:
        """The rows of a table, without columns that meant something else in an earlier format."""
        first, last = deals.start, deals.stop - 1
        files = [
            file
            for part, file in zip(self.run.parts, self.files[name], strict=True)
            if part.first_deal <= last and part.first_deal + part.deals > first
        ]
        here = self.run.scanned(name, files) if files else self.run.table(name).clear()
        rows = here.filter(pl.col("deal").is_between(first, last))
        earlier, number = self.run.plugin.record.earlier, self.run.manifest.format
        names = [each for each in rows.collect_schema() if earlier.is_as_now(name, each, number)]
        return words_as_text(rows.select(names)).collect()
