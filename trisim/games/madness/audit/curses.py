"""Checks of curses: which are laid where, when they strike, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import SPACE_OF_SLOT, SPACES
from trisim.games.madness.box.words import CurseKind
from trisim.sim.audit.findings import Wrong

ROUND = ["game", "round"]
SEAT = ["game", "seat"]


def with_monsters(evidence: Evidence) -> pl.DataFrame:
    """Curses with their monster, and the turn in which the marker reaches them."""
    there = evidence["monsters"].select(*ROUND, "first_turn")
    ends = evidence["games"].select("game", "turns", "status")
    slots = pl.col("slot").replace_strict(
        range(len(SPACE_OF_SLOT)), SPACE_OF_SLOT, default=None, return_dtype=pl.Int32
    )
    return (
        evidence["curses"]
        .join(there, on=ROUND, how="left", maintain_order="left")
        .join(ends, on="game", how="left", maintain_order="left")
        .with_columns(arrival=pl.col("turn_laid") + slots - 1)
    )


@check(
    "curse-kinds", "curses are of their kind, in the slots of the track in their order", "curses"
)
def kinds(evidence: Evidence) -> Iterator[Wrong]:
    """Slots 0, 1, …; five at the most."""
    box = evidence.facts.curses.select("curse", right="curse_kind")
    frame = evidence["curses"].join(box, on="curse", how="left", maintain_order="left")
    yield from evidence.differing("curses", frame, "kind", "right")
    nth = pl.int_range(pl.len()).over(ROUND)
    yield from evidence.differing("curses", evidence["curses"].with_columns(nth=nth), "slot", "nth")
    high = ~pl.col("slot").is_between(0, len(SPACE_OF_SLOT) - 1)
    said = f"0 to {len(SPACE_OF_SLOT) - 1}"
    yield from evidence.faulty("curses", evidence["curses"], high, "slot", said)


@check(
    "laid",
    "a monster brings the multi-element curses of its round, then those of its symbols",
    "monsters",
    "curses",
    "games",
)
def laid(evidence: Evidence) -> Iterator[Wrong]:
    """None if the game ends when it appears; fewer if a pile is empty for good."""
    facts = evidence.facts
    kinds = evidence["curses"].group_by(ROUND).agg(kinds=pl.col("kind").str.join(", "))
    frame = evidence["monsters"].join(kinds, on=ROUND, how="left", maintain_order="left")
    frame = frame.with_columns(
        kinds=pl.col("kinds").fill_null(""), is_last=pl.col("round") == pl.len().over("game")
    )
    multi = pl.lit(f"{CurseKind.MULTI.word}, ").repeat_by(facts.multi).list.join("")
    right = multi + pl.col("monster").replace_strict(facts.symbols, default="")
    cut = pl.col("is_last") & (pl.col("kinds") == "")
    rows = frame.filter(~cut)
    if facts.box.rules.rulings.refill_curses:
        yield from evidence.differing("monsters", rows, "kinds of curses", right, "kinds")
    symbols = pl.col("monster").replace_strict(facts.symbols, default="")
    most = facts.multi + symbols.str.count_matches(CurseKind.MULTI.word).cast(pl.Int32)
    many = pl.col("multi") > most
    yield from evidence.faulty("monsters", rows, many, "multi", pl.format("up to {}", most))


@check("curses-of-monsters", "counts of monsters are those of their curses", "monsters", "curses")
def curses_of_monsters(evidence: Evidence) -> Iterator[Wrong]:
    """Laid, of several elements, destroyed, applied; they are laid when it appears."""
    destroyed = pl.col("fate") == "destroyed"
    in_time = destroyed & (pl.col("turn_gone") < pl.col("turn_laid") + SPACES)
    counts = (
        evidence["curses"]
        .group_by(ROUND)
        .agg(
            pl.len().cast(pl.Int32).alias("·curses"),
            (pl.col("kind") == CurseKind.MULTI.word).sum().cast(pl.Int32).alias("·multi"),
            destroyed.sum().cast(pl.Int32).alias("·destroyed"),
            pl.col("turn_struck").count().cast(pl.Int32).alias("·struck"),
            pl.col("turn_gone").filter(destroyed).max().alias("·turn_destroyed"),
            in_time.sum().cast(pl.Int32).alias("·before"),
        )
    )
    frame = evidence["monsters"].join(counts, on=ROUND, how="left", maintain_order="left")
    for name in ("curses", "multi", "destroyed", "struck"):
        right = pl.col(f"·{name}").fill_null(0)
        yield from evidence.differing("monsters", frame, name, right)
    yield from evidence.differing("monsters", frame, "turn_destroyed", "·turn_destroyed")
    right = pl.col("curses") - pl.col("·before").fill_null(0)
    yield from evidence.differing("monsters", frame, "left", right)
    curses = evidence.once("curses with monsters", with_monsters)
    yield from evidence.differing("curses", curses, "turn_laid", "first_turn")


@check(
    "strikes", "a curse is applied once, when the marker reaches it", "curses", "monsters", "games"
)
def strikes(evidence: Evidence) -> Iterator[Wrong]:
    """Not if it is gone or neutralised by then, or the game is over."""
    frame = evidence.once("curses with monsters", with_monsters)
    struck = frame.filter(pl.col("turn_struck").is_not_null())
    yield from evidence.differing("curses", struck, "turn_struck", "arrival")
    gone = (pl.col("turn_gone") <= pl.col("arrival")).fill_null(False)
    over = pl.col("turns") - 1 <= pl.col("arrival")
    free = gone | over | (pl.col("neutralised") > 0)
    wrong = pl.col("turn_struck").is_null() & ~free
    yield from evidence.faulty("curses", frame, wrong, "turn_struck", pl.col("arrival"))
    early = (pl.col("turn_gone") < pl.col("turn_struck")).fill_null(False)
    said = "nothing: the curse was gone"
    yield from evidence.faulty("curses", frame, early, "turn_struck", said)


@check(
    "curse-fates",
    "a curse is destroyed by somebody, or goes under its pile",
    "curses",
    "monsters",
    "games",
)
def fates(evidence: Evidence) -> Iterator[Wrong]:
    """When the monster escapes; those of the last monster can lie there at the end."""
    frame, fate = evidence.once("curses with monsters", with_monsters), pl.col("fate")
    destroyed = fate == "destroyed"
    wrong = pl.col("destroyed_by").is_not_null() != destroyed
    said = pl.when(destroyed).then(pl.lit("a seat")).otherwise(pl.lit("nobody"))
    yield from evidence.faulty("curses", frame, wrong, "destroyed_by", said)
    nobody = ~pl.col("destroyed_by").is_in(list(evidence.facts.seats))
    yield from evidence.faulty("curses", frame, nobody, "destroyed_by", "a seat of the game")
    wrong = pl.col("by_effect") & ~destroyed
    yield from evidence.faulty("curses", frame, wrong, "by_effect", "no")
    end = pl.col("turn_laid") + SPACES
    left = frame.filter(fate == "left")
    yield from evidence.differing("curses", left, "turn_gone", end)
    here = frame.filter(fate == "open")
    yield from evidence.differing("curses", here, "turn_gone", pl.lit(None, pl.Int32))
    rows = frame.filter(destroyed)
    astray = ~pl.col("turn_gone").is_between("turn_laid", end).fill_null(False)
    said = pl.format("{} to {}", "turn_laid", end)
    yield from evidence.faulty("curses", rows, astray, "turn_gone", said)
    last = pl.col("round") == pl.col("round").max().over("game")
    early = (fate == "open") & ~last
    yield from evidence.faulty("curses", frame.with_columns(last=last), early, "fate", "an end")


@check(
    "curses-of-games",
    "counts of games and players are those of their curses",
    "games",
    "players",
    "curses",
)
def curses_of_games(evidence: Evidence) -> Iterator[Wrong]:
    """Destroyed, left on the track, and by whom."""
    fate = pl.col("fate")
    counts = (
        evidence["curses"]
        .group_by("game")
        .agg(
            (fate == "destroyed").sum().cast(pl.Int32).alias("·curses_destroyed"),
            (fate == "open").sum().cast(pl.Int32).alias("·curses_left"),
        )
    )
    games = evidence["games"].join(counts, on="game", how="left", maintain_order="left")
    for name in ("curses_destroyed", "curses_left"):
        right = pl.col(f"·{name}").fill_null(0)
        yield from evidence.differing("games", games, name, right)
    by = (
        evidence["curses"]
        .filter(fate == "destroyed")
        .group_by("game", seat="destroyed_by")
        .agg(
            (~pl.col("by_effect")).sum().cast(pl.Int32).alias("·destroyed"),
            pl.col("by_effect").sum().cast(pl.Int32).alias("·destroyed_by_effects"),
        )
    )
    players = evidence["players"].join(by, on=SEAT, how="left", maintain_order="left")
    for name in ("destroyed", "destroyed_by_effects"):
        right = pl.col(f"·{name}").fill_null(0)
        yield from evidence.differing("players", players, name, right)


@check(
    "curses-in-turns",
    "curses on the track are those that were laid and are not gone",
    "turns",
    "curses",
)
def curses_in_turns(evidence: Evidence) -> Iterator[Wrong]:
    """At the end of each turn, and destroyed in it."""
    curses = evidence["curses"]
    laid = curses.group_by("game", turn="turn_laid").agg(laid=pl.len().cast(pl.Int32))
    gone = (
        curses.drop_nulls("turn_gone")
        .group_by("game", turn="turn_gone")
        .agg(
            gone=pl.len().cast(pl.Int32),
            destroyed_now=(pl.col("fate") == "destroyed").sum().cast(pl.Int32),
        )
    )
    frame = (
        evidence["turns"]
        .join(laid, on=["game", "turn"], how="left", maintain_order="left")
        .join(gone, on=["game", "turn"], how="left", maintain_order="left")
    )
    change = pl.col("laid").fill_null(0) - pl.col("gone").fill_null(0)
    frame = frame.with_columns(right=change.cum_sum().over("game"))
    yield from evidence.differing("turns", frame, "curses_left", "right")
    right = pl.col("destroyed_now").fill_null(0)
    yield from evidence.differing("turns", frame, "curses_destroyed", right)


@check("one-place", "a curse lies on the track once at a time", "curses")
def one_place(evidence: Evidence) -> Iterator[Wrong]:
    """It comes again only after it is gone."""
    by = ["game", "curse"]
    frame = evidence["curses"].with_columns(
        was_gone=pl.col("turn_gone").shift(1).over(by), nth=pl.int_range(pl.len()).over(by)
    )
    wrong = (pl.col("nth") > 0) & ~(pl.col("was_gone") <= pl.col("turn_laid")).fill_null(False)
    yield from evidence.faulty("curses", frame, wrong, "curse", "one that is not on the track")


@check(
    "curse-madness",
    "madness, tokens and neutralisations of curses are possible ones",
    "curses",
    "games",
)
def madness_of_curses(evidence: Evidence) -> Iterator[Wrong]:
    """Nothing negative; what players take for curses is part of what they take."""
    curses = evidence["curses"]
    for name in ("tokens", "neutralised", "madness_under", "madness_taken"):
        below = pl.col(name) < 0
        yield from evidence.faulty("curses", curses, below, name, "0 or more")
    tokens = evidence.facts.box.rules.numbers.tokens * 4
    many = pl.col("tokens") > tokens
    yield from evidence.faulty("curses", curses, many, "tokens", f"up to {tokens}")
    sums = curses.group_by("game").agg(for_curses=pl.col("madness_taken").sum())
    games = evidence["games"].join(sums, on="game", how="left", maintain_order="left")
    most = pl.col("madness_taken")
    wrong = pl.col("for_curses") > most
    said = pl.format("up to {}", most)
    yield from evidence.faulty("games", games, wrong, "madness for curses", said, "for_curses")
