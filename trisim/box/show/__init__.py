"""``trisim box show``: a box on the screen, as a whole, by deck, by alchemist and card by card.

The only part of ``trisim.box`` that needs rich; the command line imports it when it is asked for.
"""

from __future__ import annotations

from typing import assert_never

from rich.console import Console, RenderableType

from trisim.box.box import Box
from trisim.box.show.difference import show_differences
from trisim.box.show.find import NothingToShow, Subject, SubjectKind, find

__all__ = ["NothingToShow", "Subject", "SubjectKind", "find", "page", "show", "show_differences"]


def show(box: Box, what: str | None, console: Console) -> None:
    """Print a page about ``what``, the summary if nothing is named; may raise ``NothingToShow``."""
    console.print(page(box, find(box, what)))


def page(box: Box, subject: Subject) -> RenderableType:
    """The page about one subject of a box."""
    from trisim.box.show.pages import PAGES  # here, as the pages need modules of this package
    from trisim.games.trismegistus.box.show.alchemist import alchemist_page
    from trisim.games.trismegistus.box.show.cards import card_page

    match subject.kind:
        case SubjectKind.PAGE:
            return PAGES[subject.key](box)
        case SubjectKind.ALCHEMIST:
            return alchemist_page(box, subject.key)
        case SubjectKind.CARD:
            return card_page(box, box.by_id[subject.key])
        case _ as unknown:
            assert_never(unknown)
