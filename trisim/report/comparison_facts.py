"""Computes a comparison from the runs of its versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from trisim.report.campaign_files import aborted_words, warnings_on
from trisim.report.comparison import (
    Comparison,
    Thing,
    VersionComparison,
    VersionFacts,
    about,
)
from trisim.report.comparison_box import box_changes, card_texts, changed_cards, changed_roles
from trisim.report.comparison_targets import TargetReader, wanted_by
from trisim.report.comparison_versions import (
    facts_of_version,
    other_changes,
    unpaired_because,
    version_warnings,
)
from trisim.report.decisive import MOST, Decisive, decisive_games
from trisim.report.load_runs import silent
from trisim.report.page.files import Progress
from trisim.report.version_runs import VersionReader
from trisim.sim.paired_games import PairedGames, compare_games
from trisim.sim.plan import Plan
from trisim.sim.run import Run
from trisim.sim.trust import Trust
from trisim.stats.analyses.targets import Target
from trisim.stats.changes import (
    ALONE,
    IDENTICAL,
    UNDECIDED,
    USUAL,
    Change,
    Family,
    Margins,
    games_to_decide,
    verdict_on,
)
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.power import ENOUGH


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonWishes:
    """What is asked of a comparison besides its runs."""

    margins: Margins = USUAL
    targets: tuple[Target, ...] | None = None
    """None stands for those of the game."""

    decisive: int = MOST
    """Decisive games that are told; 0: none."""

    peeking: bool = False
    looks: tuple[int, ...] = ()
    """Numbers of deals at which results were written before."""

    first_look: int = 0
    """Deals at the first look of all."""

    until: str = ""
    until_measures: Callable[[str], bool] | None = None
    """The measures whose differences decided when it stopped."""

    halfwidth: float = 0.0
    """The half-width at which it stopped."""

    folders: tuple[str, ...] = ()
    """What the folders of the runs are called; by default as they were opened."""

    trust: Trust | None = None
    compile_plan: Callable[[Plan], None] | None = None

    def targets_of(self, run: Run) -> tuple[Target, ...]:
        """The given targets, or those of the game of a run."""
        if self.targets is None:
            return tuple(run.plugin.report.default_targets().targets)
        return self.targets


def compare_runs(
    runs: Sequence[Run],
    names: Sequence[str],
    wishes: ComparisonWishes | None = None,
    on_progress: Progress = silent,
) -> Comparison:
    """Compare runs with the first of them, over all measures of the game's report."""
    wishes = wishes or ComparisonWishes()
    why = unpaired_because(runs, names)
    wanted = wanted_by(wishes.targets_of(runs[0]))
    reader = VersionReader(runs, paired=not why, wanted=wanted)
    reader.read(on_progress)
    return Comparing(runs, tuple(names), reader, wishes, why).comparison()


@dataclass(frozen=True, slots=True)
class Comparing:
    """The runs of a comparison after they were read."""

    runs: Sequence[Run]
    names: tuple[str, ...]
    reader: VersionReader
    wishes: ComparisonWishes
    why: str
    """Why games aren't paired; "" if they are."""

    def comparison(self) -> Comparison:
        reader, wishes = self.reader, self.wishes
        first, info = reader.versions[0], self.runs[0].plugin.info
        targets = self.targets()
        family = self.family(targets)
        against = tuple(
            self.version(number, family, targets) for number in range(1, len(self.runs))
        )
        boxes = [each.facts.box for each in reversed(reader.versions)]
        return Comparison(
            game=info.name,
            outcome=info.outcome.value,
            versions=self.versions(),
            paired=not self.why,
            unpaired_because=self.why,
            deals=reader.deals,
            games=reader.deals * first.facts.games_a_deal,
            margins=wishes.margins,
            peeking=wishes.peeking,
            looks=wishes.looks,
            until=wishes.until,
            intervals=sum(family_sizes(family)),
            against=against,
            cards={ident: Thing(card.name) for box in boxes for ident, card in box.by_id.items()},
            roles={ident: Thing(role.name) for box in boxes for ident, role in box.roles.items()},
            role=info.role.one if info.role else "",
            warnings=(*self.until_warning(against), *self.common_warnings()),
        )

    def versions(self) -> tuple[VersionFacts, ...]:
        folders = self.wishes.folders or tuple(str(run.path) for run in self.runs)
        return tuple(
            facts_of_version(name, run, version.facts, folder)
            for name, run, version, folder in zip(
                self.names, self.runs, self.reader.versions, folders, strict=True
            )
        )

    def targets(self) -> TargetReader:
        """The targets that are set for runs of this kind."""
        known = self.wishes.targets_of(self.runs[0])
        facts = self.reader.versions[0].facts
        here = tuple(each for each in known if each.is_of_kind(facts))
        looks = len(self.wishes.looks) + 1
        return TargetReader(self.reader, here, self.wishes.peeking, self.times, looks)

    # -- which measures are looked at, and how many together

    def named(self, number: int, targets: TargetReader) -> dict[str, None]:
        """The measures of a version that were named beforehand, those of changed things first."""
        aimed, until = targets.measures, self.wishes.until_measures
        others = (
            name
            for name in self.reader.totals.sums
            if name in aimed or (until is not None and until(name))
        )
        return dict.fromkeys([*self.named_ids(number), *others])

    def named_ids(self, number: int) -> list[str]:
        """The measures of changed cards and roles."""
        ids = self.changed_ids(number)
        return [name for name in self.reader.totals.sums if about(name, ids)]

    def changed_ids(self, number: int) -> tuple[str, ...]:
        before, after = (self.reader.versions[each].facts.box for each in (0, number))
        changes = box_changes(before, after)
        return (*changed_cards(changes), *changed_roles(changes, before, after))

    def family(self, targets: TargetReader) -> Family:
        """All differences of all versions together."""
        named = others = 0
        for number in range(1, len(self.runs)):
            before = self.named(number, targets)
            both = [name for name in self.reader.totals.sums if self.has_both(name, number)]
            named += sum(name in before for name in both)
            others += sum(name not in before for name in both)
        return Family(named, others, self.wishes.peeking, self.times)

    @property
    def times(self) -> float:
        """How many times the deals of the first look were read."""
        return max(1.0, self.reader.deals / (self.wishes.first_look or self.reader.deals or 1))

    def has_both(self, name: str, number: int) -> bool:
        return self.reader.totals.has(name, 0) and self.reader.totals.has(name, number)

    # -- one version against the base

    def version(self, number: int, family: Family, targets: TargetReader) -> VersionComparison:
        before, after = boxes = [self.reader.versions[each].facts.box for each in (0, number)]
        changes = box_changes(before, after)
        cards, roles = changed_cards(changes), changed_roles(changes, before, after)
        measures = tuple(self.changes(number, family, targets))
        paired, decisive = self.games(number, (*cards, *roles))
        found = VersionComparison(
            self.names[number],
            changes,
            card_texts(before, after, cards),
            other_changes(self.runs[0], self.runs[number]),
            cards,
            roles,
            measures,
            targets.against(number, {each.measure: each for each in measures}),
            paired.divergence if paired else None,
            decisive,
            (),
        )
        facts = self.versions()
        return replace(found, warnings=version_warnings(found, facts[0], facts[number], boxes))

    def changes(self, number: int, family: Family, targets: TargetReader) -> Iterator[Change]:
        """All measures that any of the two versions has, the named ones first."""
        named, totals = self.named(number, targets), self.reader.totals
        for name in dict.fromkeys([*named, *totals.sums]):
            if totals.has(name, 0) or totals.has(name, number):
                yield self.change(name, number, family, name in named)

    def change(self, name: str, number: int, family: Family, named: bool) -> Change:
        reader, totals = self.reader, self.reader.totals
        before, after = (self.level(name, each, family, named) for each in (0, number))
        here = totals.sums[name]
        one = before or after
        assert one is not None
        margin = self.wishes.margins.of(name, one.scale, one.value)
        found = Change(
            name,
            reader.sections[name],
            ALONE,
            before,
            after,
            None,
            margin,
            named,
            int(here.differing[number]),
            int(here.together[0, 0]),
            1.0,
        )
        if before is None or after is None:
            return found
        gain = reader.joint(name).gain(number, 0) if totals.paired else 1.0
        if totals.is_identical(name, number):
            return replace(found, verdict=IDENTICAL, gain=gain)
        difference = self.difference(name, number, family, named)
        if difference is None:
            return replace(found, verdict=IDENTICAL, gain=gain)
        verdict = verdict_on(difference, margin)
        games = reader.deals * reader.versions[0].facts.games_a_deal
        more = games_to_decide(difference, margin, games) if verdict == UNDECIDED else None
        return replace(found, verdict=verdict, difference=difference, gain=gain, more_games=more)

    def difference(self, name: str, number: int, family: Family, named: bool) -> Estimate | None:
        """A version minus the base; None if values are the same in all of many deals.

        What differs by the same in all of many deals, such as the printed points of a card, is
        taken as exact: it has no spread from which an interval could follow.
        """
        point = self.reader.difference(name, number)
        found = family.estimate(point, named, self.width(name))
        is_exact = point.variance == 0 and point.scale is Scale.MEAN_DIFFERENCE
        if not is_exact or point.clusters < ENOUGH:
            return found
        return replace(found, low=found.value, high=found.value) if found.value else None

    def level(self, name: str, number: int, family: Family, named: bool) -> Estimate | None:
        """The value of a measure in a version, as sure as differences are."""
        if not self.reader.totals.has(name, number):
            return None
        point = self.reader.point(name, number)
        return family.estimate(point, named, self.width(name))

    def width(self, name: str) -> float:
        """The half-width that is waited for; 0 if none is."""
        until = self.wishes.until_measures
        return self.wishes.halfwidth if until is not None and until(name) else 0.0

    # -- game by game

    def games(
        self, number: int, changed: Sequence[str]
    ) -> tuple[PairedGames | None, Decisive | None]:
        """The pairs of games, and those that the change decided; nothing if unpaired."""
        if self.why:
            return None, None
        wishes = self.wishes
        base, other = self.runs[0], self.runs[number]
        found = compare_games(base, other, changed)
        if not wishes.decisive:
            return found, None
        names = self.names[0], self.names[number]
        told = decisive_games(
            base,
            other,
            found,
            wishes.decisive,
            names=names,
            trust=wishes.trust,
            compile_plan=wishes.compile_plan,
        )
        if wishes.folders:
            told = replace(told, folders=(wishes.folders[0], wishes.folders[number]))
        return found, told

    def until_warning(self, against: Sequence[VersionComparison]) -> Iterator[str]:
        """A sentence if it ended before the differences were known as well as they should be."""
        wishes = self.wishes
        if wishes.until_measures is None:
            return
        found = [
            each.difference.halfwidth
            for version in against
            for each in version.changes
            if each.difference is not None and wishes.until_measures(each.measure)
        ]
        if max(found, default=0.0) > wishes.halfwidth:
            yield (
                f"The maximum of games was reached before all differences had the half-width "
                f"{wishes.until}."
            )

    def common_warnings(self) -> Iterator[str]:
        """What weakens the answer for all versions."""
        for facts, version in zip(self.versions(), self.reader.versions, strict=True):
            played = version.facts.games // version.facts.games_a_deal
            if not self.why and played > self.reader.deals:
                yield (
                    f"{facts.name} has {played:,} deals, of which {self.reader.deals:,} are "
                    "common to all versions; the others are left out."
                )
            yield from (f"{facts.name}: {words}" for words in aborted_words(facts.aborted))
        strategies = tuple(dict.fromkeys(self.reader.versions[0].facts.strategies))
        yield from warnings_on(strategies, self.runs[0].plugin.report)


def family_sizes(family: Family) -> tuple[int, int]:
    return family.named, family.others
