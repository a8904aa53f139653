"""Results of tournaments as files and pictures."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

from tests.stats.tables_of_games import planted_sheets, sheet_of, standings_of
from trisim.report.style import short
from trisim.report.tournament_figure import caption, cells, draw, save_figure
from trisim.report.tournament_files import pair_table, strategy_table
from trisim.sim.lineups import duel_lineups, mixed_lineups
from trisim.stats import ratings
from trisim.stats.standings import Standings

LONG = "balanced:gold=2:noise=0.15:far=4"


@pytest.fixture(autouse=True)
def few_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "REPEATS", 20)


def planted(strategies: int, form: str = "mixed", players: int = 4, deals: int = 20) -> Standings:
    names = [LONG, *(f"strategy-{number}" for number in range(1, strategies))]
    lineups = duel_lineups if form == "duel" else lambda k, n: mixed_lineups(k, n, 1)
    logs = np.linspace(-1, 1, strategies).tolist()
    sheets = planted_sheets(np.random.default_rng(1), logs, lineups(strategies, players), deals)
    return standings_of(sheets, names, form)


def always() -> Standings:
    """One that finished above the other in all games."""
    return standings_of([sheet_of((0, 1), np.tile([1, 2], (9, 2, 1)))], ["best", "worst"])


def test_tables_have_a_row_for_each_strategy_and_ordered_pair() -> None:
    found = planted(3, "duel")
    strategies, pairs = strategy_table(found), pair_table(found)
    assert strategies["strategy"].to_list() == [each.strategy for each in found.strategies]
    assert {"rating", "rating_low", "chance_high", "win_low", "rank", "score", "deals"} <= set(
        strategies.columns
    )
    assert len(pairs) == 6
    assert pairs.filter(first="strategy-2", second=LONG)["above"].item() == pytest.approx(
        1 - pairs.filter(first=LONG, second="strategy-2")["above"].item()
    )
    assert pairs["duel"].null_count() == 0
    assert (pairs["above_low"] <= pairs["above"]).all()
    assert (pairs["above"] <= pairs["above_high"]).all()


def test_tables_of_what_has_no_bounds_have_gaps() -> None:
    table = strategy_table(always())
    assert table["rating_low"].null_count() == 2
    assert table.schema["rating_low"] == pl.Float64


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize(("strategies", "form"), [(2, "mixed"), (4, "duel"), (12, "mixed")])
def test_figure_is_the_same_bytes_each_time(
    strategies: int, form: str, kind: str, tmp_path: Path
) -> None:
    found = planted(strategies, form)
    for name in ("one", "two"):
        save_figure(found, tmp_path / name, kind)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(("strategies", "form"), [(2, "mixed"), (3, "duel"), (12, "duel")])
def test_everything_written_is_inside_the_figure(strategies: int, form: str) -> None:
    from matplotlib.text import Text

    figure = draw(planted(strategies, form, deals=4))
    figure.savefig(io.BytesIO(), format="png")
    width, height = figure.bbox.width, figure.bbox.height
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        if text.get_text() and text.get_visible():
            box = text.get_window_extent()
            assert box.x0 >= 0, text.get_text()
            assert box.x1 <= width, text.get_text()
            assert box.y0 >= 0, text.get_text()
            assert box.y1 <= height, text.get_text()


def test_figure_has_every_cell_with_its_interval() -> None:
    found = planted(4, "duel")
    assert set(cells(found)) == {(i, j) for i in range(4) for j in range(4) if i != j}
    save = io.BytesIO()
    draw(found).savefig(save, format="svg")
    root = ElementTree.fromstring(save.getvalue())
    comments = re.findall(r"<!-- ([^>]*) -->", save.getvalue().decode())
    assert root.tag.endswith("svg")
    for estimate, _ in cells(found).values():
        assert f"{100 * estimate.low:.0f}–{100 * estimate.high:.0f}" in comments


def test_no_figure_without_n() -> None:
    words = caption(planted(3), 9)
    assert "720 games of 4 in 9 line-ups, over the same 20 deals" in " ".join(words.split())
    assert "ratings have none" in " ".join(caption(always(), 9).split())


def test_figure_of_what_has_no_bounds(tmp_path: Path) -> None:
    save_figure(always(), tmp_path / "figure.png", "png")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_long_names_keep_their_ends() -> None:
    assert short("balanced") == "balanced"
    assert short(LONG).startswith("balanced:gol")
    assert short(LONG).endswith("=0.15:far=4")
    assert len(short(LONG)) <= 24
