"""Rows of the tables that only this game has."""
