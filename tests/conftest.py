"""What all tests share: the two boxes, and how thoroughly hypothesis looks."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import HealthCheck, settings

from trisim.games.trismegistus.box.box import Box, load_box

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
REFERENCE = TESTS.parent / "trisim" / "games" / "trismegistus" / "box" / "reference"

for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "PYTHONIOENCODING", "TTY_COMPATIBLE"):
    os.environ.pop(name, None)  # what a developer's or a CI's terminal is like changes no test
os.environ["TERM"] = "xterm"
STATE = mkdtemp(prefix="trisim-state-")
os.environ["TRISIM_STATE_DIR"] = STATE  # not the developer's own
atexit.register(shutil.rmtree, STATE, ignore_errors=True)

settings.register_profile(
    "local", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def testbox_path() -> Path:
    """The folder of the small frozen box."""
    return TESTS / "testbox"


@pytest.fixture(scope="session")
def testbox(testbox_path: Path) -> Box:
    """The small frozen box."""
    return load_box(testbox_path)


@pytest.fixture(scope="session")
def reference() -> Box:
    """The reference set."""
    return load_box()


@pytest.fixture
def fresh_box(tmp_path: Path) -> Path:
    """A copy of the reference set, to be damaged."""
    return Path(shutil.copytree(REFERENCE, tmp_path / "box"))
