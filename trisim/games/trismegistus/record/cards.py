"""The history of every card seen in a game.

Cards are numbered: experiments, artifacts, publications, achievements, formulas.
"""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.record.codes import CardKind
from trisim.games.trismegistus.record.rows import CARD_ROOM, CardRow, CardTally, Tally
from trisim.games.trismegistus.rules.codes import Cause, Dealt, Event
from trisim.games.trismegistus.rules.scoring import lay_out_publications
from trisim.games.trismegistus.rules.state import Box, Game
from trisim.record.columns import MISSING

SETUP = -1
"""The turn of what happens before the first one."""


@kernel
def artifact_card(box: Box, artifact: int) -> int:
    """The number of an artifact among all cards."""
    return int(box.experiments) + artifact


@kernel
def publication_card(box: Box, publication: int) -> int:
    """The number of a publication among all cards."""
    return int(box.experiments) + int(box.artifacts) + publication


@kernel
def achievement_card(box: Box, achievement: int) -> int:
    """The number of an achievement among all cards."""
    return publication_card(box, int(box.publications)) + achievement


@kernel
def formula_card(box: Box, formula: int) -> int:
    """The number of a formula among all cards."""
    return achievement_card(box, int(box.achievements)) + formula


@kernel
def cards_of(box: Box) -> int:
    """How many cards and formulas there are."""
    return formula_card(box, int(box.formulas))


@kernel
def dealt_card(box: Box, kind: int, card: int) -> int:
    """The number of a card dealt at setup."""
    if kind == Dealt.ARTIFACT:
        return artifact_card(box, card)
    if kind == Dealt.PUBLICATION:
        return publication_card(box, card)
    return card


@kernel
def forget_cards(tally: Tally) -> None:
    """Before a game, no card has been seen."""
    for card in range(CARD_ROOM):
        tally.cards[card].seen = 0


@kernel
def see(tally: Tally, card: int, kind: int) -> None:
    """Begin the tally of a card that is seen for the first time."""
    own = tally.cards[card]
    if own.seen:
        return
    own.seen = 1
    own.kind = kind
    own.first_turn = MISSING
    own.last_turn = MISSING
    own.seat = MISSING
    own.taken = MISSING
    own.completed = MISSING
    own.uses = 0
    own.points = 0


@kernel
def experiment_kind(box: Box, experiment: int) -> int:
    level = int(box.experiment_level[experiment])
    if level == Level.STARTING:
        return int(CardKind.STARTING_EXPERIMENT)
    return int(CardKind.MASTERPIECE if level == Level.MASTERPIECE else CardKind.EXPERIMENT)


@kernel
def artifact_kind(box: Box, artifact: int) -> int:
    is_starting = int(box.artifact_level[artifact]) == Level.STARTING
    return int(CardKind.STARTING_ARTIFACT if is_starting else CardKind.ARTIFACT)


@kernel
def offer(own: CardTally, turn: int) -> None:
    """A card is laid open and stays there until something takes it away."""
    own.first_turn = max(turn, 0)
    own.last_turn = MISSING


@kernel
def withdraw(own: CardTally, turn: int) -> None:
    """A card that lies open is gone, taken in this turn or put away after it.

    One laid open in the last turn of a round was never on offer.
    """
    if own.first_turn == MISSING or own.last_turn != MISSING:
        return
    if int(own.first_turn) > max(turn, 0):
        own.first_turn = MISSING
    else:
        own.last_turn = max(turn, 0)


@kernel
def take(own: CardTally, seat: int, turn: int) -> None:
    withdraw(own, turn)
    own.seat = seat
    own.taken = turn


@kernel
def card_of(box: Box, what: int, thing: int, delta: int) -> int:
    """The number of the card that an event is about; -1: about none."""
    if (
        what == Event.OFFER_EXPERIMENT
        or what == Event.REMOVE
        or what == Event.TAKE_EXPERIMENT
        or what == Event.PERFORM
        or what == Event.BOT_MASTERPIECE
    ):
        return thing
    if (
        what == Event.OFFER_ARTIFACT
        or what == Event.TAKE_ARTIFACT
        or what == Event.EXHAUST
        or what == Event.USE_NEW
    ):
        return artifact_card(box, thing)
    if what == Event.DRAW or what == Event.RETURN:
        return publication_card(box, thing)
    if what == Event.OFFER_ACHIEVEMENT or what == Event.ACHIEVE:
        return achievement_card(box, thing)
    if what == Event.FORMULA_AT or what == Event.UNLOCK or what == Event.USE_FORMULA:
        return formula_card(box, thing)
    if what == Event.KEEP:
        return dealt_card(box, delta // 2, thing)
    return -1


@kernel
def kind_of(box: Box, card: int) -> int:
    if card < artifact_card(box, 0):
        return experiment_kind(box, card)
    if card < publication_card(box, 0):
        return artifact_kind(box, card - artifact_card(box, 0))
    if card < achievement_card(box, 0):
        return int(CardKind.PUBLICATION)
    return int(CardKind.ACHIEVEMENT if card < formula_card(box, 0) else CardKind.FORMULA)


@kernel
def follow_card(tally: Tally, box: Box, what: int, seat: int, thing: int, delta: int) -> None:
    """Update the tallies of cards by an event."""
    card, turn = card_of(box, what, thing, delta), int(tally.turn)
    if card < 0:
        if what == Event.ROUND:
            clear_market(tally, box, turn)
        return
    see(tally, card, kind_of(box, card))
    own = tally.cards[card]
    if (
        what == Event.OFFER_ARTIFACT
        or what == Event.OFFER_EXPERIMENT
        or what == Event.OFFER_ACHIEVEMENT
    ):
        offer(own, turn + 1)
    elif what == Event.REMOVE:
        withdraw(own, turn)
    elif what == Event.KEEP:
        follow_dealt(own, seat, delta % 2 == 1)
    else:
        follow_owned(own, box, what, seat, thing, turn)


@kernel
def follow_owned(own: CardTally, box: Box, what: int, seat: int, thing: int, turn: int) -> None:
    """A player gets or uses a card."""
    if what == Event.TAKE_EXPERIMENT or what == Event.DRAW or what == Event.TAKE_ARTIFACT:
        if own.taken != SETUP:  # a starting artifact is placed after it was kept
            take(own, seat, turn)
        own.uses += int(what == Event.DRAW)
    elif what == Event.EXHAUST or what == Event.USE_NEW:
        own.uses += 1
    elif what == Event.PERFORM:
        own.completed = turn
        own.points += box.experiment_points[thing]
    elif what == Event.RETURN:
        own.seat = MISSING
        own.taken = MISSING
    elif what == Event.ACHIEVE:
        take(own, seat, turn)
        own.completed = turn
        own.points += box.achievement_points[thing]
    elif what == Event.FORMULA_AT:
        own.seat = seat
    elif what == Event.UNLOCK:
        own.taken = turn
    elif what == Event.USE_FORMULA:
        own.completed = turn
        own.uses += 1


@kernel
def follow_dealt(own: CardTally, seat: int, kept: bool) -> None:
    """A card dealt at setup, kept or not."""
    own.first_turn = 0
    own.last_turn = 0
    if kept:
        own.seat = seat
        own.taken = SETUP


@kernel
def clear_market(tally: Tally, box: Box, turn: int) -> None:
    """At the end of a round the artifacts in the market leave."""
    for artifact in range(int(box.artifacts)):
        own = tally.cards[artifact_card(box, artifact)]
        if own.seen:
            withdraw(own, turn)


@kernel
def credit(tally: Tally, box: Box, what: int, cause: int, cause_id: int, delta: int) -> None:
    """Points during the game belong to the card that gave them."""
    if what != Event.POINTS:
        return
    card = -1
    if cause == Cause.EXPERIMENT:
        card = cause_id
    elif cause == Cause.ARTIFACT:
        card = artifact_card(box, cause_id)
    elif cause == Cause.FORMULA:
        card = formula_card(box, cause_id)
    elif cause == Cause.ACHIEVEMENT:
        card = achievement_card(box, cause_id)
    if card >= 0:
        see(tally, card, kind_of(box, card))
        tally.cards[card].points += delta


@kernel
def credit_publications(tally: Tally, game: Game, box: Box, turn: int) -> None:
    """Publications of the scoring sets are completed, at the end."""
    for seat in range(int(game.players)):
        lay_out_publications(game, box, seat)
        place = 0
        for card in range(int(box.publications)):
            if game.publication_at[card] == seat:
                if game.scratch[place] >= 0:
                    own = tally.cards[publication_card(box, card)]
                    own.completed = turn
                    own.points += box.publication_points[card]
                place += 1
        game.scratch[:] = 0


@kernel
def credit_artifacts(tally: Tally, game: Game, box: Box) -> None:
    """Elementals on the artifacts of Botmegistus are points, at the end."""
    if game.bot_seat < 0:
        return
    for artifact in range(int(box.artifacts)):
        if game.artifact_at[artifact] == game.bot_seat:
            for element in range(4):
                elementals = int(box.artifact_elementals[artifact, element])
                points = elementals * int(box.solo_rules.points_per_elemental)
                tally.cards[artifact_card(box, artifact)].points += points


@kernel
def write_card(row: CardRow, tally: Tally, own: CardTally, number: int, card: int) -> None:
    """The row of a card; one that still lies open was on offer to the last turn."""
    withdraw(own, int(tally.turn))
    row.game = number
    row.deal = tally.deal
    row.card = card
    row.kind = own.kind
    row.first_turn = own.first_turn
    row.last_turn = own.last_turn
    row.seat = own.seat
    row.turn_taken = own.taken
    row.turn_completed = own.completed
    row.uses = own.uses
    row.points = own.points
