"""Checks of actions in turns: costs, sums over turns, final values."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS
from trisim.games.trismegistus.audit.scores import mastery_points
from trisim.games.trismegistus.audit.turns import followed
from trisim.games.trismegistus.box.words import ARROWS
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import before, in_groups
from trisim.sim.options import CHOSEN

SEAT = ["game", "seat"]
ONLY_WITH = {"arrow": "transmute", "artifacts": "artifact", "experiments_taken": "experiment"}
"""Columns that tell about one action, and which one."""


@check("actions", "every turn has an action, and tells of it what belongs to it", "turns", "games")
def actions(evidence: Evidence) -> Iterator[Wrong]:
    """An arrow with a transmutation, the card with a purchase or a page of a book."""
    frame = followed(evidence).filter(~evidence.facts.is_automa)
    known = ["harvest", "essence", "transmute", "artifact", "recharge", "experiment"]
    odd = ~pl.col("action").is_in(known)
    yield from evidence.faulty("turns", frame, odd, "action", "one of the six")
    for name, action in ONLY_WITH.items():
        belongs, is_list = pl.col("action") == action, isinstance(frame.schema[name], pl.List)
        count = pl.col(name).list.len() if is_list else pl.col(name).is_not_null()
        wrong = count.cast(pl.Int32) != belongs.cast(pl.Int32)
        said = pl.when(belongs).then(pl.lit("one")).otherwise(pl.lit("none"))
        yield from evidence.faulty("turns", frame, wrong, name, said)


@check("costs", "artifacts, recharging and experiments cost what the rules say", "turns", "games")
def costs(evidence: Evidence) -> Iterator[Wrong]:
    """And each potency spent on transmuting is a transmutation."""
    numbers = evidence.facts.box.rules.numbers
    frame = followed(evidence).filter(~evidence.facts.is_automa)
    prices = {
        "artifact": numbers.artifact_potency,
        "recharge": numbers.recharge_potency,
        "experiment": numbers.experiment_potency,
    }
    for action, price in prices.items():
        rows = frame.filter(pl.col("action") == action)
        yield from evidence.differing("turns", rows, "spent", pl.lit(price))
    rows = frame.filter(pl.col("action") == "transmute")
    few = pl.col("transmutations") < pl.col("spent")
    said = pl.format("at least {}", "spent")
    yield from evidence.faulty("turns", rows, few, "transmutations", said)


@check("arrows", "a transmutation goes along an arrow of the die's colour", "turns", "games")
def arrows(evidence: Evidence) -> Iterator[Wrong]:
    """Unless a chameleon changed the die."""
    board = evidence.facts.box.board.arrows
    names = [f"{foot.word}-{head.word}" for foot, head in ARROWS]
    fields = [f"{foot.name}_{head.name}".lower() for foot, head in ARROWS]
    colors = [getattr(board, field).word for field in fields]
    rows = followed(evidence).filter(pl.col("arrow").is_not_null(), ~pl.col("chameleon"))
    right = pl.col("arrow").replace_strict(names, colors, default=None)
    said = pl.format("a {} one", "color")
    wrong = right.ne_missing(pl.col("color"))
    yield from evidence.faulty("turns", rows, wrong, "arrow", said)


# ---------------------------------------------------------------- sums


SUMS = {
    "potency_spent": "spent",
    "potency_wasted": "wasted",
    "ethereal_dice": "ethereal",
    "chameleons": "chameleon",
    "experiments_done": "experiments_done",
    "formulas_unlocked": "formulas_unlocked",
}
"""Columns of players that are sums of columns of their turns."""

AT_THE_END = ("experiments_done", "formulas_unlocked")
"""Of these, what Botmegistus gets more of after its last turn."""


@check("sums", "counts of players are the sums over their turns", "players", "turns", "games")
def sums_over_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Reactions belong to the turns of others, so they are added up by game."""
    turns = evidence.finished("turns")
    sums = turns.group_by(SEAT).agg(
        pl.col(name).cast(pl.Int32).sum().alias(f"·{of}") for of, name in SUMS.items()
    )
    frame = evidence.finished("players").join(sums, on=SEAT, how="left", maintain_order="left")
    people = frame.filter(~evidence.facts.is_automa)
    for name in SUMS:
        those = people if name in AT_THE_END else frame
        yield from evidence.differing("players", those, name, pl.col(f"·{name}").fill_null(0))
    taken = turns.group_by("game").agg(taken=pl.col("reactions").sum())
    by_game = evidence.finished("players").group_by("game", maintain_order=True)
    both = by_game.agg(pl.col("reactions").sum()).join(taken, on="game", maintain_order="left")
    yield from evidence.differing("players", both, "reactions", "taken")


@check("choices", "choices of turns are among those of their player", "players", "turns")
def choices(evidence: Evidence) -> Iterator[Wrong]:
    """Others are made at setup and in reactions; each has at least two options."""
    turns = evidence["turns"]
    few = pl.col("options") < pl.col("choices") * 2
    said = pl.format("at least {}", pl.col("choices") * 2)
    yield from evidence.faulty("turns", turns, few, "options", said)
    sums = turns.group_by(SEAT).agg(in_turns=pl.col("choices").sum())
    frame = evidence["players"].join(sums, on=SEAT, how="left", maintain_order="left")
    few = pl.col("choices") < pl.col("in_turns")
    said = pl.format("at least {}", "in_turns")
    yield from evidence.faulty("players", frame, few, "choices", said)


@check(
    "decisions", "decisions are the players' choices and assigned laboratories", "games", "players"
)
def decisions(evidence: Evidence) -> Iterator[Wrong]:
    """The last laboratory is no decision if no other is left."""
    facts = evidence.facts
    people = facts.request.people
    laboratories = min(len(facts.box.alchemists) - 1, people)
    assigned = 0 if facts.request.roles == CHOSEN else laboratories
    sums = evidence["players"].group_by("game").agg(made=pl.col("choices").sum())
    games = evidence["games"].join(sums, on="game", how="left", maintain_order="left")
    yield from evidence.differing("games", games, "decisions", pl.col("made") + assigned)


@check(
    "experiments-held",
    "experiments held are those kept and taken, less those performed",
    "players",
    "turns",
    "games",
)
def experiments_held(evidence: Evidence) -> Iterator[Wrong]:
    """And none is performed that was neither kept nor taken."""
    players = evidence.people("players")
    turns = evidence.people("turns")
    taken = turns.select(*SEAT, id="experiments_taken").explode("id").drop_nulls()
    kept = players.select(*SEAT, id="kept").explode("id").drop_nulls()
    experiments = evidence.facts.experiments.select("id")
    owned = pl.concat([taken, kept]).join(experiments, on="id", how="semi")
    count = owned.group_by(SEAT).agg(owned=pl.len().cast(pl.Int32))
    frame = players.join(count, on=SEAT, how="left", maintain_order="left")
    right = pl.col("owned").fill_null(0) - pl.col("experiments_done")
    yield from evidence.differing("players", frame, "experiments_held", right)
    done = players.select(*SEAT, id="experiments").explode("id").drop_nulls()
    astray = done.join(owned, on=[*SEAT, "id"], how="anti", maintain_order="left")
    said = "one kept or taken"
    yield from evidence.faulty("players", astray, pl.lit(True), "experiments", said, "id")


# ---------------------------------------------------------------- where it ends


ON_THE_WAY = ["vp_bonuses", "vp_abilities", "vp_formulas", "vp_vault", "vp_track_top", "vp_bot"]
"""Points that are scored before the end; those of achievements are scored in both ways."""


@check(
    "last-turns",
    "after its last turn a seat stands where it ends, if nobody reacted later",
    "turns",
    "players",
    "games",
)
def last_turns(evidence: Evidence) -> Iterator[Wrong]:
    """Mastery, gold and score; only reactions can still change them.

    Botmegistus pays gold for formulas at the end, and completes a masterpiece.
    """
    later = pl.col("reactions").sum().over("game") - pl.col("reactions").cum_sum().over("game")
    turns = evidence.finished("turns").with_columns(later=later)
    last = turns.filter(pl.col("later") == 0).unique(SEAT, keep="last", maintain_order=True)
    frame = last.join(evidence["players"], on=SEAT, suffix="_end", maintain_order="left")
    for name in (f"mastery_{element}" for element in ELEMENTS):
        yield from evidence.differing("turns", frame, name, f"{name}_end")
    people = frame.filter(~evidence.facts.is_automa)
    yield from evidence.differing("turns", people, "gold", "gold_end")
    yield from evidence.differing("turns", people, "score_now", "score")
    plain = frame.filter(pl.col("achievements") == 0)
    yield from evidence.differing("turns", plain, "vp", pl.sum_horizontal(ON_THE_WAY))


@check(
    "standings",
    "points so far never fall; with gold and mastery they are part of the score",
    "turns",
    "games",
)
def standings(evidence: Evidence) -> Iterator[Wrong]:
    """Scores can fall, with gold that is spent, but not below what is there already.

    The gold of Botmegistus may count as formulas instead.
    """
    levels = [f"mastery_{element}" for element in ELEMENTS]
    turns = evidence.finished("turns")
    turns = turns.select("game", "turn", "seat", "vp", "score_now", "gold", *levels)
    frame = in_groups(turns, *SEAT).with_columns(was=before("vp"))
    said = pl.format("at least {}", "was")
    yield from evidence.faulty("turns", frame, pl.col("vp") < pl.col("was"), "vp", said)
    gold = pl.when(evidence.facts.is_automa).then(0).otherwise("gold")
    least = pl.col("vp") + gold * evidence.facts.box.rules.numbers.points_per_gold
    for level in levels:
        least += mastery_points(evidence, level).fill_null(0)
    low = pl.col("score_now") < least
    yield from evidence.faulty("turns", frame, low, "score_now", pl.format("at least {}", least))
