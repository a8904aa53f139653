"""Actions: what they cost, and actions that somebody was given, inside of others."""

from __future__ import annotations

from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.codes import Action
from trisim.games.madness.record.rows import ActionRow, MonsterRow, PlayerRow, Tally, TurnRow
from trisim.games.madness.rules.codes import Cause, Event
from trisim.record.columns import MISSING

# ---------------------------------------------------------------- actions that are given


@kernel
def settle(tally: Tally) -> None:
    """A seat acts or passes: actions inside of which nothing is left are over."""
    while tally.depth > 0 and tally.levels[tally.depth - 1].left == 0:
        tally.depth -= 1


@kernel
def give(tally: Tally, seat: int, actions: int, giver: int, cause: int, cause_id: int) -> int:
    """A seat is given actions: who gives them; nobody, if no spell or ability does.

    A level with no action left is over, unless its last action is the one that gives these.
    """
    while tally.depth > 0:
        top = tally.levels[tally.depth - 1]
        is_cause = cause != Cause.SPELL or top.spell == cause_id or top.left > 0
        if top.seat == giver and is_cause and is_by_player(cause):
            break
        tally.depth -= 1
    level = tally.levels[tally.depth]
    level.seat = seat
    level.giver = giver if is_by_player(cause) else MISSING
    level.left = actions
    level.spell = -1
    tally.depth += 1
    return int(level.giver)


@kernel
def is_by_player(cause: int) -> bool:
    """Whether a player's card is the cause."""
    return cause == Cause.SPELL or cause == Cause.MAGE


@kernel
def giver_of(tally: Tally) -> int:
    """Who gave the action at hand; MISSING: nobody."""
    return int(tally.levels[tally.depth - 1].giver) if tally.depth > 0 else MISSING


@kernel
def leave(tally: Tally) -> None:
    """The actions that are left are not taken."""
    if tally.depth > 0:
        tally.levels[tally.depth - 1].left = 0


@kernel
def use_up(tally: Tally, spell: int) -> None:
    """One of the actions that somebody was given is taken."""
    if tally.depth > 0:
        level = tally.levels[tally.depth - 1]
        level.left -= 1
        level.spell = spell


# ---------------------------------------------------------------- actions that are taken


@kernel
def count_action(
    player: PlayerRow,
    turn: TurnRow,
    monster: MonsterRow,
    tally: Tally,
    seat: int,
    what: int,
    boost: int,
) -> None:
    """Count one of the five actions, and the cards that paid for it."""
    player.actions += 1
    turn.actions += 1
    monster.actions += 1
    if seat != int(tally.active):
        player.abroad += 1
        turn.abroad += 1
    if what == Event.CAST:
        player.casts += 1
        player.boosted += int(boost > 1)
        turn.casts += 1
    elif what == Event.LEARN:
        player.learned += 1
        turn.learned += 1
    elif what == Event.ACQUIRE:
        player.acquired += 1
        turn.acquired += 1
    elif what == Event.DESTROY:
        player.destroyed += 1
        turn.destroyed += 1
    else:
        player.cures += 1
        turn.cures += 1
    others = paid_by_others(tally, seat)
    player.cards_hand += tally.paid_hand
    player.cards_support += tally.paid_support[seat]
    player.cards_others += others
    player.cards_kept += tally.paid_kept
    turn.cards_paid += tally.paid_hand + tally.paid_support[seat] + others + tally.paid_kept
    turn.cards_others += others


@kernel
def paid_by_others(tally: Tally, seat: int) -> int:
    """Cards of supports of other players in the payment."""
    count = 0
    for owner in range(int(tally.players)):
        if owner != seat:
            count += int(tally.paid_support[owner])
    return count


# ---------------------------------------------------------------- rows


@kernel
def write_action(row: ActionRow, tally: Tally, kind: int, seat: int) -> None:
    """A row without what only some kinds have."""
    row.game = tally.number
    row.deal = tally.deal
    row.action = tally.action
    row.round_ = tally.monster
    row.turn = tally.turn
    row.seat = seat
    row.active = tally.active
    row.kind = kind
    row.spell, row.boost, row.forgotten = MISSING, MISSING, MISSING
    row.card, row.curse, row.element, row.wild = MISSING, MISSING, MISSING, MISSING
    row.paid_water, row.paid_earth = tally.paid[0], tally.paid[1]
    row.paid_fire, row.paid_air = tally.paid[2], tally.paid[3]
    row.cards_hand = tally.paid_hand
    row.cards_support = tally.paid_support[seat]
    row.cards_others = paid_by_others(tally, seat)
    row.cards_kept = tally.paid_kept
    row.depth = tally.depth
    row.given_by = giver_of(tally)
    if tally.was_wild >= 0:
        row.wild = tally.was_wild
    tally.action += 1


@kernel
def write_details(row: ActionRow, tally: Tally, what: int, thing: int, delta: int) -> None:
    """What was cast, learned, acquired, destroyed, or paid for a cure."""
    if what == Event.CAST:
        row.spell = thing
        row.boost = delta
    elif what == Event.LEARN:
        row.spell = thing
        row.forgotten = tally.forgotten
    elif what == Event.ACQUIRE:
        row.card = thing
    elif what == Event.DESTROY:
        row.curse = thing
    elif what == Event.CURE:
        row.element = delta


@kernel
def kind_of_action(what: int) -> int:
    """The word for an event."""
    if what == Event.PASS:
        return int(Action.PASS)
    if what == Event.ABILITY:
        return int(Action.ABILITY)
    return int(Action.CAST) + what - int(Event.CAST)
