"""The result of a comparison of versions: what was changed, and what it did.

The first version is the base; every other one is compared with it. All intervals of differences
hold together at ``level``, over all measures and all versions (``trisim.stats.changes``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Annotated

from trisim.documents import Document, Null
from trisim.report.adapted import Adapted
from trisim.report.decisive import Decisive
from trisim.report.kit import ReportKit
from trisim.report.sections.measures import Labels
from trisim.report.sections.words import AllNames
from trisim.stats.analyses.verdicts import ABOVE, BELOW, OUTSIDE, overall
from trisim.stats.changes import CHANGED, IDENTICAL, LEVEL, SAME, UNDECIDED, Change, Margins
from trisim.stats.divergence import Divergence
from trisim.stats.estimate import Estimate

FIRST = ("win", "won", "score", "taken", "uses", "completed", "points", "offered")
"""The order of the measures of a card or role, by the last word of their names."""

# ---------------------------------------------------------------- what was changed


@dataclass(frozen=True, slots=True)
class VersionFacts(Document):
    """A version: its box, who plays, and how many games were read."""

    name: str
    box: str
    """The name of its box."""

    digest: str
    variants: tuple[str, ...]
    """The names of variants of the box."""

    players: int
    lineup: tuple[str, ...]
    roles: str
    scenarios: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    """Options of the game that are not as usual: name, and words for a reader."""

    seed: int
    games: int
    deals: int
    aborted: int
    """Games that ended at a limit that no legal game should reach."""

    folder: str
    """Where its run is; within a campaign as seen from its folder."""

    tuned_for: tuple[str, ...] = ()
    """Strategies that were tuned on another box, with that box: ``mine (mybox, 0a1b2c3d)``."""

    @property
    def strategies(self) -> tuple[str, ...]:
        """Who plays, each once."""
        return tuple(dict.fromkeys(self.lineup))


@dataclass(frozen=True, slots=True)
class BoxChange(Document):
    """A value of the box that was changed, or a card or table that was added or removed."""

    section: str
    """The file of the box."""

    ident: str
    name: str
    about: str
    """The kind of a card; empty for tables."""

    kind: str
    """``changed``, ``added`` or ``removed``."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class CardText(Document):
    """A card that differs, in words; empty where a version doesn't have it."""

    ident: str
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Thing(Document):
    """A card or role by its printed name."""

    name: str


# ---------------------------------------------------------------- targets

NOT_JUDGED = "Not judged: "
"""How a note begins on a target that is set for other players, or for another scenario."""


@dataclass(frozen=True, slots=True)
class TargetMeasure(Document):
    """A measure on the band of a target, before and after."""

    measure: str
    section: str
    low: Annotated[float, Null(-math.inf)]
    high: Annotated[float, Null(math.inf)]
    before: Estimate | None
    after: Estimate | None
    """Intervals hold together for all targets and versions; None if a version lacks the measure."""

    difference: Estimate | None
    """None if it is identical, or known for no pair of versions."""

    verdict_before: str
    verdict_after: str
    """``within``, ``outside``, ``undecided`` or ``not judged``."""

    side_before: str
    side_after: str
    """On which side its whole interval is outside: ``above``, ``below`` or nothing."""

    change: str
    """The verdict on the difference; empty if there is none."""


@dataclass(frozen=True, slots=True)
class TargetChange(Document):
    """A target before and after: outside if any of its measures is, undecided if any is."""

    name: str
    why: str
    look: str
    measures: tuple[TargetMeasure, ...]
    note: str = ""
    """Why nothing, or not all, could be judged."""

    @property
    def why_not(self) -> str:
        """Why these runs can't be judged by it; "" if it is set for them."""
        return self.note.removeprefix(NOT_JUDGED) if self.note.startswith(NOT_JUDGED) else ""

    @property
    def before(self) -> str:
        return overall([each.verdict_before for each in self.measures])

    @property
    def after(self) -> str:
        return overall([each.verdict_after for each in self.measures])

    @property
    def before_words(self) -> str:
        """``within``, ``outside, above``; both sides if measures are on both."""
        return with_sides(self.before, [each.side_before for each in self.measures])

    @property
    def after_words(self) -> str:
        return with_sides(self.after, [each.side_after for each in self.measures])

    @property
    def has_moved(self) -> bool:
        """Whether the verdict, or its side, is another one after."""
        return self.before_words != self.after_words


def with_sides(verdict: str, sides: Sequence[str]) -> str:
    """A verdict with the sides on which measures are outside.

    >>> with_sides("outside", ["above", "", "below"]), with_sides("within", [""])
    ('outside, above and below', 'within')
    """
    found = [side for side in (ABOVE, BELOW) if side in sides]
    return f"{verdict}, {' and '.join(found)}" if verdict == OUTSIDE and found else verdict


# ---------------------------------------------------------------- one version against the base


@dataclass(frozen=True, slots=True)
class PairingGain(Document):
    """The factor of games that pairing by deal saves: over all measures that differ."""

    median: float
    least: float
    most: float
    measures: int


@dataclass(frozen=True, slots=True)
class VersionComparison(Document):
    """A version against the base."""

    name: str
    box_changes: tuple[BoxChange, ...]
    card_texts: tuple[CardText, ...]
    """The cards that differ, as they are printed."""

    other_changes: tuple[str, ...]
    """Options, strategies, players, roles and seeds that differ, a line each."""

    changed_cards: tuple[str, ...]
    changed_roles: tuple[str, ...]
    """Ids; added and removed ones too."""

    changes: tuple[Change, ...]
    """All measures, those that were named beforehand first."""

    targets: tuple[TargetChange, ...]
    divergence: Divergence | None
    """None if the games aren't paired."""

    decisive: Decisive | None
    warnings: tuple[str, ...]
    """What weakens the answer, a sentence each."""

    @property
    def changed_ids(self) -> tuple[str, ...]:
        return (*self.changed_cards, *self.changed_roles)

    @property
    def by_measure(self) -> dict[str, Change]:
        return {each.measure: each for each in self.changes}

    @property
    def of_changed(self) -> tuple[Change, ...]:
        """The measures of changed cards and roles, in the order of the box; wins come first."""
        found = [(about(each.measure, self.changed_ids), each) for each in self.changes]
        known = [(self.changed_ids.index(ident), each) for ident, each in found if ident]
        return tuple(each for _, each in sorted(known, key=lambda pair: (pair[0], rank(pair[1]))))

    @property
    def of_others(self) -> tuple[Change, ...]:
        return tuple(each for each in self.changes if not about(each.measure, self.changed_ids))

    @property
    def significant(self) -> tuple[Change, ...]:
        """Measures of other things that changed; the largest first."""
        return by_size(self.those(CHANGED))

    @property
    def same(self) -> tuple[Change, ...]:
        """Measures of other things whose whole interval is within the margin."""
        return self.those(SAME)

    @property
    def identical(self) -> tuple[Change, ...]:
        return self.those(IDENTICAL)

    @property
    def undecided(self) -> tuple[Change, ...]:
        """Those that fewer games would decide first."""
        return tuple(sorted(self.those(UNDECIDED), key=games_left))

    def those(self, verdict: str) -> tuple[Change, ...]:
        """The measures of other things with a verdict."""
        return tuple(each for each in self.of_others if each.verdict == verdict)

    def count(self, verdict: str) -> int:
        """How many of all measures have a verdict."""
        return sum(each.verdict == verdict for each in self.changes)

    @property
    def sections(self) -> tuple[str, ...]:
        """The blocks that have measures, in the order of the report."""
        others = sorted(self.changes, key=lambda each: each.named)
        return tuple(dict.fromkeys(each.section for each in others))

    def of_section(self, section: str) -> tuple[Change, ...]:
        """The measures of a block; the largest surely changed ones first."""
        return by_size(each for each in self.changes if each.section == section)

    @property
    def identical_sections(self) -> tuple[str, ...]:
        """Blocks in which no game differs."""
        differing = {each.section for each in self.changes if each.verdict != IDENTICAL}
        return tuple(section for section in self.sections if section not in differing)

    @property
    def gain(self) -> PairingGain | None:
        """What pairing saved; None if nothing differs, or nothing is paired."""
        gains = [each.gain for each in self.changes if each.difference and self.divergence]
        gains = [gain for gain in gains if math.isfinite(gain)]
        if not gains:
            return None
        return PairingGain(median(gains), min(gains), max(gains), len(gains))


def about(measure: str, ids: Iterable[str]) -> str:
    """The id that a measure names, such as ``glass-lamp`` in ``card.glass-lamp.win``; or ""."""
    words = measure.split(".")[1:]
    return next((ident for ident in ids if ident in words), "")


def rank(change: Change) -> int:
    """The place of a measure among those of the same thing: wins, then whether it is wanted."""
    last = change.measure.rpartition(".")[2]
    return FIRST.index(last) if last in FIRST else len(FIRST)


def by_size(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Those that surely changed by most margins first, then by size."""
    return tuple(sorted(changes, key=lambda each: (-each.surely, -each.size, each.measure)))


def games_left(change: Change) -> tuple[float, str]:
    return math.inf if change.more_games is None else change.more_games, change.measure


# ---------------------------------------------------------------- all versions


@dataclass(frozen=True, slots=True)
class Comparison(Document):
    """Several versions of a game; the first is the base."""

    game: str
    outcome: str
    versions: tuple[VersionFacts, ...]
    paired: bool
    """Whether the same deals are compared."""

    unpaired_because: str
    """Why not, in a sentence."""

    deals: int
    """Deals that all versions have in common; if unpaired, of the version with the fewest."""

    games: int
    """Games of each version in these deals; if unpaired, of the version with the fewest."""

    margins: Margins
    peeking: bool
    """Whether intervals hold at every look: it was extended, or stopped by an interval."""

    looks: tuple[int, ...]
    """Numbers of deals at which results were written before."""

    until: str
    """What decided when it stopped; empty if a number of games did."""

    intervals: int
    """How many differences hold together."""

    against: tuple[VersionComparison, ...]
    cards: Mapping[str, Thing]
    roles: Mapping[str, Thing]
    """The cards and roles of all boxes by id."""

    role: str = ""
    """The game's word for a role; empty if it has none."""

    warnings: tuple[str, ...] = ()
    """What weakens the answer for all versions, a sentence each."""

    level: float = LEVEL
    adapted: Adapted | None = None
    """What players do who were tuned for each version; None if nobody was."""

    @property
    def base(self) -> VersionFacts:
        return self.versions[0]

    def facts_of(self, name: str) -> VersionFacts:
        return next(each for each in self.versions if each.name == name)

    def labels(self, kit: ReportKit) -> Labels:
        """Measures in words: cards and roles as they are printed in any of the boxes."""
        kinds = ("setup", "scenario", "strategy", *([self.role] if self.role else []))
        return Labels(AllNames(self.roles, self.cards), kit.measures, kinds)
