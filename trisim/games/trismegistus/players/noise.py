"""Errors of players, bound to this game."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.players import policy as policy  # declares Policy
from trisim.players.noise import TEMPLATES

bound = TEMPLATES.bind(REGISTRY, __name__)
makes_error, any_option, error = bound.makes_error, bound.any_option, bound.error
