"""The flow of *Trismegistus*: the actions of its turns."""

from __future__ import annotations

from typing import ClassVar

from trisim.stats.analyses import flow
from trisim.stats.analyses.turns import ActionWords

ACTIONS = ("harvest", "essence", "transmute", "artifact", "recharge", "experiment", "none")


class FlowAnalysis(flow.FlowAnalysis):
    """With the actions of the game; an action of Botmegistus is a card."""

    words: ClassVar[ActionWords] = ActionWords(ACTIONS, none="none", automa="card")
