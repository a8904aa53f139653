"""Dice bowls on tables that can be reckoned by hand, and on a real run."""

from __future__ import annotations

from typing import Any

import pytest

from tests.small_run import small_run, small_solo_run
from tests.stats.analyses.planted_games import batch, facts, round_row, turn_row
from trisim.documents import plain, typed
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.analyses.bowls import BowlAnalysis, Bowls
from trisim.report.load_runs import read_runs
from trisim.sim.run import Run


def player_row(game: int, seat: int, spent: int, wasted: int) -> dict[str, Any]:
    """What a player did with potency."""
    return {
        "game": game,
        "seat": seat,
        "strategy": ("keen", "calm")[seat],
        "ethereal_dice": seat,
        "potency_spent": spent,
        "potency_wasted": wasted,
    }


def planted(box: Box) -> Bowls:
    """Two deals of two games; in each a round of four drafts from the same bowls."""
    rounds, turns, players = [], [], []
    for game in range(4):
        bowls = {"lead_black": 3, "iron_red": 2, "wild_white": 1}
        rounds.append(round_row(game, 1, rerolls=game // 2, **bowls))
        lead = {"bowl": "lead", "color": "black"}
        turns += [
            turn_row(game, 0, 0, **lead, bowl_size=3, potency=3),
            turn_row(game, 1, 1, bowl="iron", color="red", bowl_size=2, potency=3, ethereal=1),
            turn_row(game, 2, 0),
            turn_row(game, 3, 1, **lead, bowl_size=2, potency=2, wasted=1),
            turn_row(game, 4, 0, bowl="wild", symbol="tin", color="white", bowl_size=1, potency=1),
        ]
        players += [player_row(game, 0, 4, 0), player_row(game, 1, 4, 1)]
    analysis = BowlAnalysis(facts(box))
    analysis.read(batch(2, rounds=rounds, turns=turns, players=players))
    return analysis.result()


@pytest.fixture
def found(testbox: Box) -> Bowls:
    """The planted run."""
    return planted(testbox)


def test_picks_have_their_potency_and_the_fullest_bowl(found: Bowls) -> None:
    told = [
        (each.pick, each.potency.value, each.bowl.value, each.best.value)
        for each in found.drafts.picks
        if each.round == 1
    ]
    assert told == [(1, 3, 3, 3), (2, 3, 2, 2), (3, 2, 2, 2), (4, 1, 1, 1)]
    assert [each.round for each in found.drafts.picks] == [0] * 4 + [1] * 4


def test_rolls_are_those_of_one_game_of_each_deal(found: Bowls) -> None:
    means = {(each.symbol, each.color): each.observed.estimate for each in found.rolls.means}
    assert means["lead", "black"].value == 3
    assert means["lead", "black"].n == 2
    assert found.rolls.dice == 6
    assert found.rolls.rerolls.observed.value == 0.5
    assert found.rolls.largest.observed.value == 3


def test_exact_values_are_those_of_the_dice_that_were_rolled(found: Bowls) -> None:
    assert sum(each.exact or 0 for each in found.rolls.symbols) == pytest.approx(6)
    assert [each.players for each in found.rolls.by_players] == [2, 3, 4]


def test_taken_dice_are_told_from_those_that_lie(found: Bowls) -> None:
    taken = {(each.symbol, each.color): each.taken.value for each in found.drafts.taken}
    assert taken == {
        ("lead", "black"): pytest.approx(2 / 3),
        ("iron", "red"): 0.5,
        ("wild", "white"): 1,
    }
    assert found.drafts.wild_taken.value == 1


def test_wild_ethereal_and_wasted_dice_are_counted(found: Bowls) -> None:
    (tin,) = [each for each in found.drafts.wild if each.share.value]
    assert (tin.symbol, tin.share.value, tin.potency.value) == ("tin", 1, 1)
    every = found.drafts.rounds[0]
    assert every.ethereal.value == 0.25
    assert every.added.value == pytest.approx(1 / 9)
    assert every.wasted.value == pytest.approx(1 / 9)
    used = {each.size: each.used.value for each in found.drafts.ethereal}
    assert used == {1: 0, 2: 0.5, 3: 0}


def test_waste_is_told_by_strategy(found: Bowls) -> None:
    wasted = {each.strategy: each.wasted.value for each in found.strategies}
    assert wasted == {"keen": 0, "calm": pytest.approx(0.2)}


def test_the_last_die_is_the_last_of_a_full_round(found: Bowls) -> None:
    """With three dice each, four drafts are no full round: nothing is said of its last die."""
    assert not any(each.fullest.clusters for each in found.drafts.last)


def of_run(run: Run) -> Bowls:
    found = read_runs([run.path]).subject.results["bowls"]
    assert isinstance(found, Bowls)
    return found


@pytest.mark.parametrize("solo", [False, True])
def test_a_real_run_adds_up(solo: bool) -> None:
    run = small_solo_run() if solo else small_run()
    found = of_run(run)
    picks = [each for each in found.drafts.picks if each.round == 0]
    assert len(picks) == 6
    for each in picks:
        assert each.bowl.value <= each.best.value
    assert sum(each.taken.value for each in found.drafts.last) == pytest.approx(1)
    assert sum(each.share.value for each in found.drafts.wild) == pytest.approx(1)
    assert {"bowl.lead.size", "potency.pick.1", "bowl.rerolls"} <= set(found.measures())
    assert typed(Bowls, plain(found)).rolls.dice == found.rolls.dice


def test_a_run_of_one_deal_has_figures_without_end(testbox: Box) -> None:
    rounds = [round_row(0, 1, lead_black=3)]
    turns = [turn_row(0, 0, 0, bowl="lead", bowl_size=3, potency=3)]
    players = [player_row(0, 0, 0, 0)]
    analysis = BowlAnalysis(facts(testbox))
    analysis.read(batch(2, rounds=rounds, turns=turns, players=players))
    found = analysis.result()
    assert found.drafts.picks[0].potency.value == 3
    assert found.drafts.picks[0].potency.high == testbox.rules.numbers.potency_limit
