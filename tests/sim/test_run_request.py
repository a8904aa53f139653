"""The request of a run: what a user may ask for, and what is made of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trisim.documents import DocumentError, plain, typed
from trisim.players.player import Speed
from trisim.sim.errors import SettingsError
from trisim.sim.run_request import (
    GAMES_A_PART,
    RunRequest,
    parse_lineup,
    read_until,
    usual_part,
)


def asked(**changes: Any) -> RunRequest:
    return RunRequest.of(**{"games": 100, **changes})


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert asked(games=101).games == 104
    assert asked(games=101, alchemists="chosen").games == 101
    assert asked(games=1, players=3).games == 3


@pytest.mark.parametrize(
    ("lineup", "alchemists", "rotations"),
    [
        ("a*4", "balanced", 4),
        ("a*4", "chosen", 1),
        ("a,b,a,b", "chosen", 2),
        ("a,b,b,a", "chosen", 4),
        ("a,b*3", "chosen", 4),
        ("a,b,a,b", "random", 4),
        ("a*4", "w,x,y,z", 4),
    ],
)
def test_a_deal_has_a_game_for_each_distinct_rotation(
    lineup: str, alchemists: str, rotations: int
) -> None:
    assert asked(lineup=lineup, alchemists=alchemists).rotations == rotations


def test_the_introductory_setup_turns_strategies_only() -> None:
    assert asked(intro=True).roles == "chosen"
    assert asked(intro=True).rotations == 1
    assert asked(intro=True, lineup="a,b*3").rotations == 4
    with pytest.raises(SettingsError, match="introductory setup has alchemists of its own"):
        asked(intro=True, alchemists="random")


def test_parts_are_whole_and_cover_all_deals() -> None:
    request = asked(games=1000, part_games=26)
    assert (request.part_games, request.part_deals) == (28, 7)
    blocks = [request.deals_of(part) for part in range(request.parts)]
    assert sum(deals for _, deals in blocks) == request.deals == 250
    assert [first for first, _ in blocks] == list(range(0, 250, 7))
    assert blocks[-1] == (245, 5)


@given(
    deals=st.integers(1, 10**7),
    rotations=st.integers(1, 4),
    ledger=st.booleans(),
    speed=st.sampled_from(Speed),
)
def test_usual_parts_are_neither_huge_nor_tiny(
    deals: int, rotations: int, ledger: bool, speed: Speed
) -> None:
    part = usual_part(deals, rotations, ledger, speed)
    assert 1 <= part * rotations <= GAMES_A_PART[Speed.QUICK]
    games = deals * rotations
    if games >= 64 * 64:
        assert -(-deals // part) >= 32
    if speed is Speed.SEARCH:
        assert part * rotations <= 8 or deals > 99_999
    elif games >= 64:
        assert part * rotations > 64 - rotations


def test_tables_follow_from_what_is_logged() -> None:
    assert asked(log="players").tables == ("games", "players")
    assert asked().tables == ("games", "players", "rounds", "turns")
    assert asked(cards=True, ledger=3).tables[-2:] == ("cards", "ledger")


@pytest.mark.parametrize(
    "changes",
    [
        {"until_ci": "seat=0.01"},
        {"alchemists": "w,x,y,z"},
        {"seed": 2**64 - 1, "achievements": True, "ledger": 4, "cards": True},
    ],
)
def test_a_request_survives_json(changes: dict[str, Any]) -> None:
    import json

    request = asked(**changes)
    assert typed(RunRequest, json.loads(json.dumps(plain(request)))) == request


def test_a_request_of_another_version_is_refused() -> None:
    with pytest.raises(DocumentError, match="weather: this key is unknown"):
        typed(RunRequest, {**plain(asked()), "weather": "fine"})
    short = plain(asked())
    del short["seed"]
    with pytest.raises(DocumentError, match="seed: this key is missing"):
        typed(RunRequest, short)


def test_differences_are_told_one_by_one() -> None:
    assert asked().differences(asked()) == []
    other = asked(players=3, achievements=True, until_ci="seat=0.01", lineup="random,b*2")
    assert asked().differences(other) == [
        "players: 4, was 3",
        "games: 100, was 102",
        "lineup: random,random,random,random, was random,b,b",
        "achievements: off, was on",
        "until-ci: none, was seat=0.01",
    ]
    assert asked(part_games=8).differences(asked(part_games=9)) == ["part-games: 8, was 12"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"players": 5}, "players 5: a whole number from 2 to 4"),
        ({"players": 2.0}, "players 2.0: a whole number"),
        ({"games": 0}, "games 0: a whole number from 1"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "seed 18446744073709551616"),
        ({"ledger": -1}, "ledger -1: a whole number from 0"),
        ({"log": "all"}, "log all: players or turns"),
        ({"alchemists": "fair"}, "alchemists fair: balanced, random, chosen, or 4 ids"),
        ({"alchemists": "a,b,c"}, "alchemists a,b,c: 4 players need as many different ones"),
        ({"alchemists": "a,b,c,a"}, "4 players need as many different ones"),
        ({"lineup": "a,b"}, "line-up a,b: 2 places for 4 players"),
        ({"lineup": "a*3"}, "line-up a.3: 3 places for 4 players"),
        ({"lineup": "a,,b,c"}, "names of strategies with commas"),
        ({"lineup": ("a", "b")}, "line-up a,b: 4 players need 4 places"),
        ({"lineup": "a*-1"}, r"line-up a\*-1: how many places, from 1 to 4, is expected after"),
        ({"lineup": "a*0,b*4"}, r"line-up a\*0: how many places"),
        ({"lineup": "a*"}, r"line-up a\*: how many places"),
        ({"lineup": "a*1.5"}, r"line-up a\*1.5: how many places"),
        ({"lineup": "a*1"}, r"1 place for 4 players; .* such as mine.py,random\*3"),
        ({"until_ci": "seat"}, "until-ci seat: .*METRIC=HALFWIDTH, such as alchemist=0.005"),
        (
            {"until_ci": "win=0.01"},
            "unknown metric 'win'; there are seat, alchemist, strategy, score",
        ),
        ({"until_ci": "seat=0"}, "until-ci seat=0: half-width 0"),
        ({"until_ci": ("seat", float("nan"))}, "METRIC=HALFWIDTH is expected, such as seat=0.01"),
        (
            {"until_ci": "strategy=30%"},
            "until-ci strategy=0.3: all places have the strategy random",
        ),
        (
            {"games": 4_000_000, "part_games": 4},
            "part-games 4: 4,000,000 games would make 1,000,000 parts, and a run has up to 99,999; "
            "give --part-games 44 or more",
        ),
    ],
)
def test_what_makes_no_run_is_refused_in_one_line(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError, match=problem) as found:
        asked(**changes)
    assert "\n" not in str(found.value)
    assert found.value.exit_code == 2


def test_lineups() -> None:
    assert parse_lineup("random", 3) == ("random",) * 3
    assert parse_lineup("a:k=1:m=2*2,b", 3) == ("a:k=1:m=2", "a:k=1:m=2", "b")
    assert parse_lineup("./my.py*2", 2) == ("./my.py", "./my.py")
    assert parse_lineup("a.toml:k=0.1*2", 2) == ("a.toml:k=0.1", "a.toml:k=0.1")


def test_a_comma_before_a_parameter_is_explained() -> None:
    with pytest.raises(SettingsError) as caught:
        parse_lineup("a:k=1,m=2,b", 3)
    assert str(caught.value) == (
        "line-up a:k=1,m=2,b: parameters follow a strategy with colons; write a:k=1:m=2"
    )


def test_until() -> None:
    assert read_until("score=0.5") == ("score", 0.5)
    assert asked(lineup="a,b*3", until_ci="strategy=30%").until_ci == ("strategy", 0.3)


@pytest.mark.parametrize("speed", [Speed.QUICK, Speed.PYTHON])
@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("games", [10**9, 10**10])
def test_parts_grow_where_there_would_be_too_many(games: int, ledger: bool, speed: Speed) -> None:
    part_games = 4 * usual_part(games // 4, 4, ledger, speed)
    request = asked(games=games, ledger=ledger, part_games=part_games)
    assert 99_000 < request.parts <= 99_999


def test_a_change_of_players_alone_changes_no_part() -> None:
    begun = asked(players=3, games=99, part_games=21)
    assert RunRequest.of(begun, players=4, strategy="random").differences(begun) == [
        "players: 4, was 3",
        "games: 100, was 99",
        "lineup: random,random,random,random, was random,random,random",
    ]
