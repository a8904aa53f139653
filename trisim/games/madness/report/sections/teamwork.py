"""The section on working together."""

from __future__ import annotations

from trisim.games.madness.report.analyses.teamwork import Teamwork
from trisim.report.figures.bars import Bar, draw_bars
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.run_names import run_names
from trisim.report.sections.words import basis_of, exact_percent, percent
from trisim.report.style import SERIES
from trisim.stats.analyses.source import Facts, Missing

KEY, TITLE = "teamwork", "Working together"
QUESTION = "Do players help each other, and does everybody decide?"

RANKS = ("busiest", "second", "third", "fourth", "fifth")


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Teamwork, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = (help_block(inputs, found), seat_block(found, run.facts))
    return Section(KEY, TITLE, QUESTION, blocks)


def help_block(inputs: ReportInputs, found: Teamwork) -> Block:
    """Actions for others, and cards of others that pay."""
    words = (
        f"Spells give {percent(found.given)} actions a game to other players, of which "
        f"{percent(found.left)} are left. Of all actions {percent(found.abroad)} are taken in the "
        "turn of somebody else.",
        f"Of the cards that pay, {percent(found.own_support)} lie in the support of who pays and "
        f"{percent(found.others)} in that of another player.",
        result_words(found),
    )
    dots = [
        Dot("in others' turns, won", found.abroad_by_result.won, SERIES[2]),
        Dot("in others' turns, lost", found.abroad_by_result.lost, SERIES[1]),
        Dot("cards of others, won", found.others_by_result.won, SERIES[2]),
        Dot("cards of others, lost", found.others_by_result.lost, SERIES[1]),
    ]
    return Block(
        "teamwork-help",
        "Help for others",
        tuple(word for word in words if word),
        basis_of(found.given, "games"),
        Picture(
            "teamwork-help",
            "Actions in others' turns and cards of others that pay, in won and in lost games",
            " ".join(words),
            lambda: draw_dots([dot for dot in dots if dot.estimate.clusters]),
        ),
        help_table(inputs),
    )


def result_words(found: Teamwork) -> str:
    """Help in games that are won, and in those that are lost."""
    won, lost = found.abroad_by_result.won, found.abroad_by_result.lost
    if not won.clusters or not lost.clusters:
        return ""
    others = found.others_by_result
    return (
        f"In games that are won {percent(won)} of the actions are taken in others' turns, in lost "
        f"ones {percent(lost)}; cards of others are {percent(others.won)} and "
        f"{percent(others.lost)} of those that pay. This doesn't say what help is "
        "worth: teams in trouble play in other ways."
    )


def help_table(inputs: ReportInputs) -> Table:
    names = run_names([run.facts for run in inputs.runs])
    runs = [
        (name, run.facts.players, here)
        for name, run in zip(names, inputs.runs, strict=True)
        if not isinstance(here := run.result(Teamwork, KEY), Missing)
    ]
    return Table(
        "teamwork-help",
        "Help for others, run by run",
        (
            Column("run", "Run"),
            Column("players", "Players", Kind.COUNT),
            Column("given", "Given", Kind.ESTIMATE, "actions given to others in a game"),
            Column("left", "Left", Kind.ESTIMATE, "share of these that is left"),
            Column("abroad", "Abroad", Kind.ESTIMATE, "share of actions in others' turns"),
            Column("own", "Own support", Kind.ESTIMATE, "share of cards that pay"),
            Column("others", "Of others", Kind.ESTIMATE, "the same from their supports"),
        ),
        tuple(
            (
                name,
                players,
                here.given,
                here.left if here.left.clusters else None,
                here.abroad,
                here.own_support,
                here.others,
            )
            for name, players, here in runs
        ),
    )


def seat_block(found: Teamwork, facts: Facts) -> Block:
    """How choices are shared."""
    busiest, even = found.seats[0], 1 / facts.players
    words = (
        f"The busiest seat of a game takes {percent(busiest.share)} of its real choices. An even "
        f"split would be {exact_percent(even)}; if every choice fell on a seat by lot, the busiest "
        f"would have {exact_percent(busiest.by_lot)}."
    )
    bars = [Bar(RANKS[each.rank - 1], each.share) for each in found.seats]
    return Block(
        "teamwork-seats",
        "Who decides",
        (words,),
        basis_of(busiest.share, "games"),
        Picture(
            "teamwork-seats",
            "Share of the real choices, from the busiest seat of a game to the idlest",
            words,
            lambda: draw_bars(bars, "seat, by its choices in the game"),
        ),
        Table(
            "teamwork-seats",
            "Choices of seats",
            (
                Column("seat", "Seat"),
                Column("share", "Choices", Kind.ESTIMATE, "share of those of a game"),
                Column("lot", "By lot", Kind.PERCENT, "if choices fell on seats by lot"),
            ),
            tuple((RANKS[each.rank - 1], each.share, each.by_lot) for each in found.seats),
        ),
    )
