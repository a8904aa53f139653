"""The findings of a study of difficulty: effects of options, order of presets, good scores.

For games against an automa, and for team games, which have no scores. In competitive games, setups
are compared by the mean score in place of wins. All figures are paired by deal: an effect is the
mean, over deals, of the result with a setup minus the result of the same deal with the baseline.
Intervals of one strategy hold together: those of all effects, of all win rates, and of all steps
between presets are one family each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from trisim.documents import Document
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point
from trisim.stats.scenario_arrays import BASELINE, ScenarioSheet
from trisim.stats.score_brackets import ScoreCounts, ScoreTable, edges_for, score_tables
from trisim.stats.sequence import Target, intervals

NORMAL, OPTION, PRESET, COMBINATION = "baseline", "option", "preset", "combination"
"""What a setup is in a study; a game may have kinds of its own."""

HARDER, EASIER = "harder", "easier"
"""What a setup is meant to be, and what it is found to be if the game has no words for that."""

NOT_SEEN = "no effect seen"
ORDERED, UNORDERED, UNSURE = "strictly ordered", "not ordered", "not sure"
MORE, LESS, ABOUT = "more than the sum", "less than the sum", "about the sum"


@dataclass(frozen=True, slots=True)
class Setup:
    """A setup of the game; ``parts`` are the setups that a combination consists of."""

    name: str
    kind: str
    group: str = ""
    meant: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetupFigures:
    """Games with a setup: win rate; against an automa also the margin and both scores."""

    setup: str
    kind: str
    win: Estimate
    margin: Estimate | None
    score: Estimate | None
    bot_score: Estimate | None


@dataclass(frozen=True, slots=True)
class Effect:
    """The change of a setup against the baseline, on the same deals.

    ``as_meant`` is true if the setup surely is as hard or easy as declared, false if it surely is
    the opposite, None if neither is sure or nothing is declared. It is given by wins and again by
    the margin, which is more precise where nearly all games are won or lost. ``gain`` is the factor
    of games that the same interval would need on different deals.
    """

    setup: str
    kind: str
    group: str
    meant: str
    win: Estimate
    margin: Estimate | None
    verdict: str
    as_meant: bool | None
    margin_verdict: str
    margin_as_meant: bool | None
    gain: float | None


@dataclass(frozen=True, slots=True)
class Step:
    """The change from a preset to the next one."""

    easier: str
    harder: str
    win: Estimate
    margin: Estimate | None


@dataclass(frozen=True, slots=True)
class Interaction:
    """A combination minus the sum of the effects of its parts: ``beyond``."""

    setup: str
    parts: tuple[str, ...]
    effect: Estimate
    expected: Estimate
    beyond: Estimate
    verdict: str


@dataclass(frozen=True, slots=True)
class StrategyFindings:
    """The findings for one strategy; effects in order, the hardest first."""

    strategy: str
    spec: str
    deals: int
    games: int
    aborted: int
    """Games that ended at a limit which no legal game should reach; they count."""

    is_narrow: bool | None
    """Whether the intervals became as narrow as was asked for, if that was asked for."""

    setups: tuple[SetupFigures, ...]
    effects: tuple[Effect, ...]
    steps: tuple[Step, ...]
    order: str
    margin_order: str
    """Whether every preset surely is harder than the one before: by wins, and by the margin."""

    interactions: tuple[Interaction, ...]
    scores: tuple[ScoreTable, ...]

    def figures(self, setup: str) -> SetupFigures:
        return next(each for each in self.setups if each.setup == setup)

    def effect(self, setup: str) -> Effect:
        return next(each for each in self.effects if each.setup == setup)


@dataclass(frozen=True, slots=True)
class Findings(Document):
    """The result of a study. ``presets`` are in the order of the box."""

    level: float
    until: float | None
    """The half-width that was asked for; then effects have intervals that hold at every look."""

    setups: tuple[Setup, ...]
    presets: tuple[str, ...]
    strategies: tuple[StrategyFindings, ...]

    @property
    def baseline(self) -> str:
        """The setup that all others are compared with."""
        return self.setups[BASELINE].name

    @property
    def is_scored(self) -> bool:
        """Whether ``win`` has mean scores of players who compete in place of win rates."""
        return self.strategies[0].setups[0].win.scale is Scale.MEAN

    @property
    def games(self) -> int:
        return sum(each.games for each in self.strategies)


# ---------------------------------------------------------------- counting

Label = tuple[str, int]
"""What is asked (``setup``, ``effect``, ``step``, ``sum``, ``beyond``), and of which setup."""

Weights = dict[int, float]
COMPARED = ("win", "margin")
"""What setups are compared by."""

VerdictWords = tuple[str, str]
"""What is said of a setup that surely is harder, and of one that surely is easier."""


@dataclass(slots=True)
class Tally:
    """The sums of all deals so far, for one strategy."""

    setups: tuple[Setup, ...]
    presets: tuple[str, ...] = ()
    contrasts: dict[Label, Weights] = field(init=False)
    sums: dict[tuple[str, Label], Sums] = field(default_factory=dict)
    scores: dict[str, ScoreCounts] = field(init=False)
    deals: int = 0
    games: int = 0
    is_rate: bool = True
    """Whether setups are compared by wins; else by the scores of players who compete."""

    def __post_init__(self) -> None:
        self.contrasts = contrasts_of(self.setups, self.presets)
        self.scores = {name: ScoreCounts() for name in self.presets or (self.setups[0].name,)}

    def read(self, sheet: ScenarioSheet) -> None:
        if sheet.scenarios != len(self.setups):
            raise StatsError(f"deals against {sheet.scenarios} setups, not {len(self.setups)}")
        self.is_rate = sheet.is_rate
        self.deals += len(sheet.deals)
        self.games += len(sheet.deals) * sheet.scenarios * sheet.rotations
        for quantity, values in sheet.values.items():
            for label, weights in self.contrasts.items():
                if label[0] == "setup" or quantity in COMPARED:
                    self.add((quantity, label), sheet.contrast(values, weights))
        if sheet.score is not None:
            for name, counts in self.scores.items():
                number = number_of(self.setups, name)
                counts.add(sheet.score[:, number], sheet.win[:, number])

    def add(self, key: tuple[str, Label], sums: Sums) -> None:
        self.sums[key] = self.sums.get(key, Sums()) + sums

    def labels(self, what: str) -> list[Label]:
        """All contrasts of one kind: a family."""
        return [label for label in self.contrasts if label[0] == what]

    def point(self, quantity: str, label: Label) -> Point:
        """A figure with its variance."""
        weights = self.contrasts[label].values()
        limits = sum(min(0.0, each) for each in weights), sum(max(0.0, each) for each in weights)
        rate = quantity == "win" and self.is_rate
        scale = Scale.RATE if rate else Scale.MEAN
        if label[0] != "setup":
            scale = scale.difference
        return self.sums[quantity, label].point(scale, limits if rate else None)

    def estimate(self, quantity: str, label: Label, level: float) -> Estimate:
        """A figure with an interval that holds together with all others of its kind."""
        return self.point(quantity, label).estimate(level, len(self.labels(label[0])))

    def if_scored(self, quantity: str, label: Label, level: float) -> Estimate | None:
        """An estimate that only games with scores have; else None."""
        if (quantity, label) not in self.sums:
            return None
        return self.estimate(quantity, label, level)


def contrasts_of(setups: Sequence[Setup], presets: Sequence[str]) -> dict[Label, Weights]:
    """All contrasts, as weights of setups."""
    asked: dict[Label, Weights] = {}
    for number, setup in enumerate(setups):
        asked["setup", number] = {number: 1.0}
        if number != BASELINE:
            asked["effect", number] = {number: 1.0, BASELINE: -1.0}
        if setup.parts:
            parts = [number_of(setups, part) for part in setup.parts]
            alone = dict.fromkeys(parts, 1.0)
            asked["sum", number] = {**alone, BASELINE: -float(len(parts))}
            asked["beyond", number] = {
                number: 1.0, **dict.fromkeys(parts, -1.0), BASELINE: len(parts) - 1.0
            }  # fmt: skip
    places = [number_of(setups, name) for name in presets]
    for easier, harder in pairwise(places):
        asked["step", harder] = {harder: 1.0, easier: -1.0}
    return asked


def number_of(setups: Sequence[Setup], name: str) -> int:
    return next(number for number, setup in enumerate(setups) if setup.name == name)


# ---------------------------------------------------------------- the result


def findings(
    tallies: Mapping[str, Tally],
    *,
    specs: Sequence[str],
    aborted: Sequence[int] | None = None,
    until: Target | None = None,
    level: float = 0.95,
    words: VerdictWords = (HARDER, EASIER),
) -> Findings:
    """All figures of a study, from the sums of each strategy, by its name."""
    first = next(iter(tallies.values()))
    if any(not tally.deals for tally in tallies.values()):
        raise StatsError("no games to study")
    edges = edges_for(counts for tally in tallies.values() for counts in tally.scores.values())
    rows = zip(tallies.items(), specs, aborted or [0] * len(specs), strict=True)
    return Findings(
        level,
        until.halfwidth if until else None,
        first.setups,
        first.presets,
        tuple(
            strategy_findings(name, spec, tally, count, edges, until, level, words)
            for (name, tally), spec, count in rows
        ),
    )


def strategy_findings(
    name: str,
    spec: str,
    tally: Tally,
    aborted: int,
    edges: Sequence[int],
    until: Target | None,
    level: float,
    words: VerdictWords,
) -> StrategyFindings:
    effects = effects_of(tally, until, level, words)
    steps = steps_of(tally, level)
    widest = max((each.win.halfwidth for each in effects), default=0.0)
    return StrategyFindings(
        strategy=name,
        spec=spec,
        deals=tally.deals,
        games=tally.games,
        aborted=aborted,
        is_narrow=widest <= until.halfwidth if until else None,
        setups=tuple(setup_figures(tally, number, level) for number in range(len(tally.setups))),
        effects=effects,
        steps=steps,
        order=order_of([step.win for step in steps]),
        margin_order=order_of([step.margin for step in steps if step.margin is not None]),
        interactions=interactions_of(tally, level),
        scores=score_tables(tally.scores, edges, level) if edges else (),
    )


def setup_figures(tally: Tally, number: int, level: float) -> SetupFigures:
    setup, label = tally.setups[number], ("setup", number)
    scored = (tally.if_scored(name, label, level) for name in ("margin", "score", "bot_score"))
    return SetupFigures(setup.name, setup.kind, tally.estimate("win", label, level), *scored)


def effects_of(
    tally: Tally, until: Target | None, level: float, words: VerdictWords
) -> tuple[Effect, ...]:
    """The effects of all setups, the hardest first."""
    labels = tally.labels("effect")
    wins = {label: tally.estimate("win", label, level) for label in labels}
    if until:
        sums = {number: tally.sums["win", ("effect", number)] for _, number in labels}
        found = intervals(until, sums, level, len(labels))
        wins = {label: found[label[1]] for label in labels}
    effects = [effect_of(tally, label, wins[label], level, words) for label in labels]
    return tuple(sorted(effects, key=hardness))


def hardness(effect: Effect) -> tuple[float, float]:
    """The sort key of effects: wins, and the margin if there is one."""
    return effect.win.value, effect.margin.value if effect.margin else 0.0


def effect_of(
    tally: Tally, label: Label, win: Estimate, level: float, words: VerdictWords
) -> Effect:
    setup = tally.setups[label[1]]
    margin = tally.if_scored("margin", label, level)
    return Effect(
        setup=setup.name,
        kind=setup.kind,
        group=setup.group,
        meant=setup.meant,
        win=win,
        margin=margin,
        verdict=verdict_on(win, words),
        as_meant=is_as_meant(win, setup.meant),
        margin_verdict=verdict_on(margin, words) if margin else "",
        margin_as_meant=is_as_meant(margin, setup.meant) if margin else None,
        gain=gain_of(tally, label[1]),
    )


def verdict_on(change: Estimate, words: VerdictWords) -> str:
    """Whether a change of the win rate, or of the margin, is harder or easier, if that is sure."""
    harder, easier = words
    if change.high < 0:
        return harder
    return easier if change.low > 0 else NOT_SEEN


def is_as_meant(change: Estimate, meant: str) -> bool | None:
    """Whether a change has the declared direction; None if that isn't sure, or none is declared."""
    if not meant or change.low <= 0 <= change.high:
        return None
    return (change.high < 0) == (meant == HARDER)


def gain_of(tally: Tally, number: int) -> float | None:
    """The factor by which the variance of an effect would be larger on different deals."""
    alone = sum(tally.point("win", ("setup", each)).variance for each in (number, BASELINE))
    paired = tally.point("win", ("effect", number)).variance
    return alone / paired if 0 < paired < math.inf else None


def steps_of(tally: Tally, level: float) -> tuple[Step, ...]:
    labels = [("step", number_of(tally.setups, harder)) for harder in tally.presets[1:]]
    return tuple(
        Step(
            easier,
            harder,
            tally.estimate("win", label, level),
            tally.if_scored("margin", label, level),
        )
        for (easier, harder), label in zip(pairwise(tally.presets), labels, strict=True)
    )


def order_of(changes: Sequence[Estimate]) -> str:
    """Whether every step is surely harder; "" without steps."""
    if not changes:
        return ""
    if any(change.low > 0 for change in changes):
        return UNORDERED
    return ORDERED if all(change.high < 0 for change in changes) else UNSURE


def interactions_of(tally: Tally, level: float) -> tuple[Interaction, ...]:
    return tuple(interaction_of(tally, number, level) for _, number in tally.labels("beyond"))


def interaction_of(tally: Tally, number: int, level: float) -> Interaction:
    """The effect of one combination beyond the sum of its parts."""
    family = len(tally.labels("beyond"))
    effect, expected, beyond = (
        tally.point("win", (what, number)).estimate(level, family)
        for what in ("effect", "sum", "beyond")
    )
    return Interaction(
        tally.setups[number].name,
        tally.setups[number].parts,
        effect,
        expected,
        beyond,
        interaction_verdict(expected, beyond),
    )


def interaction_verdict(expected: Estimate, beyond: Estimate) -> str:
    """Whether the parts together have more effect than alone, in the same direction."""
    if not beyond.excludes(0):
        return ABOUT
    return MORE if (beyond.value > 0) == (expected.value > 0) else LESS
