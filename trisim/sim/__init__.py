"""Runs: many games, played in parts and written to tables. Any interruption can be resumed."""
