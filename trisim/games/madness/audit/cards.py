"""Checks of spells and mages: on offer, learned, cast, lost."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.actions import compared
from trisim.games.madness.audit.evidence import Evidence, check
from trisim.sim.audit.findings import Wrong

SEAT = ["game", "seat"]
CARD = [*SEAT, "card"]
BASIC, SPELL, MAGE = "basic spell", "spell", "mage"


@check(
    "card-kinds",
    "every seat has its mage and the basic spells; others come from the library",
    "cards",
    "players",
)
def kinds(evidence: Evidence) -> Iterator[Wrong]:
    """Cards are of the kind that the box says."""
    facts, frame = evidence.facts, evidence["cards"]
    basics = facts.spells.filter("basic")["spell"].to_list()
    words = {spell: BASIC if spell in basics else SPELL for spell in facts.spells["spell"]}
    words |= dict.fromkeys(facts.box.roles, MAGE)
    right = pl.col("card").replace_strict(words, default=None)
    yield from evidence.differing("cards", frame, "kind", right)
    nobody = pl.col("seat").is_null() & (pl.col("kind") != SPELL)
    yield from evidence.faulty("cards", frame, nobody, "seat", "a seat")
    astray = ~pl.col("seat").is_in(list(facts.seats))
    yield from evidence.faulty("cards", frame, astray, "seat", "one of the game")
    held = frame.filter(pl.col("kind") == BASIC).group_by(SEAT).agg(found=pl.len().cast(pl.Int32))
    mages = frame.filter(pl.col("kind") == MAGE).select(*SEAT, own="card")
    players = evidence["players"].join(held, on=SEAT, how="left", maintain_order="left")
    found = pl.col("found").fill_null(0)
    right = pl.lit(len(basics), pl.Int32)
    yield from evidence.differing("players", players, "basic spells in cards", right, found)
    both = evidence["players"].join(mages, on=SEAT, how="left", maintain_order="left")
    yield from evidence.differing("players", both, "mage in cards", "mage", "own")


@check("card-turns", "cards have turns of the game, in the order of their lives", "cards", "games")
def turns_of_cards(evidence: Evidence) -> Iterator[Wrong]:
    """On offer, learned, cast, lost; basic spells and mages are there from the setup."""
    turns = evidence["games"].select("game", "turns")
    frame = evidence["cards"].join(turns, on="game", how="left", maintain_order="left")
    for name in ("first_turn", "last_turn", "turn_taken", "turn_completed", "turn_lost"):
        first = -1 if name == "turn_taken" else 0
        astray = ~pl.col(name).is_between(first, pl.max_horizontal(pl.col("turns") - 1, pl.lit(0)))
        yield from evidence.faulty("cards", frame, astray, name, "a turn of the game")
    after = {"last_turn": "first_turn", "turn_completed": "turn_taken", "turn_lost": "turn_taken"}
    for name, before in after.items():
        said = pl.format("{} or later", before)
        yield from evidence.faulty("cards", frame, pl.col(name) < pl.col(before), name, said)
    held = frame.filter(pl.col("kind") != SPELL)
    yield from evidence.differing("cards", held, "turn_taken", pl.lit(-1))
    for name in ("first_turn", "last_turn"):
        yield from evidence.differing("cards", held, name, pl.lit(None, pl.Int32))
    learned = frame.filter(pl.col("kind") == SPELL).drop_nulls("seat")
    yield from evidence.differing("cards", learned, "last_turn", "turn_taken")


@check("uses", "cards are used by whoever has them, from the first time on", "cards")
def uses(evidence: Evidence) -> Iterator[Wrong]:
    """Boosted uses, and those in turns of others, are among them."""
    frame = evidence["cards"]
    used = pl.col("uses") > 0
    said = pl.when(used).then(pl.lit("a turn")).otherwise(pl.lit("nothing"))
    wrong = pl.col("turn_completed").is_not_null() != used
    yield from evidence.faulty("cards", frame, wrong, "turn_completed", said)
    for name in ("boosted", "abroad"):
        wrong = ~pl.col(name).is_between(0, pl.col("uses"))
        yield from evidence.faulty("cards", frame, wrong, name, pl.format("0 to {}", "uses"))
    free = frame.filter(pl.col("seat").is_null())
    yield from evidence.differing("cards", free, "uses", pl.lit(0))
    for name in ("turn_taken", "turn_lost"):
        yield from evidence.differing("cards", free, name, pl.lit(None, pl.Int32))


@check(
    "library",
    "the library offers a spell of each element; the next one when it is learned",
    "cards",
)
def library(evidence: Evidence) -> Iterator[Wrong]:
    """Level by level; a spell is learned in the turn in which the next one is turned up."""
    spells = evidence.facts.spells.rename({"spell": "card"})
    offered = (
        evidence["cards"]
        .filter(pl.col("kind") == SPELL)
        .join(spells, on="card", how="left", maintain_order="left")
        .sort("game", "spell_element", "level")
    )
    stack = ["game", "spell_element"]
    frame = offered.with_columns(
        was_taken=pl.col("turn_taken").shift(1).over(stack),
        nth=pl.int_range(pl.len()).over(stack),
        twice=pl.len().over(*stack, "level") > 1,
    )
    right = pl.when(pl.col("nth") == 0).then(0).otherwise("was_taken").cast(pl.Int32)
    yield from evidence.differing("cards", frame, "first_turn", right)
    yield from evidence.faulty(
        "cards", frame, pl.col("twice"), "level of the spell", "another", "level"
    )
    levels = (
        evidence.facts.spells.filter(~pl.col("basic"))
        .group_by("spell_element")
        .agg(levels=pl.col("level").unique().sort())
    )
    placed = frame.join(levels, on="spell_element", how="left", maintain_order="left")
    right = pl.col("levels").list.get(pl.col("nth"), null_on_oob=True)
    yield from evidence.differing("cards", placed, "level of the spell", right, "level")
    count = offered.group_by("game", maintain_order=True).agg(
        found=pl.col("spell_element").n_unique().cast(pl.Int32)
    )
    what, right = "elements on offer", pl.lit(levels.height, pl.Int32)
    yield from evidence.differing("cards", count, what, right, "found")


@check(
    "cards-of-players", "spells learned, cast and left are those of the player", "players", "cards"
)
def cards_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """As lists and as counts; nobody has more than the mage may."""
    facts, cards = evidence.facts, evidence["cards"]
    spells, learned = pl.col("kind") != MAGE, (pl.col("kind") == SPELL)
    is_held = pl.col("turn_taken").is_not_null() & pl.col("turn_lost").is_null()
    counts = (
        cards.drop_nulls("seat")
        .group_by(SEAT)
        .agg(
            learned=learned.sum(),
            casts=pl.col("uses").filter(spells).sum(),
            boosted=pl.col("boosted").filter(spells).sum(),
            spells=(spells & is_held).sum(),
        )
    )
    yield from compared(evidence, "players", counts, SEAT)
    taken = cards.filter(learned).drop_nulls("seat").select(*SEAT, card="card")
    listed = evidence["players"].select(*SEAT, card="spells_learned").explode("card")
    astray = listed.drop_nulls("card").join(taken, on=CARD, how="anti").sort(CARD)
    said = "one that cards gives to this seat"
    yield from evidence.faulty("players", astray, pl.lit(True), "spells_learned", said, "card")
    frame = evidence["players"].join(facts.mages, on="mage", how="left", maintain_order="left")
    many = pl.col("spells") > pl.col("most_spells")
    yield from evidence.faulty(
        "players", frame, many, "spells", pl.format("up to {}", "most_spells")
    )
    short = pl.col("spells_learned").list.len() != pl.col("learned")
    right = pl.format("{} spells", "learned")
    yield from evidence.faulty("players", frame, short, "spells_learned", right)


@check("cards-of-actions", "spells are learned and cast by actions", "cards", "actions")
def cards_of_actions(evidence: Evidence) -> Iterator[Wrong]:
    """The turn of learning and of the first cast, and how often, boosted, in turns of others."""
    actions, kind = evidence["actions"], pl.col("kind")
    cast = (
        actions.filter(kind == "cast")
        .group_by(*SEAT, card="spell")
        .agg(
            uses=pl.len(),
            boosted=(pl.col("boost") > 1).sum(),
            abroad=(pl.col("seat") != pl.col("active")).sum(),
            turn_completed=pl.col("turn").min(),
        )
    )
    learned = (
        actions.filter(kind == "learn")
        .group_by(*SEAT, card="spell")
        .agg(learned_in=pl.col("turn").last())
    )
    frame = (
        evidence["cards"]
        .filter(pl.col("kind") != MAGE)
        .join(cast, on=CARD, how="left", suffix="_told", maintain_order="left")
        .join(learned, on=CARD, how="left", maintain_order="left")
    )
    for name in ("uses", "boosted", "abroad"):
        right = pl.col(f"{name}_told").fill_null(0).cast(pl.Int32)
        yield from evidence.differing("cards", frame, name, right)
    yield from evidence.differing("cards", frame, "turn_completed", "turn_completed_told")
    spells = frame.filter(pl.col("kind") == SPELL)
    yield from evidence.differing("cards", spells, "turn_taken", "learned_in")
    stray = cast.join(evidence["cards"], on=CARD, how="anti").sort(CARD)
    yield from evidence.faulty("actions", stray, pl.lit(True), "spell", "one of the seat", "card")


@check("forgotten", "a spell that makes room was the player's, and is lost", "actions", "cards")
def forgotten(evidence: Evidence) -> Iterator[Wrong]:
    """In the turn of the action."""
    lost = evidence["cards"].select(*CARD, "turn_lost", "turn_taken")
    rows = evidence["actions"].drop_nulls("forgotten").with_columns(card="forgotten")
    frame = rows.join(lost, on=CARD, how="left", maintain_order="left")
    wrong = pl.col("turn_lost").ne_missing(pl.col("turn"))
    said = "a spell that the seat loses in this turn"
    yield from evidence.faulty("actions", frame, wrong, "forgotten", said)


@check("mage-uses", "abilities are those of mages", "cards", "players", "actions")
def mages(evidence: Evidence) -> Iterator[Wrong]:
    """Used between actions, as cards of another element, for destroyed curses."""
    facts = evidence.facts
    wild = (
        evidence["actions"]
        .group_by(SEAT)
        .agg(
            wild=pl.col("wild").count().cast(pl.Int32),
            abilities_told=(pl.col("kind") == "ability").sum().cast(pl.Int32),
        )
    )
    names = ("abilities", "destroyed", "destroyed_by_effects")
    frame = (
        evidence["cards"]
        .filter(pl.col("kind") == MAGE)
        .join(evidence["players"].select(*SEAT, *names), on=SEAT, how="left", maintain_order="left")
        .join(wild, on=SEAT, how="left", maintain_order="left")
        .join(facts.mages, left_on="card", right_on="mage", how="left", maintain_order="left")
    )
    curses = pl.when("rewarded").then(pl.col("destroyed") + pl.col("destroyed_by_effects"))
    right = pl.col("abilities") + pl.col("wild").fill_null(0) + curses.otherwise(0)
    yield from evidence.differing("cards", frame, "uses", right)
    out = evidence["players"].select(*SEAT, out="eliminated_turn")
    both = frame.join(out, on=SEAT, how="left", maintain_order="left")
    yield from evidence.differing("cards", both, "turn_lost", "out")
