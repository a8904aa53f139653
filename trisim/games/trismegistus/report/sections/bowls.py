"""The section on dice bowls: the rolls; drafts are in ``drafts``."""

from __future__ import annotations

from trisim.games.trismegistus.report.analyses.bowl_fit import Fit
from trisim.games.trismegistus.report.analyses.bowl_rolls import CountOdds, RollFigures
from trisim.games.trismegistus.report.analyses.bowls import Bowls
from trisim.games.trismegistus.report.figures.bowls import (
    Die,
    draw_colors,
    draw_players,
    draw_sizes,
)
from trisim.games.trismegistus.report.sections.drafts import draft_blocks
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import basis_of, first_few, p_words, percent
from trisim.stats.analyses.source import Missing

KEY, TITLE = "bowls", "Dice bowls"
QUESTION = "What do the dice give, and what is left of it for the last?"

DOUBTFUL = 0.01
"""Below this p the page says that dice did not fall as they should."""

FIT_NAMES = {
    "fillings": "how full the bowls are, whichever they are",
    "places": "which symbols the dice of each colour show",
}


def build(inputs: ReportInputs) -> Section:
    """Rolls and drafts of the run; other numbers of players beside it."""
    run = inputs.subject
    found = run.result(Bowls, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    rolls = found.rolls
    blocks = [size_block(rolls), color_block(rolls), player_block(inputs, rolls)]
    return Section(KEY, TITLE, QUESTION, (*blocks, *draft_blocks(found, run.facts)))


# ---------------------------------------------------------------- sizes


def size_block(rolls: RollFigures) -> Block:
    """Each bowl after the roll, beside its exact chances."""
    words = (size_words(rolls), fit_words(rolls.fits), reroll_words(rolls))
    return Block(
        "bowls-sizes",
        "Bowls after the roll",
        tuple(each for each in words if each),
        basis_of(rolls.largest.observed, "rolls, one game of each deal,")
        + f" The {len(rolls.sizes)} shares of the table hold together.",
        Picture(
            "bowl-sizes",
            "Dice in each bowl, seen and exact",
            f"Six panels, one for each bowl, with the chance of each number of dice from 0 to "
            f"{rolls.limit}: exact chances as bars, observed shares as dots. {size_words(rolls)}",
            lambda: draw_sizes(rolls.sizes),
        ),
        size_table(rolls),
    )


def size_words(rolls: RollFigures) -> str:
    """The fullest bowl, seen and exact."""
    exact = rolls.largest.exact
    beside = "" if exact is None else f" (exactly {exact:.3f} is expected)"
    return (
        f"{rolls.dice} dice are rolled into six bowls; the fullest one then holds "
        f"{percent(rolls.largest.observed)} of them on average{beside}: the potency that the first "
        "player to draft can have without ethereal dice."
    )


def fit_words(fits: tuple[Fit, ...]) -> str:
    """Whether the dice agree with the exact chances."""
    if not fits:
        return ""
    worst = min(fits, key=lambda fit: fit.adjusted)
    told = "; ".join(
        f"{FIT_NAMES[fit.name]}: χ² = {fit.statistic:.1f} with {fit.degrees} degrees of freedom, "
        f"{p_words(fit.p)}"
        for fit in fits
    )
    if worst.adjusted < DOUBTFUL:
        return (
            f"The dice did not fall as they should ({told}, {worst.rolls:,} rolls): look at the "
            "table for where, before trusting other figures."
        )
    return (
        f"The dice fell as they should, as far as {worst.rolls:,} independent rolls can tell "
        f"({told})."
    )


def reroll_words(rolls: RollFigures) -> str:
    """How often bowls were rolled again."""
    exact = rolls.any_reroll.exact
    beside = "" if exact is None else f" (exactly {100 * exact:.2f} % is expected)"
    return (
        f"Some bowl holds more than {rolls.limit} dice and is rolled again in "
        f"{percent(rolls.any_reroll.observed)} of the rolls{beside}."
    )


def size_table(rolls: RollFigures) -> Table:
    return Table(
        "bowl-sizes",
        "How often a bowl holds so many dice",
        (
            Column("symbol", "Bowl"),
            Column("size", "Dice", Kind.COUNT),
            Column("exact", "Exact", Kind.PERCENT, "computed from the rules, not simulated"),
            Column("observed", "Seen", Kind.ESTIMATE),
        ),
        tuple(
            (each.symbol, each.size, each.dice.exact, each.dice.observed) for each in rolls.sizes
        ),
    )


# ---------------------------------------------------------------- colours


def color_block(rolls: RollFigures) -> Block:
    return Block(
        "bowls-colours",
        "Symbols and colours",
        (color_words(rolls),),
        basis_of(rolls.means[0].observed.estimate, "rolls, one game of each deal,"),
        Picture(
            "bowl-colours",
            "Mean dice by symbol and colour, seen and exact",
            "For each bowl the mean number of black, white and red dice as dots with intervals, "
            f"with a stroke at the exact expectation. {color_words(rolls)}",
            lambda: draw_colors(
                [
                    Die(each.symbol, each.color, each.observed.estimate, each.exact)
                    for each in rolls.means
                ],
                "dice in the bowl; stroke: exact expectation",
            ),
        ),
        color_table(rolls),
    )


def color_words(rolls: RollFigures) -> str:
    """Cells that differ, and why bowls are not quite alike."""
    odd = [each for each in rolls.means if each.observed.adjusted < DOUBTFUL]
    names = first_few([f"{each.color} dice in the {each.symbol} bowl" for each in odd])
    seen = (
        f"Off their exact expectation, beyond chance: {names}."
        if odd
        else "No colour is off its exact expectation in any bowl, beyond chance."
    )
    exact = [each.exact for each in rolls.symbols if each.exact is not None]
    if not exact:
        return seen
    return (
        f"{seen} Overfull bowls are rolled again in a fixed order, which moves the exact mean "
        f"from {exact[0]:.4f} dice (lead) to {exact[-1]:.4f} (wild)."
    )


def color_table(rolls: RollFigures) -> Table:
    return Table(
        "bowl-colours",
        "Mean dice by symbol and colour",
        (
            Column("symbol", "Bowl"),
            Column("color", "Dice"),
            Column("exact", "Exact", Kind.NUMBER, "computed from the rules, not simulated"),
            Column("observed", "Seen", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, "of a difference from the exact value; after Holm"),
        ),
        tuple(
            (each.symbol, each.color, each.exact, each.observed.estimate, each.observed.adjusted)
            for each in rolls.means
        ),
        shown=18,
    )


# ---------------------------------------------------------------- player counts


def player_block(inputs: ReportInputs, rolls: RollFigures) -> Block:
    """The effect of fewer dice: exact, beside the runs with that many players."""
    return Block(
        "bowls-players",
        "By number of players",
        (player_words(rolls.by_players),),
        "Exact chances, computed from the dice of the box; observed where a run of that many "
        "players is part of this report.",
        Picture(
            "bowl-players",
            "Exact chances of bowl sizes by number of players",
            f"A line for each number of players. {player_words(rolls.by_players)}",
            lambda: draw_players(rolls.by_players),
        )
        if rolls.by_players
        else None,
        player_table(inputs, rolls.by_players),
    )


def player_words(odds: tuple[CountOdds, ...]) -> str:
    if not odds:
        return "The dice of this box settle too seldom for exact chances."
    few, many = odds[0], odds[-1]
    return (
        f"With {few.players} players {few.dice} dice are rolled and the fullest bowl holds exactly "
        f"{few.largest:.2f} of them on average; with {many.players} players it is {many.dice} dice "
        f"and {many.largest:.2f}. A bowl is rolled again in {100 * few.any_reroll:.1f} % and "
        f"{100 * many.any_reroll:.1f} % of the rolls."
    )


def player_table(inputs: ReportInputs, odds: tuple[CountOdds, ...]) -> Table:
    """Exact figures by player count, with what the runs showed."""
    seen: dict[int, RollFigures] = {}
    for run in inputs.runs:
        found = run.result(Bowls, KEY)
        if not isinstance(found, Missing):
            seen.setdefault(run.facts.players, found.rolls)
    rows = tuple(
        (
            each.players,
            each.dice,
            each.largest,
            seen[each.players].largest.observed if each.players in seen else None,
            each.rerolls,
            seen[each.players].rerolls.observed if each.players in seen else None,
            each.any_reroll,
        )
        for each in odds
    )
    return Table(
        "bowl-players",
        "Rolls by number of players (two stands for solo, too)",
        (
            Column("players", "Players", Kind.COUNT),
            Column("dice", "Dice", Kind.COUNT),
            Column("largest_exact", "Fullest bowl, exact", Kind.NUMBER),
            Column("largest", "Seen", Kind.ESTIMATE),
            Column("rerolls_exact", "Rerolls, exact", Kind.NUMBER, "bowls in a roll"),
            Column("rerolls", "Seen", Kind.ESTIMATE),
            Column("any_reroll", "Any reroll, exact", Kind.PERCENT),
        ),
        rows,
    )
