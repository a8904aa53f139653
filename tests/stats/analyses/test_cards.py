"""Cards: offers, takes and what comes of them, counted by hand; and a real run."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from tests.small_run import TESTBOX, small_run, small_solo_run
from tests.stats.analyses.people import GAME_FACTS
from tests.stats.analyses.planted_games import batch_of
from trisim.documents import plain, typed
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.report.analyses.cards import CardAnalysis, cards_in
from trisim.report.load_runs import batches, facts_of
from trisim.sim.run import Run
from trisim.stats.analyses.card_figures import (
    CardFigures,
    Cards,
    Why,
    findings_in,
)
from trisim.stats.analyses.card_rows import numbers
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.estimate import Comparison, Estimate, Scale

BOX = load_box(TESTBOX)
CARDS = cards_in(BOX)
EXPERIMENT = next(each.card for each in CARDS if each.kind == "experiment")
ARTIFACT = next(each.card for each in CARDS if each.kind == "artifact")
PUBLICATION = next(each.card for each in CARDS if each.kind == "publication")
STARTING = [each.card for each in CARDS if each.kind == "starting experiment"][:2]
ALCHEMIST = next(iter(BOX.alchemists))
TURNS = 20


def facts(**changes: Any) -> Facts:
    found = Facts("planted", BOX, 2, ("a", "a"), 2, 8, frozenset({"games", "players", "cards"}))
    return replace(found, **{**GAME_FACTS, "role_ids": tuple(BOX.alchemists), **changes})


def card_row(game: int, card: str, **more: int) -> dict[str, Any]:
    nothing = dict.fromkeys(("first_turn", "seat", "turn_taken", "turn_completed"))
    return {"game": game, "card": card, **nothing, "uses": 0, "points": 0} | more


def batch(rows: list[dict[str, Any]], games: int = 8) -> Batch:
    """Games of two players, two a deal; seat 0 wins the even ones, and keeps its card."""
    schema = dict.fromkeys(("first_turn", "turn_taken", "turn_completed"), pl.Int16)
    players = [
        {
            "game": game,
            "deal": game // 2,
            "seat": seat,
            "strategy": "a",
            "alchemist": ALCHEMIST,
            "win": float((game + seat) % 2 == 0),
            "kept": [STARTING[seat]],
            "refused": [STARTING[1 - seat]],
        }
        for game in range(games)
        for seat in range(2)
    ]
    table = [{"game": game, "deal": game // 2, "turns": TURNS} for game in range(games)]
    cards = pl.DataFrame(rows, schema_overrides={**schema, "seat": pl.Int8})
    frames = {"cards": cards, "players": pl.DataFrame(players), "games": pl.DataFrame(table)}
    return batch_of(frames, 2)


def analysed(*read: Batch, about: Facts | None = None) -> Cards:
    analysis = CardAnalysis(about or facts())
    for each in read:
        analysis.read(each)
    return analysis.result()


def of(found: Cards, card: str) -> CardFigures:
    return next(each for each in found.figures if each.card == card)


def test_offers_and_takes_are_counted() -> None:
    rows = [card_row(game, EXPERIMENT, first_turn=0) for game in range(4)]
    rows[0] |= {"seat": 0, "turn_taken": 9, "turn_completed": 12, "points": 6}
    rows[1] |= {"seat": 1, "turn_taken": 19}
    found = of(analysed(batch(rows)), EXPERIMENT)
    assert found.offered.value == pytest.approx(4 / 8)
    assert found.taken.value == pytest.approx(2 / 4)
    assert found.completed.value == pytest.approx(1 / 2)
    assert found.points.value == pytest.approx(3)
    assert found.when.value == pytest.approx((10 / 20 + 20 / 20) / 2)
    assert found.wins.value == pytest.approx(1)
    assert found.wins.n == 2


def test_an_artifact_is_completed_when_it_is_used_and_may_come_from_the_stack() -> None:
    rows = [
        card_row(0, ARTIFACT, first_turn=0),
        card_row(1, ARTIFACT, seat=0, turn_taken=3, uses=2),
        card_row(2, ARTIFACT, first_turn=0, seat=0, turn_taken=3),
    ]
    found = of(analysed(batch(rows)), ARTIFACT)
    assert found.offered.value == pytest.approx(2 / 8)
    assert found.taken.value == pytest.approx(1 / 2)
    assert found.completed.value == pytest.approx(1 / 2)
    assert found.uses.value == pytest.approx(1)


def test_who_is_given_a_card_from_the_stack_is_compared_with_others_who_are() -> None:
    """Winners get one of two artifacts from the stack, losers buy one of them: it says nothing."""
    level = next(each.level for each in CARDS if each.card == ARTIFACT)
    alike = (each.card for each in CARDS if each.kind == "artifact" and each.level == level)
    first, other, *_ = alike
    rows = [
        card_row(0, first, seat=0, turn_taken=3),
        card_row(2, other, seat=0, turn_taken=3),
        card_row(4, first, seat=0, turn_taken=3),
        card_row(6, other, seat=0, turn_taken=3),
        *(card_row(game, other, first_turn=0, seat=0, turn_taken=3) for game in (1, 3, 5, 7)),
    ]
    found = of(analysed(batch(rows)), first)
    assert found.wins.value == 1
    assert found.win.estimate.value == pytest.approx(0)


def test_a_publication_is_there_when_drawn_and_taken_when_held() -> None:
    rows = [
        card_row(0, PUBLICATION, seat=0, turn_taken=3, uses=1),
        card_row(1, PUBLICATION, first_turn=0),
    ]
    found = of(analysed(batch(rows)), PUBLICATION)
    assert found.offered.value == pytest.approx(2 / 8)
    assert found.taken.value == pytest.approx(1 / 2)


def test_a_card_that_is_the_same_each_time_has_an_interval_with_ends() -> None:
    rows = [card_row(g, EXPERIMENT, first_turn=0, seat=0, turn_taken=3, points=5) for g in range(8)]
    points = of(analysed(batch(rows)), EXPERIMENT).points
    assert points.value == 5
    assert math.isfinite(points.low)
    assert math.isfinite(points.high)


def test_kept_and_refused() -> None:
    found = analysed(batch([card_row(0, EXPERIMENT, first_turn=0)]))
    assert [each.card for each in found.kept] == sorted(STARTING, key=order)
    assert [each.kept.value for each in found.kept] == [0.5, 0.5]
    # Who keeps it always sits in the same seat, so that nobody is like them but for that.
    assert not any(each.win.estimate.clusters for each in found.kept)


def order(card: str) -> int:
    return [each.card for each in CARDS].index(card)


def test_botmegistus_takes_nothing() -> None:
    rows = [card_row(0, EXPERIMENT, first_turn=0, seat=1, turn_taken=3)]
    here = batch(rows)
    bot = pl.when(pl.col("seat") == 1).then(pl.lit("botmegistus")).otherwise("strategy")
    players = here["players"].with_columns(strategy=bot)
    found = analysed(
        Batch({**here.frames, "players": players}), about=facts(scenarios=("normal", "easy"))
    )
    assert of(found, EXPERIMENT).taken.value == 0
    assert not of(found, EXPERIMENT).wins.clusters


def test_a_card_that_the_box_does_not_have_is_passed_over() -> None:
    found = analysed(batch([card_row(0, "unheard-of", first_turn=0), card_row(0, EXPERIMENT)]))
    assert "unheard-of" not in [each.card for each in found.figures]


def test_no_row_at_all_is_no_finding() -> None:
    empty = batch([card_row(0, EXPERIMENT, first_turn=0)])
    found = analysed(Batch({**empty.frames, "cards": empty["cards"].filter(pl.lit(False))}))
    assert found.figures == ()
    assert found.findings == ()
    assert analysed() == Cards((), (), (), ())


def test_a_result_can_be_written_down_and_read_again() -> None:
    rows = [card_row(0, EXPERIMENT, first_turn=0, seat=0, turn_taken=9, points=6)]
    found = analysed(batch(rows))
    assert plain(typed(Cards, plain(found))) == plain(found)


# ---------------------------------------------------------------- findings


def figures(card: str, **changes: Any) -> CardFigures:
    rate = Estimate(0.5, 0.4, 0.6, 400, 100)
    win = changes.pop("win", (0.0, 0.1, 1.0))
    value, half, p = win
    difference = Estimate(
        value, value - half, value + half, 400, 100, scale=Scale.RATE_DIFFERENCE, family=2
    )
    same = dict.fromkeys(("offered", "taken", "completed", "uses", "points", "when", "wins"), rate)
    return CardFigures(
        card, "artifact", 1, **{**same, **changes}, win=Comparison(difference, 0.0, p, p)
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"win": (0.09, 0.03, 0.001)}, [Why.STRONG]),
        ({"win": (-0.09, 0.03, 0.001)}, [Why.WEAK]),
        ({"win": (0.04, 0.03, 0.001)}, []),
        ({"win": (0.09, 0.03, 0.2)}, []),
        ({"win": (0.09, 0.10, 0.001)}, []),
        ({"win": (math.nan, math.nan, 1.0)}, []),
        ({"taken": Estimate(0, 0, 0.01, 400, 100)}, [Why.NEVER_TAKEN]),
        ({"taken": Estimate(0.01, 0, 0.02, 400, 100)}, [Why.SELDOM_TAKEN]),
        ({"taken": Estimate(0, 0, 0.3, 10, 3)}, []),
        ({"taken": Estimate(1, 0.98, 1, 400, 100)}, [Why.ALWAYS_TAKEN]),
        ({"completed": Estimate(0, 0, 0.01, 400, 100)}, [Why.NEVER_COMPLETED]),
        ({"completed": Estimate(0.01, 0, 0.02, 400, 100)}, [Why.SELDOM_COMPLETED]),
        ({"completed": Estimate(math.nan, 0, 1, 0, 0)}, []),
    ],
)
def test_what_stands_out(changes: dict[str, Any], why: list[Why]) -> None:
    assert [each.why for each in findings_in([figures("x", **changes)])] == why


def test_the_greatest_difference_comes_first() -> None:
    cards = [
        figures("never", taken=Estimate(0, 0, 0.01, 400, 100)),
        figures("strong", win=(0.07, 0.03, 0.001)),
        figures("weak", win=(-0.09, 0.03, 0.001)),
    ]
    assert [each.card for each in findings_in(cards)] == ["weak", "strong", "never"]


# ---------------------------------------------------------------- real runs


def read(run: Run) -> Cards:
    about = facts_of(run, run.parts)
    return analysed(*batches(run, run.parts, about, lambda done, games: None), about=about)


def test_a_run_agrees_with_its_table() -> None:
    run = small_run()
    found = read(run)
    taken = (
        run.cards.collect()
        .filter(pl.col("turn_taken").is_not_null())
        .group_by(pl.col("card").cast(pl.String))
        .agg(pl.len(), pl.col("points").mean())
    )
    for card, rows, points in taken.rows():
        assert of(found, card).wins.n == rows
        assert of(found, card).points.value == pytest.approx(points)
    names = found.measures()
    assert "cards.starting-experiment.taken" in names
    assert names["cards.starting-experiment.taken"].value == pytest.approx(0.5)


def test_a_solo_run_can_be_read() -> None:
    found = read(small_solo_run())
    assert found.figures
    assert all(each.wins.n <= 2 for each in found.figures)


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical])
def test_words_become_numbers_however_they_are_stored(kind: Any) -> None:
    column = pl.Series(["b", None, "unheard-of", "a"], dtype=kind)
    assert numbers(column, ["a", "b"]).tolist() == [1, -1, -1, 0]
    assert numbers(column.clear(), ["a", "b"]).tolist() == []
