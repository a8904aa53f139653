"""The rules of the example, each by a position that is put together by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from summit import rules
from summit.state import AWAY, DECK, Event, Frame, Loss, Move
from tests.example.playing import BOX, Table, begun, climbing, random_game
from tests.installed import ROOT, environment

GUIDE, PORTER = range(2)


def cards_of(table: Table, seat: int) -> list[int]:
    return [int(card) for card in np.flatnonzero(table.game.at == seat)]


def give(table: Table, seat: int) -> int:
    """Put a card into a hand, and look at the options again."""
    card = int(np.flatnonzero(table.game.at == DECK)[0])
    table.game.at[card] = seat
    table.run_on()
    return card


def roll(table: Table, low: int, high: int) -> None:
    """Roll dice that show these numbers."""
    assert (Move.ROLL, 0) in table.options()
    table.game.low, table.game.high = low, high
    table.game.stack[table.game.depth - 1].kind = (
        Frame.HOLD if high > rules.danger(table.game, table.box, table.seat) else Frame.SLIP
    )
    table.run_on()


def calm(roles: tuple[int, ...] = (PORTER, PORTER), **how: bool) -> Table:
    """A day without wind, and nobody has cards."""
    table = climbing(roles, **how)
    table.game.wind = 0
    table.game.at[table.game.at >= 0] = AWAY
    return table.run_on()


def test_everybody_chooses_a_role_in_the_order_of_seats() -> None:
    table = begun(3)
    for seat in range(3):
        assert table.seat == seat
        assert table.options() == [(Move.ROLE, GUIDE), (Move.ROLE, PORTER)]
        table.do(Move.ROLE, PORTER)  # several may be the same
    assert table.frame is Frame.CLIMB


def test_a_porter_has_more_cards() -> None:
    table = climbing((GUIDE, PORTER))
    more = BOX.climbers["porter"].extra_cards
    assert [len(cards_of(table, seat)) for seat in range(2)] == [
        BOX.rules.hand,
        BOX.rules.hand + more,
    ]


def test_a_guide_feels_less_wind() -> None:
    table = climbing((GUIDE, PORTER))
    table.game.wind = 2
    assert [rules.danger(table.game, table.box, seat) for seat in range(2)] == [1, 2]
    table.game.wind = 0
    assert [rules.danger(table.game, table.box, seat) for seat in range(2)] == [0, 0]


def test_in_winter_there_is_more_wind() -> None:
    table = climbing((GUIDE, PORTER), winter=True)
    table.game.wind = 2
    assert [rules.danger(table.game, table.box, seat) for seat in range(2)] == [2, 3]


def test_danger_grows_with_each_roll() -> None:
    table = calm()
    roll(table, 5, 5)
    assert rules.danger(table.game, table.box, 0) == 1
    roll(table, 5, 5)
    assert rules.danger(table.game, table.box, 0) == 2


def test_of_two_holds_one_is_chosen() -> None:
    table = calm()
    roll(table, 3, 5)
    assert table.options() == [(Move.HOLD, 5), (Move.HOLD, 3)]
    table.do(Move.HOLD, 3)
    assert table.game.climbers[0].height == 3


def test_a_die_that_is_no_hold_is_no_option() -> None:
    table = calm()
    table.game.wind = 3
    roll(table, 3, 5)  # one option only: it is taken without asking
    assert table.game.climbers[0].height == 5
    assert table.frame is Frame.CLIMB


def test_nobody_rolls_without_hope() -> None:
    table = calm()
    table.game.wind, table.game.rolls = 3, 3
    table.run_on()
    assert table.events(Event.CAMP) == [(Event.CAMP, 0, 0, 0)]
    assert table.seat == 1


def test_a_card_lies_on_each_ledge() -> None:
    table = calm()
    roll(table, 3, 4)
    table.do(Move.HOLD, 4)
    assert len(cards_of(table, 0)) == 1
    roll(table, 5, 5)
    assert len(cards_of(table, 0)) == 1


def test_without_a_hold_a_climber_falls_to_the_last_camp() -> None:
    table = calm()
    table.game.climbers[0].camp, table.game.climbers[0].height = 5, 11
    table.game.wind = 3
    roll(table, 1, 3)
    climber = table.game.climbers[0]
    assert (climber.height, climber.camp, climber.falls) == (5, 5, 1)
    assert table.seat == 1
    assert table.events(Event.FALL) == [(Event.FALL, 0, 5, -6)]


def test_a_card_stops_a_fall() -> None:
    table = calm()
    table.game.climbers[0].height = 11
    table.game.wind = 3
    card = give(table, 0)
    roll(table, 1, 3)
    assert table.options() == [(Move.FALL, 0), (Move.ROPE, card)]
    table.do(Move.ROPE, card)
    assert (table.game.climbers[0].camp, table.game.climbers[0].falls) == (11, 0)
    assert (table.game.at[card], table.seat) == (AWAY, 1)


def test_another_climber_goes_first_each_day() -> None:
    table = calm((PORTER,) * 3)
    order = []
    for _ in range(6):
        order.append(table.seat)
        table.do(Move.CAMP)
    assert order == [0, 1, 2, 1, 2, 0]


def test_nobody_climbs_beyond_the_summit_and_it_is_a_camp() -> None:
    table = calm()
    table.game.climbers[0].height = BOX.rules.summit - 2
    roll(table, 6, 6)
    assert table.game.climbers[0].camp == BOX.rules.summit
    assert table.seat == 1


def test_a_race_ends_after_the_day_on_which_somebody_is_up() -> None:
    table = calm()
    table.game.climbers[0].height = BOX.rules.summit - 2
    roll(table, 6, 6)
    assert not table.game.over
    give(table, 1)
    table.do(Move.CAMP)
    assert table.game.over
    points = sum(BOX.weather[card].points for card in cards_of(table, 1))
    assert [table.game.climbers[seat].score for seat in range(2)] == [BOX.rules.summit, points]


def test_an_expedition_goes_on_until_everybody_is_up() -> None:
    table = calm(team=True)
    for seat in range(2):
        table.game.climbers[seat].height = BOX.rules.summit - 2
    roll(table, 6, 6)
    table.do(Move.CAMP)
    assert not table.game.over
    assert table.seat == 1  # the other one has arrived
    roll(table, 6, 6)
    assert table.game.over
    assert table.game.loss == Loss.NONE


def test_an_expedition_fails_after_the_last_day() -> None:
    table = calm(team=True)
    for _ in range(2 * BOX.rules.days):
        table.do(Move.CAMP)
    assert table.game.over
    assert table.game.loss == Loss.NIGHT


def test_an_expedition_fails_with_too_many_falls() -> None:
    table = calm(team=True)
    for _ in range(2):
        table.game.wind = 3
        roll(table, 1, 1)
    assert table.game.over
    assert table.game.loss == Loss.FALLS


def test_falls_end_no_race() -> None:
    table = calm()
    for _ in range(2):
        table.game.wind = 3
        roll(table, 1, 1)
    assert not table.game.over


def test_the_weather_stays_when_the_deck_is_empty() -> None:
    table = calm()
    table.game.wind = 2
    table.game.at[table.game.at == DECK] = AWAY
    table.do(Move.CAMP)
    table.do(Move.CAMP)
    assert (table.game.day, table.game.wind) == (2, 2)
    assert table.events(Event.DAWN)[-1] == (Event.DAWN, -1, 2, -1)


# ---------------------------------------------------------------- any game


@pytest.mark.parametrize("seed", range(40))
def test_every_game_ends_and_every_position_is_sound(seed: int) -> None:
    before = None
    table = begun(2 + seed % 4, seed, team=bool(seed & 1), winter=bool(seed & 2))
    for _ in random_game(table):
        game = table.game
        assert before is None or values(before) != values(game)
        before = game.copy()
        assert table.n == len(set(table.options()))
        for seat in range(int(game.players)):
            climber = game.climbers[seat]
            assert 0 <= climber.camp <= climber.height <= BOX.rules.summit
            assert climber.height == climber.camp or table.seat == seat
        assert ((game.at >= AWAY) & (game.at < game.players) | (game.at == DECK)).all()
        assert (game.at[len(BOX.weather) :] == AWAY).all()
    assert table.game.over
    assert table.game.day <= BOX.rules.days


@pytest.mark.parametrize("seed", range(20))
def test_the_log_adds_up_to_the_scores(seed: int) -> None:
    table = begun(4, seed)
    for _ in random_game(table):
        pass
    scores = [0] * 4
    for what, seat, thing, delta in table.events():
        if what == Event.CAMP:
            scores[seat] += delta
        elif what in (Event.DRAW, Event.USE):
            scores[seat] += delta * BOX.weather[thing].points
    assert scores == [table.game.climbers[seat].score for seat in range(4)]


def test_a_choice_changes_no_dice_and_no_order_of_the_deck() -> None:
    one, other = climbing(seed=3), climbing(seed=3)
    one.do(Move.CAMP)
    other.do(Move.ROLL)
    while other.seat == 0:
        other.apply(int(other.moves[0]))
    for table in (one, other):
        table.do(Move.ROLL)
    assert one.events(Event.ROLL)[-1][2:] == other.events(Event.ROLL)[-1][2:]


# ---------------------------------------------------------------- what a seat sees


def values(record: Any) -> str:
    """All fields of a record, without the gaps between them, which a copy leaves as they are."""
    with np.printoptions(threshold=10**6):
        return repr(record)


@pytest.mark.parametrize("seed", range(10))
def test_a_view_has_other_hands_of_the_same_size_and_all_that_is_open(seed: int) -> None:
    table = climbing((PORTER,) * 4, seed)
    view = table.game.copy()
    rules.masked(view, table.box, 1)
    for seat in range(4):
        assert (view.at == seat).sum() == (table.game.at == seat).sum()
    assert ((view.at == 1) == (table.game.at == 1)).all()
    assert view.seed != table.game.seed
    view.at, view.seed = table.game.at, table.game.seed
    assert values(view) == values(table.game)


def test_views_tell_nothing_of_what_is_hidden() -> None:
    table = climbing((PORTER,) * 4)
    other = table.game.copy()
    hidden = np.flatnonzero((table.game.at == DECK) | (table.game.at != 1) & (table.game.at >= 0))
    other.at[hidden] = table.game.at[hidden][::-1]
    assert values(other) != values(table.game)
    for game in (table.game, other):
        rules.masked(game, table.box, 1)
    assert values(other) == values(table.game)


# ---------------------------------------------------------------- compiled


def test_compiled_games_are_plain_games(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.example.playing", "40"],
        cwd=ROOT,
        env=environment(NUMBA_DISABLE_JIT="0", TRISIM_CACHE_DIR=tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "40\n"
