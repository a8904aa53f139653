"""Errors of players, bound to this game."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.players import mind as mind  # declares Mind
from trisim.players.noise import TEMPLATES

bound = TEMPLATES.bind(REGISTRY, __name__)
errs, anything, error = bound.errs, bound.anything, bound.error
