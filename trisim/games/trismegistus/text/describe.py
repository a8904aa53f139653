"""Moves in words a player would use, and cards in a few words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from trisim.box.box import Card
from trisim.engine.moves import first_of, kind_of, second_of, third_of
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import (
    Achievement,
    Artifact,
    Experiment,
    Formula,
    Publication,
)
from trisim.games.trismegistus.box.notation.terms import Effect, Effects, Exchange, Swap
from trisim.games.trismegistus.box.nouns import CHOSEN, alchemist_name, counted_words
from trisim.games.trismegistus.box.speech import (
    Drawing,
    bought_words,
    cost_words,
    effects_words,
    elementals_words,
    exchange_words,
    requirement_words,
)
from trisim.games.trismegistus.box.tables import Maker
from trisim.games.trismegistus.box.words import ARROWS, Color, Element, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import MASTERPIECE, Dealt, Frame, Move
from trisim.games.trismegistus.rules.game import Game, GameError, IllegalMoveError
from trisim.games.trismegistus.rules.payment import ANY_RAW, ANY_REFINED, LEVELS, next_due
from trisim.games.trismegistus.rules.stone import SIDE, formula_price
from trisim.games.trismegistus.rules.tracks import TOP, is_lost
from trisim.games.trismegistus.rules.transmute import essence_of, head_thing
from trisim.games.trismegistus.rules.turn import is_free
from trisim.texts import article, listed, plural

BOT_NAME = "Botmegistus"


def describe(game: Game, move: int) -> str:
    """A legal move in words a player would use.

    >>> game = Game.new(players=2, seed=7)
    >>> describe(game, game.legal()[0]).endswith("'s laboratory")
    True
    """
    if move not in game.legal():
        raise IllegalMoveError(f"move {move} is none of the options of the pending decision")
    pending = Pending.of(game)
    return WORDS[pending.frame](pending, *split_move(move))


def split_move(move: int) -> tuple[Move, int, int, int]:
    """The kind of a move and its arguments."""
    return Move(kind_of(move)), first_of(move), second_of(move), third_of(move)


@dataclass(frozen=True, slots=True)
class Pending:
    """A pending decision."""

    game: Game
    box: Box
    frame: Frame
    seat: int
    lab: Any
    args: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Pending:
        if game.frame is None:
            raise GameError("the game is over: there is no decision")
        top = game.state.stack[game.state.depth - 1]
        lab = game.state.labs[game.seat]
        return cls(game, game.box, game.frame, game.seat, lab, tuple(int(arg) for arg in top.arg))


# ---------------------------------------------------------------- small words


def arrow_words(arrow: int) -> str:
    """``copper→tin``."""
    foot, head = ARROWS[arrow]
    return f"{foot.word}→{head.word}"


def die_words(symbol: int, color: int) -> str:
    """``red mercury``."""
    return f"{Color(color).word} {Symbol(symbol).word}"


def goods_words(goods: dict[int, int]) -> str:
    """Counted things in their usual order."""
    return listed(counted_words(n, Thing(thing)) for thing, n in sorted(goods.items()) if n)


def essence_words(essence: int, count: int) -> str:
    """So many essences; mercury comes as raw mercury."""
    if essence == Essence.MERCURY:
        return f"{count} raw mercury as essence{plural(count)}"
    return f"{count} {Essence(essence).word}"


def element_word(element: int) -> str:
    """The name of a track."""
    return Element(element).word


def space_words(space: int) -> str:
    """A space of a vault."""
    return f"row {space // SIDE + 1}, column {space % SIDE + 1} of the vault"


def player_name(game: Game, seat: int) -> str:
    """A player by the alchemist's name, or by the seat before there is one; or Botmegistus."""
    if seat == game.bot_seat:
        return BOT_NAME
    alchemist = int(game.state.labs[seat].alchemist)
    if alchemist < 0:
        return f"seat {seat}"
    return list(game.box.alchemists.values())[alchemist].name


# ---------------------------------------------------------------- cards


def words_of(box: Box, effects: Effects) -> str:
    """An effect in words, with the numbers of the box."""
    return effects_words(effects, drawing_of(box))


def drawing_of(box: Box) -> Drawing:
    """How publications are drawn in a box."""
    numbers = box.rules.numbers
    return Drawing(numbers.publications_drawn, numbers.publications_returned)


def card_words(box: Box, card: Card) -> str:
    """Cost and effect of a card, in a few words."""
    match card:
        case Experiment():
            paid = f"; pay {cost_words(card.cost)}" if card.cost else ""
            needs = f"{card.element.word} {card.mastery}{paid}"
            return f"{needs}; {points_words(card.points)}{bonus_words(box, card.bonus)}"
        case Artifact():
            of = f" [{elementals_words(card.elementals)}]" if card.elementals else ""
            return words_of(box, card.ability) + of
        case Publication():
            return f"{points_words(card.points)} for {elementals_words(card.elementals)}"
        case Achievement():
            needs = requirement_words(card.requires)
            return f"{needs}; {points_words(card.points)}{bonus_words(box, card.bonus)}"
        case Formula():
            return words_of(box, card.ability)
        case _:
            return ""


def bonus_words(box: Box, bonus: Effects) -> str:
    """The bonus at the end of a card's words."""
    return f"; bonus: {words_of(box, bonus)}" if bonus else ""


def points_words(points: int) -> str:
    return f"{points} point{plural(points)}"


_PARTS: dict[str, list[Effect]] = {}


class Recorder(Maker):
    """Makes the tables of a box and keeps the parts of effects beside their rows."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.parts: list[Effect] = []

    def span(self, effects: Effects | Any) -> list[int]:
        """As in the tables, with the parts kept."""
        self.parts.extend(effects)
        return super().span(effects)


def effect_part(box: Box, row: int) -> Effect:
    """The part of an effect that stands in a row of the tables."""
    if box.digest not in _PARTS:
        recorder = Recorder(box)
        recorder.tables()
        _PARTS[box.digest] = recorder.parts
    return _PARTS[box.digest][row]


# ---------------------------------------------------------------- setup


def laboratory(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    return f"take {alchemist_name(pending.box, list(pending.box.alchemists)[a])}'s laboratory"


def keep(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    return f"keep {dealt_card(pending.game, pending.seat, Dealt(pending.args[0]), a).name}"


def dealt_card(game: Game, seat: int, what: Dealt, place: int) -> Card:
    """A card dealt at setup."""
    kinds = ("experiments", "experiments", "publications", "artifacts")
    index = int(game.state.dealt[seat, what, place])
    return game.box.cards(kinds[what])[index]


def slot(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Where an artifact goes."""
    name = pending.box.artifacts[pending.args[0]].name
    there = int(pending.lab.slots[a])
    instead = f" in place of {pending.box.artifacts[there].name}" if there >= 0 else ""
    return f"put {name} at the arrow {arrow_words(a)}{instead}"


# ---------------------------------------------------------------- draft


def draft(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Which die, or a free action before it."""
    lab = pending.lab
    if is_free(kind):
        return menu(pending, kind, a, b, c)
    if kind is Move.NONE:
        die = die_words(int(lab.die_symbol), int(lab.die_color))
        return f"go on with the {die} die (potency {lab.potency})"
    potency = min(
        int(pending.game.state.bowls[a].sum()), int(pending.game.tables.rules.potency_limit)
    )
    waste = f", wasting {lab.potency} potency" if lab.die_symbol >= 0 else ""
    bowl = Symbol(a).word
    return f"draft a {Color(b).word} die from the {bowl} bowl (potency {potency}){waste}"


def wild(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """What a wild die becomes."""
    return f"turn the wild die to {Symbol(a).word}"


def ethereal(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Whether an ethereal die is spent."""
    if kind is Move.NONE:
        return f"spend no ethereal die (potency {pending.lab.potency})"
    return f"spend {counted_words(a, Thing.ETHEREAL_DIE)} (potency {int(pending.lab.potency) + a})"


# ---------------------------------------------------------------- free actions and the action


def menu(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """A free action, the action, or the end."""
    return MENU[kind](pending, a, b)


def potency_words(pending: Pending, rule: str) -> str:
    """The potency an action costs by the rules."""
    return f"({int(pending.game.tables.rules[rule])} potency)"


def buy_formula(pending: Pending, a: int, b: int) -> str:
    """A formula for gold."""
    price = int(formula_price(pending.game.tables, pending.lab))
    column = element_word(a // 2)
    return f"buy {formula_name(pending, a)} of the {column} column for {price} gold"


def formula_name(pending: Pending, position: int) -> str:
    """The formula at a position of the columns."""
    return pending.box.formulas[int(pending.lab.formula[position])].name


def held_card(pending: Pending, place: int) -> Experiment:
    """An experiment beside the laboratory, or the masterpiece."""
    lab = pending.lab
    index = int(lab.masterpiece if place == MASTERPIECE else lab.beside[place])
    return pending.box.experiments[index]


def harvest(pending: Pending, a: int, b: int) -> str:
    """Raw materials of the symbol."""
    return f"harvest {counted_words(a, Thing(int(pending.lab.as_symbol)))} ({a} potency)"


def buy_artifact(pending: Pending, a: int, b: int) -> str:
    """An artifact of the market."""
    name = pending.box.artifacts[int(pending.game.state.market[a, b])].name
    return f"buy {name} {potency_words(pending, 'artifact_potency')}"


def recharge(pending: Pending, a: int, b: int) -> str:
    return f"recharge {slot_name(pending, a)} {potency_words(pending, 'recharge_potency')}"


def slot_name(pending: Pending, place: int) -> str:
    return pending.box.artifacts[int(pending.lab.slots[place])].name


def take_experiment(pending: Pending, a: int, b: int) -> str:
    """An experiment of a book."""
    name = pending.box.experiments[int(pending.game.state.books[a, b])].name
    book = Symbol(a).word
    return f"take {name} from the {book} book {potency_words(pending, 'experiment_potency')}"


MENU: dict[Move, Callable[[Pending, int, int], str]] = {
    Move.NONE: lambda pending, a, b: "end the turn",
    Move.BUY_FORMULA: buy_formula,
    Move.USE_FORMULA: lambda pending, a, b: f"use the formula {formula_name(pending, a)}",
    Move.PERFORM: lambda pending, a, b: f"perform {held_card(pending, a).name}",
    Move.CLAIM: lambda pending, a, b: f"claim {pending.box.achievements[a].name}",
    Move.CHAMELEON: lambda pending, a, b: (
        f"spend a chameleon: the die counts as {die_words(a, b)} for this action"
    ),
    Move.HARVEST: harvest,
    Move.ESSENCE: lambda pending, a, b: f"take {essence_words(a, b)} ({b} potency)",
    Move.ARROW: lambda pending, a, b: f"transmute along the arrow {arrow_words(a)}",
    Move.BUY_ARTIFACT: buy_artifact,
    Move.RECHARGE: recharge,
    Move.EXPERIMENT: take_experiment,
}


# ---------------------------------------------------------------- transmutation and artifacts


def transmute(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """One transmutation, or none."""
    return "stop transmuting" if kind is Move.NONE else transmute_words(pending, a, b, c)


def transmute_words(pending: Pending, arrow: int, foot: int, paid: int) -> str:
    """A cube, what it becomes, what is paid, and where it leads."""
    head = Thing(head_thing(arrow)).word
    track = int(pending.game.state.essence_track[essence_of(paid)])
    leads = "advance on" if pending.lab.level[track] < TOP else "score at the top of"
    paying = Thing(paid).word
    return (
        f"transmute {Thing(foot).word} into {head}, paying {paying} ({leads} {element_word(track)})"
    )


def trigger(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Whether an artifact at the arrow is used."""
    artifact = pending.box.artifacts[int(pending.lab.slots[pending.args[0]])]
    if kind is Move.NONE:
        return f"leave {artifact.name} face up"
    return f"turn {artifact.name} down: {words_of(pending.box, artifact.ability)}"


def use_new(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Whether a new artifact is used at once."""
    artifact = pending.box.artifacts[int(pending.lab.slots[pending.args[0]])]
    if kind is Move.NONE:
        return f"don't use {artifact.name} now"
    return f"use {artifact.name} now: {words_of(pending.box, artifact.ability)}"


def random_artifact(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Whether a random artifact is drawn."""
    return "gain no artifact" if kind is Move.NONE else "gain the top artifact of the stack"


# ---------------------------------------------------------------- effects


def part(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Which part of an effect is next."""
    state = pending.game.state
    place = int(state.agenda_top) - pending.args[0] + a
    return "first: " + words_of(pending.box, (effect_part(pending.box, int(state.agenda[place])),))


def gain_any(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """What is taken where any will do."""
    left = pending.args[1]
    return f"take {counted_words(1, Thing(a))}" + (f" ({left} to choose)" if left > 1 else "")


def advance_by(pending: Pending, track: int, spaces: int) -> str:
    """Moving up a track."""
    level = int(pending.lab.level[track])
    if is_lost(pending.game.tables, pending.lab, track, pending.args[4]):
        return f"stay at the top of {element_word(track)}"
    if level >= TOP:
        points = points_words(int(pending.game.tables.rules.points_at_top))
        return f"score {points} at the top of {element_word(track)}"
    return f"advance on {element_word(track)} from {level} to {min(TOP, level + spaces)}"


def advance_any(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Which track, by so many spaces."""
    return advance_by(pending, a, pending.args[0])


def advance_one(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Which track, by one space."""
    return advance_by(pending, a, 1)


def exchange(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Whether and how an exchange is made."""
    if kind is Move.NONE:
        return "exchange nothing"
    found = effect_part(pending.box, pending.args[0])
    assert isinstance(found, Exchange)
    once = replace(found, times=1)
    if kind is Move.TRACK:
        bought = bought_words(once.reward, drawing_of(pending.box))
        return f"go down to {int(pending.lab.level[a]) - 1} on {element_word(a)} to {bought}"
    if kind is Move.GIVE:
        return swap(a, b, once.reward is Swap.SAME_REFINED)
    return exchange_words(once, drawing_of(pending.box))


def swap(thing: int, stands_for: int, refine: bool) -> str:
    """A cube given for its refined form, or for another raw material."""
    cube = counted_words(1, Thing(thing))
    if not refine and thing == Thing.GOLD:
        return f"give {cube} for any raw material"
    instead = f" as {Thing(stands_for).word}" if thing != stands_for else ""
    taken = Thing(stands_for + 4).word if refine else "another raw material"
    return f"give {cube}{instead} for {taken}"


def other_raw(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """The other raw material."""
    return f"take {counted_words(1, Thing(a))} for it"


def pay(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """How the next unit is paid."""
    column = int(next_due(pending.lab))
    if column == LEVELS:
        due = "a missing level"
    elif column in (ANY_RAW, ANY_REFINED):
        chosen = Thing.ANY_RAW if column == ANY_RAW else Thing.ANY_REFINED
        due = f"{article(CHOSEN[chosen])} {CHOSEN[chosen]}"
    else:
        due = f"the {Thing(column).word}"
    if kind is Move.DISCOUNT:
        return f"use the discount on {due}"
    paid = counted_words(1, Thing(a))
    return f"pay {paid}" if a == column else f"pay {paid} for {due}"


# ---------------------------------------------------------------- the stone, publications


def unlock(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    return f"unlock {formula_name(pending, a)}"


def vault(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Which space of the vault, and which lines it completes."""
    lines = completed_lines(pending, a)
    done = f", completing {listed(lines)}" if lines else ""
    return f"place {formula_name(pending, pending.args[0])} in {space_words(a)}{done}"


def completed_lines(pending: Pending, space: int) -> list[str]:
    """The lines that a formula in a space completes, with their bonuses."""
    row, column = divmod(space, SIDE)
    frame = list(pending.box.alchemists.values())[int(pending.lab.alchemist)].vault
    empty = {at for at in frame.spaces if pending.lab.vault[at[0] * SIDE + at[1]] < 0}
    empty.discard((row, column))
    found = []
    if all(r != row for r, _ in empty):
        found.append(f"the row ({words_of(pending.box, frame.left[row] + frame.right[row])})")
    if all(c != column for _, c in empty):
        bonus = frame.top[column] + frame.bottom[column]
        found.append(f"the column ({words_of(pending.box, bonus)})")
    return found


def return_publication(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """Which publication goes back."""
    return f"return {pending.box.publications[a].name}"


# ---------------------------------------------------------------- reactions


def react(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """A reaction, or none."""
    if kind is Move.NONE:
        return "don't react"
    return "react: " + reaction_words(pending, kind, a, b, c)


def reaction_words(pending: Pending, kind: Move, a: int, b: int, c: int) -> str:
    """What a reaction is."""
    if kind is Move.HARVEST:
        symbol = int(pending.game.state.labs[int(pending.game.state.active)].die_symbol)
        return counted_words(1, Thing(symbol))
    if kind is Move.ESSENCE:
        return essence_words(a, 1)
    if kind is Move.TRANSMUTE:
        return transmute_words(pending, a, b, c)
    return f"recharge {slot_name(pending, a)}"


WORDS: dict[Frame, Callable[[Pending, Move, int, int, int], str]] = {
    Frame.LABORATORY: laboratory,
    Frame.KEEP: keep,
    Frame.START_SLOT: slot,
    Frame.DRAFT: draft,
    Frame.WILD: wild,
    Frame.ETHEREAL: ethereal,
    Frame.ACTION: menu,
    Frame.AFTER: menu,
    Frame.TRANSMUTE: transmute,
    Frame.TRIGGER: trigger,
    Frame.USE_NEW: use_new,
    Frame.SLOT: slot,
    Frame.RANDOM: random_artifact,
    Frame.EFFECTS: part,
    Frame.GAIN_ANY: gain_any,
    Frame.ADVANCE_ANY: advance_any,
    Frame.ADVANCE_LOWEST: advance_one,
    Frame.ADVANCE_DIFFERENT: advance_one,
    Frame.EXCHANGE: exchange,
    Frame.OTHER_RAW: other_raw,
    Frame.PAY: pay,
    Frame.UNLOCK: unlock,
    Frame.VAULT: vault,
    Frame.RETURN: return_publication,
    Frame.REACT: react,
}
"""How each kind of decision puts its options into words."""


def card_of(game: Game, move: int) -> Card | None:
    """The card of a move, if the move's words don't give its effect."""
    pending = Pending.of(game)
    kind, a, b, _ = split_move(move)
    box, state = pending.box, game.state
    match kind:
        case Move.KEEP:
            return dealt_card(game, pending.seat, Dealt(pending.args[0]), a)
        case Move.BUY_ARTIFACT:
            return box.artifacts[int(state.market[a, b])]
        case Move.RECHARGE:
            return box.artifacts[int(pending.lab.slots[a])]
        case Move.EXPERIMENT:
            return box.experiments[int(state.books[a, b])]
        case Move.PERFORM:
            return held_card(pending, a)
        case Move.CLAIM:
            return box.achievements[a]
        case Move.BUY_FORMULA | Move.USE_FORMULA:
            return box.formulas[int(pending.lab.formula[a])]
        case Move.RETURN:
            return box.publications[a]
        case _:
            return None


def more_about(game: Game, move: int) -> str:
    """The effect of a move's card, or the plan of a laboratory's alchemist; or ""."""
    kind, alchemist, _, _ = split_move(move)
    if kind is Move.LABORATORY:
        return list(game.box.alchemists.values())[alchemist].plan
    card = card_of(game, move)
    return card_words(game.box, card) if card else ""
