"""The rules on setting up: decks, board, dice, goods, laboratories, starting cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    box_with,
    can,
    card,
    first_arguments,
    held,
    kinds,
    number,
    pending,
    play,
    rule,
)
from tests.trismegistus.rules.helpers_2 import assert_even
from trisim.games.trismegistus.box.words import Color, Element, Essence, Level, Symbol, Thing
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    At,
    Dealt,
    Event,
    FormulaState,
    Frame,
    Move,
)
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.setup import deal, return_publications, shuffle_decks

EVERYONE = {
    Thing.LEAD: 1,
    Thing.RAW_COPPER: 1,
    Thing.RAW_TIN: 1,
    Thing.RAW_MERCURY: 1,
    Thing.SALT: 1,
    Thing.SULFUR: 1,
    Thing.AETHER: 1,
    Thing.REACTION: 2,
}


def new(players: int = 4, seed: int = 1, **options: Any) -> Game:
    """A game on the test box."""
    return Game.new(players, seed, **{"box": box_with(), **options})


def labs_chosen(players: int = 4, seed: int = 1) -> Game:
    """A game whose players have laboratories and are about to keep cards."""
    return new(players, seed, alchemists=["duval", "newton", "agrippa", "bacon"][:players])


def all_kept(game: Game, place: int = 0) -> Game:
    """Everybody keeps the card at a place."""
    while pending(game, Frame.KEEP):
        play(game, Move.KEEP, place)
    return game


def started(game: Game) -> Game:
    """Setup is over: everybody took what came first."""
    while game.frame in (Frame.LABORATORY, Frame.KEEP, Frame.START_SLOT):
        game.apply(game.legal()[0])
    return game


def idents(game: Game, kind: str, where: int) -> set[str]:
    """The cards that are in a place."""
    places = getattr(game.state, f"{kind[:-1]}_at")
    return {one.id for i, one in enumerate(game.box.cards(kind)) if places[i] == where}


# ---------------------------------------------------------------- 1 decks and board


@pytest.mark.parametrize(
    ("players", "out"),
    [
        (2, {"fire-1b", "water-1b", "fire-2b", "earth-2b", "water-3b", "earth-3b"}),
        (3, {"water-1b", "earth-2b", "earth-3b"}),
        (4, set()),
    ],
)
def test_experiments_above_the_player_count_are_taken_out(players: int, out: set[str]) -> None:
    assert idents(new(players), "experiments", At.AWAY) == out


@pytest.mark.parametrize(
    ("players", "out"), [(2, {"pub-nothing", "pub-six-air"}), (3, {"pub-six-air"}), (4, set())]
)
def test_publications_above_the_player_count_are_taken_out(players: int, out: set[str]) -> None:
    assert idents(new(players), "publications", At.AWAY) == out


def test_decks_and_stacks_are_shuffled() -> None:
    games = [new(4, seed).state for seed in range(12)]
    assert len({tuple(game.books[:, 1]) for game in games}) > 6
    assert len({tuple(game.market.flat) for game in games}) > 6
    for kind in Dealt:
        assert len({tuple(game.dealt[:, kind].flat) for game in games}) > 6


def test_a_seed_gives_the_same_setup_again() -> None:
    assert new(3, 5).state.tobytes() == new(3, 5).state.tobytes()


def test_each_book_gets_one_experiment_of_level_one() -> None:
    game = new()
    books = game.state.books
    assert list(books[:, 0]) == [-1] * 5
    assert all(game.tables.experiment_level[one] == Level.ONE for one in books[:, 1])
    assert len(set(books[:, 1])) == 5
    assert all(game.state.experiment_at[one] == At.OPEN for one in books[:, 1])


def test_the_market_has_two_artifacts_of_level_one_per_color() -> None:
    game = new()
    market = game.state.market
    assert (market[:, 2:] == -1).all()
    offers = [int(one) for one in market[:, :2].flat]
    assert len(set(offers)) == 6
    assert all(game.tables.artifact_level[one] == Level.ONE for one in offers)


def test_a_market_may_have_another_number_of_spaces() -> None:
    market = new(box=number(market_per_color=1)).state.market
    assert (market[:, 0] >= 0).all()
    assert (market[:, 1:] == -1).all()


def test_each_track_gets_one_dominant_essence_by_chance() -> None:
    tracks = [tuple(new(2, seed).state.essence_track) for seed in range(12)]
    assert all(sorted(one) == [0, 1, 2, 3] for one in tracks)
    assert len(set(tracks)) > 4


def test_without_shuffling_essences_lie_as_printed() -> None:
    track = new(2, 3, box=rule(shuffle_essences=False)).state.essence_track
    assert track[Essence.AETHER] == Element.FIRE
    assert track[Essence.SULFUR] == Element.WATER
    assert track[Essence.SALT] == Element.EARTH
    assert track[Essence.MERCURY] == Element.AIR


def test_one_more_token_of_a_kind_leaves_the_order_of_the_others() -> None:
    more = box_with("[change.board.bonus_tokens.step]\ncount = 5")
    moved = 0
    for seed in range(20):
        rows = [in_order(Game.new(2, seed, box=box)) for box in (box_with(), more)]
        shared = [kind for kind in rows[1] if kind >= 0]
        new_at = next((n for n, (a, b) in enumerate(zip(*rows, strict=True)) if a != b), None)
        if new_at is not None:  # the new one lies here, and all after it moved up by one
            moved += 1
            assert shared[:new_at] + shared[new_at + 1 :] == rows[0][:-1]
    assert moved > 5


def in_order(game: Game) -> list[int]:
    """Kinds of the tokens on the tracks, in the order in which they were laid."""
    spaces = [(space, track) for space in range(4) for track in range(4)]
    kinds = [int(game.state.bonus[track, space]) for space, track in spaces]
    return [kind for kind in kinds if kind >= 0]


def test_each_bonus_space_gets_one_token_by_chance() -> None:
    boards = [new(2, seed).state.bonus for seed in range(8)]
    for bonus in boards:
        assert (bonus[:, :2] >= 0).all()  # levels 4 and 8 of each track
        assert (bonus[:, 2:] == -1).all()
        assert all((bonus == kind).sum() <= 4 for kind in range(3))  # four tokens of each kind
    assert len({bonus.tobytes() for bonus in boards}) > 6


def test_markers_start_at_zero() -> None:
    assert not new().state["labs"]["level"].any()


# ---------------------------------------------------------------- 2 dice


@pytest.mark.parametrize(
    ("players", "black", "white", "red"), [(2, 5, 5, 4), (3, 5, 5, 5), (4, 6, 5, 5)]
)
def test_dice_by_the_number_of_players(players: int, black: int, white: int, red: int) -> None:
    bowls = new(players).state.bowls
    assert list(bowls.sum(axis=0)) == [black, white, red]


# ---------------------------------------------------------------- 3 seats and goods


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_goods(players: int) -> None:
    game = new(players)
    extra: list[dict[Thing, int]] = [
        {},
        {Thing.ETHEREAL_DIE: 1},
        {Thing.ETHEREAL_DIE: 2},
        {Thing.ETHEREAL_DIE: 2, Thing.RAW_MERCURY: 2},
    ]
    for seat in range(players):
        assert held(game, seat) == EVERYONE | extra[seat]
        assert game.state.labs[seat].used_reactions == 0


def test_the_starting_player_is_seat_0_and_the_others_follow_clockwise() -> None:
    game = started(new(3))
    assert list(game.state.order[:3]) == [0, 1, 2]
    assert (game.frame, game.seat) == (Frame.DRAFT, 0)


# ---------------------------------------------------------------- 4 laboratories


def test_laboratories_are_chosen_from_the_last_player_backwards() -> None:
    game = new(4)
    choosers = []
    left = [0, 1, 2, 3, 4]
    while pending(game, Frame.LABORATORY):
        choosers.append(game.seat)
        assert first_arguments(game, Move.LABORATORY) == left
        play(game, Move.LABORATORY, left.pop(0))
    assert choosers == [3, 2, 1, 0]
    assert list(game.state["labs"]["alchemist"]) == [3, 2, 1, 0]


def test_eight_formulas_are_shuffled_two_to_each_column() -> None:
    rows = set()
    for seed in range(6):
        game = labs_chosen(2, seed)
        formula = [int(one) for one in game.state.labs[1].formula]
        ids = {game.box.formulas[one].id for one in formula}
        assert ids == {f"newton-{number}" for number in range(1, 9)}
        assert list(game.state.labs[1].formula_state) == [FormulaState.LOCKED] * 8
        rows.add(tuple(formula))
    assert len(rows) > 3


# ---------------------------------------------------------------- 5 starting cards


MORE_CARDS = "".join(
    f'[add.artifacts.more-{i}]\nname = "M{i}"\nlevel = "starting"\nelementals = "air"\n'
    f'ability = "salt"\n[add.publications.more-pub-{i}]\nname = "P{i}"\nelementals = "air"\n'
    + "".join(
        f'points = 1\n[add.experiments.more-{level}-{i}]\nname = "{level} {i}"\nlevel = "{level}"\n'
        f'element = "air"\nmastery = 1\ncost = "lead"\n'
        for level in ("starting", "masterpiece")
    )
    + "points = 1\n"
    for i in range(4)
)
"""Enough starting cards for three of each kind."""


@pytest.mark.parametrize("dealt", [1, 2, 3])
def test_each_player_is_dealt_as_many_cards_of_each_kind(dealt: int) -> None:
    game = new(2, box=box_with(f"{MORE_CARDS}[change.rules.numbers]\ncards_dealt = {dealt}"))
    cards = game.state.dealt[:2]
    assert (cards[:, :, :dealt] >= 0).all()
    assert (cards[:, :, dealt:] == -1).all()
    for kind in Dealt:
        assert len(set(cards[:, kind, :dealt].flat)) == 2 * dealt


def test_cards_dealt_are_starting_cards_masterpieces_and_publications() -> None:
    game = new(4)
    tables, dealt = game.tables, game.state.dealt
    for seat in range(4):
        for place in range(2):
            experiment, masterpiece, _, artifact = dealt[seat, :, place]
            assert tables.experiment_level[experiment] == Level.STARTING
            assert tables.experiment_level[masterpiece] == Level.MASTERPIECE
            assert tables.artifact_level[artifact] == Level.STARTING


def test_cards_are_kept_after_the_bowls_are_rolled_and_the_laboratories_chosen() -> None:
    game = labs_chosen(2)
    assert pending(game, Frame.KEEP)
    assert game.state.bowls.sum() == 14


def test_each_player_keeps_one_card_of_each_kind() -> None:
    game = labs_chosen(3)
    asked = []
    while pending(game, Frame.KEEP):
        asked.append((game.seat, int(game.state.stack[game.state.depth - 1].arg[0])))
        assert first_arguments(game, Move.KEEP) == [0, 1]
        play(game, Move.KEEP, 1)
    assert sorted(asked) == [(seat, kind) for seat in range(3) for kind in Dealt]


def test_nothing_is_revealed_before_all_have_kept() -> None:
    game = labs_chosen(2)
    while game.seat == 0:
        play(game, Move.KEEP, 1)
    lab = game.state.labs[0]
    assert list(lab.beside) == [-1] * 4
    assert lab.masterpiece == -1
    assert list(lab.slots) == [-1] * 6


def test_what_others_keep_is_secret_until_all_have_chosen() -> None:
    views = []
    for place in (0, 1):
        game = labs_chosen(2)
        while game.seat == 0:
            play(game, Move.KEEP, place)
        views.append(game.view(1).state.tobytes())
    assert views[0] == views[1]


def test_starting_artifacts_go_to_any_slot_in_player_order() -> None:
    game = all_kept(labs_chosen(3))
    seats = []
    while pending(game, Frame.START_SLOT):
        seats.append(game.seat)
        assert first_arguments(game, Move.SLOT) == [0, 1, 2, 3, 4, 5]
        play(game, Move.SLOT, 5 - game.seat)
    assert seats == [0, 1, 2]
    for seat in range(3):
        lab = game.state.labs[seat]
        assert game.tables.artifact_level[lab.slots[5 - seat]] == Level.STARTING
        assert lab.ready[5 - seat] == 1


def test_a_starting_artifact_is_placed_without_using_it() -> None:
    game = started(new(2))
    for seat in range(2):
        assert {t: n for t, n in held(game, seat).items() if t != Thing.ETHEREAL_DIE} == EVERYONE


def test_kept_cards_go_to_their_places() -> None:
    game = labs_chosen(2)
    dealt = game.state.dealt.copy()
    all_kept(game, 1)
    for seat in range(2):
        lab = game.state.labs[seat]
        assert list(lab.beside) == [dealt[seat, Dealt.EXPERIMENT, 1], -1, -1, -1]
        assert lab.masterpiece == dealt[seat, Dealt.MASTERPIECE, 1]
        assert game.state.publication_at[dealt[seat, Dealt.PUBLICATION, 1]] == seat
        assert game.state.artifact_at[dealt[seat, Dealt.ARTIFACT, 1]] == seat


def test_cards_not_kept_leave_the_game_but_publications_go_under_their_deck() -> None:
    game = labs_chosen(4)
    dealt = game.state.dealt.copy()
    all_kept(game, 0)
    state = game.state
    for seat in range(4):
        assert state.experiment_at[dealt[seat, Dealt.EXPERIMENT, 1]] == At.AWAY
        assert state.experiment_at[dealt[seat, Dealt.MASTERPIECE, 1]] == LAID_BY + seat
        assert state.artifact_at[dealt[seat, Dealt.ARTIFACT, 1]] == At.AWAY
        assert state.publication_at[dealt[seat, Dealt.PUBLICATION, 1]] == At.UNDER
    assert set(state.under[: state.unders]) == set(dealt[:, Dealt.PUBLICATION, 1])


def test_publications_not_kept_are_shuffled_under_their_deck() -> None:
    game, orders = labs_chosen(3), []
    state = game.state
    for seed in range(240):
        state.seed, state.unders = seed, 0
        shuffle_decks(state, game.tables)
        deal(state, game.tables)
        kept, refused = state.dealt[:3, Dealt.PUBLICATION, :2].T.tolist()
        state.publication_at[kept] = [0, 1, 2]
        return_publications(state, game.tables)
        orders.append(tuple(refused.index(int(card)) for card in state.under[:3]))
    assert_even(orders, 6)


def test_the_starting_experiment_counts_towards_the_limit() -> None:
    beside = acting(die="black tin", beside=["fire-0a"])
    assert can(beside, Move.EXPERIMENT)
    assert not can(acting(die="black tin", beside=["fire-0a", "air-2a"]), Move.EXPERIMENT)


def test_starting_artifact_and_experiment_are_revealed_to_all() -> None:
    game = started(new(3, 4))
    for seat in range(3):
        own, seen = game.state.labs[seat], game.view((seat + 1) % 3).state.labs[seat]
        assert list(own.slots) == list(seen.slots)
        assert list(own.beside) == list(seen.beside)


def test_masterpiece_and_publications_stay_secret() -> None:
    others: tuple[Data, Data] = ({}, {"masterpiece": "air-ma", "publications": ["pub-air"]})
    swapped: tuple[Data, Data] = ({}, {"masterpiece": "air-mb", "publications": ["pub-fire"]})
    seen = []
    for seats in (others, swapped):
        game = acting(*seats[1:])
        game.state.seed = 7  # what is not given by a position hangs on the seed
        seen.append(game.view(0).state.tobytes())
    assert seen[0] == seen[1]


# ---------------------------------------------------------------- introductory setup


def test_introductory_laboratories_in_turn_order_with_fixed_cards() -> None:
    game = new(4, intro=True)
    state = game.state
    names = list(game.box.alchemists)
    assert [names[one] for one in state["labs"]["alchemist"]] == [
        "duval",
        "newton",
        "agrippa",
        "bacon",
    ]
    for seat, element in enumerate(("fire", "water", "earth", "air")):
        artifact = ("t0-salt", "t0-sulfur", "t0-copper", "t0-die")[seat]
        lab = state.labs[seat]
        assert list(lab.beside) == [card(game, f"{element}-0a"), -1, -1, -1]
        assert lab.masterpiece == card(game, f"{element}-ma")
        assert idents(game, "publications", seat) == {f"pub-{element}"}
        assert list(lab.slots) == [-1, card(game, artifact), -1, -1, -1, -1]  # copper→tin
        assert lab.ready[1] == 1


def test_introductory_setup_skips_laboratory_choice_and_keeping() -> None:
    game = new(4, intro=True)
    assert (game.frame, game.seat) == (Frame.DRAFT, 0)
    assert Event.KEEP in {one.what for one in game.events()}


def test_introductory_cards_of_absent_players_stay_out_of_the_way() -> None:
    game = new(2, intro=True)
    assert idents(game, "publications", 0) == {"pub-fire"}
    assert idents(game, "publications", 1) == {"pub-water"}
    assert {"pub-earth", "pub-air"} <= idents(game, "publications", At.DECK)
    assert game.state.unders == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_introductory_setup_is_as_usual_otherwise(players: int) -> None:
    intro, usual = new(players, 9, intro=True).state, new(players, 9).state
    for field in ("bowls", "market", "books", "bonus", "essence_track"):
        assert (intro[field] == usual[field]).all()
    assert (intro["labs"]["held"] == usual["labs"]["held"]).all()


def test_introductory_formulas_are_shuffled_too() -> None:
    rows = {tuple(new(2, seed, intro=True).state.labs[0].formula) for seed in range(6)}
    assert len(rows) > 3


# ---------------------------------------------------------------- achievements


def test_four_random_achievements_lie_open() -> None:
    sets = set()
    for seed in range(8):
        game = new(2, seed, achievements=True)
        open_ones = idents(game, "achievements", At.OPEN)
        assert len(open_ones) == 4
        assert len(idents(game, "achievements", At.AWAY)) == 4
        sets.add(frozenset(open_ones))
    assert len(sets) > 4


def test_the_number_of_achievements_is_a_number_of_the_box() -> None:
    game = new(2, achievements=True, box=number(achievements_open=2))
    assert len(idents(game, "achievements", At.OPEN)) == 2


def test_without_the_variant_there_are_no_achievements() -> None:
    game = started(new(2))
    assert idents(game, "achievements", At.OPEN) == set()
    game.apply(game.legal()[0])
    assert Move.CLAIM not in kinds(game)


def test_the_log_tells_the_whole_setup() -> None:
    counts = Counter(one.what for one in started(new(2, achievements=True)).events())
    assert counts[Event.BOWL] == len(Symbol) * (len(Color) - 1)
    assert counts[Event.OFFER_ARTIFACT] == 6
    assert counts[Event.OFFER_EXPERIMENT] == 5
    assert counts[Event.ESSENCE_AT] == 4
    assert counts[Event.TOKEN_AT] == 8
    assert counts[Event.OFFER_ACHIEVEMENT] == 4
    assert counts[Event.LABORATORY] == 2
    assert counts[Event.FORMULA_AT] == 16
    assert counts[Event.KEEP] == 2 * 4 * 2
    assert counts[Event.TAKE_ARTIFACT] == 2
