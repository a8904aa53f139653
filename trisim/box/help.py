"""What the help of ``trisim box`` says of a game's boxes.

Apart from the format of a box, so that ``--help`` loads nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoxHelp:
    """Help texts of a game; without them, they name what every box has."""

    examples: tuple[tuple[str, str], ...] = ()
    """Arguments of ``trisim box show``, each with what it shows."""

    subjects: str = ""
    """What can be shown, line by line; without it, the files of the box."""
