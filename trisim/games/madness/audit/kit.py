"""The audit checks of *The Big Book of Madness*."""

from __future__ import annotations

from trisim.games.madness.audit import (
    actions,
    cards,
    curses,
    keys,
    ledger,
    monsters,
    results,
    turns,
)
from trisim.games.madness.audit.evidence import CHECKS, Evidence
from trisim.games.madness.audit.facts import Facts
from trisim.sim.audit.kit import AuditKit, name_of

CHAPTERS = {
    name_of(keys): "",
    "seating": "deals, scenarios, rotations and seeds; who sat where with which mage",
    "scores": "the result of the team",
    name_of(results): "why the team lost, what is left, how far it came",
    name_of(turns): "who is active, the marker, hands and sums",
    name_of(monsters): "sheets, turns, beaten or escaped",
    name_of(curses): "laid, applied, destroyed or left",
    name_of(actions): "whose they are, what they cost, who paid",
    name_of(cards): "spells of the library and of players, and mages",
    name_of(ledger): "every move of cards and madness, against all other tables",
}

AUDIT = AuditKit(
    checks=CHECKS,
    chapters=CHAPTERS,
    facts=Facts,
    evidence=Evidence,
    places={"cards": ("game", "card", "seat")},
)
