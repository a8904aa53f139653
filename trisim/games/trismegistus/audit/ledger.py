"""Checks of the ledger: causes, and counts in turns and players."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS, HELD, PARTS
from trisim.games.trismegistus.box.words import ARROWS
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import in_groups, running
from trisim.sim.audit.ledger import in_ledger

SEAT = ["game", "seat"]
HOLDINGS = {name: "gold" if name == "gold" else f"held_{name}" for name in HELD}
LEVELS = {f"mastery_{element}": f"mastery_{element}" for element in ELEMENTS}
CARDS = {
    "experiments_held": "experiments_held",
    "experiments_done": "experiments_done",
    "artifacts": "artifacts_owned",
    "publications": "publications_held",
    "formulas": "formulas_unlocked",
    "achievements": "achievements",
}
ITEMS = {**HOLDINGS, **LEVELS, **{part: part for part in PARTS}, **CARDS}
"""Items of the ledger, and the columns of players that they come to."""


@check(
    "books-in-turns",
    "after each turn the ledger adds up to the seat's mastery, gold and points",
    "turns",
    "ledger",
    "games",
)
def books_in_turns(evidence: Evidence) -> Iterator[Wrong]:
    """All entries up to the turn, those of its reactions too; points of the end are not yet due.

    Nor is what Botmegistus pays for a masterpiece, which it draws at the end.
    """
    last = evidence.facts.is_automa & (pl.col("cause") == "payment")
    last &= pl.col("cause_id").is_in(evidence.facts.masterpieces).fill_null(False)
    entries = evidence["ledger"].filter((pl.col("cause") != "score") & ~last)
    items = [*LEVELS, "gold"]
    sums = [
        pl.col("delta").filter(pl.col("item") == item).sum().alias(f"·{item}") for item in items
    ]
    points = pl.col("delta").filter(pl.col("item").is_in(PARTS)).sum().alias("·vp")
    by_turn = entries.group_by(*SEAT, "turn").agg(*sums, points).sort(*SEAT, "turn")
    totals = in_groups(by_turn, *SEAT).with_columns(
        running(pl.col(f"·{name}")) for name in (*items, "vp")
    )
    turns = evidence.finished("turns").filter(in_ledger(evidence)).sort("turn")
    frame = turns.join_asof(totals.sort("turn"), on="turn", by=SEAT, check_sortedness=False).sort(
        "game", "turn"
    )
    for name in (*items, "vp"):
        yield from evidence.differing("turns", frame, name, f"·{name}")


# ---------------------------------------------------------------- causes


AT_THE_END = [
    *("vp_experiments", "vp_masterpiece", "vp_publications", "vp_stone"),
    *("vp_gold", "vp_ethereal", "vp_mastery", "vp_artifacts"),
]
CAUSE_OF = {
    "vp_bonuses": "experiment",
    "vp_formulas": "formula",
    "vp_vault": "vault",
    **dict.fromkeys(AT_THE_END, "score"),
}
"""Parts of the score that have one cause only."""


@check("causes", "causes go with their cards, their parts of the score, and the setup", "ledger")
def causes(evidence: Evidence) -> Iterator[Wrong]:
    """Before the first turn everything is for the setup, and nothing is later.

    Botmegistus can reach tokens in the setup already.
    """
    frame, cause = evidence["ledger"], pl.col("cause")
    early = (pl.col("turn") == -1) != (cause == "setup")
    early &= ~(evidence.facts.is_automa & (cause == "token"))
    yield from evidence.faulty("ledger", frame, early, "cause", "setup, in the setup alone")
    for item, right in CAUSE_OF.items():
        wrong = (pl.col("item") == item) & (cause != right)
        yield from evidence.faulty("ledger", frame, wrong, f"cause of {item}", right, cause)
    ids = with_ids(evidence)
    for name, allowed in ids.items():
        wrong = (cause == name) & ~pl.col("cause_id").is_in(allowed).fill_null(False)
        yield from evidence.faulty("ledger", frame, wrong, "cause_id", f"one of {name}s")
    nameless = ~cause.is_in(list(ids)) & pl.col("cause_id").is_not_null()
    yield from evidence.faulty("ledger", frame, nameless, "cause_id", "nothing")


def with_ids(evidence: Evidence) -> dict[str, list[str]]:
    """Causes with an id, and their possible ids."""
    box = evidence.facts.box
    experiments = [card.id for card in box.experiments]
    formulas = [card.id for card in box.formulas]
    return {
        "experiment": experiments,
        "payment": experiments,
        "artifact": [card.id for card in box.artifacts],
        "formula": formulas,
        "purchase": formulas,
        "achievement": [card.id for card in box.achievements],
        "vault": list(box.alchemists),
        "token": [f"token-{kind}" for kind in box.board.bonus_tokens],
        "transmutation": [f"{foot.word}-{head.word}" for foot, head in ARROWS],
        "bot card": [card.id for card in box.solo_cards],
    }


COUNTED = {
    "formulas_bought": ("formulas", "purchase", 1),
    "reactions": ("reaction", "reaction", -1),
    "chameleons": ("chameleon", "chameleon", -1),
    "ethereal_dice": ("ethereal_die", "draft", -1),
}
"""Columns of players that are entries of an item with a cause: gained (1) or spent (-1)."""


@check(
    "counts-in-books",
    "purchases, reactions, chameleons and ethereal dice are in the ledger",
    "players",
    "ledger",
    "games",
)
def counts_in_books(evidence: Evidence) -> Iterator[Wrong]:
    """Each as often as the player's counts say; Botmegistus buys formulas at the end."""
    everybody = evidence.finished("players").filter(in_ledger(evidence))
    people = everybody.filter(~evidence.facts.is_automa)
    for name, (item, cause, sign) in COUNTED.items():
        players = people if name == "formulas_bought" else everybody
        where = (pl.col("item") == item) & (pl.col("cause") == cause)
        entries = evidence["ledger"].filter(where & (pl.col("delta") * sign > 0))
        sums = entries.group_by(SEAT).agg(entered=pl.col("delta").sum() * sign)
        frame = players.join(sums, on=SEAT, how="left", maintain_order="left")
        yield from evidence.differing("players", frame, name, pl.col("entered").fill_null(0))


@check(
    "publications-drawn",
    "publications drawn in a turn are in the ledger",
    "turns.publications_drawn",
    "ledger",
    "games",
)
def publications_drawn(evidence: Evidence) -> Iterator[Wrong]:
    """By all players: others may draw in their reactions."""
    drawn = evidence["ledger"].filter(pl.col("item") == "publications", pl.col("delta") > 0)
    counts = drawn.group_by("game", "turn").agg(entered=pl.col("delta").sum())
    turns = evidence.finished("turns").filter(in_ledger(evidence))
    frame = turns.join(counts, on=["game", "turn"], how="left", maintain_order="left")
    right = pl.col("entered").fill_null(0)
    yield from evidence.differing("turns", frame, "publications_drawn", right)


@check(
    "harvests",
    "what is harvested, or taken as essence, is the potency spent on it",
    "turns",
    "ledger",
    "games",
)
def harvests(evidence: Evidence) -> Iterator[Wrong]:
    """Unless cubes can run out: then there may be less."""
    if evidence.facts.box.rules.rulings.cube_supply:
        return
    for action in ("harvest", "essence"):
        entries = evidence["ledger"].filter(pl.col("cause") == action)
        sums = entries.group_by(*SEAT, "turn").agg(entered=pl.col("delta").sum())
        turns = evidence.finished("turns").filter(in_ledger(evidence))
        frame = turns.join(sums, on=[*SEAT, "turn"], how="left", maintain_order="left")
        spent = pl.when(pl.col("action") == action).then("spent").otherwise(0)
        what, found = f"potency spent on {action}", pl.col("entered").fill_null(0)
        yield from evidence.differing("turns", frame, what, found, spent)
