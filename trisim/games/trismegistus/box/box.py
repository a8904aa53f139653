"""A box of this game: its files, and the typed box that they become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from trisim.box import box as any_game
from trisim.box.box import Conversion
from trisim.box.format import BoxFormat
from trisim.games.trismegistus.box.cards import (
    CARD_FILES,
    Achievement,
    Artifact,
    Experiment,
    Formula,
    Publication,
    SoloCard,
)
from trisim.games.trismegistus.box.checks import CHECKS
from trisim.games.trismegistus.box.limits import CARD_LIMITS
from trisim.games.trismegistus.box.settings import (
    About,
    Alchemist,
    Board,
    Intro,
    Rules,
    Solo,
)


@dataclass(frozen=True, kw_only=True)
class Box(any_game.Box):
    """Everything that is printed on cards, tiles and boards; cards in the order of their ids."""

    about: About
    experiments: tuple[Experiment, ...]
    artifacts: tuple[Artifact, ...]
    publications: tuple[Publication, ...]
    achievements: tuple[Achievement, ...]
    formulas: tuple[Formula, ...]
    solo_cards: tuple[SoloCard, ...]
    alchemists: dict[str, Alchemist]
    board: Board
    rules: Rules
    intro: Intro
    solo: Solo

    def formulas_of(self, alchemist: str) -> tuple[Formula, ...]:
        """The formulas of an alchemist."""
        return tuple(formula for formula in self.formulas if formula.alchemist == alchemist)


FORMAT = BoxFormat(
    game="trismegistus",
    box=Box,
    reference=files("trisim.games.trismegistus") / "box" / "reference",
    cards=CARD_FILES,
    tables={"alchemists": Alchemist},
    settings={"board": Board, "rules": Rules, "intro": Intro, "solo": Solo},
    about=About,
    groups={"experiments": "level", "artifacts": "level", "solo_cards": "kind"},
    roles="alchemists",
    room=CARD_LIMITS,
    checks=CHECKS,
    counted=(*(kind for kind in CARD_FILES if kind != "solo_cards"), "alchemists"),
    pages="trisim.games.trismegistus.box.show.pages:PAGES",
)


def load_box(
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    *,
    conversion: Conversion | None = None,
) -> Box:
    """Load a box (by default the reference set) and apply variants to it.

    Raises ``BoxError`` with all faults. ``conversion`` is for copies in old runs.

    >>> load_box().by_id["iron-feather"].name
    'Iron Feather'
    """
    return any_game.load_box(FORMAT, box, variants, conversion=conversion)
