"""Causes and items of the economy by name, and how much of them moves."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.games.trismegistus.report.colors import SYMBOLS
from trisim.report.sections.words import percent
from trisim.stats.analyses.economy import ALL, Flow
from trisim.stats.estimate import Estimate, with_minus
from trisim.texts import listed

GAINS = {
    "setup": "setup",
    "harvest": "harvest",
    "essence": "essence action",
    "transmutation": "transmutation",
    "artifact": "artifacts",
    "experiment": "bonuses of experiments",
    "formula": "formulas",
    "vault": "vault",
    "token": "bonus tokens",
    "achievement": "achievements",
    "reaction": "reactions",
    "round end": "end of a round",
    "score": "final scoring",
    "bot card": "cards of Botmegistus",
}
SPENDING = GAINS | {
    "draft": "potency of a die",
    "payment": "cost of experiments",
    "purchase": "formulas bought",
    "chameleon": "chameleons used",
}
"""Why things come and go; what a cause takes is the price of what it gives."""

KIND_NAMES = {
    "raw": "raw materials",
    "refined": "refined materials",
    "silver": "silver",
    "gold": "gold",
    "essences": "essences",
    "ethereal": "ethereal dice",
    ALL: "all of these",
}
ITEM_NAMES = {
    "ethereal_die": "ethereal dice",
    "chameleon": "chameleons",
    "reaction": "reactions",
}
"""Items that are counted one by one."""

KIND_COLORS = {
    "raw materials": SYMBOLS["copper"],
    "refined materials": SYMBOLS["mercury"],
    "silver": SYMBOLS["tin"],
    "gold": SYMBOLS["gold"],
    "essences": SYMBOLS["wild"],
    "ethereal dice": SYMBOLS["iron"],
}


def cause_name(cause: str) -> str:
    """A cause as shown."""
    return "all" if cause == ALL else SPENDING.get(cause, cause)


def item_name(item: str) -> str:
    """An item as shown."""
    return KIND_NAMES.get(item) or ITEM_NAMES.get(item, item.replace("_", " "))


def largest(flows: Sequence[Flow], way: str, count: int = 3) -> list[tuple[Flow, Estimate]]:
    """The causes that bring or take most."""
    known = [
        (flow, estimate)
        for flow in flows
        if flow.cause != ALL and (estimate := getattr(flow, way)) is not None
    ]
    return sorted(known, key=lambda each: -each[1].value)[:count]


def named_amounts(those: Sequence[tuple[Flow, Estimate]]) -> str:
    """``harvest 3.1 [2.9, 3.3] and reactions 2.8 [2.6, 3.0]``; exact ones without interval."""
    return listed(f"{cause_name(flow.cause)} {amount(each)}" for flow, each in those)


def amount(estimate: Estimate) -> str:
    """A number with its interval, unless it is exact."""
    exact = estimate.low == estimate.high
    return with_minus(f"{estimate.value:.2g}") if exact else percent(estimate)
