"""The score of Botmegistus: the masterpiece, formulas and gold, and all parts; a tie is its win."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    YOU,
    ask,
    bot_game,
    call,
    completed,
    decided,
    experiment,
    gold,
    lab_of,
    own,
    solo_number,
    solo_rule,
    your_lab,
)
from tests.trismegistus.rules.helpers import pass_on
from tests.trismegistus.rules.helpers_2 import assert_even, changed
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element, Level, Thing
from trisim.games.trismegistus.rules.bot.experiments import draw_masterpiece
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    At,
    BotDecision,
    BotTask,
    Event,
    Part,
    Priority,
)
from trisim.games.trismegistus.rules.decks import top_experiment
from trisim.games.trismegistus.rules.experiments import count_performed
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.scoring import score_game
from trisim.games.trismegistus.rules.setup import shuffle_decks

STONE = [0, 0, 1, 4, 9, 16, 25, 36]


def ended(game: Game) -> Game:
    """Botmegistus does what it does before the score, and all is scored."""
    ask(game, BotTask.END)
    score_game(game.state, game.tables, game._log)
    return game


def parts(game: Game) -> dict[Part, int]:
    """The parts of its score that aren't 0."""
    return {part: n for part, n in game.parts(game.bot_seat).items() if n}


def only_masterpieces(game: Game, *idents: str) -> None:
    """The deck of masterpieces has just these."""
    for card, one in enumerate(game.box.experiments):
        if one.level is Level.MASTERPIECE and game.state.experiment_at[card] == At.DECK:
            game.state.experiment_at[card] = At.AWAY
    for ident in idents:
        game.state.experiment_at[experiment(game, ident)] = At.DECK


def drawn(game: Game) -> list[str]:
    """The masterpieces drawn for it since last asked."""
    told = [one for one in game.events() if one.what is Event.BOT_MASTERPIECE]
    return [game.box.experiments[one.thing].id for one in told]


PAIR = ("earth-ma", "air-ma")


def pair(first: dict[str, object], second: dict[str, object]) -> Box:
    """Two masterpieces with other mastery or points."""
    return changed({f"experiments.{PAIR[0]}": first, f"experiments.{PAIR[1]}": second})


def with_pair(first: tuple[int, int], second: tuple[int, int], **options: bool) -> Game:
    """Two masterpieces of such mastery and points are all that can be drawn."""
    keys = ("mastery", "points")
    box = pair(
        dict(zip(keys, first, strict=True)),
        dict(zip(keys, second, strict=True)),
    )
    game = bot_game(box=box, **options)
    game.state.bot.elementals[:] = 0
    only_masterpieces(game, *PAIR)
    return game


# ---------------------------------------------------------------- the masterpiece


@pytest.mark.parametrize("seed", range(6))
def test_masterpiece_two_are_drawn_of_those_not_dealt(seed: int) -> None:
    game = bot_game(seed)
    yours = int(your_lab(game).masterpiece)
    refused = [int(card) for card in (game.state.experiment_at == LAID_BY).nonzero()[0]]
    assert len(refused) == 1
    ended(game)
    seen = drawn(game)
    assert len(set(seen)) == 2
    assert not {experiment(game, ident) for ident in seen} & {yours, *refused}


@pytest.mark.parametrize("only_not_dealt", [True, False])
def test_masterpiece_every_one_but_yours_is_equally_likely(only_not_dealt: bool) -> None:
    game, seen = bot_game(box=solo_rule(masterpieces_not_dealt=only_not_dealt)), []
    at = game.state.experiment_at
    for seed in range(300):
        game.state.seed = seed
        shuffle_decks(game.state, game.tables)
        order = order_of_masterpieces(game)
        at[order] = At.DECK
        at[order[0]], at[order[1]] = YOU, LAID_BY + YOU  # as dealt: the first two of their deck
        seen.append(order.index(call(draw_masterpiece, game)))
    assert min(seen) == (2 if only_not_dealt else 1)  # the ruling lets the refused one back
    assert_even(seen, len(order) - min(seen))


def order_of_masterpieces(game: Game) -> list[int]:
    """The masterpieces in the order of their deck, which is taken away."""
    order = []
    while (card := top_experiment(game.state, game.tables, Level.MASTERPIECE)) >= 0:
        order.append(card)
        game.state.experiment_at[card] = At.AWAY
    return order


def test_masterpiece_the_more_valuable_of_those_it_meets() -> None:
    for first, second, wanted, why in (
        ((3, 9), (3, 5), PAIR[0], Priority.MORE_POINTS),
        ((3, 5), (3, 9), PAIR[1], Priority.MORE_POINTS),
        ((4, 9), (3, 5), PAIR[1], Priority.ONLY),
    ):
        game = with_pair(first, second)
        lab_of(game).level[:] = 3
        ask(game, BotTask.END)
        assert completed(game) == {wanted}
        assert decided(game) == [
            (BotDecision.MASTERPIECE, why, experiment(game, wanted)),
        ]


def test_masterpiece_no_gold_allowed() -> None:
    game = with_pair((3, 9), (5, 20))
    lab_of(game).level[:] = 2
    lab_of(game).held[Thing.GOLD] = 1
    ended(game)
    assert completed(game) == set()
    assert parts(game)[Part.GOLD] == 1


def test_masterpiece_of_equal_points_the_first_drawn() -> None:
    game = with_pair((3, 9), (3, 9))
    lab_of(game).level[:] = 3
    ask(game, BotTask.END)
    told = game.events()
    first = next(one.thing for one in told if one.what is Event.BOT_MASTERPIECE)
    assert completed(game) == {game.box.experiments[first].id}


def test_masterpiece_counts_as_completed_and_gives_no_bonus() -> None:
    game = with_pair((3, 9), (4, 30))
    lab_of(game).level[:] = 3
    before = lab_of(game).held.copy()
    ended(game)
    lab = lab_of(game)
    assert int(lab.performed) == 1
    assert int(lab.performed_element[Element.EARTH]) == 1
    assert (lab.held == before).all()
    assert parts(game) == {Part.MASTERPIECE: 9}
    assert game.state.experiment_at[experiment(game, PAIR[1])] == At.AWAY


def test_masterpiece_three_with_the_option() -> None:
    plain, harder = ended(bot_game(3)), ended(bot_game(3, three_masterpieces=True))
    two, three = drawn(plain), drawn(harder)
    assert three[:2] == two
    assert len(set(three)) == 3


def test_masterpiece_none_with_the_option() -> None:
    game = bot_game(3, no_masterpiece=True)
    lab_of(game).level[:] = 12
    ended(game)
    assert drawn(game) == []
    assert completed(game) == set()


def test_masterpiece_with_gold_the_most_points_it_can_afford() -> None:
    for first, second, wanted, why, left in (
        ((5, 9), (3, 8), PAIR[0], Priority.MORE_POINTS, 1),  # 3 gold for one point more
        ((5, 9), (3, 9), PAIR[1], Priority.LESS_GOLD, 3),
        ((3, 9), (5, 9), PAIR[0], Priority.LESS_GOLD, 3),
        ((7, 30), (3, 8), PAIR[1], Priority.ONLY, 3),  # 5 gold are too much
    ):
        game = with_pair(first, second, masterpiece_gold=True)
        lab_of(game).level[:] = 2
        lab_of(game).held[Thing.GOLD] = 4
        ask(game, BotTask.END)
        assert completed(game) == {wanted}
        told = decided(game)
        assert told[0][1] is why
        assert gold(game) == left % 2, "what the masterpiece left has paid for formulas"


def test_masterpiece_gold_is_paid_before_formulas() -> None:
    game = with_pair((4, 9), (12, 0), masterpiece_gold=True)
    lab_of(game).level[:] = 2
    lab_of(game).held[Thing.GOLD] = 5
    ended(game)  # 2 for the masterpiece, 2 for a formula, 1 left
    assert completed(game) == {PAIR[0]}
    assert parts(game) == {Part.MASTERPIECE: 9, Part.STONE: STONE[2], Part.GOLD: 1}


def test_masterpiece_of_three_the_log_names_the_closest_rival() -> None:
    values = {"mastery": 0, "points": 9}
    box = changed(
        {
            "experiments.earth-ma": values,
            "experiments.air-ma": values,
            "experiments.fire-ma": values,
        }
    )
    closest = set()
    for weak in ("earth-ma", "air-ma", "fire-ma"):
        game = bot_game(box=box, three_masterpieces=True)
        only_masterpieces(game, "earth-ma", "air-ma", "fire-ma")
        tables = game.tables.copy()
        tables.experiment_points[experiment(game, weak)] = 1
        game.tables = tables
        ask(game, BotTask.END)
        closest.add(decided(game)[0][1])
    assert closest == {Priority.FIRST_DRAWN}


def test_masterpieces_none_left_to_draw() -> None:
    game = bot_game()
    only_masterpieces(game)
    assert draw_masterpiece(game.state, game.tables, game._log) == -1
    ended(game)
    assert completed(game) == set()


def test_masterpieces_as_many_as_the_box_says() -> None:
    game = ended(bot_game(3, box=solo_number(masterpieces=4)))
    assert len(drawn(game)) == 4


# ---------------------------------------------------------------- formulas and gold


@pytest.mark.parametrize(
    ("types", "pieces", "formulas", "left"),
    [
        ([0, 0, 0, 0], 0, 0, 0),
        ([1, 0, 0, 0], 1, 1, 1),
        ([1, 1, 0, 0], 0, 2, 0),
        ([3, 1, 0, 0], 0, 2, 0),
        ([1, 1, 1, 1], 0, 4, 0),
        ([1, 1, 1, 1], 5, 6, 1),
        ([1, 1, 1, 1], 6, 7, 0),
        ([1, 1, 1, 1], 20, 7, 14),
        ([0, 0, 0, 0], 13, 6, 1),
        ([0, 0, 0, 0], 15, 7, 1),
    ],
)
def test_formulas_are_types_and_one_for_each_2_gold_to_at_most_7(
    types: list[int], pieces: int, formulas: int, left: int
) -> None:
    game = bot_game(no_masterpiece=True)
    lab_of(game).performed_element[:] = types
    lab_of(game).held[Thing.GOLD] = pieces
    before = game.score(game.bot_seat)
    ended(game)
    wanted = {Part.STONE: STONE[formulas], Part.GOLD: left}
    ours = {part: n for part, n in parts(game).items() if part is not Part.ARTIFACTS}
    assert ours == {part: n for part, n in wanted.items() if n}
    assert gold(game) == left
    told = [one for one in game.events() if one.what is Event.BOT_FORMULAS]
    count = sum(n > 0 for n in types)
    assert [(one.thing, one.delta) for one in told] == [(count, formulas - count)]
    assert game.score(game.bot_seat) == before, "the score on the way is what the end gives"


def test_formulas_numbers_are_those_of_the_box() -> None:
    game = bot_game(box=solo_number(gold_per_formula=3, most_formulas=2), no_masterpiece=True)
    lab_of(game).held[Thing.GOLD] = 10
    ended(game)
    assert parts(game)[Part.STONE] == STONE[2]
    assert parts(game)[Part.GOLD] == 4


def test_formulas_more_types_than_formulas_cost_no_gold() -> None:
    game = bot_game(box=solo_number(most_formulas=2), no_masterpiece=True)
    lab_of(game).performed_element[:] = 1
    lab_of(game).held[Thing.GOLD] = 5
    ended(game)
    assert parts(game)[Part.STONE] == STONE[2]
    assert parts(game)[Part.GOLD] == 5


def test_formulas_count_the_type_of_the_masterpiece() -> None:
    game = with_pair((0, 9), (12, 0))
    lab_of(game).performed_element[Element.FIRE] = 1
    ended(game)
    assert parts(game)[Part.STONE] == STONE[2]


# ---------------------------------------------------------------- the other parts


def test_score_3_for_each_elemental_on_artifacts() -> None:
    game = bot_game(no_masterpiece=True)
    game.state.bot.elementals[:] = [1, 0, 2, 2]
    lab_of(game).performed_element[:] = [1, 0, 0, 0]
    ended(game)
    assert parts(game) == {Part.ARTIFACTS: 15}


def test_score_3_for_each_ethereal_die_left() -> None:
    game = bot_game(no_masterpiece=True)
    game.state.bot.elementals[:] = 0
    lab_of(game).held[Thing.ETHEREAL_DIE] = 3
    your_lab(game).held[Thing.ETHEREAL_DIE] = 3
    ended(game)
    assert parts(game) == {Part.ETHEREAL: 9}
    assert game.parts(0)[Part.ETHEREAL] == 3


def test_score_mastery_experiments_and_points_of_the_way() -> None:
    game = bot_game(no_masterpiece=True)
    game.state.bot.elementals[:] = 0
    lab_of(game).level[:] = [12, 11, 10, 9]
    for ident in ("fire-1a", "water-2a"):
        count_performed(game.state, game.tables, game.bot_seat, experiment(game, ident))
    lab_of(game).vp[Part.BOT] = 15
    ended(game)
    wanted = {Part.MASTERY: 13, Part.EXPERIMENTS: 12, Part.BOT: 15, Part.STONE: STONE[2]}
    assert parts(game) == wanted
    assert game.score(game.bot_seat) == 41


def test_score_publications_and_tops_of_tracks_are_not_its() -> None:
    game = bot_game(no_masterpiece=True)
    game.state.bot.elementals[:] = 0
    lab_of(game).level[:] = 12
    ended(game)
    assert parts(game) == {Part.MASTERY: 28}


def test_score_is_the_sum_of_its_parts_in_whole_games() -> None:
    for seed in range(3):
        game = bot_game(seed, setup_rolls=2)
        while not game.is_over:
            pass_on(game)
        for seat in range(2):
            assert game.score(seat) == sum(game.parts(seat).values())
        artifacts = [card for card in game.box.artifacts if card.id in own(game)]
        elementals = sum(len(card.elementals) for card in artifacts)
        assert game.parts(game.bot_seat)[Part.ARTIFACTS] == 3 * elementals


@pytest.mark.parametrize(("more", "winner"), [(1, 0), (0, 1), (-1, 1)])
@pytest.mark.parametrize("performed", [0, 9])
def test_score_you_win_with_more_and_not_with_as_many(
    more: int, winner: int, performed: int
) -> None:
    game = ended(bot_game())
    your_lab(game).score = int(lab_of(game).score) + more
    your_lab(game).performed = performed
    assert game.winners() == [winner]
