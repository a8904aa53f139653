"""What *Trismegistus* offers to its players."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import numpy as np

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.game import BOTMEGISTUS
from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.players.card_values import fill_facts, fill_values
from trisim.games.trismegistus.players.evaluator import choose_best
from trisim.games.trismegistus.players.explaining import Explaining
from trisim.games.trismegistus.players.features import MEANINGS
from trisim.games.trismegistus.players.policy import JUDGEMENT, LESSENED, SEARCH
from trisim.games.trismegistus.players.restricting import bound as allowed
from trisim.games.trismegistus.players.restrictions import restrictions
from trisim.games.trismegistus.players.search import choose_by_search
from trisim.games.trismegistus.rules.game import engine_box
from trisim.players.kit import PlayerKit
from trisim.players.library import strategies_folder
from trisim.players.player import Kind, Player
from trisim.players.policy import PARAMETER_ROOM, fill_policy

CHAPTERS = {
    "experiments": "experiments masterpiece experiments_held performable columns_begun",
    "tracks": "levels high_levels lowest_level tokens_ahead",
    "artifacts": "artifacts_ready artifacts_used artifacts_in_reach artifacts_low artifacts_coming",
    "publications": "elementals publications publications_near publications_coming",
    "the stone": "formulas_ready formulas_placed next_stone vault_lines gold gold_for_formula",
    "goods": "silver raw refined chain essences fuel",
    "dice, time and tokens": "potency dice_left dice_on_offer tempo reactions chameleons "
    "ethereal_dice",
}
"""The features in the order of the shipped files, below the comments that they have there."""


def fill(policy: Any, player: Player, box: Box) -> None:
    """Put a player, and what it needs to know of the box, into a blank record."""
    fill_policy(policy, player, box)
    if player.kind is Kind.WEIGHTS:
        fill_values(policy, box)
        fill_facts(policy, engine_box(box))
        counts = np.arange(LESSENED)
        policy.facts.lessened[:] = counts / (1.0 + policy.judgement.less * counts)


KIT = PlayerKit(
    registry=REGISTRY,
    fill=fill,
    strategies=strategies_folder(REGISTRY.name),
    module="trisim.games.trismegistus.strategy",
    templates=files("trisim.games.trismegistus.players") / "templates",
    parameter_room=PARAMETER_ROOM,
    features={feature.name.lower(): meaning for feature, meaning in MEANINGS.items()},
    chapters={chapter: tuple(names.split()) for chapter, names in CHAPTERS.items()},
    yardstick="score",
    phases=("round 1", "round 2", "round 3"),
    judgement=JUDGEMENT,
    search=SEARCH,
    choose_best=choose_best,
    choose_by_search=choose_by_search,
    explain=Explaining,
    restrictions=restrictions,
    allowed=allowed,
    recommended="tuned",
    weaker=frozenset(
        [
            "random",
            "greedy",
            "balanced",
            "artificer",
            "experimenter",
            "goldsmith",
            "master",
            "publisher",
        ]
    ),
    advice="weaker strategies overlook whole cards (in the reference set balanced takes Courier "
    "Bell in 0.4 % of cases, tuned in 94 %)",
    other_groups=("trisim.strategies",),
    no_strategies={BOTMEGISTUS: "play against it with --solo"},
    shipped_before=frozenset(
        {
            "806de7fe74cffb19fbc535c83b4e942d9d20389bae4144ee8a4a2dc8051ea452",
            "be7f6dc22fcd08496775a892ec07e9233265773d0ed18ca0257950544b2751f5",
        }
    ),
)
