"""Pictures and tables of a study of difficulty."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest

from tests.stats.planted_solo import SHIFTS, planted_findings
from trisim.report.difficulty_figure import (
    draw_margins,
    draw_options,
    draw_presets,
    options_caption,
    options_shown,
    presets_caption,
)
from trisim.report.difficulty_files import bracket_table, effect_table, preset_table
from trisim.report.figures.lines import spread_out
from trisim.report.score_figure import caption, draw_scores
from trisim.report.style import save
from trisim.stats.difficulty import NORMAL, OPTION, Findings, Setup

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LONG = "balanced:gold=2.5:far=4:noise=0.15:and=more"
SEVEN = {LONG: 0.0, **{f"strategy-{number}": 3.0 * number - 9 for number in range(6)}}
DRAW = [draw_options, draw_margins, draw_presets, draw_scores]


@pytest.fixture(scope="module")
def one() -> Findings:
    return planted_findings({"balanced": 0}, 300)


@pytest.fixture(scope="module")
def seven() -> Findings:
    return planted_findings(SEVEN, 120)


@pytest.fixture(scope="module")
def tiny() -> Findings:
    """Two deals, one option: intervals without ends."""
    long = Setup("extra_gold+tracks_at_one+three_masterpieces+starting_experiment", OPTION)
    return planted_findings({LONG: 0}, 2, {Setup("normal", NORMAL): 0, long: 5})


def test_options_are_ordered_over_all_strategies(seven: Findings) -> None:
    names = options_shown(seven)
    assert set(names) == {setup.name for setup in SHIFTS if setup.kind not in ("preset", NORMAL)}
    means = [sum(each.effect(name).win.value for each in seven.strategies) for name in names]
    assert means == sorted(means)


@pytest.mark.parametrize("draw", DRAW)
@pytest.mark.parametrize("which", ["one", "seven", "tiny"])
def test_everything_written_is_inside_the_figure(
    draw: Callable[[Findings], Figure], which: str, request: pytest.FixtureRequest
) -> None:
    from matplotlib.text import Text

    findings = request.getfixturevalue(which)
    if draw is draw_presets and not findings.presets:
        return
    figure = draw(findings)
    figure.savefig(io.BytesIO(), format="png")
    width, height = figure.bbox.width, figure.bbox.height
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        if text.get_text().strip() and text.get_visible():
            box = text.get_window_extent()
            assert box.x0 >= 0, text.get_text()
            assert box.x1 <= width, text.get_text()
            assert box.y0 >= 0, text.get_text()
            assert box.y1 <= height, text.get_text()


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("draw", DRAW)
def test_figures_are_the_same_bytes_each_time(
    draw: Callable[[Findings], Figure], kind: str, one: Findings, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        save(draw(one), tmp_path / name, kind)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_figure_has_every_option_with_its_interval(one: Findings) -> None:
    made = io.BytesIO()
    draw_options(one).savefig(made, format="svg")
    comments = "\n".join(re.findall(r"<!-- ([^>]*) -->", made.getvalue().decode()))
    for effect in one.strategies[0].effects:
        if effect.kind != "preset":
            ends = ", ".join(effect.win.shown(end) for end in (effect.win.low, effect.win.high))
            assert f"[{ends}]" in comments
            assert effect.setup in comments


def test_no_figure_without_n(one: Findings) -> None:
    assert "4,200 games in all" in options_caption(one)
    assert "300 deals a strategy" in presets_caption(one)
    assert "300 games a line" in caption(one)


def test_labels_keep_apart() -> None:
    assert spread_out([1.0, 1.0, 1.0], 2.0, 0.0, 10.0) == [1.0, 3.0, 5.0]
    assert spread_out([10.0, 9.5], 2.0, 0.0, 10.0) == [10.0, 8.0]


def test_table_of_effects(seven: Findings) -> None:
    table = effect_table(seven)
    assert len(table) == len(seven.strategies) * len(SHIFTS)
    normal = table.filter(setup="normal")
    assert normal["win_effect"].null_count() == len(seven.strategies)
    row = table.filter(strategy=LONG, setup="tracks_at_one").row(0, named=True)
    effect = seven.strategies[0].effect("tracks_at_one")
    assert row["win_effect"] == effect.win.value
    assert (row["win_effect_low"], row["win_effect_high"]) == (effect.win.low, effect.win.high)
    assert (row["group"], row["meant"], row["deals"]) == ("harder bot", "harder", 120)
    assert table["beyond_sum"].is_not_null().sum() == len(seven.strategies)


def test_table_of_presets(seven: Findings) -> None:
    table = preset_table(seven)
    assert table.filter(strategy=LONG)["preset"].to_list() == [
        "easy",
        "normal",
        "hard",
        "nightmare",
    ]
    assert table["step"].null_count() == len(seven.strategies)
    assert {"score_q50", "score_q90_low", "score_for_50", "score_for_50_high"} <= set(table.columns)
    assert table.schema["score_for_75"] == pl.Float64


def test_table_of_brackets(one: Findings) -> None:
    table = bracket_table(one)
    assert table.group_by("preset").agg(pl.col("games").sum())["games"].to_list() == [300] * 4
    assert table["from"].null_count() == table["to"].null_count() == 4
    assert table["share"].sum() == pytest.approx(4)


def test_tables_without_ends_have_gaps(tiny: Findings) -> None:
    assert effect_table(tiny).schema["margin_low"] == pl.Float64
    assert preset_table(tiny)["score_q90_high"].null_count() == 1
