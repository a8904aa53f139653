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
from trisim.report.sections.words import basis_of, percent, round_words, sorted_by_value
from trisim.report.style import SERIES
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Estimate
from trisim.texts import listed

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
TITLES = {
    "decks": "What joins and leaves the players' cards",
    "hands": "What comes to hands and leaves them",
}
SPANS = {
    "decks": "Counted are moves into hands, supports, decks and discard piles from elsewhere, and "
    "out of them; those between them don't count.",
    "hands": "Counted are element cards that come to hands and leave them, by what moves them.",
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
        blocks += [
            stream_block(found, "decks", (MADNESS, CARDS)),
            stream_block(found, "hands", (HANDS,)),
        ]
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
        f"in these places: {listed([place_words(e.where, e.cards) for e in ranked[:3]])}."
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


def stream_block(found: Flows, name: str, things: Sequence[str]) -> Block:
    """Sources and sinks of some things."""
    streams = [each for each in found.streams if each.thing in things]
    words = " ".join(
        f"Of {THINGS[thing]} most come from {largest(streams, thing, IN)}; most go to "
        f"{largest(streams, thing, OUT)}."
        for thing in things
    )
    key = f"flows-{name}"
    return Block(
        key,
        TITLES[name],
        (words, SPANS[name]),
        basis_of(streams[0].cards, "games with a ledger") if streams else "",
        Picture(
            key,
            "Cards in a game, all players together",
            words,
            lambda: flow_picture(streams),
            wide=True,
        ),
        Table(
            key,
            "Cards in a game, all players together",
            (
                Column("thing", "What"),
                Column("way", "Way"),
                Column("cause", "Cause"),
                Column("cards", "Cards", Kind.ESTIMATE, "in a game"),
            ),
            tuple(
                (THINGS[thing], way, stream_name(each), each.cards)
                for thing in things
                for way in (IN, OUT)
                for each in ranked(streams, thing, way)
            ),
        ),
    )


def ranked(streams: Sequence[Stream], thing: str, way: str) -> list[Stream]:
    """The streams of a thing, the largest first."""
    here = [each for each in streams if (each.thing, each.way) == (thing, way)]
    return sorted_by_value(here, lambda each: each.cards.value)


def stream_name(each: Stream) -> str:
    return cause_name(each.cause, each.detail)


def largest(streams: Sequence[Stream], thing: str, way: str) -> str:
    """The three largest causes."""
    here = ranked(streams, thing, way)[:3]
    return listed([f"{stream_name(e)} ({percent(e.cards)})" for e in here]) or "nothing"


def flow_picture(streams: Sequence[Stream]) -> Figure:
    """Bands from causes, and to causes; what stays is left at the end."""
    into = [Band(stream_name(e), THINGS[e.thing], e.cards.value) for e in streams if e.way == IN]
    out = [Band(THINGS[e.thing], stream_name(e), e.cards.value) for e in streams if e.way == OUT]
    for name in dict.fromkeys(THINGS[each.thing] for each in streams):
        came = sum(band.size for band in into if band.end == name)
        went = sum(band.size for band in out if band.start == name)
        out.append(Band(name, "left at the end", max(0.0, came - went)))
    return draw_flow(into, out, COLORS)


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
        basis_of(streams[0].cards, "games with a ledger that reach the first round"),
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
