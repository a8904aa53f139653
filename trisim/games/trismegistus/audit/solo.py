"""Checks of Botmegistus, which has no laboratory and scores differently."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS, HELD
from trisim.sim.audit.findings import Wrong

SEAT = ["game", "seat"]

ITS_PARTS = ["vp_artifacts", "vp_bot"]
"""Parts of the score that nobody else has."""

PARTS_OF_A_LABORATORY = [
    *("vp_publications", "vp_achievements", "vp_bonuses", "vp_abilities"),
    *("vp_formulas", "vp_vault", "vp_track_top"),
]

ITS_GOODS = ("gold", "ethereal_die")
NEVER = [
    *("choices", "reactions", "chameleons", "artifact_uses", "formulas_used", "achievements"),
    *("publications_held", "publications_completed"),
    *(f"held_{name}" for name in HELD if name not in ITS_GOODS),
]
"""What Botmegistus never has or does."""

NEVER_IN_A_TURN = [
    *("wasted", "transmutations", "formulas_unlocked"),
    *("choices", "options"),
]


@check(
    "bot-parts",
    "only Botmegistus scores artifacts and cards of its own, and no laboratory",
    "players",
    "games",
)
def parts_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """Each part of the score is of those who can have it."""
    for name in ITS_PARTS:
        yield from evidence.differing("players", evidence.people("players"), name, pl.lit(0))
    for name in PARTS_OF_A_LABORATORY:
        yield from evidence.differing("players", evidence.automas("players"), name, pl.lit(0))


@check(
    "bot-holds",
    "Botmegistus decides nothing, and holds gold and ethereal dice alone",
    "players",
    "games",
)
def goods_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """It never reacts, and has no use for anything else."""
    frame = evidence.automas("players")
    for name in NEVER:
        yield from evidence.differing("players", frame, name, pl.lit(0))


@check(
    "bot-artifacts", "elementals on its artifacts give Botmegistus their points", "players", "games"
)
def artifacts_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """So many for each elemental."""
    right = pl.col("elementals") * evidence.facts.box.solo.points_per_elemental
    yield from evidence.differing("players", evidence.automas("players"), "vp_artifacts", right)


@check("bot-gold", "gold and ethereal dice give Botmegistus their points", "players", "games")
def goods_at_the_end(evidence: Evidence) -> Iterator[Wrong]:
    """What formulas leave of its gold."""
    box, frame = evidence.facts.box, evidence.automas("players")
    gold = pl.col("gold") * box.rules.numbers.points_per_gold
    yield from evidence.differing("players", frame, "vp_gold", gold)
    ethereal = pl.col("held_ethereal_die") * box.solo.points_per_ethereal
    yield from evidence.differing("players", frame, "vp_ethereal", ethereal)


@check(
    "bot-last-turns",
    "after its last turn Botmegistus pays for formulas, and can score a masterpiece, no more",
    "turns",
    "players",
    "games",
)
def where_the_bot_ends(evidence: Evidence) -> Iterator[Wrong]:
    """Gold for formulas is counted before; gold for a masterpiece an option allows."""
    last = evidence.automas("turns").unique(SEAT, keep="last", maintain_order=True)
    frame = last.join(evidence["players"], on=SEAT, suffix="_end", maintain_order="left")
    price = evidence.facts.box.solo.gold_per_formula
    left = pl.col("gold") - pl.col("formulas_bought") * price
    crowned = pl.col("experiments_masterpiece") > 0
    plain = frame.filter(~crowned)
    yield from evidence.differing("turns", plain, "gold left by formulas", "gold_end", left)
    yield from evidence.differing("turns", plain, "score_now", "score")
    high = left < pl.col("gold_end")
    said = pl.format("at least {}", "gold_end")
    yield from evidence.faulty("turns", frame, high, "gold left by formulas", said, left)


@check(
    "bot-formulas",
    "Botmegistus counts a formula for each type, and buys all that it can",
    "players",
    "games",
)
def formulas_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """Types of its experiments, and gold, up to the most; by the table of the stone."""
    solo, points = evidence.facts.box.solo, evidence.facts.box.board.stone.points
    types = pl.sum_horizontal(
        (pl.col(f"experiments_{name}") > 0).cast(pl.Int32) for name in ELEMENTS
    )
    count = pl.min_horizontal(types + pl.col("formulas_bought"), pl.lit(solo.most_formulas))
    frame = evidence.automas("players")
    yield from evidence.differing("players", frame, "formulas_unlocked", count.cast(pl.Int32))
    right = count.replace_strict(range(len(points)), points, default=None, return_dtype=pl.Int32)
    yield from evidence.differing("players", frame, "vp_stone", right)
    rich = pl.col("gold") >= solo.gold_per_formula
    wrong = rich & (pl.col("formulas_unlocked") < solo.most_formulas)
    said = f"less than {solo.gold_per_formula}, or {solo.most_formulas} formulas"
    yield from evidence.faulty("players", frame, wrong, "gold", said)


@check(
    "bot-masterpiece",
    "Botmegistus completes one masterpiece at the most, if an option allows it",
    "players",
    "games",
)
def masterpiece_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """The better of a few that it draws at the end."""
    facts, frame = evidence.facts, evidence.automas("players")
    if not facts.solo:
        return
    most = facts.by_scenario([0 if each.no_masterpiece else 1 for each in facts.solo])
    many = pl.col("experiments_masterpiece") > most
    said = pl.format("up to {}", most)
    yield from evidence.faulty("players", frame, many, "experiments_masterpiece", said)


@check(
    "bot-turns",
    "a turn of Botmegistus spends what a card says, and nothing is decided in it",
    "turns",
    "games",
)
def turns_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """It drafts no die before the last one is used up, transmutes and chooses nothing."""
    frame = evidence.automas("turns")
    most = max((card.potency for card in evidence.facts.box.solo_cards), default=0)
    many = pl.col("spent") > most
    yield from evidence.faulty("turns", frame, many, "spent", f"up to {most}")
    yield from evidence.differing("turns", frame, "action", pl.lit("card"))
    for name in NEVER_IN_A_TURN:
        yield from evidence.differing("turns", frame, name, pl.lit(0))
    yield from evidence.differing("turns", frame, "chameleon", pl.lit(False))
    yield from evidence.differing("turns", frame, "arrow", pl.lit(None, pl.String))


@check(
    "bot-experiments",
    "Botmegistus completes its experiments in its turns, the masterpiece excepted",
    "players",
    "turns",
    "games",
)
def experiments_of_the_bot(evidence: Evidence) -> Iterator[Wrong]:
    """The masterpiece comes after the last turn, and counts for none."""
    done = evidence.automas("turns").group_by(SEAT).agg(in_turns=pl.col("experiments_done").sum())
    frame = evidence.automas("players").join(done, on=SEAT, how="left", maintain_order="left")
    right = pl.col("experiments_done") - pl.col("experiments_masterpiece")
    found = pl.col("in_turns").fill_null(0)
    yield from evidence.differing("players", frame, "experiments in turns", right, found)
