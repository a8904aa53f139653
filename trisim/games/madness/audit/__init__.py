"""Checks of the tables that only this game has."""
