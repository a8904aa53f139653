"""Chapters of the report that only this game has, and its targets."""

from pathlib import Path

TARGETS = Path(__file__).parents[1] / "targets.toml"
