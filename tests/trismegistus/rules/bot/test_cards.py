"""Each card of the reference set does what it says; potency; you react, and it never does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.trismegistus.rules.bot.helpers import (
    FIRE,
    LEAD,
    RED,
    bot_game,
    bot_levels,
    ethereal,
    fill_market,
    give_die,
    gold,
    held_experiments,
    hold_experiments,
    lab_of,
    new_solo,
    own,
    stack_deck,
    through_setup,
    turn_with,
    your_lab,
)
from tests.trismegistus.rules.helpers import found, kinds, next_turn_of, pass_on
from trisim.games.trismegistus.box.cards import SoloCard
from trisim.games.trismegistus.box.notation.terms import Advance, BotAction, Do, Gain, Verb
from trisim.games.trismegistus.box.words import Element, SoloKind, Thing, Track
from trisim.games.trismegistus.rules.codes import (
    DECISION_STEP,
    BotDecision,
    Cause,
    Event,
    Frame,
    Move,
    Part,
)
from trisim.games.trismegistus.rules.game import Game, reference_box

Result = dict[str, object]
NOTHING: Result = {"gold": 0, "dice": 0, "points": 0, "levels": [0, 0, 0, 0]}


def result(game: Game) -> Result:
    """What it has now that it had not: goods, points, levels, cards."""
    return {
        "gold": gold(game),
        "dice": ethereal(game),
        "points": int(lab_of(game).vp[Part.BOT]),
        "levels": bot_levels(game),
        "artifacts": len(own(game)) - 1,  # the one you refused
        "experiments": len(held_experiments(game)),
    }


def expected(**changes: object) -> Result:
    """Nothing, but for this."""
    return {**NOTHING, "artifacts": 0, "experiments": 0, **changes}


def play_card(ident: str, prepare: Callable[[Game], object] | None = None) -> Game:
    """The card of the reference set is used, with a lead die of potency 5, levels at 0."""
    game = bot_game(7, box=reference_box())
    give_die(game, LEAD, RED, 5)
    if prepare:
        prepare(game)
    return turn_with(game, ident)


def card_of(kind: SoloKind, element: Element) -> str:
    """The card of a kind and element in the reference set."""
    return next(card.id for card in CARDS if (card.kind, card.element) == (kind, element))


def does(action: BotAction) -> Result:
    """What an action gives from level 0 of both, read from the card: the lowest from the left."""
    levels, goods = [0, 0, 0, 0], {"gold": 0, "dice": 0, "points": 0}
    cards = {"artifacts": 0, "experiments": 0}
    names = {Thing.GOLD: "gold", Thing.ETHEREAL_DIE: "dice", Thing.POINT: "points"}
    for part in action:
        if isinstance(part, Gain):
            goods[names[part.thing]] += part.count
        elif isinstance(part, Advance):
            for _ in range(part.times):
                named = int(part.track) < 4
                levels[int(part.track) if named else levels.index(min(levels))] += 1
        else:
            cards["artifacts" if part.verb is Verb.TAKE_ARTIFACT else "experiments"] += 1
    return {**goods, "levels": levels, **cards}


CARDS = reference_box().solo_cards


@pytest.mark.parametrize("card", CARDS, ids=[card.id for card in CARDS])
def test_card_does_what_it_says(card: SoloCard) -> None:
    assert result(play_card(card.id)) == does(card.action)


def test_cards_of_every_kind_are_tested() -> None:
    words = {"artifacts", "experiments", "gold", "points", "levels"}
    assert words <= {word for card in CARDS for word, n in does(card.action).items() if n}
    assert any(part == Advance(Track.LOWEST, 1, 2) for card in CARDS for part in card.action)


@pytest.mark.parametrize(
    "card", [card for card in CARDS if Do(Verb.TAKE_EXPERIMENT) in card.action], ids=lambda c: c.id
)
def test_card_experiment_or_gold_if_it_holds_two(card: SoloCard) -> None:
    def hold_two(game: Game) -> None:
        hard = sorted(game.box.experiments, key=lambda one: -one.mastery)
        hold_experiments(game, *[one.id for one in hard[:2]])

    wanted = does(card.action)
    game = play_card(card.id, hold_two)
    assert gold(game) == int(str(wanted["gold"])) + 1
    assert len(held_experiments(game)) == 2
    assert bot_levels(game) == wanted["levels"]


def test_card_artifact_that_is_not_there_leaves_the_rest_of_the_card() -> None:
    special = card_of(SoloKind.SPECIALIZATION, FIRE)
    game = play_card(special, lambda game: fill_market(game, RED, None, None))
    assert result(game) == expected(gold=1)


# ---------------------------------------------------------------- potency


@pytest.mark.parametrize(
    ("ident", "has", "left"),
    [
        ("bot-gold", 3, 2),
        ("bot-lowest", 3, 1),
        ("bot-artifact", 5, 2),
        ("bot-artifact", 3, 0),
        ("bot-artifact", 2, 0),
        ("bot-spec-air", 1, 0),
    ],
)
def test_card_spends_its_potency_or_all_that_is_left_and_always_acts(
    ident: str, has: int, left: int
) -> None:
    game = bot_game(7)
    give_die(game, LEAD, RED, has)
    before = result(game)
    turn_with(game, ident)
    assert int(lab_of(game).potency) == left
    assert result(game) != before
    (action,) = [one for one in game.events() if one.what is Event.ACTION]
    assert (action.thing, action.delta) == (Move.CARD, has - left)


def test_card_with_potency_left_it_keeps_its_die_for_the_next_turn() -> None:
    game = bot_game(7)
    give_die(game, LEAD, RED, 3)
    stack_deck(game, "bot-gold")
    while game.frame is not Frame.REACT:
        pass_on(game)
    next_turn_of(game)
    lab = lab_of(game)
    assert (int(lab.die_symbol), int(lab.potency), int(lab.dice_used)) == (LEAD, 2, 0)


def test_card_a_die_at_0_is_used_and_the_third_ends_its_round() -> None:
    game = bot_game(7)
    give_die(game, LEAD, RED, 1)
    lab_of(game).dice_used = 2
    stack_deck(game, "bot-gold")
    while game.frame is not Frame.REACT:
        pass_on(game)
    next_turn_of(game)
    assert bool(lab_of(game).finished)
    assert int(lab_of(game).die_symbol) == -1
    assert int(game.state.next_order[0]) == game.bot_seat
    turns = [one.seat for one in game.events() if one.what is Event.TURN]
    assert turns[-2:] == [1, 0]
    while game.state.round_no == 1:
        pass_on(game)
    turns = [one.seat for one in game.events() if one.what is Event.TURN]
    assert set(turns[:-1]) == {0}, "it takes no more turns this round"
    assert turns[-1] == 1
    assert game.state.order[:2].tolist() == [1, 0]


# ---------------------------------------------------------------- reactions


def test_you_react_to_its_die_and_it_never_reacts() -> None:
    game = bot_game(7)
    give_die(game, LEAD, RED, 1)
    lab_of(game).held[Thing.REACTION] = 0
    stack_deck(game, "bot-gold")
    while game.frame is not Frame.REACT:
        assert game.seat == 0
        pass_on(game)
    assert game.seat == 0
    assert game.state.active == game.bot_seat
    assert Move.HARVEST in kinds(game)
    lead = int(your_lab(game).held[Thing.LEAD])
    game.apply(found(game, Move.HARVEST)[0])
    assert int(your_lab(game).held[Thing.LEAD]) == lead + 1
    assert gold(game) == 1  # its action came first


def test_it_never_reacts_whatever_it_holds() -> None:
    game = bot_game(7, box=reference_box())
    lab_of(game).held[Thing.REACTION] = 3
    seats = set()
    for _ in range(60):
        if game.is_over:
            break
        seats.add((game.frame, game.seat))
        pass_on(game)
    assert {seat for _, seat in seats} == {0}


# ---------------------------------------------------------------- why things happen


def test_the_log_says_why_cards_and_choices_of_the_bot_come() -> None:
    causes = {
        Event.BOT_OPEN: {Cause.SETUP, Cause.BOT_CARD},
        Event.BOT_SHUFFLE: {Cause.BOT_CARD},
        Event.BOT_ADDED: {Cause.SETUP, Cause.ROUND_END},
        Event.BOT_CARD: {Cause.SETUP},  # as all turns begin
    }
    choices = {
        BotDecision.STEP: {Cause.DRAFT},
        BotDecision.ARTIFACT: {Cause.BOT_CARD},
        BotDecision.TRACK: {Cause.BOT_CARD, Cause.TOKEN, Cause.SETUP},
        BotDecision.COMPLETE: {Cause.BOT_CARD},
    }
    completed = 0
    for seed in range(4):
        game = through_setup(new_solo(seed, reference_box(), planning=True))
        while not game.is_over:
            pass_on(game)
        for one in game.events():
            decision = one.thing // DECISION_STEP if one.what is Event.BOT_CHOICE else -1
            completed += decision == BotDecision.COMPLETE
            wanted = causes.get(one.what) or choices.get(decision)  # type: ignore[call-overload]
            assert wanted is None or one.cause in wanted, one
    assert completed > 2
