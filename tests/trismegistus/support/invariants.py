"""What must hold at every decision of every game, whatever was played.

``first_fault`` looks at a state, ``step_fault`` at two states one decision apart, and
``books.book_fault`` at the log. All run compiled, over thousands of games (``trial``), and
uncompiled. They answer 0, or the ``Check`` that failed.
"""

from __future__ import annotations

from enum import IntEnum

from trisim.games.trismegistus.box.words import BeforeDraft, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    PERFORMED_BY,
    At,
    FormulaState,
    Frame,
    Part,
)
from trisim.games.trismegistus.rules.decks import top_artifact, top_experiment
from trisim.games.trismegistus.rules.effects import count_elementals
from trisim.games.trismegistus.rules.solo import dice_in_game
from trisim.games.trismegistus.rules.state import MOVES, Box, Game, Lab, Moves
from trisim.games.trismegistus.rules.tracks import TOP, bonus_space

MOST_DECISIONS = 5000
"""No game comes near this."""


class Check(IntEnum):
    """What can be found wrong."""

    HELD = 1  # nobody holds less than nothing
    SUPPLY = 2  # a limited supply of cubes is not exceeded
    DICE = 3  # dice in bowls, on tracks and used are all there
    USED = 4  # dice used, and who has finished the round
    POTENCY = 5  # 0 to the limit, and only with a die
    BESIDE = 6  # experiments held: at most so many, without gaps
    FORMULAS = 7  # one by experiment and one by gold a column; discounts
    VAULT = 8  # formulas placed are those in the vault
    LEVEL = 9  # mastery from 0 to 12
    EXPERIMENTS = 10  # every experiment is in one place
    ARTIFACTS = 11
    PUBLICATIONS = 12
    ACHIEVEMENTS = 13
    PERFORMED = 14  # counts of performed experiments are those of the cards
    OFFERS = 15  # market and books: right levels, refilled
    TOKENS = 16  # tokens leave only after somebody got them, and then they do
    SCORE = 17  # the score is the sum of its parts
    STACK = 18  # nothing is pending between turns; the agenda belongs to its frames
    WAITING = 19  # tokens wait only while something is transmuted
    DUE = 20  # nothing is due but in a payment
    SCRATCH = 21
    ORDER = 22  # the order is one of all seats
    OPTIONS = 23  # at least two, all different
    ENDLESS = 24
    BEST_SET = 25  # no set of publications gives more points than were scored
    # Botmegistus: see ``bot_checks``
    BOT_LAB = 26  # it has nothing of a laboratory, nor goods but gold and ethereal dice
    BOT_CARDS = 27  # every card of its deck is in one place, and those in play are the right ones
    BOT_ELEMENTALS = 28  # its elementals are those on its artifacts
    # one decision and the next
    BONUS_IN_TURN = 31  # no token leaves within a turn
    LEFT_FOR_GOOD = 32  # cards that left don't come back, performed ones stay
    POINTS_LOST = 33
    # the log
    BOOK_HELD = 41
    BOOK_POINTS = 42
    BOOK_LEVEL = 43
    BOOK_REACTIONS = 44
    BOOK_ARTIFACTS = 45
    BOOK_CARDS = 46  # hands, experiments held and performed
    BOOK_FORMULAS = 47
    BOOK_ACHIEVEMENTS = 48
    BOOK_TOKENS = 49
    BOOK_DICE = 50  # exactly so many dice drafted and used by each in each round
    BOOK_TURNS = 51
    BOOK_BOT = 52  # artifacts and cards of Botmegistus


# ---------------------------------------------------------------- a state


@kernel
def first_fault(game: Game, box: Box, marks: Moves) -> int:
    """The first check that a state fails, at a decision or at the end; ``marks`` is for notes."""
    fault = table_fault(game, box)
    if fault == 0:
        fault = card_fault(game, box, marks)
    if fault == 0:
        fault = pending_fault(game, box)
    for seat in range(int(game.players)):
        if fault == 0:
            fault = lab_fault(game, box, seat)
    return fault


@kernel
def table_fault(game: Game, box: Box) -> int:
    """Dice, supply, offers, tokens, order."""
    if not dice_are_there(game, box):
        return int(Check.DICE)
    if not supply_holds(game, box):
        return int(Check.SUPPLY)
    if not offers_are_right(game, box):
        return int(Check.OFFERS)
    if not tokens_are_right(game, box):
        return int(Check.TOKENS)
    if not order_is_right(game):
        return int(Check.ORDER)
    if game.decisions >= MOST_DECISIONS:
        return int(Check.ENDLESS)
    return 0


@kernel
def lab_fault(game: Game, box: Box, seat: int) -> int:
    """What is wrong with a laboratory, if anything."""
    lab = game.labs[seat]
    if not held_is_right(lab):
        return int(Check.HELD)
    if not used_is_right(game, box, lab):
        return int(Check.USED)
    if not potency_is_right(game, box, lab):
        return int(Check.POTENCY)
    if not beside_is_right(box, lab):
        return int(Check.BESIDE)
    if seat != int(game.bot_seat) and not formulas_are_right(game, box, seat):
        return int(Check.FORMULAS)
    if not vault_is_right(box, lab):
        return int(Check.VAULT)
    for track in range(4):
        if lab.level[track] < 0 or lab.level[track] > TOP:
            return int(Check.LEVEL)
    if not performed_is_right(game, box, seat):
        return int(Check.PERFORMED)
    return score_fault(game, box, seat)


@kernel
def held_is_right(lab: Lab) -> bool:
    """Nothing below zero, and points are not held."""
    for thing in range(18):
        if lab.held[thing] < 0:
            return False
    return lab.held[Thing.POINT] == 0 and lab.used_reactions >= 0


@kernel
def supply_holds(game: Game, box: Box) -> bool:
    """With a limited supply, no more cubes are held than there are."""
    if box.rules.cube_supply == 0:
        return True
    cubes = 0
    for seat in range(int(game.players)):
        for cube in range(int(Thing.GOLD) + 1):
            cubes += int(game.labs[seat].held[cube])
    return cubes <= int(box.rules.cube_supply)


@kernel
def dice_are_there(game: Game, box: Box) -> bool:
    """Bowls, potency tracks and used dice together; at the end the used ones are back."""
    total = 0
    for color in range(3):
        in_bowls = 0
        for symbol in range(6):
            if game.bowls[symbol, color] < 0:
                return False
            in_bowls += int(game.bowls[symbol, color])
        there = dice_in_game(game, box, color)
        if in_bowls > there:
            return False
        total += there - in_bowls
    if game.over:
        return True
    for seat in range(int(game.players)):
        lab = game.labs[seat]
        total -= int(lab.dice_used)
        if lab.die_symbol >= 0:
            total -= 1
    return total == 0


@kernel
def used_is_right(game: Game, box: Box, lab: Lab) -> bool:
    """Those who used all dice of the round have finished, and nobody else."""
    if lab.dice_used < 0 or int(lab.dice_used) > int(box.rules.dice_per_round):
        return False
    done = int(lab.dice_used) == int(box.rules.dice_per_round)
    if done and lab.die_symbol >= 0:
        return False
    return bool(lab.finished) == done


@kernel
def potency_is_right(game: Game, box: Box, lab: Lab) -> bool:
    """From 0 to the limit, 0 without a die, and above 0 when its owner comes to draft or act."""
    if lab.potency < 0 or int(lab.potency) > int(box.rules.potency_limit):
        return False
    if lab.die_symbol < 0:
        return lab.potency == 0
    if game.over:
        return False
    kind = int(game.stack[game.depth - 1].kind)
    if lab.die_symbol == 5 and kind != Frame.WILD:
        return False
    return lab.potency > 0 or not (kind == Frame.DRAFT or kind == Frame.ACTION)


@kernel
def beside_is_right(box: Box, lab: Lab) -> bool:
    """At most so many experiments, without gaps."""
    count = 0
    for place in range(4):
        if lab.beside[place] >= 0:
            if count != place:
                return False
            count += 1
    return count <= int(box.rules.held_experiments)


@kernel
def frames_of(game: Game, seat: int, kind: int, arg: int) -> int:
    """Frames of a kind pending for a seat; ``arg``: only those with this first argument."""
    count = 0
    for place in range(int(game.depth)):
        frame = game.stack[place]
        if int(frame.kind) == kind and int(frame.seat) == seat:
            if arg < 0 or int(frame.arg[0]) == arg:
                count += 1
    return count


@kernel
def formulas_are_right(game: Game, box: Box, seat: int) -> bool:
    """Unlocked formulas of each column, the ways they were unlocked, and discounts."""
    lab = game.labs[seat]
    bought = 0
    for column in range(4):
        bought += int(lab.by_gold[column])
        unlocked = 0
        for position in range(column * 2, column * 2 + 2):
            if lab.formula_state[position] != FormulaState.LOCKED:
                unlocked += 1
            else:
                unlocked += frames_of(game, seat, Frame.VAULT, position)
        if not column_is_right(game, box, seat, column, unlocked):
            return False
    return bought == int(lab.bought)


@kernel
def column_is_right(game: Game, box: Box, seat: int, column: int, unlocked: int) -> bool:
    """One formula for its first experiment, and one for gold (or one in all)."""
    lab = game.labs[seat]
    gold, experiment = int(lab.by_gold[column]), int(lab.by_experiment[column])
    if gold < 0 or gold > 1 or experiment < 0 or experiment > 1:
        return False
    ways = gold + experiment
    if not box.rules.one_formula_by_each_way:
        ways = min(ways, 1)
    if unlocked + frames_of(game, seat, Frame.UNLOCK, column) != ways:
        return False
    if experiment != (1 if lab.performed_element[column] > 0 else 0):
        return pending_join(game, box, seat)
    if box.rules.discounts_last and box.rules.full_vault_keeps_discount:
        return int(lab.discounts[column]) == unlocked
    return lab.discounts[column] >= 0 and int(lab.discounts[column]) <= unlocked


@kernel
def pending_join(game: Game, box: Box, seat: int) -> bool:
    """Whether a card is counted as performed before it has joined its column."""
    return box.rules.performed_card_counts_itself and frames_of(game, seat, Frame.JOIN, -1) > 0


@kernel
def vault_is_right(box: Box, lab: Lab) -> bool:
    """Every formula placed is in one space of the vault, and no other is."""
    seen, placed = 0, 0
    for space in range(16):
        position = int(lab.vault[space])
        if position < 0:
            continue
        state = int(lab.formula_state[position])
        fine = state == FormulaState.READY or state == FormulaState.USED
        if not fine or (seen >> position) & 1:
            return False
        if not box.vault_space[lab.alchemist, space // 4, space % 4]:
            return False
        seen |= 1 << position
        placed += 1
    for position in range(8):
        state = int(lab.formula_state[position])
        if (state == FormulaState.READY or state == FormulaState.USED) and not seen >> position & 1:
            return False
    return placed == int(lab.placed)


@kernel
def performed_is_right(game: Game, box: Box, seat: int) -> bool:
    """Counts of performed experiments are those of the cards."""
    lab = game.labs[seat]
    cards = 0
    elements, card_levels = 0, 0  # one byte each
    for card in range(int(box.experiments)):
        if int(game.experiment_at[card]) == PERFORMED_BY + seat:
            cards += 1
            elements += 1 << (8 * int(box.experiment_element[card]))
            card_levels += 1 << (8 * int(box.experiment_level[card]))
    for element in range(4):
        if int(lab.performed_element[element]) != (elements >> (8 * element)) & 255:
            return False
    for level in range(5):
        if int(lab.performed_level[level]) != (card_levels >> (8 * level)) & 255:
            return False
    return cards == int(lab.performed)


@kernel
def score_fault(game: Game, box: Box, seat: int) -> int:
    """At the end the score is the sum of its parts; before, the parts of the end are empty."""
    lab = game.labs[seat]
    total = 0
    for part in range(len(lab.vp)):
        total += int(lab.vp[part])
        late = part < Part.ACHIEVEMENTS or part == Part.ARTIFACTS
        if not game.over and late and lab.vp[part] != 0:
            return int(Check.SCORE)
        if part >= Part.ARTIFACTS and seat != int(game.bot_seat) and lab.vp[part] != 0:
            return int(Check.SCORE)
    if int(lab.score) != (total if game.over else 0):
        return int(Check.SCORE)
    if game.over and int(lab.vp[Part.PUBLICATIONS]) != best_by_trying(game, box, seat):
        return int(Check.BEST_SET)
    return 0


@kernel
def best_by_trying(game: Game, box: Box, seat: int) -> int:
    """The most points of any set of a hand that the elementals allow: every set is tried.

    A hand above 14 cards would take too long, and gives what was scored.
    """
    held = 0
    for card in range(int(box.publications)):
        if game.publication_at[card] == seat:
            held += 1
    if held > 14:
        return int(game.labs[seat].vp[Part.PUBLICATIONS])
    best = 0
    for chosen in range(1 << held):
        best = max(best, points_of_set(game, box, seat, chosen))
    return best


@kernel
def points_of_set(game: Game, box: Box, seat: int, chosen: int) -> int:
    """Points of the chosen cards of a hand (bits, in order); 0 if elementals are missing."""
    total, place = 0, 0
    fire, water, earth, air = 0, 0, 0, 0
    for card in range(int(box.publications)):
        if game.publication_at[card] == seat:
            if (chosen >> place) & 1:
                total += int(box.publication_points[card])
                fire += int(box.publication_elementals[card, 0])
                water += int(box.publication_elementals[card, 1])
                earth += int(box.publication_elementals[card, 2])
                air += int(box.publication_elementals[card, 3])
            place += 1
    if fire > own_elementals(game, box, seat, 0) or water > own_elementals(game, box, seat, 1):
        return 0
    if earth > own_elementals(game, box, seat, 2) or air > own_elementals(game, box, seat, 3):
        return 0
    return total


@kernel
def own_elementals(game: Game, box: Box, seat: int, element: int) -> int:
    """Elementals on artifacts, one a performed card of the element, one at the top."""
    total = count_elementals(game, box, seat, 1 << element)
    for card in range(int(box.experiments)):
        if int(game.experiment_at[card]) == PERFORMED_BY + seat:
            if int(box.experiment_element[card]) == element:
                total += 1
    return total + int(game.labs[seat].level[element] == TOP)


# ---------------------------------------------------------------- cards


@kernel
def card_fault(game: Game, box: Box, marks: Moves) -> int:
    """Whether every card is in just one place."""
    if not experiments_are_right(game, box, marks):
        return int(Check.EXPERIMENTS)
    if not artifacts_are_right(game, box, marks):
        return int(Check.ARTIFACTS)
    if not publications_are_right(game, box, marks):
        return int(Check.PUBLICATIONS)
    if not achievements_are_right(game, box):
        return int(Check.ACHIEVEMENTS)
    return 0


@kernel
def mark(marks: Moves, card: int, where: int) -> bool:
    """Note that a card was met at a place (as a code above 0); false if it was met before."""
    if card < 0:
        return True
    if marks[card] != 0:
        return False
    marks[card] = where
    return True


OPEN_MARK = 100
DEALT_MARK = 101
UNDER_MARK = 102
"""Codes of places where a card was met; a seat's own are seat + 1."""


@kernel
def mark_of(at: int) -> int:
    """Where a card that says it is ``at`` some place has to be met; 0: nowhere."""
    if 0 <= at < PERFORMED_BY:
        return at + 1
    if at == At.OPEN:
        return OPEN_MARK
    if at == At.DEALT:
        return DEALT_MARK
    return 0


@kernel
def mark_dealt(game: Game, marks: Moves, kind: int) -> bool:
    """Meet the cards of a kind that were dealt."""
    fine = True
    for seat in range(4):
        for place in range(3):
            fine = mark(marks, int(game.dealt[seat, kind, place]), DEALT_MARK) and fine
    return fine


@kernel
def mark_frames(game: Game, marks: Moves, kind: int) -> bool:
    """Meet the cards that frames of a kind speak of."""
    fine = True
    for place in range(int(game.depth)):
        frame = game.stack[place]
        if int(frame.kind) == kind:
            fine = mark(marks, int(frame.arg[0]), int(frame.seat) + 1) and fine
    return fine


@kernel
def experiments_are_right(game: Game, box: Box, marks: Moves) -> bool:
    """Books, hands and pending performances against what each card says."""
    marks[:] = 0
    fine = mark_dealt(game, marks, 0) and mark_dealt(game, marks, 1)
    for symbol in range(5):
        for place in range(2):
            fine = mark(marks, int(game.books[symbol, place]), OPEN_MARK) and fine
    for seat in range(int(game.players)):
        lab = game.labs[seat]
        fine = mark(marks, int(lab.masterpiece), seat + 1) and fine
        for place in range(4):
            fine = mark(marks, int(lab.beside[place]), seat + 1) and fine
    fine = mark_frames(game, marks, Frame.PERFORM) and fine
    if not box.rules.performed_card_counts_itself:
        fine = mark_frames(game, marks, Frame.JOIN) and fine
    at = game.experiment_at
    for card in range(int(box.experiments)):
        if mark_of(int(at[card])) != int(marks[card]):
            return False
        if int(box.experiment_players[card]) > int(game.players) and not_away(game, int(at[card])):
            return False
    return fine


@kernel
def not_away(game: Game, at: int) -> bool:
    """Whether a card that belongs to bigger games is in this one; fixed cards may be."""
    return at != At.AWAY and not game.with_intro


@kernel
def artifacts_are_right(game: Game, box: Box, marks: Moves) -> bool:
    """Market, slots and artifacts about to be placed against what each card says."""
    marks[:] = 0
    fine = mark_dealt(game, marks, 3)
    for color in range(3):
        for space in range(4):
            fine = mark(marks, int(game.market[color, space]), OPEN_MARK) and fine
    for seat in range(int(game.players)):
        for slot in range(6):
            fine = mark(marks, int(game.labs[seat].slots[slot]), seat + 1) and fine
    fine = mark_frames(game, marks, Frame.SLOT) and fine
    fine = mark_frames(game, marks, Frame.START_SLOT) and fine
    at = game.artifact_at
    for card in range(int(box.artifacts)):
        if game.bot_seat >= 0 and int(at[card]) == int(game.bot_seat):  # it has no slots
            fine = mark(marks, card, int(at[card]) + 1) and fine
        if mark_of(int(at[card])) != int(marks[card]):
            return False
    return fine


@kernel
def publications_are_right(game: Game, box: Box, marks: Moves) -> bool:
    """None ever leaves the game; what lies under the deck lies there once."""
    marks[:] = 0
    fine = mark_dealt(game, marks, 2)
    for place in range(int(game.unders)):
        fine = mark(marks, int(game.under[place]), UNDER_MARK) and fine
    at = game.publication_at
    for card in range(int(box.publications)):
        where = int(at[card])
        below = where == At.UNDER or where >= LAID_BY
        if below != (int(marks[card]) == UNDER_MARK):
            return False
        if (where == At.DEALT) != (int(marks[card]) == DEALT_MARK):
            return False
        if PERFORMED_BY <= where < LAID_BY or where == At.OPEN or where == At.UNSEEN:
            return False
        if int(box.publication_players[card]) <= int(game.players) and where == At.AWAY:
            return False
        if int(box.publication_players[card]) > int(game.players) and not_away(game, where):
            return False
    return fine


@kernel
def achievements_are_right(game: Game, box: Box) -> bool:
    """As many as were opened are open or claimed."""
    count = 0
    for card in range(int(box.achievements)):
        where = int(game.achievement_at[card])
        if where == At.OPEN or 0 <= where < int(game.players):
            count += 1
        elif where != At.AWAY:
            return False
    return count == (int(box.rules.achievements_open) if game.with_achievements else 0)


@kernel
def offers_are_right(game: Game, box: Box) -> bool:
    """Cards on offer have the right levels; between turns a gap means that the stack is empty."""
    level, between = int(game.round_no), is_between_turns(game, box)
    for color in range(3):
        for space in range(4):
            card = int(game.market[color, space])
            if card >= 0:
                outside = space >= int(box.rules.market_per_color)
                if outside or int(box.artifact_level[card]) != level:
                    return False
            elif between and space < int(box.rules.market_per_color):
                if top_artifact(game, box, level) >= 0:
                    return False
    for symbol in range(5):
        older, newer = int(game.books[symbol, 0]), int(game.books[symbol, 1])
        if older >= 0 and (level == 1 or int(box.experiment_level[older]) != level - 1):
            return False
        if newer >= 0 and int(box.experiment_level[newer]) != level:
            return False
        if newer < 0 and between and top_experiment(game, box, level) >= 0:
            return False
    return True


# ---------------------------------------------------------------- tokens, order, what is pending


@kernel
def is_drafting(game: Game) -> bool:
    """Whether somebody is to draft."""
    return not game.over and int(game.stack[game.depth - 1].kind) == Frame.DRAFT


@kernel
def is_between_turns(game: Game, box: Box) -> bool:
    """Whether somebody is to begin a turn; false if free actions may have come before the draft."""
    return is_drafting(game) and box.rules.free_actions_before_draft == BeforeDraft.NONE


@kernel
def tokens_are_right(game: Game, box: Box) -> bool:
    """A token that left was entered by somebody; between turns nobody stands on or above one."""
    entered = 0
    for seat in range(int(game.players)):
        entered |= int(game.labs[seat].tokens)
    between = is_between_turns(game, box) or game.over
    for level in range(TOP + 1):
        space = bonus_space(box, level)
        for track in range(4):
            if space < 0:
                continue
            there = game.bonus[track, space] >= 0
            if not there and not (entered >> (track * 4 + space)) & 1 and tokens_suffice(box):
                return False
            for seat in range(int(game.players)):
                if there and between and int(game.labs[seat].level[track]) >= level:
                    return False
    return True


@kernel
def tokens_suffice(box: Box) -> bool:
    """Whether there are tokens for all bonus spaces."""
    spaces = 0
    for level in range(TOP + 1):
        spaces += 4 * int(box.track_bonus[level])
    return int(box.token_kinds) >= spaces


@kernel
def order_is_right(game: Game) -> bool:
    """The order is one of all seats; the next one has those who have finished, in some order."""
    players = int(game.players)
    seen, done, finished = 0, 0, 0
    for place in range(players):
        seen |= 1 << int(game.order[place])
        if place < int(game.finished):
            done |= 1 << int(game.next_order[place])
    for seat in range(players):
        if game.labs[seat].finished:
            finished |= 1 << seat
    if game.over:
        finished = done
    return seen == (1 << players) - 1 and done == finished


@kernel
def pending_fault(game: Game, box: Box) -> int:
    """Stack, agenda, waiting tokens, payments, scratch."""
    if not stack_is_right(game):
        return int(Check.STACK)
    for seat in range(int(game.players)):
        lab = game.labs[seat]
        if int(lab.transmuting) != frames_of(game, seat, Frame.TRANSMUTED, -1):
            return int(Check.WAITING)
        if lab.waits < 0 or (lab.transmuting == 0 and lab.waits > 0):
            return int(Check.WAITING)
        if not pays(game, seat) and is_due(lab):
            return int(Check.DUE)
    for place in range(len(game.scratch)):
        if game.scratch[place] != 0:
            return int(Check.SCRATCH)
    return 0


@kernel
def stack_is_right(game: Game) -> bool:
    """The agenda is what the frames speak of; at a draft there is the turn and nothing else."""
    effects = 0
    for place in range(int(game.depth)):
        frame = game.stack[place]
        if int(frame.seat) < 0 or int(frame.seat) >= int(game.players):
            return False
        if int(frame.kind) == Frame.EFFECTS:
            effects += int(frame.arg[0])
    if effects != int(game.agenda_top):
        return False
    if game.over:
        return game.depth == 0
    if is_drafting(game):
        reacting = int(game.players) - 1 - int(game.bot_seat >= 0)
        return int(game.depth) == reacting + 4 and effects == 0
    return game.depth > 0


@kernel
def pays(game: Game, seat: int) -> bool:
    """Whether a seat is paying just now."""
    if game.over:
        return False
    frame = game.stack[game.depth - 1]
    return int(frame.kind) == Frame.PAY and int(frame.seat) == seat


@kernel
def is_due(lab: Lab) -> bool:
    """Whether anything is due."""
    for column in range(13):
        if lab.due[column] != 0:
            return True
    return lab.due_levels != 0 or lab.due_discounts != 0


@kernel
def options_fault(game: Game, moves: Moves, n: int) -> int:
    """A choice has at least two options, all different; the end has none."""
    if (n == 0) != game.over or n == 1 or n > MOVES:
        return int(Check.OPTIONS)
    for one in range(n):
        for other in range(one):
            if moves[one] == moves[other]:
                return int(Check.OPTIONS)
    return 0


# ---------------------------------------------------------------- one decision and the next


@kernel
def same_tokens(before: Game, game: Game) -> bool:
    """Whether the same bonus tokens are on the tracks."""
    for track in range(4):
        for space in range(4):
            if before.bonus[track, space] != game.bonus[track, space]:
                return False
    return True


@kernel
def is_setting_up(game: Game) -> bool:
    """Whether the first turn has still to come."""
    return game.depth > 0 and int(game.stack[game.depth - 1].kind) <= Frame.START_SLOT


@kernel
def refused_are_drawn(game: Game, box: Box) -> bool:
    """Whether Botmegistus may have drawn a masterpiece that you refused."""
    return bool(game.over) and game.bot_seat >= 0 and not box.solo_rules.masterpieces_not_dealt


@kernel
def step_fault(before: Game, game: Game, box: Box) -> int:
    """What a decision may not do."""
    if int(before.turn_no) == int(game.turn_no) and not is_setting_up(before):
        if not same_tokens(before, game):
            return int(Check.BONUS_IN_TURN)
    for card in range(int(box.experiments)):
        was, now = int(before.experiment_at[card]), int(game.experiment_at[card])
        if was != now and (was == At.AWAY or was >= PERFORMED_BY):
            if was < LAID_BY or not refused_are_drawn(game, box):
                return int(Check.LEFT_FOR_GOOD)
    for card in range(int(box.artifacts)):
        was, now = int(before.artifact_at[card]), int(game.artifact_at[card])
        if was != now and was == At.AWAY:
            return int(Check.LEFT_FOR_GOOD)
    for seat in range(int(game.players)):
        for part in range(len(game.labs[seat].vp)):
            if game.labs[seat].vp[part] < before.labs[seat].vp[part]:
                return int(Check.POINTS_LOST)
    return 0
