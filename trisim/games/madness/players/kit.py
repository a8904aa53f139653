"""What *The Big Book of Madness* offers to its players."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from trisim.games.madness.box.box import Box
from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.players.card_facts import fill_facts
from trisim.games.madness.players.evaluator import choose_best
from trisim.games.madness.players.explaining import Explaining
from trisim.games.madness.players.features import CHAPTERS, MEANINGS
from trisim.games.madness.players.policy import JUDGEMENT, PHASES, SEARCH
from trisim.games.madness.players.restricting import bound as allowed
from trisim.games.madness.players.restrictions import restrictions
from trisim.games.madness.players.search import choose_by_search
from trisim.players.kit import PlayerKit
from trisim.players.library import strategies_folder
from trisim.players.player import Kind, Player
from trisim.players.policy import LENGTH, PARAMETER_ROOM, fill_policy


def fill(policy: Any, player: Player, box: Box) -> None:
    """Put a player, and what it needs to know of the box, into a blank record."""
    fill_policy(policy, player, box)
    if player.kind is Kind.WEIGHTS:
        fill_facts(policy.facts, box)
        policy.search[LENGTH] = player.search["turns"]
        policy.lookahead.width = player.search["width"]
        policy.lookahead.depth = player.search["depth"]
        policy.lookahead.line_depth = player.search["line_depth"]


KIT = PlayerKit(
    registry=REGISTRY,
    fill=fill,
    strategies=strategies_folder(REGISTRY.name),
    module="trisim.games.madness.strategy",
    templates=files("trisim.games.madness.players") / "templates",
    parameter_room=PARAMETER_ROOM,
    features={feature.name.lower(): meaning for feature, meaning in MEANINGS.items()},
    chapters={chapter: tuple(names.split()) for chapter, names in CHAPTERS.items()},
    yardstick="beaten",
    phases=PHASES,
    judgement=JUDGEMENT,
    search=SEARCH,
    choose_best=choose_best,
    choose_by_search=choose_by_search,
    explain=Explaining,
    restrictions=restrictions,
    allowed=allowed,
    weaker=frozenset(["random"]),
)
