"""Checks of the design: deals, scenarios, rotations, seeds; who sat where with which alchemist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from trisim.engine import chance
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.registry import check
from trisim.sim.design import Design

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]


@check("deals", "game = (deal × scenarios + scenario) × rotations + rotation", "games")
def deals_scenarios_and_rotations(evidence: Evidence) -> Iterator[Wrong]:
    """The number of a game tells its deal, scenario and rotation."""
    request, games = evidence.facts.request, evidence["games"]
    deal, rotation = pl.col("game") // request.games_a_deal, pl.col("game") % request.rotations
    names = pl.lit(pl.Series([list(request.scenarios)]))
    yield from evidence.differing("games", games, "deal", deal)
    scenario = names.list.get(evidence.facts.scenario)
    yield from evidence.differing("games", games, "scenario", scenario)
    yield from evidence.differing("games", games, "rotation", rotation)


@check("deals-of-rows", "every row has the deal of its game")
def deals_of_rows(evidence: Evidence) -> Iterator[Wrong]:
    """In all tables besides ``games``."""
    deal = pl.col("game") // evidence.facts.request.games_a_deal
    for table in evidence.tables:
        if table != "games" and evidence.has(f"{table}.deal"):
            yield from evidence.differing(table, evidence[table], "deal", deal)


@check("seeds", "the seed of a deal follows from the run's seed and the deal", "games")
def seeds(evidence: Evidence) -> Iterator[Wrong]:
    """The same for all games of a deal."""
    deals = evidence["games"]["deal"].to_numpy()
    right = hashed(hashed(word(evidence.facts.request.seed), word(chance.DEAL)), deals)
    frame = evidence["games"].with_columns(right=pl.Series(right, dtype=pl.UInt64))
    yield from evidence.differing("games", frame, "seed", "right")


def word(value: int) -> Words:
    """One 64-bit word, as an array: these wrap round without a warning."""
    return np.array([value], np.uint64)


def hashed(state: Words, words: Any) -> Words:
    """Fold a word into each key: ``trisim.engine.chance.absorb``, written once more for arrays."""
    z = state + np.uint64(chance.GOLDEN) + words.astype(np.uint64) * np.uint64(chance.MIX_2)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(chance.MIX_1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(chance.MIX_2)
    mixed: Words = z ^ (z >> np.uint64(31))
    return mixed


@check("players", "games have as many players as the settings say", "games")
def number_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """All are games against Botmegistus, or none is."""
    right, solo = pl.lit(evidence.facts.request.players), pl.lit(bool(evidence.facts.solo))
    yield from evidence.differing("games", evidence["games"], "players", right)
    yield from evidence.differing("games", evidence["games"], "solo", solo)


@check("line-up", "every seat has the strategy of its place in the line-up", "players")
def strategies(evidence: Evidence) -> Iterator[Wrong]:
    """In rotation r, seat s has place (s + r) % players; you have place 0 of a solo run."""
    lineup = pl.lit(pl.Series([list(evidence.facts.request.lineup)]))
    frame = with_place(evidence).with_columns(right=lineup.list.get(pl.col("place")))
    yield from evidence.differing("players", frame, "strategy", "right")


def with_place(evidence: Evidence) -> pl.DataFrame:
    """Players with their place in the line-up."""
    request = evidence.facts.request
    rotation = pl.col("game") % request.rotations
    place = (pl.col("seat") + rotation) % request.players
    if request.solo:
        place = evidence.facts.is_bot.cast(pl.Int64)
    return evidence["players"].with_columns(place=place)


@check("alchemists", "every seat has the alchemist that the design gives it", "players")
def alchemists(evidence: Evidence) -> Iterator[Wrong]:
    """As the settings ask; the introductory setup has its own; chosen ones may be any.

    Botmegistus has none.
    """
    facts = evidence.facts
    bots = evidence["players"].filter(facts.is_bot)
    yield from evidence.differing("players", bots, "alchemist", pl.lit(None, pl.String))
    frame = with_place(evidence).filter(~facts.is_bot)
    if facts.alchemists_are_chosen:
        names = pl.col("alchemist").is_in(list(facts.box.alchemists)).fill_null(False)
        yield from evidence.faulty("players", frame, ~names, "alchemist", "one of the box")
    elif facts.request.intro:
        fixed = pl.Series([[seat.alchemist for seat in facts.box.intro.seats]])
        right = pl.lit(fixed).list.get(pl.lit(0) if facts.request.solo else pl.col("seat"))
        yield from evidence.differing("players", frame, "alchemist", right)
    else:
        given = frame.join(designed(evidence), on=["deal", "place"], how="left")
        yield from evidence.differing("players", given.sort("game", "seat"), "alchemist", "right")


def designed(evidence: Evidence) -> pl.DataFrame:
    """The alchemist of each deal and place by the design of the run."""
    design = Design.of(evidence.facts.request, evidence.facts.box)
    first, deals = evidence.record.first_deal, evidence.record.deals
    numbers = design.alchemists(first, deals)
    return pl.DataFrame(
        {
            "deal": np.repeat(np.arange(first, first + deals), design.people),
            "place": np.tile(np.arange(design.people), deals),
            "right": [design.names[number] for number in numbers.ravel()],
        }
    )


@check("rotations", "strategy and alchemist move round the table together", "players")
def rotations_move_together(evidence: Evidence) -> Iterator[Wrong]:
    """A place of the line-up keeps its alchemist in all games of a deal."""
    if evidence.facts.request.alchemists == "chosen":
        return
    frame = with_place(evidence).with_columns(
        right=pl.col("alchemist").sort_by("game").first().over("deal", "place")
    )
    yield from evidence.differing("players", frame, "alchemist", "right")


@check("different-alchemists", "no two seats of a game have the same alchemist", "players")
def different_alchemists(evidence: Evidence) -> Iterator[Wrong]:
    """A laboratory is there once."""
    twice = pl.col("alchemist").len().over("game", "alchemist") > 1
    yield from evidence.faulty("players", evidence["players"], twice, "alchemist", "another")


@check(
    "turns-of-players",
    "a turn names strategy and alchemist of its seat",
    "turns.strategy",
    "turns.alchemist",
    "players",
)
def turns_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """As ``players`` has them."""
    names = ["strategy", "alchemist"]
    players = evidence["players"].select("game", "seat", *names)
    turns = evidence["turns"].select("game", "turn", "seat", *names)
    frame = turns.join(
        players, on=["game", "seat"], how="left", suffix="_of_seat", maintain_order="left"
    )
    for name in names:
        yield from evidence.differing("turns", frame, name, f"{name}_of_seat")
