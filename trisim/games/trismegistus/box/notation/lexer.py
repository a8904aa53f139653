"""The words of the notation and their spellings."""

from __future__ import annotations

import re

from trisim.box.notation import Spelling
from trisim.games.trismegistus.box.words import Thing

MATERIALS = [thing.word for thing in Thing if thing.is_material]

SPELLING = Spelling(
    token=re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<word>[a-z]+)|(?P<sign>\+|->|→|/|×))"),
    others={
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
    },
    signs={
        "-": "counts are never negative; leave out the part, or write '->' for an exchange",
        ",": "join the parts with '+'",
        ";": "join the parts with '+'",
        "&": "join the parts with '+'",
        "*": "repeat a deed with 'x2' behind it",
        ".": "use whole numbers, and '+' between the parts",
    },
    usual="use words, whole numbers, '+', '->' and '/'",
)


def one_of(words: list[str]) -> str:
    """``'a', 'b' or 'c'``, with the materials as one entry where all of them are meant."""
    folded = set(MATERIALS) if set(MATERIALS) <= set(words) else set()
    quoted = [f"'{word}'" for word in words if word not in folded]
    if folded:
        quoted.insert(0, "a material (as 'raw tin', 'refined iron', 'gold')")
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]
