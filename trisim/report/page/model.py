"""The model of a report: sections of blocks, each with words, a picture, a table, transcripts.

All words are plain text: writers escape them, so that a card may have any name. Neither this module
nor those that build the model compute figures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from trisim.report.style import NO_PALETTE, Palette
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Standing(Enum):
    """The verdict on a target; shown by word and sign, not by colour alone."""

    WITHIN = "within"
    OUTSIDE = "outside"
    UNDECIDED = "undecided"
    ABOVE = "above"
    BELOW = "below"
    """Outside, and on which side: where runs are compared."""

    UP = "up"
    DOWN = "down"
    SAME = "same"
    IDENTICAL = "identical"
    """How a figure changed from one version to another; ``UNDECIDED`` stands for this, too."""


Cell: TypeAlias = str | int | float | Estimate | Standing | None


class Kind(Enum):
    """How the cells of a column are formatted and sorted."""

    TEXT = "text"
    COUNT = "count"
    """A whole number."""

    NUMBER = "number"
    """One with a decimal."""

    P_VALUE = "p-value"
    """A p or q value: one that is too small to be shown is called small, never 0."""

    PERCENT = "percent"
    """A share from 0 to 1 without an interval, such as an exact chance."""

    ESTIMATE = "estimate"
    """With its interval; in CSV four columns: value, low, high, n."""

    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: ``key`` in CSV, ``title`` on the page, ``meaning`` as a tooltip."""

    key: str
    title: str
    kind: Kind = Kind.TEXT
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``name`` is its CSV file. Of a long one the first ``shown`` rows are visible."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    shown: int = 12


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure, drawn when it is needed; ``alt`` describes it in words."""

    name: str
    title: str
    alt: str
    draw: Callable[[], Figure]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Preformatted lines under a title, with a few lines at the end that stand out."""

    title: str
    lines: tuple[str, ...]
    ending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Preformatted texts side by side; on a narrow page one below the other."""

    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One statement of a section: sentences, a picture, a table, transcripts.

    ``basis`` is its basis: the numbers of rows and deals, and the meaning of the intervals.
    """

    key: str
    title: str
    words: tuple[str, ...]
    basis: str
    picture: Picture | None = None
    table: Table | None = None
    transcripts: Transcripts | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the page; ``problem`` says what is missing."""

    key: str
    title: str
    question: str
    """What a designer asks here."""

    blocks: tuple[Block, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A large number at the top of a page, with its meaning below."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: tuple[str, ...]
    key_figures: tuple[KeyFigure, ...] = ()
    warnings: tuple[str, ...] = ()
    """What a reader must know before anything else, such as that games are missing."""

    palette: Palette = NO_PALETTE
    """Colours of the game that pictures use."""

    kind: str = "balance report"
    answer: str = ""
    """The main result, in a sentence or two."""

    counted: tuple[Standing, ...] = (Standing.WITHIN, Standing.OUTSIDE, Standing.UNDECIDED)
    """Verdicts that are counted at the top."""

    @property
    def standings(self) -> tuple[tuple[Standing, int], ...]:
        """The count of each verdict in the first table with verdicts."""
        judging = self.judging
        table = judged_table(judging) if judging else None
        cells = [cell for row in table.rows for cell in row] if table else []
        return tuple((each, cells.count(each)) for each in self.counted) if cells else ()

    @property
    def judging(self) -> Section | None:
        """The first section with verdicts."""
        return next((each for each in self.sections if judged_table(each)), None)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(block for section in self.sections for block in section.blocks)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, in the order of the page."""
        return tuple(block.table for block in self.blocks if block.table is not None)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures, in the order of the page."""
        return tuple(block.picture for block in self.blocks if block.picture is not None)


def judged_table(section: Section) -> Table | None:
    """The first table of a section with verdicts."""
    tables = [block.table for block in section.blocks if block.table is not None]
    judged = (each for each in tables if any(col.kind is Kind.STANDING for col in each.columns))
    return next(judged, None)
