"""``python -m trisim``."""

from trisim.cli import run

if __name__ == "__main__":
    run()
