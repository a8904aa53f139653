"""Errors that are planted in the tables that every game has are found, by the right check."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.damage import copy_of
from tests.sim.planted import Planted, planted_errors
from tests.sim.test_audit_runs import one_part
from trisim.sim.audit import audit


def test_there_is_an_error_for_every_base_column() -> None:
    names = {error.name for error in planted_errors(one_part())}
    assert {"games: another seed", "players: another rank", "players: another win"} <= names
    assert {"players: seats are swapped", "players: another vp_gold"} <= names
    assert len(names) == len(planted_errors(one_part()))


def each_error() -> list[Planted]:
    """Those of a run of Trismegistus; one part of the score stands for all."""
    errors = planted_errors(one_part())
    parts = [error for error in errors if "vp_" in error.name]
    return [error for error in errors if error not in parts[1:]]


@pytest.mark.parametrize("error", each_error(), ids=lambda error: error.name)
def test_a_planted_error_is_found(error: Planted, tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    error.plant(folder)
    report = audit(folder, replay=error.replay)
    assert error.is_found(report), report.failed
