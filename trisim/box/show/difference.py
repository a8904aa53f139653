"""Differences between two boxes, in words about cards and fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from trisim.box.compare import KINDS, Difference
from trisim.box.show.style import DIM, STRONG, heading
from trisim.texts import listed, plural

SHORT = 24
"""Values up to this length stand in one line."""


def show_differences(
    differences: list[Difference], before: str, after: str, console: Console
) -> None:
    """Print the differences between two boxes, called ``before`` and ``after``."""
    if not differences:
        console.print(Text(f"No differences: {before} and {after} hold the same values."))
        return
    head = Text(f"{before} → {after}", STRONG)
    console.print(Group(head, Text(summary(differences)), *by_file(differences)))


# ---------------------------------------------------------------- counts


def summary(differences: list[Difference]) -> str:
    """How much differs: ``2 cards changed, 1 card added; 5 values changed``.

    >>> summary([Difference("relics", "ash", "Ash", "changed", "points", "7", "9", "relic")])
    '1 card changed; 1 value changed.'
    """
    cards = [difference for difference in differences if difference.is_card]
    phrases = []
    for kind in KINDS:
        count = len({(each.file, each.ident) for each in cards if each.kind == kind})
        phrases += [f"{count} card{plural(count)} {kind}"] if count else []
    values = sum(difference.kind == "changed" for difference in differences)
    tables = sum(each.kind != "changed" and not each.is_card for each in differences)
    counts = [listed(phrases)]
    counts.append(f"{values} value{plural(values)} changed" if values else "")
    counts.append(f"{tables} table{plural(tables)} added or removed" if tables else "")
    return "; ".join(count for count in counts if count) + "."


# ---------------------------------------------------------------- by file and card


def by_file(differences: list[Difference]) -> Iterator[RenderableType]:
    """A section for each file."""
    for (file, is_card), inside in groupby(differences, key=lambda each: (each.file, each.is_card)):
        yield heading(f"{file}.{'csv' if is_card else 'toml'}")
        for _, group in groupby(inside, key=lambda difference: (difference.kind, difference.ident)):
            yield entry_part(list(group))


def entry_part(differences: list[Difference]) -> RenderableType:
    """One card or table: a single short value in the same line, all else below."""
    first = differences[0]
    head = subject_text(first)
    if first.kind != "changed":
        head.append(f": {first.kind}", "default")
        return Group(head, indented(Text(first.after or first.before, DIM)))
    if len(differences) == 1 and is_short(first):
        return head.append(": ", "default").append(change_text(first))
    return Group(head, *(indented(change_part(difference)) for difference in differences))


def subject_text(difference: Difference) -> Text:
    """``Glass Lamp (glass-lamp, relic)``."""
    ident = difference.ident if difference.name != difference.ident else ""
    details = ", ".join(detail for detail in (ident, difference.about) if detail)
    text = Text().append(difference.name or "top of the file", STRONG)
    return text.append(f" ({details})" if details else "")


def is_short(difference: Difference) -> bool:
    """Whether before and after fit in a line."""
    return max(len(difference.before), len(difference.after)) <= SHORT


def change_part(difference: Difference) -> Text:
    """A change in a line, or before and after below each other."""
    if is_short(difference):
        return change_text(difference)
    text = Text(difference.field)
    text.append("\n  before  ", DIM).append(shown(difference.before))
    return text.append("\n  after   ", DIM).append(shown(difference.after))


def change_text(difference: Difference) -> Text:
    """``points 7 → 9``."""
    text = Text(f"{difference.field} {shown(difference.before)} → ", "not bold")
    return text.append(shown(difference.after), STRONG)


def shown(value: str) -> str:
    """A value; an empty cell in words."""
    return value or "nothing"


def indented(part: RenderableType) -> RenderableType:
    return Padding(part, (0, 0, 0, 2))
