"""The rows of ``bot``: cards that Botmegistus turns up, its decisions by them, and the reasons.

The things that it takes are numbered: dice, experiments, artifacts, elements, its own cards.
"""

from __future__ import annotations

from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.record.cards import SETUP
from trisim.games.trismegistus.record.codes import BotDeed, Settled
from trisim.games.trismegistus.record.rows import KEEP_BOT, BotRow, Tally
from trisim.games.trismegistus.rules.codes import DECISION_STEP, BotDecision, Event
from trisim.games.trismegistus.rules.state import Box
from trisim.record.columns import MISSING

DICE = 18
"""Symbol * 3 + color, one number for each."""

ELEMENTS = 4


@kernel
def experiment_choice(experiment: int) -> int:
    """The number of an experiment among all that it can take."""
    return DICE + experiment


@kernel
def artifact_choice(box: Box, artifact: int) -> int:
    """The number of an artifact among all that it can take."""
    return experiment_choice(int(box.experiments)) + artifact


@kernel
def element_choice(box: Box, element: int) -> int:
    """The number of an element among all that it can take."""
    return artifact_choice(box, int(box.artifacts)) + element


@kernel
def solo_choice(box: Box, card: int) -> int:
    """The number of one of its own cards among all that it can take."""
    return element_choice(box, ELEMENTS) + card


@kernel
def choice_of(box: Box, decision: int, taken: int) -> int:
    """The number of the thing that a decision takes; none if it is gold instead, or no card."""
    if taken < 0:
        return MISSING
    if decision == BotDecision.STEP or decision == BotDecision.DIE:
        return taken
    if decision == BotDecision.ARTIFACT:
        return artifact_choice(box, taken)
    if decision == BotDecision.PERSONALITY or decision == BotDecision.TRACK:
        return element_choice(box, taken)
    if decision == BotDecision.SPECIALIZATION:
        return solo_choice(box, taken)
    return experiment_choice(taken)


@kernel
def follow_bot(
    row: BotRow, tally: Tally, box: Box, keep: int, number: int, what: int, thing: int, delta: int
) -> int:
    """Write a row for an event of Botmegistus, if the table is kept; how many rows: 1 or 0."""
    if not keep & KEEP_BOT:
        return 0
    if what == Event.BOT_CARD:
        tally.card = thing
        side = int(Settled.DECK) + delta  # then the left open one, and the right
        write(row, tally, number, BotDeed.CARD, side, solo_choice(box, thing))
    elif what == Event.BOT_CHOICE:
        decision, priority = thing // DECISION_STEP, thing % DECISION_STEP
        write(row, tally, number, decision, priority, choice_of(box, decision, delta))
    elif what == Event.BOT_ADDED and tally.turn == SETUP:  # later ones it has just decided
        write(row, tally, number, BotDeed.ADDED, MISSING, solo_choice(box, thing))
    elif what == Event.BOT_MASTERPIECE:
        write(row, tally, number, BotDeed.DRAWN, MISSING, experiment_choice(thing))
    else:
        return 0
    tally.bot_step += 1
    return 1


@kernel
def write(
    row: BotRow, tally: Tally, number: int, decision: int, priority: int, choice: int
) -> None:
    row.game = number
    row.deal = tally.deal
    row.step = tally.bot_step
    row.turn = tally.turn
    row.card = tally.card
    row.decision = decision
    row.priority = priority
    row.choice = choice
