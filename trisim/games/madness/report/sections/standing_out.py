"""Differences of things that come by chance, in words and as dots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trisim.report.figures.cards import CardDot
from trisim.report.sections.words import first_few, percent, sentence
from trisim.stats.estimate import Comparison, Estimate

Compared = tuple[str, Comparison]
"""A name, and its difference with the p value of all of its kind."""

NAMED = 4


def clear(win: Comparison) -> bool:
    """Whether a difference is significant among all of its kind."""
    return win.adjusted < 0.05 and win.estimate.excludes(0.0)


def differences_words(compared: Sequence[Compared], things: str) -> str:
    """Which go with more wins, and which with fewer."""
    ranked = sorted(compared, key=lambda each: each[1].estimate.value)
    worse = [named_one(each) for each in ranked if clear(each[1]) and is_below(each[1])]
    better = [named_one(each) for each in ranked[::-1] if clear(each[1]) and not is_below(each[1])]
    parts = [
        f"{word} {first_few(names, NAMED)}"
        for word, names in (("hardest on teams:", worse), ("kindest:", better))
        if names
    ]
    if not parts:
        return f"Of {len(compared)} {things} none surely goes with more or fewer wins."
    return sentence("; ".join(parts))


def is_below(win: Comparison) -> bool:
    return win.estimate.value < 0


def named_one(each: Compared) -> str:
    return f"{each[0]} ({percent(each[1].estimate)})"


def difference_dots(compared: Iterable[Compared]) -> list[CardDot]:
    return [CardDot(name, win.estimate, clear(win)) for name, win in compared]


def known(estimate: Estimate) -> Estimate | None:
    """An estimate; None without data."""
    return estimate if estimate.clusters else None
