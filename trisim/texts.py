"""Text: lists and plurals; text from elsewhere made safe to show or to export."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and newline
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they change the direction of writing
    "\u2028\u2029"  # line and paragraph separators
    "\ud800-\udfff]"  # bytes of a name that is not UTF-8
)

FORMULA = r"^[=+\-@\t\r]"
"""How a cell begins that a spreadsheet may run as a formula."""

NUMBER = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"


def visible(text: str) -> str:
    r"""Text whose control characters are written as escapes, so that no terminal obeys them.

    >>> print(visible("a\x1b[2Jb"), visible("caf\udce9"))
    a\x1b[2Jb caf\xe9
    """
    return UNSAFE.sub(lambda found: escape_of(found[0]), text)


def escape_of(sign: str) -> str:
    """A character as an escape; a byte that is not UTF-8 with its own value."""
    code = ord(sign)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def is_utf_8(text: str) -> bool:
    """Whether text can be encoded: a name of a file may hold bytes that are no UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def defused(cell: str) -> str:
    """A text cell of a CSV file that no spreadsheet takes for a formula; numbers stay as they are.

    >>> defused("=1+1"), defused("-3.5"), defused("- none"), defused("iron")
    ("'=1+1", '-3.5', "'- none", 'iron')
    """
    is_formula = re.search(FORMULA, cell) and not re.search(NUMBER, cell)
    return f"'{cell}" if is_formula else cell


# ---------------------------------------------------------------- English

SPEAKS = "This speaks of the strategies that played, and of no others."
"""What figures hold for, under the answers of all commands."""


def listed(phrases: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, end = list(phrases) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def plural(count: int) -> str:
    """The plural's letter, if it needs one."""
    return "" if count == 1 else "s"


def article(word: str) -> str:
    """The article that a word takes."""
    return "an" if word[:1] in "aeiou" else "a"


def did_you_mean(word: str, known: list[str], otherwise: str = "") -> str:
    """``did you mean 'x'?``, or what is known at all."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean '{near[0]}'?"
    return otherwise or "known: " + ", ".join(known)


NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def number_word(number: int) -> str:
    """A small number as a word.

    >>> number_word(3), number_word(12)
    ('three', '12')
    """
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)
