"""``python -m trisim``."""

from trisim.cli import main

if __name__ == "__main__":
    main()
