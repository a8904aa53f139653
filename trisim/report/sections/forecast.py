"""The section on tension: how the chance of a team goes up and down, and when it is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trisim.report.figures.forecast import draw_calibration, draw_courses, draw_open
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import exact_percent, percent, round_words
from trisim.stats.analyses.forecast import (
    LOST_BELOW,
    WON_ABOVE,
    CalibrationBin,
    Forecast,
    ForecastTurn,
)
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Estimate
from trisim.texts import listed

KEY, TITLE = "tension", "Tension"
QUESTION = "How long is it open whether the team wins, and when is a lost game known to be lost?"


def build(inputs: ReportInputs) -> Section:
    """Courses of games, what is open, and how good the model is."""
    return build_forecast(inputs, {})


def build_forecast(inputs: ReportInputs, numbers: Mapping[str, str]) -> Section:
    """The same with a game's words for what a position is judged by."""
    found = inputs.subject.result(Forecast, KEY)
    question = inputs.kit.question(KEY, QUESTION)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, question, problem=found.reason)
    blocks = (course_block(found), open_block(found), model_block(found, numbers))
    return Section(KEY, TITLE, question, blocks)


def basis(found: Forecast, estimate: Estimate) -> str:
    together = f", {estimate.family} of them together" if estimate.family > 1 else ""
    return (
        f"n = {found.held_out:,} games in deals that the model was not fitted to; intervals at "
        f"{100 * estimate.level:.0f} %{together}, clustered by deal."
    )


# ---------------------------------------------------------------- courses


def course_block(found: Forecast) -> Block:
    """The mean chance of games that are won, and of those that are lost."""
    words = course_words(found)
    return Block(
        "tension-course",
        "The course of games",
        (words,),
        basis(found, found.turns[0].won),
        Picture(
            "tension-course",
            "Mean chance of winning after each turn",
            f"Two lines with bands. {words}",
            lambda: draw_courses(found.turns),
        ),
        turn_table(found.turns),
    )


def course_words(found: Forecast) -> str:
    """Where the two lines stand at the ends of rounds."""
    stages = found.ends_of_rounds
    first, last = stages[0], stages[-1]
    middle = stages[(len(stages) - 1) // 2]
    parts = [
        f"{percent(each.won)} against {percent(each.lost)} after round {each.round}"
        for each in dict.fromkeys((first, middle, last))
    ]
    return (
        "The mean chance of winning of games that are won in the end, against that of games that "
        f"are lost: {'; '.join(parts)}. A game that is over counts with its result."
    )


def turn_table(turns: Sequence[ForecastTurn]) -> Table:
    return Table(
        "tension-course",
        "The chance of winning, turn by turn",
        (
            Column("turns", "Turns", Kind.COUNT),
            Column("round", "Round", Kind.COUNT),
            Column("won", "Won games", Kind.ESTIMATE, "mean chance of games that are won"),
            Column("lost", "Lost games", Kind.ESTIMATE, "mean chance of games that are lost"),
            Column("open", "Open", Kind.ESTIMATE, open_words()),
            Column("foretold", "Foretold", Kind.ESTIMATE, "share of lost games"),
        ),
        tuple((t.turns, t.round, t.won, t.lost, t.open, t.foretold) for t in turns),
        shown=10,
    )


def open_words() -> str:
    return (
        f"share of games that go on with a chance from {exact_percent(LOST_BELOW)} to "
        f"{exact_percent(WON_ABOVE)}"
    )


# ---------------------------------------------------------------- open and foretold


def open_block(found: Forecast) -> Block:
    """How many games are open, and how early lost ones are foretold."""
    stages = [(each.round, each.open) for each in found.ends_of_rounds]
    still = (
        f"Open are games that go on with a chance from {exact_percent(LOST_BELOW)} to "
        f"{exact_percent(WON_ABOVE)}. Of all games this is so at the end of a round for "
        f"{round_words(stages)}."
    )
    known = (
        f"Of the lost games {percent(found.foretold)} are foretold: there is a turn after which "
        f"the chance stays below {exact_percent(LOST_BELOW)}. A lost game goes on for "
        f"{percent(found.after)} turns after it; one that is never foretold counts with 0."
    )
    return Block(
        "tension-open",
        "Open, and foretold",
        tuple(words for words in (known, still, hopeless_words(found)) if words),
        basis(found, found.turns[0].open),
        Picture(
            "tension-open",
            "Games that are open, and lost games that are foretold, by turn",
            f"Two lines with bands. {known}",
            lambda: draw_open(found.turns),
        ),
        Table(
            "tension-foretold",
            "Open and foretold, by round",
            (
                Column("round", "Round", Kind.COUNT, "at its end"),
                Column("open", "Open", Kind.ESTIMATE, open_words()),
                Column("foretold", "Foretold", Kind.ESTIMATE, "share of lost games"),
            ),
            tuple((each.round, each.open, each.foretold) for each in found.ends_of_rounds),
        ),
    )


def hopeless_words(found: Forecast) -> str:
    """A caution where hardly any game is won: most are below the bound from the start."""
    if found.won.value >= LOST_BELOW:
        return ""
    return (
        f"Of these games only {percent(found.won)} are won, so the chance is low from the first "
        "turn on, whatever happens: here these figures say more about how hard the game is for "
        "these players than about tension."
    )


# ---------------------------------------------------------------- the model


def model_block(found: Forecast, numbers: Mapping[str, str]) -> Block:
    """What the model is, and how far its chances come true."""
    names = [numbers.get(name, name.replace("_", " ")) for name in found.numbers]
    words = (
        f"After each turn a logistic regression of winning on {listed(names)}, and their squares. "
        f"It is fitted to {found.fitted:,} games and tested on {found.held_out:,} of other deals. "
        "It knows no cards and no plans, so the players may see more than it does.",
        f"{score_words(found)} {calibration_words(found.bins)}",
    )
    return Block(
        "tension-model",
        "How good the forecast is",
        words,
        basis(found, found.bins[0].won),
        Picture(
            "tension-calibration",
            "Games won, by their chance of winning",
            f"Dots with intervals around a diagonal. {words[1]}",
            lambda: draw_calibration(found.bins),
        ),
        calibration_table(found.bins),
    )


def score_words(found: Forecast) -> str:
    return (
        f"The Brier score, the mean squared error of the chance, is {percent(found.brier)}; that "
        f"of the scenario's win rate alone is {percent(found.plain_brier)}. So the position "
        f"removes {percent_of(found.skill)} of that error. On average the chance is off by "
        f"{percent(found.bias)}."
    )


def percent_of(share: Estimate) -> str:
    """A share that may be negative, as per cent."""
    low, value, high = (100 * end for end in (share.low, share.value, share.high))
    return f"{value:.0f} % [{low:.0f}, {high:.0f}]"


def calibration_words(bins: Sequence[CalibrationBin]) -> str:
    """How many groups of positions are won as often as foretold."""
    off = [each for each in bins if each.won.excludes(each.chance.value)]
    if not off:
        return f"In each of {len(bins)} groups of positions the games are won as often as foretold."
    worst = max(off, key=lambda each: abs(each.won.value - each.chance.value))
    return (
        f"Of {len(bins)} groups of positions, {len(off)} {'is' if len(off) == 1 else 'are'} surely "
        f"won more or less often than foretold; the farthest off has a mean chance of "
        f"{percent(worst.chance)} and wins {percent(worst.won)}."
    )


def calibration_table(bins: Sequence[CalibrationBin]) -> Table:
    return Table(
        "tension-calibration",
        "Chances and results",
        (
            Column("group", "Chance"),
            Column("positions", "Positions", Kind.COUNT),
            Column("chance", "Mean chance", Kind.ESTIMATE),
            Column("won", "Won", Kind.ESTIMATE),
        ),
        tuple(
            (f"{100 * each.low:.0f} to {100 * each.high:.0f} %", each.won.n, each.chance, each.won)
            for each in bins
        ),
    )
