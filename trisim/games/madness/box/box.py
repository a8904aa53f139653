"""A box of this game: its files, and the typed box that they become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from trisim.box import box as any_game
from trisim.box.box import Conversion
from trisim.box.format import BoxFormat
from trisim.games.madness.box.cards import (
    CARD_FILES,
    Curse,
    ElementCard,
    Mage,
    Round,
    Sheet,
    Spell,
)
from trisim.games.madness.box.checks import CHECKS
from trisim.games.madness.box.limits import CARD_LIMITS
from trisim.games.madness.box.settings import About, Mode, Rules


@dataclass(frozen=True, kw_only=True)
class Box(any_game.Box):
    """Everything that is printed on cards, sheets and boards; cards in the order of their ids."""

    about: About
    elements: tuple[ElementCard, ...]
    mages: tuple[Mage, ...]
    spells: tuple[Spell, ...]
    curses: tuple[Curse, ...]
    sheets: tuple[Sheet, ...]
    rounds: tuple[Round, ...]
    modes: dict[str, Mode]
    rules: Rules


FORMAT = BoxFormat(
    game="madness",
    box=Box,
    reference=files("trisim.games.madness") / "box" / "reference",
    cards=CARD_FILES,
    tables={"modes": Mode},
    settings={"rules": Rules},
    about=About,
    groups={"spells": "level", "curses": "kind", "sheets": "side"},
    roles="mages",
    room=CARD_LIMITS,
    checks=CHECKS,
    counted=("elements", "mages", "spells", "curses", "sheets"),
    pages="trisim.games.madness.box.show.pages:PAGES",
)


def load_box(
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    *,
    conversion: Conversion | None = None,
) -> Box:
    """Load a box (by default the reference set) and apply variants to it.

    Raises ``BoxError`` with all faults. ``conversion`` is for copies in old runs.

    >>> load_box().by_id["ice"].name
    'Ice'
    """
    return any_game.load_box(FORMAT, box, variants, conversion=conversion)
