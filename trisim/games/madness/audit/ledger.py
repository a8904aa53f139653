"""Checks of the ledger: balances, the setup, and that all other tables say the same."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import KINDS, OWN_ZONES, Facts
from trisim.games.madness.audit.results import named
from trisim.games.madness.box.words import MADNESS, Element, Zone
from trisim.games.madness.record.tables import ELEMENTS
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import in_groups, running
from trisim.sim.audit.ledger import in_ledger

SEAT = ["game", "seat"]
TURN = ["game", "turn"]
NOBODY = -1
IS_MADNESS = pl.col("card") == KINDS[MADNESS]
ACCOUNT = ["game", "holder", "zone", "kind"]


def with_codes(evidence: Evidence) -> pl.DataFrame:
    """The ledger with numbers for zones and cards, and what counts often.

    ``value``: of all cards of the entry; ``leaves`` and ``comes``: whether they leave a zone of a
    seat, and whether they come to one.
    """
    words = [zone.word for zone in Zone]
    return evidence["ledger"].with_columns(
        kind=pl.col("card").replace_strict(
            KINDS, range(len(KINDS)), default=None, return_dtype=pl.Int8
        ),
        from_zone=pl.col("source").replace_strict(
            words, range(len(words)), default=None, return_dtype=pl.Int8
        ),
        to_zone=pl.col("target").replace_strict(
            words, range(len(words)), default=None, return_dtype=pl.Int8
        ),
        value=pl.col("card").replace_strict(evidence.facts.values, default=0, return_dtype=pl.Int32)
        * pl.col("cards"),
        leaves=pl.col("source").is_in(OWN_ZONES),
        comes=pl.col("target").is_in(OWN_ZONES),
    )


def entries_of(evidence: Evidence) -> pl.DataFrame:
    return evidence.once("ledger with codes", with_codes)


def sides(evidence: Evidence) -> pl.DataFrame:
    """Both sides of each entry: what a zone of a holder loses or gains of a kind."""
    frame = entries_of(evidence)
    names = ["game", "step", "kind"]
    source = frame.select(
        *names,
        holder=holder("leaves"),
        zone="from_zone",
        delta=-pl.col("cards"),
        shown="source_left",
        column=pl.lit("source_left"),
    )
    target = frame.select(
        *names,
        holder=holder("comes"),
        zone="to_zone",
        delta="cards",
        shown="target_now",
        column=pl.lit("target_now"),
    )
    return pl.concat([source, target]).sort("game", "step", "column")


def holder(is_own: str) -> pl.Expr:
    """The seat of a zone of its own, or nobody."""
    return pl.when(is_own).then("seat").otherwise(NOBODY)


def opening(facts: Facts) -> pl.DataFrame:
    """What zones of the table hold before the setup, by number."""
    words = [zone.word for zone in Zone]
    return facts.opening.select(
        holder=pl.lit(NOBODY, pl.Int32),
        zone=pl.col("zone").replace_strict(words, range(len(words)), return_dtype=pl.Int8),
        kind=pl.col("card").replace_strict(KINDS, range(len(KINDS)), return_dtype=pl.Int8),
        before="before",
    )


@check("zones", "what is left in a zone, and what is there now, follow from all entries", "ledger")
def balances(evidence: Evidence) -> Iterator[Wrong]:
    """By game, holder, zone and kind, from what lies there before the setup; never below 0."""
    frame = sides(evidence).join(
        opening(evidence.facts),
        on=["holder", "zone", "kind"],
        how="left",
        maintain_order="left",
    )
    grouped = in_groups(frame, *ACCOUNT).with_columns(
        right=running(pl.col("delta")) + pl.col("before").fill_null(0)
    )
    wrong = pl.col("shown") != pl.col("right")
    found = pl.format("{} of {}", "shown", "column")
    said = pl.col("right").cast(pl.String)
    rows = grouped.sort("row")
    yield from evidence.faulty("ledger", rows, wrong, "cards in the zone:", said, found)
    below = pl.col("shown") < 0
    yield from evidence.faulty("ledger", rows, below, "cards in the zone:", "0 or more", found)


@check("entries", "entries move cards between two zones, in the order of turns", "ledger", "games")
def entries(evidence: Evidence) -> Iterator[Wrong]:
    """Cards in zones of a seat are somebody's; the setup is turn -1."""
    turns = evidence["games"].select("game", "turns")
    frame = entries_of(evidence).join(turns, on="game", how="left", maintain_order="left")
    few = pl.col("cards") < 1
    yield from evidence.faulty("ledger", frame, few, "cards", "1 or more")
    same = pl.col("source") == pl.col("target")
    yield from evidence.faulty("ledger", frame, same, "target", "another zone")
    nobody = pl.col("seat").is_null() & (pl.col("leaves") | pl.col("comes"))
    yield from evidence.faulty("ledger", frame, nobody, "seat", "a seat")
    odd = ~pl.col("seat").is_in(list(evidence.facts.seats))
    yield from evidence.faulty("ledger", frame, odd, "seat", "one of the game")
    astray = ~pl.col("turn").is_between(-1, pl.col("turns") - 1)
    yield from evidence.faulty("ledger", frame, astray, "turn", "one of the game")
    frame = frame.with_columns(back=pl.col("turn") < pl.col("turn").shift(1).over("game"))
    yield from evidence.faulty("ledger", frame, pl.col("back"), "turn", "no earlier one")


@check("causes", "causes go with their cards, and the setup with its turn", "ledger")
def causes(evidence: Evidence) -> Iterator[Wrong]:
    """Before the first turn everything is for the setup, and nothing is later."""
    frame, cause = evidence["ledger"], pl.col("cause")
    early = (pl.col("turn") == -1) != (cause == "setup")
    yield from evidence.faulty("ledger", frame, early, "cause", "setup, in the setup alone")
    yield from named(evidence, "ledger", frame, "cause", "cause_id")


# ---------------------------------------------------------------- the beginning and the end


@check(
    "first-decks",
    "the setup deals each mage the first deck of the box, and a hand",
    "players",
    "ledger",
)
def first_decks(evidence: Evidence) -> Iterator[Wrong]:
    """Cards of value 1 by element, one of value 2, madness by the mode."""
    facts = evidence.facts
    setup = entries_of(evidence).filter(pl.col("turn") == -1)
    to_deck = setup.filter(pl.col("target") == Zone.DECK.word)
    kinds = to_deck.group_by(SEAT).agg(
        pl.col("cards").filter(pl.col("card") == kind).sum().alias(f"·{kind}") for kind in KINDS
    )
    hands = setup.filter(pl.col("target") == Zone.HAND.word)
    drawn = hands.group_by(SEAT).agg(first_hand=pl.col("cards").sum())
    players = evidence.finished("players").filter(in_ledger(evidence))
    frame = (
        players.join(kinds, on=SEAT, how="left", maintain_order="left")
        .join(drawn, on=SEAT, how="left", maintain_order="left")
        .join(decks(facts), on="mage", how="left", maintain_order="left")
    )
    has_two = facts.by_mode("starting_two")
    for element in Element:
        is_own = (pl.col("own") == element.word).cast(pl.Int32)
        ones = pl.col(f"ones_{element.name.lower()}") + is_own * (1 - has_two)
        expected_of = {1: ones, 2: is_own * has_two, 3: pl.lit(0)}
        for value, expected in expected_of.items():
            kind = f"{element.word} {value}"
            what, found = f"{kind} in the first deck", pl.col(f"·{kind}").fill_null(0)
            yield from evidence.differing("players", frame, what, expected.cast(pl.Int32), found)
    found = pl.col(f"·{KINDS[MADNESS]}").fill_null(0)
    right = facts.by_mode("madness_in_deck")
    yield from evidence.differing("players", frame, "madness in the first deck", right, found)
    found = pl.col("first_hand").fill_null(0)
    yield from evidence.differing("players", frame, "first hand", pl.lit(facts.hand), found)


def decks(facts: Facts) -> pl.DataFrame:
    """The mages with what their first decks consist of."""
    mages = facts.box.mages
    ones = {
        f"ones_{name}": pl.Series([mage.ones[element] for mage in mages], dtype=pl.Int32)
        for name, element in zip(ELEMENTS, Element, strict=True)
    }
    own = [mage.element.word for mage in mages]
    return pl.DataFrame({"mage": list(facts.box.roles), "own": own, **ones})


@check("books", "what a seat's entries add up to is what it has at the end", "players", "ledger")
def books(evidence: Evidence) -> Iterator[Wrong]:
    """Cards and madness by zone, value by element."""
    frame = entries_of(evidence)
    came = frame.filter("comes").select(*SEAT, "card", "cards", "value", zone="target")
    left = frame.filter("leaves").select(
        *SEAT, "card", -pl.col("cards"), -pl.col("value"), zone="source"
    )
    both = pl.concat([came, left])
    element = pl.col("card").str.split(" ").list.first()
    sums = both.group_by(SEAT).agg(
        *(in_zone("cards", zone).alias(f"·{zone}") for zone in OWN_ZONES),
        *(in_zone("cards", zone, IS_MADNESS).alias(f"·madness_{zone}") for zone in OWN_ZONES),
        *(
            pl.col("value").filter(element == word.word).sum().alias(f"·value_{name}")
            for name, word in zip(ELEMENTS, Element, strict=True)
        ),
    )
    players = evidence["players"].filter(in_ledger(evidence))
    joined = players.join(sums, on=SEAT, how="left", maintain_order="left")
    for name in (column[1:] for column in sums.columns if column.startswith("·")):
        yield from evidence.differing("players", joined, name, pl.col(f"·{name}").fill_null(0))


def in_zone(name: str, zone: str, where: pl.Expr | None = None) -> pl.Expr:
    """The sum of what came to a zone."""
    is_there = pl.col("zone") == zone
    return pl.col(name).filter(is_there if where is None else is_there & where).sum()


@check("table", "what entries add up to is what is left on the table", "games", "ledger")
def table(evidence: Evidence) -> Iterator[Wrong]:
    """Madness in the pile, under curses, destroyed and gone."""
    frame = entries_of(evidence).filter(IS_MADNESS)
    zones = {
        "pile_left": Zone.PILE,
        "madness_curses": Zone.CURSE,
        "madness_destroyed": Zone.DESTROYED,
        "madness_gone": Zone.BOX,
    }
    sums = frame.group_by("game").agg(
        (
            pl.col("cards").filter(pl.col("target") == zone.word).sum()
            - pl.col("cards").filter(pl.col("source") == zone.word).sum()
        ).alias(f"·{name}")
        for name, zone in zones.items()
    )
    games = evidence["games"].filter(in_ledger(evidence))
    joined = games.join(sums, on="game", how="left", maintain_order="left")
    for name in zones:
        start = evidence.facts.madness if name == "pile_left" else 0
        right = pl.col(f"·{name}").fill_null(0) + start
        yield from evidence.differing("games", joined, name, right)


# ---------------------------------------------------------------- other tables


def taken() -> pl.Expr:
    """Whether an entry is madness that a player takes from the pile after the setup."""
    from_pile = (pl.col("source") == Zone.PILE.word) & pl.col("comes")
    return IS_MADNESS & from_pile & (pl.col("turn") >= 0)


def cured() -> pl.Expr:
    """Whether an entry is madness that goes back to the pile."""
    return IS_MADNESS & (pl.col("target") == Zone.PILE.word) & pl.col("leaves")


def drawn() -> pl.Expr:
    """Whether an entry is cards that are drawn to a hand."""
    return (pl.col("source") == Zone.DECK.word) & (pl.col("target") == Zone.HAND.word)


def total(where: pl.Expr) -> pl.Expr:
    """The number of cards in some entries."""
    return pl.col("cards").filter(where).sum()


@check("ledger-of-turns", "cards and madness of turns are those of the ledger", "turns", "ledger")
def ledger_of_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Drawn, taken and cured in the turn; pile, pool and strength at its end."""
    turns = evidence["turns"].filter(in_ledger(evidence))
    active = turns.select(*TURN, active="seat")
    frame = entries_of(evidence).join(active, on=TURN, how="left", maintain_order="left")
    own, pile = pl.col("seat") == pl.col("active"), Zone.PILE.word
    support = Zone.SUPPORT.word
    sums = frame.group_by(TURN).agg(
        total(drawn() & own).alias("·drawn"),
        total(drawn()).alias("·drawn_all"),
        total(taken() & own).alias("·madness"),
        total(taken()).alias("·madness_all"),
        total(cured()).alias("·madness_cured"),
        (total(pl.col("target") == pile) - total(pl.col("source") == pile)).alias("·pile"),
        (total(pl.col("target") == support) - total(pl.col("source") == support)).alias("·pool"),
        (
            pl.col("value").filter(pl.col("comes") & ~pl.col("leaves")).sum()
            - pl.col("value").filter(pl.col("leaves") & ~pl.col("comes")).sum()
        ).alias("·strength"),
    )
    joined = at_ends(turns, sums, ("pile", "pool", "strength"))
    for name in ("drawn", "drawn_all", "madness", "madness_all", "madness_cured"):
        yield from evidence.differing("turns", joined, name, pl.col(f"·{name}").fill_null(0))
    for name in ("pile", "pool", "strength"):
        start = evidence.facts.madness if name == "pile" else 0
        yield from evidence.differing("turns", joined, name, pl.col(f"·{name}") + start)


def at_ends(turns: pl.DataFrame, sums: pl.DataFrame, names: tuple[str, ...]) -> pl.DataFrame:
    """Turns with their sums; of some names, those of all turns up to here, the setup included."""
    setup = sums.filter(pl.col("turn") == -1).select(
        "game", *(pl.col(f"·{name}").alias(f"{name} before") for name in names)
    )
    joined = turns.join(sums, on=TURN, how="left", maintain_order="left").join(
        setup, on="game", how="left", maintain_order="left"
    )
    return joined.with_columns(
        (
            pl.col(f"·{name}").fill_null(0).cum_sum().over("game")
            + pl.col(f"{name} before").fill_null(0)
        ).alias(f"·{name}")
        for name in names
    )


@check(
    "ledger-of-players", "cards and madness of players are those of the ledger", "players", "ledger"
)
def ledger_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """Drawn, taken, cured, acquired; an empty deck costs a madness and is made anew."""
    frame = entries_of(evidence)
    by_action = pl.col("cause") == "action"
    acquired = (pl.col("source") == Zone.STOCK.word) & by_action
    following = pl.col("source").shift(-1).over("game") == Zone.DISCARD.word
    anew = following & (pl.col("target").shift(-1).over("game") == Zone.DECK.word)
    same = pl.col("seat").shift(-1).over("game") == pl.col("seat")
    discarded = taken() & (pl.col("target") == Zone.DISCARD.word)
    sums = (
        frame.with_columns(emptied=(discarded & anew & same).fill_null(False))
        .group_by(SEAT)
        .agg(
            total(drawn()).alias("·drawn"),
            total(taken()).alias("·madness_taken"),
            total(cured()).alias("·madness_cured"),
            total(acquired).alias("·acquired"),
            pl.col("emptied").sum().cast(pl.Int32).alias("·madness_empty"),
        )
    )
    players = evidence["players"].filter(in_ledger(evidence))
    joined = players.join(sums, on=SEAT, how="left", maintain_order="left")
    for name in ("drawn", "madness_taken", "madness_cured", "acquired"):
        yield from evidence.differing("players", joined, name, pl.col(f"·{name}").fill_null(0))
    most = pl.col("·madness_empty").fill_null(0)
    many = pl.col("madness_empty") > most
    said = pl.format("up to {}", most)
    yield from evidence.faulty("players", joined, many, "madness_empty", said)


def payments() -> pl.Expr:
    """Whether an entry is cards that pay for an action."""
    source = pl.col("source").is_in([Zone.HAND.word, Zone.SUPPORT.word])
    return (pl.col("cause") == "action") & source & (pl.col("target") == Zone.DISCARD.word)


@check(
    "payments",
    "cards that pay for the actions of a turn are in the ledger",
    "turns",
    "actions",
    "ledger",
)
def payments_of_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Of hands and of supports, with their value; cards that pay and stay don't move.

    The last turn of a game can end in the middle of a payment.
    """
    from_hand = pl.col("source") == Zone.HAND.word
    paid = (
        entries_of(evidence)
        .filter(payments())
        .group_by(TURN)
        .agg(
            total(from_hand).alias("·hand"),
            total(~from_hand).alias("·supports"),
            pl.col("value").sum().alias("·value"),
        )
    )
    told = (
        evidence["actions"]
        .group_by(TURN)
        .agg(
            pl.col("cards_hand").sum(),
            supports=(pl.col("cards_support") + pl.col("cards_others")).sum(),
            value=pl.sum_horizontal(f"paid_{element}" for element in ELEMENTS).sum(),
            kept=pl.col("cards_kept").sum(),
        )
    )
    turns = evidence.finished("turns").filter(in_ledger(evidence)).select(*TURN, "seat")
    frame = turns.join(told, on=TURN, how="left", maintain_order="left").join(
        paid, on=TURN, how="left", maintain_order="left"
    )
    pairs = {"cards_hand": "·hand", "supports": "·supports"}
    for name, entered in pairs.items():
        what = "cards of hands that paid" if name == "cards_hand" else "cards of supports that paid"
        found = pl.col(name).fill_null(0)
        yield from evidence.differing("turns", frame, what, pl.col(entered).fill_null(0), found)
    rows = frame.filter(pl.col("kept").fill_null(0) == 0)
    found, right = pl.col("value").fill_null(0), pl.col("·value").fill_null(0)
    yield from evidence.differing("turns", rows, "value of what was paid", right, found)


@check("ledger-of-curses", "madness of curses is that of the ledger", "curses", "ledger")
def ledger_of_curses(evidence: Evidence) -> Iterator[Wrong]:
    """Put under them, and taken for them, by curse."""
    frame, key = entries_of(evidence), ["game", "curse"]
    under = total(pl.col("target") == Zone.CURSE.word)
    put = frame.group_by("game").agg(right=under)
    curses = evidence["curses"].filter(in_ledger(evidence))
    games = curses.group_by("game", maintain_order=True).agg(pl.col("madness_under").sum())
    both = games.join(put, on="game", how="left", maintain_order="left")
    yield from evidence.differing("curses", both, "madness_under", pl.col("right").fill_null(0))
    for_curses = frame.filter(taken(), pl.col("cause") == "curse")
    sums = for_curses.group_by("game", curse="cause_id").agg(right=pl.col("cards").sum())
    laid = curses.group_by(key, maintain_order=True).agg(pl.col("madness_taken").sum())
    both = laid.join(sums, on=key, how="left", maintain_order="left")
    yield from evidence.differing("curses", both, "madness_taken", pl.col("right").fill_null(0))


@check("rewards", "a destroyed curse gives a card of the stacks at the most", "curses", "ledger")
def rewards(evidence: Evidence) -> Iterator[Wrong]:
    """Of the value that the box says, once for each time."""
    value = evidence.facts.box.rules.numbers.reward_value
    frame = entries_of(evidence).filter(pl.col("cause") == "reward")
    odd = (pl.col("source") != Zone.STOCK.word) | (pl.col("value") != value)
    yield from evidence.faulty("ledger", frame, odd, "card", f"one of value {value} of a stack")
    given = frame.group_by("game", curse="cause_id").agg(given=pl.len())
    destroyed = evidence["curses"].filter(in_ledger(evidence), pl.col("fate") == "destroyed")
    counts = destroyed.group_by("game", "curse").agg(times=pl.len())
    both = given.join(counts, on=["game", "curse"], how="left").sort("game", "curse")
    many = pl.col("given") > pl.col("times").fill_null(0)
    said = pl.format("up to {}", pl.col("times").fill_null(0))
    yield from evidence.faulty("curses", both, many, "cards for destroying it", said, "given")
