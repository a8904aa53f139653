"""All numbers of a report as JSON: every result by run and section, and every table."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from trisim import __version__
from trisim.documents import plain
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Page, Table
from trisim.stats.estimate import Estimate, with_hyphen

FORMAT = 3
"""Raised when a program that reads these files has to change."""


def json_of(page: Page, inputs: ReportInputs) -> str:
    """The whole report as data; infinite and unknown numbers are null."""
    data = {
        "format": FORMAT,
        "trisim": __version__,
        "title": page.title,
        "subtitle": page.subtitle,
        "warnings": page.warnings,
        "verdicts": {standing.value: count for standing, count in page.standings},
        "runs": [run_data(run) for run in inputs.runs],
        "tables": {table.name: table_data(table) for table in page.tables},
        "problems": {each.key: each.problem for each in page.sections if each.problem},
    }
    return json.dumps(clean(data), indent=1, allow_nan=False, ensure_ascii=False) + "\n"


def run_data(run: RunInputs) -> dict[str, Any]:
    """A run: its origin, its main figures, and the results of all sections."""
    return {
        "label": run.facts.label,
        "games": run.facts.games,
        "players": run.facts.players,
        "lineup": run.facts.lineup,
        "game": run.facts.game,
        "scenarios": run.facts.scenarios,
        "options": dict(run.facts.options),
        "provenance": run.provenance,
        "measures": run.measures(),
        "sections": run.results,
    }


def table_data(table: Table) -> list[dict[str, Any]]:
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]


def clean(value: Any) -> Any:
    """A value of a result as JSON."""
    if isinstance(value, Estimate):
        return plain(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: clean(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): clean(each) for name, each in value.items()}
    if isinstance(value, (tuple, list, frozenset, set)):
        return [clean(each) for each in value]
    if isinstance(value, str):
        return with_hyphen(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (int, float, bool, type(None))) else str(value)
