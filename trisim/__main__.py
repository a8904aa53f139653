"""The console script, and ``python -m trisim``."""

from trisim.interrupt import interruptible


def run() -> None:
    """Run the command of the command line; Ctrl-C is one line from here on."""
    with interruptible():
        from trisim.cli import run as run_command

        run_command()


if __name__ == "__main__":
    run()
