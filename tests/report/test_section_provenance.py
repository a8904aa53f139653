"""The section on where the figures come from."""

from __future__ import annotations

from dataclasses import replace

from tests.report.people import inputs_of
from tests.report.reported import small_report
from tests.small_run import small_run
from trisim.report.page.model import Block, Section
from trisim.report.provenance import LeftOut, Values
from trisim.report.sections import provenance
from trisim.sim.manifest import Sitting, VariantRecord


def section_of(**changes: object) -> Section:
    """The section of the small run, with some of its provenance changed."""
    run = small_report()[1].runs[0]
    assert run.provenance is not None
    changed = replace(run, provenance=replace(run.provenance, **changes))  # type: ignore[arg-type]
    return provenance.build(inputs_of((changed,)))


def cells(block: Block) -> dict[str, str]:
    """A table of two columns."""
    assert block.table is not None
    return {str(row[0]): str(row[1]) for row in block.table.rows}


def block_of(section: Section, key: str) -> Block:
    (found,) = [block for block in section.blocks if block.key == f"provenance-{key}"]
    return found


def test_all_that_the_manifest_tells() -> None:
    run = small_run()
    told = cells(block_of(section_of(), "run"))
    assert told["Command"] == run.manifest.command
    assert told["Seed"] == "3"
    assert told["Games"] == "8 read, of 8"
    assert told["Digest of the box"] == run.manifest.box.digest[:12]
    assert run.manifest.rules.startswith(told["Digest of the rules"])
    assert "1 jobs on" not in told["Played (1)"]
    assert "numba" in told["Libraries"]


def test_strategies_have_kind_idea_and_digest() -> None:
    table = block_of(section_of(), "strategies").table
    assert table is not None
    ((spec, kind, idea, digest),) = table.rows
    assert (spec, kind) == ("random", "compiled")
    assert str(idea).startswith("Any option")
    assert len(str(digest)) == 12


def test_whose_values_these_are() -> None:
    for values, said in (
        (Values.REFERENCE, "trisim's own, not the printed ones"),
        (Values.DERIVED, "derived from the reference set"),
        (Values.OTHER, "those of whoever made it"),
    ):
        assert said in " ".join(block_of(section_of(values=values), "run").words)


def test_variants_are_shown_line_by_line() -> None:
    variant = VariantRecord("Light", "light.toml", "f", 'name = "Light"\n\n[change]\n')
    table = block_of(section_of(variants=(variant,)), "variants").table
    assert table is not None
    assert [row[1:] for row in table.rows] == [("1", 'name = "Light"'), ("3", "[change]")]


def test_what_was_left_out_is_listed() -> None:
    block = block_of(section_of(left_out=(LeftOut(3, 128, "turns is cut off"),)), "left-out")
    assert "128 games in 1 part of the run" in block.words[0]
    assert block.table is not None
    assert block.table.rows == (("3", "128", "turns is cut off"),)


def test_a_sitting_that_was_killed_says_so() -> None:
    sitting = Sitting("2026-01-01T00:00:00+00:00", "here", 1, 1, "threads")
    words = cells(block_of(section_of(sittings=(sitting,)), "run"))["Played (1)"]
    assert words == "2026-01-01T00:00:00+00:00, stopped in the middle, 1 job on 1 core (threads)"


def test_each_of_several_runs_has_its_own() -> None:
    found = provenance.build(small_report()[1])
    keys = [block.key for block in found.blocks]
    assert keys == [
        "provenance-run-1",
        "provenance-strategies-1",
        "provenance-run-2",
        "provenance-strategies-2",
    ]
    assert "against Botmegistus" in found.blocks[2].words[0]
