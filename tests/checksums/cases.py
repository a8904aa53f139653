"""What is played for the checksums, and which results of it have one.

All cases use the frozen box of the tests of their game. The strategies are those in
``strategies/``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

Arguments: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent
TESTBOX = FOLDER.parent / "testbox"
MADNESS = FOLDER.parent / "madness" / "testbox"
VARIANT = FOLDER / "variant.toml"

COMMON: Arguments = {"box": TESTBOX, "progress": False}
"""Arguments of every run and campaign that don't have their own."""

EVERYTHING: Arguments = {"cards": True, "ledger": True}
"""Arguments of a run that writes all tables."""

SEARCH = "search:iterations=8:options=3:dice=1:trust=2"

RUNS: dict[str, Arguments] = {
    # one player against Botmegistus
    "solo easy": {"solo": True, "difficulty": "easy", "games": 12, "seed": 3, **EVERYTHING},
    "solo normal": {
        "solo": True, "strategy": SEARCH, "games": 4, "alchemists": "newton", **EVERYTHING,
    },
    "solo hard": {
        "solo": True, "difficulty": "hard", "strategy": "balanced:noise=0.1", "games": 12,
        "options": {"bot_first": True, "masterpiece_gold": True, "setup_rolls": 5},
        "planning": True, "alchemists": "random", "part_games": 5, **EVERYTHING,
    },
    "solo nightmare": {
        "solo": True, "difficulty": "nightmare", "strategy": "tuned", "games": 12,
        "alchemists": "chosen", "cards": True, "ledger": 3,
    },
    # two players
    "2 random": {"players": 2, "games": 20, "seed": 6, "part_games": 6, **EVERYTHING},
    "2 search": {"players": 2, "lineup": [SEARCH, "tuned"], "games": 4, **EVERYTHING},
    "2 variant": {
        "players": 2, "strategy": "tuned", "games": 12, "variants": VARIANT,
        "alchemists": ["maria", "bacon"], "achievements": True, **EVERYTHING,
    },
    "2 until": {
        "players": 2, "games": 400, "seed": 2, "part_games": 40, "until_ci": "seat=0.15",
        "log": "players",
    },
    # three players
    "3 noise": {
        "players": 3, "strategy": "balanced:noise=0.3", "games": 12, "alchemists": "random",
        "achievements": True, **EVERYTHING,
    },
    "3 intro": {"players": 3, "strategy": "balanced", "games": 8, "intro": True, **EVERYTHING},
    "3 list": {
        "players": 3, "lineup": "tuned,random*2", "games": 12,
        "alchemists": "duval,newton,maria", "log": "players",
    },
    # four players
    "4 random": {
        "players": 4, "games": 20, "seed": 9, "achievements": True, "cards": True, "ledger": 2,
        "part_games": 8,
    },
    "4 mixed": {
        "players": 4, "lineup": [SEARCH, "tuned", "balanced:noise=0.2", "random"], "games": 4,
        "achievements": True, **EVERYTHING,
    },
    "4 chosen": {
        "players": 4, "strategy": "tuned", "games": 12, "alchemists": "chosen", **EVERYTHING,
    },
    "4 intro": {
        "players": 4, "games": 8, "intro": True, "achievements": True, **EVERYTHING,
    },
    # the second game
    "madness 2": {
        "game": "madness", "box": MADNESS, "players": 2, "games": 4, "seed": 4, "part_games": 3,
        "mode": "terror", **EVERYTHING,
    },
    "madness 3": {
        "game": "madness", "box": MADNESS, "players": 3, "games": 3, "mages": "m1,m6,m9",
        "lineup": "random,random:noise=0.5,random:without=boost", "difficulty": "II", **EVERYTHING,
    },
    "madness 4": {
        "game": "madness", "box": MADNESS, "players": 4, "games": 4, "mages": "chosen",
        "mode": "nightmare", "cards": True, "ledger": 2,
    },
    "madness 5": {
        "game": "madness", "box": MADNESS, "players": 5, "games": 5, "difficulty": "III",
        "mode": "both", "mages": "random", "log": "players",
    },
}  # fmt: skip
"""The arguments of ``trisim.run`` for each run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """A campaign, and the files of its folder that have checksums; its runs have them anyway.

    Names of tables come from here, not from the files: if a file is renamed, only its name here
    changes, and the checksums stay as they are.
    """

    play: str
    """The function of ``trisim`` that plays it."""

    arguments: Arguments
    tables: Mapping[str, str] = field(default_factory=dict)
    """Parquet files, by the names of their tables."""

    documents: tuple[str, ...] = ()
    """JSON and TOML files; each of their top-level keys is a table."""

    logs: Mapping[str, str] = field(default_factory=dict)
    """JSON lines, by the names of their tables; the first line is a header without results."""


TOURNAMENT = {"tables": {"strategies": "strategies.parquet", "pairs": "pairs.parquet"}}
CAMPAIGNS: dict[str, Campaign] = {
    "tournament": Campaign(
        play="tournament",
        arguments={
            "strategies": ["balanced", "tuned:noise=0.1", "greedy", "random"],
            "players": 3, "games": 18, "achievements": True, "log": "turns",
        },
        documents=("tournament.json",),
        **TOURNAMENT,
    ),
    "duels": Campaign(
        play="tournament",
        arguments={
            "strategies": ["balanced", "tuned", "random"],
            "format": "duel", "players": 2, "games": 12, "alchemists": "random",
        },
        documents=("tournament.json",),
        **TOURNAMENT,
    ),
    "difficulty": Campaign(
        play="difficulty",
        arguments={
            "strategies": ["balanced", "random"], "games": 12, "rolls": [0, 5],
            "combinations": ["extra_gold+bot_first"],
        },
        tables={
            "effects": "effects.parquet",
            "presets": "presets.parquet",
            "brackets": "brackets.parquet",
        },
        documents=("difficulty.json",),
    ),
    "tuning": Campaign(
        play="tune",
        arguments={
            "pool": ["balanced", "greedy"], "self_play": 3, "generations": 6, "population": 6,
            "games": 6, "players": 3, "check": ["random", "tuned"], "check_games": 12,
        },
        documents=("check.json", "tuned.toml"),
        logs={"generations": "generations.jsonl"},
    ),
}  # fmt: skip

LEFT_OUT = {
    "asked": "paths, versions and digests",
    "idea": "a sentence",
    "lineups[].run": "a path",
    "runs": "paths",
    "sha256": "covers the paths, too",
}
"""Values of documents without a checksum, and what they are."""
