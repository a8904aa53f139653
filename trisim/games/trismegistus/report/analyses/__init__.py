"""Analyses of dice bowls and of the solo game."""
