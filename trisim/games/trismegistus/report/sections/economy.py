"""The section on the economy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.games.trismegistus.report.analyses.economy import TOKENS
from trisim.games.trismegistus.report.sections.economy_names import (
    KIND_COLORS,
    amount,
    cause_name,
    item_name,
    largest,
    named_amounts,
)
from trisim.games.trismegistus.report.words import SCORE
from trisim.report.figures.flow import Band, draw_flow
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import basis_of, percent
from trisim.stats.analyses.economy import ALL, POINTS, Economy, Flow, Holding
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Estimate
from trisim.texts import listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KEY, TITLE = "economy", "Economy"
QUESTION = "Where do materials, gold and points come from, and where do they go?"

LEFT = "left at the end"
SHOWN_SOURCES = 12
"""Sources of points in the picture; all of them are in the table."""


def build(inputs: ReportInputs) -> Section:
    """Flows of the run that the page is about."""
    run = inputs.subject
    found = run.result(Economy, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    if not found.games or not found.items:
        problem = "No game of the run has entries in the ledger."
        return Section(KEY, TITLE, QUESTION, problem=problem)
    blocks = [
        flow_block(found, run.facts),
        item_block(found, run.facts),
        gold_block(found, run.facts) if any(each.item == "gold" for each in found.items) else None,
        point_block(found, run.facts) if found.points else None,
    ]
    return Section(KEY, TITLE, QUESTION, tuple(block for block in blocks if block is not None))


def ledger_basis(estimate: Estimate, found: Economy, facts: Facts) -> str:
    """What figures stand on: the games that have a ledger."""
    games = (
        "every game has a ledger"
        if found.games == facts.games
        else f"the ledger is of {found.games:,} of {facts.games:,} games"
    )
    return f"{basis_of(estimate, 'players')} Per player and game; {games}."


# ---------------------------------------------------------------- the flow


def flow_block(found: Economy, facts: Facts) -> Block:
    """From sources through materials to where they go."""
    together = [flow for flow in found.kinds if flow.item == ALL]
    words = flow_words(together, gains_words(facts))
    return Block(
        "economy-flow",
        "Materials, essences and dice",
        (
            words,
            "Transmutation stands on both sides: it takes a material and an essence and gives the "
            "next material; so do reactions and cards that transmute.",
        ),
        ledger_basis(first_known(found.kinds), found, facts),
        Picture(
            "economy-flow",
            "Where materials come from and where they go, per player and game",
            words,
            lambda: flow_picture(found.kinds),
            wide=True,
        ),
        flow_table("economy-kinds", "Flows by kind and cause", found.kinds, "Kind"),
    )


def first_known(flows: Sequence[Flow]) -> Estimate:
    """An estimate of a family, for what they stand on."""
    return next(each for flow in flows for each in (flow.gained, flow.spent) if each is not None)


def gains_words(facts: Facts) -> str:
    """Whose figures they are."""
    return "You gain" if facts.has_automa else "A player gains"


def flow_words(together: Sequence[Flow], who: str) -> str:
    """The largest sources and sinks."""
    total = next((flow for flow in together if flow.cause == ALL), None)
    if total is None or total.gained is None:
        return "Nothing was gained."
    words = (
        f"{who} {percent(total.gained)} materials, essences and ethereal dice in a game. "
        f"Most come from {named_amounts(largest(together, 'gained'))}."
    )
    if total.spent is None:
        return words
    return f"{words} Most go to {named_amounts(largest(together, 'spent'))}."


def flow_picture(kinds: Sequence[Flow]) -> Figure:
    """Bands by cause and kind; what isn't spent is left."""
    causes = [flow for flow in kinds if flow.item != ALL and flow.cause != ALL]
    into = [
        Band(cause_name(flow.cause), item_name(flow.item), flow.gained.value)
        for flow in causes
        if flow.gained is not None
    ]
    out = [
        Band(item_name(flow.item), cause_name(flow.cause), flow.spent.value)
        for flow in causes
        if flow.spent is not None
    ]
    for flow in kinds:
        if flow.item != ALL and flow.cause == ALL and flow.gained is not None:
            rest = flow.gained.value - (flow.spent.value if flow.spent is not None else 0.0)
            out.append(Band(item_name(flow.item), LEFT, rest))
    return draw_flow(into, out, KIND_COLORS)


def flow_table(name: str, caption: str, flows: Sequence[Flow], what: str) -> Table:
    """A row for each item and cause."""
    return Table(
        name,
        caption,
        (
            Column("item", what),
            Column("cause", "Cause"),
            Column("gained", "Gained", Kind.ESTIMATE, "per player and game"),
            Column("spent", "Spent", Kind.ESTIMATE, "per player and game"),
        ),
        tuple(
            (item_name(flow.item), cause_name(flow.cause), flow.gained, flow.spent)
            for flow in flows
        ),
    )


# ---------------------------------------------------------------- items and books


def item_block(found: Economy, facts: Facts) -> Block:
    """Each item: gained, spent, left; and whether totals match."""
    totals = [flow for flow in found.items if flow.cause == ALL and flow.item not in TOKENS]
    left = {each.item: each.left for each in found.holdings}
    groups = [
        Group(item_name(flow.item), (flow.gained, flow.spent, left.get(flow.item)))
        for flow in totals
    ]
    words = item_words(found)
    return Block(
        "economy-items",
        "Item by item",
        (words, totals_words(found.holdings)),
        ledger_basis(first_known(found.items), found, facts),
        Picture(
            "economy-items",
            "Gained, spent and left at the end, per player and game",
            words,
            lambda: draw_grouped(groups, ["gained", "spent", "left"], tight=True),
        ),
        item_table(found),
    )


def item_words(found: Economy) -> str:
    """What is gained most, and of what most is left; tokens aside."""
    totals = [
        (flow.item, flow.gained)
        for flow in found.items
        if flow.cause == ALL and flow.item not in TOKENS and flow.gained is not None
    ]
    lefts = [(each.item, each.left) for each in found.holdings if each.item not in TOKENS]
    if not totals or not lefts:
        return "Nothing was gained."
    most, gained = max(totals, key=lambda each: each[1].value)
    over, left = max(lefts, key=lambda each: each[1].value)
    return (
        f"Most is gained of {item_name(most)}, {percent(gained)} per player and game; most is left "
        f"of {item_name(over)}, {percent(left)}."
    )


def totals_words(holdings: Sequence[Holding]) -> str:
    """Whether gained less spent is what players held."""
    checked = [each for each in holdings if each.held is not None]
    off = [each for each in checked if each.net != each.held]
    if not off:
        return (
            f"All totals match: for all {len(checked)} items, gained minus spent is what "
            "players hold at the end."
        )
    wrong = listed(f"{item_name(each.item)} ({each.net} for {each.held})" for each in off)
    return f"Totals do NOT match for {wrong}: 'trisim audit' says more."


def item_table(found: Economy) -> Table:
    """Every cause of every item."""
    holdings = {each.item: each for each in found.holdings}
    rows: list[tuple[str, str, Estimate | None, Estimate | None, Estimate | None, int | None]] = []
    for flow in found.items:
        here = holdings.get(flow.item) if flow.cause == ALL else None
        off = None if here is None or here.held is None else here.net - here.held
        left = here.left if here is not None else None
        rows.append(
            (item_name(flow.item), cause_name(flow.cause), flow.gained, flow.spent, left, off)
        )
    return Table(
        "economy-items",
        "Every item by cause",
        (
            Column("item", "Item"),
            Column("cause", "Cause"),
            Column("gained", "Gained", Kind.ESTIMATE, "per player and game"),
            Column("spent", "Spent", Kind.ESTIMATE, "per player and game"),
            Column("left", "Left", Kind.ESTIMATE, "at the end"),
            Column("off", "Off", Kind.COUNT, "gained less spent less held, over all games; exact"),
        ),
        tuple(rows),
        shown=24,
    )


# ---------------------------------------------------------------- gold


def gold_block(found: Economy, facts: Facts) -> Block:
    """What a gold comes from, and what it goes to."""
    flows = [flow for flow in found.items if flow.item == "gold"]
    left = next((each.left for each in found.holdings if each.item == "gold"), None)
    words = gold_words(flows, left, gains_words(facts))
    groups = [
        Group(cause_name(flow.cause), (flow.gained, flow.spent))
        for flow in flows
        if flow.cause != ALL
    ]
    if left is not None:
        groups.append(Group(LEFT, (None, left)))
    return Block(
        "economy-gold",
        "Gold",
        (words,),
        ledger_basis(first_known(flows), found, facts),
        Picture(
            "economy-gold",
            "Gold per player and game, by cause",
            words,
            lambda: draw_grouped(groups, ["comes from", "goes to"]),
        ),
        flow_table("economy-gold", "Gold by cause", flows, "Item"),
    )


def gold_words(flows: Sequence[Flow], left: Estimate | None, who: str) -> str:
    """Its largest sources and sinks."""
    total = next((flow for flow in flows if flow.cause == ALL), None)
    if total is None or total.gained is None:
        return "Nobody gains gold."
    words = (
        f"{who} {percent(total.gained)} gold in a game, most of it from "
        f"{named_amounts(largest(flows, 'gained'))}."
    )
    if total.spent is not None:
        words += f" Most of it goes to {named_amounts(largest(flows, 'spent'))}"
        words += f"; {percent(left)} is left and scores." if left is not None else "."
    return words


# ---------------------------------------------------------------- points


def point_block(found: Economy, facts: Facts) -> Block:
    """Points by what gave them."""
    sources = sorted(
        [flow for flow in found.points if flow.cause != ALL and flow.gained is not None],
        key=lambda flow: -flow.moved,
    )
    dots = [
        Dot(source_name(flow), flow.gained)
        for flow in sources[:SHOWN_SOURCES]
        if flow.gained is not None
    ]
    words = point_words(sources)
    return Block(
        "economy-points",
        "Points",
        (words,),
        ledger_basis(first_known(sources), found, facts),
        Picture(
            "economy-points",
            "Points per player and game, by what gave them",
            words,
            lambda: draw_dots(dots),
        ),
        Table(
            "economy-points",
            "Points by source",
            (
                Column("source", "Source"),
                Column("when", "Given by"),
                Column("points", "Points", Kind.ESTIMATE, "per player and game"),
            ),
            tuple((SCORE.part(flow.item), cause_name(flow.cause), flow.gained) for flow in sources),
            shown=20,
        ),
    )


def source_name(flow: Flow) -> str:
    """A part of the score; with its cause where others give it too."""
    name = SCORE.part(flow.item)
    several = flow.item == f"{POINTS}track_top"
    return f"track top: {cause_name(flow.cause)}" if several else name


def point_words(sources: Sequence[Flow]) -> str:
    """The largest sources at the end and on the way."""
    parts = []
    for when, counts in (("At the end", True), ("On the way", False)):
        here = [flow for flow in sources if (flow.cause == "score") == counts]
        told = [(source_name(flow), each) for flow, each in largest(here, "gained", 2)]
        if told:
            what = listed(f"{name} {amount(each)}" for name, each in told)
            parts.append(f"{when}, most points come from {what}.")
    return " ".join(parts) or "Nobody scores."
