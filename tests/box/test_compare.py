"""Differences between boxes."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

from rich.console import Console

from trisim.box.compare import Difference, compare
from trisim.box.show import show_differences
from trisim.games.trismegistus.box.box import FORMAT, Box, load_box
from trisim.games.trismegistus.box.notation import parse_effect


@cache
def reference() -> Box:
    return load_box()


def with_first_experiment(**changes: object) -> Box:
    box = reference()
    first = replace(box.experiments[0], **changes)  # type: ignore[arg-type]
    return replace(box, experiments=(first, *box.experiments[1:]))


def shown(a: Box, b: Box) -> str:
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=False)
    show_differences(compare(a, b), "old", "new", console)
    return out.getvalue()


def test_a_box_does_not_differ_from_itself() -> None:
    assert compare(reference(), reference()) == []
    assert shown(reference(), reference()).startswith("No differences")
    assert shown(reference(), reference()).count("\n") == 1


def test_a_changed_value_is_named_with_before_and_after() -> None:
    before = reference().experiments[0]
    [found] = compare(reference(), with_first_experiment(points=59))
    assert replace(found, about="") == Difference(
        "experiments", before.id, before.name, "changed", "points", str(before.points), "59"
    )
    assert before.element.word in found.about


def test_comparing_the_other_way_round_swaps_before_and_after() -> None:
    other = with_first_experiment(points=59, mastery=12)
    there, back = compare(reference(), other), compare(other, reference())
    assert [(d.before, d.after) for d in there] == [(d.after, d.before) for d in back]


def test_a_card_that_came_or_went_is_one_difference() -> None:
    box = reference()
    fewer = replace(box, artifacts=box.artifacts[1:])
    [removed], [added] = compare(box, fewer), compare(fewer, box)
    assert (removed.kind, added.kind) == ("removed", "added")
    assert removed.ident == added.ident == box.artifacts[0].id
    assert removed.before == added.after != ""


def test_settings_differ_by_table_and_key() -> None:
    rules = reference().rules
    numbers = replace(rules.numbers, potency_limit=16)
    [difference] = compare(reference(), replace(reference(), rules=replace(rules, numbers=numbers)))
    assert (difference.file, difference.ident, difference.field) == (
        "rules",
        "numbers",
        "potency_limit",
    )


def test_an_added_preset_is_a_difference_and_can_be_shown() -> None:
    solo = reference().solo
    preset = next(iter(solo.difficulty.values()))
    more = replace(solo, difficulty={**solo.difficulty, "mine": preset})
    other = replace(reference(), solo=more)
    assert {difference.kind for difference in compare(reference(), other)} == {"added"}
    assert "difficulty.mine" in shown(reference(), other)


def test_differences_stand_in_the_order_of_the_files() -> None:
    box = with_first_experiment(points=59)
    other = replace(box, formulas=box.formulas[1:], about=replace(box.about, edition="none"))
    files = [difference.file for difference in compare(reference(), other)]
    assert files == sorted(files, key=FORMAT.sections.index)
    assert set(files) == {"experiments", "formulas", "box"}


def test_a_short_change_is_told_in_a_line_about_the_card() -> None:
    card = reference().experiments[0]
    text = " ".join(shown(reference(), with_first_experiment(points=59)).split())
    assert f"{card.name} ({card.id}, " in text
    assert f"points {card.points} → 59" in text
    assert "1 card changed; 1 value changed." in text


def test_an_effect_is_shown_in_both_notations() -> None:
    effect = "2 points per fire/water elemental + draw publications"
    text = shown(reference(), with_first_experiment(bonus=parse_effect(effect)))
    assert f"after   {effect}" in text
    assert "before" in text


def test_an_alchemist_is_called_by_name() -> None:
    box = reference()
    ident, alchemist = next(iter(box.alchemists.items()))
    other = replace(box, alchemists={**box.alchemists, ident: replace(alchemist, plan="Wait.")})
    assert f"{alchemist.name} ({ident})" in shown(box, other)
