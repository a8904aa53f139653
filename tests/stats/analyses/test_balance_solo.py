"""The solo game of a report, on planted games."""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl
import pytest

from tests.stats.analyses.planted_games import batch_of
from tests.stats.analyses.planted_runs import facts
from tests.stats.test_solo import players as plain_players
from trisim.documents import plain
from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.report.analyses.solo import PARTS, Solo, SoloAnalysis
from trisim.stats.analyses.source import Batch, Facts, Missing
from trisim.stats.sequence import OPTION, Target
from trisim.stats.solo import summarise_solo

SETUPS = ("normal", "strange")


def solo_facts(setups: tuple[str, ...] = SETUPS, tables: tuple[str, ...] = ("bot",)) -> Facts:
    return replace(
        facts(solo=True),
        lineup=("mine", "botmegistus"),
        scenarios=setups,
        rotations=1,
        tables=frozenset(("players", *tables)),
    )


def players(deals: range, setups: int = 2) -> pl.DataFrame:
    """All of your points are experiments, all of its are artifacts."""
    rows = plain_players(deals, setups)
    is_bot = pl.col("strategy").cast(pl.String) == "botmegistus"
    points = pl.col("score")
    return rows.with_columns(
        *(
            pl.lit(0).alias(part)
            for part in PARTS
            if part not in ("vp_experiments", "vp_artifacts")
        ),
        vp_experiments=pl.when(is_bot).then(0).otherwise(points),
        vp_artifacts=pl.when(is_bot).then(points).otherwise(0),
    )


def decisions(games: range) -> pl.DataFrame:
    """Each game has four dice: potency settles one, in every second game two; nothing the card."""
    rows: list[tuple[int, str, str | None]] = []
    for game in games:
        settled = 1 + game // 2 % 2
        rows += [(game, "die", "potency")] * settled + [(game, "die", "only")] * (4 - settled)
        rows.append((game, "added", None))
    return pl.DataFrame(rows, schema=["game", "decision", "priority"], orient="row")


def batch(deals: range) -> Batch:
    games = range(deals.start * 2, deals.stop * 2)
    frames = {"players": players(deals), "bot": decisions(games)}
    return batch_of(frames, 2)


def solo_of(*deals: range, here: Facts | None = None) -> Solo:
    analysis = SoloAnalysis(here or solo_facts())
    for each in deals:
        analysis.read(batch(each))
    found = analysis.result()
    assert isinstance(found, Solo)
    return found


def test_wins_are_those_that_the_summary_of_a_run_tells() -> None:
    found = solo_of(range(400))
    known = summarise_solo([plain_players(range(400))], SETUPS, GAME.automa, GAME.role)
    assert (found.whole, found.setups, found.alchemists) == (
        known.whole,
        known.setups,
        known.roles,
    )
    assert found.setups[0].win.value == 0.25


def test_parts_of_both_scores() -> None:
    found = solo_of(range(400))
    yours, its = found.parts
    assert (yours.part, its.part) == ("vp_experiments", "vp_artifacts")
    assert yours.yours is not None
    assert yours.yours.value == pytest.approx(found.whole.score.value)
    assert its.its is not None
    assert its.its.value == pytest.approx(found.whole.bot_score.value)
    assert yours.its is None
    assert its.yours is None


def test_close_games_are_counted() -> None:
    # margins are 10 or -2 against the first setup, 0 or -12 against the second
    close = {each.points: each.share.value for each in solo_of(range(400)).close}
    assert close == {5: pytest.approx((0.75 + 0.25) / 2), 10: pytest.approx(0.625), 20: 1.0}


def test_what_setups_change_is_against_the_first_on_the_same_deals() -> None:
    (effect,) = solo_of(range(400)).effects
    assert effect.setup == "strange"
    assert effect.win.value == pytest.approx(-0.25)
    assert effect.margin is not None
    assert effect.margin.value == pytest.approx(-10)
    assert effect.win.high < 0


def test_good_scores_are_those_of_the_preset() -> None:
    (table,) = solo_of(range(400)).scores
    assert (table.setup, table.games) == ("normal", 400)


def test_what_settles_decisions_has_an_interval_by_deals() -> None:
    found = solo_of(range(400)).priorities
    assert [(each.decision, each.priority, each.count) for each in found] == [
        ("added", "", 800),
        ("die", "only", 2000),
        ("die", "potency", 1200),
    ]
    potency = found[-1].share
    assert potency.value == pytest.approx(0.375)
    assert (potency.n, potency.clusters) == (3200, 400)
    # deals are 2/8 or 4/8: a spread of 0.125 between deals, and two shares at once
    assert potency.halfwidth == pytest.approx(2.25 * 0.125 / 20, rel=0.05)


def test_batches_add_up_to_the_whole() -> None:
    assert solo_of(range(150), range(150, 400)) == solo_of(range(400))


def test_measures_have_stable_names_and_the_result_can_be_written_down() -> None:
    found = solo_of(range(40))
    assert {"solo.win", "solo.setup.normal.win", "solo.alchemist.newton.win"} <= set(
        found.measures()
    )
    json.dumps(plain(found), allow_nan=False)


def test_a_run_that_was_stopped_by_its_options_keeps_those_intervals() -> None:
    here = replace(solo_facts(), until=Target(OPTION, 0.1))
    assert solo_of(range(400), here=here).effects[0].win.anytime


def test_one_game_and_a_run_without_the_table_bot() -> None:
    found = solo_of(range(1), here=solo_facts(tables=()))
    assert found.priorities == ()
    assert "--log turns" in found.lacking
    assert found.whole.win.n == 2


def test_other_runs_and_empty_ones_have_nothing_to_say() -> None:
    analysis = SoloAnalysis(facts())
    analysis.read(batch(range(2)))
    assert isinstance(analysis.result(), Missing)
    assert isinstance(SoloAnalysis(solo_facts()).result(), Missing)
