"""What a game adds to the audit of its runs; checks of base tables come with every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING

from trisim.sim.audit import files, keys, ledger, scores, seating
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.facts import Facts
from trisim.sim.audit.registry import BASE, Check, Checks

if TYPE_CHECKING:
    from trisim.plugin import GamePlugin

FIRST = {
    files: "every file is present, complete, and as declared",
    keys: "no row is missing, none is there twice",
    seating: "deals, scenarios, rotations and seeds; who sat where",
    scores: "scores, ranks and wins",
}
LAST = {ledger: "every balance runs; what is left is what players hold and score"}
"""The modules with checks of every game, in words; chapters of a game stand between them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class AuditKit:
    """What a game adds to the audit of its runs."""

    checks: Checks = field(default_factory=Checks)
    """Checks of its own tables and columns; the chapter of each is the name of its module."""

    chapters: Mapping[str, str] = field(default_factory=dict)
    """What its chapters are about, in order; chapters of every game too, in its own words if there
    are any."""

    says: Mapping[str, str] = field(default_factory=dict)
    """What checks of every game ask for, in the game's own words."""

    facts: type[Facts] = Facts
    evidence: type[Evidence] = Evidence
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns that lead a reader to a row of a table, if not its key and seat."""

    items: Mapping[str, str] = field(default_factory=dict)
    """Items of the ledger, and the columns of ``players`` that they come to."""


def chapter_words(game: GamePlugin) -> dict[str, str]:
    """The chapters of a game's checks, in the order in which they are made, and what they say."""
    used = {check.chapter for check in checks_of(game)}
    return {name: words for name, words in all_chapters(game.audit).items() if name in used}


def all_chapters(kit: AuditKit) -> dict[str, str]:
    """The chapters of every game, and between them those of the game."""
    first, last = (
        {name_of(module): words for module, words in chapters.items()} for chapters in (FIRST, LAST)
    )
    own = {name: "" for name in kit.chapters if name not in (*first, *last)}
    said = {name: words for name, words in kit.chapters.items() if words}
    return {**first, **own, **last, **said}


def name_of(module: ModuleType) -> str:
    """The chapter that a module is."""
    return module.__name__.rpartition(".")[2]


def checks_of(game: GamePlugin) -> list[Check]:
    """Every check of parts of a game's runs, in the order in which they are made."""
    order = list(all_chapters(game.audit))
    found = [*base_checks(game), *game.audit.checks.by_name.values()]
    return sorted(found, key=lambda check: order.index(check.chapter))


def base_checks(game: GamePlugin) -> Iterator[Check]:
    """The checks that come with every game, as far as it has what they are about."""
    for check in BASE.by_name.values():
        named = check.named(game.info.role)
        if named is not None and named.fits(game.record):
            yield replace(named, says=game.audit.says.get(named.name, named.says))
