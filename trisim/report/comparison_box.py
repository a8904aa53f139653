"""The differences between the boxes of two versions, for a comparison."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

from trisim.box.box import Box
from trisim.report.comparison import BoxChange, CardText

WIDTH = 72
"""Letters in a line of a card's text."""


def box_changes(before: Box, after: Box) -> tuple[BoxChange, ...]:
    """All values that differ, as ``trisim box diff`` lists them."""
    from trisim.box.compare import compare

    return tuple(
        BoxChange(
            each.file,
            each.ident,
            each.name,
            each.about,
            each.kind,
            each.field,
            each.before,
            each.after,
        )
        for each in compare(before, after)
    )


def changed_cards(changes: Sequence[BoxChange]) -> tuple[str, ...]:
    """The ids of cards that differ in anything."""
    return tuple(dict.fromkeys(each.ident for each in changes if each.about))


def changed_roles(changes: Sequence[BoxChange], before: Box, after: Box) -> tuple[str, ...]:
    """The ids of roles of which a table differs."""
    roles = {**before.roles, **after.roles}
    found = (first_role(each, roles) for each in changes if not each.about)
    return tuple(dict.fromkeys(role for role in found if role))


def first_role(change: BoxChange, roles: Mapping[str, Any]) -> str:
    """The role in the name of a table; "" if there is none."""
    return next((word for word in change.ident.split(".") if word in roles), "")


def card_texts(before: Box, after: Box, cards: Sequence[str]) -> tuple[CardText, ...]:
    """The cards that differ, as ``trisim box show`` prints them."""
    found = []
    for ident in cards:
        card = after.by_id.get(ident) or before.by_id[ident]
        found.append(CardText(ident, card.name, text_of(before, ident), text_of(after, ident)))
    return tuple(found)


def text_of(box: Box, ident: str) -> str:
    """A card in plain text; "" if the box doesn't have it."""
    from rich.console import Console

    from trisim.box.show.pages import pages_of

    card = box.by_id.get(ident)
    if card is None:
        return ""
    to = io.StringIO()
    Console(file=to, width=WIDTH, no_color=True, highlight=False, emoji=False).print(
        pages_of(box.format).card(box, card)
    )
    return without_frame(to.getvalue())


def without_frame(text: str) -> str:
    """Text without the frame that some games draw round a card."""
    lines = [line.rstrip() for line in text.splitlines()]
    inner = [line.strip("│").rstrip() for line in lines if line[:1] not in ("╭", "╰")]
    return dedent("\n".join(inner)).strip("\n")
