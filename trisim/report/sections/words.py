"""Words for all sections: estimates in sentences, lists, names of cards, players and runs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from trisim.report.page.cells import SMALLEST, interval_words
from trisim.stats.estimate import Comparison, Estimate
from trisim.texts import listed

T = TypeVar("T")

MOST_NAMED = 5
"""Names in a sentence; of more it says how many there are."""

RISK = 0.05
"""Below this corrected p value a difference is called sure."""

ORDINALS = ("first", "second", "third", "fourth")


# ---------------------------------------------------------------- numbers


def percent(estimate: Estimate) -> str:
    """A rate or mean in a sentence: ``32.1 % [31.8, 32.4]``."""
    if not estimate.clusters:
        return "no data"
    value = estimate.shown(estimate.value)
    return f"{value}{estimate.unit} [{interval_words(estimate, ', ')}]"


def exact_percent(share: float) -> str:
    """An exact share, such as par: ``33.3 %``."""
    return f"{100 * share:.3g} %"


def p_words(p: float) -> str:
    return f"p < {SMALLEST}" if p < SMALLEST else f"p = {p:.2g}"


def counted(count: int, things: str) -> str:
    """``3 games of each seat``, ``1 game of each seat``."""
    one = re.sub(r"^([a-z]+)s\b", r"\1", things)
    return f"{count:,} {one if count == 1 else things}"


def basis_of(estimate: Estimate, what: str = "rows") -> str:
    """The basis of figures, for the line below a block."""
    together = f", {estimate.family} of them together" if estimate.family > 1 else ""
    return (
        f"n = {counted(estimate.n, what)} in {counted(estimate.clusters, 'deals')}; intervals at "
        f"{100 * estimate.level:.0f} %{together}, clustered by deal."
    )


def sorted_by_value(items: Iterable[T], value: Callable[[T], float]) -> list[T]:
    """From most to least; NaN comes last."""
    return sorted(items, key=lambda each: (math.isnan(value(each)), -value(each)))


# ---------------------------------------------------------------- sentences


def sentence(words: str) -> str:
    """With a capital at the beginning and a stop at the end."""
    return f"{words[:1].upper()}{words[1:]}."


def first_few(phrases: Sequence[str], most: int = MOST_NAMED) -> str:
    """``a, b and c``; ``a, b, c, d, e and 3 more``."""
    return listed(cut(phrases, most))


def first_clauses(phrases: Sequence[str], most: int = MOST_NAMED) -> str:
    """For phrases with commas in them: ``a, b; c; and 3 more``."""
    more = "and " if len(phrases) > most else ""
    *named_ones, last = cut(phrases, most) or [""]
    return "; ".join([*named_ones, f"{more}{last}"])


def cut(phrases: Sequence[str], most: int) -> list[str]:
    """The first few, and how many more."""
    more = [f"{len(phrases) - most:,} more"] if len(phrases) > most else []
    return [*phrases[:most], *more]


def round_words(rounds: Sequence[tuple[int, Estimate]]) -> str:
    """``3.1 [2.9, 3.3] in round 1 and 2.8 [2.6, 3.0] in round 2``; round 0, all, is left out."""
    return listed(f"{percent(each)} in round {number}" for number, each in rounds if number)


def slug(name: str) -> str:
    """A name for a file and an address."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "unnamed"


def sure(comparison: Comparison) -> bool:
    """Whether a value surely differs from its reference, corrected for all of a kind."""
    return comparison.adjusted < RISK


def above(comparison: Comparison) -> bool:
    """Whether it is surely more."""
    return sure(comparison) and comparison.estimate.value > comparison.null


def below(comparison: Comparison) -> bool:
    """Whether it is surely less."""
    return sure(comparison) and comparison.estimate.value < comparison.null


def stands_out(named_ones: Sequence[tuple[str, Comparison]], what: str) -> str:
    """Names that are surely above or below something, in a sentence."""
    parts = [
        f"surely {word} {what}: {first_few(who)}"
        for word, test in (("above", above), ("below", below))
        if (who := [name for name, compared in named_ones if test(compared)])
    ]
    if not parts:
        return f"None is surely above or below {what}."
    return sentence("; ".join(parts))


# ---------------------------------------------------------------- names


class NamesThings(Protocol):
    """A box, or several: names of roles and cards, by id."""

    @property
    def roles(self) -> Mapping[str, Any]:
        """Roles; each has a name."""

    @property
    def by_id(self) -> Mapping[str, Any]:
        """Cards; each has a name."""


@dataclass(frozen=True, slots=True)
class AllNames:
    """The names of several boxes together."""

    roles: Mapping[str, Any]
    by_id: Mapping[str, Any]


def names_of_all(boxes: Sequence[NamesThings]) -> AllNames:
    """The names of roles and cards of all boxes; the first box with an id decides."""
    roles = {name: each for box in reversed(boxes) for name, each in box.roles.items()}
    cards = {name: each for box in reversed(boxes) for name, each in box.by_id.items()}
    return AllNames(roles, cards)


def named(box: NamesThings, name: str, longest: int | None = None) -> str:
    """A role or a card as printed; any other name as it is.

    A role whose name has more letters than ``longest`` is called by the short name.
    """
    if name in box.roles:
        whole: str = box.roles[name].name
        return whole if longest is None or len(whole) <= longest else short_name(box, name)
    return str(box.by_id[name].name) if name in box.by_id else name


def short_name(box: NamesThings, role: str) -> str:
    """The words of a role's name that the id has, such as Agrippa of ``agrippa``.

    If the id has other words, it is the last word of the name; the id itself if another role's
    name has that word.
    """
    words: list[str] = box.roles[role].name.split()
    wanted = slug(role).split("-")
    found = [word for word in words if slug(word) in wanted]
    if {slug(word) for word in found} == set(wanted):
        return " ".join(found)
    those = [each for each in box.roles.values() if words[-1] in each.name.split()]
    return words[-1] if len(those) == 1 else role


def ordinal(number: int) -> str:
    """``first``, from 1."""
    return ORDINALS[number - 1] if 1 <= number <= len(ORDINALS) else f"{number}th"


def player_words(seat: int) -> str:
    """A seat, counted from 0, as ``first player``."""
    return f"{ordinal(seat + 1)} player"
