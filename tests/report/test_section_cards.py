"""The section on cards: what it says, and that nothing makes it stumble."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from tests.report.people import inputs_of
from tests.small_run import TESTBOX, small_run, small_solo_run
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.report.analyses.cards import CardAnalysis
from trisim.report.figures.cards import CUT_OFF
from trisim.report.inputs import RunInputs
from trisim.report.load_runs import batches, facts_of
from trisim.report.page.model import Block, Section
from trisim.report.sections.cards import KEY, PICTURED, build
from trisim.sim.run import Run
from trisim.stats.analyses.card_figures import (
    CardFigures,
    Cards,
    KeptFigures,
    KindFigures,
    findings_in,
)
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.estimate import Comparison, Estimate, Scale

BOX = load_box(TESTBOX)
RATE = Estimate(0.5, 0.4, 0.6, 400, 100)
NONE = Estimate(math.nan, 0, 1, 0, 0)
NAMES = ("offered", "taken", "completed", "uses", "points", "when", "wins")


def difference(value: float, half: float = 0.02, p: float = 0.0001) -> Comparison:
    low, high = max(-1, value - half), min(1, value + half)
    estimate = Estimate(value, low, high, 400, 100, scale=Scale.RATE_DIFFERENCE, family=9)
    return Comparison(estimate, 0.0, p, p)


UNKNOWN = Comparison(
    Estimate(math.nan, -1, 1, 0, 0, scale=Scale.RATE_DIFFERENCE, family=9), 0.0, 1.0, 1.0
)


def card(name: str, win: Comparison, **more: Any) -> CardFigures:
    return CardFigures(name, "artifact", 1, **{**dict.fromkeys(NAMES, RATE), **more}, win=win)


def section_of(*cards: CardFigures, kept: tuple[KeptFigures, ...] = (), box: Box = BOX) -> Section:
    kinds = tuple(KindFigures(kind, 1, RATE) for kind in dict.fromkeys(each.kind for each in cards))
    found = Cards(cards, kept, kinds, findings_in(cards))
    return built({KEY: found}, box)


def built(results: dict[str, Result], box: Box = BOX) -> Section:
    facts = Facts("planted", box, 4, ("a",) * 4, 4, 400, frozenset({"cards"}))
    return build(inputs_of((RunInputs(facts, results),)))


def draw_all(section: Section) -> None:
    for block in section.blocks:
        if block.picture is not None:
            assert block.picture.alt
            block.picture.draw().canvas.draw()


def block_of(section: Section, key: str) -> Block:
    return next(each for each in section.blocks if each.key == key)


def name_of(place: int) -> str:
    return BOX.artifacts[place].name


def test_strong_weak_and_unwanted_cards_are_named() -> None:
    never = {"taken": Estimate(0, 0, 0.01, 400, 100), "wins": NONE, "completed": NONE}
    section = section_of(
        card(BOX.artifacts[0].id, difference(0.12)),
        card(BOX.artifacts[1].id, difference(-0.08)),
        card(BOX.artifacts[2].id, difference(0.01)),
        card(BOX.artifacts[3].id, UNKNOWN, **never),
    )
    words = block_of(section, "cards-look").words[0]
    assert f"more often than takers of like cards: {name_of(0)} (+12.0 pp [+10.0, +14.0])" in words
    assert f"less often: {name_of(1)} (−8.0 pp" in words
    assert f"Never taken: {name_of(3)}." in words
    assert name_of(2) not in words
    table = block_of(section, "cards-look").table
    assert table is not None
    assert str(table.rows[0][4]).startswith("12.0 pp more wins than with like cards; taken 50.0 %")
    assert "8.0 pp fewer wins" in str(table.rows[1][4])
    draw_all(section)


def test_a_card_never_taken_stands_last_in_its_table_with_empty_cells() -> None:
    nobody = dict.fromkeys(("completed", "uses", "points", "when", "wins"), NONE)
    section = section_of(
        card(BOX.artifacts[0].id, UNKNOWN, **nobody), card(BOX.artifacts[1].id, difference(-0.5))
    )
    table = block_of(section, "cards-artifact").table
    assert table is not None
    assert [row[0] for row in table.rows] == [name_of(1), name_of(0)]
    assert table.rows[1][-2:] == (None, None)
    assert [column.title for column in table.columns][3:6] == ["Taken", "Used", "Uses"]
    draw_all(section)


def test_nothing_stands_out_is_said() -> None:
    section = section_of(card(BOX.artifacts[0].id, difference(0.01, p=0.5)))
    assert block_of(section, "cards-look").words[0] == "No card stands out."
    assert block_of(section, "cards-look").table is None


def test_a_picture_shows_what_stands_out_and_the_greatest_of_the_rest() -> None:
    many = [
        card(f"card-{place}", difference(0.2 - 0.008 * place, 0.5, p=1.0)) for place in range(50)
    ]
    section = section_of(*many, card("clear", difference(0.06)))
    picture = block_of(section, "cards-artifact").picture
    assert picture is not None
    assert "31 with small differences are left out" in picture.alt
    labels = [each.get_text() for each in picture.draw().axes[0].get_yticklabels()]
    assert len(labels) == PICTURED
    assert "clear" in labels


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "$x_1$", "a|b", "one\ntwo", "$", "x" * 90, "Ω ☿ 黄金"]
)
def test_names_are_text(name: str) -> None:
    artifact = replace(BOX.artifacts[0], name=name)
    box = replace(BOX, artifacts=(artifact, *BOX.artifacts[1:]))
    section = section_of(card(artifact.id, difference(0.12)), box=box)
    assert name in block_of(section, "cards-look").words[0]
    if name.isascii():
        draw_all(section)


def test_intervals_that_are_cut_off_have_an_arrow_head_and_a_note() -> None:
    wide, narrow = card(name_of(0), difference(0.1, 0.6)), card(name_of(1), difference(-0.1))
    for cards, arrows in (((wide, narrow), ["<", ">"]), ((narrow,), [])):
        picture = block_of(section_of(*cards), "cards-artifact").picture
        assert picture is not None
        (axes,) = picture.draw().axes
        markers = [line.get_marker() for line in axes.lines]
        assert [each for each in markers if each in ("<", ">")] == arrows
        assert (CUT_OFF in axes.get_xlabel()) == bool(arrows)
        assert ("arrow head" in picture.alt) == bool(arrows)


def test_the_notes_below_tables_are_one_sentence() -> None:
    kept = KeptFigures(name_of(0), "starting artifact", RATE, difference(0.1))
    section = section_of(card(name_of(0), difference(0.1)), kept=(kept,))
    columns = [c for block in section.blocks if block.table for c in block.table.columns]
    assert any(column.meaning for column in columns)
    for column in columns:
        assert not column.meaning.endswith(".")
        assert not column.meaning.startswith(column.title)


def test_kept_and_refused() -> None:
    kept = (
        KeptFigures("good", "publication", RATE, difference(0.07)),
        KeptFigures("bad", "publication", RATE, difference(-0.07)),
        KeptFigures("same", "publication", RATE, difference(0.001, p=0.9)),
        KeptFigures("never", "publication", RATE, UNKNOWN),
    )
    block = block_of(section_of(kept=kept), "cards-kept")
    assert "Those who keep it win more often: good (+7.0 pp" in block.words[0]
    assert "Those who refuse it win more often: bad (−7.0 pp" in block.words[0]
    assert block.table is not None
    assert [row[0] for row in block.table.rows] == ["good", "same", "bad", "never"]


def test_kept_or_not_may_not_matter() -> None:
    kept = (KeptFigures("same", "publication", RATE, difference(0.001, p=0.9)),)
    block = block_of(section_of(kept=kept), "cards-kept")
    assert "Of 1 card that some kept and others refused, there is none" in block.words[0]


def test_a_run_without_the_table_says_so() -> None:
    assert built({KEY: Missing("The run has no table cards.")}).problem.startswith("The run")


@pytest.mark.parametrize("run", [small_run, small_solo_run])
def test_real_runs(run: Any) -> None:
    section = build(inputs_of((run_inputs_of(run()),)))
    assert len(section.blocks) > 6
    draw_all(section)


def test_a_single_game() -> None:
    section = build(inputs_of((run_inputs_of(small_run(), only_one=True),)))
    draw_all(section)


def run_inputs_of(run: Run, only_one: bool = False) -> RunInputs:
    parts = run.parts[:1] if only_one else run.parts
    facts = facts_of(run, parts)
    analysis = CardAnalysis(facts)
    for batch in batches(run, parts, facts, lambda done, games: None):
        one = {name: frame.filter(pl.col("game") == 0) for name, frame in batch.frames.items()}
        analysis.read(Batch(one) if only_one else batch)
    return RunInputs(facts, {KEY: analysis.result()})
