"""Positions of the solo game, and calls of single rules of Botmegistus.

``bot_game`` sets up a game whose setup is over, with nothing on the way: no dice rolled for the
bot, no bonus tokens, both at level 0, goods as told. Tests then set what they need in the state and
call a kernel plain, or the whole turn.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from tests.trismegistus.rules.helpers import box_with, toml_lines
from tests.trismegistus.rules.helpers_2 import toml_text
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.settings import CONTRADICTIONS, SoloOptions
from trisim.games.trismegistus.box.words import Color, Element, Symbol, Thing
from trisim.games.trismegistus.rules.bot.draft import draft
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import (
    DECISION_STEP,
    At,
    BotDecision,
    BotTask,
    Event,
    Frame,
    Priority,
)
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.rules.stack import push

FIRE, WATER, EARTH, AIR = Element
LEAD, COPPER, TIN, MERCURY, IRON, WILD = Symbol
BLACK, WHITE, RED = Color.BLACK, Color.WHITE, Color.RED
STEP, CHAMELEON, ETHEREAL = 0, 1, 2
"""Kinds of bonus tokens, as the boxes list them."""

BOT, YOU = 1, 0
"""Seats, where you play first."""


def solo_rule(**values: object) -> Box:
    """The test box with other rulings about Botmegistus."""
    lines = "".join(f"{key} = {toml_text(value)}\n" for key, value in values.items())
    return box_with("[change.solo.rulings]\n" + lines)


def solo_number(**values: object) -> Box:
    """The test box with other numbers of ``solo.toml``."""
    return box_with("[change.solo]\n" + toml_lines(values))


def solo_of(planning: bool = False, **options: Any) -> Solo:
    """Difficulty options by name."""
    return Solo(SoloOptions(**options), planning)


def new_solo(seed: int = 1, box: Any = None, planning: bool = False, **options: Any) -> Game:
    """A new solo game with some options; you have Newton's laboratory."""
    chosen = box or box_with()
    names = list(chosen.alchemists)
    solo = solo_of(planning, **options)
    return Game.new(seed=seed, box=chosen, solo=solo, alchemists=[names[0]])


def through_setup(game: Game) -> Game:
    """Take the first option until the first turn begins."""
    for _ in range(20):
        if game.frame not in (Frame.LABORATORY, Frame.KEEP, Frame.START_SLOT):
            return game
        game.apply(game.legal()[0])
    raise AssertionError("the setup never ended")


def bot_game(seed: int = 1, box: Box | None = None, planning: bool = False, **options: Any) -> Game:
    """A solo game at your first turn, without bonus tokens, levels, nor goods of the bot."""
    game = through_setup(new_solo(seed, box, planning, **{"setup_rolls": 0, **options}))
    bot = int(game.state.bot_seat)
    game.state.bonus[:] = -1
    for seat in range(2):
        game.state.labs[seat].level[:] = 0
        game.state.labs[seat].tokens = 0
    game.state.labs[bot].held[:] = 0
    game.events()
    return game


def lab_of(game: Game) -> Any:
    """The laboratory record of Botmegistus."""
    return game.state.labs[game.bot_seat]


def your_lab(game: Game) -> Any:
    """Yours."""
    return game.state.labs[1 - game.bot_seat]


def call(kernel: Any, game: Game, *arguments: Any) -> Any:
    """Call a kernel of the form ``kernel(game, box, log, …)``."""
    return kernel(game.state, game.tables, game._log, *arguments)


# ---------------------------------------------------------------- cards of the bot


def solo_card(game: Game, ident: str) -> int:
    """The number of one of its cards."""
    return [card.id for card in game.box.solo_cards].index(ident)


def card_with(
    color: str = "red", symbols: str = "iron lead", potency: int = 1, action: str = "gold"
) -> Box:
    """The test box where the card ``bot-gold`` asks for such a die and does this."""
    values = {"color": color, "symbols": symbols, "potency": potency, "action": action}
    lines = "".join(f"{key} = {toml_text(value)}\n" for key, value in values.items())
    return box_with("[change.solo_cards.bot-gold]\n" + lines)


def stack_deck(game: Game, *idents: str) -> None:
    """The deck has just these cards; all others have left the game."""
    game.state.bot.at[:] = At.AWAY
    game.state.bot.open[:] = -1
    for ident in idents:
        game.state.bot.at[solo_card(game, ident)] = At.DECK


def turn_with(game: Game, ident: str) -> Game:
    """Botmegistus takes a turn by this card, up to your reaction; it has no other card left."""
    stack_deck(game, ident)
    ask(game, BotTask.TURN)
    return game


def ask(game: Game, task: BotTask) -> None:
    """Ask Botmegistus for something, as the machine does."""
    push(game.state, Frame.BOT, game.bot_seat, task, 0, 0)
    bot_moves(game.state, game.tables, game._log)


# ---------------------------------------------------------------- dice


def bowls(game: Game, **dice: str) -> None:
    """Fill the bowls: ``bowls(game, iron="red red", wild="black")``; the others are empty."""
    game.state.bowls[:] = 0
    for symbol, colors in dice.items():
        for color in colors.split():
            game.state.bowls[Symbol[symbol.upper()], Color[color.upper()]] += 1


def give_die(game: Game, symbol: Symbol = LEAD, color: Color = BLACK, potency: int = 3) -> None:
    """Botmegistus has a die."""
    lab = lab_of(game)
    lab.die_symbol, lab.as_symbol = symbol, symbol
    lab.die_color, lab.as_color = color, color
    lab.potency = potency


def drafted(game: Game, ident: str = "bot-gold") -> tuple[Symbol, Color, int]:
    """The die that it drafts by a card: symbol, colour, potency."""
    call(draft, game, solo_card(game, ident))
    lab = lab_of(game)
    return Symbol(int(lab.die_symbol)), Color(int(lab.die_color)), int(lab.potency)


# ---------------------------------------------------------------- cards of the board


def experiment(game: Game, ident: str) -> int:
    """The number of an experiment."""
    return [card.id for card in game.box.experiments].index(ident)


def artifact(game: Game, ident: str) -> int:
    """The number of an artifact."""
    return [card.id for card in game.box.artifacts].index(ident)


def hold_experiments(game: Game, *idents: str) -> None:
    """Botmegistus holds just these experiments, in this order."""
    lab = lab_of(game)
    for old in lab.beside[lab.beside >= 0]:
        game.state.experiment_at[old] = At.AWAY
    lab.beside[:] = -1
    for place, ident in enumerate(idents):
        lab.beside[place] = experiment(game, ident)
        game.state.experiment_at[experiment(game, ident)] = game.bot_seat


def held_experiments(game: Game) -> list[str]:
    """The experiments that it holds, in order."""
    return [game.box.experiments[int(c)].id for c in lab_of(game).beside if c >= 0]


def completed(game: Game) -> set[str]:
    """The experiments that it has completed."""
    where = 4 + game.bot_seat
    pairs = zip(game.box.experiments, game.state.experiment_at, strict=False)
    return {card.id for card, at in pairs if at == where}


def fill_book(game: Game, symbol: Symbol, left: str | None, right: str | None) -> None:
    """The cards of one book."""
    for place, ident in enumerate((left, right)):
        old = int(game.state.books[symbol, place])
        if old >= 0:
            game.state.experiment_at[old] = At.AWAY
        card = -1 if ident is None else experiment(game, ident)
        game.state.books[symbol, place] = card
        if card >= 0:
            game.state.books[(game.state.books == card)] = -1
            game.state.books[symbol, place] = card
            game.state.experiment_at[card] = At.OPEN


def fill_market(game: Game, color: Color, *idents: str | None) -> None:
    """The artifacts in the market spaces of a colour; None is an empty one."""
    for space, ident in enumerate(idents):
        card = -1 if ident is None else artifact(game, ident)
        if card >= 0:
            game.state.market[game.state.market == card] = -1
            game.state.artifact_at[card] = At.OPEN
        game.state.market[color, space] = card


def own(game: Game) -> list[str]:
    """The artifacts of Botmegistus."""
    pairs = zip(game.box.artifacts, game.state.artifact_at, strict=False)
    return [card.id for card, at in pairs if at == game.bot_seat]


# ---------------------------------------------------------------- what happened


def gold(game: Game) -> int:
    """Gold of Botmegistus."""
    return int(lab_of(game).held[Thing.GOLD])


def ethereal(game: Game) -> int:
    """Ethereal dice of Botmegistus."""
    return int(lab_of(game).held[Thing.ETHEREAL_DIE])


def bot_levels(game: Game) -> list[int]:
    """Its levels: fire, water, earth, air."""
    return [int(level) for level in lab_of(game).level]


def decided(game: Game, *decisions: BotDecision) -> list[tuple[BotDecision, Priority, int]]:
    """What it decided since last asked, by which priority, and what it chose."""
    found = []
    for one in game.events():
        if one.what is Event.BOT_CHOICE:
            decision, priority = divmod(one.thing, DECISION_STEP)
            if not decisions or decision in decisions:
                found.append((BotDecision(decision), Priority(priority), one.delta))
    return found


def priorities(game: Game, decision: BotDecision) -> list[Priority]:
    """The priorities that settled decisions of a kind since last asked."""
    return [priority for _, priority, _ in decided(game, decision)]


# ---------------------------------------------------------------- options


SWITCHES = [one.name for one in fields(SoloOptions) if one.name != "setup_rolls"]
"""The difficulty options of yes or no."""


def random_solo(key: int) -> Solo:
    """Each option on or off at random, contradictions left out; planning too."""
    chance = np.random.default_rng(key)
    on = {name: bool(chance.integers(2)) for name in SWITCHES}
    for one, other in CONTRADICTIONS:
        if on[one] and on[other]:
            on[one if chance.integers(2) else other] = False
    return Solo(SoloOptions(setup_rolls=int(chance.integers(7)), **on), bool(chance.integers(2)))
