"""Runs to make reports of, and reports of them: as they should be, and as they shouldn't."""

from __future__ import annotations

import csv
import re
import shutil
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

from tests.small_run import TESTBOX, small_run, small_solo_run
from trisim.api import run as play_run
from trisim.games.trismegistus.report.colors import PALETTE
from trisim.report.balance import page_of
from trisim.report.inputs import ReportInputs
from trisim.report.load_runs import read_runs
from trisim.report.page.html import html_of, rendered
from trisim.report.page.model import (
    Block,
    Column,
    KeyFigure,
    Kind,
    Page,
    Picture,
    Section,
    Standing,
    Table,
)
from trisim.sim.run import Run
from trisim.stats.estimate import Estimate

TRAP = "<script>alert('x')</script> $x_1$ | \"q\" `c` [l](http://x) &amp; *b*"
"""A name that every kind of page would take for something else."""

SHORT_TRAP = "<script>$x_1$|</script>"
"""One that a card may have: names have a limit."""

FIRST = Path(__file__).parents[1] / "strategies" / "first.py"


def copied(folder: Path, run: Run | None = None) -> Path:
    """A copy of the small run, to be damaged."""
    return Path(shutil.copytree((run or small_run()).path, folder))


@lru_cache(maxsize=1)
def small_report() -> tuple[Page, ReportInputs]:
    """The report of a small run at a table and one against Botmegistus."""
    inputs = read_runs([small_run().path, small_solo_run().path])
    return page_of(inputs), inputs


@lru_cache(maxsize=1)
def small_html() -> str:
    """The same as HTML."""
    return html_of(small_report()[0])


def undrawn(page: Page) -> str:
    """A page as HTML without its pictures, which take most of the time."""
    return rendered(page, lambda picture: "", script=False)


@lru_cache(maxsize=1)
def trapped_run() -> Run:
    """A run in whose box every name is a trap, as are those of the variant and a strategy."""
    folder = Path(mkdtemp(prefix="trisim-trap-"))
    box = Path(shutil.copytree(TESTBOX, folder / "box"))
    for path in box.glob("*.csv"):
        set_traps(path)
    text = (box / "alchemists.toml").read_text()
    literal = f"'{SHORT_TRAP} "
    (box / "alchemists.toml").write_text(
        re.sub('^name = "(.*)"', rf"name = {literal}\1'", text, flags=re.M)
    )
    variant = folder / "<u>$v$|.toml"
    variant.write_text(f"name = {literal}'\n[change.rules.numbers]\npotency_limit = 6\n")
    strategy = Path(shutil.copy(FIRST, folder / "<i>$x$|y.py"))
    return play_run(
        players=2,
        games=4,
        box=box,
        variants=[variant],
        lineup=[str(strategy), "random"],
        out=folder / "<b>$run$|",
        cards=True,
        ledger=True,
        jobs=1,
        progress=False,
    )


def set_traps(path: Path) -> None:
    """Give every card of a file a name that is a trap."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows({**row, "name": f"{SHORT_TRAP} {row['name']}"} for row in rows)


def page_with(words: str) -> Page:
    """A page in which these words stand wherever words can stand."""
    estimate = Estimate(0.25, 0.2, 0.3, 40, 20)
    table = Table(
        "everything",
        words,
        (
            Column("name", words, meaning=words),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("how", "How", Kind.STANDING),
            Column("n", "n", Kind.COUNT),
        ),
        ((words, estimate, Standing.WITHIN, 1234), (words, None, Standing.OUTSIDE, None)),
        shown=1,
    )
    block = Block(
        "block", words, (words,), words, Picture("bars", words, words, bars(words)), table
    )
    section = Section("section", words, words, (block,), words)
    return Page(
        words, words, (section,), (words,), (KeyFigure(words, words, words),), (words,), PALETTE
    )


def bars(words: str):  # type: ignore[no-untyped-def]
    """Draws something with words in it."""

    def draw():  # type: ignore[no-untyped-def]
        from matplotlib.figure import Figure

        from trisim.games.trismegistus.report.colors import SYMBOLS
        from trisim.report.style import our_style, plain_text

        with our_style():
            figure = Figure(figsize=(3, 2))
            axes = figure.add_subplot()
            axes.bar([plain_text(words), "b"], [1, 2], color=[SYMBOLS["silver"], SYMBOLS["lead"]])
        return figure

    return draw
