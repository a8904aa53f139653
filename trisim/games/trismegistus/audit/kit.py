"""The audit checks of *Trismegistus*."""

from __future__ import annotations

from trisim.games.trismegistus.audit import (
    actions,
    bot,
    cards,
    keys,
    leads,
    ledger,
    lists,
    publications,
    rounds,
    scores,
    solo,
    turns,
)
from trisim.games.trismegistus.audit.evidence import CHECKS, Evidence
from trisim.games.trismegistus.audit.facts import Facts
from trisim.sim.audit.kit import AuditKit, name_of

CHAPTERS = {
    name_of(keys): "",
    "seating": "deals, scenarios, rotations and seeds; who sat where with which alchemist",
    name_of(scores): "parts and sums, ranks and wins, points for what is held",
    name_of(lists): "the cards of each player, against counts and box",
    name_of(publications): "the scoring sets",
    name_of(rounds): "dice in bowls, turn order",
    name_of(turns): "dice drafted and used, potency, who follows whom",
    name_of(actions): "actions, sums over turns, where each seat ends",
    name_of(leads): "scores of all seats after each turn, and who led by them",
    name_of(solo): "Botmegistus: what it can have and do, and how it scores",
    name_of(bot): "its cards, what it decides by them, and that it does so",
    name_of(cards): "what became of each card",
    name_of(ledger): "",
}

AUDIT = AuditKit(
    checks=CHECKS,
    chapters=CHAPTERS,
    says={"rank": "rank and win follow from score and experiments"},
    facts=Facts,
    evidence=Evidence,
    places={"bot": ("game", "step", "turn"), "cards": ("game", "card")},
    items=ledger.ITEMS,
)
