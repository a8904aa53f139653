"""The directory of a tuning.

::

    tuning-settings.json     what was asked for, written first
    generations.jsonl        a line for each generation as it is finished
    unchecked.toml           the weights found, before their check; the runs play it
    runs/000-…/ …            the runs of the check, with all that runs have
    check.json, tuning.png   what the check says, and how it went
    tuned.toml               the weights found, written last
"""

from __future__ import annotations

from trisim.sim.bundle import Bundle
from trisim.sim.tuning_settings import TuningSettings

SETTINGS = "tuning-settings.json"
GENERATIONS = "generations.jsonl"
UNCHECKED = "unchecked.toml"
CHECK = "check.json"
TUNED = "tuned.toml"
PICTURES = ("tuning.png", "tuning.svg")

TUNING = Bundle(
    "tuning",
    SETTINGS,
    (TUNED, CHECK, *PICTURES, UNCHECKED, GENERATIONS),
    TuningSettings,
)
