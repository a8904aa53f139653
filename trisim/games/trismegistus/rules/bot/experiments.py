"""The experiments of Botmegistus: which it takes, which it completes, and the masterpiece."""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.games.trismegistus.box.words import Level, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.actions import experiments_held, pick_experiment
from trisim.games.trismegistus.rules.artifacts import refill_book
from trisim.games.trismegistus.rules.bot.choices import decide
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    At,
    BotDecision,
    Cause,
    Event,
    Priority,
)
from trisim.games.trismegistus.rules.experiments import count_performed, take_up
from trisim.games.trismegistus.rules.solo import your_seat
from trisim.games.trismegistus.rules.stack import because, gain, hold, note
from trisim.games.trismegistus.rules.state import Box, Game, Log
from trisim.games.trismegistus.rules.streams import BOT_MASTERPIECES

GOLD = int(Thing.GOLD)
BESIDE = 4
OLDER, NEWER = 0, 1
"""Places in a book: left, right."""


@kernel
def missing_levels(game: Game, box: Box, seat: int, experiment: int) -> int:
    """Levels that a seat lacks for an experiment."""
    level = int(game.labs[seat].level[box.experiment_element[experiment]])
    return max(0, int(box.experiment_mastery[experiment]) - level)


@kernel
def gold_of(game: Game) -> int:
    """Gold that Botmegistus has."""
    return int(game.labs[int(game.bot_seat)].held[GOLD])


# ---------------------------------------------------------------- taking one


@kernel
def gain_experiment(game: Game, box: Box, log: Log) -> None:
    """Take an experiment from the book of its die, or gold where it can't."""
    seat = int(game.bot_seat)
    symbol = int(game.labs[seat].die_symbol)
    if symbol < 0:  # before the first draft there is no book to take from
        return
    if experiments_held(game, seat) >= int(box.rules.held_experiments):
        decide(game, log, BotDecision.EXPERIMENT, Priority.HOLDS_ENOUGH, -1)
        gain(game, box, log, seat, GOLD, 1)
    elif game.books[symbol, OLDER] < 0 and game.books[symbol, NEWER] < 0:
        decide(game, log, BotDecision.EXPERIMENT, Priority.EMPTY_BOOK, -1)
        gain(game, box, log, seat, GOLD, int(box.solo_rules.gold_for_empty_book))
    else:
        place = choose_from_book(game, box, log, symbol)
        take_from_book(game, box, log, symbol, place)


@kernel
def take_from_book(game: Game, box: Box, log: Log, symbol: int, place: int) -> None:
    """Take a card; one of the current level is replaced at once."""
    experiment = pick_experiment(game, log, int(game.bot_seat), symbol, place)
    if int(box.experiment_level[experiment]) == int(game.round_no):
        refill_book(game, box, log, symbol)


@kernel
def choose_from_book(game: Game, box: Box, log: Log, symbol: int) -> int:
    """Which of the cards in a book: 0 the left one, 1 the right one."""
    left, right = int(game.books[symbol, OLDER]), int(game.books[symbol, NEWER])
    priority, place = int(Priority.ONLY), OLDER if right < 0 else NEWER
    if left >= 0 and right >= 0:
        priority = what_prefers(game, box, left, right)
        place = OLDER if prefers(game, box, priority, left, right) >= 0 else NEWER
    decide(game, log, BotDecision.EXPERIMENT, priority, int(game.books[symbol, place]))
    return place


@kernel
def what_prefers(game: Game, box: Box, left: int, right: int) -> int:
    """The first priority that tells two experiments apart; the last one always does."""
    for priority in range(int(Priority.NEW_TYPE), int(Priority.LEFT)):
        if prefers(game, box, priority, left, right) != 0:
            return priority
    return int(Priority.LEFT)


@kernel
def prefers(game: Game, box: Box, priority: int, left: int, right: int) -> int:
    """Above 0 if a priority prefers the left card, below 0 for the right one, 0 for neither."""
    bot, you = int(game.bot_seat), your_seat(game)
    if priority == Priority.NEW_TYPE:
        return int(is_new_type(game, box, left)) - int(is_new_type(game, box, right))
    if priority == Priority.COMPLETABLE:
        gold = gold_of(game)
        can_left = missing_levels(game, box, bot, left) <= gold
        can_right = missing_levels(game, box, bot, right) <= gold
        if can_left and can_right:
            return more_points(box, left, right)
        return int(can_left) - int(can_right)
    if priority == Priority.NEARER:
        return missing_levels(game, box, bot, right) - missing_levels(game, box, bot, left)
    if priority == Priority.YOU_NEARER:
        return missing_levels(game, box, you, right) - missing_levels(game, box, you, left)
    if priority == Priority.MORE_POINTS:
        return more_points(box, left, right)
    return 1  # the left one


@kernel
def more_points(box: Box, left: int, right: int) -> int:
    """By how many points the left card is worth more."""
    return int(box.experiment_points[left]) - int(box.experiment_points[right])


@kernel
def is_new_type(game: Game, box: Box, experiment: int) -> bool:
    """Whether it has no experiment of that element, held or completed."""
    lab = game.labs[int(game.bot_seat)]
    element = int(box.experiment_element[experiment])
    if lab.performed_element[element] > 0:
        return False
    for place in range(BESIDE):
        if lab.beside[place] >= 0 and int(box.experiment_element[lab.beside[place]]) == element:
            return False
    return True


# ---------------------------------------------------------------- completing


@kernel
def complete(game: Game, box: Box, log: Log) -> None:
    """Complete every experiment that it can, gold for missing levels included."""
    place = next_to_complete(game, box, log)
    while place >= 0:
        seat = int(game.bot_seat)
        experiment = int(game.labs[seat].beside[place])
        pay_and_perform(game, box, log, experiment)
        because(game, Cause.BOT_CARD, int(game.bot.card))
        take_up(game, seat, place)
        place = next_to_complete(game, box, log)


@kernel
def next_to_complete(game: Game, box: Box, log: Log) -> int:
    """The place of the experiment that it completes next; -1: it can complete none.

    If all can be paid all will be, whichever comes first. Else the priorities decide.
    """
    seat, best, found, price = int(game.bot_seat), -1, 0, 0
    priority = int(Priority.ONLY)
    for place in range(BESIDE):
        experiment = int(game.labs[seat].beside[place])
        if experiment < 0 or missing_levels(game, box, seat, experiment) > gold_of(game):
            continue
        found += 1
        price += missing_levels(game, box, seat, experiment)
        if best < 0:
            best = place
            continue
        held = int(game.labs[seat].beside[best])
        told = what_completes(game, box, held, experiment)
        if comes_first(game, box, experiment, held):
            best, priority = place, told
        else:  # of all that it had to be told from, the closest
            priority = max(priority, told)
    if best >= 0:
        if found > 1 and price <= gold_of(game):
            priority = int(Priority.BOTH)
        decide(game, log, BotDecision.COMPLETE, priority, int(game.labs[seat].beside[best]))
    return best


@kernel
def comes_first(game: Game, box: Box, experiment: int, held: int) -> bool:
    """Whether an experiment is completed before one held longer: a new type, more points."""
    own, other = is_new_column(game, box, experiment), is_new_column(game, box, held)
    if own != other:
        return own
    return more_points(box, experiment, held) > 0


@kernel
def what_completes(game: Game, box: Box, held: int, experiment: int) -> int:
    """What tells two experiments apart that can't both be paid."""
    if is_new_column(game, box, held) != is_new_column(game, box, experiment):
        return int(Priority.NEW_TYPE)
    if more_points(box, held, experiment) != 0:
        return int(Priority.MORE_POINTS)
    return int(Priority.HELD_LONGER)


@kernel
def is_new_column(game: Game, box: Box, experiment: int) -> bool:
    """Whether it has completed none of that element."""
    lab = game.labs[int(game.bot_seat)]
    return bool(lab.performed_element[box.experiment_element[experiment]] == 0)


@kernel
def pay_and_perform(game: Game, box: Box, log: Log, experiment: int) -> None:
    """Pay gold for missing levels; the card counts, and gives no bonus."""
    seat = int(game.bot_seat)
    because(game, Cause.PAYMENT, experiment)
    note(game, log, Event.PERFORM, seat, experiment, 0)
    for _ in range(missing_levels(game, box, seat, experiment)):
        hold(game, log, seat, GOLD, -1)
        note(game, log, Event.LEVEL_BOUGHT, seat, GOLD, 0)
    count_performed(game, box, seat, experiment)


# ---------------------------------------------------------------- the masterpiece


@kernel
def complete_masterpiece(game: Game, box: Box, log: Log) -> None:
    """Draw masterpieces and complete the best of those that it can."""
    if game.solo.no_masterpiece:
        return
    best, priority = -1, int(Priority.ONLY)
    draws = int(box.solo_rules.masterpieces) + int(game.solo.three_masterpieces)
    for _ in range(draws):
        card = draw_masterpiece(game, box, log)
        if card < 0 or not can_complete(game, box, card):
            continue
        if best < 0:
            best = card
            continue
        told = what_tells(game, box, best, card)
        if is_worth_more(game, box, card, best):
            best, priority = card, told
        else:  # of all that it had to be told from, the closest
            priority = max(priority, told)
    if best >= 0:
        decide(game, log, BotDecision.MASTERPIECE, priority, best)
        note(game, log, Event.TAKE_EXPERIMENT, int(game.bot_seat), best, -1)
        pay_and_perform(game, box, log, best)


@kernel
def draw_masterpiece(game: Game, box: Box, log: Log) -> int:
    """A masterpiece that was not dealt, which leaves its deck; -1: none is left.

    Not by the order of the deck, where those dealt come first: one that you refused would be sure.
    """
    best, least = -1, hash3(0, 0, 0)
    for card in range(int(box.experiments)):
        if int(box.experiment_level[card]) == Level.MASTERPIECE and is_drawable(game, box, card):
            value = hash3(game.seed, BOT_MASTERPIECES, box.experiment_key[card])
            if best < 0 or value < least:
                best, least = card, value
    if best >= 0:
        game.experiment_at[best] = At.AWAY
        note(game, log, Event.BOT_MASTERPIECE, int(game.bot_seat), best, 0)
    return best


@kernel
def is_drawable(game: Game, box: Box, card: int) -> bool:
    """Whether a masterpiece is in the deck, or refused where the ruling lets it back."""
    at = int(game.experiment_at[card])
    return at == At.DECK or (at >= LAID_BY and not box.solo_rules.masterpieces_not_dealt)


@kernel
def can_complete(game: Game, box: Box, card: int) -> bool:
    """Whether it meets the mastery of a masterpiece, with gold only if the option says so."""
    gold = gold_of(game) if game.solo.masterpiece_gold else 0
    return missing_levels(game, box, int(game.bot_seat), card) <= gold


@kernel
def is_worth_more(game: Game, box: Box, card: int, best: int) -> bool:
    """More points, then less gold."""
    if more_points(box, card, best) != 0:
        return more_points(box, card, best) > 0
    bot = int(game.bot_seat)
    return missing_levels(game, box, bot, card) < missing_levels(game, box, bot, best)


@kernel
def what_tells(game: Game, box: Box, best: int, card: int) -> int:
    """What tells two masterpieces apart."""
    bot = int(game.bot_seat)
    if more_points(box, best, card) != 0:
        return int(Priority.MORE_POINTS)
    if missing_levels(game, box, bot, card) != missing_levels(game, box, bot, best):
        return int(Priority.LESS_GOLD)
    return int(Priority.FIRST_DRAWN)
