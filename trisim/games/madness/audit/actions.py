"""Checks of actions: whose they are, what they cost, and that players and turns count them."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import ACTIONS, COUNTED_AS, KINDS
from trisim.games.madness.box.words import VALUES, Element
from trisim.games.madness.record.tables import ELEMENTS
from trisim.sim.audit.findings import Wrong

SEAT = ["game", "seat"]
TURN = ["game", "turn"]
PAID = [f"paid_{element}" for element in ELEMENTS]
CARDS = ("cards_hand", "cards_support", "cards_others", "cards_kept")
MOST_SURPLUS = VALUES - 1
"""A card with more than that too much would be needless."""

BELONGS = {
    "spell": ("cast", "learn"),
    "boost": ("cast",),
    "card": ("acquire",),
    "curse": ("destroy",),
    "element": ("cure",),
}
"""Columns that only some kinds of rows have, and always."""


@check("action-columns", "a row tells what belongs to its kind, and nothing else", "actions")
def columns_of_actions(evidence: Evidence) -> Iterator[Wrong]:
    """Spells, boosts, cards, curses, elements; only the five actions are paid."""
    frame = evidence["actions"]
    for name, kinds in BELONGS.items():
        belongs = pl.col("kind").is_in(kinds)
        said = pl.when(belongs).then(pl.lit("a value")).otherwise(pl.lit("nothing"))
        wrong = pl.col(name).is_not_null() != belongs
        yield from evidence.faulty("actions", frame, wrong, name, said)
    odd = pl.col("forgotten").is_not_null() & (pl.col("kind") != "learn")
    yield from evidence.faulty("actions", frame, odd, "forgotten", "nothing")
    free = frame.filter(~pl.col("kind").is_in(ACTIONS))
    for name in (*PAID, *CARDS):
        yield from evidence.differing("actions", free, name, pl.lit(0))
    most = evidence.facts.box.rules.numbers.most_boost
    high = ~pl.col("boost").is_between(1, most)
    yield from evidence.faulty("actions", frame, high, "boost", f"1 to {most}")


# ---------------------------------------------------------------- whose turn it is


@check("action-seats", "a seat acts in its own turn, or if it was given an action", "actions")
def seats_of_actions(evidence: Evidence) -> Iterator[Wrong]:
    """Only inside of an effect somebody else acts, and actions can be left."""
    frame = evidence["actions"]
    own = frame.filter(pl.col("depth") == 0)
    yield from evidence.differing("actions", own, "seat", "active")
    yield from evidence.differing("actions", own, "given_by", pl.lit(None, pl.Int32))
    below = pl.col("depth") < 0
    yield from evidence.faulty("actions", frame, below, "depth", "0 or more")
    left = (pl.col("kind") == "pass") & (pl.col("depth") == 0)
    yield from evidence.faulty("actions", frame, left, "depth", "1 or more")
    if not evidence.facts.box.rules.rulings.abilities_on_others_turns:
        abilities = frame.filter(pl.col("kind") == "ability")
        yield from evidence.differing("actions", abilities, "depth", pl.lit(0))


@check(
    "actions-of-turns",
    "actions are in the turns of their game, and count there",
    "turns",
    "actions",
)
def actions_of_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Their active seat, their number of each kind, and the cards that paid."""
    there = evidence["turns"].select(*TURN, right="seat")
    frame = evidence["actions"].join(there, on=TURN, how="left", maintain_order="left")
    yield from evidence.differing("actions", frame, "active", "right")
    back = pl.col("turn") < pl.col("turn").shift(1).over("game")
    frame = evidence["actions"].with_columns(back=back)
    yield from evidence.faulty("actions", frame, pl.col("back"), "turn", "no earlier one")
    counts = (
        evidence["actions"]
        .group_by(TURN)
        .agg(
            *counts_of_kinds(),
            abroad=(is_action() & (pl.col("seat") != pl.col("active"))).sum(),
            cards_paid=pl.sum_horizontal(CARDS).sum(),
            cards_others=pl.col("cards_others").sum(),
        )
    )
    yield from compared(evidence, "turns", counts, TURN)


def is_action() -> pl.Expr:
    """Whether a row is one of the five actions."""
    return pl.col("kind").is_in(ACTIONS)


def counts_of_kinds() -> list[pl.Expr]:
    """The number of rows of each kind, by the column that counts them."""
    counts = [(pl.col("kind") == kind).sum().alias(name) for name, kind in COUNTED_AS.items()]
    return [*counts, is_action().sum().alias("actions")]


def compared(
    evidence: Evidence, table: str, counts: pl.DataFrame, key: list[str]
) -> Iterator[Wrong]:
    """Columns of a table against counts of the same names."""
    names = [name for name in counts.columns if name not in key]
    renamed = counts.rename({name: f"·{name}" for name in names})
    frame = evidence[table].join(renamed, on=key, how="left", maintain_order="left")
    for name in names:
        right = pl.col(f"·{name}").fill_null(0).cast(pl.Int32)
        yield from evidence.differing(table, frame, name, right)


@check("rounds-of-actions", "actions are those of the monster at hand", "actions", "monsters")
def rounds_of_actions(evidence: Evidence) -> Iterator[Wrong]:
    """From the turn in which it appeared to that of the next one."""
    there = evidence["monsters"].select("game", "round", "first_turn", "turns")
    frame = evidence["actions"].join(there, on=["game", "round"], how="left", maintain_order="left")
    last = pl.col("first_turn") + pl.col("turns")
    astray = ~pl.col("turn").is_between("first_turn", last).fill_null(False)
    said = pl.format("the monster of turn {}", "turn")
    yield from evidence.faulty("actions", frame, astray, "round", said)
    counts = evidence["actions"].filter(is_action()).group_by("game", "round").len("actions")
    yield from compared(evidence, "monsters", counts, ["game", "round"])


# ---------------------------------------------------------------- costs


@check("costs", "an action costs what the box says, and no card of it is needless", "actions")
def costs(evidence: Evidence) -> Iterator[Wrong]:
    """Level of the spell and boost; learning, curing; the value of a card; a curse."""
    frame = with_needs(evidence)
    for element in ELEMENTS:
        need, paid = pl.col(f"need_{element}"), pl.col(f"paid_{element}")
        few = paid < need
        said = pl.format("at least {}", need)
        yield from evidence.faulty("actions", frame, few, f"paid_{element}", said)
        most = pl.when(need > 0).then(need + MOST_SURPLUS).otherwise(0) + pl.col("extra")
        said = pl.format("up to {}", most)
        yield from evidence.faulty("actions", frame, paid > most, f"paid_{element}", said)
    cards, value = pl.sum_horizontal(CARDS), pl.sum_horizontal(PAID)
    odd = ~cards.is_between((value + VALUES - 1) // VALUES, value)
    said = pl.format("so many that they are worth {}", value)
    yield from evidence.faulty("actions", frame, odd, "cards that paid", said, cards)
    for name in CARDS:
        yield from evidence.faulty("actions", frame, pl.col(name) < 0, name, "0 or more")


def with_needs(evidence: Evidence) -> pl.DataFrame:
    """Actions with what they need of each element, and what tokens may add to it."""
    facts = evidence.facts
    numbers, kind = facts.box.rules.numbers, pl.col("kind")
    frame = (
        evidence["actions"]
        .filter(is_action())
        .join(facts.spells, on="spell", how="left", maintain_order="left")
        .join(facts.curses, on="curse", how="left", maintain_order="left")
    )
    acquired = pl.col("card").replace_strict(facts.values, default=None, return_dtype=pl.Int32)
    cost = (
        pl.when(kind == "cast")
        .then(pl.col("level") * pl.col("boost"))
        .when(kind == "learn")
        .then(numbers.learn_cost)
        .when(kind == "acquire")
        .then(acquired)
        .when(kind == "cure")
        .then(numbers.cure_cost)
    )
    element = pl.coalesce("spell_element", "element", pl.col("card").str.split(" ").list.first())
    needs = [
        pl.when(kind == "destroy")
        .then(f"cost_{name}")
        .when(element == word.word)
        .then(cost)
        .otherwise(0)
        .fill_null(0)
        .alias(f"need_{name}")
        for name, word in zip(ELEMENTS, Element, strict=True)
    ]
    most = numbers.token_cost * numbers.tokens + MOST_SURPLUS if numbers.tokens else 0
    extra = pl.when(kind == "destroy").then(most).otherwise(0)
    return frame.with_columns(*needs, extra=extra)


@check(
    "token-costs",
    "each token on a curse makes its destruction dearer",
    "actions",
    "curses",
)
def token_costs(evidence: Evidence) -> Iterator[Wrong]:
    """So much of its element; nothing else is paid beyond the cost."""
    numbers = evidence.facts.box.rules.numbers
    key = ["game", "turn", "seat", "curse"]
    tokens = evidence["curses"].select(
        "game", "curse", "tokens", turn="turn_gone", seat="destroyed_by"
    )
    frame = (
        evidence["actions"]
        .filter(pl.col("kind") == "destroy")
        .join(tokens, on=key, how="left", maintain_order="left")
        .join(evidence.facts.curses, on="curse", how="left", maintain_order="left")
    )
    plain = pl.sum_horizontal(f"cost_{name}" for name in ELEMENTS)
    cost = plain + pl.col("tokens").fill_null(0) * numbers.token_cost
    paid = pl.sum_horizontal(PAID)
    surplus = MOST_SURPLUS * pl.sum_horizontal((pl.col(name) > 0).cast(pl.Int32) for name in PAID)
    wrong = ~paid.is_between(cost, cost + surplus)
    said = pl.format("{} to {}", cost, cost + surplus)
    yield from evidence.faulty("actions", frame, wrong, "paid for the curse", said, paid)


@check("acquired", "cards that are acquired have a stack", "actions")
def acquired(evidence: Evidence) -> Iterator[Wrong]:
    """Those of value 1 have none."""
    stacked = [kind for kind in KINDS if evidence.facts.values[kind] > 1]
    odd = ~pl.col("card").is_in(stacked)
    yield from evidence.faulty("actions", evidence["actions"], odd, "card", "of value 2 or 3")


# ---------------------------------------------------------------- players


@check("actions-of-players", "counts of players are those of their actions", "players", "actions")
def actions_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """By kind, boosted, in turns of others, and the cards that paid."""
    counts = (
        evidence["actions"]
        .group_by(SEAT)
        .agg(
            *counts_of_kinds(),
            *(pl.col(name).sum() for name in CARDS),
            boosted=(pl.col("boost") > 1).sum(),
            abroad=(is_action() & (pl.col("seat") != pl.col("active"))).sum(),
        )
    )
    yield from compared(evidence, "players", counts, SEAT)


@check("lent", "cards of supports that pay for others are somebody's", "players")
def lent(evidence: Evidence) -> Iterator[Wrong]:
    """As many as others have paid with."""
    games = (
        evidence["players"]
        .group_by("game", maintain_order=True)
        .agg(pl.col("cards_lent", "cards_others").sum())
    )
    yield from evidence.differing("players", games, "cards_lent", "cards_others")


@check("given", "actions that were given are taken or left", "players", "actions")
def given(evidence: Evidence) -> Iterator[Wrong]:
    """As long as the game goes on; what spells give is received."""
    by_others = pl.col("given_by").ne_missing(pl.col("seat")) & (pl.col("depth") > 0)
    taken = (
        evidence["actions"]
        .filter(by_others & is_action())
        .group_by(SEAT)
        .agg(taken=pl.len().cast(pl.Int32))
    )
    frame = evidence["players"].join(taken, on=SEAT, how="left", maintain_order="left")
    most = pl.col("actions_received") - pl.col("actions_left")
    many = pl.col("taken").fill_null(0) > most
    said, found = pl.format("up to {}", most), pl.col("taken")
    yield from evidence.faulty("players", frame, many, "given actions taken", said, found)
    sums = frame.group_by("game", maintain_order=True).agg(
        pl.col("actions_given", "actions_received").sum()
    )
    wrong = pl.col("actions_given") > pl.col("actions_received")
    said = pl.format("up to {}", "actions_received")
    yield from evidence.faulty("players", sums, wrong, "actions_given", said)
