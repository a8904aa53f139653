"""What files of several kinds of campaigns share: tables, the page, its warnings and command."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.sim.disk import write_text, written_whole
from trisim.sim.options import RANDOM, command_words, quote
from trisim.stats.estimate import Estimate, finite

if TYPE_CHECKING:
    import polars as pl

    from trisim.report.kit import ReportKit
    from trisim.report.page.model import Page


def write_parquet(folder: Path, names: Sequence[str], tables: Sequence[pl.DataFrame]) -> None:
    """Write tables; each file is complete or absent."""
    for name, table in zip(names, tables, strict=True):
        with written_whole(folder / name) as draft:
            table.write_parquet(draft)


def write_html(path: Path, page: Page) -> None:
    """Write a self-contained page."""
    from trisim.report.page.html import html_of

    write_text(path, html_of(page))


def estimate_columns(name: str) -> tuple[str, str, str]:
    """The columns of an estimate: its value and the ends of its interval."""
    return name, f"{name}_low", f"{name}_high"


def floats(names: Sequence[str]) -> dict[str, Any]:
    """The types of columns of estimates, which may be empty."""
    import polars as pl

    return {column: pl.Float64() for name in names for column in estimate_columns(name)}


def columns_of(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    """An estimate as columns, which are empty if there is none, or no end."""
    if estimate is None:
        return dict.fromkeys(estimate_columns(name))
    values = (estimate.value, estimate.low, estimate.high)
    return dict(zip(estimate_columns(name), map(finite, values), strict=True))


def command_of(command: str, request: Any) -> str:
    """The command that plays it again; a box and variants are named as the user has them."""
    words, role = command_words(request), request.info.role
    if "--lineup" in words:
        people = request.lineup[: len(request.lineup) - len(request.options.automas)]
        if len(set(people)) == 1:
            replace_option(words, "--lineup", ["--strategy", people[0]])
    replace_option(words, "--roles", [f"--{role.many}", quote(request.roles)] if role else [])
    return shlex.join(["trisim", command, *words, "--out", "DIR"])


def replace_option(words: list[str], option: str, others: list[str]) -> None:
    """Put other words in the place of an option and its value."""
    if option in words:
        place = words.index(option)
        words[place : place + 2] = others


def warnings_on(strategies: Sequence[str], kit: ReportKit) -> Iterator[str]:
    """What weakens an answer from games of these strategies."""
    if set(strategies) == {RANDOM}:
        yield "Everybody played at random: this says nothing of people who play to win."
    if words := kit.advice(strategies):
        yield words


def aborted_words(games: int) -> Iterator[str]:
    """That games were aborted, if any were."""
    if games:
        were = "game was" if games == 1 else "games were"
        yield f"{games:,} {were} aborted at a limit that no legal game should reach; they count."
