"""The block on alchemists in all runs, in the section on alchemists."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.run_names import run_names
from trisim.report.sections.alchemist_names import label, ranked, short_label
from trisim.report.sections.words import (
    above,
    basis_of,
    below,
    first_clauses,
    first_few,
    percent,
)
from trisim.stats.analyses.roles import RoleFigures, Roles
from trisim.stats.analyses.source import Missing


def runs_block(inputs: ReportInputs) -> Block | None:
    """The alchemists of several runs side by side."""
    runs = [(run, found) for run in inputs.tables if (found := figures_of(run))]
    if len(runs) < 2 or inputs.subject.facts.has_automa:
        return None
    facts = inputs.subject.facts
    alchemists = list(dict.fromkeys(name for _, found in runs for name in found))  # best first
    names = run_names([run.facts for run, _ in runs])
    words = runs_words(runs, names)
    groups = [
        Group(
            short_label(facts, name),
            tuple(found[name].beyond if name in found else None for _, found in runs),
        )
        for name in alchemists
    ]
    first = next(iter(runs[0][1].values()))
    return Block(
        "alchemists-runs",
        "In all runs of this report",
        words,
        f"{basis_of(first.beyond, 'games of an alchemist in the first run')} Each run is corrected "
        "for its own alchemists.",
        Picture(
            "alchemist-runs",
            "Win rate less par, by alchemist and run",
            " ".join(words),
            lambda: draw_grouped(groups, names, 0.0, "percentage points from par"),
        ),
        runs_table(runs, names),
    )


def figures_of(run: RunInputs) -> dict[str, RoleFigures]:
    """The figures of a run by alchemist, best first; none if it has no such section."""
    found = run.result(Roles, "alchemists")
    if isinstance(found, Missing):
        return {}
    return {each.role: each for each in ranked(found)}


def runs_words(
    runs: Sequence[tuple[RunInputs, dict[str, RoleFigures]]], names: Sequence[str]
) -> tuple[str, ...]:
    """Who is surely above and below in each run, and in all of them."""
    facts = runs[0][0].facts
    sides = sides_of([found for _, found in runs], names)
    lines = [
        f"Surely {word} par in every run: {first_few([label(facts, name) for name in always])}."
        for word in ("above", "below")
        if (always := [name for name, said in sides.items() if said[word] == list(names)])
    ] or ["No alchemist is surely above par in every run, nor below it in every run."]
    crossing = [
        f"{label(facts, name)} above in {first_few(said['above'])}, below in "
        f"{first_few(said['below'])}"
        for name, said in sides.items()
        if said["above"] and said["below"]
    ]
    if crossing:
        lines.append(f"Surely on different sides of par: {first_clauses(crossing)}.")
    tops = [next(iter(found.values())) for _, found in runs]
    best = [
        f"{label(facts, top.role)} in {name} ({percent(top.win.estimate)})"
        for top, name in zip(tops, names, strict=True)
    ]
    return (" ".join(lines), f"Most wins: {first_clauses(best)}.")


def sides_of(
    runs: Sequence[dict[str, RoleFigures]], names: Sequence[str]
) -> dict[str, dict[str, list[str]]]:
    """For each alchemist, the names of the runs in which it is surely above and below par."""
    everybody = sorted({alchemist for found in runs for alchemist in found})
    return {
        alchemist: {
            word: [
                name
                for name, found in zip(names, runs, strict=True)
                if alchemist in found and test(found[alchemist].win)
            ]
            for word, test in (("above", above), ("below", below))
        }
        for alchemist in everybody
    }


def runs_table(
    runs: Sequence[tuple[RunInputs, dict[str, RoleFigures]]], names: Sequence[str]
) -> Table:
    """A row for each alchemist of each run."""
    return Table(
        "alchemist-runs",
        "Alchemists in all runs",
        (
            Column("run", "Run"),
            Column("alchemist", "Alchemist"),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("beyond", "Less par", Kind.ESTIMATE),
            Column(
                "p", "p", Kind.P_VALUE, "of a difference from equals; after Holm, within the run"
            ),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                name,
                label(run.facts, each.role),
                each.win.estimate,
                each.beyond,
                each.win.adjusted,
                each.score,
            )
            for (run, found), name in zip(runs, names, strict=True)
            for each in found.values()
        ),
    )
