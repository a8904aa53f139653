"""Small real runs for the tests of the auditor, and ways to damage copies of them."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from tests.sim.helpers import play_games
from trisim.games.trismegistus.audit.evidence import Evidence
from trisim.games.trismegistus.audit.facts import Facts
from trisim.games.trismegistus.game import Options
from trisim.plugin import DEFAULT, load
from trisim.sim.audit import AuditReport, audit
from trisim.sim.disk import checksum
from trisim.sim.inputs import load_inputs
from trisim.sim.manifest import read_manifest
from trisim.sim.options import Scenario
from trisim.sim.receipts import table_file
from trisim.sim.run_request import RunRequest

TESTBOX = Path(__file__).parents[1] / "testbox"
MIXED = Path(__file__).parents[2] / "strategies" / "trismegistus" / "random.py"


@lru_cache
def place() -> Path:
    """Where the runs of this process are; removed when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="trisim-audit-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@lru_cache
def one_part() -> Path:
    """Four players, one deal: everything that can be written, in one part."""
    request = RunRequest.of(
        players=4,
        games=4,
        lineup=f"random,{MIXED},random,{MIXED}",
        seed=11,
        achievements=True,
        cards=True,
        ledger=1,
        box=TESTBOX,
    )
    return play_games(place() / "one", request)


@lru_cache
def three_parts() -> Path:
    """Three players, three deals in as many parts, a ledger of every second one."""
    request = RunRequest.of(
        players=3, games=9, seed=5, cards=True, ledger=2, part_games=3, box=TESTBOX
    )
    return play_games(place() / "three", request)


@lru_cache
def solo_part() -> Path:
    """Against Botmegistus: one deal, three setups, everything that can be written."""
    first = Options(solo=True, difficulty="hard", options=(("bot_first", True),), planning=True)
    request = RunRequest.of(
        games=3,
        seed=4,
        cards=True,
        ledger=1,
        box=TESTBOX,
        solo=True,
        setups=(
            Scenario("normal", Options(solo=True)),
            Scenario("it plays first", first),
            Scenario("nightmare", Options(solo=True, difficulty="nightmare")),
        ),
    )
    return play_games(place() / "solo-part", request)


@lru_cache
def players_only() -> Path:
    """Two players, no turns."""
    request = RunRequest.of(players=2, games=2, seed=3, log="players", box=TESTBOX)
    return play_games(place() / "players", request)


def copy_of(folder: Path, to: Path) -> Path:
    """A copy to be damaged."""
    return Path(shutil.copytree(folder, to / "run"))


# ---------------------------------------------------------------- damage

Change = Callable[[pl.DataFrame], pl.DataFrame]


def path_of(folder: Path, table: str, part: int = 0) -> Path:
    """The file of a table."""
    return folder / table / table_file(part)


def rewrite(folder: Path, table: str, change: Change, part: int = 0) -> None:
    """Change the rows of a file, so that neither its size nor its checksum gives it away."""
    path = path_of(folder, table, part)
    written = pq.ParquetFile(path).read()
    frame = pl.from_arrow(written)
    assert isinstance(frame, pl.DataFrame)
    words = frame.with_columns(
        pl.col(pl.Categorical).cast(pl.String),
        pl.col(pl.List(pl.Categorical)).cast(pl.List(pl.String)),
    )
    changed = change(words).to_arrow()
    columns = [
        changed[field.name].combine_chunks().cast(plain_type(field.type)).cast(field.type)
        for field in written.schema
    ]
    fields = [pa.field(field.name, field.type) for field in written.schema]
    pq.write_table(pa.Table.from_arrays(columns, schema=pa.schema(fields)), path)
    record_anew(folder, table, part, rows=changed.num_rows)


def plain_type(kind: Any) -> Any:
    """A type without dictionaries."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(plain_type(kind.value_type))
    return kind


def record_anew(folder: Path, table: str, part: int = 0, **values: Any) -> None:
    """Let the manifest say what the file is now."""
    path = path_of(folder, table, part)
    values |= {"bytes": path.stat().st_size, "sha256": checksum(path)}
    edit_manifest(folder, lambda data: data["parts"][part]["files"][table].update(values))


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest."""
    path = folder / "manifest.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def put(column: str, value: Any, where: pl.Expr | bool = True) -> Change:
    """Change one cell, in the first row of which something holds; ``value`` may be a function."""

    def change(frame: pl.DataFrame) -> pl.DataFrame:
        condition = where if isinstance(where, pl.Expr) else pl.lit(where)
        rows = frame.with_row_index("·row").filter(condition)
        assert not rows.is_empty(), f"no row to change {column} in"
        row, old = rows["·row"][0], rows[column][0]
        old = old.to_list() if isinstance(old, pl.Series) else old
        cells = frame[column].to_list()
        cells[row] = value(old) if callable(value) else value
        return frame.with_columns(pl.Series(column, cells, dtype=frame.schema[column]))

    return change


@lru_cache
def facts_of(folder: Path) -> Facts:
    """The request and the box of a run."""
    manifest = read_manifest(folder)
    return Facts(manifest.request, load_inputs(folder, manifest), load(DEFAULT))


def evidence_of(folder: Path, facts: Facts, part: int = 0) -> Evidence:
    """A part of a run as checks see it."""
    return Evidence(folder, read_manifest(folder).parts[part], facts)


def failed(folder: Path, **how: Any) -> AuditReport:
    """The report of an audit that finds something."""
    report = audit(folder, **how)
    assert not report.is_clean
    return report
