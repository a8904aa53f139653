"""The registry of this game's records and kernels, and its decorators."""

from __future__ import annotations

from trisim.engine.kernel import KernelRegistry

REGISTRY = KernelRegistry("trismegistus")

kernel, inlined, entry = REGISTRY.kernel, REGISTRY.inlined, REGISTRY.entry
pointed, strategy = REGISTRY.pointed, REGISTRY.strategy
