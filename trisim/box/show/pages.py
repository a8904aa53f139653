"""The pages that are not about one thing, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.console import RenderableType

from trisim.box.box import Box
from trisim.box.show.find import PAGE_NAMES, SUMMARY
from trisim.games.trismegistus.box.show.alchemist import alchemists_page
from trisim.games.trismegistus.box.show.decks import (
    achievements_page,
    artifacts_page,
    experiments_page,
    formulas_page,
    publications_page,
)
from trisim.games.trismegistus.box.show.difficulty import difficulty_page
from trisim.games.trismegistus.box.show.settings import (
    board_page,
    bonus_tokens_page,
    intro_page,
    rules_page,
    solo_page,
)
from trisim.games.trismegistus.box.show.summary import summary_page
from trisim.games.trismegistus.box.words import Level

Page = Callable[[Box], RenderableType]

PAGES: dict[str, Page] = {
    SUMMARY: summary_page,
    "experiments": experiments_page,
    "starting": partial(experiments_page, levels=(Level.STARTING,)),
    "level 1": partial(experiments_page, levels=(Level.ONE,)),
    "level 2": partial(experiments_page, levels=(Level.TWO,)),
    "level 3": partial(experiments_page, levels=(Level.THREE,)),
    "masterpieces": partial(experiments_page, levels=(Level.MASTERPIECE,)),
    "artifacts": artifacts_page,
    "artifacts starting": partial(artifacts_page, levels=(Level.STARTING,)),
    "artifacts 1": partial(artifacts_page, levels=(Level.ONE,)),
    "artifacts 2": partial(artifacts_page, levels=(Level.TWO,)),
    "artifacts 3": partial(artifacts_page, levels=(Level.THREE,)),
    "publications": publications_page,
    "achievements": achievements_page,
    "formulas": formulas_page,
    "alchemists": alchemists_page,
    "board": board_page,
    "bonus tokens": bonus_tokens_page,
    "rules": rules_page,
    "intro": intro_page,
    "solo": solo_page,
    "difficulty": difficulty_page,
}

assert PAGES.keys() == PAGE_NAMES.keys(), "a page without a name, or a name without a page"
