"""The row of a turn, and the counts of its player, event by event."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.record.codes import Action
from trisim.games.trismegistus.record.rows import PlayerRow, SeatTally, Tally, TurnRow
from trisim.games.trismegistus.record.tables import ARTIFACTS_TAKEN_ROOM, EXPERIMENTS_TAKEN_ROOM
from trisim.games.trismegistus.rules.codes import Cause, Event, Move
from trisim.record.columns import MISSING


@kernel
def begin_turn(row: TurnRow, tally: Tally, number: int, seat: int) -> None:
    """A turn before any action."""
    own = tally.seats[seat]
    row.game = number
    row.deal = tally.deal
    row.round_ = tally.round_no
    row.turn = tally.turn
    row.seat = seat
    row.strategy = tally.strategies[seat]
    row.alchemist = own.alchemist
    row.pick = MISSING
    row.bowl = MISSING
    row.bowl_size = MISSING
    row.color = own.color
    row.symbol = own.symbol
    row.potency = own.potency
    row.arrow = MISSING
    row.n_artifacts, row.n_experiments_taken, row.n_scores = 0, 0, 0
    row.drafted, row.chameleon, row.ethereal, row.wasted = 0, 0, 0, 0
    row.action, row.spent, row.transmutations = Action.NONE, 0, 0
    row.experiments_done, row.formulas_unlocked, row.publications_drawn = 0, 0, 0
    row.reactions, row.choices, row.options = 0, 0, 0


@kernel
def follow_die(
    row: TurnRow,
    player: PlayerRow,
    tally: Tally,
    own: SeatTally,
    what: int,
    thing: int,
    delta: int,
) -> None:
    """Drafting, wild faces, potency lost, the action and what it costs."""
    if what == Event.DRAFT:
        symbol = thing // 3
        tally.picks += 1
        row.drafted = 1
        row.pick = tally.picks
        row.bowl = symbol
        row.bowl_size = (
            tally.bowls[symbol * 3] + tally.bowls[symbol * 3 + 1] + tally.bowls[symbol * 3 + 2]
        )
        tally.bowls[thing] -= 1
        own.symbol = symbol
        own.color = thing % 3
        own.potency = delta
    elif what == Event.WILD:
        own.symbol = thing
    elif what == Event.WASTE:
        row.wasted += delta
        player.potency_wasted += delta
        return
    else:
        follow_action(row, player, own, what, thing, delta)
        return
    row.symbol = own.symbol
    row.color = own.color
    row.potency = own.potency


@kernel
def follow_action(
    row: TurnRow, player: PlayerRow, own: SeatTally, what: int, thing: int, delta: int
) -> None:
    """The action, and potency spent on it, all at once or by each transmutation."""
    if what == Event.CHAMELEON:
        row.chameleon = 1
        player.chameleons += 1
        return
    if what == Event.ACTION:
        row.action = action_of(thing)
    else:
        row.arrow = thing
    row.spent += delta
    own.potency -= delta
    player.potency_spent += delta


@kernel
def action_of(move: int) -> int:
    if move == Move.HARVEST:
        return int(Action.HARVEST)
    if move == Move.ESSENCE:
        return int(Action.ESSENCE)
    if move == Move.ARROW:
        return int(Action.TRANSMUTE)
    if move == Move.BUY_ARTIFACT:
        return int(Action.ARTIFACT)
    if move == Move.RECHARGE:
        return int(Action.RECHARGE)
    if move == Move.CARD:
        return int(Action.CARD)
    return int(Action.EXPERIMENT)


@kernel
def spend_ethereal(row: TurnRow, player: PlayerRow, own: SeatTally, dice: int) -> None:
    """Ethereal dice raise the potency of a drafted die."""
    row.ethereal += dice
    player.ethereal_dice += dice
    own.potency += dice
    row.potency = own.potency


@kernel
def follow_deed(row: TurnRow, what: int, thing: int, delta: int, cause: int, cause_id: int) -> None:
    """Other actions of the acting player."""
    if what == Event.TRANSMUTE:
        row.transmutations += 1
    elif what == Event.TAKE_EXPERIMENT:
        if row.n_experiments_taken < EXPERIMENTS_TAKEN_ROOM:
            row.experiments_taken[row.n_experiments_taken] = thing
            row.n_experiments_taken += 1
    elif what == Event.TAKE_ARTIFACT:
        is_bought = cause == Cause.ARTIFACT and cause_id == thing  # else an effect gave it
        is_bots = delta < 0  # it has no slots
        if (is_bought or is_bots) and row.n_artifacts < ARTIFACTS_TAKEN_ROOM:
            row.artifacts[row.n_artifacts] = thing
            row.n_artifacts += 1
    elif what == Event.PERFORM:
        row.experiments_done += 1
    elif what == Event.UNLOCK:
        row.formulas_unlocked += 1


@kernel
def stand(row: TurnRow, own: SeatTally, score: int, vp: int) -> None:
    """The standing of the acting player after the reactions."""
    row.score_now = score
    row.vp = vp
    row.mastery_fire = own.level[0]
    row.mastery_water = own.level[1]
    row.mastery_earth = own.level[2]
    row.mastery_air = own.level[3]
    row.gold = own.held[Thing.GOLD]


@kernel
def list_scores(row: TurnRow, tally: Tally, players: int) -> None:
    """The scores of all players after a turn."""
    for seat in range(players):
        row.scores[seat] = tally.standing[seat]
    row.n_scores = players
