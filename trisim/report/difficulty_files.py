"""The results of a study of difficulty as Parquet tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.campaign_files import columns_of, floats, write_parquet
from trisim.report.kit import StudyWords
from trisim.report.style import save
from trisim.sim.disk import remove, written_whole
from trisim.stats.difficulty import Findings, StrategyFindings
from trisim.stats.score_brackets import ScoreTable

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure


EFFECTS, PRESETS, BRACKETS = TABLES = ("effects.parquet", "presets.parquet", "brackets.parquet")
FIGURES = ("options", "margins", "presets", "scores")
KINDS_OF_PICTURES = ("png", "svg")
PICTURES = tuple(f"{name}.{kind}" for name in FIGURES for kind in KINDS_OF_PICTURES)


def write_tables(folder: Path, findings: Findings) -> None:
    made = (effect_table(findings), preset_table(findings), bracket_table(findings))
    write_parquet(folder, TABLES, made)


def write_figures(folder: Path, findings: Findings, study: StudyWords) -> None:
    """Write the figures; old ones that the study no longer has are removed."""
    for name, draw in zip(FIGURES, drawers(findings), strict=True):
        figure = draw(findings, study) if draw else None
        for kind in KINDS_OF_PICTURES:
            path = folder / f"{name}.{kind}"
            if figure is None:
                remove(path)
                continue
            with written_whole(path) as draft:
                save(figure, draft, kind)


def drawers(findings: Findings) -> Sequence[Callable[[Findings, StudyWords], Figure] | None]:
    """The functions that draw options, presets and scores; None if a study has none of them."""
    from trisim.report.difficulty_figure import (
        draw_margins,
        draw_options,
        draw_presets,
        options_shown,
    )
    from trisim.report.score_figure import draw_scores

    options, first = bool(options_shown(findings)), findings.strategies[0]
    has_margins = first.setups[0].margin is not None
    return (
        draw_options if options else None,
        draw_margins if options and has_margins else None,
        draw_presets if findings.presets else None,
        draw_scores if first.scores else None,
    )


# ---------------------------------------------------------------- tables

LEVELS = ("win", "margin", "score", "bot_score")
DIFFERENCES = ("win_effect", "margin_effect", "beyond_sum")


def effect_table(findings: Findings) -> pl.DataFrame:
    """A row for each strategy and setup: figures, and the effect against the baseline."""
    import polars as pl

    rows = [
        effect_row(each, setup.name) for each in findings.strategies for setup in findings.setups
    ]
    types: dict[str, Any] = {
        **floats((*LEVELS, *DIFFERENCES)),
        "as_meant": pl.Boolean(),
        "margin_as_meant": pl.Boolean(),
        "gain": pl.Float64(),
    }
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


def effect_row(each: StrategyFindings, setup: str) -> dict[str, Any]:
    figures = each.figures(setup)
    effect = next((here for here in each.effects if here.setup == setup), None)
    beyond = next((here.beyond for here in each.interactions if here.setup == setup), None)
    row: dict[str, Any] = {
        "strategy": each.strategy,
        "setup": setup,
        "kind": figures.kind,
        "group": effect.group if effect else "",
        "meant": effect.meant if effect else "",
        "deals": each.deals,
    }
    for name in LEVELS:
        row |= columns_of(name, getattr(figures, name))
    found = (effect.win if effect else None, effect.margin if effect else None, beyond)
    for name, estimate in zip(DIFFERENCES, found, strict=True):
        row |= columns_of(name, estimate)
    row["verdict"] = effect.verdict if effect else ""
    row["as_meant"] = effect.as_meant if effect else None
    row["margin_verdict"] = effect.margin_verdict if effect else ""
    row["margin_as_meant"] = effect.margin_as_meant if effect else None
    row["gain"] = effect.gain if effect else None
    return row


def preset_table(findings: Findings) -> pl.DataFrame:
    """A row for each strategy and preset, in the order of the box: figures and good scores."""
    import polars as pl

    rows = [
        preset_row(each, name) for each in findings.strategies for name in presets_shown(findings)
    ]
    names = [name for name in rows[0] if name.startswith(("score_q", "score_for"))]
    types = floats(("win", "margin", "step", *names))
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


def presets_shown(findings: Findings) -> tuple[str, ...]:
    """The presets; the baseline alone if a study has none."""
    return findings.presets or (findings.baseline,)


def preset_row(each: StrategyFindings, preset: str) -> dict[str, Any]:
    """One preset; ``step`` is the change from the previous preset."""
    figures = each.figures(preset)
    step = next((here.win for here in each.steps if here.harder == preset), None)
    row: dict[str, Any] = {"strategy": each.strategy, "preset": preset, "games": figures.win.n}
    for name in ("win", "margin"):
        row |= columns_of(name, getattr(figures, name))
    row |= columns_of("step", step)
    table = next((here for here in each.scores if here.setup == preset), None)
    return row | (score_columns(table) if table else {})


def score_columns(table: ScoreTable) -> dict[str, Any]:
    """Quantiles of scores, and thresholds."""
    row: dict[str, Any] = {}
    for quantile in table.quantiles:
        row |= columns_of(f"score_q{100 * quantile.share:.0f}", quantile.score)
    for here in table.thresholds:
        row |= columns_of(f"score_for_{100 * here.chance:.0f}", here.score)
    return row


def bracket_table(findings: Findings) -> pl.DataFrame:
    """A row for each strategy, preset and bracket of scores; an empty end is open."""
    import polars as pl

    rows = [
        {
            "strategy": each.strategy,
            "preset": table.setup,
            "from": here.low,
            "to": here.high,
            "games": here.win.n,
            "share": here.share,
            **columns_of("win", here.win),
        }
        for each in findings.strategies
        for table in each.scores
        for here in table.brackets
    ]
    types: dict[str, Any] = {**floats(("win",)), "from": pl.Int64(), "to": pl.Int64()}
    if not rows:
        words = {"strategy": pl.String(), "preset": pl.String()}
        return pl.DataFrame(schema={**words, **types, "games": pl.Int64(), "share": pl.Float64()})
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)
