"""The parts of a report that a game provides: the chapters in order, words and colours.

All parts except the chapters have neutral defaults; ``contents`` has ready lists of chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from trisim.report.page.model import Section
from trisim.report.style import NO_PALETTE, Palette
from trisim.stats.analyses.source import Analysis, Facts
from trisim.stats.analyses.targets import NO_TARGETS, Targets, game_targets
from trisim.stats.difficulty import EASIER, HARDER

if TYPE_CHECKING:
    from trisim.report.inputs import ReportInputs

Build: TypeAlias = "Callable[[ReportInputs], Section | None]"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the page: its analysis, and the function that turns the result into blocks.

    A section without an analysis uses the results of others. ``build`` returns None if the section
    does not apply, such as games against an automa in a report on four players.
    """

    key: str
    title: str
    build: Build
    analysis: type[Analysis] | None = None


@dataclass(frozen=True, slots=True)
class ScoreWords:
    """Names of the categories of a score and of their parts (columns ``vp_…``)."""

    categories: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    meaning: str = ""
    """Which parts the categories have, for readers of a table."""

    def category(self, name: str) -> str:
        """A category as the head of a row."""
        return self.categories.get(name, name.replace("_", " ").capitalize())

    def part(self, name: str) -> str:
        """A part of a category as the head of a row."""
        bare = name.removeprefix("vp_")
        return self.parts.get(bare, bare.replace("_", " "))

    def in_text(self, name: str) -> str:
        """A category within a sentence."""
        words = self.category(name)
        return f"{words[:1].lower()}{words[1:]}"


@dataclass(frozen=True, slots=True)
class CardWords:
    """A kind of card: its title, and the columns that apply to it."""

    title: str
    columns: tuple[str, ...] = ("offered", "taken", "points", "when")
    taken: str = "Taken"
    completed: str = "Completed"


@dataclass(frozen=True, slots=True)
class BoxWords:
    """Sentences on the origin of a box's values."""

    reference: str = "The box is the reference set of the game."
    derived: str = "The box is derived from the reference set; some of its values are changed."
    other: str = "The box is not the reference set; its values are those of whoever made it."


@dataclass(frozen=True, slots=True)
class StudyWords:
    """Words for a study of difficulty."""

    automa: str = ""
    """The opponent; empty if scenarios of a team are compared."""

    groups: tuple[str, ...] = ()
    """Groups of options, in the order of their colours."""

    verdicts: tuple[str, str] = (HARDER, EASIER)
    """The words for a scenario that surely is harder, and for one that surely is easier."""


@dataclass(frozen=True, slots=True)
class Influence:
    """Places of the box that move a measure: one, or several numbers that move by the same step.

    ``trisim balance --suggest-knobs`` offers them if the measure misses its target.
    """

    paths: tuple[str, ...]
    raises: bool | None = None
    """Whether the measure rises with the worth of what stands there; None: not known."""

    name: str = ""
    """What it is called; the path, unless this says more."""

    texts: tuple[str, ...] = ()
    """Texts to offer in place of those at similar places of the box; for a list, its items."""


def no_influences(measure: str, facts: Facts) -> Iterable[Influence]:
    """The default for a game that doesn't say what moves its measures."""
    return ()


def unknown_worth(path: str, value: Any, box: Any) -> float | None:
    """The default for a game that doesn't estimate what things are worth."""
    return None


def no_advice(strategies: Iterable[str]) -> str:
    """The default for a game that knows nothing about the strength of strategies."""
    return ""


def no_rounds(box: Any) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportKit:
    chapters: tuple[Chapter, ...]
    key_measures: tuple[tuple[str, str], ...] = ()
    """Measures at the top of the page, where a run has them, and what they are called there."""

    questions: Mapping[str, str] = field(default_factory=dict)
    """Questions of sections, by key, in place of the neutral ones."""

    measures: Mapping[str, str] = field(default_factory=dict)
    """Words for measures, or for parts of their names, that would say too little."""

    score: ScoreWords = ScoreWords()
    cards: Mapping[str, CardWords] = field(default_factory=dict)
    """Kinds of cards, in the order of the page."""

    palette: Palette = NO_PALETTE
    actions: Mapping[str, str] = field(default_factory=dict)
    """Colours of actions, in the order in which they are drawn."""

    automa: str = ""
    """The name of the opponent that the rules play themselves, as printed."""

    rounds: Callable[[Any], int] = no_rounds
    """Rounds of a whole game with a box; 0 if the game has none."""

    seat_start: Callable[[Any, int], str] | None = None
    """What the box gives a seat, counted from 0, besides what everybody gets; empty: nothing."""

    turns_note: str = ""
    """Where more turns come from, without a stop at the end."""

    box: BoxWords = BoxWords()
    reference_footer: tuple[str, ...] = ()
    """Lines below a page that uses values of the reference set."""

    study: StudyWords = StudyWords()
    footer: tuple[str, ...] = ()
    """Lines below every page."""

    targets: Path | None = None
    """The file of targets that comes with the game."""

    advice: Callable[[Iterable[str]], str] = no_advice
    """Which strategy to play with instead of these, and why; empty if they are strong enough."""

    influences: Callable[[str, Facts], Iterable[Influence]] = no_influences
    """The places of the box of a run that move a measure, those that move it most first; cards and
    roles that a measure names needn't be among them."""

    worth: Callable[[str, Any, Any], float | None] = unknown_worth
    """What a value at a place of a box is worth to whoever gets it: ``worth(path, value, box)``. A
    cost is worth less than nothing. Only the order and the distances of values count."""

    def question(self, key: str, neutral: str) -> str:
        """The question of a designer that a section answers."""
        return self.questions.get(key, neutral)

    def title_of(self, key: str) -> str:
        titles = {chapter.key: chapter.title for chapter in self.chapters}
        return titles.get(key, key.replace("_", " ").capitalize())

    def targets_text(self) -> str:
        """The targets of the game, as a file to edit."""
        return self.targets.read_text(encoding="utf-8") if self.targets is not None else ""

    def default_targets(self) -> Targets:
        return game_targets(self.targets) if self.targets is not None else NO_TARGETS
