"""What a study of difficulty compares: the usual one, each option alone, presets, combinations."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from trisim.box.faults import did_you_mean, shown
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.difficulty import (
    EASIER,
    HARDER_BOT,
    DifficultyError,
    Option,
    changed_options,
    every_option,
    in_declared_order,
    option_word,
    options_of,
    read_option,
    read_options,
)
from trisim.games.trismegistus.box.settings import CONTRADICTIONS, SoloOptions
from trisim.games.trismegistus.game import NORMAL, ROLLS, Options, Value
from trisim.sim.errors import SettingsError
from trisim.sim.options import StudyScenario
from trisim.sim.request import words_of

BASELINE, OPTION, PLANNING, PRESET, COMBINATION = (
    "baseline", "option", "planning", "preset", "combination"
)  # fmt: skip
"""What a setup is in a study."""

HARDER, LESS_HARD = "harder", "easier"
"""What a setup is meant to be."""

ALL, OPTIONS, PRESETS = "all", "options", "presets"
CHOICES = {OPTIONS: OPTION, PLANNING: PLANNING, PRESETS: PRESET}
"""Words that stand for all setups of a kind."""

MOST_ROLLS = 12

SOLO = Options(solo=True)
"""The usual solo game."""


# ---------------------------------------------------------------- what a user asks for


def study_scenarios(
    box: Box,
    only: Sequence[str] = (),
    rolls: Sequence[int] = ROLLS,
    combinations: Sequence[str] = (),
) -> tuple[StudyScenario, ...]:
    """The baseline, what is asked for of options, planning and presets, and the combinations.

    Raises ``SettingsError`` with a line for what there isn't, or can't be put together.
    """
    baseline = StudyScenario(NORMAL, SOLO, BASELINE)
    known = {setup.name: setup for setup in (baseline, *singles(box, rolls), *presets(box))}
    chosen = [setup for word in only or (ALL,) for setup in named(word, known, box)]
    together = [combination(box, text) for text in combinations]
    parts = [single_named(part, box) for setup in together for part in setup.parts]
    return in_order([baseline, *chosen, *parts, *together])


def in_order(setups: Iterable[StudyScenario]) -> tuple[StudyScenario, ...]:
    """Each once: the baseline, options, planning, presets, combinations."""
    kinds = (BASELINE, OPTION, PLANNING, PRESET, COMBINATION)
    once = {setup.name: setup for setup in setups}
    return tuple(sorted(once.values(), key=lambda setup: kinds.index(setup.kind)))


def presets_of(
    box: Box, setups: Sequence[StudyScenario], only: Sequence[str] = ()
) -> tuple[str, ...]:
    """The presets that are studied; the baseline is one of them. Nothing if it is the only one.

    In the order of the box, or as the user names them if each is named, the baseline included:
    so a preset that a variant adds, which is the last of the box, can be put where it belongs.
    """
    difficulty = {setup.options.difficulty: setup.name for setup in setups if setup.kind == PRESET}
    if not difficulty:
        return ()
    difficulty[NORMAL] = setups[0].name
    if set(difficulty.values()) <= set(only):
        return tuple(dict.fromkeys(name for name in only if name in difficulty.values()))
    return tuple(difficulty[name] for name in box.solo.difficulty if name in difficulty)


def named(word: str, known: Mapping[str, StudyScenario], box: Box) -> list[StudyScenario]:
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


def singles(box: Box, rolls: Sequence[int]) -> Iterator[StudyScenario]:
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


def planning() -> StudyScenario:
    """The planning variant; whom it helps, nobody says."""
    return StudyScenario(PLANNING, replace(SOLO, planning=True), PLANNING, PLANNING)


def single(option: Option, value: Value, usual: SoloOptions) -> StudyScenario:
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
    changed = checked_options({option.name: value, **off})
    return StudyScenario(name, changed, OPTION, group, meant)


def meaning(option: Option, value: Value, usual: Value) -> tuple[str, str]:
    """The group of an option that is changed, and what that is meant to be.

    Switching off what is on is meant to do the opposite.
    """
    easier = (option.group == EASIER) != (value < usual)
    group = EASIER if easier else HARDER_BOT if option.group == EASIER else option.group
    return group, LESS_HARD if easier else HARDER


def single_named(word: str, box: Box) -> StudyScenario:
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


def checked_options(changes: Mapping[str, Value], planning: bool = False) -> Options:
    """The options of a solo game by its changes of the baseline."""
    return replace(SOLO, options=in_declared_order(changes), planning=planning)


def presets(box: Box) -> Iterator[StudyScenario]:
    """Each preset of the box but the baseline; one that is called like an option says so."""
    options = {field.name for field in fields(SoloOptions)} | {PLANNING, ALL, *CHOICES}
    for name in box.solo.difficulty:
        if name != NORMAL:
            called = f"preset {name}" if name in options else name
            yield StudyScenario(called, replace(SOLO, difficulty=name), PRESET)


def combination(box: Box, text: str) -> StudyScenario:
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
    laid = checked_options(changes, PLANNING in words)
    order = [option_word(*option) for option in laid.options] + [PLANNING] * laid.planning
    return StudyScenario("+".join(order), laid, COMBINATION, *meaning_of_parts(parts), tuple(order))


def meaning_of_parts(parts: Sequence[StudyScenario]) -> tuple[str, str]:
    """What a combination is meant to be: what all its parts are."""
    groups, meant = {part.group for part in parts}, {part.meant for part in parts}
    group = groups.pop() if len(groups) == 1 else ""
    return group, meant.pop() if len(meant) == 1 else ""


def combined(box: Box, parts: Sequence[StudyScenario]) -> StudyScenario | None:
    """Options, planning and at most one preset at once.

    None if they contradict each other, or if a part adds nothing to the others.
    """
    chosen = [part for part in parts if part.kind == PRESET]
    plans = [part for part in parts if part.options.planning]
    if len(chosen) > 1 or len(plans) > 1:
        return None
    difficulty = chosen[0].options.difficulty if chosen else NORMAL
    before = options_of(box, difficulty)
    changes: dict[str, Value] = {}
    others = [part for part in parts if part.kind != PRESET]
    for part in others:
        own = {
            name: value for name, value in part.options.options if getattr(before, name) != value
        }
        if not (own or part.options.planning) or set(own) & set(changes):
            return None
        changes |= own
    try:
        options_of(box, difficulty, changes)
    except DifficultyError:
        return None
    laid = replace(checked_options(changes, bool(plans)), difficulty=difficulty)
    order = [option_word(*option) for option in laid.options]
    others.sort(key=lambda part: order.index(part.name) if part.name in order else len(order))
    names = tuple(part.name for part in (*chosen, *others))
    return StudyScenario("+".join(names), laid, COMBINATION, *meaning_of_parts(parts), names)


def preset_text(box: Box, scenario: StudyScenario, name: str, meaning: str) -> str:
    """A variant that adds the options of a scenario as a preset; planning is not one of them."""
    options = scenario.options
    changed = changed_options(options_of(box, options.difficulty, dict(options.options)))
    words = [f"{key} = {str(value).lower()}" for key, value in changed.items()]
    planning = f" --{PLANNING}" if options.planning else ""
    return (
        f"# trisim play --solo --difficulty {name}{planning} --variant FILE, with this file\n"
        f"[add.solo.difficulty.{name}]\n"
        f"meaning = {json.dumps(meaning, ensure_ascii=False)}\n"
        f"options = {{ {', '.join(words)} }}\n"
    )


# ---------------------------------------------------------------- options of a study


def read_study(given: dict[str, Any]) -> dict[str, Any]:
    """Combinations and numbers of rolls as the fields have them."""
    read: dict[str, Any] = {}
    if "combinations" in given:
        read["combinations"] = words_of(given["combinations"])
    if "rolls" in given:
        read["rolls"] = read_rolls(given["rolls"])
    return given | read


def read_rolls(given: int | str | Sequence[int | str]) -> tuple[int, ...]:
    """Numbers of setup rolls.

    >>> read_rolls("0, 4"), read_rolls([1, 6]), read_rolls(3)
    ((0, 4), (1, 6), (3,))
    """
    listed = (given,) if isinstance(given, int) else given
    texts = listed if isinstance(listed, str) else [str(each) for each in listed]
    return tuple(map(rolls_of, words_of(texts)))


def rolls_of(text: str) -> int:
    """A number of setup rolls."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= MOST_ROLLS):
        raise SettingsError(
            f"--rolls {shown(text)}: a whole number from 0 to {MOST_ROLLS} is expected"
        )
    return int(text)
