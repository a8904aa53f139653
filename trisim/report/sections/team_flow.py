"""The section on the flow of a team game: its length, and its decisions."""

from __future__ import annotations

from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.run_names import run_names
from trisim.report.sections.turns import turn_blocks
from trisim.report.sections.words import basis_of, percent
from trisim.report.style import SERIES
from trisim.stats.analyses.source import Missing
from trisim.stats.analyses.team_flow import TeamFlow

KEY, TITLE = "flow", "Flow of the game"
QUESTION = "How long is it, and what is there to decide?"


def build(inputs: ReportInputs) -> Section:
    """The flow of the games; lengths for all runs."""
    found = inputs.subject.result(TeamFlow, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    turns = turn_blocks(found.actions, found.rounds, inputs.kit.actions)
    return Section(KEY, TITLE, QUESTION, (length_block(inputs, found), *turns))


def length_block(inputs: ReportInputs, found: TeamFlow) -> Block:
    """Turns and decisions of a game, for all runs side by side."""
    words = (
        f"A game has {percent(found.turns)} turns and {percent(found.decisions)} real choices, "
        f"setup included. {ends_words(found)}"
    )
    dots = [
        Dot("all games", found.turns, SERIES[0]),
        Dot("games won", found.won_turns, SERIES[2]),
        Dot("games lost", found.lost_turns, SERIES[1]),
    ]
    return Block(
        "flow-length",
        "Length",
        (words,),
        basis_of(found.turns, "games"),
        Picture(
            "flow-length",
            "Turns of a game",
            f"Mean turns with intervals. {words}",
            lambda: draw_dots([dot for dot in dots if dot.estimate.clusters]),
        ),
        length_table(inputs),
    )


def ends_words(found: TeamFlow) -> str:
    """The lengths of won and of lost games."""
    won, lost = found.won_turns, found.lost_turns
    if not won.clusters or not lost.clusters:
        return f"All games were {'won' if won.clusters else 'lost'}."
    return f"It ends after {percent(won)} turns if it is won, after {percent(lost)} if it is lost."


def length_table(inputs: ReportInputs) -> Table:
    names = run_names([run.facts for run in inputs.runs])
    runs = [
        (name, run.facts, here)
        for name, run in zip(names, inputs.runs, strict=True)
        if not isinstance(here := run.result(TeamFlow, KEY), Missing)
    ]
    return Table(
        "flow-length",
        "Length, run by run",
        (
            Column("run", "Run"),
            Column("players", "Players", Kind.COUNT),
            Column("turns", "Turns", Kind.ESTIMATE),
            Column("decisions", "Choices", Kind.ESTIMATE, "real ones, setup included"),
            Column("won_turns", "Turns if won", Kind.ESTIMATE),
            Column("lost_turns", "Turns if lost", Kind.ESTIMATE),
        ),
        tuple(
            (name, facts.players, here.turns, here.decisions, here.won_turns, here.lost_turns)
            for name, facts, here in runs
        ),
    )
