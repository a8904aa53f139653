"""The results of a comparison as a page and as Parquet tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.adapted import Adapted
from trisim.report.comparison import Comparison, VersionComparison
from trisim.report.kit import ReportKit
from trisim.report.load_runs import silent
from trisim.report.page.files import HTML, ReportOutput, write_pages
from trisim.report.page.model import Page
from trisim.sim.disk import written_whole
from trisim.stats.estimate import Estimate, finite

if TYPE_CHECKING:
    import polars as pl

PAGE = "comparison.html"
CHANGES, TARGETS, BOX_CHANGES, DIVERGENCE = TABLES = (
    "changes.parquet",
    "targets.parquet",
    "box_changes.parquet",
    "divergence.parquet",
)
ADAPTED_TABLE = "adapted.parquet"
"""A table of players who adapted, if there are some."""

ENDS = ("", "_low", "_high")


def page_of(comparison: Comparison, kit: ReportKit) -> Page:
    """The page on a comparison."""
    from trisim.report.comparison_page import page_of_comparison

    return page_of_comparison(comparison, kit)


def write_page(path: Path, comparison: Comparison, kit: ReportKit) -> None:
    """Write the self-contained page."""
    output = ReportOutput(path, HTML)
    write_pages(page_of(comparison, kit), output, silent, lambda: comparison_json(comparison))


def comparison_json(comparison: Comparison) -> str:
    """All figures as JSON."""
    return json.dumps(comparison.as_dict(), indent=1, ensure_ascii=False) + "\n"


def write_tables(folder: Path, comparison: Comparison) -> None:
    made = (
        frame(change_rows(comparison), (*floats("before", "after", "difference"), *OF_CHANGE)),
        frame(target_rows(comparison), (*floats("before", "after", "difference"), "low", "high")),
        frame(box_rows(comparison), ()),
        frame(divergence_rows(comparison), ()),
    )
    tables = dict(zip(TABLES, made, strict=True))
    if comparison.adapted is not None:
        numbers = floats("same", "adapted")
        tables[ADAPTED_TABLE] = frame(adapted_rows(comparison.adapted), numbers)
    for name, table in tables.items():
        with written_whole(folder / name) as draft:
            table.write_parquet(draft)


OF_CHANGE = ("margin", "gain")


def floats(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}{end}" for name in names for end in ENDS)


def frame(rows: Iterator[dict[str, Any]], numbers: tuple[str, ...]) -> pl.DataFrame:
    import polars as pl

    types: dict[str, Any] = dict.fromkeys(numbers, pl.Float64())
    found = list(rows)
    overrides = {name: kind for name, kind in types.items() if found and name in found[0]}
    return pl.DataFrame(found, infer_schema_length=None, schema_overrides=overrides)


def estimate_columns(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    """Value and ends; nothing where there is no estimate, or no end."""
    if estimate is None:
        return dict.fromkeys(f"{name}{end}" for end in ENDS)
    values = (estimate.value, estimate.low, estimate.high)
    return {f"{name}{end}": finite(value) for end, value in zip(ENDS, values, strict=True)}


def change_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """A row for each version and measure."""
    for version in comparison.against:
        for each in version.changes:
            yield {
                "version": version.name,
                "section": each.section,
                "measure": each.measure,
                "verdict": each.verdict,
                **estimate_columns("before", each.before),
                **estimate_columns("after", each.after),
                **estimate_columns("difference", each.difference),
                "margin": each.margin,
                "named": each.named,
                "differing_deals": each.differing,
                "deals": each.deals,
                "gain": finite(each.gain),
                "more_games": each.more_games,
            }


def target_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """A row for each version, target and measure."""
    for version in comparison.against:
        for target in version.targets:
            for each in target.measures:
                yield {
                    "version": version.name,
                    "target": target.name,
                    "measure": each.measure,
                    "low": finite(each.low),
                    "high": finite(each.high),
                    **estimate_columns("before", each.before),
                    **estimate_columns("after", each.after),
                    **estimate_columns("difference", each.difference),
                    "verdict_before": each.verdict_before,
                    "side_before": each.side_before,
                    "verdict_after": each.verdict_after,
                    "side_after": each.side_after,
                    "change": each.change,
                }


def adapted_rows(adapted: Adapted) -> Iterator[dict[str, Any]]:
    """A row for each version and measure that is judged with players who adapted."""
    for version in adapted.against:
        for each in version.changes:
            tunings = zip(adapted.seeds, each.by_tuning, strict=True)
            yield {
                "version": version.name,
                "measure": each.same.measure,
                "same_verdict": each.same.verdict,
                **estimate_columns("same", each.same.difference),
                "adapted_verdict": each.adapted.verdict,
                **estimate_columns("adapted", each.adapted.difference),
                "spread": each.spread,
                **{f"seed_{seed}": value for seed, value in tunings},
            }


def box_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """A row for each version and changed value."""
    for version in comparison.against:
        for each in version.box_changes:
            yield {"version": version.name, **each.as_dict()}


def divergence_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """A row for each version and turn in which games diverge first."""
    for version in comparison.against:
        yield from turns_of(version)


def turns_of(version: VersionComparison) -> Iterator[dict[str, Any]]:
    found = version.divergence
    for turn, games in found.by_turn if found else ():
        yield {"version": version.name, "turn": turn, "games": games}
