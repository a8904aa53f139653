"""Wins by scenario and by number of players, in all runs of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trisim.games.madness.report.analyses.progress import Progress, ScenarioProgress
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.run_names import run_names, who_plays
from trisim.report.sections.words import basis_of, percent, sentence
from trisim.report.style import SERIES
from trisim.stats.analyses.ladder import difference
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Estimate
from trisim.texts import listed

KEY = "progress"
DIFFICULTIES = ("I", "II", "III")
LONG = 34
"""Letters of a label."""


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario of a run."""

    name: str
    run: RunInputs
    found: ScenarioProgress

    @property
    def players(self) -> int:
        return self.run.facts.players

    @property
    def game(self) -> tuple[object, ...]:
        """What is played, and by whom, besides how many."""
        facts = self.run.facts
        return self.found.scenario, facts.strategies, facts.box.digest, facts.roles


def scenario_blocks(inputs: ReportInputs) -> list[Block]:
    """Wins of all runs; and numbers of players against that of the run of the page."""
    rows = rows_of(inputs)
    blocks = [won_block(rows, inputs.subject)]
    if compared := by_players(rows, inputs.subject):
        blocks.append(players_block(compared, inputs.subject.facts.players))
    return blocks


def rows_of(inputs: ReportInputs) -> list[Row]:
    """All scenarios of all runs, by mode, difficulty, strategies and players."""
    names = run_names([run.facts for run in inputs.runs])
    rows = [
        Row(name, run, each)
        for name, run in zip(names, inputs.runs, strict=True)
        if not isinstance(found := run.result(Progress, KEY), Missing)
        for each in found.scenarios
    ]
    return sorted(rows, key=order)


def order(row: Row) -> tuple[str, int, str, int]:
    difficulty, _, mode = row.found.scenario.partition("/")
    known = DIFFICULTIES.index(difficulty) if difficulty in DIFFICULTIES else len(DIFFICULTIES)
    return mode, known, who_plays(row.run.facts), row.players


# ---------------------------------------------------------------- wins


def won_block(rows: Sequence[Row], subject: RunInputs) -> Block:
    """Wins and monsters beaten by scenario, in all runs."""
    own = [row.found for row in rows if row.run is subject]
    parts = [
        f"{each.scenario} {percent(each.won)} are won and {percent(each.beaten)} monsters beaten"
        for each in own
    ]
    words = f"Of the games of {'; of '.join(parts)}."
    return Block(
        "progress-scenarios",
        "By scenario and players",
        (words,),
        basis_of(own[0].won, f"games of {own[0].scenario}"),
        Picture(
            "progress-scenarios",
            "Share of games won, by scenario and number of players",
            words,
            lambda: draw_dots(dots_of(rows), longest=LONG),
        ),
        won_table(rows),
    )


def dots_of(rows: Sequence[Row]) -> list[Dot]:
    """A dot for each row; strategies have colours, and are named if there are several."""
    who = [who_plays(row.run.facts) for row in rows]
    strategies = list(dict.fromkeys(who))
    colors = {each: SERIES[place % len(SERIES)] for place, each in enumerate(strategies)}
    return [
        Dot(label(row, several=len(strategies) > 1), row.found.won, colors[name])
        for row, name in zip(rows, who, strict=True)
    ]


def label(row: Row, *, several: bool) -> str:
    words = f"{row.found.scenario}, {row.players} players"
    return f"{words}, {who_plays(row.run.facts)}" if several else words


def won_table(rows: Sequence[Row]) -> Table:
    found = [(row, row.found) for row in rows]
    return Table(
        "progress-scenarios",
        "Wins and progress, run by run",
        (
            Column("run", "Run"),
            Column("players", "Players", Kind.COUNT),
            Column("scenario", "Scenario"),
            Column("won", "Won", Kind.ESTIMATE),
            Column("beaten", "Beaten", Kind.ESTIMATE, "monsters in a game"),
            Column("escaped", "Escaped", Kind.ESTIMATE, "monsters in a game"),
            Column("progress", "Progress", Kind.ESTIMATE, "from 0 to 1"),
        ),
        tuple(
            (row.name, row.players, f.scenario, f.won, f.beaten, f.escaped, f.progress)
            for row, f in found
        ),
        shown=20,
    )


# ---------------------------------------------------------------- numbers of players


@dataclass(frozen=True, slots=True)
class Compared:
    """A number of players against that of the run of the page, in the same scenario."""

    row: Row
    change: Estimate


def by_players(rows: Sequence[Row], subject: RunInputs) -> list[Compared]:
    """The first run of each other number of players, against the run of the page."""
    found: list[Compared] = []
    for base in (row for row in rows if row.run is subject):
        others = {
            row.players: row
            for row in reversed(rows)
            if row.game == base.game and row.players != base.players
        }
        for players in sorted(others):
            change = difference(base.found.won_together, others[players].found.won_together)
            found.append(Compared(others[players], change))
    return found


def players_block(compared: Sequence[Compared], base: int) -> Block:
    """Whether the number of players makes the game easier or harder."""
    dots = [Dot(label(each.row, several=False), each.change) for each in compared]
    changes = listed([f"{percent(each.change)} with {each.row.players}" for each in compared])
    words = (
        f"Games won, less those with {base} players in the same scenario: {changes}. "
        f"{verdict_words(compared)}"
    )
    return Block(
        "progress-players",
        "Numbers of players",
        (words,),
        "Runs count as independent. Intervals at 95 %, those of all numbers of players together, "
        "clustered by deal.",
        Picture(
            "progress-players",
            f"Share of games won, less that with {base} players",
            words,
            lambda: draw_dots(dots, 0.0, f"{base} players"),
        ),
        players_table(compared, base),
    )


def players_table(compared: Sequence[Compared], base: int) -> Table:
    return Table(
        "progress-players",
        f"Numbers of players against {base}",
        (
            Column("players", "Players", Kind.COUNT),
            Column("scenario", "Scenario"),
            Column("won", "Won", Kind.ESTIMATE),
            Column("change", "Difference", Kind.ESTIMATE, f"from {base} players"),
        ),
        tuple(
            (each.row.players, each.row.found.scenario, each.row.found.won, each.change)
            for each in compared
        ),
    )


def verdict_words(compared: Sequence[Compared]) -> str:
    """The numbers that surely differ; the others are undecided."""
    found: dict[str, list[str]] = {"surely easier": [], "surely harder": [], "undecided": []}
    for each in compared:
        sure = "surely easier" if each.change.value > 0 else "surely harder"
        word = sure if each.change.excludes(0) else "undecided"
        found[word].append(str(each.row.players))
    parts = [f"{word} with {listed(them)}" for word, them in found.items() if them]
    return sentence("; ".join(parts))
