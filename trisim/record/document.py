"""A page about the tables of a game, written from its declared tables.

``python -m trisim.record.document > docs/tables.md`` writes that of the default game;
``python -m trisim.record.document NAME`` that of any other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from textwrap import wrap
from typing import Any

from trisim.record.columns import Column, Table, Words
from trisim.record.recording import Recording

HEAD = """\
# The tables of a run

*Made from `{source}` by
`{command}`; change it there.*

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

"""


MISSING = "A *missing* value is `null`, and says that there is nothing to tell"
NUMBERS = (
    "Seats count from 0, the starting player, clockwise. Turns count from 0 in a game; where a "
    "column names a turn, -1 is the setup."
)


def document(recording: Recording, command: str = "python -m trisim.record.document") -> str:
    """The whole page; ``command`` is the command that writes it."""
    source = f"{recording.declared_in.replace('.', '/')}.py"
    tables = list(recording.tables.values())
    overview = "".join(map(overview_line, tables))
    words = recording.fixed_words
    examples = f": {recording.missing_examples}" if recording.missing_examples else ""
    notes = "\n".join(wrap(f"{MISSING}{examples}. {NUMBERS}", 100)) + "\n"
    chapters = "".join(line for table in tables for line in chapter(table, words))
    return HEAD.format(source=source, command=command) + overview + TYPES + notes + chapters


def overview_line(table: Table) -> str:
    """A table in the list of tables."""
    key = ", ".join(f"`{name}`" for name in table.key)
    written = table.asked_for if table.asked_for == "always" else f"with `{table.asked_for}`"
    return f"| [`{table.name}`](#{table.name}) | {table.row} | {key} | {written} |\n"


def chapter(table: Table, vocabularies: Words) -> Iterator[str]:
    """A table, column by column, and its fixed words."""
    yield f"\n## {table.name}\n\nA row for each {table.row}.\n\n"
    yield "| column | type | unit | meaning |\n|---|---|---|---|\n"
    for column in table.columns:
        yield f"| `{column.name}` | {type_words(column)} | {column.unit} | {column.meaning} |\n"
    for vocabulary, words in sorted(vocabularies.items()):
        names = [f"`{column.name}`" for column in table.columns if column.vocabulary == vocabulary]
        if names:
            yield f"\nWords of {' and '.join(names)}: {', '.join(words)}.\n"


def type_words(column: Column) -> str:
    """The type of a column, and whether a value can be missing.

    >>> from trisim.record.columns import Kind
    >>> type_words(Column("cause_id", Kind.WORD, "why", vocabulary="cause", may_be_missing=True))
    'dictionary, or missing'
    """
    return column.kind.said + (", or missing" if column.may_be_missing else "")


def main() -> None:
    games: Any = import_module("trisim.plugin")  # by name: the contract stands above this package
    name = sys.argv[1] if len(sys.argv) > 1 else games.DEFAULT
    command = " ".join(["python -m trisim.record.document", *sys.argv[1:]])
    sys.stdout.write(document(games.load(name).record, command))


if __name__ == "__main__":
    main()
