"""The cards, boards and settings of the game, and the reference set."""
