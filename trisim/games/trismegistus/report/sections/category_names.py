"""Scoring categories and their parts by name, for all blocks about them."""

from __future__ import annotations

from trisim.report.sections.words import sorted_by_value
from trisim.stats.analyses.category_figures import Categories, CategoryFigures

NAMES = {
    "experiments": "Experiments",
    "publications": "Publications",
    "stone": "Philosopher's stone",
    "mastery": "Mastery",
    "way": "On the way",
    "leftovers": "Leftovers",
    "achievements": "Achievements",
    "botmegistus": "Its artifacts and cards",
    "other": "Other",
}
PARTS = {
    "experiments": "experiments",
    "masterpiece": "masterpieces",
    "publications": "publications",
    "stone": "formulas in the vault",
    "gold": "gold left",
    "ethereal": "ethereal dice left",
    "mastery": "levels of mastery",
    "achievements": "achievements",
    "bonuses": "immediate points",
    "abilities": "abilities of artifacts",
    "formulas": "formula tiles",
    "vault": "lines of the vault",
    "track_top": "moves at the top of a track",
    "artifacts": "elementals on its artifacts",
    "bot": "its cards and tokens",
}
MEANING = "experiments with masterpiece; mastery with moves at the top of a track; on the way: "
MEANING += "immediate points, abilities, formulas and vault; leftovers: gold and ethereal dice"


def name_of(category: str) -> str:
    """A category as shown."""
    return NAMES.get(category, category)


def part_name(part: str) -> str:
    """A part as shown."""
    bare = part.removeprefix("vp_")
    return PARTS.get(bare, bare.replace("_", " "))


def in_text(category: str) -> str:
    """A category within a sentence."""
    name = name_of(category)
    return f"{name[:1].lower()}{name[1:]}"


def by_share(found: Categories) -> list[CategoryFigures]:
    """Categories, the largest first."""
    return sorted_by_value(found.categories, lambda each: each.share.value)
