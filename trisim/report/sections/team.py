"""The sections on team games: outcome, scenarios and roles.

Every figure counts games, not players: a team has one result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.run_names import run_names
from trisim.report.sections.role_names import label, short_label, title, words_of
from trisim.report.sections.words import basis_of, percent, slug, sorted_by_value, stands_out
from trisim.report.style import INK, SERIES, role_colors, short
from trisim.stats.analyses.source import Missing
from trisim.stats.analyses.team import Team
from trisim.stats.team_tally import TeamLevel

KEY, TITLE = "outcome", "Outcome"
QUESTION = "How often is the game won, and how much do scenarios change?"
LONG = 34
"""Letters of the name of a run in a figure."""


def build(inputs: ReportInputs) -> Section:
    """The win rate of the run, by scenario; all runs side by side."""
    found = inputs.subject.result(Team, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [won_block(inputs, found)]
    if found.scenarios[1:]:
        blocks.append(scenario_block(found))
    return Section(KEY, TITLE, QUESTION, tuple(blocks))


def build_roles(inputs: ReportInputs) -> Section:
    """The win rate of teams with each role."""
    run = inputs.subject
    words = words_of(run.facts)
    key, name = words.many, title(words.many)
    question = inputs.kit.question(key, f"Does it matter which {words.many} a team has?")
    found = run.result(Team, KEY)
    if isinstance(found, Missing):
        return Section(key, name, question, problem=found.reason)
    if not found.roles:
        problem = f"No two teams of the run differ in their {words.many}."
        return Section(key, name, question, problem=problem)
    return Section(key, name, question, (role_block(run, found),))


# ---------------------------------------------------------------- won


def won_block(inputs: ReportInputs, found: Team) -> Block:
    """The win rates of all runs side by side."""
    names = run_names([run.facts for run in inputs.runs])
    runs = [
        (name, run, here)
        for name, run in zip(names, inputs.runs, strict=True)
        if not isinstance(here := run.result(Team, KEY), Missing)
    ]
    dots = [
        Dot(name, here.won, SERIES[place % len(SERIES)])
        for place, (name, _, here) in enumerate(runs)
    ]
    words = f"The players win {percent(found.won)} of the games."
    return Block(
        "outcome-won",
        "Games won",
        (words,),
        basis_of(found.won, "games"),
        Picture("outcome-won", "Share of games won", words, lambda: draw_dots(dots, longest=LONG)),
        Table(
            "outcome-won",
            "Games won, run by run",
            (
                Column("run", "Run"),
                Column("players", "Players", Kind.COUNT),
                Column("won", "Won", Kind.ESTIMATE),
            ),
            tuple((name, run.facts.players, here.won) for name, run, here in runs),
        ),
    )


# ---------------------------------------------------------------- scenarios, roles, strategies


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels by which games are compared, such as roles: words and labels."""

    key: str
    """Of the block, the picture and the table."""

    one: str
    title: str
    beside: str
    """Between games and a level: ``with`` a role, ``in`` a scenario."""

    against: str
    """What a difference is from."""


@dataclass(frozen=True, slots=True)
class Row:
    """A level with its name in text and in a figure, and its colour."""

    name: str
    short: str
    level: TeamLevel
    color: str = INK


def levels_block(levels: Levels, rows: Sequence[Row], found: Team, where: str = "") -> Block:
    """The win rate with each level, best first."""
    ranked = sorted_by_value(rows, lambda row: row.level.won.value)
    words = levels_words(levels, ranked)
    dots = [Dot(row.short, row.level.won, row.color) for row in ranked]
    head = title(levels.one)
    return Block(
        levels.key,
        f"{levels.title}{where}",
        (words,),
        basis_of(ranked[0].level.won, f"games {levels.beside} {ranked[0].name}"),
        Picture(
            levels.key,
            f"Share of games won by {levels.one}",
            words,
            lambda: draw_dots(dots, found.won.value, "all"),
        ),
        Table(
            levels.key,
            f"{levels.title}: games won",
            (
                Column(slug(levels.one), head),
                Column("won", "Won", Kind.ESTIMATE),
                Column("difference", "Difference", Kind.ESTIMATE, f"from {levels.against}"),
                Column("p", "p", Kind.P_VALUE, "of a difference; after Holm"),
            ),
            tuple(
                (
                    row.name,
                    row.level.won,
                    row.level.difference.estimate if row.level.difference else None,
                    row.level.difference.adjusted if row.level.difference else None,
                )
                for row in ranked
            ),
        ),
    )


def levels_words(levels: Levels, ranked: Sequence[Row]) -> str:
    """Best and worst, and sure differences."""
    best, worst = ranked[0], ranked[-1]
    compared = [(row.name, row.level.difference) for row in ranked if row.level.difference]
    if not compared:
        all_games = percent(best.level.won)
        return f"All teams have the same of these, and win {all_games} of the games."
    return (
        f"Most games are won {levels.beside} {best.name}, {percent(best.level.won)}; fewest "
        f"{levels.beside} {worst.name}, {percent(worst.level.won)}. "
        f"{stands_out(compared, levels.against)}"
    )


def scenario_block(found: Team) -> Block:
    """The effect of each scenario, on the same deals."""
    first = found.scenarios[0].level
    levels = Levels("outcome-scenarios", "scenario", "Scenarios", "in", first)
    rows = [Row(each.level, short(each.level), each) for each in found.scenarios]
    return levels_block(levels, rows, found)


def role_block(run: RunInputs, found: Team) -> Block:
    """The effect of each role."""
    facts, role = run.facts, words_of(run.facts)
    levels = Levels(
        f"{role.many}-won",
        role.one,
        f"Teams with each {role.one}",
        "with",
        "teams without it",
    )
    colors = role_colors(facts.box.roles)
    rows = [
        Row(
            label(facts, each.level),
            short_label(facts, each.level),
            each,
            colors.get(each.level, INK),
        )
        for each in found.roles
    ]
    return levels_block(levels, rows, found)


def strategy_block(found: Team, run: str) -> Block:
    """The effect of a strategy in the team; the run is named if there are several."""
    name = f"-{slug(run)}" if run else ""
    levels = Levels(
        f"skill-won{name}",
        "strategy",
        "Teams with each strategy",
        "with",
        "teams without it",
    )
    rows = [
        Row(each.level, short(each.level), each, SERIES[place % len(SERIES)])
        for place, each in enumerate(found.strategies)
    ]
    return levels_block(levels, rows, found, f": {run}" if run else "")
