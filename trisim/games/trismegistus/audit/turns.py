"""Checks of turns: dice drafted and used, potency, the action, and how turns follow each other."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import COLORS, SYMBOLS, WILD
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import before, ends, in_groups, nth, running

ROUND_OF_SEAT = ["game", "round", "seat"]


def followed(evidence: Evidence) -> pl.DataFrame:
    """The turns of finished games with what they come to, die by die.

    ``nth``: which turn of the seat in the round this is; ``last``: whether it has no other in it;
    ``dice``: how many it has drafted in it; ``left``: potency after the action; ``before``: potency
    left from the turn before; ``was_…``: the die of the turn before; ``finishes``: whether the
    seat is done with the round.
    """
    return evidence.once("followed", follow)


def follow(evidence: Evidence) -> pl.DataFrame:
    """See ``followed``."""
    turns = evidence.finished("turns")
    dice_per_round = evidence.facts.box.rules.numbers.dice_per_round
    die = ["drafted", "color", "symbol"]
    left = pl.col("potency") - pl.col("spent")
    rows = in_groups(turns.select(*ROUND_OF_SEAT, *die, left=left), *ROUND_OF_SEAT)
    more = rows.select(
        "row",
        "left",
        nth=nth(),
        last=ends(),
        dice=running(pl.col("drafted").cast(pl.Int32)),
        before=before("left").fill_null(0),
        was_color=before("color"),
        was_symbol=before("symbol"),
    ).with_columns(finishes=(pl.col("dice") == dice_per_round) & (pl.col("left") == 0))
    return turns.hstack(more.sort("row").drop("row"))


# ---------------------------------------------------------------- dice


@check("drafts", "a bowl is named with each die drafted, and only then", "turns", "games")
def drafts(evidence: Evidence) -> Iterator[Wrong]:
    """Ethereal dice go with a draft, too, up to so many."""
    frame = followed(evidence)
    drafted = pl.col("drafted")
    for name in ("bowl", "bowl_size"):
        said = pl.when(drafted).then(pl.lit("a value")).otherwise(pl.lit("nothing"))
        wrong = pl.col(name).is_not_null() != drafted
        yield from evidence.faulty("turns", frame, wrong, name, said)
    most = evidence.facts.box.rules.numbers.ethereal_per_draft
    allowed = pl.when(drafted).then(most).otherwise(0)
    spent = pl.col("ethereal")
    wrong = (spent < 0) | (spent > allowed)
    yield from evidence.faulty("turns", frame, wrong, "ethereal", pl.format("up to {}", allowed))


@check(
    "picks", "the drafts of a round are numbered 1, 2, …, and other turns have none", "turns.pick"
)
def picks(evidence: Evidence) -> Iterator[Wrong]:
    """By whoever drafts, in the order of turns."""
    turns = evidence["turns"].select("game", "round", "turn", "seat", "drafted", "pick")
    drafts = running(pl.col("drafted").cast(pl.Int32))
    frame = in_groups(turns, "game", "round").with_columns(
        right=pl.when("drafted").then(drafts).cast(pl.Int32)
    )
    yield from evidence.differing("turns", frame, "pick", "right")


@check("three-dice", "every seat drafts and uses all its dice in every round", "turns", "games")
def dice_of_a_round(evidence: Evidence) -> Iterator[Wrong]:
    """Its last turn of a round is the one that uses up the last die."""
    dice = evidence.facts.box.rules.numbers.dice_per_round
    frame = followed(evidence)
    last = frame.filter("last")
    yield from evidence.differing("turns", last, "dice drafted in the round", pl.lit(dice), "dice")
    over = pl.col("finishes") & ~pl.col("last")
    said = "no turn after the last die"
    yield from evidence.faulty("turns", frame, over, "dice used in the round", said, "dice")
    unused = ~pl.col("finishes") & (pl.col("dice") == dice)
    yield from evidence.faulty(
        "turns", last, unused, "potency left at the round's end", "0", "left"
    )
    yield from every_seat_plays(evidence, last)


def every_seat_plays(evidence: Evidence, last: pl.DataFrame) -> Iterator[Wrong]:
    """In every round of a game, every seat has turns."""
    seats, rounds = evidence.facts.request.players, evidence.facts.rounds
    count = last.group_by("game").len("found").sort("game")
    found = pl.col("found").cast(pl.Int64)
    what, right = "seats with turns over all rounds", pl.lit(seats * rounds)
    yield from evidence.differing("turns", count, what, right, found)


@check(
    "bowls",
    "a drafted die is still in its bowl, which has as many dice as said",
    "turns",
    "rounds",
    "games",
)
def bowls(evidence: Evidence) -> Iterator[Wrong]:
    """The dice after the roll, less those drafted before."""
    drafted = followed(evidence).filter("drafted").drop_nulls(["bowl", "color"])
    frame = with_rolled(
        evidence, drafted.select("game", "round", "turn", "seat", *DIE, "bowl_size")
    )
    for name, key in (("taken", ["bowl"]), ("same", ["bowl", "color"])):
        rows = in_groups(frame.select("at", *key), "at", *key)
        frame = frame.hstack(rows.select("row", nth().alias(name)).sort("row").drop("row"))
    left = pl.col("in_bowl") - pl.col("taken")
    yield from evidence.differing("turns", frame, "bowl_size", left)
    gone = pl.col("of_color") - pl.col("same") < 1
    die = pl.format("a {} die of the {} bowl", "color", "bowl")
    yield from evidence.faulty("turns", frame, gone, "drafted", "one that is there", die)


DIE = ["bowl", "color"]


def with_rolled(evidence: Evidence, drafted: pl.DataFrame) -> pl.DataFrame:
    """Drafts with the dice after the roll: in the bowl, and of the colour; ``at`` is the round."""
    rounds = evidence["rounds"].with_row_index("at")
    columns = [f"bowl_{symbol}_{color}" for symbol in SYMBOLS for color in COLORS]
    dice = rounds.select(columns).to_numpy().reshape(-1, len(SYMBOLS), len(COLORS))
    frame = drafted.join(
        rounds.select("at", "game", "round"), on=["game", "round"], maintain_order="left"
    ).with_columns(pl.col("bowl").cast(pl.Enum(SYMBOLS)), pl.col("color").cast(pl.Enum(COLORS)))
    at, symbol, color = (frame[name].to_physical().to_numpy() for name in ("at", *DIE))
    return frame.with_columns(
        in_bowl=pl.Series(dice.sum(axis=2)[at, symbol]), of_color=pl.Series(dice[at, symbol, color])
    )


@check(
    "die", "a die keeps colour and symbol; a wild one is given one of the others", "turns", "games"
)
def die_in_use(evidence: Evidence) -> Iterator[Wrong]:
    """A drafted die shows its bowl, any other is the one of the turn before."""
    drafted, wild = pl.col("drafted"), pl.col("bowl") == WILD
    symbol = pl.when(drafted).then("bowl").otherwise("was_symbol")
    frame = followed(evidence)
    plain = frame.filter(~(drafted & wild).fill_null(False))
    yield from evidence.differing("turns", plain, "symbol", symbol)
    still_wild = pl.col("symbol") == WILD
    yield from evidence.faulty("turns", frame, still_wild, "symbol", "another than wild")
    kept = frame.filter(~drafted)
    yield from evidence.differing("turns", kept, "color", "was_color")


# ---------------------------------------------------------------- potency


@check(
    "potency",
    "a die has the potency of its bowl and ethereal dice, or what was left",
    "turns",
    "games",
)
def potency(evidence: Evidence) -> Iterator[Wrong]:
    """As many as there were dice in the bowl, up to the limit, with ethereal dice too."""
    limit = evidence.facts.box.rules.numbers.potency_limit
    drawn = pl.min_horizontal("bowl_size", pl.lit(limit)) + pl.col("ethereal")
    right = pl.when("drafted").then(drawn).otherwise("before").cast(pl.Int32)
    frame = followed(evidence)
    yield from evidence.differing("turns", frame, "potency", right)
    high = pl.col("potency") > limit
    yield from evidence.faulty("turns", frame, high, "potency", f"up to {limit}")


@check("spent", "an action spends potency, and no more than there is", "turns", "games")
def potency_spent(evidence: Evidence) -> Iterator[Wrong]:
    """At least one: every action costs something."""
    wrong = ~pl.col("spent").is_between(1, "potency")
    said = pl.format("1 to {}", "potency")
    yield from evidence.faulty("turns", followed(evidence), wrong, "spent", said)


@check(
    "wasted",
    "drafting early loses the potency that was left, and nothing else does",
    "turns",
    "games",
)
def potency_wasted(evidence: Evidence) -> Iterator[Wrong]:
    """What was left of the die before."""
    right = pl.when("drafted").then("before").otherwise(0)
    yield from evidence.differing("turns", followed(evidence), "wasted", right)


# ---------------------------------------------------------------- how turns follow each other


@check(
    "turns-in-order",
    "seats take turns in the order of the round, those who are done excepted",
    "turns",
    "rounds",
    "games",
)
def turns_in_order(evidence: Evidence) -> Iterator[Wrong]:
    """First everybody's first turn of the round, in order, then everybody's second, and so on."""
    orders = evidence["rounds"].select(
        "game", "round", seat="order", place=pl.int_ranges(pl.col("order").list.len())
    )
    places = orders.explode("seat", "place").drop_nulls("seat").unique(ROUND_OF_SEAT)
    frame = followed(evidence).select("game", "round", "turn", "seat", "nth")
    placed = frame.join(places, on=ROUND_OF_SEAT, how="left", maintain_order="left")
    right = placed.sort("game", "round", "nth", "place", maintain_order=True)
    both = frame.with_columns(right_round=right["round"], right=right["seat"])
    yield from evidence.differing("turns", both, "round", "right_round")
    yield from evidence.differing("turns", both, "seat", "right")
