"""Runs: many games by request, played in parts and written to tables, that nothing can break."""
