"""Planted runs for tests of verdicts: facts and results whose figures are known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tests.small_run import TESTBOX
from tests.stats.analyses.people import GAME_FACTS
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.stats.analyses.source import Facts, Result
from trisim.stats.estimate import Estimate, Scale


@lru_cache(maxsize=1)
def frozen_box() -> Box:
    """The box of the tests."""
    return load_box(TESTBOX)


@dataclass(frozen=True)
class Planted:
    """A result that says what it was told to say."""

    found: tuple[tuple[str, Estimate], ...]

    def measures(self) -> dict[str, Estimate]:
        return dict(self.found)


def facts(label: str = "planted", players: int = 4, games: int = 1000, solo: bool = False) -> Facts:
    """A run of nobody."""
    return Facts(
        label=label,
        box=frozen_box(),
        players=2 if solo else players,
        lineup=("random", "botmegistus") if solo else ("random",) * players,
        rotations=1,
        games=games,
        tables=frozenset({"players"}),
        scenarios=("normal",) if solo else ("standard",),
        **GAME_FACTS,
    )


def rate(value: float, half: float, family: int = 1, scale: Scale = Scale.RATE) -> Estimate:
    """An estimate with the same distance to both ends."""
    return Estimate(value, value - half, value + half, 4000, 1000, scale=scale, family=family)


def results(**measures: Estimate) -> dict[str, Result]:
    """A section with these figures; ``__`` stands for a dot."""
    return {
        "alchemists": Planted(
            tuple((name.replace("__", "."), est) for name, est in measures.items())
        )
    }
