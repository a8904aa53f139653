"""The two boxes of this game, and a copy of one to be damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.madness.box.helpers import REFERENCE, TESTBOX
from trisim.games.madness.box.box import Box, load_box


@pytest.fixture(scope="session")
def reference() -> Box:
    """The reference set."""
    return load_box()


@pytest.fixture(scope="session")
def testbox() -> Box:
    """The small frozen box."""
    return load_box(TESTBOX)


@pytest.fixture
def fresh_box(tmp_path: Path) -> Path:
    """A copy of the reference set, to be damaged."""
    return Path(shutil.copytree(REFERENCE, tmp_path / "box"))
