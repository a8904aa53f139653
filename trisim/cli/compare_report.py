"""What ``trisim compare`` says after the games: a short answer."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from trisim.cli.run_report import plain_table
from trisim.record.base import Outcome
from trisim.terminal import console
from trisim.texts import SPEAKS, listed

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.campaigns.compare import ComparisonCampaign
    from trisim.report.adapted import Adapted
    from trisim.report.comparison import BoxChange, Comparison, TargetChange, VersionComparison
    from trisim.report.kit import ReportKit
    from trisim.report.sections.measures import Labels
    from trisim.stats.changes import Change

MOST_NAMED, MOST_OTHERS, MOST_ADAPTED, MOST_VALUES = 14, 8, 8, 6
"""Measures of changed cards, other changes, those of adapted players, and changed values that are
shown."""

SHORT = 24
"""Values up to this length stand in one line."""

STYLES = {"changed": "bold", "undecided": "dim", "identical": "dim"}


def show_comparison(campaign: ComparisonCampaign, found: Comparison) -> None:
    """The answer of a comparison that was played."""
    out = console()
    show_answer(out, found, campaign.manifest.plugin.report)
    where = shlex.quote(str(campaign.path))
    out.print(f"The page: {where}/comparison.html", soft_wrap=True, markup=False)
    out.print(next_words(found, where), style="dim", soft_wrap=True, markup=False)


def show_of_runs(page: Path, found: Comparison, kit: ReportKit) -> None:
    """The answer of a comparison of runs that existed."""
    out = console()
    show_answer(out, found, kit)
    out.print(f"The page: {shlex.quote(str(page))}", soft_wrap=True, markup=False)


def next_words(found: Comparison, where: str) -> str:
    """What to type next."""
    of_changed = [games for each in found.against for games in more_games(each.of_changed)]
    of_all = [games for each in found.against for games in more_games(each.changes)]
    if not of_all:
        return f"The answer once more: trisim compare show {where}"
    more = max(of_changed) if of_changed else of_all[len(of_all) // 2]
    what = "what is undecided of the changed cards" if of_changed else "half of the undecided"
    games = found.games + more
    return f"To decide {what}: trisim compare --out {where} --resume --games {games}"


def more_games(changes: Sequence[Change]) -> list[int]:
    """The further games that would decide, of those that are undecided; fewest first."""
    return sorted(each.more_games for each in changes if each.more_games is not None)


def show_answer(out: Console, found: Comparison, kit: ReportKit) -> None:
    labels = found.labels(kit)
    for number, version in enumerate(found.against):
        if number:
            out.print()
        show_version(out, found, version, labels)
    for words in found.warnings:
        out.print(f"[yellow]Note:[/] {escaped(words)}", soft_wrap=True)
    out.print(basis_words(found), style="dim", soft_wrap=True, markup=False)


def escaped(words: str) -> str:
    from rich.markup import escape

    return escape(words)


# ---------------------------------------------------------------- one version


def show_version(
    out: Console, found: Comparison, version: VersionComparison, labels: Labels
) -> None:
    """What was changed, what that did, and what is left open."""
    out.print(f"[bold]{escaped(found.base.name)} → {escaped(version.name)}[/]", soft_wrap=True)
    for line in changed_lines(version):
        out.print(f"  {line}", soft_wrap=True, markup=False)
    out.print(games_words(found, version), soft_wrap=True, markup=False)
    names = found.base.name, version.name
    show_changes(out, "Of what was changed", version.of_changed[:MOST_NAMED], labels, names)
    show_changes(out, "What changed most", version.significant[:MOST_OTHERS], labels, names)
    if found.adapted is not None:
        show_adapted(out, found.adapted, (found.base.name, version.name), labels)
    show_targets(out, version.targets)
    out.print(counts_words(version), soft_wrap=True, markup=False)
    for words in version.warnings:
        out.print(f"[yellow]Note:[/] {escaped(words)}", soft_wrap=True)


def changed_lines(version: VersionComparison) -> Iterator[str]:
    """The changed values, and what differs besides the box."""
    for each in version.box_changes[:MOST_VALUES]:
        yield from value_lines(each)
    if (more := len(version.box_changes) - MOST_VALUES) > 0:
        yield f"and {more:,} more values; the page lists all"
    yield from version.other_changes
    if not version.box_changes and not version.other_changes:
        yield "nothing is different"


def value_lines(change: BoxChange) -> Iterator[str]:
    """A changed value: in a line if it is short."""
    name = change.name or change.ident or change.section
    if change.kind != "changed":
        yield f"{name} ({change.about or change.section}): {change.kind}"
        return
    before, after = change.before or "nothing", change.after or "nothing"
    if max(len(before), len(after)) <= SHORT:
        yield f"{name}: {change.field} {before} → {after}"
        return
    yield f"{name}: {change.field}"
    yield f"  before  {before}"
    yield f"  after   {after}"


def games_words(found: Comparison, version: VersionComparison) -> str:
    """How many games, how many are identical, and what pairing saved."""
    if not found.paired:
        return found.unpaired_because
    words = [f"{found.games:,} games of each in the same {found.deals:,} deals"]
    if (pairs := version.divergence) is not None:
        words.append(f"{percent(pairs.identical, pairs.games)} of the games are identical")
        other = "result" if found.outcome == Outcome.TEAM.value else "winner"
        words.append(f"{percent(pairs.other_winner, pairs.games)} have another {other}")
    line = f"{'; '.join(words)}."
    if (gain := version.gain) is not None:
        line += f" Without pairing it would take {gain.median:.1f} times as many games."
    return line


def percent(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %"


def show_changes(
    out: Console, title: str, changes: Sequence[Change], labels: Labels, names: tuple[str, str]
) -> None:
    """Some measures before and after."""
    from trisim.report.comparison_words import difference_words, level_words, measure_words

    if not changes:
        return
    table = plain_table(title, *names, "change", "")
    for each in changes:
        cells = (
            measure_words(each.measure, labels),
            level_words(each.before),
            level_words(each.after),
            difference_words(each) if each.difference else "",
            verdict_words(each),
        )
        table.add_row(*map(escaped, cells), style=STYLES.get(each.verdict, ""))
    out.print(table)


def show_adapted(out: Console, adapted: Adapted, names: tuple[str, str], labels: Labels) -> None:
    """The first measures with the same players and with players who adapted."""
    from trisim.report.comparison_adapted import first, strength_words
    from trisim.report.comparison_words import difference_words, measure_words

    table = plain_table("Players who adapted", "same players", "", "adapted", "")
    for each in first(adapted.version(names[1]).changes)[:MOST_ADAPTED]:
        cells = (
            measure_words(each.same.measure, labels),
            difference_words(each.same) if each.same.difference else "",
            each.same.verdict,
            difference_words(each.adapted) if each.adapted.difference else "",
            each.adapted.verdict,
        )
        table.add_row(*map(escaped, cells), style="bold" if each.differs else "")
    out.print(table)
    shown = [player for name in names for player in adapted.players_of(name)]
    out.print(strength_words(adapted, shown), soft_wrap=True, markup=False)


def verdict_words(change: Change) -> str:
    if change.verdict == "undecided" and change.more_games is not None:
        return f"undecided ({change.more_games:,} more games)"
    return change.verdict


def show_targets(out: Console, targets: Sequence[TargetChange]) -> None:
    """Targets before and after: those that have moved, and how many haven't."""
    moved = [each for each in targets if each.has_moved]
    for each in moved:
        out.print(
            f"Target [bold]{escaped(each.name)}[/]: {each.before_words} → {each.after_words}",
            soft_wrap=True,
        )
    for each in targets:
        if each.why_not:
            words = f"Target {escaped(each.name)} is not judged: {escaped(each.why_not)}"
            out.print(words, soft_wrap=True)
    if targets:
        still = len(targets) - len(moved)
        words = "All" if not moved else str(still)
        out.print(
            f"{words} {'targets' if still != 1 else 'target'} as before: {standing_words(targets)}."
            if still
            else "No other targets.",
            soft_wrap=True,
            markup=False,
        )


def standing_words(targets: Sequence[TargetChange]) -> str:
    """How many of those that haven't moved are within, outside and so on."""
    still = [each.after_words for each in targets if not each.has_moved]
    return listed(f"{still.count(words)} {words}" for words in dict.fromkeys(still))


def counts_words(version: VersionComparison) -> str:
    """How many measures have each verdict, and the games that would decide."""
    counts = {verdict: version.count(verdict) for verdict in VERDICTS}
    words = [f"{count:,} {verdict}" for verdict, count in counts.items() if count]
    line = f"Of {len(version.changes):,} measures {listed(words)}."
    if known := more_games(version.changes):
        line += f" {known[(len(known) - 1) // 2]:,} more games would decide half of the undecided."
    return line


VERDICTS = ("changed", "same", "undecided", "identical")


def basis_words(found: Comparison) -> str:
    """How to read the intervals."""
    from trisim.report.comparison_words import margins_words

    looks = " at every look" if found.peeking else ""
    return (
        f"Intervals hold together{looks} at {100 * found.level:g} % for all {found.intervals:,} "
        "differences, clustered by deal. Same: the whole interval is within "
        f"{margins_words(found.margins)}. {SPEAKS}"
    )
