"""Chapters of the report that only this game has, and what its designer aims at."""

from pathlib import Path

TARGETS = Path(__file__).parents[1] / "targets.toml"
