"""No player of weights chooses by what is hidden, and compiled it chooses what it chooses plain.

Decks, curse piles, the library and later pages all follow from the seed of a game. Thousands of
decisions are made again with other seeds: compiled, in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.madness.players.compiled_choices import SEED, SPECS, TRACED
from tests.madness.players.positions import (
    KEY,
    dealt_anew,
    frame_of,
    narrow,
    new_game,
    of_kind,
    positions,
)
from tests.madness.players.trial import DECISIONS, MOVES_DIFFER, ROWS, VALUES_DIFFER
from trisim.engine.kernel import records
from trisim.engine.loop import noise_key
from trisim.games.madness.players import lookahead
from trisim.games.madness.players.evaluator import choose_best
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.policy import LINE, ROOT
from trisim.games.madness.rules.cards import next_unknown
from trisim.games.madness.rules.codes import Frame
from trisim.players.choosing import choosing_with
from trisim.players.player import Player
from trisim.players.registry import load

CHECKOUT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What was found in the other process."""
    out = tmp_path_factory.mktemp("choices") / "found.npz"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.madness.players.compiled_choices", out],
        cwd=CHECKOUT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with np.load(out) as found:
        return {spec: found[spec] for spec in SPECS}


@pytest.mark.filterwarnings("error")
def test_with_all_that_is_hidden_dealt_anew_the_choices_are_the_same(compiled: Any) -> None:
    for spec, found in compiled.items():
        assert found[MOVES_DIFFER] == 0, spec
        assert found[VALUES_DIFFER] == 0, spec
    assert sum(found[DECISIONS] for found in compiled.values()) > 5_000


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "iterations" not in spec][::3])
def test_compiled_players_choose_what_they_choose_plain(compiled: Any, spec: str) -> None:
    moves, values = first_choices(spec, 4)
    traced = compiled[spec][ROWS:].reshape(TRACED, 2)[: len(moves)]
    assert traced[:, 0].tolist() == moves
    assert traced[:, 1].tolist() == pytest.approx(values, rel=1e-12)


def first_choices(spec: str, count: int) -> tuple[list[int], list[float]]:
    """The first choices of a game, plain, with the value of the first option of each."""
    game = new_game(2, SEED)
    policy = records(1, KIT.policy)[0]
    KIT.fill(policy, load(spec, KIT), game.box)
    policy.noise = noise_key(SEED, 0, 0)
    plain, moves, values = choose_best.function(False), [], []
    for _ in range(count):
        options = np.array(game.legal(), np.int32)
        move = int(plain(game.state, game.tables, options, len(options), game.seat, policy))
        moves.append(move)
        values.append(float(policy.evaluation.values[0]))
        game.apply(move)
    return moves, values


# ---------------------------------------------------------------- plain, at every kind of decision


def judged(player: Player, game: Any) -> tuple[int, list[float]]:
    """A choice, and what the options are found worth."""
    policy = KIT.policy_of(player, game.box)
    policy.noise = noise_key(KEY, game.seat, 0)
    move = choosing_with(player, game.seat, policy)(game)
    return move, policy.evaluation.values[: len(game.legal())].tolist()


def peeks(player: Player, game: Any) -> bool:
    """Whether a player chooses or judges otherwise with all that is hidden dealt anew."""
    return judged(player, game) != judged(player, dealt_anew(game))


def test_no_kind_of_decision_is_made_by_what_is_hidden() -> None:
    seen = set()
    for game in positions():
        assert not peeks(narrow(), game), frame_of(game)
        seen.add(frame_of(game))
    assert {Frame.ACT, Frame.PAY, Frame.CARD, Frame.SEAT, Frame.ELEMENT, Frame.TRIM} <= seen


def draws_for_real(policy: Any, place: int) -> None:
    """Looking ahead to the cards that are really drawn."""
    state = policy.lookahead.states[place]
    frame = state.stack[state.depth - 1]
    seat, count = int(frame.seat), int(frame.arg[0])
    state.depth -= 1
    state.seed = SEEDS[-1]
    for _ in range(min(count, int(state.seats[seat].deck_n))):
        state.seats[seat].hand[next_unknown(state, seat)] += 1
        state.seats[seat].deck_n -= 1


SEEDS: list[int] = []


def test_a_look_at_cards_that_are_drawn_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "skip_draw", draws_for_real)

    def judged_with_its_seed(game: Any) -> tuple[int, list[float]]:
        SEEDS.append(int(game.state.seed))
        return judged(narrow(), game)

    games = of_kind(Frame.ACT)
    assert any(
        judged_with_its_seed(game) != judged_with_its_seed(dealt_anew(game)) for game in games
    )


def test_the_copies_of_a_look_ahead_have_no_seed() -> None:
    for game in of_kind(Frame.ACT)[:4]:
        policy = KIT.policy_of(narrow(), game.box)
        choosing_with(narrow(), game.seat, policy)(game)
        assert int(game.state.seed) != 0
        assert not policy.lookahead.states[LINE].seed
        assert not policy.lookahead.states[ROOT].seed
