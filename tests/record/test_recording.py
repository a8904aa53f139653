"""A game declares its tables with one call; rows, room, bits and words follow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from trisim.engine.kernel import KernelRegistry, records
from trisim.games.trismegistus.record.rows import KEEP_BOT, KEEP_CARDS, KEEP_LEDGER, KEEP_TURNS
from trisim.games.trismegistus.record.rows import RECORDING as TRISMEGISTUS
from trisim.record import standings
from trisim.record.arrow import dictionaries, schema, to_arrow
from trisim.record.base import Outcome
from trisim.record.base_tables import DEAL, GAME, SEAT, games_table, players_table, role_column
from trisim.record.columns import MISSING, Column, Kind, Table
from trisim.record.document import document
from trisim.record.recording import GAMES, PLAYERS, Recording, Room, declare

HERO = role_column("hero", "which hero it is")
TURNS = Table(
    "turns",
    "turn",
    ("game", "turn"),
    (GAME, DEAL, Column("turn", Kind.COUNT, "turn, from 0"), SEAT),
    level="turns",
)
COINS = Table(
    "coin_moves",
    "coin",
    ("game", "step"),
    (GAME, DEAL, Column("step", Kind.COUNT, "step"), Column("delta", Kind.COUNT, "by how much")),
    level="ledger",
)


def declared(outcome: Outcome = Outcome.POINTS, **changes: Any) -> Recording:
    """A small game."""
    points = (Column("vp_coins", Kind.COUNT, "coins"),) if outcome is Outcome.POINTS else ()
    given: dict[str, Any] = {
        "seats": 3,
        "outcome": outcome,
        "tables": (games_table(outcome), players_table(outcome, HERO, points), TURNS, COINS),
        "room": {"turns": Room(4, 10), "coin_moves": Room(6, 20)},
        "tally": (("coins", np.int32, (3,)),),
        "box_words": lambda box: {"hero": box},
        **changes,
    }
    return declare(REGISTRY, __name__, **given)


REGISTRY = KernelRegistry("coins")


def test_base_columns_follow_the_outcome() -> None:
    points, team = declared(), declared(Outcome.TEAM)
    base = ["game", "deal", "scenario", "rotation", "seed", "players", "turns", "decisions"]
    results = ["win_score", "margin", "lead_changes", "settled_turn"]
    assert points.tables["games"].names == [*base, *results, "status"]
    assert team.tables["games"].names == [*base, "won", "status"]
    who = ["game", "deal", "seat", "strategy", "hero"]
    scored = ["score", "rank", "win", "vp_coins"]
    assert points.tables["players"].names == [*who, *scored, "all_restricted"]
    assert team.tables["players"].names == [*who, "win", "all_restricted"]


def test_columns_of_a_game_have_their_places() -> None:
    kind, loss = Column("kind", Kind.SMALL, "kind"), Column("loss", Kind.SMALL, "why")
    names = games_table(Outcome.TEAM, (loss,), setup=(kind,)).names
    assert names[names.index("players") + 1] == "kind"
    assert names[-3:] == ["won", "loss", "status"]


def test_meanings_in_the_words_of_a_game() -> None:
    table = games_table(Outcome.TEAM, meanings={"won": "whether the castle stands"})
    assert table["won"].meaning == "whether the castle stands"
    with pytest.raises(ValueError, match="no column margin"):
        games_table(Outcome.TEAM, meanings={"margin": "by how much"})


def test_options_that_write_a_table() -> None:
    assert [table.asked_for for table in declared().tables.values()] == [
        *("always", "always"),
        *("--log turns", "--with ledger"),
    ]
    assert TRISMEGISTUS.tables["bot"].asked_for == "--solo --log turns"


def test_kernels_know_the_types_of_rows() -> None:
    recording = declared()
    assert {"GameRow", "PlayerRow", "TurnRow", "CoinMoveRow", "Tally"} <= set(REGISTRY.records)
    assert REGISTRY.tuples["Rows"][0] is recording.rows
    names = recording.tally.names or ()
    assert names[0] == "strategies"
    assert names[-1] == "coins"
    assert "standing" not in (declared(Outcome.TEAM).tally.names or ())


def test_bits_of_tables() -> None:
    recording = declared()
    assert recording.keep_bits(["games", "players", "coin_moves"]) == 0b1011
    assert recording.ledger_bits == 0b1000
    bits = [TRISMEGISTUS.keep_bits([name]) for name in ("turns", "bot", "cards", "ledger")]
    assert bits == [KEEP_TURNS, KEEP_BOT, KEEP_CARDS, KEEP_LEDGER]
    assert TRISMEGISTUS.ledger_bits == KEEP_LEDGER


def test_room_is_for_usual_games_and_one_that_is_as_long_as_can_be() -> None:
    rows = declared().make_rows(["games", "players", "coin_moves"], 5, ledger_every=2)
    assert rows.size.tolist() == [5, 15, 0, 4 * 6 // 2 + 20]
    assert rows.most.tolist() == [1, 3, 10, 20]
    assert [len(each) for each in rows[:4]] == [6, 16, 1, 33], "and one that kernels may hold"


def test_filled_rows_are_cleared() -> None:
    recording = declared()
    rows = recording.make_rows(["games", "players"], 2)
    rows.games[0].turns = 7
    rows.filled[GAMES] = 1
    assert recording.filled(rows, "games")["turns"].tolist() == [7]
    recording.clear(rows)
    assert rows.games[0].turns == 0
    assert len(recording.filled(rows, "games")) == 0


def test_words_of_the_game_the_box_and_the_run() -> None:
    words = declared().words(["knight", "smith"], ["random"], ["short", "long"])
    assert words == {
        "status": ["finished", "aborted"],
        "hero": ["knight", "smith"],
        "strategy": ["random"],
        "scenario": ["short", "long"],
    }


def test_rows_become_arrow_with_words() -> None:
    recording = declared(Outcome.TEAM)
    rows = recording.make_rows(["games", "players"], 1)
    for seat in range(2):
        row = rows.players[seat]
        row.seat, row.hero, row.win = seat, 1 - 3 * seat, 1.0
    rows.filled[PLAYERS] = 2
    words = dictionaries(recording.words(["knight", "smith"], ["random"], ["short"]))
    players = recording.tables["players"]
    table = to_arrow(players, recording.filled(rows, "players"), words)
    assert table.schema == schema(players)
    assert table["hero"].to_pylist() == ["smith", None]
    assert table["win"].to_pylist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"tables": (TURNS,)}, "coins: the first two tables must be games and players"),
        ({"room": {}}, r"without table: \['coin_moves', 'turns'\]"),
    ],
)
def test_what_is_missing_is_said(changes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        declared(**changes)


def test_a_page_about_the_tables_of_any_game() -> None:
    page = document(declared(Outcome.TEAM), "python -m trisim.record.document coins")
    assert "`tests/record/test_recording.py`" in page
    assert "`python -m trisim.record.document coins`" in page
    assert "| `won` | bool |  | whether the team won |" in page
    assert "nothing to tell. Seats count" in page
    assert "Words of `status`: finished, aborted." in page


# ---------------------------------------------------------------- standings


def is_before(game: Any, seat: int, other: int) -> bool:
    """More points, then more coins."""
    return bool((game.score[seat], game.coins[seat]) > (game.score[other], game.coins[other]))


POINTS = KernelRegistry("points")
BOUND = standings.TEMPLATES.bind(POINTS, __name__, is_before=is_before)


def result(scores: list[list[int]], coins: list[int]) -> tuple[Any, Any]:
    """The rows of a game with these scores after each turn, and these tie-breaks."""
    recording = declared()
    rows, tally = recording.make_rows(["games", "players"], 1), records(1, recording.tally)[0]
    players = len(coins)
    BOUND.begin_leads(tally, players)
    for turn, standing in enumerate(scores):
        tally.standing[:players] = standing
        BOUND.follow_leads(tally, players, turn)
    for seat, score in enumerate(scores[-1]):
        rows.players[seat].score = score
    game = SimpleNamespace(score=scores[-1], coins=coins)
    BOUND.write_result(rows, tally, game, players, len(scores))
    return rows.games[0], rows.players[:players]


def test_the_most_points_win() -> None:
    game, players = result([[0, 2, 0], [3, 2, 0], [3, 2, 5], [9, 2, 5]], [0, 0, 0])
    assert players["rank"].tolist() == [1, 3, 2]
    assert players["win"].tolist() == [1, 0, 0]
    assert (game.win_score, game.margin) == (9, 4)
    assert (game.lead_changes, game.settled_turn) == (3, 3)


def test_a_tie_break_decides() -> None:
    game, players = result([[1, 1, 0], [4, 4, 4]], [1, 2, 1])
    assert players["rank"].tolist() == [2, 1, 2]
    assert players["win"].tolist() == [0, 1, 0]
    assert (game.win_score, game.margin, game.lead_changes, game.settled_turn) == (4, 0, 0, 0)


def test_who_ties_in_everything_shares_the_win() -> None:
    game, players = result([[1, 5], [5, 5]], [3, 3])
    assert players["rank"].tolist() == [1, 1]
    assert players["win"].tolist() == [0.5, 0.5]
    assert game.settled_turn == MISSING


def test_scores_can_be_below_zero() -> None:
    game, players = result([[-3, -1], [-3, -4]], [0, 0])
    assert players["win"].tolist() == [1, 0]
    assert (game.win_score, game.margin, game.lead_changes, game.settled_turn) == (-3, 1, 1, 1)
