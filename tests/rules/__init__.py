import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
