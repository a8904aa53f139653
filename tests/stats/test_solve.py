"""The statistics of a search for a win rate: predictions, who is kept, who surely is nearer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from scipy.stats import norm

from trisim.documents import typed
from trisim.stats.clustered import Sums
from trisim.stats.estimate import StatsError
from trisim.stats.scenario_arrays import ScenarioSheet
from trisim.stats.solve import (
    Confirmation,
    Guess,
    Odds,
    Solved,
    add_sheet,
    answer_of,
    confirmed,
    most_promising,
    predicted,
)

NAMES = ("a", "b", "c", "d")


def odds(won: int, deals: int) -> Odds:
    return Odds.of(Sums.of([1.0] * won + [0.0] * (deals - won), [1.0] * deals))


def games(rates: Sequence[float], deals: int, seed: int) -> ScenarioSheet:
    """Deals whose luck decides all scenarios alike, except for their rates."""
    rng = np.random.default_rng(seed)
    luck, own = rng.normal(size=(deals, 1)), rng.normal(size=(deals, len(rates)))
    known = 0.8 * luck + 0.6 * own
    won = (known < norm.ppf(rates)).astype(np.float64)
    return ScenarioSheet(np.arange(deals), won)


def on_new_deals(rates: Sequence[float], deals: int = 400, seed: int = 1) -> Confirmation:
    found = Confirmation(NAMES[: len(rates)])
    found.read(games(rates, deals, seed))
    return found


# ---------------------------------------------------------------- predictions


def test_parts_add_up_on_the_scale_of_log_odds() -> None:
    """Odds of 1, 2 and 3 to one make 6 to one together."""
    guess = predicted(odds(60_000, 120_000), [odds(80_000, 120_000), odds(90_000, 120_000)])
    assert guess.guess("both", 2).rate == pytest.approx(6 / 7, abs=1e-4)


def test_predictions_of_rates_of_0_and_1_are_finite() -> None:
    guess = predicted(odds(50, 100), [odds(0, 100), odds(0, 100)]).guess("both", 2)
    assert 0 < guess.rate < 0.001
    assert 0 < odds(100, 100).guess("all", 0).rate < 1


def test_the_error_of_a_guess_is_that_of_its_games() -> None:
    assert odds(500, 1000).guess("x", 1).error == pytest.approx(0.0158, abs=1e-4)


# ---------------------------------------------------------------- who is kept


def test_the_nearest_are_kept() -> None:
    guesses = [Guess(f"x{number}", 2, number / 100, 0.0001) for number in range(100)]
    assert set(most_promising(guesses, 0.5, 3)) == {"x49", "x50", "x51"}


def test_half_of_the_places_are_for_the_fewest_changes_that_are_possible() -> None:
    near = [Guess(f"near{number}", 2, 0.5 + number / 10_000, 0.02) for number in range(10)]
    simple = [
        Guess("usual", 0, 0.53, 0.02),
        Guess("one", 1, 0.47, 0.02),
        Guess("far", 0, 0.6, 0.02),
    ]
    kept = most_promising([*near, *simple], 0.5, 4)
    assert set(kept) == {"usual", "one", "near0", "near1"}


def test_few_candidates_are_all_kept() -> None:
    guesses = [Guess("a", 0, 0.1, 0.01), Guess("b", 1, 0.2, 0.01)]
    assert set(most_promising(guesses, 0.9, 8)) == {"a", "b"}


def test_a_sheet_of_other_scenarios_is_refused() -> None:
    with pytest.raises(StatsError, match="against 2 setups, not 3"):
        add_sheet({}, ("a", "b", "c"), games((0.5, 0.5), 5, 1))


# ---------------------------------------------------------------- who is nearer


@pytest.mark.parametrize(("one", "other"), [(0.5, 0.7), (0.52, 0.3), (0.45, 0.2), (0.55, 0.8)])
def test_planted_distances_are_found(one: float, other: float) -> None:
    found = on_new_deals((one, other), 2000)
    assert found.is_nearer("a", "b", 0.5)
    assert not found.is_nearer("b", "a", 0.5)


def test_the_order_of_names_does_not_matter() -> None:
    found = on_new_deals((0.7, 0.5), 2000)
    assert found.is_nearer("b", "a", 0.5)
    assert not found.is_nearer("a", "b", 0.5)


@pytest.mark.parametrize("rates", [(0.4, 0.6), (0.4, 0.4), (0.5, 0.5)])
def test_equal_distances_are_rarely_told_apart(rates: tuple[float, float]) -> None:
    """On both sides of the target, on one, and on it: less than 5 % of 200 repeats."""
    false = 0
    for seed in range(200):
        found = on_new_deals(rates, 300, seed)
        false += found.is_nearer("a", "b", 0.5) or found.is_nearer("b", "a", 0.5)
    assert false <= 16  # more than 16 have a probability of 1 in 30


def test_intervals_on_new_deals_hold_together() -> None:
    rates = (0.45, 0.5, 0.55, 0.6)
    held = 0
    for seed in range(300):
        found = on_new_deals(rates, 150, seed)
        wins = zip(NAMES, rates, strict=True)
        held += all(not found.win(name).excludes(rate) for name, rate in wins)
    assert held >= 275  # 95 % of 300 are 285


# ---------------------------------------------------------------- the answer


def result_of(
    rates: Sequence[float], parts: Mapping[str, tuple[str, ...]]
) -> tuple[str, list[str]]:
    found = on_new_deals(rates, 4000)
    final = confirmed(found, 0.5, parts, dict.fromkeys(parts, ()), {})
    return answer_of(final), [each.setup for each in final]


def test_the_fewest_changes_are_preferred_among_the_compatible() -> None:
    parts = {"a": ("x", "y"), "b": ("x",), "c": ()}
    answer, order = result_of((0.5, 0.505, 0.6), parts)
    assert answer == "b"
    assert order[2] == "c"


def test_the_nearest_is_the_answer_if_none_is_compatible() -> None:
    answer, order = result_of((0.8, 0.65, 0.9), {"a": (), "b": ("x", "y"), "c": ("x",)})
    assert (answer, order) == ("b", ["b", "a", "c"])


def test_a_result_survives_writing() -> None:
    final = confirmed(on_new_deals((0.5,)), 0.5, {"a": ()}, {"a": ("--x",)}, {})
    solved = Solved(0.5, 0.95, "s", "s", 1, 400, 0, 400, "a", (), final, ())
    assert typed(Solved, solved.as_dict()) == solved
    assert solved.nearest is solved.recommended
