"""Difficulty: presets of the box, options laid over them, contradictions."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.difficulty import (
    EASIER,
    GROUPS,
    HARDER_BOT,
    DifficultyError,
    changed_options,
    every_option,
    option_word,
    options_of,
    read_option,
    read_options,
)
from trisim.games.trismegistus.box.settings import CONTRADICTIONS, SoloOptions
from trisim.games.trismegistus.game import Value

OPTIONS = [field.name for field in fields(SoloOptions)]


@pytest.fixture(scope="module")
def box() -> Box:
    """The reference box."""
    return load_box()


def said(box: Box, difficulty: str = "normal", /, **changes: Value) -> str:
    """What is said of a difficulty that can't be."""
    with pytest.raises(DifficultyError) as caught:
        options_of(box, difficulty, changes)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_option_is_in_one_group() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(OPTIONS)


def test_every_option_has_meaning_group_and_usual_value() -> None:
    options = {option.name: option for option in every_option()}
    assert list(options) != sorted(options), "they keep the order of the groups"
    assert options["setup_rolls"].usual == 2
    assert options["setup_rolls"].group == HARDER_BOT
    assert not options["setup_rolls"].is_switch
    assert options["no_personality"].group == EASIER
    assert options["no_personality"].is_switch
    assert all(option.meaning for option in options.values())


def test_normal_is_the_usual_values(box: Box) -> None:
    assert options_of(box) == SoloOptions()


@pytest.mark.parametrize("name", ["easy", "normal", "hard", "nightmare"])
def test_presets_come_from_the_box(box: Box, name: str) -> None:
    assert options_of(box, name) == box.solo.difficulty[name].options


def test_changes_are_laid_over_the_preset(box: Box) -> None:
    options = options_of(box, "hard", {"setup_rolls": 0, "bot_first": True, "extra_gold": False})
    preset = box.solo.difficulty["hard"].options
    assert options == replace(preset, setup_rolls=0, bot_first=True, extra_gold=False)


def test_presets_of_a_variant(tmp_path: Path) -> None:
    variant = tmp_path / "gentle.toml"
    variant.write_text(
        "[add.solo.difficulty.gentle]\n"
        'meaning = "Between easy and normal."\noptions = { less_gold = true }\n'
    )
    options = options_of(load_box(None, [variant]), "gentle", {"setup_rolls": 1})
    assert options == SoloOptions(less_gold=True, setup_rolls=1)


def test_unknown_preset(box: Box) -> None:
    assert said(box, "nihgtmare") == (
        "there is no difficulty 'nihgtmare'; did you mean 'nightmare'?"
    )
    assert "known: easy, normal, hard, nightmare" in said(box, "brutal")


@pytest.mark.parametrize(("one", "other"), CONTRADICTIONS)
def test_contradictions_of_changes_name_both(box: Box, one: str, other: str) -> None:
    assert said(box, **{one: True, other: True}) == (
        f"{one} and {other} contradict each other; keep one of them"
    )


def test_a_contradiction_with_the_preset_says_so(box: Box) -> None:
    message = said(box, "hard", less_gold=True)
    assert message == (
        "extra_gold and less_gold contradict each other, and extra_gold is part of the difficulty "
        "'hard'; leave less_gold out, or switch the other off with extra_gold=no"
    )
    message = said(box, "easy", personality_on_tie=True)
    assert "no_personality is part of the difficulty 'easy'; leave personality_on_tie" in message
    mended = options_of(box, "hard", {"less_gold": True, "extra_gold": False})
    assert mended.less_gold
    assert not mended.extra_gold


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("extra_gold", ("extra_gold", True)),
        ("extra-gold", ("extra_gold", True)),
        (" extra_gold = Yes ", ("extra_gold", True)),
        ("extra_gold=on", ("extra_gold", True)),
        ("extra_gold=1", ("extra_gold", True)),
        ("extra_gold=true", ("extra_gold", True)),
        ("extra_gold=no", ("extra_gold", False)),
        ("extra_gold=off", ("extra_gold", False)),
        ("extra_gold=0", ("extra_gold", False)),
        ("extra_gold=false", ("extra_gold", False)),
        ("setup_rolls=0", ("setup_rolls", 0)),
        ("setup_rolls=12", ("setup_rolls", 12)),
    ],
)
def test_options_as_they_are_typed(text: str, read: tuple[str, Value]) -> None:
    name, value = read_option(text)
    assert (name, value, type(value)) == (*read, type(read[1]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extra_glod", "there is no option 'extra_glod'; did you mean 'extra_gold'?"),
        ("zzz", "there is no option 'zzz'; trisim difficulty list shows them"),
        ("", "there is no option ''; trisim difficulty list shows them"),
        ("extra_gold=maybe", "option extra_gold=maybe: yes or no is expected"),
        ("extra_gold=", "option extra_gold=: yes or no is expected"),
        ("setup_rolls", "option setup_rolls: a value is missing; expected a whole number from 0"),
        ("setup_rolls=13", "option setup_rolls=13: out of range; expected a whole number from 0"),
        ("setup_rolls=yes", "option setup_rolls=yes: this is no whole number; expected"),
        ("setup_rolls=-1", "option setup_rolls=-1: out of range"),
    ],
)
def test_options_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(DifficultyError) as caught:
        read_option(text)
    assert str(caught.value).startswith(message)


def test_an_option_is_given_once() -> None:
    with pytest.raises(DifficultyError, match="option bot_first is given twice; give it once"):
        read_options(["bot_first", "bot-first=no"])


@pytest.mark.parametrize("value", ["yes", 1, None])
def test_switches_from_python_are_true_or_false(box: Box, value: object) -> None:
    message = said(box, extra_gold=value)  # type: ignore[arg-type]
    assert "neither true nor false; expected true or false" in message


def test_numbers_from_python_are_numbers(box: Box) -> None:
    assert "no whole number" in said(box, setup_rolls=True)
    assert "there is no option 'rolls'" in said(box, rolls=3)


@pytest.mark.parametrize("name", OPTIONS)
def test_words_of_an_option_can_be_typed(name: str) -> None:
    values: list[Value] = [0, 7] if name == "setup_rolls" else [True, False]
    for value in values:
        assert read_option(option_word(name, value)) == (name, value)


def test_changed_options(box: Box) -> None:
    assert changed_options(options_of(box)) == {}
    assert changed_options(SoloOptions(setup_rolls=0, bot_first=True)) == {
        "setup_rolls": 0,
        "bot_first": True,
    }
