"""Checks of lists: the cards of each player, against their counts and against the box."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS, LEVELS, TOP
from trisim.games.trismegistus.audit.scores import with_vault
from trisim.games.trismegistus.record.tables import ARTIFACTS_ROOM, EXPERIMENTS_ROOM
from trisim.sim.audit.findings import Wrong

SEAT = ["game", "seat"]

LENGTHS = {
    "experiments": "experiments_done",
    "artifacts": "artifacts_owned",
    "publications": "publications_held",
    "publications_done": "publications_completed",
    "formulas": "formulas_unlocked",
}
"""Lists, and the columns that say how long they are."""

ROOMS = {"experiments": EXPERIMENTS_ROOM, "artifacts": ARTIFACTS_ROOM}
"""How many cards are listed at the most."""


@check("lists", "lists are as long as their counts say", "players", "games")
def lists_are_as_long(evidence: Evidence) -> Iterator[Wrong]:
    """Cards beyond the room of their list are counted only; so are formulas of Botmegistus."""
    for name, count in LENGTHS.items():
        frame = evidence.people("players") if name == "formulas" else evidence.finished("players")
        length = pl.col(name).list.len().cast(pl.Int32)
        right = pl.col(count)
        if name in ROOMS:
            right = pl.min_horizontal(right, pl.lit(ROOMS[name]))
        yield from evidence.differing("players", frame, f"length of {name}", right, length)


LISTS = ("experiments", "artifacts", "publications", "formulas", "kept", "refused")


@check("ids", "cards in lists are of the box, in play, and each is there once", "players", "games")
def known_cards(evidence: Evidence) -> Iterator[Wrong]:
    """No card is in two places; kept ones may be performed or held later."""
    cards = evidence.facts.cards.select("id", "players")
    for name in LISTS:
        frame = listed(evidence, name).join(cards, on="id", how="left", maintain_order="left")
        unknown = pl.col("players").is_null()
        yield from evidence.faulty("players", frame, unknown, name, "cards of the box", "id")
        absent = pl.col("players") > evidence.facts.request.players
        yield from evidence.faulty("players", frame, absent, name, "cards in play", "id")
        twice = pl.len().over("game", "id") > 1
        yield from evidence.faulty("players", frame, twice, name, "each card once", "id")


@check(
    "kept", "of each kind of starting card one is kept and the others refused", "players", "games"
)
def kept_cards(evidence: Evidence) -> Iterator[Wrong]:
    """Nothing is refused in the introductory setup; Botmegistus is dealt nothing."""
    kinds = evidence.facts.cards.select("id", "kind")
    is_bot = evidence.facts.is_automa
    for name in ("kept", "refused"):
        cards = listed(evidence, name).join(kinds, on="id", how="left")
        each = [(pl.col("kind") == kind).cast(pl.Int32).alias(kind) for kind in STARTING_KINDS]
        frame = added_up(evidence, cards.with_columns(each), *STARTING_KINDS)
        total = pl.lit(0, pl.Int32)
        for kind in STARTING_KINDS:
            right = pl.lit(1) if name == "kept" else dealt(evidence, kind) - 1
            right = pl.when(is_bot).then(0).otherwise(right).cast(pl.Int32)
            total += right
            found, what = f"sum_{kind}", f"{kind}s {name}:"
            yield from evidence.differing("players", frame, what, right, found)
        count = pl.col(name).list.len().cast(pl.Int32)
        yield from evidence.differing("players", frame, f"cards {name}:", total, count)


def dealt(evidence: Evidence, kind: str) -> pl.Expr:
    """How many starting cards of a kind a player is dealt; options of the solo game give one."""
    facts = evidence.facts
    usual = 1 if facts.request.options.intro else facts.box.rules.numbers.cards_dealt
    option = {"publication": "one_publication", "masterpiece": "one_masterpiece"}.get(kind)
    if option is None or not facts.solo:
        return pl.lit(usual)
    return facts.by_scenario([1 if getattr(each, option) else usual for each in facts.solo])


STARTING_KINDS = ("starting experiment", "masterpiece", "publication", "starting artifact")
"""What each player is dealt at setup."""


# ---------------------------------------------------------------- listed cards, added up


def listed(evidence: Evidence, column: str) -> pl.DataFrame:
    """The ids in a list of each player of a finished game, one a row."""
    players = evidence.finished("players").select(*SEAT, id=column)
    return players.explode("id").drop_nulls("id")


def added_up(evidence: Evidence, cards: pl.DataFrame, *names: str) -> pl.DataFrame:
    """Players of finished games with the sums of some columns of their cards, as ``sum_…``."""
    sums = cards.group_by(SEAT).agg(pl.col(name).sum().alias(f"sum_{name}") for name in names)
    joined = evidence.finished("players").join(sums, on=SEAT, how="left", maintain_order="left")
    return joined.with_columns(pl.col("^sum_.*$").fill_null(0))


def with_experiments(evidence: Evidence) -> pl.DataFrame:
    """Players with the box's facts about their listed experiments."""
    cards = listed(evidence, "experiments").join(evidence.facts.experiments, on="id")
    each = [(pl.col("element") == name).cast(pl.Int32).alias(name) for name in ELEMENTS]
    each += [(pl.col("level") == name).cast(pl.Int32).alias(name) for name in LEVELS.values()]
    masterpiece = pl.col("level") == "masterpiece"
    cards = cards.with_columns(
        *each,
        printed=pl.when(masterpiece).then(0).otherwise("points"),
        crowning=pl.when(masterpiece).then("points").otherwise(0),
    )
    names = [*ELEMENTS, *LEVELS.values(), "printed", "crowning"]
    all_listed = pl.col("experiments_done") <= EXPERIMENTS_ROOM
    return added_up(evidence, cards, *names).filter(all_listed)


@check("experiments", "experiments by element and by level are those listed", "players", "games")
def experiments_by_kind(evidence: Evidence) -> Iterator[Wrong]:
    """And by either they add up to all of them."""
    frame = with_experiments(evidence)
    levels = list(LEVELS.values())
    for name in (*ELEMENTS, *levels):
        yield from evidence.differing("players", frame, f"experiments_{name}", f"sum_{name}")
    for kind, names in (("elements", ELEMENTS), ("levels", levels)):
        total = pl.sum_horizontal(f"experiments_{name}" for name in names)
        what, players = f"experiments over all {kind}", evidence.finished("players")
        yield from evidence.differing("players", players, what, "experiments_done", total)


@check("experiment-points", "experiments give the points printed on them", "players", "games")
def experiment_points(evidence: Evidence) -> Iterator[Wrong]:
    """The masterpiece apart."""
    frame = with_experiments(evidence)
    yield from evidence.differing("players", frame, "vp_experiments", "sum_printed")
    yield from evidence.differing("players", frame, "vp_masterpiece", "sum_crowning")


@check(
    "elementals",
    "elementals are those of artifacts, experiments and track tops",
    "players",
    "games",
)
def elementals(evidence: Evidence) -> Iterator[Wrong]:
    """One for each experiment of the element, one at the top of its track.

    Botmegistus has those of its artifacts alone.
    """
    cards = listed(evidence, "artifacts").join(evidence.facts.artifacts, on="id")
    frame = added_up(evidence, cards, *ELEMENTS)
    frame = frame.filter(pl.col("artifacts_owned") <= ARTIFACTS_ROOM)
    for name in ELEMENTS:
        top = (pl.col(f"mastery_{name}") >= TOP).cast(pl.Int32)
        more = (
            pl.when(evidence.facts.is_automa).then(0).otherwise(pl.col(f"experiments_{name}") + top)
        )
        right = pl.col(f"sum_{name}") + more
        yield from evidence.differing("players", frame, f"elementals_{name}", right)
    total = pl.sum_horizontal(f"elementals_{name}" for name in ELEMENTS)
    yield from evidence.differing("players", frame, "elementals", total)


@check(
    "formulas",
    "formulas are the alchemist's own; bought and used ones were unlocked",
    "players",
    "games",
)
def formulas(evidence: Evidence) -> Iterator[Wrong]:
    """Nobody unlocks another's, buys or uses more than there are."""
    names = [*SEAT, "alchemist"]
    players = evidence.finished("players").select(*names, id="formulas")
    frame = (
        players.explode("id").drop_nulls("id").join(evidence.facts.formulas, on="id", how="left")
    )
    wrong = pl.col("owner").ne_missing(pl.col("alchemist"))
    yield from evidence.faulty(
        "players", frame, wrong, "formula", pl.format("one of {}", "alchemist"), "id"
    )
    placed = with_vault(evidence)
    many = pl.col("formulas_bought") > pl.col("formulas_unlocked")
    yield from evidence.faulty(
        "players", placed, many, "formulas_bought", pl.format("up to {}", "formulas_unlocked")
    )
    many = pl.col("formulas_used") > pl.col("placed")
    yield from evidence.faulty(
        "players", placed, many, "formulas_used", pl.format("up to {}", "placed")
    )
