"""What a seat sees: its own cards, the open ones, and nothing that is hidden from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.trismegistus.rules.helpers import acting, box_with, can, play
from tests.trismegistus.rules.helpers_2 import assert_even, random_moves
from tests.trismegistus.support.invariants import first_fault
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.rules.codes import LAID_BY, At, Dealt, Frame, Move
from trisim.games.trismegistus.rules.decks import top_publication
from trisim.games.trismegistus.rules.game import Game, GameError
from trisim.games.trismegistus.rules.state import MOVES
from trisim.games.trismegistus.text.position import make_position

PILES = ("experiment_at", "artifact_at", "publication_at", "achievement_at")
HIDDEN = {
    "seed", "experiment_at", "artifact_at", "publication_at", "under", "dealt", "kept", "labs",
}  # fmt: skip
"""Fields in which a view may differ from the game."""


def views(players: int, seed: int, every: int = 1) -> Iterator[tuple[Game, int, Game]]:
    """The game, a seat and what it sees, at decisions of a random game."""
    game = Game.new(players, seed, box=box_with(), achievements=seed % 2 == 0)
    for n, now in enumerate(random_moves(game, seed)):
        rare = now.frame in (Frame.PAY, Frame.RETURN, Frame.LABORATORY)
        if n % every == 0 or (rare and every < 20):
            for seat in range(players):
                yield now, seat, now.view(seat)


def own_cards(game: Game, seat: int) -> list[set[int]]:
    state = game.state
    piles = (state.experiment_at, state.artifact_at, state.publication_at, state.achievement_at)
    return [
        {n for n in range(len(at)) if at[n] in (seat, seat + 4, LAID_BY + seat)} for at in piles
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_not_hidden_is_seen_as_it_is(players: int) -> None:
    for game, _, view in views(players, players, every=15):
        for name in game.state.dtype.names:
            if name not in HIDDEN:
                assert np.array_equal(game.state[name], view.state[name]), name


def test_laboratories_are_seen_but_for_masterpieces() -> None:
    for game, seat, view in views(3, 1, every=7):
        for other in range(3):
            lab, seen = game.state.labs[other], view.state.labs[other]
            for name in lab.dtype.names:
                if name != "masterpiece" or other == seat:
                    assert np.array_equal(lab[name], seen[name]), name
            assert (int(lab.masterpiece) >= 0) == (int(seen.masterpiece) >= 0)


@pytest.mark.parametrize("players", [2, 4])
def test_own_cards_are_seen_as_they_are(players: int) -> None:
    for game, seat, view in views(players, 3, every=5):
        assert own_cards(game, seat) == own_cards(view, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_options_are_those_of_the_game(players: int) -> None:
    for game, seat, view in views(players, 10 + players, every=7):
        if not game.is_over and seat == game.seat:
            assert view.frame is game.frame
            assert view.legal() == game.legal()
            again = view.copy()
            again.run_on()
            assert again.legal() == game.legal()


def sizes(at: Any, count: int) -> Counter[int]:
    """How many cards are where; what anybody laid counts together."""
    return Counter(LAID_BY if int(n) >= LAID_BY else int(n) for n in at[:count])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_as_many_cards_everywhere_as_in_the_game(players: int) -> None:
    for game, _, view in views(players, 20 + players, every=9):
        for name, count in (("experiment_at", 37), ("artifact_at", 30), ("achievement_at", 8)):
            assert sizes(game.state[name], count) == sizes(view.state[name], count), name
        at, seen = game.state.publication_at, view.state.publication_at
        for where in (*range(4), At.DECK, At.DEALT, At.AWAY):
            assert (at == where).sum() == (seen == where).sum()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_seen_could_be_a_game(players: int) -> None:
    marks = np.zeros(MOVES, np.int32)
    for game, _, view in views(players, 30 + players, every=25):
        assert first_fault(game.state, game.tables, marks) == 0
        assert first_fault(view.state, view.tables, marks) == 0


def test_a_look_ahead_can_be_played_to_the_end() -> None:
    for n, (_, _, view) in enumerate(views(2, 5, every=90)):
        for _now in random_moves(view, n):
            pass
        assert view.is_over


def test_looking_changes_nothing() -> None:
    for game, seat, _ in views(2, 6, every=20):
        before = game.state.tobytes()
        game.view(seat)
        assert game.state.tobytes() == before


def test_there_is_no_such_seat() -> None:
    with pytest.raises(GameError, match="no seat 2"):
        acting().view(2)


# ---------------------------------------------------------------- nothing hidden leaks


def shuffled(game: Game, seat: int, seed: int) -> Game:
    """The game with everything that is hidden from a seat exchanged at random."""
    chance = np.random.default_rng(seed)
    copy = game.copy()
    state = copy.state
    level = game.tables.experiment_level
    hidden = [n for n in range(37) if level[n] == Level.MASTERPIECE and unseen(state, n, seat)]
    exchange(state.experiment_at, hidden, chance)
    for other in range(game.players):
        if other != seat and state.labs[other].masterpiece >= 0:
            state.labs[other].masterpiece = next(
                n for n in hidden if state.experiment_at[n] == other
            )
    under = [int(n) for n in state.under[: state.unders]]
    at = state.publication_at
    free = [n for n in range(10) if hides(int(at[n]), seat)]
    moved = exchange(at, free, chance)
    for place, card in enumerate(under):
        state.under[place] = moved.get(card, card)
    return copy


def unseen(state: Any, card: int, seat: int) -> bool:
    return hides(int(state.experiment_at[card]), seat)


def hides(at: int, seat: int) -> bool:
    if at in (At.DECK, At.UNDER):
        return True
    return (0 <= at < 4 and at != seat) or (at >= LAID_BY and at != LAID_BY + seat)


def exchange(at: Any, cards: list[int], chance: np.random.Generator) -> dict[int, int]:
    """Cards change places; which card is now where another was."""
    order = [int(n) for n in chance.permutation(cards)] if cards else []
    places = {card: int(at[card]) for card in cards}
    for card, new in zip(cards, order, strict=True):
        at[new] = places[card]
    return dict(zip(cards, order, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_does_not_depend_on_what_is_hidden(players: int) -> None:
    looked = 0
    for game, seat, view in views(players, 40 + players, every=10):
        if game.state.choosing or game.frame in (Frame.PAY, None):
            continue
        other = shuffled(game, seat, looked).view(seat)
        for name in game.state.dtype.names:
            assert view.state[name].tobytes() == other.state[name].tobytes(), name
        looked += 1
    assert looked > 15


def test_chance_has_another_key() -> None:
    for game, _, view in views(2, 7, every=30):
        assert int(view.state.seed) != int(game.state.seed)


def test_others_hidden_cards_are_dealt_from_what_the_seat_has_not_seen() -> None:
    seen: set[int] = set()
    game = acting({"masterpiece": "fire-ma", "publications": ["pub-fire"]}, masterpiece="air-ma")
    ids = [one.id for one in game.box.experiments]
    for decision in range(40):
        game.state.decisions = decision
        seen.add(int(game.view(0).state.labs[1].masterpiece))
    names = {ids[n] for n in seen}
    assert "air-ma" not in names
    assert len(names) == 7
    assert {game.box.experiments[n].level for n in seen} == {Level.MASTERPIECE}


def test_hidden_publications_are_equally_likely_in_every_hidden_place() -> None:
    hands = [{"publications": ["pub-air"]}, {"publications": ["pub-water"]}]
    data = {"under": ["pub-fire"], "seats": hands}
    game = make_position(data, box_with())
    held, under, tops = [], [], []
    for decision in range(250):
        game.state.decisions = decision
        state = game.view(0).state
        held.append(int((state.publication_at == 1).nonzero()[0][0]))
        under.append(int(state.under[0]))
        tops.append(int(top_publication(state, game.tables)))
    for places in (held, under, tops):
        assert_even(places, 7)


def test_publications_one_put_under_the_deck_stay_where_they_are() -> None:
    data = {
        "under": ["pub-fire", "pub-water", "pub-earth"],
        "seats": [{"returned": ["pub-water"]}, {"returned": ["pub-earth"]}],
    }
    game = make_position(data, box_with())
    under = [int(n) for n in game.state.under[:3]]
    firsts, seconds = set(), set()
    for decision in range(40):
        game.state.decisions = decision
        firsts.add(tuple(int(n) for n in game.view(0).state.under[:3]))
        seconds.add(tuple(int(n) for n in game.view(1).state.under[:3]))
    assert {mix[1] for mix in firsts} == {under[1]}
    assert {mix[2] for mix in seconds} == {under[2]}
    assert len({mix[0] for mix in firsts}) > 3
    assert len({mix[2] for mix in firsts}) > 3


def test_a_masterpiece_being_performed_is_open_to_all() -> None:
    game = acting(masterpiece="water-mb", goods="lead + gold")
    play(game, Move.PERFORM)
    assert game.frame is Frame.PAY
    card = int(game.state.stack[game.state.depth - 1].arg[0])
    for decision in range(20):
        game.state.decisions = decision
        view = game.view(1)
        assert int(view.state.experiment_at[card]) == 0


# ---------------------------------------------------------------- during setup


def test_choosing_a_laboratory_nobody_has_seen_the_cards_dealt() -> None:
    game = Game.new(4, 3, box=box_with())
    assert game.frame is Frame.LABORATORY
    for kind in Dealt:
        seen = set()
        for decision in range(12):
            game.state.decisions = decision
            view = game.view(game.seat)
            seen.add(tuple(int(n) for n in view.state.dealt[game.seat, kind]))
        assert len(seen) > 3, kind


def test_choosing_cards_a_seat_sees_its_own_only() -> None:
    game = Game.new(3, 3, box=box_with(), alchemists=["duval", "newton", "bacon"])
    while game.frame is Frame.KEEP:
        seat = game.seat
        dealt: list[set[bytes]] = [set(), set(), set()]
        for decision in range(12):
            game.state.decisions = decision
            view = game.view(seat)
            for other in range(3):
                dealt[other].add(view.state.dealt[other].tobytes())
        assert [len(cards) > 3 for cards in dealt] == [other != seat for other in range(3)]
        assert dealt[seat] == {game.state.dealt[seat].tobytes()}
        game.apply(game.legal()[0])


def test_what_others_keep_is_unknown_until_all_have_chosen() -> None:
    game = Game.new(2, 3, box=box_with(), alchemists=["duval", "newton"])
    while game.seat == 0:
        game.apply(game.legal()[1])
    assert game.frame is Frame.KEEP
    kept = set()
    for decision in range(40):
        game.state.decisions = decision
        view = game.view(1)
        kept.add(tuple(int(n) for n in view.state.kept[0]))
        assert [int(n) for n in view.state.kept[1]] == [-1, -1, -1, -1]
    assert len(kept) > 12


def test_no_card_is_in_two_places_while_cards_are_chosen() -> None:
    for game, _, view in views(4, 9):
        if not game.state.choosing:
            break
        for kind in Dealt:
            cards = [int(n) for n in view.state.dealt[:, kind].ravel() if n >= 0]
            assert len(set(cards)) == len(cards) == 8


def test_kept_cards_are_seen_once_all_have_chosen() -> None:
    game = Game.new(2, 3, box=box_with(), alchemists=["duval", "newton"])
    while game.frame is Frame.KEEP:
        game.apply(game.legal()[0])
    assert game.frame is Frame.START_SLOT
    for seat in range(2):
        view = game.view(seat)
        assert (view.state.labs[1 - seat].beside == game.state.labs[1 - seat].beside).all()
        assert (view.state.artifact_at == game.state.artifact_at).all()
    assert can(game, Move.SLOT)
