"""The streams of chance of this game: one for each purpose; ``trisim.engine.chance`` has others."""

from __future__ import annotations

ESSENCES = 1
TOKENS = 2
FORMULAS = 3
PUBLICATIONS_UNDER = 4
ACHIEVEMENTS = 5
EXPERIMENTS = 10  # one deck for each level: + level
ARTIFACTS = 20  # + level
PUBLICATIONS = 30
BOT_SETUP = 40  # dice rolled for Botmegistus at setup
BOT_D6 = 41
BOT_TIES = 42  # between elementals: + round
BOT_MASTERPIECES = 43
DICE = 100  # + round * 3 + color
BOT_DECK = 200  # + how often it was shuffled
