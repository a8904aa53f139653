"""What a policy knows of a box: the worths of its cards, by our yardstick, and its costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.notation.terms import Effects
from trisim.games.trismegistus.box.settings import Alchemist
from trisim.games.trismegistus.box.worth import POINT, When, effect_worth, usual_time
from trisim.games.trismegistus.players.policy import LEVELS
from trisim.games.trismegistus.rules.tracks import TOP

SIDE = 4
"""Rows and columns of the frame a vault is drawn in."""

HIGH, NEAR, NONE = 6, 4, -1
"""The level above which levels are high, and the steps within which a bonus token counts."""

Worth: TypeAlias = Callable[[Effects, When], float]


def fill_values(policy: Any, box: Box) -> None:
    """Put the worths of all cards of a box into a policy."""
    precious = box.rules.rulings.any_refined_gained_is_precious

    def worth(effects: Effects, when: When) -> float:
        return effect_worth(effects, when, precious=precious) / POINT

    for number, experiment in enumerate(box.experiments):
        bonus = worth(experiment.bonus, usual_time(experiment.level))
        policy.facts.experiment_value[number] = experiment.points + bonus
    for number, artifact in enumerate(box.artifacts):
        policy.facts.artifact_value[number] = worth(artifact.ability, usual_time(artifact.level))
    for number, publication in enumerate(box.publications):
        policy.facts.publication_value[number] = publication.points
    for number, formula in enumerate(box.formulas):
        policy.facts.formula_value[number] = worth(formula.ability, When.ROUND_2)
    for number, alchemist in enumerate(box.alchemists.values()):
        fill_vault(policy, number, alchemist, worth)


def fill_vault(policy: Any, number: int, alchemist: Alchemist, worth: Worth) -> None:
    """Worths of the lines of a vault: rows first, then columns."""
    vault = alchemist.vault
    for row, ends in enumerate(zip(vault.left, vault.right, strict=True)):
        policy.facts.line_value[number, row] = sum(worth(end, When.ROUND_2) for end in ends)
    for column, ends in enumerate(zip(vault.top, vault.bottom, strict=True)):
        policy.facts.line_value[number, SIDE + column] = sum(
            worth(end, When.ROUND_2) for end in ends
        )
    policy.facts.alchemist_value[number] = policy.facts.line_value[number].sum()


def fill_facts(policy: Any, tables: Any) -> None:
    """Costs without the columns they don't use, and what each level of a track counts."""
    for card in range(int(tables.experiments)):
        cost = tables.experiment_cost[card]
        columns = np.flatnonzero(cost)
        policy.facts.cost_size[card] = len(columns)
        policy.facts.cost[card, : len(columns), 0] = columns
        policy.facts.cost[card, : len(columns), 1] = cost[columns]
    spaces = np.flatnonzero(tables.track_bonus)
    for level in range(LEVELS):
        fill_level(policy, level, [int(space) - level for space in spaces])


def fill_level(policy: Any, level: int, steps: list[int]) -> None:
    """What a track on a level counts, from which its bonus spaces are so many steps ahead."""
    above = max(0, level - HIGH)
    policy.facts.high[level] = above * above / (TOP - HIGH) ** 2
    ahead = next((place for place, step in enumerate(steps) if step > 0), NONE)
    is_near = ahead != NONE and steps[ahead] <= NEAR
    policy.facts.next_space[level] = ahead if is_near else NONE
    policy.facts.nearness[level] = 1.0 / steps[ahead] if is_near else 0.0
