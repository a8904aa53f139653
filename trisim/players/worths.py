"""What a mind knows of a box: the worths of its cards, by our yardstick, and its costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from trisim.box.box import Box
from trisim.box.notation.terms import Effects
from trisim.box.settings import Alchemist
from trisim.box.worth import POINT, When, effect_worth, usual_time

SIDE = 4
"""Rows and columns of the frame a vault is drawn in."""

Worth: TypeAlias = Callable[[Effects, When], float]


def fill_worths(mind: Any, box: Box) -> None:
    """Put the worths of all cards of a box into a mind."""
    precious = box.rules.rulings.any_refined_is_precious

    def worth(effects: Effects, when: When) -> float:
        return effect_worth(effects, when, precious=precious) / POINT

    for number, experiment in enumerate(box.experiments):
        bonus = worth(experiment.bonus, usual_time(experiment.level))
        mind.experiment_worth[number] = experiment.points + bonus
    for number, artifact in enumerate(box.artifacts):
        mind.artifact_worth[number] = worth(artifact.ability, usual_time(artifact.level))
    for number, publication in enumerate(box.publications):
        mind.publication_worth[number] = publication.points
    for number, formula in enumerate(box.formulas):
        mind.formula_worth[number] = worth(formula.ability, When.ROUND_2)
    for number, alchemist in enumerate(box.alchemists.values()):
        fill_vault(mind, number, alchemist, worth)


def fill_vault(mind: Any, number: int, alchemist: Alchemist, worth: Worth) -> None:
    """Worths of the lines of a vault: rows first, then columns."""
    vault = alchemist.vault
    for row, ends in enumerate(zip(vault.left, vault.right, strict=True)):
        mind.line_worth[number, row] = sum(worth(end, When.ROUND_2) for end in ends)
    for column, ends in enumerate(zip(vault.top, vault.bottom, strict=True)):
        mind.line_worth[number, SIDE + column] = sum(worth(end, When.ROUND_2) for end in ends)
    mind.alchemist_worth[number] = mind.line_worth[number].sum()


def fill_facts(mind: Any, tables: Any) -> None:
    """Costs without the columns they don't use, and the levels of the bonus spaces."""
    for card in range(int(tables.experiments)):
        cost = tables.experiment_cost[card]
        columns = np.flatnonzero(cost)
        mind.cost_size[card] = len(columns)
        mind.cost[card, : len(columns), 0] = columns
        mind.cost[card, : len(columns), 1] = cost[columns]
    levels = np.flatnonzero(tables.track_bonus)
    mind.bonus_levels[: len(levels)] = levels
