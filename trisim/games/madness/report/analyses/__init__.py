"""What is computed from the tables of this game."""
