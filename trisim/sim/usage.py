"""How often players are offered, and choose, each part of a game that they could do without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trisim.players.restrictions import restrictions_by_name
from trisim.sim.block import BlockPlayer
from trisim.sim.plan import OnGames, Plan

NOTHING_KEPT = -1
"""In place of the tables that are kept."""


@dataclass(frozen=True, slots=True)
class Use:
    """Decisions of all seats that concern a part of a game."""

    offered: int
    """Those in which some option falls under it."""

    chosen: int
    """Those in which such an option was chosen."""


def usage(plan: Plan, games: int | None = None, on_games: OnGames | None = None) -> dict[str, Use]:
    """What the players of a run are offered and choose, by the name of the restriction.

    The first games of the run are played once more, rounded up to whole deals; by default all. No
    row is written.
    """
    a_deal = plan.design.games_a_deal
    deals = plan.request.deals if games is None else min(plan.request.deals, -(-games // a_deal))
    table = BlockPlayer(plan, 0, deals)
    table.state.keep = NOTHING_KEPT
    for policy in table.policies:
        policy.without.counts = True
    table.play()
    if on_games is not None:
        on_games(table.games_played)
    known = restrictions_by_name(plan.game.players, plan.box)
    return {name: use_of(table.policies, each.code) for name, each in known.items()}


def use_of(policies: Any, code: int) -> Use:
    """The decisions that fall under a restriction, of all places together."""
    without = policies["without"]
    return Use(int(without["offered"][:, code].sum()), int(without["chosen"][:, code].sum()))
