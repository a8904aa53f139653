"""The section on the solo game."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from tests.report.people import inputs_of
from tests.report.test_section_verdicts import all_words, draw_all
from tests.small_run import small_solo_run
from tests.stats.analyses.planted_runs import facts
from tests.stats.analyses.test_balance_solo import solo_facts, solo_of
from trisim.games.trismegistus.report.analyses.solo import Solo
from trisim.games.trismegistus.report.sections.solo import build
from trisim.report.inputs import RunInputs
from trisim.report.load_runs import read_runs
from trisim.report.page.model import Section
from trisim.report.version_runs import VersionReader
from trisim.stats.analyses.source import Facts, Missing


def section_of(found: Solo, here: Facts | None = None) -> Section:
    section = build(inputs_of((RunInputs(here or solo_facts(), {"solo": found}),)))
    assert section is not None
    draw_all(section)
    return section


def test_the_section_says_who_wins_and_what_setups_change() -> None:
    section = section_of(solo_of(range(400)))
    assert [block.key for block in section.blocks] == [
        "solo-wins",
        "solo-alchemists",
        "solo-parts",
        "solo-scores",
        "solo-effects",
        "solo-priorities",
    ]
    words = all_words(section)
    assert "With mine playing for you, you win 12.5 %" in words
    assert "What surely changes your wins, against normal: strange −25.0 pp" in words
    assert "Which die of it: “only”, 62.5 %" in words


def test_one_deal_and_no_table_bot_are_no_trouble() -> None:
    section = section_of(solo_of(range(1), here=solo_facts(tables=())))
    assert "--log turns" in section.problem
    assert "No setup surely changes your wins against normal." in all_words(section)


def test_without_a_solo_run_there_is_no_such_section() -> None:
    assert build(inputs_of((RunInputs(facts(), {}),))) is None


def test_a_run_that_can_not_be_read_says_why() -> None:
    section = build(inputs_of((RunInputs(solo_facts(), {"solo": Missing("Torn.")}),)))
    assert section is not None
    assert section.problem == "Torn."


def test_strange_names_of_setups_are_drawn_as_they_are() -> None:
    found = solo_of(range(40))
    setups = tuple(replace(each, level="$x_1$ <b>") for each in found.setups)
    effects = tuple(replace(each, setup="$\\frac$\n") for each in found.effects)
    section_of(replace(found, setups=setups, effects=effects))


def test_a_real_run_is_read_and_drawn() -> None:
    inputs = read_runs([small_solo_run().path])
    section = build(inputs)
    assert section is not None
    assert section.blocks
    draw_all(section)


def test_the_level_of_a_player_can_be_measured_alone() -> None:
    """What ``trisim sweep --set strategy.noise=…`` needs: your wins and score, not its."""
    run = small_solo_run()
    read = VersionReader([run])
    read.read()
    yours = run.players.filter(pl.col("strategy").cast(pl.String) != "botmegistus").collect()
    for measure, column in (("solo.win", "win"), ("solo.score", "score"), ("score.mean", "score")):
        estimate = read.estimate(measure, 0)
        assert estimate is not None
        assert estimate.value == pytest.approx(yours[column].to_numpy().mean())
        assert estimate.n == len(yours)
