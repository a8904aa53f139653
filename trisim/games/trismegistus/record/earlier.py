"""Tables of format 1, with the current columns that follow from their own.

``EarlierTables.current_columns`` is the only place where columns are supplied; ``Run.table``,
reports and audits read through it. Supplied, and computed only on use:

- ``deal`` in every table, from the number of the game;
- ``games.scenario``, from ``rotation``, which was the number of the setup in solo runs; and
  ``rotation``, which is 0 there now;
- ``turns.artifacts`` and ``turns.experiments_taken``, from the single card that was kept;
- ``turns.pick``, by counting the drafts of the round.

``turns.strategy``, ``turns.alchemist`` and ``turns.scores`` are missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from trisim.record.columns import Column, Kind, Table
from trisim.record.earlier import EarlierTables

if TYPE_CHECKING:
    import polars as pl

ADDED: dict[str, tuple[str, ...]] = {
    "games": ("scenario",),
    "rounds": ("deal",),
    "turns": ("deal", "strategy", "alchemist", "pick", "scores"),
    "bot": ("deal",),
    "cards": ("deal",),
    "ledger": ("deal",),
}
"""Columns that tables of format 1 may lack."""

WERE_SINGLE = {"artifacts": "artifact", "experiments_taken": "experiment_taken"}
"""Lists of ``turns`` that were a single card, and the name it had."""

OTHER_MEANING: dict[str, tuple[str, ...]] = {
    "games": ("lead_changes", "settled_turn"),
    "players": ("artifact_uses",),
    "turns": ("publications_drawn",),
    "cards": ("uses", "points"),
}
"""Columns that count something else since format 2."""


class FormatOne(EarlierTables):
    """Tables of format 1."""

    def may_lack(self, table: str, number: int) -> tuple[str, ...]:
        """Columns that were added since."""
        always = super().may_lack(table, number)
        return (*always, *(ADDED.get(table, ()) if number == 1 else ()))

    def written_columns(self, table: Table, number: int, there: Collection[str]) -> list[Column]:
        """All except added ones; a list that was a single card has its old name."""
        columns = super().written_columns(table, number, there)
        if number != 1:
            return columns
        found = []
        for column in columns:
            single = WERE_SINGLE.get(column.name, "") if table.name == "turns" else ""
            if column.name not in there and single in there:
                found.append(Column(single, Kind.WORD, "", vocabulary=column.vocabulary))
            elif column.name in there or column.name not in ADDED.get(table.name, ()):
                found.append(column)
        return found

    def is_as_now(self, table: str, column: str, number: int) -> bool:
        return not (number == 1 and column in OTHER_MEANING.get(table, ()))

    def current_columns(
        self, table: Table, frame: pl.LazyFrame, request: Any, number: int
    ) -> pl.LazyFrame:
        if number != 1:
            return frame
        import polars as pl

        there = frame.collect_schema().names()
        supplied: dict[str, pl.Expr] = {}
        if "deal" not in there:
            supplied["deal"] = pl.col("game") // request.games_a_deal
        if table.name == "games" and "scenario" not in there:
            supplied |= scenario_columns(request)
        if table.name == "turns":
            supplied |= turn_columns(there)
        names = [name for name in table.names if name in supplied or name in there]
        return frame.with_columns(**supplied).select(names)


def scenario_columns(request: Any) -> dict[str, pl.Expr]:
    """The scenario of a game, and its rotation."""
    import polars as pl

    names, words = request.scenarios, pl.Categorical
    if not request.automas:
        return {"scenario": pl.lit(names[0], pl.String).cast(words)}
    number = pl.col("rotation").cast(pl.Int32)
    scenario = number.replace_strict(range(len(names)), names, default=None, return_dtype=pl.String)
    return {"scenario": scenario.cast(words), "rotation": pl.lit(0, pl.Int8)}


def turn_columns(there: Sequence[str]) -> dict[str, pl.Expr]:
    """Lists for single cards, and the place of a draft among those of its round."""
    import polars as pl

    found = {
        name: pl.concat_list(single).list.drop_nulls()
        for name, single in WERE_SINGLE.items()
        if single in there and name not in there
    }
    if "pick" not in there:
        drafts = pl.col("drafted").cum_sum().over("game", "round")
        found["pick"] = pl.when("drafted").then(drafts).cast(pl.Int8)
    return found
