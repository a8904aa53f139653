"""The results of a study of restrictions as a table and a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.campaign_files import columns_of, floats, write_html, write_parquet
from trisim.sim.campaign_folder import CampaignManifest
from trisim.stats.restrictions import Worth, Worths

if TYPE_CHECKING:
    import polars as pl

    from trisim.stats.restrictions import Effect

TABLE, PAGE = "restrictions.parquet", "restrict.html"
STAGES = ("first", "second")


def write_table(path: Path, worths: Worths) -> None:
    write_parquet(path.parent, [path.name], [table_of(worths)])


def write_page(path: Path, worths: Worths, manifest: CampaignManifest[Any], free: str) -> None:
    """Write the page; ``free`` is the free run of the latest stage."""
    from trisim.report.restrict_page import page_of

    write_html(path, page_of(worths, manifest, free))


def table_of(worths: Worths) -> pl.DataFrame:
    """A row for each restriction, in the order of the game."""
    import polars as pl

    rows = [row_of(each) for each in worths.worths]
    types: dict[str, Any] = {
        **floats([f"{stage}_{what}" for stage in STAGES for what in ("win", "score", "rate")]),
        **{f"{stage}_{what}": pl.Int64() for stage in STAGES for what in COUNTS},
        "more_games": pl.Int64(),
    }
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


COUNTS = ("deals", "differing", "all_restricted")


def row_of(worth: Worth) -> dict[str, Any]:
    part = worth.part
    row: dict[str, Any] = {
        "name": part.name,
        "title": part.title,
        "kind": part.kind,
        "class": worth.verdict,
        "offered": part.offered,
        "chosen": part.chosen,
    }
    for stage, effect in zip(STAGES, (worth.first, worth.second), strict=True):
        row |= effect_columns(stage, effect)
    return row | {"more_games": worth.more_games}


def effect_columns(stage: str, effect: Effect | None) -> dict[str, Any]:
    """An effect as columns, which are empty if there is none."""
    names = {"win": "win", "score": "score", "rate": "restricted"}
    row: dict[str, Any] = {}
    for column, name in names.items():
        row |= columns_of(f"{stage}_{column}", getattr(effect, name, None))
    return row | {f"{stage}_{what}": getattr(effect, what, None) for what in COUNTS}
