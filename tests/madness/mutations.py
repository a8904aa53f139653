"""The rules of this game, each broken in one place: see ``tests/mutations.py``."""

from __future__ import annotations

from tests.mutating import Mutation, Suite

MUTATIONS = [
    # payment
    Mutation(
        "the hand pays in a kept pool",
        "payment",
        "return 0 if kept else int(game.seats[seat].hand[kind])",
        "return int(game.seats[seat].hand[kind])",
    ),
    Mutation(
        "a card of a kept pool pays again",
        "payment",
        "return count - int(game.used[place - 1][kind]) if kept else count",
        "return count",
    ),
    Mutation(
        "needless cards pay",
        "payment",
        "frame.arg[Pay.LAST] = place_in_order(place, kind, element) if rest > 0 else 0",
        "frame.arg[Pay.LAST] = 0",
    ),
    Mutation(
        "a payment comes to a dead end",
        "payment",
        "if count > 0 and left >= need:",
        "if count > 0:",
    ),
    Mutation(
        "a card counts as another element again",
        "payment",
        "        game.seats[seat].wild_used = True\n",
        "",
    ),
    Mutation(
        "a card counts as another element on any turn",
        "payment",
        "is_abroad = seat != int(game.active) and not box.abilities_on_others_turns",
        "is_abroad = False",
    ),
    Mutation(
        "a card of value 2 counts as another element",
        "payment",
        "kind, need = kind_of_card(wild, 1), 0",
        "kind, need = kind_of_card(wild, 2), 0",
    ),
    Mutation(
        "every card pays one",
        "payment",
        "rest = missing(value_of(kind), int(frame.arg[Pay.NEED + element]))",
        "rest = missing(1, int(frame.arg[Pay.NEED + element]))",
    ),
    Mutation(
        "only the own support pays",
        "payment",
        "count = int(game.seats[place - 1].support[kind])\n",
        "count = int(game.seats[place - 1].support[kind]) * int(place - 1 == seat)\n",
    ),
    Mutation(
        "one card makes up for two",
        "payment",
        "if wild < 0 or short > 1:",
        "if wild < 0:",
    ),
    Mutation(
        "a card that counts as another is missing elsewhere",
        "payment",
        "if available(game, seat, kept, other) - int(other == wild) < need:",
        "if available(game, seat, kept, other) < need:",
    ),
    # actions
    Mutation(
        "an exhausted spell is cast",
        "actions",
        "if marks & (EXHAUSTED | NEUTRALISED):",
        "if marks & NEUTRALISED:",
    ),
    Mutation(
        "a neutralised spell is cast",
        "actions",
        "if marks & (EXHAUSTED | NEUTRALISED):",
        "if marks & EXHAUSTED:",
    ),
    Mutation(
        "a recharged spell doesn't serve again",
        "actions",
        "return bool(box.recharged_serves_again) or marks & SERVED == 0",
        "return marks & SERVED == 0",
    ),
    Mutation(
        "fixed numbers are boosted",
        "actions",
        "(int(box.most_boost) if spell.boosts else 1) + 1",
        "int(box.most_boost) + 1",
    ),
    Mutation(
        "a boost costs nothing",
        "actions",
        "need_of(game, int(spell.element), second * int(spell.level))",
        "need_of(game, int(spell.element), int(spell.level))",
    ),
    Mutation(
        "a card costs one less than its value",
        "actions",
        "need_of(game, first // VALUES, first % VALUES + 1)",
        "need_of(game, first // VALUES, max(1, first % VALUES))",
    ),
    Mutation(
        "a neutralised curse is destroyed",
        "actions",
        "return bool(game.track[slot] >= 0 and not game.neutral[slot])",
        "return bool(game.track[slot] >= 0)",
    ),
    Mutation(
        "tokens cost nothing",
        "actions",
        "cost = int(box.token_cost) * int(game.tokens[slot, element])",
        "cost = 0",
    ),
    Mutation(
        "a multi-element curse costs one element",
        "actions",
        "return cost + int(box.multi_cost)\n",
        "return cost + int(box.multi_cost) * int(element == 0)\n",
    ),
    Mutation(
        "an ability serves twice a turn",
        "actions",
        "    own.ability_used = True\n",
        "",
    ),
    Mutation(
        "an ability in an action that was given",
        "actions",
        "is_own_phase = int(frame.arg[Act.LEFT]) < 0 or bool(box.abilities_on_others_turns)",
        "is_own_phase = True",
    ),
    Mutation(
        "neutralised spells can be recharged",
        "actions",
        "if own.marks[slot] & NEUTRALISED and not box.recharge_neutralised:",
        "if own.marks[slot] & NEUTRALISED and box.recharge_neutralised:",
    ),
    Mutation(
        "one spell too many is learned",
        "actions",
        "if spells_held(game, seat) >= most_spells(game, box, seat):",
        "if spells_held(game, seat) > most_spells(game, box, seat):",
    ),
    Mutation(
        "a cured madness of a support is destroyed",
        "actions",
        "MADNESS, Zone.SUPPORT, Zone.PILE, 1)",
        "MADNESS, Zone.SUPPORT, Zone.DESTROYED, 1)",
    ),
    Mutation(
        "a cured madness of the hand is destroyed",
        "actions",
        "MADNESS, Zone.HAND, Zone.PILE, 1)",
        "MADNESS, Zone.HAND, Zone.DESTROYED, 1)",
    ),
    Mutation(
        "actions that are given never run out",
        "actions",
        "frame.arg[Act.LEFT] = left - 1",
        "frame.arg[Act.LEFT] = left",
    ),
    Mutation(
        "an acquired card comes to the hand",
        "actions",
        "move_cards(game, log, seat, first, Zone.STOCK, Zone.DISCARD, 1)",
        "move_cards(game, log, seat, first, Zone.STOCK, Zone.HAND, 1)",
    ),
    Mutation(
        "a spell stays ready",
        "actions",
        "own.marks[slot] = EXHAUSTED | SERVED",
        "own.marks[slot] = SERVED",
    ),
    Mutation(
        "an ability always needs its first step",
        "actions",
        "if not rests_on_first_step(box, int(mage.effect)):",
        "if box.rows[mage.effect].verb < 0:",
    ),
    Mutation(
        "actions that are left count as done",
        "actions",
        ".arg[Eff.DONE] -= left",
        ".arg[Eff.DONE] -= 0",
    ),
    Mutation(
        "a spell in the place of one under way is never recharged",
        "actions",
        "is_here and frame.cause_id == own.spells[slot]:",
        "is_here:",
    ),
    # cards
    Mutation(
        "an empty deck costs no madness",
        "cards",
        ("        if not take_madness(game, log, seat, Zone.DISCARD):\n            return -1\n"),
        "",
    ),
    Mutation(
        "the madness of an empty deck comes to hand",
        "cards",
        "if not take_madness(game, log, seat, Zone.DISCARD):",
        "if not take_madness(game, log, seat, Zone.HAND):",
    ),
    Mutation(
        "an empty pile gives madness",
        "cards",
        "    if game.pile <= 0:\n        end_game",
        "    if game.pile < 0:\n        end_game",
    ),
    Mutation(
        "known cards keep their places in a shuffle",
        "cards",
        "    own.top_n = 0\n    note(game, log, Event.SHUFFLED",
        "    note(game, log, Event.SHUFFLED",
    ),
    Mutation(
        "known cards lie below the others",
        "cards",
        ("    if own.top_n > 0:\n        own.top_n -= 1\n"),
        ("    if own.top_n > own.deck_n:\n        own.top_n -= 1\n"),
    ),
    Mutation(
        "every shuffle gives the same order",
        "cards",
        "    own.shuffles += 1\n",
        "",
    ),
    Mutation(
        "all decks have the same order",
        "cards",
        "stream = DECKS + seat + 8 * int(own.shuffles)",
        "stream = DECKS + 8 * int(own.shuffles)",
    ),
    Mutation(
        "a revealed madness is discarded",
        "cards",
        "target = int(Zone.PILE) if kind == MADNESS else int(Zone.DISCARD)",
        "target = int(Zone.DISCARD)",
    ),
    Mutation(
        "an eliminated player leaves the support",
        "cards",
        "for zone in (Zone.HAND, Zone.SUPPORT, Zone.DISCARD):",
        "for zone in (Zone.HAND, Zone.DISCARD):",
    ),
    Mutation(
        "cards of an eliminated player are destroyed",
        "cards",
        "move_cards(game, log, seat, kind, zone, Zone.BOX, count_in(game, seat, zone, kind))",
        "move_cards(game, log, seat, kind, zone, Zone.DESTROYED, count_in(game, seat, zone, kind))",
    ),
    Mutation(
        "madness takes no place of a support",
        "cards",
        "support_size(game.seats[seat]))",
        "support_size(game.seats[seat]) + int(game.seats[seat].support[MADNESS]))",
    ),
    Mutation(
        "known cards stay on a deck that is discarded",
        "cards",
        "    own.top_n = 0\n    own.deck_n = 0\n",
        "    own.deck_n = 0\n",
    ),
    Mutation(
        "a card that has left a support has still paid",
        "cards",
        "min(int(game.used[seat][kind]), int(own.support[kind]))",
        "int(game.used[seat][kind])",
    ),
    # curses
    Mutation(
        "piles of curses aren't refilled",
        "curses",
        "if curse < 0 and box.refill_curses:",
        "if curse < 0 and not box.refill_curses:",
    ),
    Mutation(
        "symbols are read from right to left",
        "curses",
        ".curses[symbol])",
        ".curses[2 - symbol])",
    ),
    Mutation(
        "curses are those of the right page",
        "curses",
        "game.book[game.monster]].curses",
        "game.book[game.monster + 1]].curses",
    ),
    Mutation(
        "the round marker stays",
        "curses",
        "box.rounds[game.monster, game.difficulty]",
        "box.rounds[0, game.difficulty]",
    ),
    Mutation(
        "every game is easy",
        "curses",
        "box.rounds[game.monster, game.difficulty]",
        "box.rounds[game.monster, 0]",
    ),
    Mutation(
        "neutralised curses strike",
        "curses",
        "if curse < 0 or game.neutral[slot]:",
        "if curse < 0:",
    ),
    Mutation(
        "neutralised curses stay so",
        "curses",
        "game.neutral[slot] = max(0, int(game.neutral[slot]) - 1)",
        "game.neutral[slot] = int(game.neutral[slot])",
    ),
    Mutation(
        "a curse neutralised in the monster phase turns up at once",
        "curses",
        "game.neutral[slot] = 2 if is_pending(game, Frame.CURSES_UP) else 1",
        "game.neutral[slot] = 1",
    ),
    Mutation(
        "neutralised curses don't count as left",
        "curses",
        "count += int(game.track[slot] >= 0)",
        "count += int(game.track[slot] >= 0 and not game.neutral[slot])",
    ),
    Mutation(
        "curses that leave are destroyed",
        "curses",
        "game.curses[curse] = game.curses_under",
        "game.curses[curse] = DESTROYED",
    ),
    Mutation(
        "curses that leave are shuffled in",
        "curses",
        "game.curses[curse] = game.curses_under",
        "game.curses[curse] = IN_PILE",
    ),
    Mutation(
        "the last curse under a pile comes first",
        "curses",
        "game.curses[curse] < game.curses[best]",
        "game.curses[curse] > game.curses[best]",
    ),
    Mutation(
        "madness under curses is lost with them",
        "curses",
        "            game.pile += madness\n",
        "",
    ),
    Mutation(
        "madness under a curse comes to hand",
        "curses",
        "game.seats[seat].discard[MADNESS] += madness",
        "game.seats[seat].hand[MADNESS] += madness",
    ),
    Mutation(
        "tokens stay away",
        "curses",
        "            game.token_supply[element] += count\n",
        "",
    ),
    Mutation(
        "a destroyed curse comes again",
        "curses",
        "    game.curses[curse] = DESTROYED\n    clear_slot",
        "    game.curses[curse] = IN_PILE\n    clear_slot",
    ),
    Mutation(
        "no reward for a curse",
        "curses",
        "    if has_reward and stock_of_value",
        "    if not has_reward and stock_of_value",
    ),
    Mutation(
        "the reward comes to hand",
        "curses",
        "int(box.reward_value), int(Zone.DISCARD))",
        "int(box.reward_value), int(Zone.HAND))",
    ),
    Mutation(
        "the ability comes before the reward",
        "curses",
        (
            "    if box.mage[mage].when == When.CURSE_DESTROYED:\n"
            "        because(game, Cause.MAGE, mage)\n"
            "        push_effect(game, seat, int(box.mage[mage].effect), 1, -1)\n"
            "    if has_reward and stock_of_value(game, int(box.reward_value)) > 0:\n"
            "        because(game, Cause.REWARD, curse)\n"
            "        push(game, Frame.ELEMENT, seat, int(box.reward_value), int(Zone.DISCARD))\n"
        ),
        (
            "    if has_reward and stock_of_value(game, int(box.reward_value)) > 0:\n"
            "        because(game, Cause.REWARD, curse)\n"
            "        push(game, Frame.ELEMENT, seat, int(box.reward_value), int(Zone.DISCARD))\n"
            "    if box.mage[mage].when == When.CURSE_DESTROYED:\n"
            "        because(game, Cause.MAGE, mage)\n"
            "        push_effect(game, seat, int(box.mage[mage].effect), 1, -1)\n"
        ),
    ),
    Mutation(
        "an empty pile under curses loses nothing",
        "curses",
        "        if box.empty_pile_under_curses_loses:",
        "        if not box.empty_pile_under_curses_loses:",
    ),
    Mutation(
        "a token of the other elements pays too",
        "curses",
        "    game.tokens[slot, element] += 1\n",
        "    game.tokens[slot, 0] += 1\n",
    ),
    Mutation(
        "a pile is refilled in its old order",
        "curses",
        "            game.curse_shuffles[kind] += 1\n",
        "",
    ),
    Mutation(
        "madness stays when its curse is gone",
        "curses",
        "    game.under[slot] = 0\n",
        "",
    ),
    # turns
    Mutation(
        "a page lies twice in the book",
        "turn",
        "if box.sheet[sheet].side != side or is_in_book(game, sheet):",
        "if box.sheet[sheet].side != side:",
    ),
    Mutation(
        "a monster lasts four turns",
        "turn",
        "SPACES = 5\n",
        "SPACES = 4\n",
    ),
    Mutation(
        "spells stay neutralised",
        "turn",
        "    turn_spells_up(game, log)\n",
        "",
    ),
    Mutation(
        "appearances come at the wrong time",
        "turn",
        "if box.sheet[sheet].after_curses == after_curses:",
        "if box.sheet[sheet].after_curses != after_curses:",
    ),
    Mutation(
        "the last page replaces the last monster's effect",
        "turn",
        "if not is_last or box.both_last_appearances:",
        "if not is_last:",
    ),
    Mutation(
        "the first seat has all turns",
        "turn",
        "next_in(game, first % int(game.players))",
        "next_in(game, 0)",
    ),
    Mutation(
        "seats have turns by their number",
        "turn",
        "game.active = next_in(game, first % int(game.players))",
        "game.active = next_in(game, int(game.turn) % int(game.players))",
    ),
    Mutation(
        "an ability serves once a game",
        "turn",
        "        game.seats[other].ability_used = False\n",
        "",
    ),
    Mutation(
        "a card counts as another element once a game",
        "turn",
        "        game.seats[other].wild_used = False\n",
        "",
    ),
    Mutation(
        "no concentration",
        "turn",
        "    recharge_all(game, log, seat)\n",
        "",
    ),
    Mutation(
        "neutralised curses turn up before the marker moves",
        "turn",
        ("    push(game, Frame.CURSES_UP, -1, 0, 0)\n    push(game, Frame.MARKER, -1, 0, 0)\n"),
        ("    push(game, Frame.MARKER, -1, 0, 0)\n    push(game, Frame.CURSES_UP, -1, 0, 0)\n"),
    ),
    Mutation(
        "the right curse of space 3 strikes first",
        "turn",
        "for slot in range(SLOTS - 1, -1, -1):",
        "for slot in range(SLOTS):",
    ),
    Mutation(
        "curses strike one space too early",
        "turn",
        "return slot + 2 if slot < 2 else slot + 1",
        "return slot + 1 if slot < 2 else slot",
    ),
    Mutation(
        "one curse may be left",
        "turn",
        "    if left == 0:\n",
        "    if left <= 1:\n",
    ),
    Mutation(
        "curses leave before the failure",
        "turn",
        (
            "        push(game, Frame.CURSES_LEAVE, -1, 0, 0)\n"
            "        because(game, Cause.FAILURE, page)\n"
            "        push_effect(game, int(game.active), int(box.sheet[page].failure), 1, -1)\n"
        ),
        (
            "        because(game, Cause.FAILURE, page)\n"
            "        push_effect(game, int(game.active), int(box.sheet[page].failure), 1, -1)\n"
            "        push(game, Frame.CURSES_LEAVE, -1, 0, 0)\n"
        ),
    ),
    Mutation(
        "the bonus of the left page",
        "turn",
        "int(box.sheet[page].bonus)",
        "int(box.sheet[sheet].bonus)",
    ),
    Mutation(
        "the failure of the left page",
        "turn",
        "int(box.sheet[page].failure)",
        "int(box.sheet[sheet].failure)",
    ),
    Mutation(
        "six cards are drawn in any case",
        "turn",
        "int(box.hand) - hand_size(game.seats[seat])",
        "int(box.hand)",
    ),
    Mutation(
        "a hand full of madness is no end",
        "turn",
        "if own.hand[MADNESS] >= limit:",
        "if own.hand[MADNESS] > limit:",
    ),
    Mutation(
        "one card too many may stay",
        "turn",
        "elif hand_size(own) > limit:",
        "elif hand_size(own) > limit + 1:",
    ),
    Mutation(
        "cards too many come to a dead end",
        "turn",
        "if own.hand[kind] > 0 and left >= excess:",
        "if own.hand[kind] > 0:",
    ),
    Mutation(
        "madness counts among the cards to discard",
        "turn",
        "    elif hand_size(own) > limit:",
        "    elif hand_size(own) - int(own.hand[MADNESS]) > limit:",
    ),
    Mutation(
        "the game goes on without players",
        "turn",
        "        if next_in(game, 0) < 0:",
        "        if next_in(game, 0) < -1:",
    ),
    # the library
    Mutation(
        "the third level lies on top",
        "library",
        "spell_of_level(game, box, element, int(game.library_level[element]))",
        "spell_of_level(game, box, element, 4 - int(game.library_level[element]))",
    ),
    Mutation(
        "a learned spell is exhausted",
        "library",
        "    own.marks[slot] = 0\n    note(game, log, Event.LEARN",
        "    own.marks[slot] = EXHAUSTED\n    note(game, log, Event.LEARN",
    ),
    Mutation(
        "no spell is turned up after one that was learned",
        "library",
        (
            "    note(game, log, Event.LEARN, seat, spell, slot)\n"
            "    turn_up_spell(game, box, log, element)\n"
        ),
        "    note(game, log, Event.LEARN, seat, spell, slot)\n",
    ),
    Mutation(
        "neutralised spells are recharged in concentration",
        "library",
        "own.marks[slot] & (EXHAUSTED | NEUTRALISED) == EXHAUSTED",
        "own.marks[slot] & EXHAUSTED",
    ),
    Mutation(
        "a neutralised spell comes back ready",
        "library",
        "& ~NEUTRALISED\n",
        "& ~(NEUTRALISED | EXHAUSTED)\n",
    ),
    Mutation(
        "a spell that has served never serves again",
        "library",
        "& ~SERVED",
        "& ~0",
    ),
    Mutation(
        "basic spells lie in the library",
        "library",
        "if not card.basic and card.element == element",
        "if card.element == element",
    ),
    # effects
    Mutation(
        "a boost multiplies fixed numbers",
        "effects",
        "return int(row.n) * (int(frame.arg[Eff.BOOST]) if row.variable else 1)",
        "return int(row.n) * int(frame.arg[Eff.BOOST])",
    ),
    Mutation(
        "a boost gives no more players",
        "effects",
        "                wanted *= int(frame.arg[Eff.BOOST])\n",
        "                wanted *= 1\n",
    ),
    Mutation(
        "the caster is another",
        "effects",
        "if (who == Who.OTHERS or who == Who.SOME_OTHERS) and is_caster:",
        "if who == Who.OTHERS and is_caster:",
    ),
    Mutation(
        "effects begin with the first seat",
        "effects",
        "seat = (int(game.active) + step) % players",
        "seat = step",
    ),
    Mutation(
        "a step is done without the one before",
        "effects",
        "if row.if_done and frame.arg[Eff.DONE] == 0:",
        "if row.if_done and frame.arg[Eff.DONE] < 0:",
    ),
    Mutation(
        "what must be done is left",
        "effect_choices",
        "return bool(row.may and frame.arg[Eff.DONE] == 0)",
        "return True",
    ),
    Mutation(
        "what was begun is left",
        "effect_choices",
        "return bool(row.may and frame.arg[Eff.DONE] == 0)",
        "return bool(row.may)",
    ),
    Mutation(
        "a full support takes cards",
        "effects",
        "        return min(cards, free_places(game, box, seat))\n",
        "        return cards\n",
    ),
    Mutation(
        "an exchange of one card",
        "effects",
        "return 2 * int(row.n)",
        "return int(row.n)",
    ),
    Mutation(
        "more madness is destroyed than there is",
        "effects",
        "done = min(amount, int(game.pile))",
        "done = amount",
    ),
    Mutation(
        "cards of a kept pool are used up for good",
        "effects",
        ("        if kept:\n            forget_used(game)\n"),
        "",
    ),
    Mutation(
        "a higher card is two higher",
        "effects",
        "value_of(last) + 1",
        "value_of(last) + 2",
    ),
    Mutation(
        "a higher card is of the next element",
        "effects",
        "return kind_of_card(element_of(last), value)",
        "return kind_of_card((element_of(last) + 1) % ELEMENTS, value)",
    ),
    Mutation(
        "a card that is given is discarded",
        "effect_choices",
        "game.seats[receiver].hand[kind] += 1",
        "game.seats[receiver].discard[kind] += 1",
    ),
    Mutation(
        "cards come on a deck in one order only",
        "effect_choices",
        "return bool(row.to == Zone.DECK)",
        "return bool(row.to < 0)",
    ),
    Mutation(
        "two tokens on one curse",
        "effect_choices",
        " and not has_one)",
        ")",
    ),
    Mutation(
        "a spell is neutralised twice",
        "effect_choices",
        "return int(game.seats[owner].marks[slot]) & NEUTRALISED == 0",
        "return True",
    ),
    Mutation(
        "spells of anyone",
        "effect_choices",
        "if game.seats[owner].spells[slot] < 0 or (owner != seat and not row.anyone):",
        "if game.seats[owner].spells[slot] < 0:",
    ),
    Mutation(
        "the pool is the own support",
        "effect_choices",
        "return bool((zones >> Zone.POOL) & 1 or (is_own and (zones >> Zone.SUPPORT) & 1))",
        "return bool(is_own and (zones >> Zone.POOL | zones >> Zone.SUPPORT) & 1)",
    ),
    Mutation(
        "madness comes under the first curse only",
        "effects",
        "for _ in range(amount if game.track[slot] >= 0 else 0):",
        "for _ in range(amount if game.track[slot] >= 0 and slot == 0 else 0):",
    ),
    Mutation(
        "as many is one",
        "effects",
        "        return int(frame.arg[Eff.DONE])\n",
        "        return 1\n",
    ),
    Mutation(
        "to six is six more",
        "effects",
        "max(0, int(row.n) - hand_size(game.seats[frame.arg[Eff.SEAT]]))",
        "int(row.n)",
    ),
    Mutation(
        "no reward for curses that effects destroy",
        "effect_choices",
        "bool(box.reward_for_effects)",
        "not box.reward_for_effects",
    ),
    Mutation(
        "all players do a step before the next step",
        "effects",
        (
            "    if not box.rows[row].opens and box.rows[row].verb != Verb.END:\n"
            "        frame.arg[Eff.ROW] = row\n"
            "        return\n"
            "    row -= 1\n"
        ),
        (
            "    if not box.rows[row].opens and box.rows[row].verb != Verb.END:\n"
            "        frame.arg[Eff.ROW] = row\n"
            "        if frame.arg[Eff.PLAYERS] == 0:\n"
            "            return\n"
            "    row -= 1\n"
        ),
    ),
    Mutation(
        "a yes is as good as a no",
        "effects",
        ("        frame.arg[Eff.TO] = 0\n        return\n"),
        "        frame.arg[Eff.TO] = 0\n",
    ),
    Mutation(
        "cards of a pool are discarded by whoever must",
        "effect_choices",
        "return place - 1 if HAND_AT < place < DISCARD_AT else seat",
        "return seat",
    ),
    Mutation(
        "a shuffle of nothing counts as done",
        "effects",
        "done = shuffle_zones(",
        "shuffle_zones(",
    ),
    Mutation(
        "madness under no curse counts as done",
        "effects",
        "done = add_madness(",
        "add_madness(",
    ),
    # setup
    Mutation(
        "the 2 leaves the game in nightmare",
        "setup",
        "elif not box.nightmare_two_in_stack:",
        "elif box.nightmare_two_in_stack:",
    ),
    Mutation(
        "the madness of terror isn't from the pile",
        "setup",
        "    game.pile -= madness\n",
        "",
    ),
    Mutation(
        "eleven cards in nightmare",
        "setup",
        "int(other == element and not mode.starting_two)",
        "int(other == element and mode.starting_two)",
    ),
    Mutation(
        "the starting 2 is none of its stack",
        "setup",
        "        game.stock[two] -= 1\n        add_to_deck",
        "        add_to_deck",
    ),
    Mutation(
        "cards of value 1 can be acquired",
        "setup",
        "game.stock[kind] = box.copies[kind] if value_of(kind) > 1 else 0",
        "game.stock[kind] = box.copies[kind]",
    ),
    Mutation(
        "two are the same mage",
        "setup",
        "is_free = False",
        "is_free = True",
    ),
    Mutation(
        "a pile for two players",
        "setup",
        "game.pile = box.madness[players]",
        "game.pile = box.madness[2]",
    ),
    Mutation(
        "first hands of five",
        "setup",
        "push_draw(game, seat, int(box.hand), int(Zone.HAND), 0)",
        "push_draw(game, seat, int(box.hand) - 1, int(Zone.HAND), 0)",
    ),
    # the machine
    Mutation(
        "the end leaves tasks pending",
        "stack",
        "    game.depth = 0\n",
        "",
    ),
    Mutation(
        "the eliminated have turns",
        "stack",
        ("        if not game.seats[other].out:\n            return other\n"),
        "        return other\n",
    ),
    Mutation(
        "a view shows the real order",
        "machine",
        "    game.seed = hash3(game.seed, VIEW + seat, int(game.decisions))\n",
        "    hash3(game.seed, VIEW + seat, int(game.decisions))\n",
    ),
]

SUITE = Suite(
    name="madness",
    folders=("tests/madness/rules", "tests/madness/properties"),
    mutations=MUTATIONS,
    last=("test_goldens", "test_counts", "test_hidden", "test_properties", "test_shuffles"),
    left_out=("test_compiled", "test_coverage", "test_version"),
)
