"""The score: parts, elementals, and the best set of publications."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Level, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import PERFORMED_BY, Cause, Part
from trisim.games.trismegistus.rules.stack import because, points
from trisim.games.trismegistus.rules.state import Box, Game, Log
from trisim.games.trismegistus.rules.tracks import TOP


@kernel
def elementals_of(game: Game, box: Box, seat: int, element: int) -> int:
    """A player's elementals: on artifacts, one a performed experiment, one for the top."""
    lab = game.labs[seat]
    total = int(lab.performed_element[element])
    for slot in range(6):
        if lab.slots[slot] >= 0:
            total += int(box.artifact_elementals[lab.slots[slot], element])
    if lab.level[element] >= TOP:
        total += 1
    return total


@kernel
def best_set(game: Game, box: Box, held: int, fire: int, water: int, earth: int, air: int) -> int:
    """The most points that the first ``held`` publications in ``scratch`` can give together.

    Goes through all sets, each card first with and then without, and leaves out branches that
    can't beat the best so far. ``chosen`` has a bit for each card of the set at hand. In the end
    ``scratch`` keeps the cards of the best set, the first one found, and has -1 for the others.
    """
    best, now, chosen, place, best_chosen = 0, 0, 0, 0, 0
    while True:
        if place < held and now + points_from(game, box, place, held) > best:
            needs = box.publication_elementals[game.scratch[place]]
            if needs[0] <= fire and needs[1] <= water and needs[2] <= earth and needs[3] <= air:
                fire, water = fire - int(needs[0]), water - int(needs[1])
                earth, air = earth - int(needs[2]), air - int(needs[3])
                now += int(box.publication_points[game.scratch[place]])
                chosen |= 1 << place
            place += 1
            if now > best:
                best, best_chosen = now, chosen
        elif chosen == 0:
            keep_only(game, held, best_chosen)
            return best
        else:
            place = held - 1
            while not (chosen >> place) & 1:
                place -= 1
            chosen ^= 1 << place
            needs = box.publication_elementals[game.scratch[place]]
            fire, water = fire + int(needs[0]), water + int(needs[1])
            earth, air = earth + int(needs[2]), air + int(needs[3])
            now -= int(box.publication_points[game.scratch[place]])
            place += 1


@kernel
def points_from(game: Game, box: Box, first: int, held: int) -> int:
    """Points of all publications in ``scratch`` from ``first`` on."""
    total = 0
    for place in range(first, held):
        total += int(box.publication_points[game.scratch[place]])
    return total


@kernel
def keep_only(game: Game, held: int, chosen: int) -> None:
    """Of the first ``held`` publications in ``scratch``, keep those with a bit in ``chosen``."""
    for place in range(held):
        if not (chosen >> place) & 1:
            game.scratch[place] = -1


@kernel
def publication_points(game: Game, box: Box, seat: int) -> int:
    """Points of the best-scoring set of a player's publications."""
    best = lay_out_publications(game, box, seat)
    game.scratch[:] = 0
    return best


@kernel
def lay_out_publications(game: Game, box: Box, seat: int) -> int:
    """The same; ``scratch`` is left with a place for each publication held: the card, or -1."""
    held = 0
    for card in range(int(box.publications)):
        if game.publication_at[card] == seat:
            game.scratch[held] = card
            held += 1
    if held == 0:
        return 0
    fire, water = elementals_of(game, box, seat, 0), elementals_of(game, box, seat, 1)
    earth, air = elementals_of(game, box, seat, 2), elementals_of(game, box, seat, 3)
    return best_set(game, box, held, fire, water, earth, air)


@kernel
def experiment_points(game: Game, box: Box, seat: int, masterpiece: bool) -> int:
    """Printed points of performed experiments: of masterpieces, or of all others."""
    total = 0
    if game.labs[seat].performed == 0:
        return total
    for card in range(int(box.experiments)):
        if game.experiment_at[card] == PERFORMED_BY + seat:
            is_masterpiece = int(box.experiment_level[card]) == Level.MASTERPIECE
            if is_masterpiece == masterpiece:
                total += int(box.experiment_points[card])
    return total


@kernel
def achievement_points(game: Game, box: Box, seat: int) -> int:
    """Points of claimed achievements."""
    total = 0
    if not game.with_achievements:
        return total
    for card in range(int(box.achievements)):
        if game.achievement_at[card] == seat:
            total += int(box.achievement_points[card])
    return total


@kernel
def final_part(game: Game, box: Box, seat: int, part: int) -> int:
    """What a part of the score gives at the end, were it now."""
    lab = game.labs[seat]
    if part == Part.EXPERIMENTS:
        return experiment_points(game, box, seat, False)
    if part == Part.MASTERPIECE:
        return experiment_points(game, box, seat, True)
    if part == Part.MASTERY:
        return mastery_points(game, box, seat)
    if seat == int(game.bot_seat):
        return bot_part(game, box, seat, part)
    if part == Part.PUBLICATIONS:
        return publication_points(game, box, seat)
    if part == Part.STONE:
        return int(box.stone_points[lab.placed])
    if part == Part.GOLD:
        return int(lab.held[Thing.GOLD]) * int(box.rules.points_per_gold)
    if part == Part.ETHEREAL:
        return int(lab.held[Thing.ETHEREAL_DIE]) * int(box.rules.points_per_ethereal)
    if part == Part.ACHIEVEMENTS:
        return achievement_points(game, box, seat)
    return 0


@kernel
def mastery_points(game: Game, box: Box, seat: int) -> int:
    """Points of the levels on the four tracks."""
    total = 0
    for track in range(4):
        total += int(box.track_points[game.labs[seat].level[track]])
    return total


# ---------------------------------------------------------------- Botmegistus


@kernel
def bot_types(game: Game, seat: int) -> int:
    """Elements of which Botmegistus has completed an experiment."""
    types = 0
    for element in range(4):
        types += int(game.labs[seat].performed_element[element] > 0)
    return types


@kernel
def bot_formulas(game: Game, box: Box, seat: int) -> int:
    """Formulas that it counts: one for each type, and those that its gold pays, or has paid."""
    lab = game.labs[seat]
    paid = int(lab.bought) + int(lab.held[Thing.GOLD]) // int(box.solo_rules.gold_per_formula)
    return min(int(box.solo_rules.most_formulas), bot_types(game, seat) + paid)


@kernel
def bot_gold_left(game: Game, box: Box, seat: int) -> int:
    """Gold that formulas leave it."""
    lab = game.labs[seat]
    to_pay = max(0, bot_formulas(game, box, seat) - bot_types(game, seat) - int(lab.bought))
    return int(lab.held[Thing.GOLD]) - to_pay * int(box.solo_rules.gold_per_formula)


@kernel
def bot_part(game: Game, box: Box, seat: int, part: int) -> int:
    """The parts that Botmegistus counts in its own way."""
    if part == Part.STONE:
        return int(box.stone_points[bot_formulas(game, box, seat)])
    if part == Part.GOLD:
        return bot_gold_left(game, box, seat) * int(box.rules.points_per_gold)
    if part == Part.ETHEREAL:
        dice = int(game.labs[seat].held[Thing.ETHEREAL_DIE])
        return dice * int(box.solo_rules.points_per_ethereal)
    total = 0
    if part == Part.ARTIFACTS:
        for element in range(4):
            total += int(game.bot.elementals[element])
    return total * int(box.solo_rules.points_per_elemental)


# ---------------------------------------------------------------- the whole


PARTS = len(Part)
FINAL_PARTS = int(Part.ACHIEVEMENTS) + 1
"""Parts that are counted at the end; the others are points on the way."""


@kernel
def score_now(game: Game, box: Box, seat: int) -> int:
    """A player's score if the game ended here."""
    total = 0
    for part in range(PARTS):
        total += int(game.labs[seat].vp[part])
    for part in range(FINAL_PARTS):
        total += final_part(game, box, seat, part)
    if seat == int(game.bot_seat):
        total += final_part(game, box, seat, Part.ARTIFACTS)
    return total


@kernel
def score_game(game: Game, box: Box, log: Log) -> None:
    """The end: every part of every score."""
    because(game, Cause.SCORE, 0)
    for seat in range(int(game.players)):
        for part in range(FINAL_PARTS):
            points(game, log, seat, part, final_part(game, box, seat, part))
        if seat == int(game.bot_seat):
            points(game, log, seat, Part.ARTIFACTS, final_part(game, box, seat, Part.ARTIFACTS))
        total = 0
        for part in range(PARTS):
            total += int(game.labs[seat].vp[part])
        game.labs[seat].score = total
    game.over = True


@kernel
def is_before(game: Game, seat: int, other: int) -> bool:
    """Whether a seat comes before another: points, experiments; a tie is Botmegistus'."""
    lab, than = game.labs[seat], game.labs[other]
    if lab.score != than.score:
        return bool(lab.score > than.score)
    if game.bot_seat >= 0:
        return seat == int(game.bot_seat)
    return bool(lab.performed > than.performed)
