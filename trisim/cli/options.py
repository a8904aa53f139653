"""Values of options, read with one line for what is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trisim.cli.common import fail


def one_of(word: str, option: str, words: Sequence[str]) -> str:
    """One of a few words."""
    from trisim.box.faults import did_you_mean

    found = word.strip().lower()
    if found not in words:
        fail(f"{option} {word}: {did_you_mean(found, list(words), listed(words))}")
    return found


def listed(words: Sequence[str]) -> str:
    """``a, b or c is expected``."""
    return f"{', '.join(words[:-1])} or {words[-1]} is expected"


def whole_number(text: str, option: str, least: int = 1) -> int:
    """A whole number of the command line; numbers may have underscores or commas in them.

    >>> whole_number("1_000_000", "--games"), whole_number("-1", "--jobs", least=-1)
    (1000000, -1)
    """
    digits = text.strip().replace("_", "").replace(",", "")
    plain = re.fullmatch(r"-?[0-9]{1,15}", digits)
    if not plain or int(digits) < least:
        fail(f"{option} {text}: a whole number from {least} on is expected")
    return int(digits)
