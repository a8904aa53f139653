"""Small comparisons of the example game, played plain by ``random``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trisim.campaigns.compare import CompareRequest, ComparisonCampaign
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.request import Execution

GAME = "summit"
LOWER = 'name = "Lower"\n[change.rules]\nsummit = 20\n'
WINDY = 'name = "Windy"\n[change.weather.blue-sky]\nwind = 1\n'
PORTER = 'name = "Strong porter"\n[change.climbers.porter]\nextra_cards = 1\n'


def variant(folder: Path, text: str, name: str = "lower") -> str:
    """A file with a variant."""
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def request(*versions: str, **changes: Any) -> CompareRequest:
    """Two players, so that a deal has two games."""
    given: dict[str, Any] = {
        "game": GAME, "players": 2, "games": 40, "strategy": "random", "decisive": 0
    }  # fmt: skip
    return CompareRequest.of(versions=versions, **{**given, **changes})


def play(
    out: Path, asked: CompareRequest, *, play: str = PLAY_BLOCK, **how: Any
) -> ComparisonCampaign:
    """Play a comparison in one thread."""
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(ComparisonCampaign, prepare_campaign(asked), out, execution, play=play)
