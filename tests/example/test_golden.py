"""Whole games of the example as text, line by line.

``python -m tests.example.test_golden`` writes the files anew, after a change of the rules that is
meant; look at the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from summit.plugin import EXPEDITION, SUMMIT
from tests.example.playing import BOX, CHOICES
from trisim.engine.chance import draw
from trisim.plugin import GamePlugin
from trisim.transcript import text_of

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "summit": (SUMMIT, 3, 11, False),
    "summit_winter": (SUMMIT, 2, 12, True),
    "expedition": (EXPEDITION, 2, 13, False),
}
"""Plugin, players, seed, and whether it is winter."""


def told(plugin: GamePlugin, players: int, seed: int, winter: bool) -> str:
    """A game in which climbers roll three times of four."""
    options = plugin.info.options.of(None, {"winter": winter})
    game = plugin.rules.new_game(BOX, players, seed, options)
    transcript = plugin.transcript(game)
    lines = transcript.lines()
    while not game.is_over:
        moves, number = game.legal(), int(game.state.decisions)
        game.apply(moves[int(draw(seed, CHOICES, number, 4) > 0)])
        lines += transcript.lines()
    return text_of(lines)


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    assert told(*GAMES[name]) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, how in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(told(*how), encoding="utf-8")
