"""Games to be recorded: run by the tests here, and compiled in a process of its own.

``python -m tests.record.playing FILE`` plays a run plain and then compiled, plays every case, and
keeps the rows of each in FILE, with the moves of whole games of weights players, and what is found
of those who think.
"""

from __future__ import annotations

import os
import pickle
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.players.evaluator_games import traces
from tests.players.search_games import findings
from tests.record.two_runs import two_runs
from tests.trismegistus.rules.helpers import box_with, number
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.game import Options
from trisim.games.trismegistus.rules.game import Game, reference_box
from trisim.players.choosing import Choose
from trisim.sim.block import play_block, replay_game
from trisim.sim.options import Scenario
from trisim.sim.plan import Plan, prepare
from trisim.sim.run_request import RunRequest

STRATEGIES = Path(__file__).parents[1] / "strategies"
EVERYTHING: dict[str, Any] = {"cards": True, "ledger": 1, "achievements": True}


def plan_for(box: Box, players: int | None, deals: int = 1, **changes: Any) -> Plan:
    """A plan for a few deals with everything written down, compiled where rules can be."""
    given: dict[str, Any] = {"lineup": "random", "seed": 5, **EVERYTHING, **changes}
    if players is not None:
        given["players"] = players
    one_deal = RunRequest.of(games=1, **given)
    request = replace(one_deal, games=deals * one_deal.games_a_deal)
    return prepare(request, box=box, compiled=True)


BONUS_POINTS = """
[change.achievements.ach-lead]
bonus = "gold + 3 points"
"""
"""An achievement that gives points at once, and others at the end."""

TWO_AT_ONCE = """
[change.solo_cards.bot-artifact]
action = "take artifact + take artifact"
[change.solo_cards.bot-experiment]
action = "take experiment + take experiment"
"""
"""Cards of Botmegistus that give it two cards."""


def against(difficulty: str, *options: str, planning: bool = False) -> Scenario[Options]:
    """A setup of Botmegistus as a scenario."""
    laid = tuple((name, True) for name in options)
    setup = Options(solo=True, difficulty=difficulty, options=laid, planning=planning)
    return Scenario(setup.scenario, setup)


SETUPS = (
    against("normal"),
    against("hard", "bot_first", planning=True),
    against("nightmare", "masterpiece_gold"),
    against("easy", "no_personality", "starting_experiment"),
)


def solo_plan(box: Box, setups: tuple[Scenario[Options], ...] = SETUPS, **changes: Any) -> Plan:
    """A plan for a deal against each of some setups of Botmegistus."""
    given: dict[str, Any] = {"lineup": "random", "achievements": False, "solo": True}
    return plan_for(box, None, **given, setups=setups, **changes)


def cases() -> dict[str, Plan]:
    """Games that differ in all that changes how they are played and written down."""
    first, looker = str(STRATEGIES / "first.py"), str(STRATEGIES / "looker.py")
    return {
        "two": plan_for(box_with(), 2, seed=6),  # somebody draws publications in a reaction
        "three": plan_for(box_with(), 3, ledger=2, deals=2),
        "four": plan_for(reference_box(), 4),
        "intro": plan_for(box_with(), 4, intro=True, alchemists="chosen"),
        "chosen": plan_for(box_with(), 2, alchemists="chosen", achievements=False),
        "drawn": plan_for(reference_box(), 2, alchemists="random", log="players"),
        "python": plan_for(box_with(BONUS_POINTS), 3, lineup=("random", first, "random")),
        "view": plan_for(box_with(), 2, lineup=(looker, "random")),
        "solo": solo_plan(box_with(TWO_AT_ONCE)),
        "solo reference": solo_plan(reference_box(), seed=6),
        "solo players": solo_plan(box_with(), SETUPS[1:2], log="players"),
        "weights": plan_for(
            number(rounds=1), 2, lineup=("balanced:noise=0.2",) * 2, alchemists="chosen"
        ),
        "restrictions": plan_for(
            number(rounds=1, dice_per_round=2),
            2,
            lineup=(
                "balanced:without=category:publications+harvest+recharge:noise=0.2",
                "random:without=harvest+essences",
            ),
        ),
    }


def box_of(case: str) -> Box:
    """The box of a case."""
    box = cases()[case].box
    assert isinstance(box, Box)
    return box


def game_of(case: str, number: int) -> tuple[Game, list[Choose]]:
    """A game of a case before its first choice, and who chooses for each seat."""
    game, choosers = replay_game(cases()[case], number)
    assert isinstance(game, Game)
    return game, choosers


def main() -> None:
    """Play all cases and keep their rows, the moves of weights players, and what thinking finds.

    With bounds checked nobody thinks: that would take minutes to compile, and plain thoughts check
    them as well.
    """
    runs = two_runs()
    rows = {name: play_block(plan, 0, plan.request.deals) for name, plan in cases().items()}
    found = None if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else findings()
    Path(sys.argv[1]).write_bytes(pickle.dumps((runs, rows, traces(), found)))


if __name__ == "__main__":
    main()
