"""The results of a balancing: variant files, Parquet tables, and the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.balance_change import Balanced, Judged
from trisim.report.balance_change_page import page_of
from trisim.report.campaign_files import columns_of
from trisim.report.page.html import html_of
from trisim.sim.campaign_folder import CampaignManifest
from trisim.sim.disk import remove, write_text, written_whole
from trisim.sim.run import Run
from trisim.stats.estimate import finite

if TYPE_CHECKING:
    import polars as pl

CANDIDATES, TARGETS = TABLES = ("candidates.parquet", "targets.parquet")
PAGE = "balance.html"
VARIANTS = "variants"
NUMBERS = ("low", "high", "value", "value_low", "value_high")


def write_files(
    folder: Path,
    found: Balanced,
    base: Run,
    manifest: CampaignManifest[Any],
    texts: Mapping[str, str],
) -> None:
    """Write everything but the JSON; ``texts`` are the variants by the names of their files."""
    remove(folder / VARIANTS)
    (folder / VARIANTS).mkdir()
    for name, text in texts.items():
        write_text(folder / name, text)
    for name, table in zip(TABLES, (candidate_table(found), target_table(found)), strict=True):
        with written_whole(folder / name) as draft:
            table.write_parquet(draft)
    page = html_of(page_of(found, base, manifest))
    with written_whole(folder / PAGE) as draft:
        draft.write_text(page, encoding="utf-8")


def candidate_table(found: Balanced) -> pl.DataFrame:
    """A row for each candidate of the search."""
    import polars as pl

    schema = {
        "words": pl.String(),
        "price": pl.Float64(),
        "distance": pl.Float64(),
        "deals": pl.Int64(),
    }
    return pl.DataFrame([asdict(each) for each in found.candidates], schema=schema)


def target_table(found: Balanced) -> pl.DataFrame:
    """A row for each measure of a target: in the check, with players who adapted, and at last."""
    import polars as pl

    rows = [
        row
        for number, each in enumerate(found.variants)
        for row in rows_of("check", number, each.name, each.check)
    ]
    rows += [
        row
        for number, each in enumerate(found.variants)
        if each.adapted
        for row in rows_of("adapted", number, each.name, each.adapted)
    ]
    rows += rows_of("final", 0, found.variants[0].name, found.final_printed)
    if found.chosen:
        rows += rows_of("final", found.chosen, found.best.name, found.final)
    return pl.DataFrame(rows, schema_overrides={name: pl.Float64() for name in NUMBERS})


def rows_of(stage: str, number: int, name: str, judged: Judged) -> list[dict[str, Any]]:
    return [
        {
            "stage": stage,
            "variant": number,
            "name": name,
            "group": each.group,
            "target": each.target,
            "measure": each.measure,
            "low": finite(each.low),
            "high": finite(each.high),
            **columns_of("value", each.estimate),
            "deals": each.estimate.clusters,
            "verdict": each.verdict,
        }
        for each in judged.values
    ]
