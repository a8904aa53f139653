"""The block on roles in all runs, in the section on roles."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.run_names import run_names
from trisim.report.sections.role_names import label, ranked, short_label, title, words_of
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
from trisim.texts import article


def runs_block(inputs: ReportInputs) -> Block | None:
    """The roles of several runs side by side."""
    runs = [(run, found) for run in inputs.tables if (found := figures_of(run))]
    if len(runs) < 2 or inputs.subject.facts.has_automa:
        return None
    facts = inputs.subject.facts
    role = words_of(facts)
    roles = list(dict.fromkeys(name for _, found in runs for name in found))  # best first
    names = run_names([run.facts for run, _ in runs])
    words = runs_words(runs, names)
    groups = [
        Group(
            short_label(facts, name),
            tuple(found[name].beyond if name in found else None for _, found in runs),
        )
        for name in roles
    ]
    first = next(iter(runs[0][1].values()))
    return Block(
        f"{role.many}-runs",
        "In all runs of this report",
        words,
        f"{basis_of(first.beyond, f'games of {article(role.one)} {role.one} in the first run')} "
        f"Each run is corrected for its own {role.many}.",
        Picture(
            f"{role.one}-runs",
            f"Win rate less par, by {role.one} and run",
            " ".join(words),
            lambda: draw_grouped(groups, names, 0.0, "percentage points from par"),
        ),
        runs_table(runs, names),
    )


def figures_of(run: RunInputs) -> dict[str, RoleFigures]:
    """The figures of a run by role, best first; none if it has no such section."""
    found = run.result(Roles, words_of(run.facts).many)
    if isinstance(found, Missing):
        return {}
    return {each.role: each for each in ranked(found)}


def runs_words(
    runs: Sequence[tuple[RunInputs, dict[str, RoleFigures]]], names: Sequence[str]
) -> tuple[str, ...]:
    """The roles that are surely above and below in each run, and in all of them."""
    facts = runs[0][0].facts
    sides = sides_of([found for _, found in runs], names)
    lines = [
        f"Surely {word} par in every run: {first_few([label(facts, name) for name in always])}."
        for word in ("above", "below")
        if (always := [name for name, said in sides.items() if said[word] == list(names)])
    ] or [f"No {words_of(facts).one} is surely above par in every run, nor below it in every run."]
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
    """For each role, the names of the runs in which it is surely above and below par."""
    everybody = sorted({role for found in runs for role in found})
    return {
        role: {
            word: [
                name
                for name, found in zip(names, runs, strict=True)
                if role in found and test(found[role].win)
            ]
            for word, test in (("above", above), ("below", below))
        }
        for role in everybody
    }


def runs_table(
    runs: Sequence[tuple[RunInputs, dict[str, RoleFigures]]], names: Sequence[str]
) -> Table:
    """A row for each role of each run."""
    role = words_of(runs[0][0].facts)
    return Table(
        f"{role.one}-runs",
        f"{title(role.many)} in all runs",
        (
            Column("run", "Run"),
            Column(role.one, title(role.one)),
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
