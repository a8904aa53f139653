"""Settings: paths, values, printed values, and the game with values set."""

from __future__ import annotations

import pytest

from trisim.box.box import Box, load_box
from trisim.campaigns import settings
from trisim.campaigns.settings import (
    BoxWithValues,
    Setting,
    card_settings,
    find_setting,
    lineup_with,
    options_with,
    parameters_of,
    parse_assignment,
)
from trisim.games.trismegistus.game import Options
from trisim.players.registry import load as load_strategy
from trisim.plugin import load
from trisim.sim.errors import SettingsError

SUMMIT = load("summit")


def place(box: Box, path: str) -> Setting:
    return find_setting(path, box, Options(), {})


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4..7", (4, 5, 6, 7)),
        ("4..9/2", (4, 6, 8)),
        ("7, 4,5", (7, 4, 5)),
        ("1..2,9", (1, 2, 9)),
    ],
)
def test_ranges_and_lists(testbox: Box, text: str, values: tuple[int, ...]) -> None:
    assert place(testbox, "rules.numbers.potency_limit").values(text) == values


def test_steps_that_are_no_whole_numbers_are_exact() -> None:
    found = find_setting("strategy.noise", load_box(SUMMIT.box), Options(), {"noise": 0.0})
    assert found.values("0..0.4/0.1") == (0, 0.1, 0.2, 0.3, 0.4)
    assert found.values("-1..1") == (-1, 0, 1)


def test_texts_have_bars_between_them(testbox: Box) -> None:
    found = place(testbox, "board.start.fourth")
    assert found.values("ethereal die|ethereal die + 2 gold") == (
        "ethereal die", "ethereal die + 2 gold"
    )  # fmt: skip
    assert found.values(f"{found.printed}|gold")[0] == found.printed


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board.stone.prices", "[1, 2, 3, 5]"),
        ("solo.after_rounds", '["ethereal die + gold", "2 gold"]'),
        ("solo.color_priority", '["black", "red", "white"]'),
        ("rules.rulings.shuffle_essences", "off"),
        ("experiments.fire-0b.element", "air"),
        ("experiments.fire-0b.points", 60),
        ("alchemists.newton.name", "Sir Isaac"),
    ],
)
def test_values_of_all_kinds_are_set_in_the_box(testbox: Box, path: str, value: str | int) -> None:
    found = place(testbox, path)
    (read,) = found.values(str(value))
    assert read == value != found.printed
    with BoxWithValues(testbox) as again:
        changed = again.load({found: read})
    assert place(changed, path).printed == value
    assert changed.digest != testbox.digest
    assert changed.files == testbox.files


def test_words_have_commas_between_them_and_lists_bars(testbox: Box) -> None:
    assert place(testbox, "experiments.fire-0b.element").values("air, fire") == ("air", "fire")
    prices = place(testbox, "board.stone.prices")
    assert prices.values("[1, 2, 3, 4]|[2,2,3,3]") == ("[1, 2, 3, 4]", "[2, 2, 3, 3]")


def test_two_values_of_one_table_are_set_together(testbox: Box) -> None:
    paths = ("experiments.fire-0b.points", "experiments.fire-0b.mastery")
    values = {place(testbox, path): 1 for path in paths}
    with BoxWithValues(testbox) as again:
        changed = again.load(values)
    assert [place(changed, path).printed for path in paths] == [1, 1]


def test_a_box_is_loaded_again_from_its_own_files(testbox: Box) -> None:
    """A variant of the user stays, and the folder that it came from may be gone."""
    setting = place(testbox, "experiments.fire-0b.points")
    with BoxWithValues(testbox) as again:
        once = again.load({setting: 1})
    with BoxWithValues(once) as again:
        twice = again.load({place(once, "experiments.fire-0b.mastery"): 2})
    assert place(twice, "experiments.fire-0b.points").printed == 1


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("experimentz.fire-0b.points", "did you mean 'experiments'"),
        ("fire-0b.points", "did you mean 'experiments.fire-0b.points'"),
        ("experiments.fire-0bb.points", "did you mean 'fire-0b'"),
        ("experiments.fire-0b.pints", "did you mean 'points'"),
        ("experiments.fire-0b.id", "there is no 'id'"),
        ("experiments.fire-0b", "the path goes on"),
        ("experiments", "the path goes on"),
        ("rules.numbers", "the path goes on; write rules.numbers. and one of rounds"),
        ("rules.numbers.rounds.x", "the path ends with rounds"),
        ("solo.difficulty.norml.meaning", "did you mean 'normal'"),
        ("option.achievments", "did you mean 'achievements'"),
        ("option.extra_gold", "there is no 'extra_gold'"),
        ("strategy.nois", "did you mean 'noise'"),
    ],
)
def test_unknown_places_are_one_line(testbox: Box, path: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words) as error:
        find_setting(path, testbox, Options(), {"noise": 0.0, "patience": 1.0})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("rules.numbers.rounds", "5..3", "this range is empty; write 3..5"),
        ("rules.numbers.rounds", "1..3/0", "a step of 0"),
        ("rules.numbers.rounds", "1..3/-1", "a step of -1"),
        ("rules.numbers.rounds", "1..9999", "more than 200 values"),
        ("rules.numbers.rounds", "1..x", "write a range as 4..12"),
        ("rules.numbers.rounds", "2,2", "2 is given twice"),
        ("rules.numbers.rounds", "2,many", "no whole number"),
        ("rules.numbers.rounds", "2,", "no whole number"),
        ("experiments.fire-0b.points", "4,61", "points=61: out of range; expected"),
        ("experiments.fire-0b.element", "fire|eath", "did you mean 'earth'"),
        ("board.start.fourth", "gold|2 golds of sand", "board.start.fourth=2 golds"),
        ("board.stone.prices", "1,2", "write it as"),
        ("rules.rulings.shuffle_essences", "perhaps", "on or off is expected"),
        ("option.achievements", "maybe,on", "on or off is expected"),
    ],
)
def test_values_that_are_refused_are_one_line(
    testbox: Box, path: str, text: str, words: str
) -> None:
    with pytest.raises(SettingsError, match=words) as error:
        place(testbox, path).values(text)
    assert "\n" not in str(error.value)


def test_what_only_the_whole_box_refuses_is_one_line_with_the_words_of_its_check(
    testbox: Box,
) -> None:
    """A starting artifact has one elemental: a value that its own column allows is wrong here."""
    setting = place(testbox, "artifacts.t0-salt.elementals")
    with BoxWithValues(testbox) as again, pytest.raises(SettingsError) as error:
        again.load({setting: "fire + water"})
    assert str(error.value).startswith("--set artifacts.t0-salt.elementals=fire + water: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["rules.hand", "=1,2", "rules.hand= "])
def test_an_assignment_has_a_path_and_values(text: str) -> None:
    with pytest.raises(SettingsError, match="PATH=VALUES is expected"):
        parse_assignment(text)


# ---------------------------------------------------------------- a card


def test_the_numbers_of_a_card_are_tried_around_the_printed_ones(
    testbox: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "AROUND", 1)
    found = {setting.path: values for setting, values in card_settings("fire-0b", testbox)}
    assert found == {
        "experiments.fire-0b.mastery": (0, 1, 2),
        "experiments.fire-0b.points": (1, 2, 3),
    }


def test_values_around_the_printed_one_keep_within_the_limits() -> None:
    found = {
        setting.path: values for setting, values in card_settings("porter", load_box(SUMMIT.box))
    }
    assert found["climbers.porter.grip"] == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("fire-0bb", "did you mean 'fire-0b'"),
        ("t0-salt", "it has no numbers; give texts instead, such as --set"),
    ],
)
def test_cards_that_are_refused(testbox: Box, card: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        card_settings(card, testbox)


# ---------------------------------------------------------------- options and strategies


def test_options_and_difficulty_options_have_values_in_force(testbox: Box) -> None:
    solo = Options(solo=True, options=(("extra_gold", True),))
    known = solo.values_in(testbox)
    assert known["extra_gold"] is True
    assert known["difficulty"] == "normal"
    assert "difficulty" not in Options().values_in(testbox)
    rolls = find_setting("option.setup-rolls", testbox, solo, {})
    assert rolls.path == "option.setup_rolls"
    assert options_with(solo, {rolls: 0}).options == (("extra_gold", True), ("setup_rolls", 0))
    gold = find_setting("option.extra_gold", testbox, solo, {})
    assert (gold.printed, gold.values("on,no")) == ("on", ("on", "off"))
    assert options_with(solo, {gold: "off"}).options == (("extra_gold", False),)


def test_difficulty_options_that_contradict_each_other_are_refused(testbox: Box) -> None:
    solo = Options(solo=True, options=(("extra_gold", True), ("less_gold", True)))
    with pytest.raises(SettingsError, match="contradict each other"):
        solo.check_values(testbox)


def test_a_parameter_changes_the_first_strategy_wherever_it_plays() -> None:
    noise = find_setting("strategy.noise", load_box(SUMMIT.box), Options(), {"noise": 0.1})
    lineup = ("steady:noise=0.1", "bold", "steady:noise=0.1")
    assert lineup_with(lineup, {noise: 0.1}) == lineup
    changed = lineup_with(lineup, {noise: 0.25})
    assert changed == ("steady:noise=0.25", "bold", "steady:noise=0.25")


def test_parameters_have_the_values_that_the_strategy_has() -> None:
    player = load_strategy("steady:noise=0.2", SUMMIT.players)
    assert parameters_of(player, [])["noise"] == 0.2
    names = [name for name, each in player.weights.items() if len(set(each)) > 1]
    for name in names:
        with pytest.raises(SettingsError, match="differs between the phases"):
            parameters_of(player, [name])
