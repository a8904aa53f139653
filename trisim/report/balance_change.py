"""The result of a balancing: variants between fewer missed targets and smaller changes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from trisim.documents import Document, Null
from trisim.report.adapted import AdaptedPlayer
from trisim.stats.analyses.verdicts import OUTSIDE, WITHIN, beyond, overall, verdict_on
from trisim.stats.estimate import Estimate

USED, HELPS, USELESS, NOTHING = KNOB_VERDICTS = (
    "used",
    "helps",
    "did not help",
    "changes nothing",
)
"""*used*: the chosen variant changes it. *helps*: alone it brings missed targets nearer. *did not
help*: at no level it does by more than chance explains. *changes nothing*: no measure of a target
differs in any deal."""


@dataclass(frozen=True, slots=True)
class TargetValue(Document):
    """A measure of a target in a variant."""

    target: str
    measure: str
    label: str
    low: Annotated[float, Null(-math.inf)]
    high: Annotated[float, Null(math.inf)]
    estimate: Estimate
    group: str = ""
    """Who plays, if it is not the group that was asked for."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.target, self.group, self.measure

    @property
    def verdict(self) -> str:
        return verdict_on(self.estimate, (self.low, self.high))

    @property
    def is_beyond(self) -> bool:
        """Whether the value itself is outside, sure or not."""
        return bool(beyond(self.estimate.value, (self.low, self.high)))


@dataclass(frozen=True, slots=True)
class Judged(Document):
    """The measures of all targets, with intervals that hold together."""

    values: tuple[TargetValue, ...]

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.target for each in self.values))

    def of(self, target: str) -> tuple[TargetValue, ...]:
        return tuple(each for each in self.values if each.target == target)

    def verdict(self, target: str) -> str:
        return overall([each.verdict for each in self.of(target)])

    def with_verdict(self, verdict: str) -> tuple[str, ...]:
        return tuple(each for each in self.targets if self.verdict(each) == verdict)

    @property
    def missed(self) -> tuple[str, ...]:
        return self.with_verdict(OUTSIDE)

    @property
    def met(self) -> tuple[str, ...]:
        return self.with_verdict(WITHIN)

    @property
    def beyond(self) -> int:
        """The number of targets of which a value is outside, sure or not."""
        return len({each.target for each in self.values if each.is_beyond})


@dataclass(frozen=True, slots=True)
class KnobChange(Document):
    """A value that a variant changes."""

    knob: str
    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class BalanceVariant(Document):
    """A variant of the front, checked on new deals; the printed values have no changes."""

    name: str
    file: str
    """The variant of the box; nothing if only options of the game change, or nothing does."""

    options: str
    """Options of the game that change, as they are typed."""

    pages: tuple[str, ...]
    """The pages with everything that it changes, for each group."""

    price: float
    changes: tuple[KnobChange, ...]
    check: Judged
    adapted: Judged | None
    """The targets with players who were tuned for it; nothing if nobody was."""

    runs: tuple[str, ...]
    """The folders of the check, for each group."""

    @property
    def missed(self) -> tuple[str, ...]:
        """Targets that are surely missed, by the same players or by those who adapted."""
        adapted = self.adapted.missed if self.adapted else ()
        return tuple(dict.fromkeys((*self.check.missed, *adapted)))


@dataclass(frozen=True, slots=True)
class KnobResult(Document):
    """What a knob does on its own."""

    name: str
    why: str
    best: str
    """The values with which it comes nearest to the targets by itself."""

    distance: float
    verdict: str


@dataclass(frozen=True, slots=True)
class Candidate(Document):
    """A candidate of the search."""

    words: str
    price: float
    distance: float
    deals: int


@dataclass(frozen=True, slots=True)
class Balanced(Document):
    """All that was found; the first variant is the printed one."""

    lineup: str
    groups: tuple[str, ...]
    """What differs in each group that has played; "" of the one that was asked for."""

    printed: float
    """The distance of the printed values from the targets, in the search."""

    variants: tuple[BalanceVariant, ...]
    chosen: int
    final: Judged
    """The chosen variant on deals that neither search nor check has used."""

    final_printed: Judged
    """The printed values on the same deals."""

    knobs: tuple[KnobResult, ...]
    candidates: tuple[Candidate, ...]
    search_games: int
    check_games: int
    """Of each variant."""

    deals: int
    """Of each variant in the check, and of the chosen one in the last measurement."""

    aborted: int
    unread: tuple[str, ...]
    """Targets that could not be judged in such games."""

    tuning_games: int
    """Of each tuning; 0 if no players were tuned."""

    games_of_tunings: int
    """Of all tunings, their checks, and the players who were tuned."""

    players: tuple[AdaptedPlayer, ...]
    """Those who were tuned, by variant."""

    @property
    def best(self) -> BalanceVariant:
        return self.variants[self.chosen]

    @property
    def is_balanced(self) -> bool:
        """Whether no change is needed: on new deals the printed values surely miss no target."""
        return not self.variants[0].check.missed

    @property
    def games(self) -> int:
        """All games that were played."""
        measured = 1 if self.chosen == 0 else 2
        checked = self.check_games * (len(self.variants) + measured)
        return self.search_games + checked + self.games_of_tunings


def choice(variants: tuple[BalanceVariant, ...]) -> int:
    """The number of the variant to choose.

    It is the one that surely misses the fewest targets, then the fewest by its values, then the one
    that surely meets the most; of several the smallest change. A target counts as missed if it is
    missed with the same players, or with those who adapted. Nothing is changed if the printed
    values surely miss no target.
    """
    if not variants[0].check.missed:
        return 0

    def order(number: int) -> tuple[int, int, int, float, int]:
        each = variants[number]
        return len(each.missed), each.check.beyond, -len(each.check.met), each.price, number

    return min(range(len(variants)), key=order)
