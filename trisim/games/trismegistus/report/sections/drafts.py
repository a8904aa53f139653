"""The blocks on drafted dice, in the section on dice bowls."""

from __future__ import annotations

from trisim.games.trismegistus.report.analyses.bowl_drafts import (
    EtherealFigures,
    LastFigures,
    PickFigures,
    RoundFigures,
    TakenFigures,
)
from trisim.games.trismegistus.report.analyses.bowls import Bowls, StrategyFigures
from trisim.games.trismegistus.report.colors import SYMBOLS
from trisim.games.trismegistus.report.facts import box_of
from trisim.games.trismegistus.report.figures.bowls import Die, draw_colors, draw_last, draw_picks
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.sections.words import basis_of, percent, round_words
from trisim.report.style import SERIES, short
from trisim.stats.analyses.source import Facts


def draft_blocks(found: Bowls, facts: Facts) -> tuple[Block, ...]:
    """All that there are rows for."""
    drafts = found.drafts
    every = next((each for each in drafts.rounds if each.round == 0), None)
    blocks = []
    if drafts.picks:
        blocks.append(pick_block(drafts.picks))
    if drafts.last:
        blocks.append(last_block(drafts.last))
    if drafts.taken:
        blocks.append(taken_block(drafts.taken))
    if drafts.wild and every is not None:
        blocks.append(wild_block(found, every))
    if drafts.ethereal and every is not None:
        blocks.append(ethereal_block(drafts.ethereal, drafts.rounds, every, facts))
    if found.strategies and every is not None:
        blocks.append(waste_block(found.strategies, drafts.rounds))
    return tuple(blocks)


# ---------------------------------------------------------------- potency by pick


def pick_block(picks: tuple[PickFigures, ...]) -> Block:
    """Potency from the first to the last die of a round."""
    every = [each for each in picks if each.round == 0]
    return Block(
        "bowls-potency",
        "Potency by pick",
        (pick_words(every),),
        basis_of(every[0].potency, "rounds"),
        Picture(
            "potency-picks",
            "Potency of the drafted die, by pick and round",
            f"A falling line for each round, and a dashed one for the fullest bowl. "
            f"{pick_words(every)}",
            lambda: draw_picks(picks),
        ),
        Table(
            "potency-picks",
            "Potency of drafted dice, by round and pick",
            (
                Column("round", "Round", Kind.TEXT, "all: of all rounds"),
                Column("pick", "Die", Kind.COUNT, "in the order of drafting"),
                Column("potency", "Potency", Kind.ESTIMATE, "with ethereal dice"),
                Column("bowl", "Dice in its bowl", Kind.ESTIMATE, "itself included"),
                Column("best", "In the fullest bowl", Kind.ESTIMATE),
            ),
            tuple(
                (round_name(each.round), each.pick, each.potency, each.bowl, each.best)
                for each in picks
            ),
        ),
    )


def pick_words(every: list[PickFigures]) -> str:
    """First and last."""
    first, last = every[0], every[-1]
    return (
        f"The first die of a round has potency {percent(first.potency)}, the last of "
        f"{len(every)} has {percent(last.potency)}; when it is drafted the fullest bowl holds "
        f"{percent(last.best)} dice."
    )


def round_name(number: int) -> str:
    """A round in a table."""
    return str(number) if number else "all"


# ---------------------------------------------------------------- the last die


def last_block(last: tuple[LastFigures, ...]) -> Block:
    """What is left when the last die of a round is taken."""
    one = last[0]
    words = (
        f"In {percent(one.fullest)} of the rounds no bowl has more than one die left for the last "
        f"draft; {percent(one.taken)} of the last dice come from a bowl of one."
    )
    return Block(
        "bowls-last",
        "What is left for the last",
        (words,),
        basis_of(one.fullest, "rounds"),
        Picture(
            "potency-last",
            "The last die of a round",
            f"Two bars for each number of dice: the fullest bowl, and the one taken from. {words}",
            lambda: draw_last(last),
        ),
        Table(
            "potency-last",
            "Bowls at the last draft of a round",
            (
                Column("size", "Dice", Kind.COUNT),
                Column("fullest", "Fullest bowl", Kind.ESTIMATE),
                Column("taken", "Taken from", Kind.ESTIMATE),
            ),
            tuple((each.size, each.fullest, each.taken) for each in last),
        ),
    )


# ---------------------------------------------------------------- taken and left


def taken_block(taken: tuple[TakenFigures, ...]) -> Block:
    """Which dice are taken, and which lie to the end."""
    ranked = sorted(taken, key=lambda each: each.taken.value)
    least, most = ranked[0], ranked[-1]
    words = (
        f"Least wanted are {least.color} dice that show {least.symbol}: "
        f"{percent(least.taken)} of them are taken. Most wanted are {most.color} dice that show "
        f"{most.symbol}: {percent(most.taken)}."
    )
    if least.taken.high >= most.taken.low:
        words += " Chance alone may make such a difference."
    dice = [Die(each.symbol, each.color, each.taken) for each in taken]
    return Block(
        "bowls-taken",
        "Dice that are taken",
        (words,),
        basis_of(least.taken, f"{least.color} {least.symbol} dice rolled"),
        Picture(
            "dice-taken",
            "Share of rolled dice that somebody takes",
            f"For each bowl the share of black, white and red dice taken, with intervals. {words}",
            lambda: draw_colors(dice, "share of the rolled dice that is taken", percent=True),
        ),
        Table(
            "dice-taken",
            "Share of rolled dice that somebody takes",
            (
                Column("symbol", "Symbol"),
                Column("color", "Dice"),
                Column("taken", "Taken", Kind.ESTIMATE),
            ),
            tuple((each.symbol, each.color, each.taken) for each in taken),
            shown=18,
        ),
    )


# ---------------------------------------------------------------- wild dice


def wild_block(found: Bowls, every: RoundFigures) -> Block:
    """How often wild dice are taken, and what becomes of them."""
    wild = found.drafts.wild
    most = max(wild, key=lambda each: each.share.value)
    words = (
        f"{percent(every.wild)} of all drafted dice are wild, {percent(found.drafts.wild_taken)} "
        f"of those rolled. They are most often turned to {most.symbol}, {percent(most.share)}, "
        f"and used there at potency {percent(most.potency)}. (An action that asks for the colour "
        "alone leaves the symbol without effect.)"
    )
    dots = [Dot(each.symbol, each.share, SYMBOLS.get(each.symbol, SERIES[0])) for each in wild]
    return Block(
        "bowls-wild",
        "Wild dice",
        (words,),
        basis_of(most.share, "wild dice drafted"),
        Picture(
            "wild-dice",
            "What wild dice are turned to",
            f"A share with its interval for each symbol. {words}",
            lambda: draw_dots(dots),
        ),
        Table(
            "wild-dice",
            "What wild dice are turned to",
            (
                Column("symbol", "Symbol"),
                Column("share", "Share", Kind.ESTIMATE),
                Column("potency", "Potency", Kind.ESTIMATE, "with ethereal dice"),
            ),
            tuple((each.symbol, each.share, each.potency) for each in wild),
        ),
    )


# ---------------------------------------------------------------- ethereal dice


def ethereal_block(
    ethereal: tuple[EtherealFigures, ...],
    rounds: tuple[RoundFigures, ...],
    every: RoundFigures,
    facts: Facts,
) -> Block:
    """How often ethereal dice are spent, where, and what they add."""
    limit = box_of(facts).rules.numbers.potency_limit
    open_sizes = [each for each in ethereal if each.size < limit] or list(ethereal)
    most = max(open_sizes, key=lambda each: each.used.value)
    words = (
        f"An ethereal die raises {percent(every.ethereal)} of the drafted dice; together they make "
        f"up {percent(every.added)} of all potency. They are added most often to a die from a bowl "
        f"of {most.size}, {percent(most.used)}, whether or not the player held one.",
        f"By round: {round_words([(each.round, each.ethereal) for each in rounds])}.",
    )
    dots = [Dot(f"bowl of {each.size}", each.used, SERIES[0]) for each in open_sizes]
    return Block(
        "bowls-ethereal",
        "Ethereal dice",
        words,
        basis_of(most.used, f"drafts from a bowl of {most.size}"),
        Picture(
            "ethereal-dice",
            "How often an ethereal die is added, by bowl",
            f"A share with its interval for each size of the bowl. {words[0]}",
            lambda: draw_dots(dots),
        ),
        Table(
            "ethereal-dice",
            "Ethereal dice by the bowl that the die came from",
            (
                Column("size", "Dice in the bowl", Kind.COUNT),
                Column("drafts", "Share of drafts", Kind.ESTIMATE),
                Column("used", "Ethereal die added", Kind.ESTIMATE),
            ),
            tuple((each.size, each.drafts, each.used) for each in ethereal),
        ),
    )


# ---------------------------------------------------------------- waste


def waste_words(most: StrategyFigures) -> str:
    """Who loses most."""
    if most.wasted.value == 0:
        return f"Nobody lost any potency by drafting early: {percent(most.wasted)} of it."
    return (
        f"{most.strategy} loses most potency by drafting early, {percent(most.wasted)} of what it "
        f"has: {percent(most.lost)} in a game."
    )


def waste_block(strategies: tuple[StrategyFigures, ...], rounds: tuple[RoundFigures, ...]) -> Block:
    """Potency lost by drafting before a die was used up."""
    most = max(strategies, key=lambda each: each.wasted.value)
    by_round = round_words([(each.round, each.wasted) for each in rounds])
    more = (f"By round, all players together: {by_round}.",) if most.wasted.value else ()
    words = (waste_words(most), *more)
    dots = [
        Dot(short(each.strategy), each.wasted, SERIES[place % len(SERIES)])
        for place, each in enumerate(strategies)
    ]
    return Block(
        "bowls-waste",
        "Waste",
        words,
        basis_of(most.lost, "games of a player"),
        Picture(
            "potency-wasted",
            "Share of potency lost by drafting early",
            f"A share with its interval for each strategy. {words[0]}",
            lambda: draw_dots(dots),
        ),
        Table(
            "potency-wasted",
            "Potency lost and ethereal dice spent, by strategy",
            (
                Column("strategy", "Strategy"),
                Column("wasted", "Potency lost", Kind.ESTIMATE, "of what it had"),
                Column("lost", "In a game", Kind.ESTIMATE),
                Column("ethereal", "Ethereal dice", Kind.ESTIMATE, "spent in a game"),
            ),
            tuple((each.strategy, each.wasted, each.lost, each.ethereal) for each in strategies),
        ),
    )
