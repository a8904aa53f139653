"""Sums by small whole numbers: the same as those of ``Cells``, row for row."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from trisim.stats.analyses.cells import Cells
from trisim.stats.analyses.grids import Deals, Grid, Ratios, mean_within
from trisim.stats.clustered import Sums
from trisim.stats.totals import Quantity


def rows(seed: int = 5, start: int = 40) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    deal = np.sort(rng.choice([0, 1, 2, 5, 9], 200)) + start
    return pl.DataFrame(
        {"deal": deal, "key": rng.integers(0, 3, 200), "value": rng.integers(0, 9, 200)}
    )


def test_a_grid_has_the_sums_of_cells() -> None:
    cells, grid = Cells(), Grid(4)
    for frame in (rows(), rows(seed=6, start=80)):
        cells.add(frame, {"value": Quantity("value")}, ["key"])
        deals = Deals.of(frame["deal"].to_numpy())
        grid.add(deals, frame["key"].to_numpy(), {"value": frame["value"].to_numpy()})
    assert grid.keys("value") == [0, 1, 2]
    assert {key: grid.of("value", key) for key in grid.keys("value")} == cells.by("value")
    assert grid.of("value", 3) == Sums()


def test_deals_are_counted_from_0() -> None:
    deals = Deals.of(np.array([7, 7, 9, 12, 12, 12], dtype=np.uint32))
    assert deals.count == 3
    assert deals.row.tolist() == [0, 0, 1, 2, 2, 2]
    assert Deals.of(np.array([9, 7, 12, 7])).row.tolist() == [1, 0, 2, 0]
    assert Deals.of(np.array([], dtype=np.int64)).count == 0


def test_shares_are_of_all_rows_of_a_deal() -> None:
    y, m = Deals.of(np.array([0, 0, 0, 1])).shares(np.array([1, 1, 0, 0]), 2)
    assert y.tolist() == [[1, 2], [1, 0]]
    assert m.tolist() == [[3, 3], [1, 1]]


def test_rows_without_a_key_belong_to_none() -> None:
    deals, values = Deals.of(np.array([3, 3, 4])), np.array([1.0, 2.0, 4.0])
    assert deals.totals(np.array([0, -1, 1]), 2).tolist() == [[1, 0], [0, 1]]
    assert deals.totals(np.array([0, -1, 1]), 2, values).tolist() == [[1, 0], [0, 4]]


def test_limits_bound_a_mean_of_which_the_deals_say_nothing() -> None:
    alike = Sums.of([0.0, 0.0, 0.0], [4, 4, 4])
    assert math.isinf(mean_within(alike, None).high)
    assert 0 < mean_within(alike, (0.0, 5.0)).high < 5
    varied = Sums.of([1.0, 2.0, 9.0], [4, 4, 4])
    assert mean_within(varied, (0.0, 5.0)) == mean_within(varied, None)


def test_batches_may_have_other_numbers_of_deals() -> None:
    ratios, kept = Ratios(1), Grid(1)
    for deals in (3, 2):
        ratios.add(np.ones((deals, 1)), np.ones((deals, 1)))
        kept.begin_batch()
        kept.add_totals("wins", np.ones((deals, 1)), np.ones((deals, 1)))
    assert ratios.of(0).clusters == kept.of("wins").clusters == 5
    assert ratios.batch is None
    found = kept.of_batch("wins", 0)
    assert found is not None
    assert len(found[0]) == 2
