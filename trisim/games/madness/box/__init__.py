"""The box of the game: cards, settings, notation, checks, and the record that kernels read."""
