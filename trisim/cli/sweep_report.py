"""What ``trisim sweep`` says after the games."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from trisim.cli.run_report import interval, plain_table, value_words
from trisim.cli.tournament_report import filled
from trisim.terminal import console
from trisim.texts import SPEAKS

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.campaigns.sweep import Sweep
    from trisim.stats.estimate import Estimate
    from trisim.stats.sweep import Line, SweepFindings, SweptMeasure

MOST_MEASURES = 2
"""Columns of the table; the page has all."""

LONGEST = 42
"""Letters of a value."""

MOST_TABLES = 4
MOST_ROWS = 30


def show_findings(sweep: Sweep, found: SweepFindings) -> None:
    """The answer, and a small table of the curves that it comes from."""
    from trisim.report.sweep_page import subtitle
    from trisim.report.sweep_words import answers

    out = console()
    out.print(f"{subtitle(found)}", style="bold", soft_wrap=True, markup=False, highlight=False)
    for words in answers(found):
        out.print(words, soft_wrap=True, markup=False, highlight=False)
    for line in found.lines[:MOST_TABLES]:
        show_line(out, found, line)
    if len(found.lines) > MOST_TABLES:
        out.print(f"… and {len(found.lines) - MOST_TABLES} more curves on the page", style="dim")
    out.print(notes(found), style="dim")
    where = sweep.path / "sweep.html"
    out.print(f"The page: {shlex.quote(str(where))}", soft_wrap=True, markup=False)


def show_line(out: Console, found: SweepFindings, line: Line) -> None:
    """The points of a line with the first measures."""
    from rich.markup import escape

    measures = found.shown[:MOST_MEASURES]
    setting = found.settings[line.setting]
    title = f"{setting.name}, {line.others}" if line.others else setting.name
    labels = [escape(each.label).replace(": ", ":\n") for each in measures]
    heads = [words for label in labels for words in (label, "95 %")]
    made = plain_table(escape(title), *heads, *(["fair"] if found.fair else []))
    rows = [row_of(found, line, place, measures) for place in line.points[:MOST_ROWS]]
    made.columns[0].no_wrap = True
    out.print(filled(made, rows))


def row_of(
    found: SweepFindings, line: Line, place: int, measures: tuple[SweptMeasure, ...]
) -> tuple[Any, ...]:
    from rich.markup import escape

    from trisim.report.style import short
    from trisim.report.sweep_page import row_head

    cells = [words for each in measures for words in cells_of(each.bands[place])]
    verdict = [verdict_at(found, line, place)] if found.fair else []
    return (escape(short(row_head(found, place, line), LONGEST)), *cells, *verdict)


def cells_of(estimate: Estimate) -> tuple[str, str]:
    if not estimate.clusters:
        return "–", ""
    return value_words(estimate), interval(estimate)


def verdict_at(found: SweepFindings, line: Line, place: int) -> str:
    """The verdict for the first target."""
    here = found.fair[0].lines[found.lines.index(line)]
    value = found.points[place].values[line.setting]
    return next(each.verdict for each in here.points if each.value == value)


def notes(found: SweepFindings) -> str:
    """What the figures are."""
    words = (
        "\nIntervals are 95 %, clustered by deal, and hold together for all points and measures."
    )
    if found.fair:
        words += " Fair: the test of the target does not reject the value (5 %, each for itself)."
    return f"{words} {SPEAKS}"
