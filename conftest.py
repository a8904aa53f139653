"""Tests run the rules plain, as they are written; compiled rules have tests of their own."""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
