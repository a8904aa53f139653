"""From the words of a user to a page: a file, a table of one, or a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from trisim.box.box import Box
from trisim.box.show.pages import SUMMARY, pages_of


class SubjectKind(Enum):
    PAGE = "page"
    TABLE = "table"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a page: ``key`` is the name of a page, or the id of a table or card."""

    kind: SubjectKind
    key: str


class NothingToShow(LookupError):  # noqa: N818 - it says what happened
    """No single thing has this name; ``suggestions`` are similar names."""

    def __init__(self, what: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(what, suggestions)
        self.what = what
        self.suggestions = suggestions

    def __str__(self) -> str:
        printable = "".join(sign if sign.isprintable() else "�" for sign in self.what)
        named = printable if len(printable) <= 60 else printable[:59] + "…"
        *most, last = self.suggestions or ("",)
        hint = f"did you mean {', '.join(most)}{' or ' if most else ''}{last}?"
        hint = hint if self.suggestions else "'trisim box show' lists what there is"
        return f"nothing here is called '{named}'; {hint}"


def find(box: Box, what: str | None) -> Subject:
    """The subject that ``what`` names; by default the summary.

    A whole name is tried first, then the beginning of one, then the beginning of a word in it.
    """
    wanted = normal(what or SUMMARY)
    if not wanted:
        return Subject(SubjectKind.PAGE, SUMMARY)
    known = names(box)
    tests: list[Callable[[str], bool]] = [wanted.__eq__]
    if len(wanted) > 1:  # a single letter or digit says too little
        tests += [lambda name: name.startswith(wanted), lambda name: f" {wanted}" in name]
    for matches in tests:
        found = list(dict.fromkeys(subject for name, subject in known if matches(name)))
        found = [subject for subject in found if subject.kind is found[0].kind]
        if len(found) == 1:
            return found[0]
        if found:
            raise NothingToShow(what or "", tuple(sorted(subject.key for subject in found))[:6])
    by_name = dict(reversed(known))
    near = get_close_matches(wanted, by_name, n=6, cutoff=0.7)
    raise NothingToShow(what or "", tuple(dict.fromkeys(by_name[name].key for name in near))[:3])


def normal(text: str) -> str:
    """A name without case, hyphens and endings of files.

    >>> normal(" Glass-Lamp "), normal("old_relics.csv")
    ('glass lamp', 'old relics')
    """
    bare = text.strip().casefold().removesuffix(".csv").removesuffix(".toml")
    return " ".join(bare.replace("-", " ").replace("_", " ").split())


def names(box: Box) -> list[tuple[str, Subject]]:
    """All subjects by all their names: pages, then tables, then cards."""
    found = []
    pages = pages_of(box.format)
    for key in pages.pages:
        others = pages.names.get(key, ())
        found += [(name, Subject(SubjectKind.PAGE, key)) for name in (key, *others)]
    for file in box.format.tables:
        for ident, table in getattr(box, file).items():
            subject = Subject(SubjectKind.TABLE, ident)
            found += [(normal(name), subject) for name in (ident, getattr(table, "name", ident))]
    for card in box.by_id.values():
        subject = Subject(SubjectKind.CARD, card.id)
        found += [(normal(name), subject) for name in (card.id, card.name)]
    return found
