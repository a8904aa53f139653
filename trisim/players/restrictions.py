"""What players can be forbidden to take and use, in specs as ``without=rest+card:bell``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trisim.box.faults import did_you_mean, shown
from trisim.players.player import Player, StrategyError

if TYPE_CHECKING:
    from trisim.players.kit import PlayerKit


@dataclass(frozen=True, slots=True)
class Restriction:
    """A part of a game that a player can be forbidden to take and to use."""

    name: str
    """As in specs: ``rest``, ``card:courier-bell``, ``track:north``."""

    title: str
    """In the words of the game."""

    kind: str
    """What it is: ``action``, ``card``, ``category``…"""

    code: int = 0
    """Its number in the kernels of the game."""


def restrictions_by_name(kit: PlayerKit, box: Any) -> dict[str, Restriction]:
    """All restrictions that a game offers for a box, in its order."""
    return {each.name: each for each in kit.restrictions(box)}


def restrictions_of(player: Player, box: Any) -> tuple[Restriction, ...]:
    """The restrictions of a player; an unknown one is refused."""
    if not player.without:
        return ()
    known = restrictions_by_name(player.kit, box)
    for name in player.without:
        if name not in known:
            raise StrategyError(f"{shown(player.spec)}: {unknown(name, player.kit, list(known))}")
    return tuple(known[name] for name in player.without)


def unknown(name: str, kit: PlayerKit, known: list[str]) -> str:
    """What is wrong with a name, and what to write instead."""
    if not known:
        return f"{kit.game} has nothing to play without; leave 'without' out"
    see = "'trisim strategies restrictions' lists them"
    return f"nothing to play without is called '{shown(name)}'; {did_you_mean(name, known, see)}"
