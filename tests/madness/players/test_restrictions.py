"""What players can be forbidden: which options fall under it, and that players keep to it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.madness.players.positions import busy_game, frame_of, positions
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.box.box import load_box
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.restricting import bound
from trisim.games.madness.players.restrictions import ROOM, restrictions
from trisim.games.madness.rules.codes import DISCARD_AT, HAND_AT, Frame, Move
from trisim.games.madness.rules.face import Face
from trisim.players.choosing import choosing_with
from trisim.players.registry import load

BY_CODE = {each.code: each.name for each in restrictions(load_box())}


def names_of(game: Face, move: int, policy: Any) -> set[str]:
    """The restrictions that an option falls under."""
    count = bound.names["falls_under"](game.state, game.tables, move, policy)
    return {BY_CODE[int(code)] for code in policy.without.found[:count]}


def expected(game: Face, move: int) -> set[str]:
    """The same, by names."""
    box, state, own = game.box, game.state, game.state.seats[game.seat]
    kind, first, second = kind_of(move), first_of(move), second_of(move)
    if frame_of(game) is Frame.PAY:
        return {"pool"} if HAND_AT < first < DISCARD_AT else set()
    if frame_of(game) is not Frame.ACT:
        return set()
    if kind in (Move.CAST, Move.LEARN):
        spell = box.spells[own.spells[first] if kind == Move.CAST else state.library[first]]
        word = "cast" if kind == Move.CAST else "learn"
        group = "category:basic" if spell.basic else "category:library"
        boost = {"boost"} if kind == Move.CAST and second > 1 else set()
        return {word, f"{word}:{spell.element.word}", group, f"card:{spell.id}"} | boost
    if kind == Move.ACQUIRE:
        element = ("water", "earth", "fire", "air")[first // 3]
        return {"acquire", f"acquire:{element}", f"acquire:{first % 3 + 1}"}
    if kind == Move.DESTROY:
        return {"destroy", f"destroy:{box.curses[state.track[first]].kind.word}"}
    if kind == Move.ABILITY:
        return {"ability", f"ability:{box.mages[own.mage].id}"}
    if kind == Move.CURE:
        return {"cure"}
    is_given = int(state.stack[state.depth - 1].arg[0]) >= 0
    return {"pass"} if is_given else set()


def test_every_option_falls_under_what_it_does_and_uses() -> None:
    policy = KIT.policy_of(load("random", KIT), load_box())
    seen: set[str] = set()
    for table in ((3, 2, "II"), (4, 8, "I")):
        for game in busy_game(*table):
            for move in game.legal():
                found = names_of(game, move, policy)
                assert found == expected(game, move), game.describe(move)
                seen |= found
    assert seen >= {"cast", "boost", "learn", "acquire", "destroy", "cure", "pass", "pool"}


def test_codes_and_names_are_unique_and_have_room() -> None:
    found = restrictions(load_box())
    assert len({each.code for each in found}) == len({each.name for each in found}) == len(found)
    assert max(each.code for each in found) < ROOM


WITHOUT = ("acquire", "cast:fire", "pool", "category:library", "boost", "cure", "destroy:multi")


@pytest.mark.parametrize("without", WITHOUT)
def test_a_player_never_does_what_it_does_without(without: str) -> None:
    player = load(f"balanced:width=1:depth=1:without={without}", KIT)
    policy = KIT.policy_of(player, load_box())
    offered = 0
    for game in positions():
        if frame_of(game) not in (Frame.ACT, Frame.PAY):
            continue
        options = [without in names_of(game, move, policy) for move in game.legal()]
        if any(options) and not all(options):
            offered += 1
            move = choosing_with(player, game.seat, policy)(game)
            assert without not in names_of(game, move, policy)
    assert offered
