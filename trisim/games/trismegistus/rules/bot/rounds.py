"""Botmegistus at the setup, between rounds and at the end."""

from __future__ import annotations

from trisim.engine.chance import draw
from trisim.games.trismegistus.box.words import Essence, Level, SoloKind, Thing, Track
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.actions import add_beside
from trisim.games.trismegistus.rules.bot.cards import enter_token, own_artifact, run, run_down
from trisim.games.trismegistus.rules.bot.choices import decide
from trisim.games.trismegistus.rules.bot.deck import (
    add_card,
    card_of,
    lay_open,
    make_deck,
    shuffle_rest,
)
from trisim.games.trismegistus.rules.bot.experiments import complete_masterpiece
from trisim.games.trismegistus.rules.bot.tracks import move_up
from trisim.games.trismegistus.rules.codes import BotDecision, Cause, Event, Priority
from trisim.games.trismegistus.rules.decks import top_experiment
from trisim.games.trismegistus.rules.dice import SYMBOLS
from trisim.games.trismegistus.rules.scoring import bot_formulas, bot_types
from trisim.games.trismegistus.rules.stack import because, hold, note
from trisim.games.trismegistus.rules.state import Box, Game, Log
from trisim.games.trismegistus.rules.streams import BOT_SETUP, BOT_TIES
from trisim.games.trismegistus.rules.tracks import remove_tokens

GOLD = int(Thing.GOLD)
ELEMENTS = 4


# ---------------------------------------------------------------- setup


@kernel
def set_up_bot(game: Game, box: Box, log: Log) -> None:
    """Its goods and cards, a head start by dice, and the artifact that you refused."""
    because(game, Cause.SETUP, 0)
    make_deck(game, box)
    run(game, box, log, int(box.solo_start[0]), int(box.solo_start[1]))
    change_gold(game, log)
    take_starting_experiment(game, box, log)
    head_start(game, box, log)
    take_refused(game, box, log)
    lay_open(game, box, log)
    remove_tokens(game, box, log)


@kernel
def change_gold(game: Game, log: Log) -> None:
    """The options for one gold more or less."""
    seat = int(game.bot_seat)
    if game.solo.extra_gold:
        hold(game, log, seat, GOLD, 1)
    if game.solo.less_gold and game.labs[seat].held[GOLD] > 0:
        hold(game, log, seat, GOLD, -1)


@kernel
def take_starting_experiment(game: Game, box: Box, log: Log) -> None:
    """The option for a starting experiment, still to be completed."""
    seat = int(game.bot_seat)
    card = top_experiment(game, box, Level.STARTING)
    if not game.solo.starting_experiment or card < 0:
        return
    game.experiment_at[card] = seat
    add_beside(game, seat, card)
    note(game, log, Event.TAKE_EXPERIMENT, seat, card, -1)


@kernel
def head_start(game: Game, box: Box, log: Log) -> None:
    """One level on every track if an option says so; then a track for each die rolled."""
    if game.solo.tracks_at_one:
        for place in range(ELEMENTS):
            step(game, box, log, int(box.track_order[place]))
    for roll in range(int(game.solo.setup_rolls)):
        symbol = draw(game.seed, BOT_SETUP, roll, SYMBOLS)
        note(game, log, Event.BOT_ROLL, int(game.bot_seat), symbol, SYMBOLS)
        step(game, box, log, track_of_symbol(game, box, symbol))


@kernel
def step(game: Game, box: Box, log: Log, track: int) -> None:
    """One space, and the bonus token there."""
    bottom = int(game.agenda_top)
    token = move_up(game, box, log, track)
    if token >= 0:
        enter_token(game, box, token)
        run_down(game, box, log, bottom)


@kernel
def track_of_symbol(game: Game, box: Box, symbol: int) -> int:
    """The track of the essence of a bowl; the lowest one where the bowl has none of its own."""
    essence = int(box.bowl_essence[symbol])
    if essence < 0 or essence == Essence.ANY:
        return int(Track.LOWEST)
    if box.solo_rules.setup_rolls_by_essence:
        return int(game.essence_track[essence])
    for element in range(ELEMENTS):
        if int(box.track_essence[element]) == essence:
            return element
    return int(Track.LOWEST)


@kernel
def take_refused(game: Game, box: Box, log: Log) -> None:
    """The starting artifact that you refused, and the personality card of its element."""
    for artifact in range(int(box.artifacts)):
        if int(game.artifact_at[artifact]) == int(game.bot_seat):
            own_artifact(game, box, log, artifact)
            break
    for element in range(ELEMENTS):
        if game.bot.elementals[element] > 0 and not game.solo.no_personality:
            add_card(game, log, card_of(box, SoloKind.PERSONALITY, element))
            break


# ---------------------------------------------------------------- between rounds


@kernel
def between_rounds(game: Game, box: Box, log: Log) -> None:
    """Ethereal dice, and the specialization card of its commonest elemental."""
    because(game, Cause.ROUND_END, 0)
    game.acted = int(game.acted) | (1 << int(game.bot_seat))
    ended = int(game.round_no) - 2  # counted from 0; the next round has begun
    if ended < len(box.solo_after_round):
        first, count = int(box.solo_after_round[ended, 0]), int(box.solo_after_round[ended, 1])
        run(game, box, log, first, count)
    shuffle_rest(game)
    if not game.solo.no_specialization:
        specialize(game, box, log)


@kernel
def specialize(game: Game, box: Box, log: Log) -> None:
    """Shuffle a specialization card into the deck, another one than the first."""
    element, ties = commonest(game), 0
    for other in range(ELEMENTS):
        ties += int(other != int(game.bot.special) and common(game, other) == common(game, element))
    priority = int(Priority.COMMONEST)
    if ties > 1:
        element, priority = tied_element(game, element, ties), int(Priority.RANDOM)
    if game.bot.special < 0:
        game.bot.special = element
    card = card_of(box, SoloKind.SPECIALIZATION, element)
    decide(game, log, BotDecision.SPECIALIZATION, priority, card)
    add_card(game, log, card)


@kernel
def common(game: Game, element: int) -> int:
    """How common an elemental is: those on artifacts, and one for each completed experiment."""
    performed = int(game.labs[int(game.bot_seat)].performed_element[element])
    return int(game.bot.elementals[element]) + performed


@kernel
def commonest(game: Game) -> int:
    """The first of the commonest elements, that of the first specialization left out."""
    best = -1
    for element in range(ELEMENTS):
        if element != int(game.bot.special):
            if best < 0 or common(game, element) > common(game, best):
                best = element
    return best


@kernel
def tied_element(game: Game, element: int, ties: int) -> int:
    """One of several commonest elements, at random."""
    wanted = draw(game.seed, BOT_TIES, int(game.round_no), ties)
    for other in range(ELEMENTS):
        if other != int(game.bot.special) and common(game, other) == common(game, element):
            if wanted == 0:
                return other
            wanted -= 1
    return element


# ---------------------------------------------------------------- the end


@kernel
def end_bot(game: Game, box: Box, log: Log) -> None:
    """Before the score: a masterpiece, and gold for formulas."""
    because(game, Cause.SCORE, 0)
    complete_masterpiece(game, box, log)
    because(game, Cause.SCORE, 0)
    seat = int(game.bot_seat)
    types = bot_types(game, seat)
    bought = max(0, bot_formulas(game, box, seat) - types)
    hold(game, log, seat, GOLD, -bought * int(box.solo_rules.gold_per_formula))
    game.labs[seat].bought = bought
    note(game, log, Event.BOT_FORMULAS, seat, types, bought)
