"""The report: what moves its measures, for ``trisim balance --suggest-knobs``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from trisim.plugin import GameInfo
from trisim.report.contents import neutral_report
from trisim.report.kit import Influence, ReportKit
from trisim.stats.analyses.source import Facts

RAISE = {"team": ("days", "most_falls", "hand", "summit"), "score": ("days", "hand", "ledges")}
"""Numbers of the rules that move measures, by the first word of these."""

HINDER = ("wind", "summit", "ledges")
"""Numbers of which less is better for climbers."""


def influences(measure: str, facts: Facts) -> Iterator[Influence]:
    """The places of the box that move a measure; a climber's own numbers are known without this."""
    first, *words = measure.split(".")
    for name in RAISE.get(first, ()) if "climber" not in words else ():
        yield Influence((f"rules.{name}",), raises=True)


def worth(path: str, value: Any, box: Any) -> float:
    """What a number is worth to climbers: only its sign counts."""
    return -float(value) if path.rpartition(".")[2] in HINDER else float(value)


def report_of(info: GameInfo) -> ReportKit:
    """The usual report of such a game."""
    return replace(neutral_report(info.outcome, info.role), influences=influences, worth=worth)
