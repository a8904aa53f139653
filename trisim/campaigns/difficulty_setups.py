"""The setups of a study of difficulty: the baseline, each option alone, presets, combinations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from trisim.box.box import Box
from trisim.box.faults import did_you_mean
from trisim.games.trismegistus.box.difficulty import (
    EASIER,
    HARDER_BOT,
    NORMAL,
    DifficultyError,
    Option,
    Value,
    every_option,
    option_word,
    options_of,
    read_option,
    read_options,
)
from trisim.games.trismegistus.box.settings import CONTRADICTIONS, SoloOptions
from trisim.sim.errors import SettingsError
from trisim.sim.solo_setups import SoloSetup, solo_setup

if TYPE_CHECKING:
    from trisim.stats.difficulty import Setup

BASELINE, OPTION, PLANNING, PRESET, COMBINATION = (
    "baseline", "option", "planning", "preset", "combination"
)  # fmt: skip
"""What a setup is in a study."""

HARDER, LESS_HARD = "harder", "easier"
"""What a setup is meant to be."""

ALL, OPTIONS, PRESETS = "all", "options", "presets"
CHOICES = {OPTIONS: OPTION, PLANNING: PLANNING, PRESETS: PRESET}
"""Words that stand for all setups of a kind."""

ROLLS = (0, 4)
"""Numbers of setup rolls that are tried if nothing is said."""


@dataclass(frozen=True, slots=True)
class StudySetup:
    """A setup, and what it is in a study; ``parts`` are the setups that it is put together of."""

    solo: SoloSetup
    kind: str
    group: str = ""
    meant: str = ""
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As tables call it."""
        return self.solo.name

    def for_stats(self) -> Setup:
        """What statistics need to know of it."""
        from trisim.stats.difficulty import Setup

        return Setup(self.name, self.kind, self.group, self.meant, self.parts)


# ---------------------------------------------------------------- what a user asks for


def study_setups(
    box: Box,
    only: Sequence[str] = (),
    rolls: Sequence[int] = ROLLS,
    combinations: Sequence[str] = (),
) -> tuple[StudySetup, ...]:
    """The baseline, what is asked for of options, planning and presets, and the combinations.

    Raises ``SettingsError`` with a line for what there isn't, or can't be put together.
    """
    baseline = StudySetup(SoloSetup(NORMAL), BASELINE)
    known = {setup.name: setup for setup in (baseline, *singles(box, rolls), *presets(box))}
    chosen = [setup for word in only or (ALL,) for setup in named(word, known, box)]
    together = [combination(box, text) for text in combinations]
    parts = [single_named(part, box) for setup in together for part in setup.parts]
    return in_order([baseline, *chosen, *parts, *together])


def in_order(setups: Iterable[StudySetup]) -> tuple[StudySetup, ...]:
    """Each once: the baseline, options, planning, presets, combinations."""
    kinds = (BASELINE, OPTION, PLANNING, PRESET, COMBINATION)
    once = {setup.name: setup for setup in setups}
    return tuple(sorted(once.values(), key=lambda setup: kinds.index(setup.kind)))


def presets_of(box: Box, setups: Sequence[StudySetup], only: Sequence[str] = ()) -> tuple[str, ...]:
    """The presets that are studied; the baseline is one of them. Nothing if it is the only one.

    In the order of the box, or as the user names them if each is named, the baseline included:
    so a preset that a variant adds, which is the last of the box, can be put where it belongs.
    """
    difficulty = {setup.solo.difficulty: setup.name for setup in setups if setup.kind == PRESET}
    if not difficulty:
        return ()
    difficulty[NORMAL] = setups[0].name
    if set(difficulty.values()) <= set(only):
        return tuple(dict.fromkeys(name for name in only if name in difficulty.values()))
    return tuple(difficulty[name] for name in box.solo.difficulty if name in difficulty)


def named(word: str, known: Mapping[str, StudySetup], box: Box) -> list[StudySetup]:
    """The setups that a word stands for: all, all of a kind, or one."""
    if word in (ALL, *CHOICES):
        return [setup for setup in known.values() if word == ALL or setup.kind == CHOICES[word]]
    if word in known:
        return [known[word]]
    if "=" in word:
        return [single_named(word, box)]
    words = [ALL, *CHOICES, *known]
    hint = did_you_mean(word, words, "trisim difficulty list shows options and presets")
    raise SettingsError(f"only {word}: there is no such option or preset; {hint}")


# ---------------------------------------------------------------- one by one


def singles(box: Box, rolls: Sequence[int]) -> Iterator[StudySetup]:
    """Each option changed alone, and the planning variant."""
    usual = options_of(box)
    for option in every_option():
        if option.is_switch:
            yield single(option, not getattr(usual, option.name), usual)
        else:
            for value in dict.fromkeys(rolls):
                if value != getattr(usual, option.name):
                    yield single(option, value, usual)
    yield planning()


def planning() -> StudySetup:
    """The planning variant; whom it helps, nobody says."""
    return StudySetup(solo_setup(planning=True, name=PLANNING), PLANNING, PLANNING)


def single(option: Option, value: Value, usual: SoloOptions) -> StudySetup:
    """One option changed; what contradicts it is switched off."""
    off = {
        other: False
        for pair in CONTRADICTIONS
        if value is True and option.name in pair
        for other in pair
        if other != option.name and getattr(usual, other)
    }
    name = option_word(option.name, value)
    group, meant = meaning(option, value, getattr(usual, option.name))
    return StudySetup(checked_setup(name, {option.name: value, **off}), OPTION, group, meant)


def meaning(option: Option, value: Value, usual: Value) -> tuple[str, str]:
    """The group of an option that is changed, and what that is meant to be.

    Switching off what is on is meant to do the opposite.
    """
    easier = (option.group == EASIER) != (value < usual)
    group = EASIER if easier else HARDER_BOT if option.group == EASIER else option.group
    return group, LESS_HARD if easier else HARDER


def single_named(word: str, box: Box) -> StudySetup:
    """The setup of one option as it is typed, such as ``setup_rolls=6``, or of planning."""
    if word == PLANNING:
        return planning()
    try:
        name, value = read_option(word)
    except DifficultyError as error:
        raise SettingsError(str(error)) from error
    usual = options_of(box)
    if getattr(usual, name) == value:
        raise SettingsError(f"{word}: this is so in '{NORMAL}' already; give it another value")
    option = next(each for each in every_option() if each.name == name)
    return single(option, value, usual)


def checked_setup(name: str, changes: Mapping[str, Value]) -> SoloSetup:
    """A setup by its changes of the baseline."""
    try:
        return solo_setup(NORMAL, changes, name=name)
    except DifficultyError as error:
        raise SettingsError(str(error)) from error


def presets(box: Box) -> Iterator[StudySetup]:
    """Each preset of the box but the baseline; one that is called like an option says so."""
    options = {field.name for field in fields(SoloOptions)} | {PLANNING, ALL, *CHOICES}
    for name in box.solo.difficulty:
        if name != NORMAL:
            called = f"preset {name}" if name in options else name
            yield StudySetup(SoloSetup(called, name), PRESET)


def combination(box: Box, text: str) -> StudySetup:
    """Several options at once: ``extra_gold+tracks_at_one``."""
    words = [word.strip().replace("-", "_") for word in text.split("+")]
    if len(words) < 2 or not all(words):
        raise SettingsError(
            f"combination {text}: options with + between them are expected, such as "
            "extra_gold+tracks_at_one"
        )
    try:
        changes = read_options(word for word in words if word != PLANNING)
        options_of(box, NORMAL, changes)
    except DifficultyError as error:
        raise SettingsError(f"combination {text}: {error}") from error
    parts = [single_named(option_word(*change), box) for change in changes.items()]
    parts += [planning()] * (PLANNING in words)
    if len(parts) < len(words):
        raise SettingsError(f"combination {text}: {PLANNING} is given twice; give it once")
    laid = solo_setup(NORMAL, changes, PLANNING in words)
    order = [option_word(*option) for option in laid.options] + [PLANNING] * laid.planning
    name = "+".join(order)
    solo = SoloSetup(name, laid.difficulty, laid.options, laid.planning)
    return StudySetup(solo, COMBINATION, *meaning_of_parts(parts), tuple(order))


def meaning_of_parts(parts: Sequence[StudySetup]) -> tuple[str, str]:
    """What a combination is meant to be: what all its parts are."""
    groups, meant = {part.group for part in parts}, {part.meant for part in parts}
    group = groups.pop() if len(groups) == 1 else ""
    return group, meant.pop() if len(meant) == 1 else ""
