"""The results of a comparison as a page and as Parquet tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.adapted import Adapted
from trisim.report.campaign_files import columns_of, floats, write_html, write_parquet
from trisim.report.comparison import Comparison, VersionComparison
from trisim.report.kit import ReportKit
from trisim.report.page.model import Page
from trisim.stats.estimate import finite

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

ESTIMATES, OF_ADAPTED = ("before", "after", "difference"), ("same", "adapted")


def page_of(comparison: Comparison, kit: ReportKit) -> Page:
    """The page on a comparison."""
    from trisim.report.comparison_page import page_of_comparison

    return page_of_comparison(comparison, kit)


def write_page(path: Path, comparison: Comparison, kit: ReportKit) -> None:
    """Write the self-contained page."""
    write_html(path, page_of(comparison, kit))


def comparison_json(comparison: Comparison) -> str:
    """All figures as JSON."""
    return json.dumps(comparison.as_dict(), indent=1, ensure_ascii=False) + "\n"


def write_tables(folder: Path, comparison: Comparison) -> None:
    made = (
        frame(change_rows(comparison), ESTIMATES, OF_CHANGE),
        frame(target_rows(comparison), ESTIMATES, OF_TARGET),
        frame(box_rows(comparison)),
        frame(divergence_rows(comparison)),
    )
    write_parquet(folder, TABLES, made)
    if comparison.adapted is not None:
        rows = adapted_rows(comparison.adapted)
        write_parquet(folder, (ADAPTED_TABLE,), (frame(rows, OF_ADAPTED),))


OF_CHANGE, OF_TARGET = ("margin", "gain"), ("low", "high")


def frame(
    rows: Iterator[dict[str, Any]], estimates: tuple[str, ...] = (), numbers: tuple[str, ...] = ()
) -> pl.DataFrame:
    """Rows as a table; of the columns named, which may be empty, the types are known."""
    import polars as pl

    types = {**floats(estimates), **dict.fromkeys(numbers, pl.Float64())}
    found = list(rows)
    overrides = {name: kind for name, kind in types.items() if found and name in found[0]}
    return pl.DataFrame(found, infer_schema_length=None, schema_overrides=overrides)


def change_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """A row for each version and measure."""
    for version in comparison.against:
        for each in version.changes:
            yield {
                "version": version.name,
                "section": each.section,
                "measure": each.measure,
                "verdict": each.verdict,
                **columns_of("before", each.before),
                **columns_of("after", each.after),
                **columns_of("difference", each.difference),
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
                    **columns_of("before", each.before),
                    **columns_of("after", each.after),
                    **columns_of("difference", each.difference),
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
                **columns_of("same", each.same.difference),
                "adapted_verdict": each.adapted.verdict,
                **columns_of("adapted", each.adapted.difference),
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
