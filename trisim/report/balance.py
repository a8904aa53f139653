"""The balance report: a page from what its runs come to."""

from __future__ import annotations

from trisim.games.trismegistus.players.kit import KIT
from trisim.report.contents import CHAPTERS
from trisim.report.inputs import Material, RunMaterial
from trisim.report.page.cells import interval_words
from trisim.report.page.model import KeyFigure, Page
from trisim.report.provenance import Values
from trisim.report.sections.words import counted
from trisim.sim.run import lineup_words

KEY_MEASURES = (
    ("score.winning", "points win a game"),
    ("flow.lead_changes", "lead changes a game"),
    ("seat.0.win", "of games are won by the starting player"),
)
"""Measures that are shown at the top, where a run has them, and how they are called there."""


def page_of(material: Material, title: str = "") -> Page:
    """All sections that have something to say, or a reason why not."""
    sections = (chapter.build(material) for chapter in CHAPTERS)
    return Page(
        title or f"{material.subject.facts.box.about.name}: balance report",
        subtitle(material),
        tuple(section for section in sections if section is not None),
        footer(material),
        key_figures(material.subject),
        warnings(material),
    )


def subtitle(material: Material) -> str:
    """What was played, in a line."""
    words = [played_words(run) for run in material.runs]
    others = len(words) - 1
    if not others:
        return words[0]
    beside = played_words(material.runs[1]) if others == 1 else f"{others} other runs"
    return f"{played_words(material.subject)}; beside it {beside}"


def played_words(run: RunMaterial) -> str:
    """A run: how many games, of how many players, who they were, and with which variants."""
    facts = run.facts
    names = [each.name for each in run.provenance.variants] if run.provenance else []
    variants = f", with {' and '.join(names)}" if names else ""
    games = counted(facts.games, "games")
    if facts.is_solo:
        return f"{games} of {facts.lineup[0]} against Botmegistus{variants}"
    who = lineup_words(facts.lineup).replace(",", ", ")
    return f"{games} of {facts.players} players: {who}{variants}"


def key_figures(run: RunMaterial) -> tuple[KeyFigure, ...]:
    """The first numbers that anybody asks for."""
    facts, measures = run.facts, run.measures()
    deals = facts.games // facts.games_a_deal
    count, games = counted(facts.games, "games").split()
    found = [KeyFigure(count, games, counted(deals, "deals"))]
    for name, label in KEY_MEASURES:
        if (estimate := measures.get(name)) is not None and estimate.clusters:
            value = f"{estimate.shown(estimate.value)}{estimate.unit}"
            note = interval_words(estimate, " to ").replace("not known", "interval not known")
            found.append(KeyFigure(value, label, note))
    return tuple(found)


def warnings(material: Material) -> tuple[str, ...]:
    """What a reader must know before anything else."""
    many = len(material.runs) > 1
    found = [words for run in material.runs for words in run_warnings(run, many)]
    boxes = {run.facts.box.digest for run in material.runs}
    if len(boxes) > 1:
        found.append(
            "These runs were played with different boxes: where they are compared, the boxes "
            "are compared as well."
        )
    strategies = material.subject.facts.strategies
    if strategies == ("random",):
        found.append(
            "Everybody played at random: this shows what a report looks like, and says nothing of "
            "people who play to win."
        )
    if words := KIT.advice_for(strategies):
        found.append(words)
    return tuple(found)


def run_warnings(run: RunMaterial, many: bool) -> list[str]:
    """What is missing of a run, by its folder; of many also by what tells it from the others."""
    told = run.provenance
    if told is None:
        return []
    label = f"{told.folder} ({run.facts.label})" if many else told.folder
    found = []
    if not told.finished:
        found.append(
            f"{label} is not finished: {told.games_read:,} of {told.games_asked:,} games were "
            "read. It goes on with 'trisim run --resume'."
        )
    if told.left_out:
        found.append(
            f"{label}: {told.games_left_out:,} games are left out, because their files are "
            "missing or damaged; the section on where this comes from says which."
        )
    return found


def footer(material: Material) -> tuple[str, ...]:
    """What holds for the whole page."""
    told = [run.provenance.values for run in material.runs if run.provenance is not None]
    ours = any(each is not Values.OTHER for each in told)
    return (
        "Figures speak of the strategies that were played, and of no others. Intervals count "
        "deals, not games; the line below a figure says how many hold together. “Surely” stands "
        "for p below 0.05 after Holm's correction for all comparisons of a kind, which is a little "
        "less strict: the interval of such a figure may just touch what it is held against.",
        *(
            ["The values of the reference set are trisim's own, not the printed ones."]
            if ours or not told
            else []
        ),
        "Unofficial: not connected with, endorsed by or made together with the game's designers "
        "or its publisher.",
    )
