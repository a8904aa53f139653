"""The rules of this game, each broken in one place: see ``tests/mutations.py``."""

from __future__ import annotations

from tests.mutating import Mutation, Suite

MUTATIONS = [
    # dice and drafting
    Mutation(
        "ethereal may exceed the limit",
        "dice",
        "    most = min(most, int(box.rules.potency_limit) - int(lab.potency))\n",
        "",
    ),
    Mutation(
        "any number of ethereal dice",
        "dice",
        "min(int(lab.held[Thing.ETHEREAL_DIE]), int(box.rules.ethereal_per_draft))",
        "int(lab.held[Thing.ETHEREAL_DIE])",
    ),
    Mutation(
        "the die itself doesn't count",
        "dice",
        "return min(dice_in_bowl(game, symbol), int(box.rules.potency_limit))",
        "return min(max(1, dice_in_bowl(game, symbol) - 1), int(box.rules.potency_limit))",
    ),
    Mutation(
        "full bowls stay full",
        "dice",
        "dice_in_bowl(game, symbol) > int(box.rules.bowl_limit)",
        "dice_in_bowl(game, symbol) > int(box.rules.bowl_limit) + 1",
    ),
    Mutation(
        "a fourth die",
        "dice",
        "int(lab.dice_used) + int(has_die) >= int(box.rules.dice_per_round)",
        "int(lab.dice_used) >= int(box.rules.dice_per_round)",
    ),
    Mutation(
        "a new die must be drafted",
        "dice",
        "    if has_die:\n        n = add_move(moves, n, Move.NONE, 0, 0, 0)\n",
        "",
    ),
    Mutation(
        "a wild die stays wild",
        "dice",
        "for symbol in range(WILD):\n",
        "for symbol in range(WILD + 1):\n",
    ),
    # actions
    Mutation(
        "a chameleon lasts longer than the action",
        "dice",
        "    if kind == Move.NONE:\n        count_as_itself(game, seat)\n        return\n",
        "    if kind == Move.NONE:\n        return\n",
    ),
    Mutation(
        "the chameleon changes no colour",
        "actions",
        "    lab.as_color = color\n",
        "",
    ),
    Mutation(
        "artifacts cost less potency",
        "actions",
        "if potency >= int(box.rules.artifact_potency):",
        "if potency >= int(box.rules.artifact_potency) - 1:",
    ),
    Mutation(
        "harvest gives the real symbol",
        "actions",
        "gain(game, box, log, seat, int(game.labs[seat].as_symbol), a)",
        "gain(game, box, log, seat, int(game.labs[seat].die_symbol), a)",
    ),
    Mutation(
        "older card replaced",
        "actions",
        "if int(box.experiment_level[experiment]) == int(game.round_no):",
        "if int(box.experiment_level[experiment]) <= int(game.round_no):",
    ),
    Mutation(
        "three experiments beside the laboratory",
        "actions",
        "if experiments_held(game, seat) >= int(box.rules.held_experiments):",
        "if experiments_held(game, seat) > int(box.rules.held_experiments):",
    ),
    Mutation(
        "mercury is an essence token",
        "actions",
        "return int(Thing.RAW_MERCURY)",
        "return int(Thing.REFINED_MERCURY)",
    ),
    Mutation(
        "face-up artifacts can be recharged",
        "actions",
        "if lab.slots[slot] >= 0 and not lab.ready[slot]:",
        "if lab.slots[slot] >= 0:",
    ),
    # transmutation and tracks
    Mutation(
        "a cube pays for itself",
        "transmute",
        "    if paid == foot:\n        left -= 1\n",
        "",
    ),
    Mutation(
        "gold is paid as salt",
        "transmute",
        "    return int(Essence.MERCURY)\n",
        "    return int(Essence.SALT)\n",
    ),
    Mutation(
        "refined cubes can't be transmuted",
        "transmute",
        "return arrow + 4 if arrow >= 1 else -1",
        "return -1",
    ),
    Mutation(
        "an artifact works face down",
        "transmute",
        "slot_ready = lab.slots[arrow] >= 0 and lab.ready[arrow]",
        "slot_ready = lab.slots[arrow] >= 0",
    ),
    Mutation(
        "a triggered artifact stays up",
        "transmute",
        "    lab.ready[slot] = 0\n",
        "",
    ),
    Mutation(
        "tokens don't wait for the artifact",
        "tracks",
        "if lab.transmuting > 0 and box.rules.bonus_waits_for_artifact:",
        "if False:",
    ),
    Mutation(
        "tokens don't wait for the outermost transmutation",
        "transmute",
        "if lab.transmuting > 0 and box.rules.bonus_waits_for_outermost:",
        "if False:",
    ),
    Mutation(
        "the last token first",
        "transmute",
        "for place in range(int(lab.waits) - 1, first - 1, -1):",
        "for place in range(first, int(lab.waits)):",
    ),
    Mutation(
        "transmuting costs no potency",
        "transmute",
        "        game.labs[seat].potency -= 1\n",
        "",
    ),
    Mutation(
        "token removed at once",
        "tracks",
        "    return int(game.bonus[track, space])\n",
        "    kind = int(game.bonus[track, space])\n"
        "    game.bonus[track, space] = -1\n"
        "    return kind\n",
    ),
    Mutation(
        "tokens below a marker stay",
        "tracks",
        "for level in range(1, highest + 1):",
        "for level in range(max(1, highest), highest + 1):",
    ),
    Mutation(
        "a token twice",
        "tracks",
        "    if int(lab.tokens) & bit:  # once a player and token\n        return -1\n",
        "",
    ),
    Mutation(
        "steps beyond the top score",
        "tracks",
        "    if spaces == 0 or game.labs[seat].level[track] >= TOP:\n        return\n",
        "    if spaces == 0:\n        return\n    if game.labs[seat].level[track] >= TOP:\n"
        "        points(game, log, seat, Part.TRACK_TOP, spaces)\n        return\n",
    ),
    Mutation(
        "nothing at the top",
        "tracks",
        "        points(game, log, seat, Part.TRACK_TOP, int(box.rules.points_at_top))\n",
        "        pass\n",
    ),
    Mutation(
        "the same track twice",
        "tracks",
        "used | (1 << track)",
        "used",
    ),
    # experiments and payment
    Mutation(
        "card counts itself",
        "experiments",
        "    if box.rules.performed_card_counts_itself:\n        count_performed",
        "    if True:\n        count_performed",
    ),
    Mutation(
        "every experiment unlocks a formula",
        "experiments",
        "if lab.performed_element[column] == 1 and not lab.by_experiment[column]:",
        "if lab.performed_element[column] >= 1:",
    ),
    Mutation(
        "mastery isn't needed",
        "experiments",
        "max(0, int(box.experiment_mastery[experiment]) - int(lab.level[element]))",
        "0",
    ),
    Mutation(
        "no discounts",
        "experiments",
        "lab.due_discounts = min(int(lab.discounts[element]), units_due(lab))",
        "lab.due_discounts = 0",
    ),
    Mutation(
        "discounts of another column",
        "stone",
        "    lab.discounts[position // 2] += 1\n    push(",
        "    lab.discounts[(position // 2 + 1) % 4] += 1\n    push(",
    ),
    Mutation(
        "refined doesn't pay for raw",
        "payment",
        "return 1 <= column <= 4 and thing == column + 4 and lab.held[column] == 0",
        "return False",
    ),
    Mutation(
        "refined pays where raw would do",
        "payment",
        "return 1 <= column <= 4 and thing == column + 4 and lab.held[column] == 0",
        "return 1 <= column <= 4 and thing == column + 4",
    ),
    Mutation(
        "gold pays for nothing else",
        "payment",
        "return GOLD if lab.held[GOLD] > 0 else NOTHING",
        "return GOLD if lab.held[GOLD] > 0 and column == GOLD else NOTHING",
    ),
    Mutation(
        "silver buys no level",
        "payment",
        "return place if place == SILVER else NOTHING",
        "return NOTHING",
    ),
    # the stone
    Mutation(
        "price counts unlocked",
        "stone",
        "if not box.rules.price_counts_bought_only:",
        "if True:",
    ),
    Mutation(
        "two formulas of a column for gold",
        "stone",
        "taken = lab.by_gold[column] or (",
        "taken = (",
    ),
    Mutation(
        "a full vault takes more",
        "stone",
        "formula_price(box, lab) or vault_is_full(box, lab):",
        "formula_price(box, lab):",
    ),
    Mutation(
        "columns give no bonus",
        "stone",
        "    if line_is_complete(box, lab, 0, space % SIDE, 1, 0):\n"
        "        add_line(game, box, lab, space % SIDE, 1)\n",
        "",
    ),
    Mutation(
        "a formula can be used again",
        "stone",
        "    lab.formula_state[position] = FormulaState.USED\n",
        "",
    ),
    Mutation(
        "a formula lost to a full vault gives no discount",
        "stone",
        "if box.rules.full_vault_keeps_discount:",
        "if False:",
    ),
    # rulings
    Mutation(
        "silver and gold are always any refined",
        "effects",
        "last = 5 if box.rules.any_refined_gained_is_precious else 3",
        "last = 5",
    ),
    Mutation(
        "gains and payments of any refined go by one ruling",
        "effects",
        "box.rules.any_refined_gained_is_precious",
        "box.rules.any_refined_paid_is_precious",
    ),
    Mutation(
        "all free actions before the draft, or none",
        "turn",
        "        return legal_perform(game, box, seat, n, moves)\n    if box",
        "        return legal_free(game, box, seat, n, moves)\n    if box",
    ),
    Mutation(
        "no formula before the draft",
        "turn",
        "== BeforeDraft.ALL:\n        return legal_free(",
        "== BeforeDraft.ALL:\n        return legal_claim(",
    ),
    Mutation(
        "free actions where no die can be drafted",
        "turn",
        "    if n == 0 or kind_of(int(moves[n - 1])) != Move.DIE:\n        return n\n",
        "",
    ),
    Mutation(
        "a free action ends the draft",
        "turn",
        "    if is_free(kind):\n        resolve_menu(",
        "    if is_free(kind):\n        pop(game)\n        resolve_menu(",
    ),
    Mutation(
        "coloured transmutations never share an arrow",
        "transmute",
        "    if source == Transmuting.ONE_ARROW:\n        arrows = 1 << arrow\n",
        "",
    ),
    Mutation(
        "wild transmutations share an arrow",
        "effects",
        "if color != Color.ANY and box.rules.colored_transmutations_share_arrow:",
        "if box.rules.colored_transmutations_share_arrow:",
    ),
    Mutation(
        "each advance scores at the top, whatever the ruling",
        "tracks",
        "    if box.rules.each_advance_scores_at_top or lab.level[track] < TOP:\n",
        "    if True:\n",
    ),
    Mutation(
        "an effect scores at one top only",
        "tracks",
        "    return bool((moved >> track) & 1)\n",
        "    return moved > 0\n",
    ),
    Mutation(
        "different tracks stay used the second time",
        "tracks",
        "used | (1 << track) if left % tracks > 0 else 0",
        "used | (1 << track)",
    ),
    # effects
    Mutation(
        "exchanges once",
        "effects",
        "push(game, Frame.EXCHANGE, seat, row, int(box.effects[row, UP_TO]), 0)",
        "push(game, Frame.EXCHANGE, seat, row, 1, 0)",
    ),
    Mutation(
        "down from level 0",
        "effects",
        "if lab.level[track] > 0:",
        "if lab.level[track] >= 0:",
    ),
    Mutation(
        "any raw may be silver",
        "effects",
        "return place if place <= 4 else -1",
        "return place if place <= 4 else int(Thing.SILVER) if place == 5 else -1",
    ),
    Mutation(
        "any essence leaves out mercury",
        "effects",
        "return int(Thing.RAW_MERCURY) if place == 3 else -1",
        "return -1",
    ),
    Mutation(
        "used reactions aren't restored",
        "effects",
        "        lab.held[Thing.REACTION] += count\n",
        "",
    ),
    # reactions, cleanup, rounds
    Mutation(
        "reactions see the chameleon",
        "reactions",
        "symbol, color = int(die.die_symbol), int(die.die_color)",
        "symbol, color = int(die.as_symbol), int(die.as_color)",
    ),
    Mutation(
        "reacting costs nothing",
        "reactions",
        "    lab.held[Thing.REACTION] -= 1\n    lab.used_reactions += 1\n",
        "",
    ),
    Mutation(
        "those who have finished don't react",
        "reactions",
        "if game.labs[seat].held[Thing.REACTION] == 0:",
        "if game.labs[seat].held[Thing.REACTION] == 0 or game.labs[seat].finished:",
    ),
    Mutation(
        "reactions from the right",
        "turn",
        "for left in range(players - 1, 0, -1):",
        "for left in range(1, players):",
    ),
    Mutation(
        "a die with potency left is used up",
        "turn",
        "    if lab.potency == 0:\n",
        "    if lab.die_symbol >= 0:\n",
    ),
    Mutation(
        "the next order is the old one",
        "rounds",
        "game.order[place] = game.next_order[place]",
        "game.order[place] = game.order[place] if game.order[0] >= 0 else game.next_order[place]",
    ),
    Mutation(
        "old experiments stay",
        "rounds",
        "        if oldest >= 0:\n            game.experiment_at[oldest] = At.AWAY\n",
        "        if oldest >= 0 and int(game.round_no) < 3:\n"
        "            game.experiment_at[oldest] = At.AWAY\n",
    ),
    Mutation(
        "the market isn't cleared",
        "rounds",
        "    clear_market(game)\n",
        "",
    ),
    Mutation(
        "artifacts stay down over the round",
        "rounds",
        "            lab.ready[slot] = 1\n",
        "",
    ),
    # setup, cards and score
    Mutation(
        "cards of bigger games are dealt",
        "setup",
        "if int(box.publication_players[card]) <= players:",
        "if True:",
    ),
    Mutation(
        "the first seat chooses its laboratory first",
        "setup",
        "        for seat in range(players):\n            if seat != int(game.bot_seat):\n"
        "                push(game, Frame.LABORATORY",
        "        for seat in range(players - 1, -1, -1):\n"
        "            if seat != int(game.bot_seat):\n                push(game, Frame.LABORATORY",
    ),
    Mutation(
        "returned publications lie on top",
        "decks",
        "    game.publication_at[card] = where\n    game.under[game.unders] = card\n"
        "    game.unders += 1\n",
        "    game.publication_at[card] = At.DECK\n",
    ),
    Mutation(
        "the last publication is returned",
        "publications",
        "if drawn == int(box.rules.publications_drawn) and box.rules.publications_returned > 0:",
        "if drawn > 0 and box.rules.publications_returned > 0:",
    ),
    Mutation(
        "no elemental for the top",
        "scoring",
        "    if lab.level[element] >= TOP:\n        total += 1\n",
        "",
    ),
    Mutation(
        "publications share elementals",
        "scoring",
        "                fire, water = fire - int(needs[0]), water - int(needs[1])\n"
        "                earth, air = earth - int(needs[2]), air - int(needs[3])\n",
        "",
    ),
    Mutation(
        "formulas bought and not placed count",
        "scoring",
        "return int(box.stone_points[lab.placed])",
        "return int(box.stone_points[min(7, int(lab.placed) + int(lab.bought))])",
    ),
    Mutation(
        "ties go to the first seat",
        "scoring",
        "return bool(lab.performed > than.performed)",
        "return seat < other",
    ),
    Mutation(
        "an achievement stays open",
        "achievements",
        "    game.achievement_at[achievement] = seat\n",
        "",
    ),
    Mutation(
        "achievements without what they ask",
        "achievements",
        "elif shown(game, box, seat, row) < int(box.needs[row, COUNT]):",
        "elif False:",
    ),
    Mutation(
        "views show the others' masterpieces",
        "view",
        "    mask_experiments(game, box, seat, Level.MASTERPIECE, Dealt.MASTERPIECE)\n",
        "",
    ),
    # Botmegistus
    Mutation(
        "the bot drafts the lowest potency",
        "bot/draft",
        "if best < 0 or potency > highest or (",
        "if best < 0 or potency < highest or (",
    ),
    Mutation(
        "the bot's wild dice show the right symbol",
        "bot/draft",
        "        face = int(box.solo_symbols[card, 0])\n",
        "        face = int(box.solo_symbols[card, 1])\n",
    ),
    Mutation(
        "the bot raises a die beyond the limit",
        "bot/draft",
        "if lab.potency < box.rules.potency_limit and lab.held",
        "if lab.held",
    ),
    Mutation(
        "the bot falls back on all colours at once",
        "bot/draft",
        "        meant = color == fallback_color(game, box)\n",
        "        meant = True\n",
    ),
    Mutation(
        "colours before symbols in the bot's draft",
        "bot/draft",
        "    return place * COLORS + place_of_color(box, color)\n",
        "    return place + 6 * place_of_color(box, color)\n",
    ),
    Mutation(
        "the bot's deck is shuffled with cards left",
        "bot/deck",
        "if box.solo_rules.reshuffle_at_once and top_card(game, box) < 0:",
        "if box.solo_rules.reshuffle_at_once:",
    ),
    Mutation(
        "open cards are shuffled",
        "bot/deck",
        "        if game.bot.at[card] == At.USED:\n",
        "        if game.bot.at[card] == At.USED or game.bot.at[card] == At.OPEN:\n",
    ),
    Mutation(
        "the d6 picks the other side",
        "bot/deck",
        "        place = roll_d6(game, log, OPEN)\n",
        "        place = 1 - roll_d6(game, log, OPEN)\n",
    ),
    Mutation(
        "the bot doesn't act without enough potency",
        "bot/cards",
        "    because(game, Cause.BOT_CARD, card)\n    note(",
        "    if int(box.solo_potency[card]) > spent:\n        return\n"
        "    because(game, Cause.BOT_CARD, card)\n    note(",
    ),
    Mutation(
        "a personality scores on a tie",
        "bot/cards",
        "own > yours or (own == yours and bool(game.solo.personality_on_tie))",
        "own >= yours",
    ),
    Mutation(
        "the last part of a card first",
        "bot/cards",
        "for row in range(first + count - 1, first - 1, -1):",
        "for row in range(first, first + count):",
    ),
    Mutation(
        "the bot's artifacts by fewest elementals",
        "bot/cards",
        "        if elementals > most:\n",
        "        if elementals >= 0 and (most < 0 or elementals < most):\n",
    ),
    Mutation(
        "held types are new to the bot",
        "bot/experiments",
        "        if lab.beside[place] >= 0 and int(box.experiment_element[lab.beside[place]])"
        " == element:\n            return False\n",
        "        pass\n",
    ),
    Mutation(
        "levels above the mastery count for the bot",
        "bot/experiments",
        "return max(0, int(box.experiment_mastery[experiment]) - level)",
        "return int(box.experiment_mastery[experiment]) - level",
    ),
    Mutation(
        "the bot pays no gold for levels",
        "bot/experiments",
        "        hold(game, log, seat, GOLD, -1)\n",
        "",
    ),
    Mutation(
        "the bot completes what is worth more, whatever its type",
        "bot/experiments",
        "    if own != other:\n        return own\n",
        "",
    ),
    Mutation(
        "the bot always pays gold for a masterpiece",
        "bot/experiments",
        "gold = gold_of(game) if game.solo.masterpiece_gold else 0",
        "gold = gold_of(game)",
    ),
    Mutation(
        "the bot doesn't look at how near you are",
        "bot/experiments",
        "missing_levels(game, box, you, right) - missing_levels(game, box, you, left)",
        "0",
    ),
    Mutation(
        "the bot completes first what it holds shorter",
        "bot/experiments",
        "    return more_points(box, experiment, held) > 0\n",
        "    return more_points(box, experiment, held) >= 0\n",
    ),
    Mutation(
        "the bot draws masterpieces that were dealt",
        "bot/experiments",
        "at == At.DECK or (at >= LAID_BY and not box.solo_rules.masterpieces_not_dealt)",
        "at == At.DECK or at >= LAID_BY",
    ),
    Mutation(
        "the bot stays at the top of a named track",
        "bot/tracks",
        "    if not box.solo_rules.top_moves_elsewhere:\n        return -1\n",
        "    return -1\n",
    ),
    Mutation(
        "the bot steps towards an experiment that is met",
        "bot/tracks",
        "least = 1 if box.solo_rules.step_ignores_met_experiments else 0",
        "least = 0",
    ),
    Mutation(
        "the ruling lets the bot step towards no experiment that is met",
        "bot/tracks",
        "least = 1 if box.solo_rules.step_ignores_met_experiments else 0",
        "least = 1",
    ),
    Mutation(
        "the bot's deck keeps its order when a card is added",
        "bot/rounds",
        "    shuffle_rest(game)\n",
        "",
    ),
    Mutation(
        "the bot gets the refused artifact without personality",
        "setup",
        "    if game.solo.no_personality and not box.solo_rules.keeps_refused_artifact:\n"
        "        return\n",
        "",
    ),
    Mutation(
        "fixed cards of your seat, not of the first player",
        "setup",
        "    fixed = box.intro[starting_place(game, seat)]\n",
        "    fixed = box.intro[seat]\n",
    ),
    Mutation(
        "the bot's setup rolls go by the printed essences",
        "bot/rounds",
        "    if box.solo_rules.setup_rolls_by_essence:\n"
        "        return int(game.essence_track[essence])\n",
        "",
    ),
    Mutation(
        "completed experiments don't count for the specialization",
        "bot/rounds",
        "int(game.bot.elementals[element]) + performed",
        "int(game.bot.elementals[element])",
    ),
    Mutation(
        "the bot's tracks: the lead before the token",
        "bot/tracks",
        "    if own != other:\n        return own < other\n"
        "    return lead(game, track) > lead(game, best)\n",
        "    if lead(game, track) != lead(game, best):\n"
        "        return lead(game, track) > lead(game, best)\n    return own < other\n",
    ),
    Mutation(
        "tokens that left are near to the bot",
        "bot/tracks",
        "if space >= 0 and game.bonus[track, space] >= 0:",
        "if space >= 0:",
    ),
    Mutation(
        "the bot's tokens of the setup stay",
        "bot/rounds",
        "    lay_open(game, box, log)\n    remove_tokens(game, box, log)\n",
        "    lay_open(game, box, log)\n",
    ),
    Mutation(
        "cards lie open before the personality is in",
        "bot/rounds",
        "    take_refused(game, box, log)\n    lay_open(game, box, log)\n",
        "    lay_open(game, box, log)\n    take_refused(game, box, log)\n",
    ),
    Mutation(
        "the second specialization may be the first again",
        "bot/rounds",
        "        if element != int(game.bot.special):\n",
        "        if True:\n",
    ),
    Mutation(
        "the bot's types count double",
        "scoring",
        "        types += int(game.labs[seat].performed_element[element] > 0)\n",
        "        types += int(game.labs[seat].performed_element[element])\n",
    ),
    Mutation(
        "a tie with the bot is yours",
        "scoring",
        "        return seat == int(game.bot_seat)\n    return bool(lab",
        "        return seat != int(game.bot_seat)\n    return bool(lab",
    ),
]

SUITE = Suite(
    name="trismegistus",
    folders=("tests/trismegistus/rules",),
    mutations=MUTATIONS,
    last=("test_view", "test_transcript", "test_counts", "test_properties", "test_no_peeking"),
    left_out=("test_compiled", "test_cache", "test_mutations"),
)
