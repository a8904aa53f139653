"""The pages of a box of this game, and their names."""

from __future__ import annotations

from functools import partial

from trisim.box.show.pages import SUMMARY, Page, Pages
from trisim.games.trismegistus.box.nouns import kind_words
from trisim.games.trismegistus.box.show.alchemist import alchemist_page, alchemists_page
from trisim.games.trismegistus.box.show.cards import card_page
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

PAGE_NAMES: dict[str, tuple[str, ...]] = {
    SUMMARY: ("box",),
    "experiments": (),
    "starting": ("starting experiments", "experiments starting"),
    "level 1": ("1", "experiments 1", "level 1 experiments"),
    "level 2": ("2", "experiments 2", "level 2 experiments"),
    "level 3": ("3", "experiments 3", "level 3 experiments"),
    "masterpieces": ("masterpiece", "experiments masterpiece"),
    "artifacts": (),
    "artifacts starting": ("starting artifacts",),
    "artifacts 1": ("artifacts level 1", "level 1 artifacts"),
    "artifacts 2": ("artifacts level 2", "level 2 artifacts"),
    "artifacts 3": ("artifacts level 3", "level 3 artifacts"),
    "publications": (),
    "achievements": (),
    "formulas": (),
    "alchemists": ("vaults", "laboratories"),
    "board": (),
    "bonus tokens": ("tokens", "bonus"),
    "rules": ("numbers", "rulings"),
    "intro": ("introductory setup",),
    "solo": ("solo cards", "botmegistus", "bot"),
    "difficulty": ("presets", "difficulties"),
}
"""Every page that is not about one thing, and what else it may be called."""

BY_NAME: dict[str, Page] = {
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

assert BY_NAME.keys() == PAGE_NAMES.keys(), "a page without a name, or a name without a page"

PAGES = Pages(
    pages=BY_NAME,
    names=PAGE_NAMES,
    tables={"alchemists": alchemist_page},
    card=card_page,
    card_words=kind_words,
)
