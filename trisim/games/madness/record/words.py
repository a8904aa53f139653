"""The words behind the codes of word columns: of the game, and of a box."""

from __future__ import annotations

from trisim.games.madness.box.box import Box
from trisim.games.madness.box.words import CurseKind, Element, Zone
from trisim.games.madness.record.codes import (
    MOVES_OF_ACTIONS,
    Action,
    CardKind,
    CurseFate,
    MonsterFate,
    kind_words,
)
from trisim.games.madness.rules.codes import Cause, Loss
from trisim.record.columns import Words


def fixed_words() -> Words:
    """The vocabularies that depend on no box."""
    return {
        "action": [action.word for action in Action],
        "card_kind": kind_words(),
        "cause": [cause.name.lower().replace("_", " ") for cause in Cause],
        "curse_fate": [fate.word for fate in CurseFate],
        "curse_kind": [kind.word for kind in CurseKind],
        "element": [element.word for element in Element],
        "kind": [kind.word for kind in CardKind],
        "loss": [loss.name.lower() for loss in Loss],
        "monster_fate": [fate.word for fate in MonsterFate],
        "zone": [zone.word for zone in Zone],
    }


def box_words(box: Box) -> Words:
    """The vocabularies of a box."""
    spells, curses = ids(box, "spells"), ids(box, "curses")
    sheets, mages = ids(box, "sheets"), list(box.roles)
    causes = [*spells, *curses, *sheets, *mages]
    return {
        "card": [*spells, *mages],
        "cause_id": [*causes, *action_words(causes)],
        "curse": curses,
        "mage": mages,
        "sheet": sheets,
        "spell": spells,
    }


def ids(box: Box, kind: str) -> list[str]:
    """The ids of the cards of a kind, in the order of their numbers."""
    return [card.id for card in box.cards(kind)]


def action_words(taken: list[str]) -> list[str]:
    """The actions as causes; one that has the name of a card of the box gets another word."""
    words = [move.name.lower() for move in MOVES_OF_ACTIONS]
    return [f"{word} action" if word in taken else word for word in words]
