"""Checks of cards: kinds, seats and turns, and the cards that players have in the end."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.lists import SEAT, listed
from trisim.sim.audit.findings import Wrong

EXPERIMENTS = ["experiment", "starting experiment", "masterpiece"]
ARTIFACTS = ["artifact", "starting artifact"]
CARD = [*SEAT, "id"]


@check(
    "card-kinds", "cards are of the box, of their kind, and in play with so many players", "cards"
)
def kinds(evidence: Evidence) -> Iterator[Wrong]:
    """A card that leaves the game with few players is never seen."""
    box = evidence.facts.cards.select(card="id", right="kind", fewest="players")
    frame = evidence["cards"].join(box, on="card", how="left", maintain_order="left")
    yield from evidence.differing("cards", frame, "kind", "right")
    absent = pl.col("fewest") > evidence.facts.request.players
    yield from evidence.faulty("cards", frame, absent, "kind", "no such card with so few players")


@check(
    "card-turns",
    "cards have seats and turns of the game, in the order of their lives",
    "cards",
    "games",
)
def turns_of_cards(evidence: Evidence) -> Iterator[Wrong]:
    """On offer, then taken, then completed."""
    turns = evidence["games"].select("game", "turns")
    frame = evidence["cards"].join(turns, on="game", how="left", maintain_order="left")
    nobody = ~pl.col("seat").is_in(list(evidence.facts.seats))
    yield from evidence.faulty("cards", frame, nobody, "seat", "one of the game")
    for name in ("first_turn", "last_turn", "turn_taken", "turn_completed"):
        first = -1 if name == "turn_taken" else 0
        astray = ~pl.col(name).is_between(first, "turns")
        yield from evidence.faulty("cards", frame, astray, name, "a turn of the game")
    soonest = {"last_turn": pl.col("first_turn"), "turn_completed": pl.col("turn_taken")}
    for name, turn in soonest.items():
        said = pl.format("{} or later", turn)
        yield from evidence.faulty("cards", frame, pl.col(name) < turn, name, said)
    taken = frame.filter(pl.col("kind").is_in(OFFERED), pl.col("first_turn").is_not_null())
    taken = taken.drop_nulls("turn_taken")
    yield from evidence.differing("cards", taken, "last_turn", "turn_taken")
    scored = frame.filter(pl.col("kind") == "publication").drop_nulls("turn_completed")
    yield from evidence.differing("cards", scored, "turn_completed", pl.col("turns") - 1)


OFFERED = ["experiment", "artifact", "achievement"]
"""Kinds of cards that lie open until they are taken."""


@check(
    "cards-of-players",
    "cards performed, held and unlocked are those that players list",
    "players",
    "cards",
    "games",
)
def cards_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """Card by card, seat by seat."""
    cards = evidence.finished("cards")
    completed, taken = pl.col("turn_completed").is_not_null(), pl.col("turn_taken").is_not_null()
    held = pl.col("seat").is_not_null()
    kind = pl.col("kind")
    wanted = {
        "experiments": kind.is_in(EXPERIMENTS) & completed,
        "publications": (kind == "publication") & held,
        "publications_done": (kind == "publication") & completed,
        "formulas": (kind == "formula") & taken,
    }
    for name, where in wanted.items():
        told = cards.filter(where).select(*SEAT, id="card")
        yield from compared(evidence, name, told)
    in_hands = cards.filter(kind.is_in(ARTIFACTS) & held).select(*SEAT, id="card")
    yield from surplus(evidence, "artifacts", in_hands)
    claims = cards.filter((kind == "achievement") & completed)
    counts = claims.group_by(SEAT).agg(claimed=pl.len().cast(pl.Int32))
    frame = evidence.finished("players").join(counts, on=SEAT, how="left", maintain_order="left")
    yield from evidence.differing("players", frame, "achievements", pl.col("claimed").fill_null(0))


def compared(evidence: Evidence, name: str, told: pl.DataFrame) -> Iterator[Wrong]:
    """The cards of a list against those in ``cards``."""
    yield from surplus(evidence, name, told)
    lacking = told.join(listed(evidence, name), on=CARD, how="anti").sort(CARD)
    found = pl.lit("a card is not listed")
    yield from evidence.faulty("players", lacking, pl.lit(True), name, pl.col("id"), found)


def surplus(evidence: Evidence, name: str, told: pl.DataFrame) -> Iterator[Wrong]:
    """Cards of a list that are not in ``cards``."""
    astray = listed(evidence, name).join(told, on=CARD, how="anti").sort(CARD)
    said = "one that cards gives to this seat"
    yield from evidence.faulty("players", astray, pl.lit(True), name, said, "id")


@check(
    "cards-of-turns", "a card taken in a turn is the seat's, from that turn on", "turns", "cards"
)
def cards_of_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Experiments from the books, and artifacts from the market."""
    there = evidence["cards"].select("game", "card", owner="seat", taken="turn_taken")
    for name in ("experiments_taken", "artifacts"):
        listed = evidence["turns"].select("game", "turn", "seat", card=name)
        turns = listed.explode("card").drop_nulls("card")
        frame = turns.join(there, on=["game", "card"], how="left", maintain_order="left")
        wrong = pl.col("owner").ne_missing(pl.col("seat")) | pl.col("taken").ne_missing(
            pl.col("turn")
        )
        said = pl.format("in cards: seat {}, turn {}", or_none("owner"), or_none("taken"))
        yield from evidence.faulty("turns", frame, wrong, name, said, "card")


def or_none(name: str) -> pl.Expr:
    """A value as text, missing ones too."""
    return pl.col(name).cast(pl.String).fill_null("none")


@check(
    "cards-in-turns",
    "experiments performed and formulas unlocked are those of each turn",
    "turns",
    "cards",
    "games",
)
def cards_in_turns(evidence: Evidence) -> Iterator[Wrong]:
    """So many cards as the turn says were completed, or taken, in it."""
    cards, kind = evidence.finished("cards"), pl.col("kind")
    at_the_end = evidence.facts.is_automa & (kind == "masterpiece")  # after the last turn
    counted = {
        "experiments_done": (kind.is_in(EXPERIMENTS) & ~at_the_end, "turn_completed"),
        "formulas_unlocked": (kind == "formula", "turn_taken"),
    }
    for name, (where, turn) in counted.items():
        told = cards.filter(where).drop_nulls(turn).group_by("game", "seat", turn=turn)
        counts = told.agg(told=pl.len().cast(pl.Int32))
        frame = evidence.finished("turns").join(
            counts, on=["game", "seat", "turn"], how="left", maintain_order="left"
        )
        yield from evidence.differing("turns", frame, name, pl.col("told").fill_null(0))


@check(
    "card-uses", "abilities and formulas used are those of the player", "players", "cards", "games"
)
def uses_of_cards(evidence: Evidence) -> Iterator[Wrong]:
    """A formula is used once, and then it is completed."""
    cards, kind = evidence.finished("cards"), pl.col("kind")
    counted = {"artifact_uses": kind.is_in(ARTIFACTS), "formulas_used": kind == "formula"}
    for name, where in counted.items():
        uses = cards.filter(where).group_by(SEAT).agg(told=pl.col("uses").sum())
        frame = evidence.finished("players").join(uses, on=SEAT, how="left", maintain_order="left")
        yield from evidence.differing("players", frame, name, pl.col("told").fill_null(0))
    formulas = cards.filter(kind == "formula")
    used = pl.col("turn_completed").is_not_null().cast(pl.Int32)
    yield from evidence.differing("cards", formulas, "uses", used)


@check(
    "card-points",
    "cards give the points printed on them, and those on the way",
    "cards.points",
    "players",
    "games",
)
def points_of_cards(evidence: Evidence) -> Iterator[Wrong]:
    """Added up by kind they are parts of the scores of a game."""
    cards = evidence.finished("cards").join(
        evidence.facts.cards.select(card="id", printed="printed"), on="card", how="left"
    )
    idle = (pl.col("points") < 0) | (
        pl.col("turn_completed").is_not_null() & (pl.col("points") < pl.col("printed"))
    )
    said = pl.format("at least {}", "printed")
    yield from evidence.faulty("cards", cards.sort("game", "number"), idle, "points", said)
    totals = (
        evidence.finished("players")
        .group_by("game", maintain_order=True)
        .agg(pl.col("^vp_.*$").sum())
    )
    for these, sure, perhaps in POINTS:
        told = (
            cards.filter(pl.col("kind").is_in(these)).group_by("game").agg(pl.col("points").sum())
        )
        frame = totals.join(told, on="game", how="left", maintain_order="left")
        found, least = pl.col("points").fill_null(0), pl.sum_horizontal(pl.lit(0), *sure)
        most = least + pl.sum_horizontal(pl.lit(0), *perhaps)
        said = pl.format("from {} to {}", least, most)
        wrong = ~found.is_between(least, most)
        yield from evidence.faulty("cards", frame, wrong, f"points of {these[0]}s", said, found)


POINTS: tuple[tuple[list[str], list[str], list[str]], ...] = (
    (EXPERIMENTS, ["vp_experiments", "vp_masterpiece", "vp_bonuses"], ["vp_track_top"]),
    (ARTIFACTS, ["vp_artifacts"], ["vp_abilities", "vp_track_top"]),
    (["publication"], ["vp_publications"], []),
    (["formula"], ["vp_formulas"], ["vp_track_top"]),
    (["achievement"], ["vp_achievements"], ["vp_track_top"]),
)
"""Kinds of cards, the parts of the score that they give, and those that they can give among others.

Steps beyond the top of a track are points of the card that they came from.
"""
