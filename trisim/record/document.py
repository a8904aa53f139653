"""``docs/tables.md``, written from the declared tables: ``python -m trisim.record.document``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.record.words import words_of
from trisim.record.columns import Column, Table

OF_THE_BOX = {
    "alchemist",
    "artifact",
    "card",
    "cause_id",
    "choice",
    "experiment",
    "formula",
    "publication",
    "scenario",
    "solo_card",
    "strategy",
}
"""Vocabularies that a box or the settings of a run decide."""

HEAD = """\
# The tables of a run

*Made from `trisim/games/trismegistus/record/tables.py` by
`python -m trisim.record.document`; change it there.*

A run is a folder. Each table is a folder in it, with files `part-00000.parquet`,
`part-00001.parquet`, … that any Parquet reader takes together: [runs.md](runs.md) shows how to read
them with polars, pandas and SQL. All parts of a table have the same columns and types, and rows are
sorted by the table's key, within a part and from part to part. A part is a block of whole deals.
Runs that an earlier version wrote lack some columns: [runs.md](runs.md#runs-of-earlier-versions).

| table | a row is | key | written |
|---|---|---|---|
"""

TYPES = """
How the types arrive:

| type | in polars | in pandas | holds |
|---|---|---|---|
| `bool` | `Boolean` | `bool` | yes or no |
| `int8` … `uint64` | `Int8` … `UInt64` | the same; `float64` with missing values | whole numbers |
| `float32` | `Float32` | `float32` | shares |
| `dictionary` | `Categorical` | `category` | a word: an id of the box, or a name |
| `list of …` | `List` | arrays in `object` | several, in order; empty if there are none |

A *missing* value is `null`, and says that there is nothing to tell: no die was drafted, no artifact
bought. Seats count from 0, the starting player, clockwise. Turns count from 0 in a game; where a
column names a turn, -1 is the setup.
"""


def document() -> str:
    """The whole page."""
    tables = list(TABLES.values())
    overview = "".join(map(overview_line, tables))
    chapters = "".join(line for table in tables for line in chapter(table))
    return HEAD + overview + TYPES + chapters


def overview_line(table: Table) -> str:
    """A table in the list of tables."""
    key = ", ".join(f"`{name}`" for name in table.key)
    written = table.asked_for if table.asked_for == "always" else f"with `{table.asked_for}`"
    return f"| [`{table.name}`](#{table.name}) | {table.row} | {key} | {written} |\n"


def chapter(table: Table) -> Iterator[str]:
    """A table, column by column."""
    yield f"\n## {table.name}\n\nA row for each {table.row}.\n\n"
    yield "| column | type | unit | meaning |\n|---|---|---|---|\n"
    for column in table.columns:
        yield f"| `{column.name}` | {type_words(column)} | {column.unit} | {column.meaning} |\n"
    for vocabulary, words in words_of(load_box(), [], []).items():
        names = [f"`{column.name}`" for column in table.columns if column.vocabulary == vocabulary]
        if names and vocabulary not in OF_THE_BOX:
            yield f"\nWords of {' and '.join(names)}: {', '.join(words)}.\n"


def type_words(column: Column) -> str:
    """The type of a column, and whether a value can be missing.

    >>> type_words(TABLES["turns"]["bowl"])
    'dictionary, or missing'
    >>> type_words(TABLES["players"]["experiments"])
    'list of dictionary'
    """
    return column.kind.said + (", or missing" if column.may_be_missing else "")


if __name__ == "__main__":
    sys.stdout.write(document())
