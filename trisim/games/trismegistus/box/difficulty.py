"""The difficulty of a solo game: a preset of the box, changed by options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from trisim.box.faults import FieldError, did_you_mean, shown
from trisim.box.fields import Switch
from trisim.box.schema import Column, columns
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.settings import CONTRADICTIONS, SoloOptions
from trisim.games.trismegistus.game import NORMAL, Value

WORDS = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}
"""How a switch can be typed."""

HARDER_BOT, HARDER_FOR_YOU, EASIER = "harder bot", "harder for you", "easier"

GROUPS: Mapping[str, tuple[str, ...]] = {
    HARDER_BOT: (
        "extra_gold",
        "starting_experiment",
        "tracks_at_one",
        "setup_rolls",
        "personality_on_tie",
        "three_masterpieces",
        "masterpiece_gold",
    ),
    HARDER_FOR_YOU: ("bot_first", "no_fifth_white", "one_publication", "one_masterpiece"),
    EASIER: ("less_gold", "no_masterpiece", "no_specialization", "no_personality"),
}
"""What the options are meant to do; ``setup_rolls`` below its usual value is easier, too."""


class DifficultyError(ValueError):
    """An unknown difficulty or option, or options that contradict each other."""


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    meaning: str
    group: str
    usual: Value

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off, not a number."""
        return isinstance(self.usual, bool)


def every_option() -> Iterator[Option]:
    """All options, group by group."""
    declared, usual = columns(SoloOptions), SoloOptions()
    for group, names in GROUPS.items():
        for name in names:
            yield Option(name, declared[name].meaning, group, getattr(usual, name))


def options_of(
    box: Box, difficulty: str = NORMAL, changes: Mapping[str, Value] | None = None
) -> SoloOptions:
    """The options in force: those of a preset of the box, with changes."""
    presets = box.solo.difficulty
    if difficulty not in presets:
        known = did_you_mean(difficulty, list(presets))
        raise DifficultyError(f"there is no difficulty '{shown(difficulty)}'; {known}")
    checked: dict[str, Any] = {
        name: checked_value(name, value) for name, value in (changes or {}).items()
    }
    options = replace(presets[difficulty].options, **checked)
    check_together(options, difficulty, checked)
    return options


def check_together(options: SoloOptions, difficulty: str, changes: Mapping[str, Value]) -> None:
    """Stop at two options that contradict each other, and say where they come from."""
    for pair in CONTRADICTIONS:
        if not all(getattr(options, name) for name in pair):
            continue
        both = f"{pair[0]} and {pair[1]} contradict each other"
        ours = [name for name in pair if name in changes]
        if len(ours) == 1:
            theirs = pair[0] if ours[0] == pair[1] else pair[1]
            raise DifficultyError(
                f"{both}, and {theirs} is part of the difficulty '{difficulty}'; leave {ours[0]} "
                f"out, or switch the other off with {theirs}=no"
            )
        raise DifficultyError(f"{both}; keep one of them")


def changed_options(options: SoloOptions) -> dict[str, Value]:
    """The options that differ from their defaults, by name."""
    usual = SoloOptions()
    values = {field.name: getattr(options, field.name) for field in fields(options)}
    return {name: value for name, value in values.items() if value != getattr(usual, name)}


# ---------------------------------------------------------------- as they are typed


def read_options(words: Iterable[str]) -> dict[str, Value]:
    """Options by name, each given once.

    >>> read_options(["extra_gold", "setup_rolls=4"])
    {'extra_gold': True, 'setup_rolls': 4}
    """
    read: dict[str, Value] = {}
    for word in words:
        name, value = read_option(word)
        if name in read:
            raise DifficultyError(f"option {name} is given twice; give it once")
        read[name] = value
    return read


def in_declared_order(given: Mapping[str, Value]) -> tuple[tuple[str, Value], ...]:
    """Options as pairs, in the order of their declaration."""
    laid = dict(given)
    order = [field.name for field in fields(SoloOptions) if field.name in laid]
    return tuple((name, laid[name]) for name in dict.fromkeys([*order, *laid]))


def read_option(text: str) -> tuple[str, Value]:
    """An option and its value; a switch alone is on.

    >>> read_option("setup_rolls=4"), read_option("extra_gold"), read_option("bot_first=no")
    (('setup_rolls', 4), ('extra_gold', True), ('bot_first', False))
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    name = name.replace("-", "_")
    column = declared_option(name)
    if not equals:
        if not isinstance(column.field, Switch):
            raise DifficultyError(
                f"option {name}: a value is missing; expected {column.field.expects}, such as "
                f"{name}={getattr(SoloOptions(), name)}"
            )
        return name, True
    if isinstance(column.field, Switch):
        if value.lower() not in WORDS:
            raise DifficultyError(f"option {name}={shown(value)}: yes or no is expected")
        return name, WORDS[value.lower()]
    return name, checked_value(name, value)


def checked_value(name: str, value: object) -> Value:
    column = declared_option(name)
    try:
        checked: Value = column.field.parse(value)
    except FieldError as error:
        what = f"option {name}={error.word}: {error.problem}"
        raise DifficultyError(f"{what}; expected {column.field.expects}") from None
    return checked


def declared_option(name: str) -> Column:
    known = columns(SoloOptions)
    if name not in known:
        hint = did_you_mean(name, list(known), "trisim difficulty list shows them")
        raise DifficultyError(f"there is no option '{shown(name)}'; {hint}")
    return known[name]


def option_word(name: str, value: Value) -> str:
    """An option as a user would type it.

    >>> option_word("extra_gold", True), option_word("setup_rolls", 0)
    ('extra_gold', 'setup_rolls=0')
    """
    if isinstance(value, bool):
        return name if value else f"{name}=no"
    return f"{name}={value}"
