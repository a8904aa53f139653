"""The results of a sweep as Parquet tables, and the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.campaign_files import columns_of, floats, write_html, write_parquet
from trisim.report.sweep_page import page_of
from trisim.report.sweep_words import value_text
from trisim.sim.campaign_folder import CampaignManifest
from trisim.sim.run import Run
from trisim.stats.estimate import Estimate
from trisim.stats.sweep import SweepFindings

if TYPE_CHECKING:
    import polars as pl

POINTS, CHANGES, FAIR = TABLES = ("points.parquet", "changes.parquet", "fair.parquet")
PAGE = "sweep.html"


def write_tables(folder: Path, found: SweepFindings) -> None:
    made = (point_table(found), change_table(found), fair_table(found))
    write_parquet(folder, TABLES, made)


def write_page(
    folder: Path, found: SweepFindings, base: Run, manifest: CampaignManifest[Any]
) -> None:
    write_html(folder / PAGE, page_of(found, base, manifest))


# ---------------------------------------------------------------- tables


def setting_columns(found: SweepFindings, place: int) -> dict[str, Any]:
    """The number of a point, its run, and a column for each setting."""
    point = found.points[place]
    values = {
        each.path: value if setting_is_number(found, number) else value_text(value)
        for number, (each, value) in enumerate(zip(found.settings, point.values, strict=True))
    }
    return {"point": place, "run": f"runs/{point.run}", **values}


def setting_is_number(found: SweepFindings, number: int) -> bool:
    return not isinstance(found.settings[number].printed, str)


def setting_types(found: SweepFindings) -> dict[str, Any]:
    import polars as pl

    return {
        each.path: pl.Float64() if setting_is_number(found, number) else pl.String()
        for number, each in enumerate(found.settings)
    }


def point_table(found: SweepFindings) -> pl.DataFrame:
    """A row for each point and measure; measures that were only looked at are not ``shown``."""
    rows = [
        {
            **setting_columns(found, place),
            "measure": each.measure,
            "label": each.label,
            "shown": each.shown,
            **columns_of("value", each.bands[place]),
            "n": each.bands[place].n,
            "deals": each.bands[place].clusters,
        }
        for each in found.measures
        for place in range(len(found.points))
    ]
    return frame(rows, found, ("value",))


def change_table(found: SweepFindings) -> pl.DataFrame:
    """A row for each measure and each point that is not printed: minus the printed values."""
    rows = [
        {
            **setting_columns(found, place),
            "measure": each.measure,
            "label": each.label,
            "shown": each.shown,
            "identical": each.changes[place] is None,
            **change_columns(each.changes[place]),
        }
        for each in found.measures
        for place in range(1, len(found.points))
    ]
    return frame(rows, found, ("change",))


def change_columns(change: Estimate | None) -> dict[str, Any]:
    if change is None:
        return {"change": 0.0, "change_low": 0.0, "change_high": 0.0}
    return columns_of("change", change)


def fair_table(found: SweepFindings) -> pl.DataFrame:
    """A row for each target, line and value: the verdict; and one for each interpolated range."""
    return frame(list(fair_rows(found)), found, ("value", "range"), ("target",))


def fair_rows(found: SweepFindings) -> Iterator[dict[str, Any]]:
    for each in found.fair:
        for line, here in zip(found.lines, each.lines, strict=True):
            about = {"measure": each.measure, "target": each.target, "line": line.others}
            places = dict(zip(found.values_of(line), line.points, strict=True))
            for value in here.points:
                yield {
                    **setting_columns(found, places[value.value]),
                    **about,
                    "kind": "value",
                    "verdict": value.verdict,
                    **columns_of("value", value.estimate),
                }
            for span in here.ranges:
                yield {
                    **about,
                    "kind": "range",
                    "along": found.settings[line.setting].path,
                    "range_low": span.low,
                    "range_high": span.high,
                    "open_below": span.open_below,
                    "open_above": span.open_above,
                }


FAIR_TYPES = ("kind", "verdict", "along", "line")


def frame(
    rows: Sequence[dict[str, Any]],
    found: SweepFindings,
    estimates: Sequence[str],
    others: Sequence[str] = (),
) -> pl.DataFrame:
    """A table; columns that may be empty have their types all the same."""
    import polars as pl

    types = {**floats(estimates), **dict.fromkeys(others, pl.Float64()), **setting_types(found)}
    if not rows:
        words = dict.fromkeys((*FAIR_TYPES, "measure", "run"), pl.String())
        return pl.DataFrame(schema={**words, **types})
    names = dict.fromkeys(name for row in rows for name in row)
    known = {name: kind for name, kind in types.items() if name in names}
    return pl.DataFrame(
        [{name: row.get(name) for name in names} for row in rows],
        infer_schema_length=None,
        schema_overrides=known,
    )
