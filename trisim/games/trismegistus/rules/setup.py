"""Setup: decks, board, dice, laboratories, and the cards each player keeps."""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.engine.kernel import U64
from trisim.games.trismegistus.box.words import Level, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.actions import add_beside
from trisim.games.trismegistus.rules.artifacts import place_artifact
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    At,
    BotTask,
    Cause,
    Dealt,
    Event,
    FormulaState,
    Frame,
    Move,
)
from trisim.games.trismegistus.rules.decks import (
    draw_publication,
    publication_in,
    put_under,
    top_achievement,
    top_artifact,
    top_experiment,
)
from trisim.games.trismegistus.rules.dice import roll_dice
from trisim.games.trismegistus.rules.rounds import ask_bot, next_order, open_market, turn_books
from trisim.games.trismegistus.rules.solo import your_seat
from trisim.games.trismegistus.rules.stack import add_move, because, hold, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.streams import ESSENCES, FORMULAS, PUBLICATIONS_UNDER, TOKENS


@kernel
def set_up(
    game: Game, box: Box, log: Log, players: int, achievements: bool, intro: bool, seed: U64
) -> None:
    """Set up a blank game; laboratories and kept cards are the first decisions."""
    game.seed = seed
    game.players = players
    game.with_achievements = achievements
    game.with_intro = intro
    game.round_no = 1
    game.bot_seat = -1
    if game.solo.on:
        game.bot_seat = 0 if game.solo.bot_first else 1
    because(game, Cause.SETUP, 0)
    blank(game)
    shuffle_decks(game, box)
    if intro:
        set_intro_cards_aside(game, box)
    note(game, log, Event.ROUND, -1, 1, 0)
    open_market(game, box, log)
    turn_books(game, box, log)
    set_tracks(game, box, log)
    open_achievements(game, box, log)
    roll_dice(game, box, log)
    for seat in range(players):
        game.next_order[seat] = seat
        starting_goods(game, box, log, seat)
    next_order(game, log)
    push(game, Frame.NEXT_TURN, 0, 0, 0, 0)
    ask_bot(game, BotTask.SETUP)
    if intro:
        for seat in range(players):
            if seat != int(game.bot_seat):
                intro_seat(game, box, log, seat)
    else:
        deal(game, box)
        game.choosing = True
        push(game, Frame.REVEAL, 0, 0, 0, 0)
        for seat in range(players - 1, -1, -1):
            for kind in range(3, -1, -1):
                if seat != int(game.bot_seat):
                    push(game, Frame.KEEP, seat, kind, 0, 0)
        for seat in range(players):
            if seat != int(game.bot_seat):
                push(game, Frame.LABORATORY, seat, 0, 0, 0)


@kernel
def blank(game: Game) -> None:
    """Empty places are -1."""
    game.market[:] = -1
    game.books[:] = -1
    game.bonus[:] = -1
    game.order[:] = -1
    game.next_order[:] = -1
    game.dealt[:] = -1
    game.kept[:] = -1
    game.experiment_at[:] = At.AWAY
    game.artifact_at[:] = At.AWAY
    game.publication_at[:] = At.AWAY
    game.achievement_at[:] = At.AWAY
    blank_bot(game)
    for seat in range(4):
        lab = game.labs[seat]
        lab.alchemist = -1
        lab.die_symbol = -1
        lab.masterpiece = -1
        lab.slots[:] = -1
        lab.beside[:] = -1
        lab.formula[:] = -1
        lab.vault[:] = -1


@kernel
def blank_bot(game: Game) -> None:
    """Botmegistus has no cards until it is set up."""
    game.bot.at[:] = At.AWAY
    game.bot.open[:] = -1
    game.bot.card = -1
    game.bot.special = -1


@kernel
def shuffle_decks(game: Game, box: Box) -> None:
    """Every card that is in the game with so many players is in its deck."""
    players = int(game.players)
    for card in range(int(box.experiments)):
        if int(box.experiment_players[card]) <= players:
            game.experiment_at[card] = At.DECK
    for card in range(int(box.artifacts)):
        game.artifact_at[card] = At.DECK
    for card in range(int(box.publications)):
        if int(box.publication_players[card]) <= players:
            game.publication_at[card] = At.DECK
    if game.with_achievements:
        for card in range(int(box.achievements)):
            game.achievement_at[card] = At.DECK


# ---------------------------------------------------------------- the board


@kernel
def set_tracks(game: Game, box: Box, log: Log) -> None:
    """Dominant essences and bonus tokens."""
    for element in range(4):
        game.essence_track[box.track_essence[element]] = element
    if box.rules.shuffle_essences:
        for essence in range(4):
            game.essence_track[essence] = essence_rank(game, essence)
    for essence in range(4):
        note(game, log, Event.ESSENCE_AT, -1, int(game.essence_track[essence]), essence)
    for token in range(int(box.token_kinds)):
        place = token_rank(game, box, token)
        space = place // 4
        if space < bonus_spaces(box):
            game.bonus[place % 4, space] = box.token_kind[token]
            note(game, log, Event.TOKEN_AT, -1, int(box.token_kind[token]), place % 4 * 4 + space)


@kernel
def token_rank(game: Game, box: Box, token: int) -> int:
    """The place of a bonus token among all, shuffled."""
    own = token_hash(game, box, token)
    place = 0
    for other in range(int(box.token_kinds)):
        if other != token and token_hash(game, box, other) < own:
            place += 1
    return place


@kernel
def token_hash(game: Game, box: Box, token: int) -> U64:
    """A token is known by its kind and copy, so that one more of a kind leaves the others."""
    kind, copy = int(box.token_kind[token]), 0
    for other in range(token):
        copy += int(int(box.token_kind[other]) == kind)
    return hash3(game.seed, TOKENS, kind * 256 + copy)


@kernel
def bonus_spaces(box: Box) -> int:
    """Bonus spaces of a track."""
    total = 0
    for level in range(13):
        total += int(box.track_bonus[level])
    return total


@kernel
def essence_rank(game: Game, essence: int) -> int:
    """The place of an essence among the four, shuffled."""
    own = hash3(game.seed, ESSENCES, essence)
    place = 0
    for other in range(4):
        if other != essence and hash3(game.seed, ESSENCES, other) < own:
            place += 1
    return place


@kernel
def open_achievements(game: Game, box: Box, log: Log) -> None:
    """Some achievements lie open, the others leave."""
    if not game.with_achievements:
        return
    for _ in range(int(box.rules.achievements_open)):
        card = top_achievement(game, box)
        game.achievement_at[card] = At.OPEN
        note(game, log, Event.OFFER_ACHIEVEMENT, -1, card, 0)
    for card in range(int(box.achievements)):
        if game.achievement_at[card] == At.DECK:
            game.achievement_at[card] = At.AWAY


@kernel
def starting_place(game: Game, seat: int) -> int:
    """The place in turn order that goods and fixed cards go by; you are first in a solo game."""
    return seat if game.bot_seat < 0 else 0


@kernel
def starting_goods(game: Game, box: Box, log: Log, seat: int) -> None:
    """What a seat begins with; Botmegistus has goods of its own."""
    if seat == int(game.bot_seat):
        return
    place = starting_place(game, seat)
    for thing in range(int(Thing.POINT)):
        hold(game, log, seat, thing, int(box.start_goods[place, thing]))


# ---------------------------------------------------------------- laboratories


@kernel
def legal_laboratory(game: Game, box: Box, moves: Moves) -> int:
    """Each laboratory that nobody has."""
    n = 0
    for alchemist in range(int(box.vaults)):
        if not is_taken(game, alchemist):
            n = add_move(moves, n, Move.LABORATORY, alchemist, 0, 0)
    return n


@kernel
def is_taken(game: Game, alchemist: int) -> bool:
    """Whether somebody has this laboratory."""
    for seat in range(int(game.players)):
        if game.labs[seat].alchemist == alchemist:
            return True
    return False


@kernel
def resolve_laboratory(game: Game, log: Log, seat: int, alchemist: int) -> None:
    """Take a laboratory; where its formulas come to lie is chance, and follows."""
    pop(game)
    take_laboratory(game, log, seat, alchemist)
    push(game, Frame.FORMULAS, seat, 0, 0, 0)


@kernel
def run_formulas(game: Game, box: Box, log: Log, seat: int) -> None:
    """The formulas of a laboratory just taken are shuffled."""
    pop(game)
    shuffle_formulas(game, box, log, seat)


@kernel
def take_laboratory(game: Game, log: Log, seat: int, alchemist: int) -> None:
    """A laboratory, its formulas not yet on their spaces."""
    game.labs[seat].alchemist = alchemist
    note(game, log, Event.LABORATORY, seat, alchemist, 0)


@kernel
def shuffle_formulas(game: Game, box: Box, log: Log, seat: int) -> None:
    """The formulas of a laboratory, shuffled over the columns."""
    lab = game.labs[seat]
    for formula in range(int(box.formulas)):
        if int(box.formula_alchemist[formula]) == int(lab.alchemist):
            lab.formula[formula_rank(game, box, formula)] = formula
    for position in range(8):
        lab.formula_state[position] = FormulaState.LOCKED
        note(game, log, Event.FORMULA_AT, seat, int(lab.formula[position]), position)


@kernel
def formula_rank(game: Game, box: Box, formula: int) -> int:
    """The place of a formula among those of its alchemist, shuffled."""
    own = hash3(game.seed, FORMULAS, box.formula_key[formula])
    place = 0
    for other in range(int(box.formulas)):
        if other != formula and box.formula_alchemist[other] == box.formula_alchemist[formula]:
            if hash3(game.seed, FORMULAS, box.formula_key[other]) < own:
                place += 1
    return place


# ---------------------------------------------------------------- cards dealt and kept


@kernel
def deal(game: Game, box: Box) -> None:
    """Starting experiments, masterpieces, publications and starting artifacts for each seat."""
    for seat in range(int(game.players)):
        if seat == int(game.bot_seat):
            continue
        for place in range(int(box.rules.cards_dealt)):
            card = top_experiment(game, box, Level.STARTING)
            game.experiment_at[card] = At.DEALT
            game.dealt[seat, Dealt.EXPERIMENT, place] = card
            if place == 0 or not game.solo.one_masterpiece:
                card = top_experiment(game, box, Level.MASTERPIECE)
                game.experiment_at[card] = At.DEALT
                game.dealt[seat, Dealt.MASTERPIECE, place] = card
            if place == 0 or not game.solo.one_publication:
                card = draw_publication(game, box)
                game.publication_at[card] = At.DEALT
                game.dealt[seat, Dealt.PUBLICATION, place] = card
            card = top_artifact(game, box, Level.STARTING)
            game.artifact_at[card] = At.DEALT
            game.dealt[seat, Dealt.ARTIFACT, place] = card


@kernel
def legal_keep(game: Game, seat: int, kind: int, moves: Moves) -> int:
    """Each card dealt of a kind."""
    n = 0
    for place in range(3):
        if game.dealt[seat, kind, place] >= 0:
            n = add_move(moves, n, Move.KEEP, place, 0, 0)
    return n


@kernel
def resolve_keep(game: Game, seat: int, kind: int, place: int) -> None:
    """Keep a card, secretly until all have chosen."""
    pop(game)
    game.kept[seat, kind] = place


@kernel
def run_reveal(game: Game, box: Box, log: Log) -> None:
    """All have chosen: kept cards go to their places, the others leave; slots in player order."""
    pop(game)
    game.choosing = False
    for seat in range(int(game.players) - 1, -1, -1):
        if seat != int(game.bot_seat):
            artifact = int(game.dealt[seat, Dealt.ARTIFACT, game.kept[seat, Dealt.ARTIFACT]])
            push(game, Frame.START_SLOT, seat, artifact, 0, 0)
    for seat in range(int(game.players)):
        for kind in range(4):
            for place in range(3):
                card = int(game.dealt[seat, kind, place])
                if card >= 0:
                    kept = place == int(game.kept[seat, kind])
                    note(game, log, Event.KEEP, seat, card, kind * 2 + int(kept))
                    keep_card(game, seat, kind, card, kept)
    return_publications(game, box)
    if game.bot_seat >= 0:
        give_refused(game, box)
    game.dealt[:] = -1
    game.kept[:] = -1


@kernel
def give_refused(game: Game, box: Box) -> None:
    """Botmegistus gets the first starting artifact that you refuse; without personality, none.

    Leaving out the personality skips this step of the setup, unless the ruling keeps the artifact.
    """
    if game.solo.no_personality and not box.solo_rules.keeps_refused_artifact:
        return
    you = your_seat(game)
    for place in range(3):
        artifact = int(game.dealt[you, Dealt.ARTIFACT, place])
        if artifact >= 0 and place != int(game.kept[you, Dealt.ARTIFACT]):
            game.artifact_at[artifact] = game.bot_seat
            return


@kernel
def keep_card(game: Game, seat: int, kind: int, card: int, kept: bool) -> None:
    """One card dealt is kept, or leaves; a publication that isn't kept waits to be returned."""
    where = seat if kept else int(At.AWAY)
    if kind == Dealt.MASTERPIECE and not kept:
        where = LAID_BY + seat
    if kind == Dealt.PUBLICATION:
        game.publication_at[card] = seat if kept else int(At.DEALT)
    elif kind == Dealt.ARTIFACT:
        game.artifact_at[card] = where
    else:
        game.experiment_at[card] = where
        if kept and kind == Dealt.MASTERPIECE:
            game.labs[seat].masterpiece = card
        elif kept:
            add_beside(game, seat, card)


@kernel
def return_publications(game: Game, box: Box) -> None:
    """Publications that nobody kept are shuffled under their deck."""
    card = publication_in(game, box, PUBLICATIONS_UNDER, At.DEALT)
    while card >= 0:
        put_under(game, card, At.UNDER)
        card = publication_in(game, box, PUBLICATIONS_UNDER, At.DEALT)


@kernel
def resolve_start_slot(game: Game, log: Log, seat: int, slot: int) -> None:
    """The starting artifact goes to a slot."""
    artifact = int(game.stack[game.depth - 1].arg[0])
    pop(game)
    because(game, Cause.SETUP, 0)
    place_artifact(game, log, seat, artifact, slot)


# ---------------------------------------------------------------- the introductory setup


@kernel
def set_intro_cards_aside(game: Game, box: Box) -> None:
    """The fixed cards leave their decks; other starting cards are not used."""
    for seat in range(int(game.players)):
        if seat != int(game.bot_seat):
            game.publication_at[box.intro[starting_place(game, seat), 3]] = seat


@kernel
def intro_seat(game: Game, box: Box, log: Log, seat: int) -> None:
    """A seat's fixed laboratory and cards."""
    fixed = box.intro[starting_place(game, seat)]
    take_laboratory(game, log, seat, int(fixed[0]))
    shuffle_formulas(game, box, log, seat)
    experiment, masterpiece = int(fixed[1]), int(fixed[2])
    game.experiment_at[experiment] = seat
    add_beside(game, seat, experiment)
    game.experiment_at[masterpiece] = seat
    game.labs[seat].masterpiece = masterpiece
    for kind in range(4):
        note(game, log, Event.KEEP, seat, int(fixed[kind + 1]), kind * 2 + 1)
    place_artifact(game, log, seat, int(fixed[4]), int(box.intro_slot[0]))
