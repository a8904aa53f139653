"""Alchemists: planted wins come out, differences are corrected, batches add up."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.stats.analyses.people import ALCHEMISTS, facts_of, players_frame, result_of
from trisim.stats.analyses.roles import RoleAnalysis, Roles, RoleWhere
from trisim.stats.analyses.source import Facts

TABLES = list(permutations(ALCHEMISTS, 2))


def planted(deals: int, strategies: tuple[str, str] = ("one", "one")) -> list[dict[str, Any]]:
    """Games of two: anna always beats the others; of bert, carl and dora the first seat wins."""
    rows = []
    for game in range(2 * deals):
        deal, rotation = divmod(game, 2)
        pair = TABLES[deal % len(TABLES)]
        for seat in range(2):
            place = (seat + rotation) % 2
            name, other = pair[place], pair[1 - place]
            wins = name == "anna" or (other != "anna" and seat == 0)
            rows.append(
                {
                    "game": game,
                    "deal": deal,
                    "seat": seat,
                    "strategy": strategies[place],
                    "alchemist": name,
                    "score": 50 + 10 * wins,
                }
            )
    return rows


def found_in(rows: list[dict[str, Any]], facts: Facts | None = None) -> Roles:
    facts = facts or facts_of(("one", "one"), len(rows) // 2)
    return result_of(RoleAnalysis, Roles, facts, [{"players": players_frame(rows)}])


def cell(cells: tuple[RoleWhere, ...], alchemist: str, where: str) -> RoleWhere:
    return next(each for each in cells if (each.role, each.where) == (alchemist, where))


def test_planted_win_rates_and_scores() -> None:
    found = found_in(planted(240))
    values = {each.role: each for each in found.figures}
    assert list(values) == list(ALCHEMISTS)
    assert values["anna"].win.estimate.value == 1.0
    assert values["anna"].win.adjusted < 0.001
    assert values["anna"].score.value == 60.0
    others = [values[name].win.estimate.value for name in ALCHEMISTS[1:]]
    assert others == pytest.approx([1 / 3] * 3)  # a third against anna, where they lose; else half
    assert values["bert"].beyond.value == pytest.approx(1 / 3 - 1 / 2)


def test_pairs_tell_the_one_who_differs() -> None:
    pairs = {(each.first, each.second): each.difference for each in found_in(planted(240)).pairs}
    assert len(pairs) == 6
    for (first, second), difference in pairs.items():
        truth = 2 / 3 if "anna" in (first, second) else 0.0
        assert difference.estimate.value == pytest.approx(truth)
        assert (difference.adjusted < 0.05) == ("anna" in (first, second))
        assert difference.estimate.family == 6


def test_by_seat_the_first_seat_of_the_others() -> None:
    found = found_in(planted(240))
    assert cell(found.by_seat, "bert", "0").win.estimate.value == pytest.approx(2 / 3)
    assert cell(found.by_seat, "bert", "1").win.estimate.value == 0.0
    assert cell(found.by_seat, "anna", "1").beyond.estimate.value == pytest.approx(0.75)
    assert found.by_strategy == ()


def test_beyond_takes_off_what_a_strategy_wins_anyway() -> None:
    """A strategy that always wins does so with every alchemist: nothing is beyond it."""
    rng = np.random.default_rng(1)
    rows = [
        {
            "game": game,
            "deal": game // 2,
            "seat": seat,
            "strategy": ("strong", "weak")[(seat + game) % 2],
            "alchemist": str(rng.choice(ALCHEMISTS)),
            "score": 10 + 10 * ((seat + game) % 2 == 0),
        }
        for game in range(400)
        for seat in range(2)
    ]
    found = found_in(rows, facts_of(("strong", "weak"), 400))
    assert {each.where for each in found.by_strategy} == {"strong", "weak"}
    for each in found.by_strategy:
        assert each.win.estimate.value == (each.where == "strong")
        assert each.beyond.estimate.value == 0.0
        assert each.beyond.adjusted == 1.0


def test_batches_add_up() -> None:
    rows = planted(60)
    cut = [[row for row in rows if (row["deal"] < 24) == early] for early in (True, False)]
    facts = facts_of(("one", "one"), 120)
    batches = [{"players": players_frame(part)} for part in cut]
    together = result_of(RoleAnalysis, Roles, facts, batches)
    assert together == found_in(rows)


def test_solo_leaves_out_botmegistus_and_holds_alchemists_against_all() -> None:
    rows = [
        {
            "game": game,
            "deal": game,
            "seat": seat,
            "strategy": "botmegistus" if seat else "one",
            "alchemist": None if seat else ALCHEMISTS[game % 2],
            "score": 50,
            "win": float((game % 4 == 0) != bool(seat)),
        }
        for game in range(200)
        for seat in range(2)
    ]
    facts = facts_of(("one", "botmegistus"), 200, scenarios=("normal",), rotations=1)
    found = found_in(rows, facts)
    assert found.reference == 0.25
    assert [(each.role, each.win.estimate.value) for each in found.figures] == [
        ("anna", 0.5),
        ("bert", 0.0),
    ]
    assert found.by_seat == ()


@pytest.mark.parametrize("deals", [0, 1])
def test_hardly_any_games_give_no_certainty(deals: int) -> None:
    schema = {"game": pl.Int64, "deal": pl.Int64, "seat": pl.Int8, "strategy": pl.Categorical}
    schema |= {"alchemist": pl.Categorical, "score": pl.Int16, "win": pl.Float32}
    frame = players_frame(planted(1)) if deals else pl.LazyFrame(schema=schema)
    facts = facts_of(("one", "one"), 2 * deals)
    found = result_of(RoleAnalysis, Roles, facts, [{"players": frame}])
    assert len(found.figures) == 2 * deals
    assert all(each.win.adjusted == 1.0 for each in found.figures)
