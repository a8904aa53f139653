"""The directory of a tournament.

::

    tournament-settings.json     what was asked for, written first
    runs/000-a-b-c-d/ …          a run for each line-up, with all that runs have
    tournament.json, …           the results, written last
"""

from __future__ import annotations

from trisim.sim.bundle import Bundle
from trisim.sim.tournament_settings import TournamentSettings

SETTINGS = "tournament-settings.json"
RESULT = "tournament.json"
TABLES = ("strategies.parquet", "pairs.parquet")
PICTURES = ("tournament.png", "tournament.svg")

TOURNAMENT = Bundle("tournament", SETTINGS, (RESULT, *TABLES, *PICTURES), TournamentSettings)
