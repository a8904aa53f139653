"""Comparisons of every registered game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.playing import GAMES, folder, played, request_of, small_run
from trisim.report.comparison_facts import ComparisonWishes, compare_runs
from trisim.report.comparison_files import page_of
from trisim.report.page.html import html_of
from trisim.sim.run import Run
from trisim.stats.changes import IDENTICAL

pytestmark = pytest.mark.parametrize("game", GAMES)


def again(game: str, name: str, seed: int) -> Run:
    """The same run with a seed, elsewhere."""
    return Run(played(Path(folder()) / name, request_of(game, seed=seed)))


def test_the_same_games_are_identical_in_everything(game: str) -> None:
    runs = small_run(game), again(game, f"{game}-again", small_run(game).request.seed)
    found = compare_runs(runs, ["one", "other"], ComparisonWishes(decisive=1))
    (version,) = found.against
    assert found.paired
    assert version.changes
    assert {each.verdict for each in version.changes} == {IDENTICAL}
    assert version.divergence is not None
    assert version.divergence.identical == version.divergence.games == found.games
    assert not version.decisive.games if version.decisive else True
    assert "identical" in html_of(page_of(found, runs[0].plugin.report))


def test_other_deals_are_compared_unpaired(game: str) -> None:
    runs = small_run(game), again(game, f"{game}-elsewhere", small_run(game).request.seed + 1)
    found = compare_runs(runs, ["one", "other"])
    (version,) = found.against
    assert not found.paired
    assert "seeds" in found.unpaired_because
    assert any(each.difference for each in version.changes)
    assert html_of(page_of(found, runs[0].plugin.report))
