"""The effects of a box, and what is said about a damaged one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from trisim.box.faults import BoxError, Fault
from trisim.games.madness.box.box import FORMAT, Box, load_box
from trisim.games.madness.box.terms import Effect

TESTS = Path(__file__).parents[2]
TESTBOX = TESTS / "madness" / "testbox"
REFERENCE = TESTS.parent / "trisim" / "games" / "madness" / "box" / "reference"
BOX_FILES = FORMAT.file_names


def effects_of(box: Box) -> Iterator[tuple[str, Effect]]:
    """Every effect of a box, with the id of its card."""
    yield from ((spell.id, spell.effect) for spell in box.spells)
    yield from ((curse.id, curse.effect) for curse in box.curses)
    for mage in box.mages:
        yield mage.id, mage.ability.effect
    for sheet in box.sheets:
        for effect in (sheet.bonus, sheet.failure, sheet.appearance):
            yield sheet.id, effect


def faults_of(folder: Path, variants: Sequence[Path] = ()) -> tuple[Fault, ...]:
    """Everything that is wrong with a box."""
    try:
        load_box(folder, variants)
    except BoxError as error:
        return error.faults
    return ()
