"""Plays all cases and writes their checksums: compiled, in a process of its own.

``python -m tests.checksums.playing FILE [JOBS]`` plays with so many jobs, by default one for each
core. FILE gets JSON: case, table, column, checksum. Runs of a campaign are cases of their own,
numbered in the order of their folders.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import polars as pl

import trisim
from tests.checksums.cases import CAMPAIGNS, COMMON, LEFT_OUT, RUNS, Campaign
from tests.checksums.digests import Checksums, of_frame, of_values
from trisim.engine.compilation import compile_all
from trisim.games.trismegistus.loop import RULES

Tables: TypeAlias = dict[str, Checksums]
Cases: TypeAlias = dict[str, Tables]


def all_cases(folder: Path, jobs: int) -> Cases:
    """The checksums of everything, played into a folder."""
    found: Cases = {}
    for number, (name, arguments) in enumerate(RUNS.items()):
        out = folder / f"run-{number}"
        trisim.run(**(COMMON | arguments), out=out, jobs=jobs)
        found[name] = of_run(out)
    for name, campaign in CAMPAIGNS.items():
        out = folder / name
        getattr(trisim, campaign.play)(**campaign.arguments, **COMMON, out=out, jobs=jobs)
        found[name] = of_results(out, campaign)
        for number, run in enumerate(runs_below(out)):
            found[f"{name}, run {number}"] = of_run(run)
    return found


def of_run(folder: Path) -> Tables:
    """The checksums of a run."""
    run = trisim.open(folder)
    return {name: of_frame(run.table(name).collect()) for name in run.tables}


def runs_below(folder: Path) -> list[Path]:
    """The folders of a campaign's runs: those with a table of games."""
    return sorted({file.parents[1] for file in folder.rglob("games/*.parquet")})


def of_results(folder: Path, campaign: Campaign) -> Tables:
    """The checksums of what a campaign has found, without its runs."""
    tables = {
        name: of_frame(pl.read_parquet(folder / path)) for name, path in campaign.tables.items()
    }
    for path in unlisted(folder, campaign.tables.values()):
        tables[path.stem] = of_frame(pl.read_parquet(path))
    for name, columns in document_tables(folder, campaign.documents):
        assert name not in tables, f"there are two tables {name}"
        tables[name] = columns
    for name, file in campaign.logs.items():
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
        tables[name] = of_values(map(json.loads, lines[1:]))
    return tables


def unlisted(folder: Path, listed: Iterable[str]) -> list[Path]:
    """Parquet files of a campaign that ``cases.py`` doesn't name: they count as new tables."""
    return [path for path in sorted(folder.glob("*.parquet")) if path.name not in listed]


def document_tables(folder: Path, files: Iterable[str]) -> Iterator[tuple[str, Checksums]]:
    """The top-level keys of documents, each as a table."""
    for file in files:
        checksums = of_values([document(folder / file)], LEFT_OUT)
        tables: Tables = {}
        for path, value in checksums.items():
            key, dot, rest = path.partition(".")
            tables.setdefault(key.removesuffix("[]"), {})[rest if dot else "value"] = value
        yield from tables.items()


def document(path: Path) -> Any:
    """A JSON or TOML file, parsed."""
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def as_text(cases: Cases) -> str:
    """Checksums as JSON, sorted, a line for each column."""
    return json.dumps(cases, indent=1, sort_keys=True) + "\n"


def main(file: str, jobs: str = "-1") -> None:
    compile_all(
        RULES, kernel_groups=tuple(RULES.kernel_groups)
    )  # else small runs would be played plain
    with TemporaryDirectory() as folder:
        found = all_cases(Path(folder), int(jobs))
    Path(file).write_text(as_text(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
