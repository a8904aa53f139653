"""Small runs of two versions over the same deals: what they are of is planted by variants."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.small_run import TESTBOX
from trisim.api import run
from trisim.sim.run import Run

PLACE = Path(mkdtemp(prefix="trisim-two-versions-"))
HOSTILE = "<script>$x_1$|`c`</script> **b**"
EXPERIMENTS = [
    row["id"] for row in csv.DictReader((TESTBOX / "experiments.csv").read_text().splitlines())
]

DEARER = ["earth-0a"]


def points(value: int, ids: list[str]) -> str:
    return "".join(f"[change.experiments.{each}]\npoints = {value}\n" for each in ids)


SUMMIT = {"game": "summit", "players": 2, "games": 24}
TEAM = {"game": "expedition", "players": 2, "games": 40}
TABLE = {"players": 2, "games": 8, "box": TESTBOX, "cards": True, "ledger": True}
SOLO = {"solo": True, "games": 4, "box": TESTBOX, "cards": True}
RUNS: dict[str, tuple[dict[str, Any], str]] = {
    "summit": (SUMMIT, ""),
    "grip": (SUMMIT, f'[change.climbers.guide]\nname = "{HOSTILE}"\ngrip = 3\n'),
    "points": (
        SUMMIT,
        "[change.weather.drizzle]\npoints = 9\n[change.weather.frost]\npoints = 9\n",
    ),
    "named": (SUMMIT, '[change.weather.drizzle]\nname = "Rain"\n'),
    "team": (TEAM, ""),
    "low": (TEAM, "[change.rules]\nsummit = 20\n"),
    "table": (TABLE, ""),
    "dear": (TABLE, '[change.experiments.earth-0a]\ncost = "2 raw copper"\n'),
    "solo": (SOLO, ""),
    "rich": (SOLO, points(9, EXPERIMENTS)),
}


@lru_cache
def version(name: str, **changes: Any) -> Run:
    """One of the runs, played once; not to be changed."""
    given, text = RUNS[name]
    return played(name, text, {**given, **changes})


def played(name: str, text: str, given: dict[str, Any]) -> Run:
    """A run of a variant with this text; none without a text."""
    variant = Path(mkdtemp(dir=PLACE)) / f"{name}.toml"
    variant.write_text(text)
    variants = [variant] if text else []
    out = variant.parent / "run"
    return run(**given, variants=variants, out=out, jobs=1, progress=False)


PAIRS = {
    "points of cards": ("summit", "points"),
    "a role": ("summit", "grip"),
    "a team": ("team", "low"),
    "a table": ("table", "dear"),
    "solo": ("solo", "rich"),
}
