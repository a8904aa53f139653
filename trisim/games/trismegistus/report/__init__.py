"""Chapters of the report that only this game has."""
