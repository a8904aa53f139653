"""Output that is safe to read on a terminal: streams and consoles that no text can control."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, TextIO

from trisim.texts import visible

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 100
"""Columns of a console that is no terminal."""


class SafeStream(io.TextIOBase):
    """A stream that writes control characters as visible escapes.

    It has no ``buffer``: nothing that prints text can go round it.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str, /) -> int:
        """Write text, made visible."""
        self.stream.write(visible(text))
        return len(text)

    def flush(self) -> None:
        """Write what is buffered."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether this is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number of the file."""
        return self.stream.fileno()

    def writable(self) -> bool:
        """It is."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How the stream handles what it can't encode."""
        return self.stream.errors


def protect_output() -> None:
    """Make everything that this process prints from now on safe; what can't be encoded is '?'."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.stdout, sys.stderr = SafeStream(sys.stdout), SafeStream(sys.stderr)


def unprotected(stream: TextIO) -> TextIO:
    """The stream below a safe one: for bytes, and for consoles, which make text safe themselves."""
    return stream.stream if isinstance(stream, SafeStream) else stream


def console(*, stderr: bool = False) -> Console:
    """A console: in colour as wide as the terminal, plain and 100 columns wide in a pipe."""
    from trisim.safe_console import SafeConsole

    file = unprotected(sys.stderr if stderr else sys.stdout)
    made = SafeConsole(file=file, stderr=stderr, highlight=False)
    if not made.is_terminal:
        made.width = PIPE_WIDTH
    return made
