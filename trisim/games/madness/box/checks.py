"""Checks between the values of a box of this game, and that it can be played."""

from __future__ import annotations

from trisim.box.format import Check

CHECKS: tuple[Check, ...] = ()
