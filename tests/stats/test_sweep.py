"""Sweeps: what moves is found, what doesn't isn't; bands, changes and fair values hold."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest

from tests.stats.planted import share, tolerated
from tests.stats.planted_curves import curve_from
from trisim.documents import typed
from trisim.stats.estimate import Scale
from trisim.stats.fair import FAIR
from trisim.stats.sweep import (
    BASE,
    Line,
    Measured,
    Point,
    SweepFigures,
    SweepFindings,
    SweptMeasure,
    SweptSetting,
    sweep_figures,
)

VALUES = (5, 4, 6, 7)
"""The printed one first."""

SETTING = SweptSetting("relics.lamp.price", "box", 5, (4, 5, 6, 7), True)
POINTS = tuple(Point(f"{n:03d}", (value,), f"price={value}") for n, value in enumerate(VALUES))
LINE = Line(0, "", (1, 0, 2, 3))
DEALS, EXPERIMENTS = 60, 400


def planted(
    seed: int, truths: Sequence[Sequence[float]], targets: Sequence[float | None] = ()
) -> dict[str, Measured]:
    """Measures with these true means; the luck of a deal is common to all points and measures."""
    rng = np.random.default_rng(seed)
    luck, found = rng.normal(0, 3, (DEALS, 1)), {}
    for number, truth in enumerate(truths):
        rows = luck + rng.normal(0, 1, (DEALS, len(VALUES))) + np.array(truth)
        curve = curve_from(range(len(VALUES)), rows, Scale.MEAN)
        target = targets[number] if targets else None
        named = target is not None
        found[f"m{number}"] = Measured(f"M{number}", curve, (False, *[True] * 3), named, target)
    return found


def figures(found: dict[str, Measured], until: tuple[str, float] | None = None) -> SweepFigures:
    return sweep_figures(found, (SETTING,), POINTS, (LINE,), until=until)


def measure(found: SweepFigures, name: str) -> SweptMeasure:
    return next(each for each in found.measures if each.measure == name)


FLAT = (1.0, 1.0, 1.0, 1.0)
STEEP = (0.0, -1.5, 1.5, 3.0)


def test_what_moves_is_shown_first_with_its_sign() -> None:
    found = figures(planted(1, [FLAT, STEEP, FLAT]))
    assert next((each.measure, each.shown) for each in found.measures) == ("m1", True)
    moved = measure(found, "m1")
    signs = [change and change.value > 0 for change in moved.changes]
    assert signs == [None, False, True, True]
    assert all(change.excludes(0) for change in moved.changes if change)
    assert not measure(found, "m0").shown


def test_candidates_that_do_not_move_are_rarely_shown() -> None:
    """Of sweeps in which nothing moves, 5 % show anything as moving at most."""
    found = (figures(planted(seed, [FLAT] * 5)) for seed in range(EXPERIMENTS))
    false = share(any(each.moves for each in one.measures) for one in found)
    assert false <= 1 - tolerated(EXPERIMENTS)[0]


def test_bands_and_changes_of_all_measures_hold_together() -> None:
    """With one measure that is named, and two of which the one that moves is shown."""
    truths, held, changed = [STEEP, FLAT, STEEP], [], []
    for seed in range(EXPERIMENTS):
        found = figures(planted(seed, truths, [0.0, None, None]))
        pairs = [(each, truths[int(each.measure[1])]) for each in found.measures]
        held.append(
            all(
                not band.excludes(truth)
                for each, row in pairs
                for band, truth in zip(each.bands, row, strict=True)
            )
        )
        changed.append(
            all(
                change is None or not change.excludes(truth - row[BASE])
                for each, row in pairs
                for change, truth in zip(each.changes, row, strict=True)
            )
        )
    assert share(held) >= tolerated(EXPERIMENTS)[0]
    assert share(changed) >= tolerated(EXPERIMENTS)[0]


def test_the_fair_value_of_a_sweep_is_covered() -> None:
    kept = []
    for seed in range(EXPERIMENTS):
        (fair,) = figures(planted(seed, [STEEP, FLAT], [0.0, None])).fair
        assert fair.lines[0].printed == 5
        kept.append(5 in fair.lines[0].those(FAIR))
    low, high = tolerated(EXPERIMENTS)
    assert low <= share(kept) <= high


def test_named_measures_have_half_of_the_risk() -> None:
    alone = figures(planted(1, [STEEP], [0.0])).measures[0].bands[0]
    beside = measure(figures(planted(1, [STEEP, *[FLAT] * 9], [0.0, *[None] * 9])), "m0").bands[0]
    assert (alone.family, beside.family) == (4, 8)


def test_a_point_at_which_no_deal_differs_has_no_change() -> None:
    found = planted(1, [STEEP])
    same = Measured("M0", found["m0"].curve, (False, False, True, True), False)
    changes = figures({"m0": same}).measures[0].changes
    assert [change is None for change in changes] == [True, True, False, False]


def test_if_nothing_is_named_and_nothing_moves_a_few_are_shown() -> None:
    found = figures(planted(3, [FLAT] * 5))
    assert not any(each.moves for each in found.measures)
    assert sum(each.shown for each in found.measures) == 2


def test_at_every_look_intervals_are_wider() -> None:
    once = figures(planted(1, [STEEP, FLAT], [0.0, None]))
    ever = figures(planted(1, [STEEP, FLAT], [0.0, None]), until=("m0", 0.2))
    assert all(band.anytime for each in ever.measures for band in each.bands)
    assert measure(ever, "m0").bands[0].halfwidth > measure(once, "m0").bands[0].halfwidth
    assert ever.fair[0].lines[0].points[0].estimate.anytime


@pytest.mark.parametrize("until", [None, ("m0", 0.5)])
def test_findings_can_be_written_and_read(until: tuple[str, float] | None) -> None:
    made = figures(planted(1, [STEEP, FLAT], [0.0, None]), until)
    found = SweepFindings(
        "random", (SETTING,), POINTS, (LINE,), made.measures, made.fair, DEALS, 240, (1,),
        until=until,
    )  # fmt: skip
    assert typed(SweepFindings, json.loads(json.dumps(found.as_dict()))) == found
