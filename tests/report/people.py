"""ReportInputs for the sections about people: small runs, and results made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tests.small_run import small_run, small_solo_run
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.facts import box_of
from trisim.games.trismegistus.report.kit import REPORT
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.load_runs import read_runs
from trisim.report.page.model import Section
from trisim.stats.analyses.targets import Targets
from trisim.stats.estimate import Estimate

HOSTILE = "<script>alert(1)</script> $x_1$ | and\na line"


@lru_cache(maxsize=1)
def small_inputs() -> ReportInputs:
    """A run of two players, with every table."""
    return read_runs([small_run().path])


@lru_cache(maxsize=1)
def solo_inputs() -> ReportInputs:
    """A run against Botmegistus, with every table."""
    return read_runs([small_solo_run().path])


def inputs_of(runs: Sequence[RunInputs], targets: Targets | None = None) -> ReportInputs:
    """A report of Trismegistus on these runs."""
    return ReportInputs(tuple(runs), REPORT, targets or REPORT.default_targets())


def hostile_inputs() -> ReportInputs:
    """The small run with alchemists and strategies whose names are traps."""
    run = small_inputs().subject
    box = hostile_box(box_of(run.facts))
    facts = replace(run.facts, box=box, lineup=(HOSTILE, "$$"))
    return inputs_of([RunInputs(facts, run.results)])


def hostile_box(box: Box) -> Box:
    """Every alchemist has a name that is a trap."""
    named = {name: replace(each, name=f"{HOSTILE} {name}") for name, each in box.alchemists.items()}
    return replace(box, alchemists=named)


def check_section(section: Section | None) -> Section:
    """Every block has words, a basis with n, a picture that can be drawn, and a table to it."""
    assert section is not None
    for block in section.blocks:
        assert block.words
        assert all(block.words)
        assert "n = " in block.basis
        assert block.picture is not None
        assert block.picture.alt
        figure = block.picture.draw()
        figure.canvas.draw()  # lays it out: text that can't be set is found here
        assert block.table is not None
        assert block.table.rows
        assert all(len(row) == len(block.table.columns) for row in block.table.rows)
        for row in block.table.rows:
            for cell in row:
                assert not isinstance(cell, Estimate) or cell.n >= 0
    return section
