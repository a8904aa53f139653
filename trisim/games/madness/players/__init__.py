"""Strategies of this game: features, the evaluator, search, restrictions."""
