"""Checks of the design: deals, scenarios, rotations, seeds; who sat where with which role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from trisim.engine import chance
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.registry import check
from trisim.sim.options import CHOSEN

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
    """And are of the kind that the settings ask for."""
    games, facts = evidence["games"], evidence.facts
    yield from evidence.differing("games", games, "players", pl.lit(facts.request.players))
    for name, right in facts.columns_of_games.items():
        yield from evidence.differing("games", games, name, right)


@check("line-up", "every seat has the strategy of its place in the line-up", "players")
def strategies(evidence: Evidence) -> Iterator[Wrong]:
    """In rotation r, seat s has place (s + r) % players; an automa has the last place."""
    lineup = pl.lit(pl.Series([list(evidence.facts.request.lineup)]))
    frame = with_place(evidence).with_columns(right=lineup.list.get(pl.col("place")))
    yield from evidence.differing("players", frame, "strategy", "right")


def with_place(evidence: Evidence) -> pl.DataFrame:
    """Players with their place in the line-up."""
    facts = evidence.facts
    turned = (facts.person + pl.col("game") % facts.request.rotations) % facts.request.people
    place = pl.when(facts.is_automa).then(facts.request.people).otherwise(turned)
    return evidence["players"].with_columns(place=place.cast(pl.Int64))


@check("{roles}", "every seat has the {role} that the design gives it", "players.{role}")
def roles(evidence: Evidence) -> Iterator[Wrong]:
    """As the settings ask; a setup can have its own; chosen ones may be any; an automa has none."""
    facts, role = evidence.facts, role_of(evidence)
    automas = evidence["players"].filter(facts.is_automa)
    yield from evidence.differing("players", automas, role, pl.lit(None, pl.String))
    frame = with_place(evidence).filter(~facts.is_automa)
    if facts.roles_are_chosen:
        known = pl.col(role).is_in(facts.words[role]).fill_null(False)
        yield from evidence.faulty("players", frame, ~known, role, "one of the box")
    elif facts.fixed_roles is not None:
        right = pl.lit(pl.Series([list(facts.fixed_roles)])).list.get(facts.person)
        yield from evidence.differing("players", frame, role, right)
    else:
        given = frame.join(designed(evidence), on=["deal", "place"], how="left")
        yield from evidence.differing("players", given.sort("game", "seat"), role, "right")


def role_of(evidence: Evidence) -> str:
    """The column of roles."""
    role = evidence.facts.game.info.role
    assert role is not None, "checks of roles are for games with roles"
    return role.one


def designed(evidence: Evidence) -> pl.DataFrame:
    """The role of each deal and place by the design of the run, as its first games have them."""
    facts, first, deals = evidence.facts, evidence.record.first_deal, evidence.record.deals
    games_a_deal, players = facts.request.games_a_deal, facts.request.players
    places, numbers = facts.design.block(first, deals)
    names = [*facts.words[role_of(evidence)], None]  # -1: none
    return pl.DataFrame(
        {
            "deal": np.repeat(np.arange(first, first + deals), players),
            "place": places[::games_a_deal, :players].ravel().astype(np.int64),
            "right": [names[number] for number in numbers[::games_a_deal, :players].ravel()],
        },
        schema_overrides={"right": pl.String},
    )


@check("rotations", "strategy and {role} move round the table together", "players.{role}")
def rotations_move_together(evidence: Evidence) -> Iterator[Wrong]:
    """A place of the line-up keeps its role in all games of a deal."""
    if evidence.facts.request.roles == CHOSEN:
        return
    role = role_of(evidence)
    frame = with_place(evidence).with_columns(
        right=pl.col(role).sort_by("game").first().over("deal", "place")
    )
    yield from evidence.differing("players", frame, role, "right")


@check(
    "different-{roles}",
    "no two seats of a game have the same {role}",
    "players.{role}",
    roles_differ=True,
)
def different_roles(evidence: Evidence) -> Iterator[Wrong]:
    """A role is dealt once."""
    role = role_of(evidence)
    twice = pl.col(role).is_not_null() & (pl.col(role).len().over("game", role) > 1)
    yield from evidence.faulty("players", evidence["players"], twice, role, "another")


@check(
    "turns-of-players",
    "a turn names strategy and {role} of its seat",
    "turns.strategy",
    "turns.{role}",
    "players",
)
def turns_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """As ``players`` has them."""
    names = ["strategy", role_of(evidence)]
    players = evidence["players"].select("game", "seat", *names)
    turns = evidence["turns"].select("game", "turn", "seat", *names)
    frame = turns.join(
        players, on=["game", "seat"], how="left", suffix="_of_seat", maintain_order="left"
    )
    for name in names:
        yield from evidence.differing("turns", frame, name, f"{name}_of_seat")
