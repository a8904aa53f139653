"""``trisim box show``: a box on the screen, as a whole, file by file and card by card.

Only this package and ``trisim.box.compare`` need rich; the command line imports them when they are
needed.
"""

from __future__ import annotations

from rich.console import Console, RenderableType

from trisim.box.box import Box
from trisim.box.show.difference import show_differences
from trisim.box.show.find import NothingToShow, Subject, SubjectKind, find
from trisim.box.show.pages import pages_of

__all__ = ["NothingToShow", "Subject", "SubjectKind", "find", "page", "show", "show_differences"]


def show(box: Box, what: str | None, console: Console) -> None:
    """Print a page about ``what``, by default the summary; may raise ``NothingToShow``."""
    console.print(page(box, find(box, what)))


def page(box: Box, subject: Subject) -> RenderableType:
    pages = pages_of(box.format)
    if subject.kind is SubjectKind.PAGE:
        return pages.pages[subject.key](box)
    if subject.kind is SubjectKind.CARD:
        return pages.card(box, box.by_id[subject.key])
    file = next(file for file in box.format.tables if subject.key in getattr(box, file))
    return pages.tables[file](box, subject.key)
