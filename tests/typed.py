"""Commands as users type them, and what they are told if they mistype."""

from __future__ import annotations

from dataclasses import dataclass

from click.testing import CliRunner, Result

from trisim.cli import main


@dataclass(frozen=True, slots=True)
class Typed:
    """A command of trisim, to be called with arguments."""

    command: str

    def __call__(self, *args: object) -> Result:
        """What it does."""
        return CliRunner().invoke(main, [self.command, *map(str, args)])

    def mistake(self, *args: object) -> str:
        """The one line that it says of a user's mistake."""
        result = self(*args)
        assert result.exit_code == 2, result.output
        assert not result.stdout
        (line,) = result.stderr.splitlines()
        return line
