"""Planted studies of difficulty: games whose true effects are known, on common deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from trisim.stats.difficulty import (
    COMBINATION,
    EASIER,
    HARDER,
    NORMAL,
    OPTION,
    PRESET,
    Findings,
    Setup,
    Tally,
    findings,
)
from trisim.stats.scenario_arrays import ScenarioSheet

SHIFTS: dict[Setup, float] = {
    Setup("normal", NORMAL): 0,
    Setup("extra_gold", OPTION, "harder bot", HARDER): 1,
    Setup("tracks_at_one", OPTION, "harder bot", HARDER): 6,
    Setup("setup_rolls=4", OPTION, "harder bot", HARDER): 2,
    Setup("bot_first", OPTION, "harder for you", HARDER): 3,
    Setup("one_publication", OPTION, "harder for you", HARDER): -1,
    Setup("less_gold", OPTION, "easier", EASIER): -1,
    Setup("setup_rolls=0", OPTION, "easier", EASIER): -2,
    Setup("no_personality", OPTION, "easier", EASIER): -7,
    Setup("planning", "planning", "planning"): 0,
    Setup("easy", PRESET): -12,
    Setup("hard", PRESET): 12,
    Setup("nightmare", PRESET): 30,
    Setup(
        "extra_gold+tracks_at_one", COMBINATION, "harder bot", HARDER,
        ("extra_gold", "tracks_at_one"),
    ): 9,
}  # fmt: skip
"""Setups, and how many points more Botmegistus gets with each."""

PRESETS = ("easy", "normal", "hard", "nightmare")


def planted_sheet(
    rng: np.random.Generator,
    deals: int,
    shifts: Sequence[float],
    skill: float = 0.0,
    first: int = 0,
) -> ScenarioSheet:
    """Deals with luck of their own, which is the same against all setups."""
    shape = (deals, len(shifts))
    score = np.round(100 + skill + 9 * rng.normal(size=(deals, 1)) + 6 * rng.normal(size=shape))
    bot = 100 + np.asarray(shifts) + 9 * rng.normal(size=(deals, 1)) + 6 * rng.normal(size=shape)
    bot = np.round(bot)
    return ScenarioSheet(
        np.arange(first, first + deals), (score > bot).astype(np.float64), score, bot
    )


def planted_findings(
    skills: Mapping[str, float], deals: int, shifts: Mapping[Setup, float] = SHIFTS
) -> Findings:
    """A study of strategies that are so many points better than Botmegistus."""
    rng = np.random.default_rng(1)
    names = {setup.name for setup in shifts}
    presets = tuple(name for name in PRESETS if name in names) if "easy" in names else ()
    tallies = {}
    for name, skill in skills.items():
        tallies[name] = Tally(tuple(shifts), presets)
        tallies[name].read(planted_sheet(rng, deals, tuple(shifts.values()), skill))
    return findings(tallies, specs=list(skills))


def players_of(sheet: ScenarioSheet) -> pl.DataFrame:
    """The table of players of a sheet; you sit first against every other setup."""
    rows = []
    win_, score_, bot_ = (sheet.values[name] for name in ("win", "score", "bot_score"))
    for place, deal in enumerate(sheet.deals.tolist()):
        for setup in range(sheet.scenarios):
            sides = [
                ("balanced", score_[place, setup], win_[place, setup]),
                ("botmegistus", bot_[place, setup], 1 - win_[place, setup]),
            ]
            for seat, (strategy, score, win) in enumerate(sides[:: 1 if setup % 2 else -1]):
                rows.append(
                    {
                        "game": deal * sheet.scenarios + setup,
                        "deal": deal,
                        "seat": seat,
                        "strategy": strategy,
                        "score": int(score),
                        "win": win,
                    }
                )
    return pl.DataFrame(rows).cast({"strategy": pl.Categorical, "win": pl.Float32})
