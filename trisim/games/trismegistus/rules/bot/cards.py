"""What a card of Botmegistus does: its parts one after the other, tokens as they are entered."""

from __future__ import annotations

from trisim.games.trismegistus.box.tables import EffectKind
from trisim.games.trismegistus.box.words import SoloKind, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.artifacts import refill_market
from trisim.games.trismegistus.rules.bot.choices import decide, roll_d6
from trisim.games.trismegistus.rules.bot.experiments import gain_experiment
from trisim.games.trismegistus.rules.bot.tracks import level_of, move_up
from trisim.games.trismegistus.rules.codes import BotDecision, Cause, Event, Move, Part, Priority
from trisim.games.trismegistus.rules.effects import COUNT, KIND, TIMES, WHAT
from trisim.games.trismegistus.rules.solo import your_seat
from trisim.games.trismegistus.rules.stack import because, gain, note, points
from trisim.games.trismegistus.rules.state import AGENDA, Box, Game, Log

GO_BACK = -1
"""On the agenda, this and all below: go back to the earlier cause, below it that of a token."""


@kernel
def act(game: Game, box: Box, log: Log, card: int) -> None:
    """Spend the card's potency, or what is left, and do what it says."""
    seat = int(game.bot_seat)
    lab = game.labs[seat]
    spent = min(int(box.solo_potency[card]), int(lab.potency))
    lab.potency -= spent
    because(game, Cause.BOT_CARD, card)
    note(game, log, Event.ACTION, seat, Move.CARD, spent)
    if int(box.solo_kind[card]) == SoloKind.PERSONALITY and is_ahead(game, box, log, card):
        run(game, box, log, int(box.solo_ahead[card, 0]), int(box.solo_ahead[card, 1]))
    else:
        run(game, box, log, int(box.solo_action[card, 0]), int(box.solo_action[card, 1]))


@kernel
def is_ahead(game: Game, box: Box, log: Log, card: int) -> bool:
    """Whether it is above you on the track of its personality, or level where an option says so."""
    element = int(box.solo_element[card])
    own, yours = level_of(game, element), int(game.labs[your_seat(game)].level[element])
    ahead = own > yours or (own == yours and bool(game.solo.personality_on_tie))
    priority = int(Priority.AHEAD if ahead else Priority.NOT_AHEAD)
    decide(game, log, BotDecision.PERSONALITY, priority, element)
    return ahead


# ---------------------------------------------------------------- part by part


@kernel
def run(game: Game, box: Box, log: Log, first: int, count: int) -> None:
    """Do so many parts, left to right; those of a token come at once, before the rest."""
    bottom = int(game.agenda_top)
    put_parts(game, box, first, count)
    run_down(game, box, log, bottom)


@kernel
def run_down(game: Game, box: Box, log: Log, bottom: int) -> None:
    """Do what is on the agenda, down to a place."""
    while int(game.agenda_top) > bottom:
        game.agenda_top -= 1
        row = int(game.agenda[game.agenda_top])
        if row < 0:
            go_back(game, row)
        else:
            do_part(game, box, log, row)


@kernel
def put_parts(game: Game, box: Box, first: int, count: int) -> None:
    """Put parts on the agenda, the first one on top, each as often as it says."""
    for row in range(first + count - 1, first - 1, -1):
        for _ in range(int(box.effects[row, TIMES])):
            put(game, row)


@kernel
def put(game: Game, row: int) -> None:
    """Put one thing on the agenda."""
    if int(game.agenda_top) >= AGENDA:
        raise OverflowError("too many effects are pending")
    game.agenda[game.agenda_top] = row
    game.agenda_top += 1


@kernel
def do_part(game: Game, box: Box, log: Log, row: int) -> None:
    """One part of a card or token."""
    kind, what = int(box.effects[row, KIND]), int(box.effects[row, WHAT])
    seat, count = int(game.bot_seat), int(box.effects[row, COUNT])
    if kind == EffectKind.ADVANCE:
        token = move_up(game, box, log, what)
        if token >= 0:
            enter_token(game, box, token)
    elif kind == EffectKind.TAKE_ARTIFACT:
        gain_artifact(game, box, log)
    elif kind == EffectKind.TAKE_EXPERIMENT:
        gain_experiment(game, box, log)
    elif what == Thing.POINT:
        points(game, log, seat, Part.BOT, count)
    else:
        gain(game, box, log, seat, what, count)


@kernel
def enter_token(game: Game, box: Box, kind: int) -> None:
    """What a bonus token gives it comes next; then the earlier cause goes on."""
    earlier = GO_BACK
    if game.cause == Cause.TOKEN:
        earlier -= 1 + int(game.cause_id)
    put(game, earlier)
    put_parts(game, box, int(box.token_bot[kind, 0]), int(box.token_bot[kind, 1]))
    because(game, Cause.TOKEN, kind)


@kernel
def go_back(game: Game, earlier: int) -> None:
    """A token is done: what goes on is another token, the card, or what comes between rounds."""
    if earlier < GO_BACK:
        because(game, Cause.TOKEN, GO_BACK - earlier - 1)
    elif game.bot.card >= 0:
        because(game, Cause.BOT_CARD, int(game.bot.card))
    else:
        because(game, Cause.SETUP if game.round_no == 1 else Cause.ROUND_END, 0)


# ---------------------------------------------------------------- artifacts


@kernel
def gain_artifact(game: Game, box: Box, log: Log) -> None:
    """Of its die's colour in the market, the one with most elementals; a tie by the d6."""
    seat = int(game.bot_seat)
    if game.labs[seat].die_symbol < 0:
        return
    color = int(game.labs[seat].die_color)
    most, ties, offered = -1, 0, 0
    for space in range(int(box.rules.market_per_color)):
        elementals = elementals_on(game, box, color, space)
        offered += int(elementals >= 0)
        if elementals > most:
            most, ties = elementals, 0
        ties += int(elementals == most)
    if offered == 0:
        return
    priority = int(Priority.ONLY if offered == 1 else Priority.MOST_ELEMENTALS)
    wanted = 0
    if ties > 1:
        priority, wanted = int(Priority.D6), roll_d6(game, log, ties)
    space = tied_space(game, box, color, most, wanted)
    decide(game, log, BotDecision.ARTIFACT, priority, int(game.market[color, space]))
    take_from_market(game, box, log, color, space)


@kernel
def elementals_on(game: Game, box: Box, color: int, space: int) -> int:
    """Elementals on the artifact in a space of the market; -1: there is none."""
    artifact = int(game.market[color, space])
    if artifact < 0:
        return -1
    total = 0
    for element in range(4):
        total += int(box.artifact_elementals[artifact, element])
    return total


@kernel
def tied_space(game: Game, box: Box, color: int, most: int, wanted: int) -> int:
    """The space of the wanted one, from the left, of the artifacts with so many elementals."""
    for space in range(int(box.rules.market_per_color)):
        if elementals_on(game, box, color, space) == most:
            if wanted == 0:
                return space
            wanted -= 1
    return 0


@kernel
def take_from_market(game: Game, box: Box, log: Log, color: int, space: int) -> None:
    """Take an artifact; its space is refilled."""
    artifact = int(game.market[color, space])
    own_artifact(game, box, log, artifact)
    refill_market(game, box, log, color, space)


@kernel
def own_artifact(game: Game, box: Box, log: Log, artifact: int) -> None:
    """An artifact is its: no slot, no ability, only its elementals."""
    seat = int(game.bot_seat)
    game.artifact_at[artifact] = seat
    for element in range(4):
        game.bot.elementals[element] += box.artifact_elementals[artifact, element]
    note(game, log, Event.TAKE_ARTIFACT, seat, artifact, -1)
