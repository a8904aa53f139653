"""Which restrictions an option falls under: what it does and uses, by the pending decision."""

from __future__ import annotations

from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.kernels import REGISTRY, inlined, kernel
from trisim.games.madness.players.policy import Policy
from trisim.games.madness.players.restrictions import MAGES_AT, SPELLS_AT, Part
from trisim.games.madness.rules.cards import element_of, value_of
from trisim.games.madness.rules.codes import DISCARD_AT, HAND_AT, Frame, Move
from trisim.games.madness.rules.stack import pending
from trisim.games.madness.rules.state import Box, Game
from trisim.players.allowed import TEMPLATES


@inlined
def add(policy: Policy, n: int, code: int) -> int:
    """One more restriction; how many there are."""
    policy.without.found[n] = code
    return n + 1


@kernel
def falls_under(game: Game, box: Box, move: int, policy: Policy) -> int:
    """Put the restrictions that an option falls under into the policy; how many."""
    where, seat = pending(game), int(game.stack[game.depth - 1].seat)
    kind, first, second = kind_of(move), first_of(move), second_of(move)
    if where == Frame.ACT:
        return of_action(game, box, seat, kind, first, second, policy)
    if where == Frame.PAY and HAND_AT < first < DISCARD_AT:
        return add(policy, 0, Part.POOL)
    return 0


@kernel
def of_action(
    game: Game, box: Box, seat: int, kind: int, first: int, second: int, policy: Policy
) -> int:
    """The actions, the ability, and to pass."""
    if kind == Move.CAST:
        n = add(policy, 0, Part.CAST)
        if second > 1:
            n = add(policy, n, Part.BOOST)
        return of_spell(box, int(game.seats[seat].spells[first]), Part.CAST_OF, policy, n)
    if kind == Move.LEARN:
        n = add(policy, 0, Part.LEARN)
        return of_spell(box, int(game.library[first]), Part.LEARN_OF, policy, n)
    if kind == Move.ACQUIRE:
        n = add(policy, add(policy, 0, Part.ACQUIRE), Part.ACQUIRE_OF + element_of(first))
        return add(policy, n, Part.VALUE + value_of(first) - 2)
    if kind == Move.DESTROY:
        n = add(policy, 0, Part.DESTROY)
        return add(policy, n, Part.CURSES + int(box.curse[game.track[first]].kind))
    if kind == Move.CURE:
        return add(policy, 0, Part.CURE)
    if kind == Move.ABILITY:
        return add(policy, add(policy, 0, Part.ABILITY), MAGES_AT + int(game.seats[seat].mage))
    is_given = int(game.stack[game.depth - 1].arg[0]) >= 0
    return add(policy, 0, Part.PASS) if is_given else 0


@kernel
def of_spell(box: Box, spell: int, row: int, policy: Policy, n: int) -> int:
    """Casting or learning a spell: its category, its element and itself."""
    card = box.spell[spell]
    n = add(policy, n, Part.BASIC if card.basic else Part.LIBRARY)
    n = add(policy, n, row + int(card.element))
    return add(policy, n, SPELLS_AT + spell)


bound = TEMPLATES.bind(REGISTRY, __name__, falls_under=falls_under)
is_restricted, keep_allowed = bound.is_restricted, bound.keep_allowed
allow, count_use = bound.allow, bound.count_use
