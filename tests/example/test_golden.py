"""Whole games of the example as text, line by line.

``python -m tests.example.test_golden`` writes the files anew, after a change of the rules that is
meant; look at the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from summit.plugin import EXPEDITION, SUMMIT
from summit.text import sentence
from tests.example.playing import BOX, CHOICES
from trisim.engine.chance import draw
from trisim.plugin import GamePlugin

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "summit": (SUMMIT, 3, 11, False),
    "summit_winter": (SUMMIT, 2, 12, True),
    "expedition": (EXPEDITION, 2, 13, False),
}
"""Plugin, players, seed, and whether it is winter."""


def told(plugin: GamePlugin, players: int, seed: int, winter: bool) -> str:
    """A game in which climbers roll three times of four."""
    game = plugin.rules.new_game(BOX, players, seed, plugin.info.options(winter=winter))
    lines = []
    while not game.is_over:
        moves, number = game.legal(), int(game.state.decisions)
        move = moves[int(draw(seed, CHOICES, number, 4) > 0)]
        lines.append(f"  {plugin.text.describe(game, move)} (1 of {len(moves)} options)")
        game.apply(move)
        told_now = ((event.seat, sentence(game, event)) for event in game.events())
        lines += [f"seat {at} {words}" if at >= 0 else words for at, words in told_now if words]
    return "\n".join([*lines, *plugin.result_lines(game), ""])


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    assert told(*GAMES[name]) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, how in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(told(*how), encoding="utf-8")
