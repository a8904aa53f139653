"""What a position is worth to a seat, in parts that weights can be put on.

Features are read from what the seat sees: its own laboratory and cards, the board, and how far the
others are. What is in a bowl or a deck next round is chance, and no feature asks for it.

Thousands of positions are judged in a game, and most differ little from the one before. So what
takes long is counted again only when that which it follows from has changed: a key says what it was
counted with.
"""

from __future__ import annotations

import numpy as np

from trisim.games.trismegistus.box.words import Thing, Word
from trisim.games.trismegistus.kernels import inlined, kernel
from trisim.games.trismegistus.players.experiment_cache import dice_left, experiment_case, lessening
from trisim.games.trismegistus.players.policy import Floats, Policy
from trisim.games.trismegistus.rules.codes import PERFORMED_BY, FormulaState, Frame
from trisim.games.trismegistus.rules.dice import dice_in_bowl
from trisim.games.trismegistus.rules.scoring import PARTS, achievement_points, best_set
from trisim.games.trismegistus.rules.state import Box, Game, Lab
from trisim.games.trismegistus.rules.stone import formula_price
from trisim.games.trismegistus.rules.tracks import TOP

GOLD = int(Thing.GOLD)
SLOTS, SIDE = 6, 4
UNKNOWN = -1


class Feature(Word):
    """Parts of a position's worth; ``MEANINGS`` says what each counts."""

    SCORE = 0
    EXPERIMENTS = 1
    MASTERPIECE = 2
    EXPERIMENTS_HELD = 3
    PERFORMABLE = 4
    LEVELS = 5
    HIGH_LEVELS = 6
    LOWEST_LEVEL = 7
    TOKENS_AHEAD = 8
    ARTIFACTS_READY = 9
    ARTIFACTS_USED = 10
    ARTIFACTS_IN_REACH = 11
    ARTIFACTS_LOW = 12
    ARTIFACTS_COMING = 13
    ELEMENTALS = 14
    PUBLICATIONS = 15
    PUBLICATIONS_NEAR = 16
    PUBLICATIONS_COMING = 17
    FORMULAS_READY = 18
    FORMULAS_PLACED = 19
    NEXT_STONE = 20
    VAULT_LINES = 21
    COLUMNS_BEGUN = 22
    GOLD = 23
    GOLD_FOR_FORMULA = 24
    SILVER = 25
    RAW = 26
    REFINED = 27
    CHAIN = 28
    ESSENCES = 29
    FUEL = 30
    POTENCY = 31
    DICE_LEFT = 32
    DICE_ON_OFFER = 33
    TEMPO = 34
    REACTIONS = 35
    CHAMELEONS = 36
    ETHEREAL_DICE = 37


FEATURES = len(Feature)

MEANINGS: dict[Feature, str] = {
    Feature.SCORE: "points, if the game ended here",
    Feature.EXPERIMENTS: "worth of the experiments held, each by how little is missing",
    Feature.MASTERPIECE: "worth of the masterpiece, by how little is missing",
    Feature.EXPERIMENTS_HELD: "experiments beside the laboratory",
    Feature.PERFORMABLE: "experiments and masterpiece for which nothing is missing",
    Feature.LEVELS: "levels on all tracks together",
    Feature.HIGH_LEVELS: "levels above 6, squared, in units of a track at the top",
    Feature.LOWEST_LEVEL: "level on the lowest track",
    Feature.TOKENS_AHEAD: "bonus tokens within four steps, each by how near it is",
    Feature.ARTIFACTS_READY: "worth of the abilities of artifacts that are face up",
    Feature.ARTIFACTS_USED: "worth of the abilities of artifacts that are used",
    Feature.ARTIFACTS_IN_REACH: "worth of ready artifacts at arrows that a held cube can follow",
    Feature.ARTIFACTS_LOW: "worth of artifacts, the more the lower their arrow is on the chain",
    Feature.ARTIFACTS_COMING: "random artifacts about to be drawn",
    Feature.ELEMENTALS: "elementals on artifacts, by experiments and at the tops of tracks",
    Feature.PUBLICATIONS: "publications in hand",
    Feature.PUBLICATIONS_NEAR: "points of incomplete publications, by the share that is there",
    Feature.PUBLICATIONS_COMING: "publications about to be drawn",
    Feature.FORMULAS_READY: "worth of the face-up formulas in the vault",
    Feature.FORMULAS_PLACED: "formulas in the vault",
    Feature.NEXT_STONE: "points that one more formula in the vault would bring",
    Feature.VAULT_LINES: "worth of the vault's lines, by how full they are",
    Feature.COLUMNS_BEGUN: "element columns with an experiment",
    Feature.GOLD: "gold not set aside for an experiment",
    Feature.GOLD_FOR_FORMULA: "share of the next formula's price that is there",
    Feature.SILVER: "silver not set aside for an experiment",
    Feature.RAW: "raw materials not set aside, each further one of a kind for less",
    Feature.REFINED: "refined copper to iron not set aside, each further one of a kind for less",
    Feature.CHAIN: "places on the chain of arrows of the materials not set aside",
    Feature.ESSENCES: "essences, each further one of a kind for less",
    Feature.FUEL: "transmutations that cubes and essences at hand allow, up to 6",
    Feature.POTENCY: "potency left on the die",
    Feature.DICE_LEFT: "dice still to be drafted this round",
    Feature.DICE_ON_OFFER: "potency of the best dice on offer, as many as are still to be drafted",
    Feature.TEMPO: "dice used ahead of the others, on average",
    Feature.REACTIONS: "reactions ready",
    Feature.CHAMELEONS: "chameleons",
    Feature.ETHEREAL_DICE: "ethereal dice",
}


# ---------------------------------------------------------------- points


@inlined
def points_now(game: Game, box: Box, seat: int, policy: Policy) -> float:
    """The score if the game ended here; publications as counted last."""
    lab = game.labs[seat]
    total = int(box.stone_points[lab.placed])
    for part in range(PARTS):
        total += int(lab.vp[part])
    for track in range(4):
        total += int(box.track_points[lab.level[track]])
    total += int(lab.held[GOLD]) * int(box.rules.points_per_gold)
    total += int(lab.held[Thing.ETHEREAL_DIE]) * int(box.rules.points_per_ethereal)
    if game.with_achievements:
        total += achievement_points(game, box, seat)
    return total + policy.memo.hand_points + points_of_performed(game, box, seat, policy)


@inlined
def points_of_performed(game: Game, box: Box, seat: int, policy: Policy) -> float:
    """Printed points of experiments and masterpiece, as counted when the decision came up."""
    if int(game.labs[seat].performed) == policy.memo.performed:
        return policy.memo.performed_points
    return count_performed(game, box, seat)


@kernel
def count_performed(game: Game, box: Box, seat: int) -> float:
    """Printed points of the experiments that a seat has performed."""
    total = 0
    for card in range(int(box.experiments)):
        if game.experiment_at[card] == PERFORMED_BY + seat:
            total += int(box.experiment_points[card])
    return float(total)


# ---------------------------------------------------------------- experiments and goods


@inlined
def experiment_features(game: Game, box: Box, seat: int, policy: Policy, out: Floats) -> None:
    """Experiments by how near they are, and the goods that they leave."""
    found = policy.memo.experiments[experiment_case(game, box, seat, policy)]
    out[Feature.EXPERIMENTS] = found.experiments
    out[Feature.EXPERIMENTS_HELD] = found.experiments_held
    out[Feature.MASTERPIECE] = found.masterpiece
    out[Feature.PERFORMABLE] = found.performable
    out[Feature.RAW] = found.raw
    out[Feature.REFINED] = found.refined
    out[Feature.CHAIN] = found.chain
    out[Feature.SILVER] = found.silver
    out[Feature.GOLD] = found.gold


@inlined
def store_features(lab: Lab, policy: Policy, out: Floats) -> None:
    """Essences, what they and the cubes can do together, and tokens."""
    essences, cubes, fuel = 0.0, 0, 0
    for thing in range(9):
        cubes += int(lab.held[thing])
    for thing in range(int(Thing.SALT), int(Thing.AETHER) + 1):
        essences += lessening(policy, int(lab.held[thing]))
        fuel += int(lab.held[thing])
    pairs = (cubes + fuel) // 2  # mercury is a cube or a payment
    fuel += int(lab.held[Thing.RAW_MERCURY])
    out[Feature.ESSENCES] = essences
    out[Feature.FUEL] = min(min(cubes, fuel), min(pairs, 6))
    out[Feature.REACTIONS] = lab.held[Thing.REACTION]
    out[Feature.CHAMELEONS] = lab.held[Thing.CHAMELEON]
    out[Feature.ETHEREAL_DICE] = lab.held[Thing.ETHEREAL_DIE]


# ---------------------------------------------------------------- tracks


@inlined
def track_features(game: Game, lab: Lab, policy: Policy, out: Floats) -> None:
    """Levels, levels near the top, and bonus tokens that come near."""
    levels, high, ahead, lowest, begun = 0, 0.0, 0.0, TOP, 0
    for track in range(4):
        level = int(lab.level[track])
        levels += level
        lowest = min(lowest, level)
        begun += int(lab.performed_element[track] > 0)
        high += policy.facts.high[level]
        space = int(policy.facts.next_space[level])
        if space >= 0 and game.bonus[track, space] >= 0:
            ahead += policy.facts.nearness[level]
    out[Feature.LEVELS] = levels
    out[Feature.HIGH_LEVELS] = high
    out[Feature.LOWEST_LEVEL] = lowest
    out[Feature.TOKENS_AHEAD] = ahead
    out[Feature.COLUMNS_BEGUN] = begun


# ---------------------------------------------------------------- artifacts and publications


@inlined
def artifact_features(box: Box, lab: Lab, policy: Policy, out: Floats) -> None:
    """Artifacts by worth: ready, used, at an arrow that can be followed, low on the chain."""
    slots, seen = lab.slots.view(np.int32), policy.memo.slots_seen.view(np.int32)
    is_new = slots[0] != seen[0] or slots[1] != seen[1] or slots[2] != seen[2]
    if is_new:
        count_slots(box, lab, policy)
    faces, seen_faces = lab.ready.view(np.int16), policy.memo.ready_seen.view(np.int16)
    if (
        is_new
        or faces[0] != seen_faces[0]
        or faces[1] != seen_faces[1]
        or faces[2] != seen_faces[2]
    ):
        count_ready(lab, policy)
    reach = 0.0
    for slot in range(SLOTS):
        reach += policy.memo.ready_value[slot] if has_foot(lab, slot) else 0.0
    out[Feature.ARTIFACTS_READY] = policy.memo.artifacts_ready
    out[Feature.ARTIFACTS_USED] = policy.memo.artifacts_used
    out[Feature.ARTIFACTS_IN_REACH] = reach
    out[Feature.ARTIFACTS_LOW] = policy.memo.artifacts_low


@kernel
def count_slots(box: Box, lab: Lab, policy: Policy) -> None:
    """Worth of the artifacts low on the chain, and the elementals on all of them."""
    low = 0.0
    policy.memo.on_artifacts[:] = 0
    for slot in range(SLOTS):
        artifact = int(lab.slots[slot])
        policy.memo.slots_seen[slot] = artifact
        if artifact >= 0:
            low += policy.facts.artifact_value[artifact] * (SLOTS - 1 - slot) / 5.0
            for element in range(4):
                policy.memo.on_artifacts[element] += box.artifact_elementals[artifact, element]
    policy.memo.artifacts_low = low


@kernel
def count_ready(lab: Lab, policy: Policy) -> None:
    """Worth of the artifacts that are face up, and of those that are used."""
    ready, used = 0.0, 0.0
    for slot in range(SLOTS):
        policy.memo.ready_seen[slot] = lab.ready[slot]
        policy.memo.ready_value[slot] = 0.0
        if lab.slots[slot] < 0:
            continue
        worth = policy.facts.artifact_value[lab.slots[slot]]
        if lab.ready[slot]:
            ready += worth
            policy.memo.ready_value[slot] = worth
        else:
            used += worth
    policy.memo.artifacts_ready = ready
    policy.memo.artifacts_used = used


@inlined
def has_foot(lab: Lab, arrow: int) -> bool:
    """Whether a cube at the foot of an arrow is held."""
    cubes = 0
    if arrow <= 4:
        cubes += int(lab.held[arrow])
    if arrow >= 1:
        cubes += int(lab.held[arrow + 4])
    return cubes > 0


@inlined
def publication_features(game: Game, box: Box, seat: int, policy: Policy, out: Floats) -> None:
    """Elementals, and publications by those they lack. Artifacts have been counted before."""
    lab = game.labs[seat]
    key, total = 0, 0
    for element in range(4):
        count = int(policy.memo.on_artifacts[element]) + int(lab.performed_element[element])
        count += int(lab.level[element] >= TOP)
        policy.memo.elementals[element] = count
        total += count
        key = key * 64 + count
    if policy.memo.returning:
        list_hand(game, box, seat, policy)
        policy.memo.hand_key = UNKNOWN
    if key != policy.memo.hand_key:
        count_hand(game, box, policy)
        policy.memo.hand_key = key
    out[Feature.ELEMENTALS] = total
    out[Feature.PUBLICATIONS] = policy.memo.hand_size
    out[Feature.PUBLICATIONS_NEAR] = policy.memo.hand_near


@kernel
def list_hand(game: Game, box: Box, seat: int, policy: Policy) -> None:
    """Put down which publications are in hand."""
    held = 0
    for card in range(int(box.publications)):
        if game.publication_at[card] == seat:
            policy.memo.hand[held] = card
            held += 1
    policy.memo.hand_size = held


@kernel
def count_hand(game: Game, box: Box, policy: Policy) -> None:
    """Publications in hand: points of the best set, and those of the near ones."""
    near, held = 0.0, int(policy.memo.hand_size)
    for place in range(held):
        card = int(policy.memo.hand[place])
        near += policy.facts.publication_value[card] * share_there(box, policy, card)
        game.scratch[place] = card
    fire, water = int(policy.memo.elementals[0]), int(policy.memo.elementals[1])
    earth, air = int(policy.memo.elementals[2]), int(policy.memo.elementals[3])
    policy.memo.hand_near = near
    policy.memo.hand_points = best_set(game, box, held, fire, water, earth, air)
    game.scratch[:held] = 0


@kernel
def share_there(box: Box, policy: Policy, card: int) -> float:
    """The share of a publication's elementals that are there, squared; 0 when all are."""
    need, have = 0, 0
    for element in range(4):
        wanted = int(box.publication_elementals[card, element])
        need += wanted
        have += min(wanted, int(policy.memo.elementals[element]))
    if have >= need:
        return 0.0
    share = have / need
    return share * share


# ---------------------------------------------------------------- the stone


@inlined
def stone_features(box: Box, lab: Lab, policy: Policy, out: Floats) -> None:
    """Formulas to use, the next step of the stone, lines of the vault nearly complete."""
    key, placed = int(lab.formula_state.view(np.int64)[0]), int(lab.placed)
    if key != policy.memo.formulas_key:
        policy.memo.formulas_ready = formulas_ready(lab, policy)
        policy.memo.formulas_key = key
    out[Feature.FORMULAS_READY] = policy.memo.formulas_ready
    out[Feature.FORMULAS_PLACED] = placed
    more = int(box.stone_points[placed + 1]) - int(box.stone_points[placed])
    out[Feature.NEXT_STONE] = max(0, more)
    if placed == policy.memo.placed:
        out[Feature.VAULT_LINES] = policy.memo.lines_now
    else:
        out[Feature.VAULT_LINES] = vault_lines(box, lab, policy)
    price = max(1, formula_price(box, lab))
    out[Feature.GOLD_FOR_FORMULA] = min(1.0, int(lab.held[GOLD]) / price)


@kernel
def formulas_ready(lab: Lab, policy: Policy) -> float:
    """Worths of the face-up formulas in the vault."""
    ready = 0.0
    for position in range(8):
        if lab.formula_state[position] == FormulaState.READY:
            ready += policy.facts.formula_value[lab.formula[position]]
    return ready


@kernel
def vault_lines(box: Box, lab: Lab, policy: Policy) -> float:
    """Worths of the rows and columns of the vault that are begun, by how full they are."""
    alchemist = int(lab.alchemist)
    total = 0.0
    if alchemist < 0 or lab.placed == 0:
        return total
    for line in range(2 * SIDE):
        spaces, full = 0, 0
        for place in range(SIDE):
            row = line if line < SIDE else place
            column = place if line < SIDE else line - SIDE
            if box.vault_space[alchemist, row, column]:
                spaces += 1
                full += int(lab.vault[row * SIDE + column] >= 0)
        if 0 < full < spaces:
            total += policy.facts.line_value[alchemist, line] * full / spaces
    return total


# ---------------------------------------------------------------- dice and time


@inlined
def dice_features(game: Game, box: Box, seat: int, policy: Policy, out: Floats) -> None:
    """The die, the dice to come, and who is ahead with theirs."""
    lab = game.labs[seat]
    left = dice_left(box, lab)
    out[Feature.POTENCY] = lab.potency
    out[Feature.DICE_LEFT] = left
    out[Feature.DICE_ON_OFFER] = policy.memo.offer
    used = int(lab.dice_used) + int(lab.die_symbol >= 0 and lab.potency == 0)
    out[Feature.TEMPO] = used - policy.memo.others_used


@kernel
def on_offer(game: Game, box: Box, dice: int) -> int:
    """Potency of the so many best dice in the bowls, were they drafted one after the other."""
    total, left = 0, dice
    limit = int(box.rules.potency_limit)
    fullest = 0
    for symbol in range(6):
        size = dice_in_bowl(game, symbol)
        fullest = max(fullest, size)
        if left > 0 and size >= limit:
            taken = min(left, size - limit + 1)
            total += taken * limit
            left -= taken
    for potency in range(min(limit - 1, fullest), 0, -1):
        if left <= 0:
            break
        for symbol in range(6):
            if left > 0 and dice_in_bowl(game, symbol) >= potency:
                total += potency
                left -= 1
    return total


@kernel
def look_at(game: Game, box: Box, seat: int, policy: Policy) -> None:
    """Count what hardly ever changes while one decision is weighed."""
    lab = game.labs[seat]
    policy.memo.formulas_key = UNKNOWN
    count_slots(box, lab, policy)
    count_ready(lab, policy)
    list_hand(game, box, seat, policy)
    policy.memo.hand_key = UNKNOWN
    policy.memo.returning = int(game.stack[game.depth - 1].kind) == Frame.RETURN
    policy.memo.performed_points = count_performed(game, box, seat) if lab.performed > 0 else 0.0
    policy.memo.performed = int(lab.performed)
    policy.memo.lines_now = vault_lines(box, lab, policy)
    policy.memo.placed = int(lab.placed)
    policy.memo.offer = on_offer(game, box, dice_left(box, lab))
    policy.memo.others_used = used_by_others(game, seat)


@kernel
def used_by_others(game: Game, seat: int) -> float:
    """Dice that the others have used this round, on average."""
    total = -int(game.labs[seat].dice_used)
    for other in range(int(game.players)):
        total += int(game.labs[other].dice_used)
    return total / max(1, int(game.players) - 1)


@kernel
def features(game: Game, box: Box, seat: int, policy: Policy) -> None:
    """All features of a position for a seat, but for what chance is about to bring.

    The position follows from the one that ``look_at`` saw last.
    """
    lab, out = game.labs[seat], policy.scratch.features[:]
    artifact_features(box, lab, policy, out)
    publication_features(game, box, seat, policy, out)
    out[Feature.SCORE] = points_now(game, box, seat, policy)
    experiment_features(game, box, seat, policy, out)
    store_features(lab, policy, out)
    track_features(game, lab, policy, out)
    stone_features(box, lab, policy, out)
    dice_features(game, box, seat, policy, out)
