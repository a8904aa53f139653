"""The forecast of winning: what a position of this game is judged by."""

from __future__ import annotations

from typing import ClassVar

from trisim.stats.analyses.forecast import ForecastAnalysis


class TensionAnalysis(ForecastAnalysis):
    """With the numbers that any player at the table could count."""

    numbers: ClassVar[tuple[str, ...]] = ("curses_left", "pile", "strength", "pool", "hand")
