"""The exact chances of the bowls: against full enumeration, and against rolling them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from trisim.games.trismegistus.report.analyses.bowl_odds import bowl_odds

Roll = tuple[int, ...]


def first_overfull(roll: Roll, bowls: int, limit: int) -> int | None:
    """The bowl to roll again, of dice told one by one."""
    full = [bowl for bowl in range(bowls) if roll.count(bowl) > limit]
    return full[0] if full else None


def enumerated(dice: int, limit: int, bowls: int) -> tuple[dict[Roll, float], float]:
    """All rolls of dice that can be told apart, by solving the whole chain; and the rerolls."""
    rolls = list(product(range(bowls), repeat=dice))
    place = {roll: row for row, roll in enumerate(rolls)}
    step = np.zeros((len(rolls), len(rolls)))
    for roll in rolls:
        bowl = first_overfull(roll, bowls, limit)
        if bowl is None:
            continue
        moving = [die for die in range(dice) if roll[die] == bowl]
        for faces in product(range(bowls), repeat=len(moving)):
            fallen = list(roll)
            for die, face in zip(moving, faces, strict=True):
                fallen[die] = face
            step[place[roll], place[tuple(fallen)]] += bowls ** -len(moving)
    start = np.full(len(rolls), 1 / len(rolls))
    visits = np.linalg.solve((np.eye(len(rolls)) - step).T, start)
    still = {r: float(visits[place[r]]) for r in rolls if first_overfull(r, bowls, limit) is None}
    return still, float(visits.sum() - sum(still.values()))


@pytest.mark.parametrize(("dice", "limit", "bowls"), [(4, 2, 3), (5, 2, 3), (3, 1, 3), (4, 3, 2)])
def test_chances_are_those_of_full_enumeration(dice: int, limit: int, bowls: int) -> None:
    odds = bowl_odds(dice, limit, bowls)
    assert odds is not None
    still, rerolls = enumerated(dice, limit, bowls)
    assert odds.rerolls == pytest.approx(rerolls, rel=1e-9)
    for bowl in range(bowls):
        for size in range(limit + 1):
            chance = sum(c for roll, c in still.items() if roll.count(bowl) == size)
            assert odds.sizes[bowl][size] == pytest.approx(chance, abs=1e-12)
        for other in range(bowls):
            both = sum(c * roll.count(bowl) * roll.count(other) for roll, c in still.items())
            assert odds.products[bowl][other] == pytest.approx(both, abs=1e-12)


def test_order_of_the_bowls_matters_where_two_can_be_overfull() -> None:
    odds = bowl_odds(4, 1, 4)
    assert odds is not None
    assert odds.means == pytest.approx((1, 1, 1, 1))
    uneven = bowl_odds(4, 1, 5)
    assert uneven is not None
    still, _ = enumerated(4, 1, 5)
    told = [sum(c * roll.count(bowl) for roll, c in still.items()) for bowl in range(5)]
    assert uneven.means == pytest.approx(told, abs=1e-10)
    assert max(told) - min(told) > 0.005


def test_dice_of_the_game_fall_as_the_chances_say() -> None:
    odds = bowl_odds(16, 5)
    assert odds is not None
    assert sum(odds.means) == pytest.approx(16)
    assert sum(filling.chance for filling in odds.fillings) == pytest.approx(1)
    rng, rolls, again = np.random.default_rng(7), 4000, 0
    seen = np.zeros((6, 6))
    for _ in range(rolls):
        dice = rng.integers(0, 6, 16)
        while (sizes := np.bincount(dice, minlength=6)).max() > 5:
            moving = dice == (sizes > 5).argmax()
            dice[moving] = rng.integers(0, 6, moving.sum())
            again += 1
        seen[np.arange(6), sizes] += 1
    assert seen / rolls == pytest.approx(np.array(odds.sizes), abs=4 * 0.5 / rolls**0.5)
    assert again / rolls == pytest.approx(odds.rerolls, abs=4 * 0.6 / rolls**0.5)


def test_no_reroll_has_the_binomial_chance_with_two_bowls() -> None:
    odds = bowl_odds(3, 2, 2)
    assert odds is not None
    assert odds.any_reroll == pytest.approx(1 / 4)
    assert odds.rerolls == pytest.approx(1 / 3)
    assert odds.mean_largest == pytest.approx(2)


@pytest.mark.parametrize(("dice", "limit"), [(40, 7), (0, 5), (7, 1)])
def test_too_many_dice_have_no_exact_chances(dice: int, limit: int) -> None:
    assert bowl_odds(dice, limit) is None
