"""The cards of *Trismegistus*: kinds, levels, and the meaning of offered and completed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from trisim.box.box import Card
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import Artifact, Experiment
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.record.codes import CardKind
from trisim.stats.analyses import cards
from trisim.stats.analyses.card_rows import CardFacts


class CardAnalysis(cards.CardAnalysis):
    """With the cards of the game."""

    offered_when_seen: ClassVar[tuple[str, ...]] = (
        CardKind.FORMULA.word,
        CardKind.PUBLICATION.word,
    )
    used: ClassVar[tuple[str, ...]] = (CardKind.ARTIFACT.word, CardKind.STARTING_ARTIFACT.word)
    dealt: ClassVar[tuple[str, ...]] = ("kept", "refused")

    def cards_in(self, box: Box) -> tuple[CardFacts, ...]:
        return cards_in(box)

    def kinds_of(self, cards: Sequence[CardFacts]) -> tuple[str, ...]:
        return tuple(kind.word for kind in CardKind)


def cards_in(box: Box) -> tuple[CardFacts, ...]:
    """All cards and formulas of a box, numbered by their place."""
    return (
        *(experiment_facts(each) for each in box.experiments),
        *(artifact_facts(each) for each in box.artifacts),
        *alike(box.publications, CardKind.PUBLICATION),
        *alike(box.achievements, CardKind.ACHIEVEMENT),
        *alike(box.formulas, CardKind.FORMULA),
    )


def alike(cards: Sequence[Card], kind: CardKind) -> list[CardFacts]:
    """Cards of a kind without levels."""
    return [CardFacts(each.id, kind.word) for each in cards]


def experiment_facts(card: Experiment) -> CardFacts:
    """Starting experiments and masterpieces are kinds of their own."""
    if card.level is Level.STARTING:
        return CardFacts(card.id, CardKind.STARTING_EXPERIMENT.word)
    if card.level is Level.MASTERPIECE:
        return CardFacts(card.id, CardKind.MASTERPIECE.word)
    return CardFacts(card.id, CardKind.EXPERIMENT.word, int(card.level))


def artifact_facts(card: Artifact) -> CardFacts:
    """Starting artifacts are a kind of their own."""
    if card.level is Level.STARTING:
        return CardFacts(card.id, CardKind.STARTING_ARTIFACT.word)
    return CardFacts(card.id, CardKind.ARTIFACT.word, int(card.level))
