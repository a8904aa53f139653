"""The summary at the end of a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.stats.planted import ALCHEMISTS, players_table
from trisim.games.trismegistus.game import GAME
from trisim.stats.estimate import Estimate, StatsError
from trisim.stats.sequence import Target, intervals, metrics_of, parse_target
from trisim.stats.summary import Summary
from trisim.stats.summary import summarise as summarise_any
from trisim.stats.totals import Part, sums_by

TABLE = players_table(np.random.default_rng(61), 60)


def target_of(text: str) -> Target:
    return parse_target(text, metrics_of(GAME.outcome, GAME.role))


def summarise(parts: Sequence[Part], until: Target | None = None) -> Summary:
    return summarise_any(parts, GAME.role, until=until)


def same(one: Estimate, other: Estimate) -> bool:
    numbers = [(each.value, each.low, each.high) for each in (one, other)]
    return numbers[0] == pytest.approx(numbers[1]) and (one.n, one.clusters) == (
        other.n,
        other.clusters,
    )


def test_summary_has_what_the_table_has() -> None:
    found = summarise([TABLE])
    assert (found.games, found.deals, found.par) == (240, 60, 0.25)
    assert found.score.value == pytest.approx(TABLE["score"].mean())
    assert (found.score.n, found.score.clusters) == (960, 60)
    best = TABLE.group_by("game").agg(pl.col("score").max())["score"]
    assert found.winning_score.value == pytest.approx(best.mean())
    assert found.winning_score.n == 240
    assert [each.level for each in found.seats] == [0, 1, 2, 3]
    assert [each.level for each in found.roles] == sorted(ALCHEMISTS)
    assert [each.level for each in found.strategies] == ["balanced", "tuned"]


def test_levels_have_their_rates_and_scores() -> None:
    for each in summarise([TABLE]).roles:
        rows = TABLE.filter(pl.col("alchemist").cast(pl.String) == str(each.level))
        assert each.win.value == pytest.approx(rows["win"].mean())
        assert each.score.value == pytest.approx(rows["score"].mean())
        winning = np.average(rows["score"], weights=rows["win"])
        assert each.winning_score.value == pytest.approx(winning)
        assert each.win.n == each.score.n == len(rows)
        assert each.win.family == each.score.family == each.winning_score.family == 5
        assert each.differs == each.win.excludes(0.25)


def test_parts_make_no_difference(tmp_path: Path) -> None:
    paths = []
    for part in range(4):
        paths.append(tmp_path / f"part-{part:05}.parquet")
        TABLE.filter(pl.col("deal") // 15 == part).write_parquet(paths[-1])
    whole, parts = summarise([TABLE.lazy()]), summarise(paths)
    assert (whole.games, whole.deals, whole.par) == (parts.games, parts.deals, parts.par)
    for group in ("seats", "roles", "strategies"):
        for one, other in zip(getattr(whole, group), getattr(parts, group), strict=True):
            assert one.level == other.level
            assert same(one.win, other.win)
            assert same(one.score, other.score)
            assert same(one.winning_score, other.winning_score)


def test_a_run_that_was_stopped_has_the_interval_it_was_stopped_by() -> None:
    target = target_of("alchemist=0.1")
    found, usual = summarise([TABLE], until=target), summarise([TABLE])
    assert {each.level: each.win for each in found.roles} == intervals(
        target, sums_by(TABLE, by="alchemist")
    )
    assert found.seats == usual.seats
    assert found.score == usual.score
    scored = summarise([TABLE], until=target_of("score=2"))
    assert scored.score.halfwidth > usual.score.halfwidth
    assert scored.score.anytime
    assert scored.roles == usual.roles


def test_one_strategy_alone_is_at_par() -> None:
    alone = TABLE.with_columns(strategy=pl.lit("random"))
    (only,) = summarise([alone]).strategies
    assert only.win.value == pytest.approx(0.25)
    assert only.win.low < 0.25 < only.win.high
    assert not only.differs


def test_a_seat_that_never_wins_differs_and_has_no_winning_score() -> None:
    cursed = TABLE.with_columns(win=pl.when(pl.col("seat") == 3).then(0.0).otherwise(pl.lit(1 / 3)))
    seat = summarise([cursed]).seats[3]
    assert seat.win.value == 0.0
    assert 0 < seat.win.high < 0.1
    assert seat.differs
    assert str(seat.winning_score) == "no data"


def test_games_without_alchemists_have_no_such_group() -> None:
    intro = TABLE.with_columns(alchemist=pl.lit(None, dtype=pl.String))
    assert summarise([intro]).roles == ()


def test_summary_goes_into_a_json_file() -> None:
    found: Summary = summarise([TABLE.filter(pl.col("deal") == 0)], until=target_of("seat=1%"))
    read = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert read["games"] == 4
    assert read["until"] == "seat=0.01"
    assert read["seats"][0]["win"]["clusters"] == 1
    assert len(read["alchemists"]) == 4
    assert read["score"]["low"] is None


def test_no_games_are_refused() -> None:
    for parts in ([], [TABLE.head(0)]):
        with pytest.raises(StatsError, match="no games to summarise"):
            summarise(parts)
    with pytest.raises(StatsError, match="no column 'win'"):
        summarise([TABLE.drop("win")])


def test_a_game_without_roles_has_none() -> None:
    found = summarise_any([TABLE.drop("alchemist")])
    assert found.roles == ()
    assert "alchemists" not in found.as_dict()
    assert found.seats == summarise([TABLE]).seats
