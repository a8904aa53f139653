"""What ``trisim watch`` shows: targets, changed cards and the largest other changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from trisim.campaigns.watching import AsBase, Compared, Event, Faulty, Playing, Unchanged
from trisim.cli.common import faults_by_file
from trisim.cli.compare_report import changed_lines, counts_words, games_words
from trisim.display import duration
from trisim.sim.run import lineup_words
from trisim.stats.changes import IDENTICAL
from trisim.texts import visible

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Table

    from trisim.box.faults import BoxError
    from trisim.campaigns.watch_request import WatchRequest
    from trisim.report.comparison import Comparison, TargetChange
    from trisim.report.kit import ReportKit
    from trisim.report.sections.measures import Labels
    from trisim.sim.progress import Progress
    from trisim.stats.changes import Change

QUANTITIES = ("win", "taken", "uses", "score")
"""What is shown of changed cards and roles."""

MOST_NAMED, MOST_OTHERS, MOST_TARGETS = 9, 5, 6
NARROW = 72
"""Columns below which a table has fewer of them."""

STYLES = {"changed": "bold", "undecided": "dim", "identical": "dim"}
WAITING = "Waiting for a save; q or Ctrl-C ends."


# ---------------------------------------------------------------- an answer


def answer(found: Comparison, kit: ReportKit, width: int) -> Iterator[RenderableType]:
    """A state against the base, line by line."""
    from rich.text import Text

    (version,), labels = found.against, found.labels(kit)
    for line in changed_lines(version):
        yield Text(line)
    yield Text(games_words(found, version))
    if version.targets:
        yield target_table(version.targets, labels, width)
    if named := [each for each in version.of_changed if is_shown(each)]:
        yield change_table("What was changed", named[:MOST_NAMED], labels, width)
    if others := version.significant[:MOST_OTHERS]:
        yield change_table("What else changed most", others, labels, width)
    yield Text(counts_words(version))
    for words in (*version.warnings, *found.warnings):
        yield Text(f"Note: {words}", style="yellow")
    yield Text(exploring_words(found), style="dim")


def is_shown(change: Change) -> bool:
    """Whether it is one of a few quantities; what is always 0, as uses of many cards, isn't."""
    is_nothing = change.before is not None and change.before.value == 0
    wanted = change.measure.rpartition(".")[2] in QUANTITIES
    return wanted and not (is_nothing and change.verdict == IDENTICAL)


def exploring_words(found: Comparison) -> str:
    """What the intervals are worth."""
    return (
        f"The intervals hold together at {100 * found.level:g} % for the "
        f"{found.intervals:,} differences of this look. Every look is at the same deals: what you "
        "find by trying must be confirmed on new ones."
    )


def change_table(
    title: str, changes: Sequence[Change], labels: Labels, width: int
) -> RenderableType:
    """Measures before and after; in a narrow terminal only the difference."""
    from rich.markup import escape

    from trisim.report.comparison_words import difference_words, level_words, measure_words

    table = view_table(title, *(["before → after"] if width >= NARROW else []), "change", "")
    for each in changes:
        levels = f"{level_words(each.before)} → {level_words(each.after)}"
        cells = [
            measure_words(each.measure, labels),
            *([levels] if width >= NARROW else []),
            difference_words(each) if each.difference else "",
            each.verdict,
        ]
        table.add_row(*map(escape, cells), style=STYLES.get(each.verdict, ""))
    return table


def target_table(targets: Sequence[TargetChange], labels: Labels, width: int) -> RenderableType:
    """Each target before and after, with the figure that says most; those that moved first."""
    from rich.markup import escape

    table = view_table("Targets", "before → after", *(["figure"] if width >= NARROW else []))
    order = sorted(targets, key=lambda each: not each.has_moved)
    for each in order[:MOST_TARGETS]:
        words = f"{each.before_words} → {each.after_words}" if each.has_moved else each.after_words
        cells = [each.name, words, *([figure_words(each, labels)] if width >= NARROW else [])]
        table.add_row(*map(escape, cells), style="bold" if each.has_moved else "")
    if len(order) > MOST_TARGETS:
        table.add_row(f"and {len(order) - MOST_TARGETS} more")
    return table


def figure_words(target: TargetChange, labels: Labels) -> str:
    """The figure of a target that says most: ``Newton 31.2 % → 25.4 %``."""
    from trisim.report.comparison_aims import tell_order
    from trisim.report.comparison_words import level_words

    if not target.measures:
        return target.note
    each = min(target.measures, key=tell_order)
    levels = f"{level_words(each.before)} → {level_words(each.after)}"
    return f"{labels.of(each.measure)} {levels}"


def view_table(*headings: str) -> Table:
    """A table without a frame, as wide as it must be."""
    from rich.table import Table

    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="underline")
    for heading in headings:
        made.add_column(heading, overflow="fold")
    return made


# ---------------------------------------------------------------- all that is shown


def title_words(request: WatchRequest) -> str:
    """What is watched, and how it is played."""
    base, watched = request.names
    return visible(
        f"Exploring {watched} against {base}: {lineup_words(request.lineup)}, "
        f"{request.players} players, {request.games:,} games"
    )


class View:
    """The state of a watch as it is shown in a terminal."""

    def __init__(self, title: str, kit: ReportKit) -> None:
        self.title, self.kit = title, kit
        self.status = "Loading …"
        self.error: BoxError | None = None
        self.found: Comparison | None = None
        self.is_old = False
        """Whether the answer that is shown is that of an earlier state."""

        self.kept: tuple[Comparison, int, list[RenderableType]] | None = None

    def take(self, event: Event) -> None:
        """Take in what has happened."""
        self.error = event.error if isinstance(event, Faulty) else None
        self.is_old = self.found is not None and not isinstance(event, Compared | Unchanged)
        if isinstance(event, Compared):
            self.found = event.comparison
        elif isinstance(event, AsBase):
            self.found, self.is_old = None, False
        self.status = status_words(event)

    def tell(self, progress: Progress) -> None:
        """Take in how far the games are."""
        note = progress.note or "Playing"
        self.status = f"{note}: {progress.games:,} of {progress.games_in_all:,} games"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        yield Text(self.title, style="bold")
        yield Text(self.status)
        if self.error is not None:
            yield from fault_lines(self.error)
        if self.found is not None:
            yield Text("The answer of an earlier state:" if self.is_old else "", style="dim")
            yield from self.answer(self.found, options.max_width)

    def answer(self, found: Comparison, width: int) -> list[RenderableType]:
        """The answer, which is the same at every refresh."""
        if self.kept is None or self.kept[0] is not found or self.kept[1] != width:
            self.kept = found, width, list(answer(found, self.kit, width))
        return self.kept[2]


def fault_lines(error: BoxError, *, is_terminal: bool = True) -> Iterator[RenderableType]:
    """The faults of a box as ``trisim box check`` shows them."""
    from rich.text import Text

    if len(error.faults) == 1:
        yield Text(f"trisim: {error.faults[0]}")
        return
    yield from faults_by_file(error, is_terminal=is_terminal)
    yield Text(f"trisim: {error.what}: {len(error.faults)} faults")


def status_words(event: Event, *, once: bool = False) -> str:
    """What has happened, in a line, and unless ``once`` how it goes on."""
    words = event_words(event)
    return words if once or isinstance(event, Playing) else f"{words} {WAITING}"


def event_words(event: Event) -> str:
    match event:
        case Playing():
            return "Playing …"
        case Faulty():
            return "This state has faults, so it can't be played."
        case Unchanged(words):
            return f"Saved: {words}, so nothing is played."
        case AsBase():
            return "This is the base itself: there is nothing to compare yet."
        case Compared(seconds=seconds, is_known=is_known):
            when = "was compared before" if is_known else f"was compared in {duration(seconds)}"
            return f"This state {when}."
