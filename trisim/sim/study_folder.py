"""The directory of a study of difficulty.

::

    difficulty-settings.json     what was asked for, written first
    runs/000-balanced/ …         a solo run for each strategy, with all that runs have
    difficulty.json, …           the results, written last
"""

from __future__ import annotations

from trisim.sim.bundle import Bundle
from trisim.sim.study_settings import StudySettings

SETTINGS = "difficulty-settings.json"
RESULT = "difficulty.json"
EFFECTS, PRESETS, BRACKETS = TABLES = ("effects.parquet", "presets.parquet", "brackets.parquet")
FIGURES = ("options", "margins", "presets", "scores")
KINDS_OF_PICTURES = ("png", "svg")
PICTURES = tuple(f"{name}.{kind}" for name in FIGURES for kind in KINDS_OF_PICTURES)

STUDY = Bundle("study", SETTINGS, (RESULT, *TABLES, *PICTURES), StudySettings)
