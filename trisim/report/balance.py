"""The balance report: a page from the results of its runs."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.cells import interval_words
from trisim.report.page.model import KeyFigure, Page
from trisim.report.provenance import Values
from trisim.report.sections.words import counted
from trisim.sim.run import lineup_words


def page_of(inputs: ReportInputs, title: str = "") -> Page:
    """All sections with a result, or with a reason why there is none."""
    sections = (chapter.build(inputs) for chapter in inputs.kit.chapters)
    return Page(
        title or f"{inputs.subject.facts.box.about.name}: balance report",
        subtitle(inputs),
        tuple(section for section in sections if section is not None),
        footer(inputs),
        key_figures(inputs.subject, inputs.kit.key_measures),
        warnings(inputs),
        inputs.kit.palette,
    )


def subtitle(inputs: ReportInputs) -> str:
    """The games of the report, in a line."""
    others = len(inputs.runs) - 1
    automa = inputs.kit.automa
    if not others:
        return played_words(inputs.runs[0], automa)
    beside = played_words(inputs.runs[1], automa) if others == 1 else f"{others} other runs"
    return f"{played_words(inputs.subject, automa)}; beside it {beside}"


def played_words(run: RunInputs, automa: str) -> str:
    """A run: number of games and players, strategies, and variants."""
    facts = run.facts
    names = [each.name for each in run.provenance.variants] if run.provenance else []
    variants = f", with {' and '.join(names)}" if names else ""
    games = counted(facts.games, "games")
    if facts.has_automa:
        return f"{games} of {facts.lineup[0]} against {automa}{variants}"
    who = lineup_words(facts.lineup).replace(",", ", ")
    return f"{games} of {facts.players} players: {who}{variants}"


def key_figures(run: RunInputs, wanted: Sequence[tuple[str, str]]) -> tuple[KeyFigure, ...]:
    """The numbers at the top of the page."""
    facts, measures = run.facts, run.measures()
    deals = facts.games // facts.games_a_deal
    count, games = counted(facts.games, "games").split()
    found = [KeyFigure(count, games, counted(deals, "deals"))]
    for name, label in wanted:
        if (estimate := measures.get(name)) is not None and estimate.clusters:
            value = f"{estimate.shown(estimate.value)}{estimate.unit}"
            note = interval_words(estimate, " to ").replace("not known", "interval not known")
            found.append(KeyFigure(value, label, note))
    return tuple(found)


def warnings(inputs: ReportInputs) -> tuple[str, ...]:
    """Warnings for the reader, at the top of the page."""
    many = len(inputs.runs) > 1
    found = [words for run in inputs.runs for words in run_warnings(run, many)]
    boxes = {run.facts.box.digest for run in inputs.runs}
    if len(boxes) > 1:
        found.append(
            "These runs were played with different boxes: where they are compared, the boxes "
            "are compared as well."
        )
    strategies = inputs.subject.facts.strategies
    if strategies == ("random",):
        found.append(
            "Everybody played at random: this shows what a report looks like, and says nothing of "
            "people who play to win."
        )
    if words := inputs.kit.advice(strategies):
        found.append(words)
    return tuple(found)


def run_warnings(run: RunInputs, many: bool) -> list[str]:
    """Missing parts of a run, by its folder; with several runs, also by its name."""
    source = run.provenance
    if source is None:
        return []
    label = f"{source.folder} ({run.facts.label})" if many else source.folder
    found = []
    if not source.finished:
        found.append(
            f"{label} is not finished: {source.games_read:,} of {source.games_asked:,} games were "
            "read. 'trisim run --resume' plays the rest."
        )
    if source.left_out:
        found.append(
            f"{label}: {source.games_left_out:,} games are left out, because their files are "
            "missing or damaged; the section on where this comes from says which."
        )
    return found


def footer(inputs: ReportInputs) -> tuple[str, ...]:
    """Notes on the whole page."""
    values = [run.provenance.values for run in inputs.runs if run.provenance is not None]
    has_reference = any(each is not Values.OTHER for each in values) or not values
    return (
        "Figures speak of the strategies that were played, and of no others. Intervals count "
        "deals, not games; the line below a figure says how many hold together. “Surely” stands "
        "for p below 0.05 after Holm's correction for all comparisons of a kind, which is a little "
        "less strict: the interval of such a figure may just touch what it is held against.",
        *(inputs.kit.reference_footer if has_reference else ()),
        *inputs.kit.footer,
    )
