"""Hand-made tables of players, rounds and turns, and the facts that go with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import polars as pl

from tests.small_run import TESTBOX
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.record.tables import TABLES
from trisim.stats.analyses.source import Analysis, Batch, Facts, Result, analyse

R = TypeVar("R", bound=Result)

GAME_FACTS: Mapping[str, Any] = {
    "game": GAME.name,
    "role": GAME.role,
    "automa": GAME.automa,
    "rounds": 3,
    "game_tables": TABLES,
}
"""What is the same in all runs of the game."""

ALCHEMISTS = ("anna", "bert", "carl", "dora")


@lru_cache(maxsize=1)
def testbox() -> Box:
    """The box of the tests."""
    return load_box(TESTBOX)


def facts_of(lineup: Sequence[str], games: int, **others: Any) -> Facts:
    """The facts of a run with a row of players for each place of the line-up."""
    return Facts(
        **{
            "label": "planted",
            "box": testbox(),
            "players": len(lineup),
            "lineup": tuple(lineup),
            "rotations": len(lineup),
            "games": games,
            "tables": frozenset({"players"}),
            **GAME_FACTS,
            **others,
        }
    )


def players_frame(rows: Sequence[Mapping[str, Any]]) -> pl.LazyFrame:
    """Rows of players, with words as categories; wins by score if they aren't told."""
    frame = pl.DataFrame(rows, infer_schema_length=None)
    best = pl.col("score") == pl.col("score").max().over("game")
    if "win" not in frame.columns:
        frame = frame.with_columns(win=best / best.sum().over("game"))
    return frame.cast({"alchemist": pl.Categorical, "strategy": pl.Categorical}).lazy()


def result_of(
    kind: type[Analysis],
    expected: type[R],
    facts: Facts,
    batches: Sequence[Mapping[str, pl.LazyFrame]],
) -> R:
    """What an analysis makes of batches."""
    found = analyse(facts, [Batch(frames) for frames in batches], {"it": kind})["it"]
    assert isinstance(found, expected)
    return found
