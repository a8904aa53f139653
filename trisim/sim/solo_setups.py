"""Setups of a solo run: a difficulty, options laid over it, and whether cards lie open.

The setups of a solo run are its scenarios: every deal is played once against each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from trisim.box.box import Box
from trisim.games.trismegistus.box.difficulty import (
    NORMAL,
    DifficultyError,
    Value,
    checked_value,
    option_word,
    options_of,
)
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.sim.errors import SettingsError

MOST_SETUPS = 100
"""A deal has a game against each of them, and parts hold whole deals."""


@dataclass(frozen=True, slots=True)
class SoloSetup:
    """What one plays against: a preset of the box, with options laid over it."""

    name: str
    difficulty: str = NORMAL
    options: tuple[tuple[str, Value], ...] = ()
    planning: bool = False
    """Whether two of its cards lie open."""

    def __post_init__(self) -> None:
        if not self.name:
            raise SettingsError("solo: a setup without a name; give it one")
        try:
            for name, value in self.options:
                checked_value(name, value)
        except DifficultyError as error:
            raise SettingsError(str(error)) from error

    def __str__(self) -> str:
        return setup_words(self.difficulty, self.options, self.planning)


def solo_setup(
    difficulty: str = NORMAL,
    options: Mapping[str, Value] | None = None,
    planning: bool = False,
    name: str = "",
) -> SoloSetup:
    """A setup with its options in the order in which they are declared, named by its words.

    >>> solo_setup("hard", {"setup_rolls": 1, "extra_gold": False}).name
    'hard with extra_gold=no, setup_rolls=1'
    """
    order = [field.name for field in fields(SoloOptions)]
    known = [(key, options[key]) for key in order if options and key in options]
    others = [(key, value) for key, value in (options or {}).items() if key not in order]
    laid = (*known, *others)
    return SoloSetup(name or setup_words(difficulty, laid, planning), difficulty, laid, planning)


def setup_words(difficulty: str, options: Iterable[tuple[str, Value]], planning: bool) -> str:
    """A setup as a person would say it.

    >>> setup_words("normal", [("bot_first", True)], True)
    'normal with bot_first, planning'
    """
    words = [option_word(*option) for option in options] + ["planning"] * planning
    return f"{difficulty} with {', '.join(words)}" if words else difficulty


def options_in_force(setups: Sequence[SoloSetup], box: Box) -> tuple[SoloOptions, ...]:
    """The options of each setup, with the presets of a box; none that contradict each other."""
    found = []
    for setup in setups:
        try:
            found.append(options_of(box, setup.difficulty, dict(setup.options)))
        except DifficultyError as error:
            where = f"setup {setup.name}: " if len(setups) > 1 else ""
            raise SettingsError(f"{where}{error}") from error
    return tuple(found)


def check_setups(setups: Sequence[SoloSetup]) -> None:
    """Not too many of them, and each has a name of its own."""
    if len(setups) > MOST_SETUPS:
        raise SettingsError(f"solo: {len(setups)} setups, and {MOST_SETUPS} are the most")
    names = [setup.name for setup in setups]
    for name in names:
        if names.count(name) > 1:
            raise SettingsError(f"solo: two setups are called '{name}'; rename one")
