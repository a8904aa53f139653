"""Which restrictions an option falls under: what it takes or uses, by the pending decision."""

from __future__ import annotations

from trisim.engine.moves import first_of, kind_of, move_of, second_of, third_of
from trisim.games.trismegistus.box.tables import NONE, EffectKind
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import REGISTRY, inlined, kernel
from trisim.games.trismegistus.players.policy import Policy, quiet_log
from trisim.games.trismegistus.players.restrictions import (
    ACHIEVEMENTS_AT,
    ARTIFACTS_AT,
    EXPERIMENTS_AT,
    FORMULAS_AT,
    PUBLICATIONS_AT,
    Part,
)
from trisim.games.trismegistus.rules.codes import DECISIONS, MASTERPIECE, Dealt, Frame, Move
from trisim.games.trismegistus.rules.effects import KIND, PRICE
from trisim.games.trismegistus.rules.experiments import held_experiment
from trisim.games.trismegistus.rules.machine import carry_out, is_edge, run_frame, settle_effects
from trisim.games.trismegistus.rules.state import Box, Game
from trisim.games.trismegistus.rules.transmute import essence_of, head_thing
from trisim.players.allowed import FOUND, TEMPLATES

STEPS = 32
"""What follows from a move by itself, at the most."""


@inlined
def add(policy: Policy, n: int, code: int) -> int:
    """One more restriction; how many there are."""
    if n < FOUND:
        policy.without.found[n] = code
        return n + 1
    return n


@kernel
def falls_under(game: Game, box: Box, move: int, policy: Policy) -> int:
    """Put the restrictions that an option falls under into the policy; how many."""
    frame = game.stack[game.depth - 1]
    where, seat, argument = int(frame.kind), int(frame.seat), int(frame.arg[0])
    kind, a = kind_of(move), first_of(move)
    n = 0
    if where == Frame.KEEP:
        return of_kept(game, seat, argument, a, policy)
    if where == Frame.LABORATORY or where == Frame.START_SLOT or where == Frame.WILD:
        return n
    if where == Frame.RETURN:
        return of_hand(game, box, seat, a, policy)
    if kind == Move.NONE:
        return n
    if where == Frame.DRAFT or where == Frame.ACTION or where == Frame.AFTER:
        n = of_menu(game, box, seat, move, policy)
    elif where == Frame.REACT:
        n = of_reaction(game, box, seat, move, policy)
    elif where == Frame.TRANSMUTE and kind == Move.TRANSMUTE:
        n = of_transmutation(game, box, move, policy, n)
    elif where == Frame.TRANSMUTE:
        n = of_formula(game, seat, kind, a, policy, n)
    elif where == Frame.TRIGGER or where == Frame.USE_NEW:
        n = add(policy, n, Part.USE_ARTIFACT)
        n = of_artifact(policy, n, int(game.labs[seat].slots[argument]))
    else:
        n = of_effect(game, where, seat, move, policy)
    if wants(policy, Part.PUBLICATIONS) and draws_more(game, box, seat, move, policy):
        n = add(policy, n, Part.PUBLICATIONS)
    return n


@inlined
def wants(policy: Policy, code: int) -> bool:
    """Whether it matters if an option falls under a restriction that takes long to find out."""
    return bool(policy.without.codes[code]) or bool(policy.without.counts)


# ---------------------------------------------------------------- cards at setup, publications


@kernel
def of_kept(game: Game, seat: int, kind: int, place: int, policy: Policy) -> int:
    """Keeping a card that was dealt."""
    card = int(game.dealt[seat, kind, place])
    if kind == Dealt.ARTIFACT:
        return add(policy, 0, ARTIFACTS_AT + card)
    if kind == Dealt.PUBLICATION:
        return add(policy, 0, PUBLICATIONS_AT + card)
    return add(policy, 0, EXPERIMENTS_AT + card)


@kernel
def of_hand(game: Game, box: Box, seat: int, returned: int, policy: Policy) -> int:
    """Returning a publication keeps the others."""
    n = 0
    if policy.without.codes[PUBLICATIONS_AT + returned]:
        return n  # one of those that the player does without leaves
    for card in range(int(box.publications)):
        if card != returned and game.publication_at[card] == seat:
            n = add(policy, n, PUBLICATIONS_AT + card)
    return n


# ---------------------------------------------------------------- the turn


@kernel
def of_menu(game: Game, box: Box, seat: int, move: int, policy: Policy) -> int:
    """The draft, free actions, the chameleon and the action."""
    kind, a, b = kind_of(move), first_of(move), second_of(move)
    lab = game.labs[seat]
    if kind == Move.DIE:
        return add(policy, add(policy, 0, Part.DIE + a), Part.DICE_OF + b)
    if kind == Move.CHAMELEON:
        return add(policy, 0, Part.CHAMELEON)
    if kind == Move.PERFORM:
        return of_performing(game, seat, a, policy)
    if kind == Move.CLAIM:
        return add(policy, add(policy, 0, Part.ACHIEVEMENTS), ACHIEVEMENTS_AT + a)
    if kind == Move.ARROW:
        return of_arrow(box, a, policy, 0)
    if kind == Move.BUY_ARTIFACT:
        n = add(policy, 0, Part.BUY_ARTIFACT)
        return of_artifact(policy, n, int(game.market[a, b]))
    if kind == Move.EXPERIMENT:
        n = add(policy, add(policy, 0, Part.TAKE_EXPERIMENT), Part.EXPERIMENTS)
        return add(policy, n, EXPERIMENTS_AT + int(game.books[a, b]))
    if kind == Move.BUY_FORMULA or kind == Move.USE_FORMULA:
        return of_formula(game, seat, kind, a, policy, 0)
    return of_gain(game, seat, kind, a, int(lab.as_symbol), policy, 0)


@kernel
def of_gain(game: Game, seat: int, kind: int, a: int, symbol: int, policy: Policy, n: int) -> int:
    """Harvest, essences, recharging: as an action or a reaction, with a die of a symbol."""
    if kind == Move.HARVEST:
        return add(policy, add(policy, n, Part.HARVEST), Part.HARVEST_OF + symbol)
    if kind == Move.ESSENCE:
        return add(policy, add(policy, n, Part.ESSENCES), Part.ESSENCE_OF + a)
    n = add(policy, n, Part.RECHARGE)
    return of_artifact(policy, n, int(game.labs[seat].slots[a]))


@kernel
def of_performing(game: Game, seat: int, place: int, policy: Policy) -> int:
    """Performing an experiment or the masterpiece."""
    n = add(policy, 0, Part.PERFORM)
    n = add(policy, n, Part.MASTERPIECE if place == MASTERPIECE else Part.EXPERIMENTS)
    return add(policy, n, EXPERIMENTS_AT + held_experiment(game, seat, place))


@inlined
def of_artifact(policy: Policy, n: int, artifact: int) -> int:
    """Taking, using or recharging an artifact."""
    return add(policy, add(policy, n, Part.ARTIFACTS), ARTIFACTS_AT + artifact)


@kernel
def of_formula(game: Game, seat: int, kind: int, position: int, policy: Policy, n: int) -> int:
    """Unlocking a formula for gold, or using one."""
    n = add(policy, n, Part.BUY_FORMULA if kind == Move.BUY_FORMULA else Part.USE_FORMULA)
    n = add(policy, n, Part.STONE)
    return add(policy, n, FORMULAS_AT + int(game.labs[seat].formula[position]))


@kernel
def of_reaction(game: Game, box: Box, seat: int, move: int, policy: Policy) -> int:
    """A reaction, and what is done with it."""
    kind, a = kind_of(move), first_of(move)
    n = add(policy, 0, Part.REACTION)
    if kind == Move.HARVEST:
        n = add(policy, n, Part.REACTION_HARVEST)
    elif kind == Move.ESSENCE:
        n = add(policy, n, Part.REACTION_ESSENCE)
    elif kind == Move.TRANSMUTE:
        n = add(policy, n, Part.REACTION_TRANSMUTE)
        return of_transmutation(game, box, move, policy, n)
    else:
        n = add(policy, n, Part.REACTION_RECHARGE)
    symbol = int(game.labs[int(game.active)].die_symbol)
    return of_gain(game, seat, kind, a, symbol, policy, n)


# ---------------------------------------------------------------- transmuting, effects


@kernel
def of_arrow(box: Box, arrow: int, policy: Policy, n: int) -> int:
    """Transmuting along an arrow."""
    n = add(policy, add(policy, n, Part.TRANSMUTE), Part.ARROW + arrow)
    if head_thing(arrow) == Thing.GOLD:
        n = add(policy, n, Part.GOLD)
    return add(policy, n, Part.ARROWS_OF + int(box.arrow_color[arrow]))


@kernel
def of_transmutation(game: Game, box: Box, move: int, policy: Policy, n: int) -> int:
    """A transmutation: its arrow, and the track that its essence moves on."""
    n = of_arrow(box, first_of(move), policy, n)
    return add(policy, n, Part.TRACK + int(game.essence_track[essence_of(third_of(move))]))


@kernel
def of_effect(game: Game, where: int, seat: int, move: int, policy: Policy) -> int:
    """A choice inside an effect, and other choices that follow from a move."""
    kind, a = kind_of(move), first_of(move)
    if where == Frame.ETHEREAL:
        return add(policy, 0, Part.ETHEREAL_DIE)
    if where == Frame.RANDOM:
        return add(policy, add(policy, 0, Part.RANDOM_ARTIFACT), Part.ARTIFACTS)
    if where == Frame.EXCHANGE:
        return add(policy, 0, Part.EXCHANGE)
    if where == Frame.UNLOCK:
        return add(policy, 0, FORMULAS_AT + int(game.labs[seat].formula[a]))
    if kind == Move.TRACK:
        return add(policy, 0, Part.TRACK + a)
    if where == Frame.GAIN_ANY and a == Thing.GOLD:
        return add(policy, 0, Part.GOLD)
    return 0


# ---------------------------------------------------------------- drawing publications


@kernel
def draws_more(game: Game, box: Box, seat: int, move: int, policy: Policy) -> bool:
    """Whether a move has publications drawn that would not be drawn anyway.

    The move and what follows from it by itself are tried on a copy, up to chance or a choice.
    """
    policy.restricting.after = game
    state = policy.restricting.after
    log = quiet_log(policy.restricting.log)
    carry_out(state, box, log, move)
    for _ in range(STEPS):
        if state.depth == 0:
            break
        kind = int(state.stack[state.depth - 1].kind)
        if kind == Frame.EFFECTS:
            parts = int(state.stack[state.depth - 1].arg[0])
            if not settle_effects(state, box, log):
                if parts > 1:
                    break
                carry_out(state, box, log, move_of(Move.PART, 0, 0, 0))  # the only one
        elif kind < DECISIONS or is_edge(kind):
            break
        else:
            run_frame(state, box, log)
    return draws_due(state, box, seat) > draws_due(game, box, seat)


@kernel
def draws_due(game: Game, box: Box, seat: int) -> int:
    """Parts of effects by which a seat is about to draw publications, whatever it chooses."""
    due = 0
    for place in range(int(game.agenda_top)):
        due += is_draw(box, int(game.agenda[place]))
    for place in range(int(game.depth)):
        frame = game.stack[place]
        kind, argument = int(frame.kind), int(frame.arg[0])
        if int(frame.seat) != seat:
            continue
        if kind == Frame.DRAW:
            due += 1
        elif kind == Frame.REWARD:
            due += int(box.effects[argument, KIND] == EffectKind.DRAW_PUBLICATIONS)
        elif kind == Frame.PERFORM:
            bonus = box.experiment_bonus[argument]
            due += draws_in(box, int(bonus[0]), int(bonus[1]))
        elif kind == Frame.TOKEN:
            token = box.token_effect[argument]
            due += draws_in(box, int(token[0]), int(token[1]))
    lab = game.labs[seat]
    for place in range(int(lab.waits)):
        token = box.token_effect[int(lab.waiting[place])]
        due += draws_in(box, int(token[0]), int(token[1]))
    return due


@kernel
def draws_in(box: Box, first: int, count: int) -> int:
    """Parts of an effect that draw publications and cost nothing."""
    draws = 0
    for row in range(first, first + count):
        draws += is_draw(box, row)
    return draws


@inlined
def is_draw(box: Box, row: int) -> int:
    """1 for a part of an effect that draws publications and costs nothing, else 0."""
    is_free = box.effects[row, PRICE] == NONE
    return int(is_free and box.effects[row, KIND] == EffectKind.DRAW_PUBLICATIONS)


bound = TEMPLATES.bind(REGISTRY, __name__, falls_under=falls_under)
is_restricted, keep_allowed = bound.is_restricted, bound.keep_allowed
allow, count_use = bound.allow, bound.count_use
