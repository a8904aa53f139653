"""Cards and players of a batch as arrays: which card, who, when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.analyses.seated import Array, Ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trisim.stats.analyses.source import Batch, Facts

STAGES = 3
"""Parts of the game after the setup, alike in length: about its rounds."""

NO_LEVEL = 0


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card of the box: its kind in words, and its level if its kind has levels."""

    card: str
    kind: str
    level: int = NO_LEVEL


def numbers(column: pl.Series, names: Sequence[str]) -> Ints:
    """The position of each word among the names; -1 for any other, and for none.

    Categorical words share their codes with all other live categories, so a small table is enough.
    """
    words = column if column.dtype == pl.Categorical else column.cast(pl.Categorical)
    names_too = pl.Series(names, dtype=words.dtype)
    codes = words.to_physical().fill_null(0).to_numpy()
    known = names_too.to_physical().to_numpy()
    size = 1 + max(int(codes.max(initial=0)), int(known.max(initial=0)))
    table = np.full(size, -1, dtype=np.int64)
    table[known] = np.arange(len(names))
    found: Ints = table[codes]
    found[column.is_null().to_numpy()] = -1
    return found


@dataclass(frozen=True, slots=True)
class Sitting:
    """The seating of the games of a batch; a position for each seat of each game.

    ``who`` distinguishes strategies, roles, seats and scenarios; it is below ``kinds``, and -1 for
    an automa and empty seats.
    """

    first: int
    place_of_game: Ints
    players: int
    deal_of_game: Ints
    numbers: Ints
    """The numbers of the deals in the run, in order."""

    turns: Ints
    who: Ints
    kinds: int
    wins: Array

    @property
    def deals(self) -> int:
        return len(self.numbers)

    def games(self, numbers_of_games: pl.Series) -> Ints:
        """The positions of games by their numbers."""
        places: Ints = self.place_of_game[numbers_of_games.to_numpy() - self.first]
        return places

    def deal_of(self, places: Ints) -> Ints:
        """The deals of seats, from 0 in the batch."""
        return self.deal_of_game[places // self.players]


def sitting_of(batch: Batch, players: pl.DataFrame, facts: Facts) -> Sitting:
    games = batch["games"].select("game", "deal", "turns").sort("game").collect()
    game = games["game"].to_numpy()
    first = int(game[0]) if len(game) else 0
    place_of_game = np.zeros(int(game[-1]) - first + 1 if len(game) else 0, dtype=np.int64)
    place_of_game[game - first] = np.arange(len(game))
    deals, deal_of_game = np.unique(games["deal"].to_numpy(), return_inverse=True)
    seats = players["seat"].to_numpy().astype(np.int64)
    places = place_of_game[players["game"].to_numpy() - first] * facts.players + seats
    who = np.full(len(game) * facts.players, -1, dtype=np.int64)
    wins = np.zeros(len(who))
    kinds, codes = who_sits(players, seats, facts)
    who[places], wins[places] = codes, players["win"].to_numpy()
    turns = np.maximum(games["turns"].to_numpy().astype(np.int64), 1)
    return Sitting(
        first,
        place_of_game,
        facts.players,
        deal_of_game,
        deals.astype(np.int64),
        turns,
        who,
        kinds,
        wins,
    )


def who_sits(players: pl.DataFrame, seats: Ints, facts: Facts) -> tuple[int, Ints]:
    """The number of possible kinds of players, and the kind of each row."""
    strategy = 1 + numbers(players["strategy"], facts.strategies)
    role = 1 + numbers(players[facts.role.one], facts.role_ids) if facts.role else 0 * seats
    scenario = players["game"].to_numpy() // facts.rotations % len(facts.scenarios)
    levels = (facts.strategies, facts.role_ids)
    sizes = (*(1 + len(each) for each in levels), facts.players, len(facts.scenarios))
    codes = np.ravel_multi_index((strategy, role, seats, scenario), sizes)
    is_automa = (players["strategy"].cast(pl.String) == facts.automa).to_numpy()
    return int(np.prod(sizes)), np.where(is_automa, -1, codes)


@dataclass(frozen=True, slots=True)
class Offers:
    """Cards on offer in the games of a batch."""

    card: Ints
    deal: Ints


@dataclass(frozen=True, slots=True)
class Takes:
    """Cards that players took: who, when, and their result; an automa is no player."""

    card: Ints
    place: Ints
    deal: Ints
    offered: Array
    """1 if it was on offer; 0 if it came from the stack."""

    stage: Ints
    """0 at setup, then the part of the game."""

    when: Array
    """The share of the game that had been played."""

    completed: Array
    uses: Array
    points: Array


COLUMNS = (
    "game",
    "card",
    "first_turn",
    "seat",
    "turn_taken",
    "turn_completed",
    "uses",
    "points",
)


class CardTable:
    """Reads ``cards`` and numbers the cards."""

    def __init__(
        self, cards: Sequence[CardFacts], offered_when_seen: Sequence[str], used: Sequence[str]
    ) -> None:
        self.ids = [each.card for each in cards]
        kinds = [each.kind for each in cards]
        self.seen_is_offered = np.array([kind in offered_when_seen for kind in kinds], dtype=bool)
        self.is_used = np.array([kind in used for kind in kinds], dtype=bool)

    def read(self, frame: pl.LazyFrame, sitting: Sitting) -> tuple[Offers, Takes]:
        """The offers and takes of each game."""
        there = frame.collect_schema().names()
        no_points = [pl.lit(0).alias("points")] if "points" not in there else []
        table = frame.select(*(each for each in COLUMNS if each in there), *no_points).collect()
        card = numbers(table["card"], self.ids)
        if len(card) and card.min() < 0:
            table, card = table.filter(card >= 0), card[card >= 0]
        offered = table["first_turn"].is_not_null().to_numpy() | self.seen_is_offered[card]
        deals = sitting.deal_of_game[sitting.games(table["game"])]
        offers = Offers(card[offered], deals[offered])
        taken = (table["seat"].is_not_null() & table["turn_taken"].is_not_null()).to_numpy()
        return offers, self.takes(table.filter(taken), card[taken], offered[taken], sitting)

    def takes(
        self, table: pl.DataFrame, card: Ints, offered: NDArray[np.bool_], sitting: Sitting
    ) -> Takes:
        """The taken cards; cards of some kinds are completed when they are used."""
        place = sitting.games(table["game"]) * sitting.players + table["seat"].to_numpy()
        turn = table["turn_taken"].to_numpy().astype(np.int64)
        turns = sitting.turns[place // sitting.players]
        uses = table["uses"].to_numpy().astype(np.float64)
        completed = table["turn_completed"].is_not_null().to_numpy()
        when = np.minimum((turn + 1) / turns, 1.0)
        stage = np.where(turn < 0, 0, 1 + np.minimum(STAGES * turn // turns, STAGES - 1))
        columns = (
            card,
            place,
            sitting.deal_of(place),
            offered.astype(np.float64),
            stage,
            when,
            np.where(self.is_used[card], uses > 0, completed).astype(np.float64),
            uses,
            table["points"].to_numpy().astype(np.float64),
        )
        by_player = sitting.who[place] >= 0
        return Takes(*(columns if by_player.all() else (each[by_player] for each in columns)))
