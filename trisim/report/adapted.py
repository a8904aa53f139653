"""What a change does if players adapt to it: strategies tuned for each version play that version.

Each version is played by those who were tuned for it, several times, with tunings of other seeds.
The figures are means over the tunings; intervals include what differs between tunings
(``trisim.stats.replicates``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from trisim.documents import Document
from trisim.report.version_runs import VersionReader
from trisim.sim.run import Run
from trisim.stats.changes import CHANGED, IDENTICAL, LEVEL, Change, Margins, verdict_on
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.replicates import Prior, Replicates, prior_of

ALWAYS = ("seat.*.win", "*.won", "solo.*.win", "score.mean")
"""Measures that are judged besides those of changed cards and roles, and of targets."""

Found = Callable[[str, int], Replicates]
"""The replicates of a measure in a version."""


@dataclass(frozen=True, slots=True)
class AdaptedPlayer(Document):
    """A strategy that was tuned for a version, and how strong it is against the start."""

    version: str
    seed: int
    file: str
    """Its weights, as seen from the folder of the comparison."""

    against_start: Estimate
    """How often one of them wins against a table of the start; or how much more often a team."""

    par: float
    """The value for equal players."""

    p: float
    """How often chance alone leads so far from par; corrected for the check of its tuning."""

    @property
    def is_better(self) -> bool:
        return self.p < 1 - LEVEL and self.against_start.value > self.par

    @property
    def is_worse(self) -> bool:
        return self.p < 1 - LEVEL and self.against_start.value < self.par


@dataclass(frozen=True, slots=True)
class AdaptedChange(Document):
    """A measure with players who don't adapt, and with those who do."""

    same: Change
    """As in the comparison itself; its interval holds together with all others there."""

    adapted: Change
    """Means over the tunings; intervals hold together for all measures of ``Adapted``."""

    by_tuning: tuple[float, ...]
    """The difference for each seed."""

    spread: float
    """The standard deviation between tunings that deals don't explain."""

    freedom: float
    """Degrees of freedom of its interval."""

    @property
    def differs(self) -> bool:
        """Whether there is another verdict, or the same with another sign."""
        return (self.same.verdict, sign_of(self.same)) != (
            self.adapted.verdict,
            sign_of(self.adapted),
        )


def sign_of(change: Change) -> bool:
    """Whether something surely went up."""
    return change.surely > 0 and change.difference is not None and change.difference.value > 0


@dataclass(frozen=True, slots=True)
class AdaptedVersion(Document):
    """A version against the base, both played by those who were tuned for them."""

    name: str
    changes: tuple[AdaptedChange, ...]
    """The measures that are judged."""

    @property
    def differing(self) -> tuple[AdaptedChange, ...]:
        return tuple(each for each in self.changes if each.differs)


@dataclass(frozen=True, slots=True)
class Adapted(Document):
    """All versions with players who adapt."""

    start: str
    """The strategy that all tunings begin with."""

    seeds: tuple[int, ...]
    tuning_games: int
    """Games of each tuning, without its check."""

    games: int
    """Games of each version with each tuning."""

    deals: int
    intervals: int
    """How many differences hold together."""

    players: tuple[AdaptedPlayer, ...]
    against: tuple[AdaptedVersion, ...]

    def version(self, name: str) -> AdaptedVersion:
        return next(each for each in self.against if each.name == name)

    def players_of(self, name: str) -> tuple[AdaptedPlayer, ...]:
        return tuple(each for each in self.players if each.version == name)


# ---------------------------------------------------------------- computing


@dataclass(frozen=True, slots=True)
class Priors:
    """The usual spread between tunings: of measures of a kind if there are enough, or of all.

    Kinds differ much: tunings hardly change how much a card helps to win, and change very much how
    often a good is gained.
    """

    overall: Prior
    by_kind: Mapping[str, Prior]

    def of(self, measure: str) -> Prior:
        return self.by_kind.get(kind_of(measure), self.overall)


def kind_of(measure: str) -> str:
    """What is measured, without the thing of which it is.

    >>> kind_of("card.glass-lamp.win")
    'card.win'
    """
    return f"{measure.partition('.')[0]}.{measure.rpartition('.')[2]}"


@dataclass(frozen=True, slots=True)
class AdaptedReader:
    """The runs of adapted players after they were read: one reader for each seed."""

    readers: tuple[VersionReader, ...]
    margins: Margins

    @classmethod
    def of(cls, runs: Sequence[Sequence[Run]], margins: Margins) -> AdaptedReader:
        """Read the runs, which are listed by seed and then by version."""
        readers = tuple(VersionReader(each) for each in runs)
        for reader in readers:
            reader.read()
        return cls(readers, margins)

    @property
    def names(self) -> tuple[str, ...]:
        """All measures."""
        return tuple(self.readers[0].totals.sums)

    @property
    def deals(self) -> int:
        return self.readers[0].deals

    @property
    def games(self) -> int:
        return self.deals * self.readers[0].versions[0].facts.games_a_deal

    def has(self, name: str, number: int) -> bool:
        """Whether the base and a version have a measure with every tuning."""
        return all(
            reader.totals.has(name, version) for reader in self.readers for version in (0, number)
        )

    def differences(self, name: str, number: int) -> Replicates:
        """A version minus the base, for each seed."""
        return Replicates(tuple(each.difference(name, number) for each in self.readers))

    def levels(self, name: str, number: int) -> Replicates:
        """The value in a version, for each seed."""
        return Replicates(tuple(each.point(name, number) for each in self.readers))

    def priors(self, found: Found) -> Priors:
        """The usual spread between tunings, from all measures of all versions."""
        kinds: dict[str, list[Replicates]] = {}
        for number in range(1, len(self.readers[0].versions)):
            for name in self.names:
                if self.has(name, number):
                    kinds.setdefault(kind_of(name), []).append(found(name, number))
        overall = prior_of([each for kind in kinds.values() for each in kind])
        priors = {kind: prior_of(each) for kind, each in kinds.items()}
        return Priors(overall, {kind: each for kind, each in priors.items() if each.freedom})

    def changes(self, judged: Sequence[tuple[int, Change]]) -> Iterator[tuple[int, AdaptedChange]]:
        """The measures that are judged, by version; all intervals hold together."""
        of_differences, of_levels = self.priors(self.differences), self.priors(self.levels)
        for number, same in judged:
            differences = self.differences(same.measure, number)
            prior, of_level = (each.of(same.measure) for each in (of_differences, of_levels))
            difference = exact(differences.estimate(prior, LEVEL, len(judged)), differences)
            before, after = (
                self.levels(same.measure, each).estimate(of_level, LEVEL, len(judged))
                for each in (0, number)
            )
            margin = self.margins.of(same.measure, before.scale, before.value)
            adapted = replace(
                same,
                verdict=IDENTICAL if difference is None else verdict_on(difference, margin),
                before=before,
                after=after,
                difference=difference,
                margin=margin,
                differing=sum(
                    int(each.totals.sums[same.measure].differing[number]) for each in self.readers
                ),
                deals=sum(each.deals for each in self.readers),
                gain=1.0,
                more_games=None,
            )
            values = tuple(point.value for point in differences.points)
            freedom = differences.freedom + prior.freedom
            yield number, AdaptedChange(same, adapted, values, differences.spread, freedom)


def exact(found: Estimate, differences: Replicates) -> Estimate | None:
    """A difference that is the same in all deals of all tunings has no interval; None if it is 0.

    As in a comparison of players who don't adapt.
    """
    is_mean = found.scale is Scale.MEAN_DIFFERENCE
    if differences.within or differences.whole or not is_mean:
        return found
    return replace(found, low=found.value, high=found.value) if found.value else None


def is_judged(change: Change, is_of_changed: bool) -> bool:
    """Whether one asks if a change lasts: of what was changed, of who wins, of moved targets.

    A target may have hundreds of measures. Those that surely changed with the same players are
    taken: that was decided on other deals, by other players, so it needs no correction here.
    """
    is_moved = change.named and change.verdict == CHANGED
    is_first = any(fnmatchcase(change.measure, each) for each in ALWAYS)
    return is_of_changed or is_first or is_moved
