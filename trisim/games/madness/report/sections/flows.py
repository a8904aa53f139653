"""The section on cards and madness: where they come from and where they go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.games.madness.report.analyses.flows import (
    CARDS,
    HANDS,
    IN,
    MADNESS,
    OUT,
    Flows,
    RoundFlow,
    RoundStream,
    Stream,
)
from trisim.games.madness.report.colors import MADNESS as MADNESS_COLOR
from trisim.games.madness.report.words import ENDS, cause_name
from trisim.report.figures.flow import Band, draw_flow
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.figures.rounds import RoundLine, draw_rounds
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import basis_of, first_few, percent, round_words, sorted_by_value
from trisim.report.style import SERIES
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KEY, TITLE = "flows", "Cards and madness"
QUESTION = "Where do cards and madness come from, and where do they go?"

WITHOUT_LEDGER = (
    "Where each card and each madness comes from and goes to is in the ledger: play the run --with "
    "ledger."
)
THINGS = {MADNESS: "madness", CARDS: "element cards", HANDS: "cards in hand"}
COLORS = {"madness": MADNESS_COLOR, "element cards": SERIES[2], "cards in hand": SERIES[0]}
SPANS = {
    MADNESS: "into and out of hands, supports, decks and discard piles",
    CARDS: "into and out of hands, supports, decks and discard piles",
    HANDS: "element cards into and out of hands, by what moves them",
}


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Flows, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [end_block(found)]
    if found.rounds:
        blocks += [pile_block(found.rounds), deck_block(found.rounds)]
    if found.streams:
        blocks += [stream_block(found, thing) for thing in (MADNESS, CARDS, HANDS)]
    if found.madness:
        blocks.append(source_block(found.madness))
    return Section(KEY, TITLE, QUESTION, tuple(blocks), problem_of(run.facts, found))


def problem_of(facts: Facts, found: Flows) -> str:
    words = [] if found.rounds else ["The run has no table turns, so rounds are left out."]
    return " ".join([*words, *([] if "ledger" in facts.tables else [WITHOUT_LEDGER])])


# ---------------------------------------------------------------- madness at the end


def end_block(found: Flows) -> Block:
    """How much madness is taken, and where it is in the end."""
    ranked = sorted_by_value(found.ends, lambda each: each.cards.value)
    words = (
        f"Players take {percent(found.taken)} madness in a game, {percent(found.empty)} of it "
        f"because a deck is empty; {percent(found.cured)} go back to the pile. At the end most is "
        f"in these places: {first_few([place_words(e.where, e.cards) for e in ranked], 3)}."
    )
    dots = [Dot(ENDS[each.where], each.cards, MADNESS_COLOR) for each in ranked]
    return Block(
        "flows-madness",
        "Madness in a game",
        (words,),
        basis_of(found.ends[0].cards, "games"),
        Picture(
            "flows-madness", "Where madness is at the end of a game", words, lambda: draw_dots(dots)
        ),
        Table(
            "flows-madness",
            "Madness at the end",
            (Column("where", "Where"), Column("cards", "Cards", Kind.ESTIMATE)),
            tuple((ENDS[each.where], each.cards) for each in ranked),
        ),
    )


def place_words(where: str, cards: Estimate) -> str:
    return f"{ENDS[where]} ({percent(cards)})"


# ---------------------------------------------------------------- round by round


def pile_block(rounds: Sequence[RoundFlow]) -> Block:
    """Madness taken, cured and left in the pile."""
    taken = [(each.round, each.of("madness_all")) for each in rounds]
    pile = [(each.round, each.of("pile")) for each in rounds]
    words = (
        f"Madness taken: {round_words(taken)}.",
        f"Left in the pile at the end of a round: {round_words(pile)}.",
    )
    lines = [
        line("taken", rounds, "madness_all", SERIES[1]),
        line("cured", rounds, "madness_cured", SERIES[2]),
        line("in the pile", rounds, "pile", MADNESS_COLOR),
    ]
    return Block(
        "flows-pile",
        "Madness by round",
        words,
        basis_of(taken[0][1], "games that reach the first round"),
        Picture("flows-pile", "Madness by round", " ".join(words), lambda: draw_rounds(lines)),
        round_table(
            "flows-pile",
            "Madness by round",
            rounds,
            (
                ("madness_all", "Taken", "by all players"),
                ("madness_cured", "Cured", "back to the pile"),
                ("pile", "Pile", "at the end of the round"),
            ),
        ),
    )


def line(name: str, rounds: Sequence[RoundFlow], column: str, color: str) -> RoundLine:
    return RoundLine(name, tuple((each.round, each.of(column)) for each in rounds), color)


def deck_block(rounds: Sequence[RoundFlow]) -> Block:
    """Cards drawn, paid and acquired; the value of decks."""
    drawn = [(each.round, each.of("drawn_all")) for each in rounds]
    strength = [(each.round, each.of("strength")) for each in rounds]
    words = (
        f"Cards drawn by all players: {round_words(drawn)}.",
        f"The value of all decks at the end of a round: {round_words(strength)}.",
    )
    lines = [
        line("drawn", rounds, "drawn_all", SERIES[0]),
        line("paid", rounds, "cards_paid", SERIES[1]),
    ]
    return Block(
        "flows-cards",
        "Cards by round",
        words,
        basis_of(drawn[0][1], "games that reach the first round"),
        Picture(
            "flows-cards",
            "Cards drawn and paid by round",
            " ".join(words),
            lambda: draw_rounds(lines),
        ),
        round_table(
            "flows-cards",
            "Cards by round",
            rounds,
            (
                ("drawn_all", "Drawn", "to hands"),
                ("cards_paid", "Paid", "for actions"),
                ("acquired", "Acquired", "cards of value 2 and 3 by action"),
                ("learned", "Learned", "spells"),
                ("strength", "Value", "of all decks at the end of the round"),
                ("pool", "Pool", "cards in supports at the end of the round"),
            ),
        ),
    )


def round_table(
    name: str, caption: str, rounds: Sequence[RoundFlow], columns: Sequence[tuple[str, str, str]]
) -> Table:
    return Table(
        name,
        caption,
        (
            Column("round", "Round", Kind.COUNT),
            *(Column(key, title, Kind.ESTIMATE, meaning) for key, title, meaning in columns),
        ),
        tuple((each.round, *(each.of(key) for key, *_ in columns)) for each in rounds),
    )


# ---------------------------------------------------------------- the ledger


def stream_block(found: Flows, thing: str) -> Block:
    """Sources and sinks of one thing."""
    streams = [each for each in found.streams if each.thing == thing]
    name = THINGS[thing]
    words = (
        f"Most {name} come from {largest(streams, IN)}; most go to {largest(streams, OUT)}. "
        f"Counted are moves {SPANS[thing]}."
    )
    key = f"flows-{thing}-streams"
    return Block(
        key,
        f"{name[:1].upper()}{name[1:]}: sources and sinks",
        (words,),
        basis_of(streams[0].cards, "games") if streams else "",
        Picture(key, f"Cards in a game: {name}", words, lambda: flow_picture(streams), wide=True),
        Table(
            key,
            f"{name[:1].upper()}{name[1:]} in a game",
            (
                Column("way", "Way"),
                Column("cause", "Cause"),
                Column("cards", "Cards", Kind.ESTIMATE, "in a game, all players together"),
            ),
            tuple(
                (each.way, stream_name(each), each.cards)
                for way in (IN, OUT)
                for each in sorted_by_value(streams, lambda each: each.cards.value)
                if each.way == way
            ),
        ),
    )


def stream_name(each: Stream) -> str:
    return cause_name(each.cause, each.detail)


def largest(streams: Sequence[Stream], way: str) -> str:
    """The three largest causes."""
    here = sorted_by_value(
        [each for each in streams if each.way == way], lambda each: each.cards.value
    )
    return first_few([f"{stream_name(e)} ({percent(e.cards)})" for e in here[:3]]) or "nothing"


def flow_picture(streams: Sequence[Stream]) -> Figure:
    """Bands from causes, and to causes; what stays is left at the end."""
    name = THINGS[streams[0].thing]
    into = [Band(stream_name(e), name, e.cards.value) for e in streams if e.way == IN]
    out = [Band(name, stream_name(e), e.cards.value) for e in streams if e.way == OUT]
    rest = sum(band.size for band in into) - sum(band.size for band in out)
    if rest > 0:
        out.append(Band(name, "left at the end", rest))
    return draw_flow(into, out, {name: COLORS[name]})


def source_block(streams: Sequence[RoundStream]) -> Block:
    """Sources of madness by round."""
    causes = sorted({each.cause for each in streams}, key=lambda cause: -total(streams, cause))
    rounds = sorted({each.round for each in streams})
    of_cause = {
        cause: tuple((e.round, e.cards) for e in streams if e.cause == cause) for cause in causes
    }
    parts = [f"{cause_name(cause)} {round_words(of_cause[cause])}" for cause in causes[:2]]
    words = f"Madness taken, by source: {'; '.join(parts)}."
    lines = [
        RoundLine(cause_name(cause), of_cause[cause], SERIES[place % len(SERIES)])
        for place, cause in enumerate(causes[:5])
    ]
    table = {(each.round, each.cause): each.cards for each in streams}
    return Block(
        "flows-sources",
        "Sources of madness by round",
        (words,),
        basis_of(streams[0].cards, "games that reach the first round"),
        Picture("flows-sources", "Madness taken, by source", words, lambda: draw_rounds(lines)),
        Table(
            "flows-sources",
            "Madness taken in games that reach the round",
            (
                Column("source", "Source"),
                *(Column(f"round_{n}", f"Round {n}", Kind.ESTIMATE) for n in rounds),
            ),
            tuple(
                (cause_name(cause), *(table.get((number, cause)) for number in rounds))
                for cause in causes
            ),
        ),
    )


def total(streams: Sequence[RoundStream], cause: str) -> float:
    return sum(each.cards.value for each in streams if each.cause == cause)
