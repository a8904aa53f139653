"""Words with their places: the first step of reading the notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from trisim.box.faults import FieldError
from trisim.games.trismegistus.box.words import Thing

TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<word>[a-z]+)|(?P<sign>\+|->|→|/|×))")

MATERIALS = [thing.word for thing in Thing if thing.is_material]

PLURALS = {
    "points": "point",
    "experiments": "experiment",
    "artifacts": "artifact",
    "elementals": "elemental",
    "formulas": "formula",
    "formulae": "formula",
    "levels": "level",
    "masterpieces": "masterpiece",
    "chameleons": "chameleon",
    "reactions": "reaction",
    "dice": "die",
    "publication": "publications",
    "time": "times",
    "×": "x",
    "→": "->",
}
"""Other spellings of the same word."""


class NotationError(FieldError):
    """A cell that can't be read: the word, the problem, the remedy."""

    def __init__(self, text: str, start: int, end: int, problem: str, remedy: str) -> None:
        super().__init__("", problem, remedy)
        self.word = text[start:end]
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign; ``text`` is its normal spelling, empty at the end of the cell."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()


def tokenize(text: str) -> list[Token]:
    """Split a cell into tokens, with an empty one at the end.

    >>> [token.text for token in tokenize("2 Points -> x3")]
    ['2', 'point', '->', 'x', '3', '']
    """
    folded = text.lower() if len(text.lower()) == len(text) else text
    tokens = []
    at = 0
    end = len(folded.rstrip())
    while at < end:
        match = TOKEN.match(folded, at, end)
        if match is None:
            raise unreadable(text, folded, at)
        word = match.group(match.lastgroup or 0)
        tokens.append(Token(PLURALS.get(word, word), match.end() - len(word), match.end()))
        at = match.end()
    return [*tokens, Token("", end, end)]


def unreadable(text: str, folded: str, at: int) -> NotationError:
    """The error for a character that the notation doesn't use."""
    start = at + len(folded[at:]) - len(folded[at:].lstrip())
    sign = text[start]
    remedies = {
        "-": "counts are never negative; leave out the part, or write '->' for an exchange",
        ",": "join the parts with '+'",
        ";": "join the parts with '+'",
        "&": "join the parts with '+'",
        "*": "repeat a deed with 'x2' behind it",
        ".": "use whole numbers, and '+' between the parts",
    }
    remedy = remedies.get(sign, "use words, whole numbers, '+', '->' and '/'")
    return NotationError(text, start, start + 1, "this sign has no meaning here", remedy)


def suggestion(word: str, expected: list[str]) -> str:
    """The remedy for ``word``: the nearest of the expected words, or all."""
    heads = sorted({phrase.split()[0] for phrase in expected})
    near = get_close_matches(word, [*expected, *heads], n=1, cutoff=0.7)
    if near:
        return f"did you mean '{near[0]}'?"
    return "expected " + one_of(expected)


def one_of(words: list[str]) -> str:
    """``'a', 'b' or 'c'``, with the materials as one entry where all of them are meant."""
    folded = set(MATERIALS) if set(MATERIALS) <= set(words) else set()
    quoted = [f"'{word}'" for word in words if word not in folded]
    if folded:
        quoted.insert(0, "a material (as 'raw tin', 'refined iron', 'gold')")
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]
