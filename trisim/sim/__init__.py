"""Runs: many games by settings, played in parts and written to tables, that nothing can break."""
