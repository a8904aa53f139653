"""SQL queries over the tables of a run, and one-line messages for wrong queries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from trisim.box.faults import did_you_mean
from trisim.record.columns import Table
from trisim.sim.errors import USER_MISTAKE, RunError

if TYPE_CHECKING:
    import polars as pl

Frames: TypeAlias = "Mapping[str, pl.LazyFrame]"

ORDERS = ("alter", "create", "delete", "drop", "insert", "truncate", "update")
"""First words of statements that change tables; polars would accept them without effect."""

OPERATOR = re.compile(
    r"'[^']*'|\"[^\"]*\"|--[^\n]*|(?P<operator>[-+*/%|<>=!]+|\b(?:and|or|when|union|select|join)\b)",
    re.IGNORECASE,
)
"""The operators that make the plan of a query deeper, outside text, names and comments."""

MOST_OPERATORS = 1000
"""With twice as many polars takes minutes, with 20,000 it ends the whole process."""

MOST_NAMES = 20
"""Names that a line can list."""

UNKNOWN_TABLE = re.compile(r"relation '(?P<name>.*?)' was not found")
UNKNOWN_COLUMN = re.compile(r"unable to find column \"(?P<name>.*?)\"|no column named '(.*?)'")
KNOWN_COLUMNS = re.compile(r"valid columns: \[(?P<names>.*?)\]")
WANTS_TEXT = re.compile(r"expected `?String`?.*?got:? `?cat")


class QueryError(RunError):
    """A query that can't be answered."""

    exit_code = USER_MISTAKE


def tables_named(query: str, tables: Sequence[str]) -> list[str]:
    """The tables that a query names; it can read no others.

    >>> tables_named('select * from "players" join games', ["games", "players", "turns"])
    ['games', 'players']
    """
    text = query.strip().lower()
    return [name for name in tables if name in text or text.startswith("show")]


def ask(frames: Frames, query: str) -> pl.LazyFrame:
    """The lazy result of a query; to be used inside ``answering``."""
    if query.strip().lower().startswith(ORDERS):
        raise QueryError("SQL: the tables of a run are not changed; begin with select")
    if (count := operators(query)) > MOST_OPERATORS:
        raise QueryError(
            f"SQL: {count:,} operators in one query, {MOST_OPERATORS:,} is the most; use "
            "'in (…)', an aggregate such as sum(…), or several queries"
        )
    return executed(readable(frames, query), query)


def operators(query: str) -> int:
    """How many operators and subqueries a query has.

    >>> operators("select a + 'b - c' from x where a >= 1 and a in (2, 3) -- d + e")
    4
    """
    return sum(1 for found in OPERATOR.finditer(query) if found["operator"])


def executed(frames: Frames, query: str) -> pl.LazyFrame:
    import polars as pl

    return pl.SQLContext(dict(frames), eager=False).execute(query)


def readable(frames: Frames, query: str) -> Frames:
    """The frames, with words as text if a query needs that, such as ``like``.

    Categorical words make most queries several times faster. A trial without rows decides.
    """
    from polars.exceptions import PolarsError

    try:
        executed(without_rows(frames), query).collect()
    except PolarsError as error:
        if WANTS_TEXT.search(str(error)):
            return {name: words_as_text(frame) for name, frame in frames.items()}
        raise
    return frames


def without_rows(frames: Frames) -> Frames:
    import polars as pl

    return {name: pl.LazyFrame(schema=frame.collect_schema()) for name, frame in frames.items()}


def words_as_text(frame: pl.LazyFrame) -> pl.LazyFrame:
    import polars as pl
    from polars import selectors

    words = selectors.categorical().cast(pl.String)
    lists = selectors.list(selectors.categorical()).cast(pl.List(pl.String))
    return frame.with_columns(words, lists)


# ---------------------------------------------------------------- what is wrong


@contextmanager
def answering(
    frames: Frames, tables: Sequence[str], declared: Mapping[str, Table]
) -> Iterator[None]:
    """Turn the errors of polars into one line.

    ``tables`` are all that the run has, ``declared`` all that runs of its game can have.
    """
    from polars.exceptions import PanicException, PolarsError

    try:
        yield
    except (PolarsError, PanicException) as error:
        raise QueryError(f"SQL: {trouble(str(error), frames, tables, declared)}") from error
    except FileNotFoundError as error:
        raise QueryError(f"a part of the run is gone: {error}") from error


def trouble(
    message: str, frames: Frames, tables: Sequence[str], declared: Mapping[str, Table]
) -> str:
    """The message for an error text of polars."""
    if found := UNKNOWN_TABLE.search(message):
        return unknown_table(found["name"], tables, declared)
    if found := UNKNOWN_COLUMN.search(message):
        name = found[1] or found[2]
        is_declared = any(name in declared[table].names for table in frames if table in declared)
        if is_declared and name not in columns_of(frames):
            return f"an earlier version of trisim wrote this run, without a column '{name}'"
        listed = KNOWN_COLUMNS.search(message)
        known = re.findall(r'"(.*?)"', listed["names"]) if listed else columns_of(frames)
        if not known:
            return f"there is no column '{name}' without a table; add one, such as 'from players'"
        otherwise = "trisim sql RUN lists all columns" if len(known) > MOST_NAMES else ""
        return f"there is no column '{name}'; {did_you_mean(name, known, otherwise)}"
    first = message.strip().partition("\n")[0].removeprefix("sql parser error: ")
    return first or "polars can't answer this query"


def unknown_table(name: str, known: Sequence[str], declared: Mapping[str, Table]) -> str:
    if name in declared:
        return f"this run has no table '{name}'; it is written by a run {declared[name].asked_for}"
    return f"there is no table '{name}'; {did_you_mean(name, list(known))}"


def columns_of(frames: Frames) -> list[str]:
    """All columns of all tables, once each."""
    return list({name: None for frame in frames.values() for name in frame.collect_schema()})
