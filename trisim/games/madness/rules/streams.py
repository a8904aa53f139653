"""The streams of chance of this game: one for each purpose; ``trisim.engine.chance`` has others."""

from __future__ import annotations

COVERS = 1
PAGES = 2
LIBRARY = 10  # + element
CURSES = 1000  # + kind + 8 * how often the pile was shuffled
DECKS = 10_000  # + seat + 8 * how often the deck was shuffled
