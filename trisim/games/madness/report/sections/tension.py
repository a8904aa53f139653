"""The section on tension, with the words of this game."""

from __future__ import annotations

from trisim.games.madness.report.words import POSITION
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Section
from trisim.report.sections.forecast import KEY, TITLE, build_forecast

__all__ = ["KEY", "TITLE", "build"]


def build(inputs: ReportInputs) -> Section:
    return build_forecast(inputs, POSITION)
