"""The pages of a box of this game, and their names."""

from __future__ import annotations

from functools import partial

from rich.console import Group, RenderableType

from trisim.box.show.pages import SUMMARY, Page, Pages
from trisim.box.show.settings import settings_parts
from trisim.box.show.style import title
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.show.cards import card_page, card_words
from trisim.games.madness.box.show.decks import (
    basic_page,
    curses_page,
    element_page,
    elements_page,
    level_page,
    mages_page,
    rounds_page,
    sheets_page,
    spells_page,
)
from trisim.games.madness.box.show.summary import summary_page
from trisim.games.madness.box.words import CurseKind, Element


def rules_page(box: Box) -> RenderableType:
    head = title("Rules", "Numbers of the game, and rulings on what the rulebook leaves open.")
    return Group(head, *settings_parts(box.rules))


PAGE_NAMES: dict[str, tuple[str, ...]] = {
    SUMMARY: ("box",),
    "elements": ("element cards",),
    "mages": (),
    "spells": ("library",),
    "basic": ("basic spells", "spells basic"),
    "level 1": ("1", "spells 1", "level 1 spells"),
    "level 2": ("2", "spells 2", "level 2 spells"),
    "level 3": ("3", "spells 3", "level 3 spells"),
    "curses": (),
    "sheets": ("pages", "monsters", "grimoire", "covers"),
    "rounds": ("round table", "difficulties", "difficulty"),
    "rules": ("numbers", "rulings"),
    **{element.word: () for element in Element},
    **{f"{kind.word} curses": (f"curses {kind.word}",) for kind in CurseKind},
}
"""Every page that is not about one thing, and what else it may be called."""

BY_NAME: dict[str, Page] = {
    SUMMARY: summary_page,
    "elements": elements_page,
    "mages": mages_page,
    "spells": spells_page,
    "basic": basic_page,
    "level 1": partial(level_page, level=1),
    "level 2": partial(level_page, level=2),
    "level 3": partial(level_page, level=3),
    "curses": curses_page,
    "sheets": sheets_page,
    "rounds": rounds_page,
    "rules": rules_page,
    **{element.word: partial(element_page, element=element) for element in Element},
    **{f"{kind.word} curses": partial(curses_page, kind=kind) for kind in CurseKind},
}

assert BY_NAME.keys() == PAGE_NAMES.keys(), "a page without a name, or a name without a page"

PAGES = Pages(pages=BY_NAME, names=PAGE_NAMES, card=card_page, card_words=card_words)
