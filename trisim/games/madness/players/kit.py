"""What *The Big Book of Madness* offers to its players."""

from __future__ import annotations

from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.players import restricting as allowed
from trisim.games.madness.players.evaluator import choose_best, choose_by_search
from trisim.games.madness.players.features import MEANINGS
from trisim.games.madness.players.policy import PHASES, SEARCH
from trisim.games.madness.players.restrictions import restrictions
from trisim.players.explaining import Explaining
from trisim.players.kit import PlayerKit
from trisim.players.library import strategies_folder
from trisim.players.policy import PARAMETER_ROOM, fill_policy

KIT = PlayerKit(
    registry=REGISTRY,
    fill=fill_policy,
    strategies=strategies_folder(REGISTRY.name),
    module="trisim.games.madness.strategy",
    parameter_room=PARAMETER_ROOM,
    features={feature.name.lower(): meaning for feature, meaning in MEANINGS.items()},
    yardstick="beaten",
    phases=PHASES,
    search=SEARCH,
    choose_best=choose_best,
    choose_by_search=choose_by_search,
    explain=Explaining,
    restrictions=restrictions,
    allowed=allowed,
    weaker=frozenset(["random"]),
)
