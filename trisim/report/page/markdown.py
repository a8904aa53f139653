"""A page as Markdown, for wikis and repositories; its pictures are files beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

from trisim.report.page.cells import SIGNS, shown_cell
from trisim.report.page.model import (
    Block,
    Cell,
    KeyFigure,
    Kind,
    Page,
    Picture,
    Section,
    Table,
    Text,
)

MARKS = re.compile(r"([\\`*_\[\]|$~])")
FIRST = re.compile(r"^(?=#|[+-](?:[\s+-]|$))|^(\d+)(?=[.)](?:\s|$))")
"""Where a line would begin a heading, a rule or a list; a number, such as -1.5, does not."""

TICKS = re.compile("`+")
RIGHT = frozenset({Kind.COUNT, Kind.NUMBER, Kind.P_VALUE, Kind.PERCENT, Kind.ESTIMATE})


def markdown_of(page: Page, place: Callable[[Picture], str]) -> str:
    """The whole page; ``place`` gives the path of a picture relative to the page."""
    lines = [f"# {text(page.title)}", text(page.subtitle)]
    lines += [text(page.answer)] if page.answer else []
    lines += [f"> **{text(words)}**" for words in page.warnings]
    if page.key_figures:
        keys = (f"- {text(key.label)}: **{text(value_of(key))}**" for key in page.key_figures)
        lines.append("\n".join(keys))
    if page.standings:
        counts = (f"{count} {SIGNS[each]} {each.value}" for each, count in page.standings)
        lines.append(f"Verdicts: {', '.join(counts)}.")
    for section in page.sections:
        lines += section_lines(section, place)
    lines.append("---")
    lines += [text(words) for words in page.footer]
    return "\n\n".join(lines) + "\n"


def value_of(key: KeyFigure) -> str:
    return f"{key.value} ({key.note})" if key.note else key.value


def section_lines(section: Section, place: Callable[[Picture], str]) -> Iterator[str]:
    yield f"## {text(section.title)}"
    yield f"*{text(section.question)}*"
    if section.problem:
        yield f"> {text(section.problem)}"
    for block in section.blocks:
        yield from block_lines(block, place)


def block_lines(block: Block, place: Callable[[Picture], str]) -> Iterator[str]:
    """A block: words, picture, table, transcripts, basis."""
    yield f"### {text(block.title)}"
    yield from (text(words) for words in block.words)
    if block.picture:
        yield f"![{text(block.picture.alt)}]({quote(place(block.picture))})"
    if block.table:
        yield table_lines(block.table)
    for each in block.transcripts.texts if block.transcripts else ():
        yield from text_lines(each)
    if block.basis:
        yield f"*{text(block.basis)}*"


def text_lines(shown: Text) -> Iterator[str]:
    """Preformatted lines in a fence that is longer than any in them."""
    lines = [line.replace("\n", " ") for line in (*shown.lines, *shown.ending)]
    longest = max((len(run) for line in lines for run in TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"**{text(shown.title)}**"
    yield "\n".join([f"{fence}text", *lines, fence])


def table_lines(table: Table) -> str:
    """A table between pipes."""
    heads = (text(column.title) for column in table.columns)
    rules = ("---:" if column.kind in RIGHT else "---" for column in table.columns)
    kinds = [column.kind for column in table.columns]
    rows = (
        row_line(cell_text(cell, kind) for cell, kind in zip(row, kinds, strict=True))
        for row in table.rows
    )
    return "\n".join([f"**{text(table.caption)}**\n", row_line(heads), row_line(rules), *rows])


def row_line(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cell_text(cell: Cell, kind: Kind) -> str:
    """A cell with its interval in brackets."""
    shown = shown_cell(cell, kind)
    return text(f"{shown.text} [{shown.interval}]" if shown.interval else shown.text)


def text(words: str) -> str:
    r"""Escaped words on one line: no character is taken for markup.

    >>> print(text("a | b_c <script> $x$"), text("1. - [a](b)"), text("1.5"), text("-1.5"))
    a \| b\_c &lt;script&gt; \$x\$ 1\. - \[a\](b) 1.5 -1.5
    """
    plain = " ".join(words.split()).replace("&", "&amp;").replace("://", "&#58;//")
    marked = FIRST.sub(r"\1\\", MARKS.sub(r"\\\1", plain))
    return marked.replace("<", "&lt;").replace(">", "&gt;")
