"""``trisim sql``: questions to a run, in SQL."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import click

from trisim.cli.common import fail
from trisim.cli.options import VERIFY, NamedPath, one_of, whole_number
from trisim.terminal import console, unprotected
from trisim.texts import FORMULA, NUMBER

if TYPE_CHECKING:
    import polars as pl

    from trisim.sim.run import Run

FORMATS = ("table", "csv", "json", "parquet")
WIDEST = 10_000
"""Columns of a table in a pipe, where nothing is left out."""

NARROW = 14
"""Columns that a column of a table takes on a terminal, about."""


@click.command(
    short_help="Ask the tables of a run, or list them.",
    epilog="""\b
Examples:
  trisim sql runs/base                          the tables and their columns
  trisim sql runs/base "select action, count(*) as n from turns group by action order by n desc"
  trisim sql runs/base "select seat, avg(win) as wins from players group by seat order by seat"
  trisim sql runs/base "select * from players" --out players.csv
""",
)
@click.argument("folder", metavar="RUN", type=NamedPath(path_type=Path))
@click.argument("query", metavar="[QUERY]", default="")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    help="table, csv, json or parquet.  [table, or by the ending of --out]",
)
@click.option("--rows", default="50", metavar="N", help="Rows of a table; 0 for all.  [50]")
@click.option(
    "--out",
    "file",
    type=NamedPath(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the answer to FILE; left out, it is printed.",
)
@VERIFY
def sql(
    folder: Path, query: str, form: str | None, rows: str, file: Path | None, verify: bool
) -> None:
    """Query the tables of RUN in SQL. Without QUERY, list tables and columns.

    The tables are games, players, and whatever else the run wrote. Of a run that is not finished,
    the complete parts are read. A file that has changed since it was written is an error.
    docs/tables.md explains every column.
    """
    if not query.strip() and (file is not None or form is not None):
        option = f"--format {form}" if file is None else f"--out {file}"
        fail(f"{option}: this is for the answer to a query; write one after the folder of the run")
    form = form_of(form, file)
    most = whole_number(rows, "--rows", least=0)
    run = opened(folder, verify=verify)
    if file is not None and file.resolve().is_relative_to(run.path.resolve()):
        fail(f"--out {file}: this is inside the run; name a file elsewhere")
    if not query.strip():
        list_tables(run)
    elif form == "table":
        printed(run, query, most, file)
    else:
        saved(run, query, form, file)


def form_of(form: str | None, file: Path | None) -> str:
    """The format that was asked for, or that the name of a file tells."""
    if form is not None:
        return one_of(form, "--format", FORMATS)
    if file is None:
        return "table"
    suffix = file.suffix.removeprefix(".").lower()
    if suffix not in FORMATS:
        fail(f"--out {file}: end the name with .csv, .json or .parquet, or say which with --format")
    return suffix


def opened(folder: Path, *, verify: bool) -> Run:
    """A run, or a line that says why not."""
    from trisim.sim.errors import RunError
    from trisim.sim.run import Run

    try:
        return Run(folder, verify=verify)
    except RunError as error:
        fail(str(error))


# ---------------------------------------------------------------- answers


def answered(run: Run, query: str, use: Callable[[pl.LazyFrame], None]) -> None:
    """Do something with the answer to a query; say what is wrong with it."""
    from trisim.sim.errors import RunError

    try:
        with run.asking(query) as answer:
            use(answer)
    except RunError as error:
        fail(str(error))


def printed(run: Run, query: str, most: int, file: Path | None) -> None:
    """The first rows of an answer as a table."""

    def use(answer: pl.LazyFrame) -> None:
        frame = (answer.head(most + 1) if most else answer).collect(engine="streaming")
        shown = frame.head(most) if most else frame
        text = table_text(shown, to_terminal=file is None and console().is_terminal)
        if file is None:
            click.echo(text)
        else:
            write_file(file, lambda stream: stream.write(f"{text}\n".encode()))
        if shown.height < frame.height:
            click.echo(f"The first {most:,} rows; --rows 0 or --format csv gives all.", err=True)
        if file is None and console().is_terminal and shown.width > columns_shown():
            click.echo(f"Not all of {shown.width} columns: name those you want.", err=True)

    answered(run, query, use)


def columns_shown() -> int:
    """How many columns of an answer a terminal can show."""
    return max(4, console().width // NARROW)


def table_text(frame: pl.DataFrame, *, to_terminal: bool) -> str:
    """A frame as a table: as wide as a terminal, with nothing left out elsewhere."""
    import polars as pl

    width = console().width if to_terminal else WIDEST
    with pl.Config(
        tbl_formatting="UTF8_FULL_CONDENSED",
        tbl_rows=-1,
        tbl_cols=columns_shown() if to_terminal else -1,
        tbl_width_chars=width,
        tbl_hide_dataframe_shape=True,
        tbl_hide_column_data_types=True,
        tbl_cell_numeric_alignment="RIGHT",
        fmt_str_lengths=60,
        fmt_table_cell_list_len=-1,
    ):
        return str(frame)


def write_csv(answer: pl.LazyFrame, stream: IO[bytes]) -> None:
    """Rows with commas; lists, which CSV doesn't have, with blanks between their words.

    Text that a spreadsheet would run as a formula is quoted, as ``defused`` does it.
    """
    import polars as pl
    from polars import selectors

    joined = selectors.list().list.eval(pl.element().cast(pl.String)).list.join(" ")
    words = selectors.string(include_categorical=True).cast(pl.String)
    is_formula = words.str.contains(FORMULA) & ~words.str.contains(NUMBER)
    quoted = pl.when(is_formula).then("'" + words).otherwise(words).name.keep()
    answer.with_columns(joined).with_columns(quoted).sink_csv(stream)


def write_json(answer: pl.LazyFrame, stream: IO[bytes]) -> None:
    """A list of objects."""
    text = answer.collect(engine="streaming").write_json()
    stream.write(f"{text}\n".encode())


def write_parquet(answer: pl.LazyFrame, stream: IO[bytes]) -> None:
    """Parquet, row group by row group."""
    answer.sink_parquet(stream)


Writer: TypeAlias = "Callable[[pl.LazyFrame, IO[bytes]], None]"

WRITERS: dict[str, Writer] = {
    "csv": write_csv,
    "json": write_json,
    "parquet": write_parquet,
}


def saved(run: Run, query: str, form: str, file: Path | None) -> None:
    """An answer, all of it, in a format for programs."""
    if file is None and form == "parquet" and sys.stdout.isatty():
        fail("--format parquet: this is not for reading; add --out FILE")
    write = WRITERS[form]

    def use(answer: pl.LazyFrame) -> None:
        if file is not None:
            write_file(file, lambda stream: write(answer, stream))
            return
        held = io.BytesIO() if sys.stdout.isatty() else None
        with Output(held or unprotected(sys.stdout).buffer) as output:
            write(answer, output)
        if held is not None:  # to be read by people: through the stream that makes text safe
            click.echo(held.getvalue().decode(), nl=False)

    answered(run, query, use)


class Output(io.BytesIO):
    """A stream for polars that keeps the system's error message."""

    problem: OSError | None = None

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self.stream = stream

    def write(self, data: Any, /) -> int:
        """Pass bytes on; note what the system says."""
        try:
            return self.stream.write(data)
        except OSError as error:
            self.problem = error
            raise

    def __exit__(self, *raised: object) -> None:
        """Tell what the system said."""
        try:
            self.stream.flush()
        except OSError as error:
            self.problem = error
        if self.problem is not None:
            raise self.problem


def write_file(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    """A file that is there when it is whole."""
    from trisim.sim.disk import written_whole

    try:
        with written_whole(file) as draft, draft.open("wb") as stream, Output(stream) as output:
            write(output)
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror or error}; name another file")


# ---------------------------------------------------------------- what there is


def list_tables(run: Run) -> None:
    """Every table of a run, with its rows and columns."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from trisim.record.document import type_words

    out = console()
    for name in run.tables:
        declared = run.declared[name]
        heading = Text(name, "bold")
        heading.append(f": {run.rows(name):,} rows, one for each {declared.row}", "default")
        out.print(heading)
        made = Table(box=box.SIMPLE_HEAD)
        for title in ("column", "type", "unit", "meaning"):
            made.add_column(title, no_wrap=title == "column", overflow="fold")
        for column in map(declared.__getitem__, run.columns(name)):
            made.add_row(column.name, type_words(column), column.unit, column.meaning)
        out.print(made)
