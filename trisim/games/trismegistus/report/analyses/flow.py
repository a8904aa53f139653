"""The flow of *Trismegistus*: what its turns are used for."""

from __future__ import annotations

from typing import ClassVar

from trisim.stats.analyses import flow
from trisim.stats.analyses.turns import ActionWords

ACTIONS = ("harvest", "essence", "transmute", "artifact", "recharge", "experiment", "none")


class FlowAnalysis(flow.FlowAnalysis):
    """With the actions of the game; a card is what Botmegistus does."""

    words: ClassVar[ActionWords] = ActionWords(ACTIONS, none="none", automa="card")
