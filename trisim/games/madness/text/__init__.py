"""Moves, boards, positions and whole games as text."""
