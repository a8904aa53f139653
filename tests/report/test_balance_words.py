"""The words of a balancing: what to change, and what becomes of missed targets."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from trisim.report.balance_change import Judged, KnobChange, TargetValue
from trisim.report.balance_change_words import changes_words, why
from trisim.stats.estimate import Estimate, Scale

CARDS = "No card decides"


def card(name: str, value: float) -> TargetValue:
    """A card that should be between -8 and 8 points, with an interval of two points."""
    estimate = Estimate(value, value - 1, value + 1, 100, 100, 0.95, Scale.MEAN)
    return TargetValue(CARDS, f"card.{name}.win", name.title(), -8, 8, estimate)


def found(printed: Judged, final: Judged) -> Any:
    variants = (SimpleNamespace(check=printed),)
    return SimpleNamespace(final_printed=printed, final=final, variants=variants)


def test_a_measure_that_is_met_is_called_so() -> None:
    printed = Judged((card("bell", 26), card("cloak", 7)))
    (said,) = why(found(printed, Judged((card("bell", 2), card("cloak", 3)))))
    assert said == (
        "“No card decides” is missed: Bell is 26.0 [25.0, 27.0], and should be −8 to 8, "
        "and becomes 2.0 [1.0, 3.0] (within)."
    )


def test_another_measure_that_a_change_leaves_outside_is_named() -> None:
    printed = Judged((card("bell", 26), card("cloak", 7)))
    (said,) = why(found(printed, Judged((card("bell", 2), card("cloak", 11)))))
    assert said.endswith(
        "becomes 2.0 [1.0, 3.0] (within); Cloak is 11.0 [10.0, 12.0] then (outside)."
    )


def test_texts_are_quoted_and_places_of_one_knob_are_counted() -> None:
    changes = [
        KnobChange("Bell", "artifacts.bell.ability", "reaction + silver", "2 silver"),
        *(KnobChange("Level 3", f"experiments.{n}.points", "12", "11") for n in "abc"),
        KnobChange("Days", "rules.days", "5", "4"),
    ]
    assert changes_words(changes) == (
        "artifacts.bell.ability from “reaction + silver” to “2 silver”, experiments.a.points "
        "from 12 to 11, with 2 other values of “Level 3” and rules.days from 5 to 4"
    )
