"""Rates, means and differences with intervals, in one call, as a frame.

All functions take a polars or a pandas frame with a row for each observation and a column ``deal``,
and return a frame of the same kind: a row for each level, with ``value``, ``low``, ``high``, ``n``
(rows) and ``deals``. The intervals of a frame hold together. Rows without a level are ignored.

>>> players = pl.DataFrame({"deal": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "win": [1, 0, 0, 1]})
>>> rates(players, "win", by="seat").select("seat", "value", "n", "deals").rows()
[(0, 0.5, 2, 2), (1, 0.5, 2, 2)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, Union

import polars as pl

from trisim.stats.analyses.cells import Key, cell_sums
from trisim.stats.estimate import Comparison, Estimate, Scale, StatsError
from trisim.stats.multiple import compare_all, pairwise
from trisim.stats.totals import Frame, Quantity, joint_by

if TYPE_CHECKING:
    import pandas as pd

Asked: TypeAlias = Union[Frame, "pd.DataFrame"]
Answer: TypeAlias = Union[pl.DataFrame, "pd.DataFrame"]
By: TypeAlias = str | Sequence[str]

PAIR = ("first", "second")
ESTIMATE = ("value", "low", "high", "n", "deals")
COMPARISON = ("p", "adjusted")
"""Of a comparison alone, and of it as one of all in the answer (Holm)."""

NUMBERS = dict.fromkeys((*ESTIMATE, *COMPARISON), pl.Float64()) | {
    "n": pl.Int64(),
    "deals": pl.Int64(),
}


def rates(
    frame: Asked,
    value: str = "win",
    by: By = (),
    *,
    weight: str | None = None,
    against: float | None = None,
    level: float = 0.95,
) -> Answer:
    """The mean of a column from 0 to 1, such as ``win``, for each level of ``by``.

    ``by`` is a column, several, or none. With ``weight`` a row counts as often as that column says,
    and ``n`` is their sum. With ``against`` there are two more columns: ``p``, the probability of a
    distance at least as large by chance alone, and ``adjusted``, the same after Holm.
    """
    return estimates(frame, Quantity(value, weight), by, Scale.RATE, against, level)


def means(
    frame: Asked,
    value: str = "score",
    by: By = (),
    *,
    weight: str | None = None,
    against: float | None = None,
    level: float = 0.95,
) -> Answer:
    """The mean of any column, for each level of ``by``; see ``rates``."""
    return estimates(frame, Quantity(value, weight), by, Scale.MEAN, against, level)


def rate_differences(frame: Asked, value: str = "win", *, by: str, level: float = 0.95) -> Answer:
    """The rate of ``first`` minus that of ``second``, for each two levels, on the same deals."""
    return differences(frame, value, by, Scale.RATE, level)


def mean_differences(frame: Asked, value: str = "score", *, by: str, level: float = 0.95) -> Answer:
    """The mean of ``first`` minus that of ``second``, for each two levels, on the same deals."""
    return differences(frame, value, by, Scale.MEAN, level)


# ---------------------------------------------------------------- how they are made


def estimates(
    frame: Asked, what: Quantity, by: By, scale: Scale, against: float | None, level: float
) -> Answer:
    keys = [by] if isinstance(by, str) else list(by)
    check_names(keys)
    rows = polars_of(frame, ["deal", what.value, *([what.weight] if what.weight else []), *keys])
    sums = cell_sums(rows, {"": what}, keys, "deal")[""]
    points = {key: here.point(scale) for key, here in sums.items()}
    if against is None:
        alone = {key: point.estimate(level, len(points)) for key, point in points.items()}
        return like(frame, table(alone, keys))
    return like(frame, table(compare_all(points, against, level), keys, compared=True))


def differences(frame: Asked, value: str, by: str, scale: Scale, level: float) -> Answer:
    rows = polars_of(frame, ["deal", value, by])
    pairs = pairwise(joint_by(rows, value, by), scale, level)
    found: dict[Key, Comparison] = {(a, b): each for (a, b), each in pairs.items()}
    return like(frame, table(found, PAIR, compared=True))


def table(
    found: Mapping[Key, Estimate | Comparison], keys: By, *, compared: bool = False
) -> pl.DataFrame:
    """A row for each estimate; ``keys`` are the names of the key columns.

    With ``compared`` there are the columns of comparisons, even without rows.
    """
    names = [keys] if isinstance(keys, str) else list(keys)
    rows = [(*key, *numbers(each)) for key, each in found.items()]
    compared = compared or any(isinstance(each, Comparison) for each in found.values())
    kinds = {name: NUMBERS[name] for name in (*ESTIMATE, *(COMPARISON if compared else ()))}
    schema = {**dict.fromkeys(names), **kinds}
    return pl.DataFrame(rows, schema=schema, orient="row", infer_schema_length=None)


def numbers(found: Estimate | Comparison) -> tuple[float, ...]:
    if isinstance(found, Comparison):
        return (*numbers(found.estimate), found.p, found.adjusted)
    return found.value, found.low, found.high, found.n, found.clusters


def check_names(keys: Sequence[str]) -> None:
    """Stop at a key column with the name of a result column."""
    for key in keys:
        if key in (*ESTIMATE, *COMPARISON):
            raise StatsError(f"by '{key}': the answer has such a column; rename yours")


def polars_of(frame: Asked, columns: Sequence[str]) -> pl.LazyFrame:
    """Some columns of a frame of either kind; a missing column is reported later."""
    if isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        return frame.lazy()
    wanted = [name for name in dict.fromkeys(columns) if name in frame.columns]
    return pl.from_pandas(frame[wanted] if len(wanted) == len(set(columns)) else frame).lazy()


def like(asked: Asked, answer: pl.DataFrame) -> Any:
    """A result as a frame of the same kind as the input."""
    if isinstance(asked, (pl.DataFrame, pl.LazyFrame)):
        return answer
    return answer.to_pandas()
