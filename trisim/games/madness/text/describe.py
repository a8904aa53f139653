"""Moves in words a player would use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trisim.engine.game import GameError, IllegalMoveError
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.box.words import (
    MADNESS,
    VALUES,
    Count,
    CurseKind,
    Element,
    Verb,
    Zone,
)
from trisim.games.madness.rules.codes import (
    DESTROYED_AT,
    DISCARD_AT,
    HAND_AT,
    Act,
    Eff,
    Frame,
    Move,
    Pay,
)
from trisim.games.madness.text.words import (
    SPACES,
    curse_name,
    kind_word,
    mage_name,
    player_name,
    spell_name,
    whose,
)
from trisim.texts import listed


@dataclass(frozen=True, slots=True)
class Pending:
    """A pending decision."""

    game: Any
    frame: Frame
    seat: int
    args: tuple[int, ...]

    @classmethod
    def of(cls, game: Any) -> Pending:
        if game.is_over or not game.state.depth:
            raise GameError("the game is over: there is no decision")
        top = game.state.stack[game.state.depth - 1]
        return cls(game, Frame(int(top.kind)), int(top.seat), tuple(int(arg) for arg in top.arg))

    @property
    def own(self) -> Any:
        """The record of the seat that decides."""
        return self.game.state.seats[self.seat]

    @property
    def below(self) -> Any:
        """The frame below: that of an effect, where a step of one asks."""
        return self.game.state.stack[self.game.state.depth - 2]

    @property
    def row(self) -> Any:
        """The step of an effect that asks."""
        return self.game.tables.rows[int(self.below.arg[Eff.ROW])]

    @property
    def verb(self) -> Verb:
        return Verb(int(self.row.verb))

    @property
    def is_own_turn(self) -> bool:
        """Whether it is the own action phase, with any number of actions."""
        return self.frame is Frame.ACT and self.args[Act.LEFT] < 0


def describe(game: Any, move: int) -> str:
    """A legal move in words a player would use."""
    if move not in game.legal():
        raise IllegalMoveError(f"move {move} is none of the options of the pending decision")
    pending = Pending.of(game)
    return WORDS[Move(kind_of(move))](pending, first_of(move), second_of(move))


# ---------------------------------------------------------------- costs


def element_cost(amount: int, element: int) -> str:
    """``2 fire``."""
    return f"{amount} {Element(element).word}"


def spell_cost(game: Any, spell: int, boost: int) -> str:
    """What it costs to cast a spell."""
    card = game.tables.spell[spell]
    return element_cost(max(1, int(card.level)) * boost, int(card.element))


def curse_cost(game: Any, slot: int) -> str:
    """What it costs to destroy a curse on the track, with its tokens."""
    state, box = game.state, game.tables
    kind = int(box.curse[int(state.track[slot])].kind)
    each = int(box.multi_cost) if kind == CurseKind.MULTI else 0
    needs = [each + int(box.token_cost) * int(tokens) for tokens in state.tokens[slot]]
    if kind != CurseKind.MULTI:
        needs[kind] += int(box.curse_cost)
    if len({*needs}) == 1:
        return f"{needs[0]} of each element"
    return listed(element_cost(need, element) for element, need in enumerate(needs) if need)


def curse_at(game: Any, slot: int) -> str:
    """A curse on the track, with its space."""
    return f"{curse_name(game.box, int(game.state.track[slot]))} on {SPACES[slot]}"


# ---------------------------------------------------------------- setup, actions


def be_mage(pending: Pending, mage: int, _: int) -> str:
    element = Element(int(pending.game.tables.mage[mage].element)).word
    return f"be {mage_name(pending.game.box, mage)} ({element})"


def end(pending: Pending, a: int, b: int) -> str:
    """The end of the own actions, or of those that were given."""
    return "end your actions" if pending.is_own_turn else "pass"


def cast(pending: Pending, slot: int, boost: int) -> str:
    spell = int(pending.own.spells[slot])
    times = f" boosted ×{boost}" if boost > 1 else ""
    name = spell_name(pending.game.box, spell)
    return f"cast {name}{times} ({spell_cost(pending.game, spell, boost)})"


def learn(pending: Pending, element: int, _: int) -> str:
    spell = int(pending.game.state.library[element])
    cost = element_cost(int(pending.game.tables.learn_cost), element)
    return f"learn {spell_name(pending.game.box, spell)} ({cost})"


def acquire(pending: Pending, kind: int, _: int) -> str:
    return f"acquire {kind_word(kind)} ({element_cost(kind % VALUES + 1, kind // VALUES)})"


def destroy(pending: Pending, slot: int, _: int) -> str:
    game = pending.game
    return f"destroy the curse {curse_at(game, slot)} ({curse_cost(game, slot)})"


def cure(pending: Pending, place: int, element: int) -> str:
    where = place_of(pending, place)
    cost = element_cost(int(pending.game.tables.cure_cost), element)
    return f"cure a madness of {where} ({cost})"


def ability(pending: Pending, a: int, b: int) -> str:
    return f"use the ability of {player_name(pending.game, pending.seat)}"


# ---------------------------------------------------------------- cards


def place_of(pending: Pending, place: int) -> str:
    """Where a card is that a move names."""
    if place == HAND_AT:
        return "your hand"
    if place in (DISCARD_AT, DESTROYED_AT):
        return "your discard pile" if place == DISCARD_AT else "the destroyed cards"
    return f"{whose(pending.game, place - 1, pending.seat)} support"


def pay(pending: Pending, place: int, kind: int) -> str:
    """A card that pays; perhaps as another element, or without leaving."""
    still = {
        element: pending.args[Pay.NEED + element]
        for element in Element
        if pending.args[Pay.NEED + element]
    }
    element = kind // VALUES
    wild = ""
    if element not in still:
        wild = f" as {next(iter(still)).word}"
    due = listed(element_cost(amount, one) for one, amount in still.items())
    verb = "use" if pending.args[Pay.KEPT] else "pay"
    return f"{verb} {kind_word(kind)} of {place_of(pending, place)}{wild} ({due} due)"


DOES: dict[Verb, str] = {
    Verb.DISCARD: "discard {card}{of}",
    Verb.DESTROY: "destroy {card}{of}",
    Verb.SUPPORT: "put {card}{of} into your support",
    Verb.TOP: "put {card}{of} on your deck",
    Verb.CURE: "cure {card}{of}",
    Verb.GIVE: "give {card}{of} to {receiver}",
    Verb.RETURN: "put {card} of the destroyed cards {target}",
    Verb.SWAP: "exchange {card}{of}",
}
"""What a card move does, by the verb of the step that asks."""

ONTO = {
    Zone.HAND: "into your hand",
    Zone.DISCARD: "into your discard pile",
    Zone.DECK: "on your deck",
}
"""Where destroyed cards come back to."""


def card(pending: Pending, place: int, kind: int) -> str:
    """A card for a step of an effect."""
    to = int(pending.below.arg[Eff.TO])
    return DOES[pending.verb].format(
        card="a madness" if kind == MADNESS else kind_word(kind),
        of=f" of {place_of(pending, place)}",
        receiver=player_name(pending.game, to) if to >= 0 else "",
        target=ONTO.get(Zone(max(0, int(pending.row.to))), ""),
    )


def stop(pending: Pending, a: int, b: int) -> str:
    """No card, or no further one."""
    verb = pending.verb.word if pending.frame is not Frame.ACT else "act"
    further = "no further one" if begun(pending) else "nothing"
    return f"{BARE.get(pending.verb, verb)} {further}"


BARE = {
    Verb.SUPPORT: "put",
    Verb.TOP: "put",
    Verb.RETURN: "take back",
    Verb.NEUTRALISE_SPELL: "neutralise",
    Verb.NEUTRALISE_CURSE: "neutralise",
    Verb.DESTROY_SPELL: "destroy",
    Verb.DESTROY_CURSE: "destroy",
    Verb.SWAP: "exchange",
}
"""Verbs without their objects."""


def begun(pending: Pending) -> bool:
    """Whether the step has taken something already."""
    return int(pending.below.arg[Eff.LEFT]) >= 0 and int(pending.below.arg[Eff.DONE]) > 0


# ---------------------------------------------------------------- players, spells, curses


def seat(pending: Pending, other: int, _: int) -> str:
    """A player for a clause, or one who receives cards."""
    name = player_name(pending.game, other)
    if int(pending.below.arg[Eff.SEAT]) >= 0:
        return f"give to {name}"
    return f"choose {name} (yourself)" if other == pending.seat else f"choose {name}"


ON_SPELL = {
    Verb.RECHARGE: "recharge",
    Verb.NEUTRALISE_SPELL: "neutralise",
    Verb.DESTROY_SPELL: "destroy",
}
ON_CURSE = {Verb.NEUTRALISE_CURSE: "neutralise", Verb.DESTROY_CURSE: "destroy"}


def spell(pending: Pending, owner: int, slot: int) -> str:
    of = pending.game.state.seats[owner]
    name = spell_name(pending.game.box, int(of.spells[slot]))
    return f"{ON_SPELL[pending.verb]} {whose(pending.game, owner, pending.seat)} {name}"


def curse(pending: Pending, slot: int, _: int) -> str:
    words = curse_at(pending.game, slot)
    if pending.verb is Verb.TOKEN:
        return f"put a token on {words}"
    return f"{ON_CURSE.get(pending.verb, 'choose')} {words}"


def element(pending: Pending, number: int, _: int) -> str:
    """The element of a card that is gained."""
    return f"take {kind_word(number * VALUES + pending.args[0] - 1)}"


def may(pending: Pending, answer: int, _: int) -> str:
    """Whether a step is done."""
    words = step_words(pending)
    return words if answer else f"don't {words}"


def step_words(pending: Pending) -> str:
    """The step that a player may do, in a few words."""
    row = pending.row
    boost = int(pending.below.arg[Eff.BOOST]) if row.variable else 1
    number = int(row.n) * max(1, boost)
    many = {Count.ANY: "any number", Count.ALL: "all", Count.AS_MANY: "as many"}
    count = many.get(Count(int(row.count)), str(number))
    return STEPS.get(pending.verb, pending.verb.word).format(n=count)


STEPS = {
    Verb.DRAW: "draw {n}",
    Verb.DISCARD: "discard {n}",
    Verb.DESTROY: "destroy {n}",
    Verb.GAIN: "take the card",
    Verb.ACT: "take an action",
    Verb.RECHARGE: "recharge {n}",
    Verb.REVEAL: "turn up your top card",
    Verb.SHUFFLE: "shuffle your deck",
    Verb.CURE: "cure {n} madness",
    Verb.SUPPORT: "put {n} into your support",
    Verb.TOP: "put {n} on your deck",
    Verb.RETURN: "take {n} back",
    Verb.SWAP: "exchange {n}",
    Verb.GIVE: "give {n}",
    Verb.MADNESS: "take {n} madness",
    Verb.TOKEN: "put a token on a curse",
    Verb.NEUTRALISE_SPELL: "neutralise a spell",
    Verb.NEUTRALISE_CURSE: "neutralise a curse",
    Verb.DESTROY_SPELL: "destroy a spell",
    Verb.DESTROY_CURSE: "destroy a curse",
}


def trim(pending: Pending, kind: int, _: int) -> str:
    return f"discard {kind_word(kind)}, down to the limit of the hand"


def forget(pending: Pending, slot: int, _: int) -> str:
    """The spell that makes room for the one that is learned."""
    box, element = pending.game.box, int(pending.below.arg[0])
    learned = spell_name(box, int(pending.game.state.library[element]))
    return f"give up {spell_name(box, int(pending.own.spells[slot]))} for {learned}"


WORDS: dict[Move, Callable[[Pending, int, int], str]] = {
    Move.MAGE: be_mage,
    Move.END: end,
    Move.CAST: cast,
    Move.LEARN: learn,
    Move.ACQUIRE: acquire,
    Move.DESTROY: destroy,
    Move.CURE: cure,
    Move.ABILITY: ability,
    Move.PAY: pay,
    Move.CARD: card,
    Move.STOP: stop,
    Move.SEAT: seat,
    Move.SPELL: spell,
    Move.CURSE: curse,
    Move.ELEMENT: element,
    Move.MAY: may,
    Move.TRIM: trim,
    Move.FORGET: forget,
}
