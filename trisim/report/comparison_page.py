"""The page on a comparison of versions: the answer first, then every group of measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trisim.report import comparison_first, comparison_sections
from trisim.report.comparison import Comparison, VersionComparison, VersionFacts, by_size
from trisim.report.comparison_first import change_words, games_of
from trisim.report.comparison_overview import overview_section
from trisim.report.comparison_tables import OF_WINS, View, is_result, views_of
from trisim.report.kit import ReportKit
from trisim.report.page.model import (
    KeyFigure,
    Page,
    Section,
)
from trisim.report.sections.words import counted
from trisim.sim.run import lineup_words
from trisim.stats.changes import ALONE, CHANGED, IDENTICAL, SAME, UNDECIDED, Change
from trisim.texts import listed

MOST_FIGURES = 5
"""Versions whose changes are counted at the top."""


def page_of_comparison(comparison: Comparison, kit: ReportKit) -> Page:
    """The whole page; several versions have a group of blocks each, and an overview before."""
    views = views_of(comparison, kit)
    return Page(
        title(comparison),
        subtitle(comparison),
        tuple(sections(views)),
        footer(comparison, kit),
        key_figures(comparison),
        warnings(comparison),
        kit.palette,
        "comparison",
        answer(views),
        (),
    )


def sections(views: Sequence[View]) -> list[Section]:
    """The overview of several versions, the answer, the groups, the games, the origin."""
    found = [
        overview_section(views, [answer_of(view) for view in views]) if len(views) > 1 else None,
        comparison_first.build(views),
        *comparison_sections.group_sections(views),
        comparison_sections.games_section(views),
        comparison_sections.decisive_section(views),
        comparison_sections.origin_section(views),
    ]
    return [section for section in found if section is not None]


# ---------------------------------------------------------------- the head


def title(comparison: Comparison) -> str:
    """``reference → light``; of more than two versions their names."""
    return f"{comparison.base.name} → {listed(each.name for each in comparison.against)}"


def subtitle(comparison: Comparison) -> str:
    """The games of each version, and who plays."""
    players = players_words(comparison.base)
    if comparison.paired:
        games = f"{counted(comparison.games, 'games')} of {players} with each version"
        return f"{games}, the same deals in each: {playing(comparison)}"
    return f"{games_of(comparison)}, of {players}, not the same deals: {playing(comparison)}"


def players_words(version: VersionFacts) -> str:
    return f"{version.players} player{'' if version.players == 1 else 's'}"


def playing(comparison: Comparison) -> str:
    """The strategies, of each version if they differ."""
    lineups = {lineup_words(each.lineup).replace(",", ", "): each for each in comparison.versions}
    if len(lineups) == 1:
        return next(iter(lineups))
    return "; ".join(f"{each.name} with {words}" for words, each in lineups.items())


def key_figures(comparison: Comparison) -> tuple[KeyFigure, ...]:
    """Games, verdicts and identical games; of several versions how much changed."""
    found = list(game_figures(comparison))
    if len(comparison.against) == 1:
        return (*found, *version_figures(comparison.against[0]))
    for each in comparison.against[:MOST_FIGURES]:
        note = f"of {counted(len(each.changes), 'measures')}"
        found.append(KeyFigure(f"{each.count(CHANGED):,}", f"{each.name}: surely changed", note))
    return tuple(found)


def game_figures(comparison: Comparison) -> Iterator[KeyFigure]:
    """The games of each version; once if the same deals are compared."""
    if comparison.paired:
        deals = counted(comparison.deals, "deals")
        yield KeyFigure(f"{comparison.games:,}", "games of each version", deals)
        return
    for each in comparison.versions[:MOST_FIGURES]:
        yield KeyFigure(f"{each.games:,}", f"games of {each.name}", counted(each.deals, "deals"))


def version_figures(found: VersionComparison) -> list[KeyFigure]:
    total = counted(len(found.changes), "measures")
    figures = [
        KeyFigure(f"{found.count(CHANGED):,}", "measures surely changed", f"of {total}"),
        KeyFigure(f"{found.count(SAME) + found.count(IDENTICAL):,}", "are the same or identical"),
        KeyFigure(f"{found.count(UNDECIDED):,}", "are undecided"),
    ]
    if found.divergence is not None:
        share = found.divergence.identical_share
        value = f"{share.shown(share.value)}{share.unit}"
        figures.append(KeyFigure(value, "of games are identical in both"))
    if found.gain is not None:
        figures.append(KeyFigure(f"{found.gain.median:.2g} ×", "as many games without pairing"))
    return figures


def warnings(comparison: Comparison) -> tuple[str, ...]:
    """What weakens the answer; with several versions, whose."""
    found = list(comparison.warnings)
    if not comparison.paired and not any(comparison.unpaired_because in each for each in found):
        found.append(comparison.unpaired_because)
    several = len(comparison.against) > 1
    for each in comparison.against:
        found += [f"{each.name}: {words}" if several else words for words in each.warnings]
    return tuple(dict.fromkeys(found))


def footer(comparison: Comparison, kit: ReportKit) -> tuple[str, ...]:
    """What the figures hold for."""
    strategies = dict.fromkeys(name for each in comparison.versions for name in each.strategies)
    folders = listed(f"{each.folder} ({each.name})" for each in comparison.versions)
    return (
        f"Figures speak of the strategies that played ({listed(strategies)}) and of no others: "
        "people, or strategies tuned for a version, may play it differently.",
        f"Written from the runs {folders}; their manifests have commands, seeds and whole digests. "
        f"Intervals count deals, not games. {comparison_first.looking_words(comparison.peeking)}",
        *kit.footer,
    )


# ---------------------------------------------------------------- the answer


def answer(views: Sequence[View]) -> str:
    """The main result in a sentence or two; of several versions in a clause for each."""
    if len(views) == 1:
        return answer_of(views[0])
    clauses = [f"{view.version.name}: {short_answer(view)}" for view in views]
    return f"{'; '.join(clauses)}."


def short_answer(view: View) -> str:
    return result_words(view) or first_words(view) or others_words(view)


def answer_of(view: View) -> str:
    """What changed most of the changed cards and of everything else, and which targets moved."""
    found = view.version
    if all(each.verdict == IDENTICAL for each in found.changes):
        return f"It changes nothing: all {counted(view.comparison.deals, 'deals')} are identical."
    first = dict.fromkeys([result_words(view), first_words(view)])
    clauses = [*first, others_words(view), targets_words(view)]
    said = ". ".join(clause[:1].upper() + clause[1:] for clause in clauses if clause)
    return f"{said}."


def first_words(view: View) -> str:
    """The largest change of a changed card or role; if none has measures, of anything."""
    found = view.version
    own = [each for each in found.of_changed if each.verdict == CHANGED]
    if own:
        return went_words(main_of(own), view)
    if found.significant and not found.of_changed:
        return went_words(main_of(found.significant), view)
    return "no measure of what was changed surely differs" if found.of_changed else ""


def result_words(view: View) -> str:
    """How often a team, or a player against an automa, wins, whatever the verdict."""
    found = next((each for each in view.version.changes if is_result(each)), None)
    if found is None or found.difference is None:
        return ""
    verdict = "" if found.verdict == CHANGED else f" ({found.verdict})"
    return f"{went_words(found, view)}{verdict}"


def main_of(changes: Sequence[Change]) -> Change:
    """Wins before anything else, then the largest."""
    wins = [each for each in changes if each.measure.rpartition(".")[2] in OF_WINS]
    return by_size(wins or changes)[0]


def went_words(change: Change, view: View) -> str:
    """``Courier Bell, adjusted wins: from +26.5 pp to −10.1 pp, by −36.6 pp [−41.0, −31.4]``."""
    if change.before is None or change.after is None:
        return change_words(change, view)
    ends = [f"{each.shown(each.value)}{each.unit}" for each in (change.before, change.after)]
    label, words = view.words(change), change_words(change, view)
    by = words.removeprefix(f"{label}: ")
    return f"{label}: from {ends[0]} to {ends[1]}, by {by}"


def others_words(view: View) -> str:
    """How many other measures changed, are the same, or are undecided."""
    found = view.version
    rest = "other " if found.of_changed else ""
    changed, undecided = len(found.significant), len(found.undecided)
    same, alone = len(found.same) + len(found.identical), len(found.those(ALONE))
    said = [f"{changed or 'none'} surely changed"]
    said += [f"{same:,} stayed the same"] if same else []
    said += [f"{undecided:,} {'is' if undecided == 1 else 'are'} undecided"] if undecided else []
    said += [f"{alone:,} {'is' if alone == 1 else 'are'} in one version only"] if alone else []
    return f"of {len(found.of_others):,} {rest}measures {listed(said)}"


def targets_words(view: View) -> str:
    """The targets with another verdict."""
    targets = view.version.targets
    moved = [each for each in targets if each.has_moved]
    if not targets:
        return ""
    if not moved:
        return "no verdict on a target changed"
    clauses = [
        f"“{each.name}” went from {each.before_words} to {each.after_words}" for each in moved
    ]
    return "; ".join(clauses[:2]) + (f"; and {len(moved) - 2} more targets" if moved[2:] else "")
