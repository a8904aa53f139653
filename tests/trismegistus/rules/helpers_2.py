"""More of what the tests of the rules share: single effects, experiments and payments.

One effect is tried as the ability of a formula that waits in the vault of Duval, or as the bonus
of an experiment; both are put into the test box by a variant::

    game = using("2 gold + advance fire", goods="lead")
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import numpy as np
from scipy.stats import chisquare

from tests.trismegistus.rules.helpers import Data, acting, box_with, card, found, play, unpack
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game

FORMULAS = [f"duval-{number}" for number in range(1, 9)]
"""Duval's formulas as most tests lay them out: fire 1 and 2, water 3 and 4, earth, air."""

EXPERIMENTS = {"fire": "fire-0a", "water": "water-0a", "earth": "earth-0a", "air": "air-0a"}
"""The experiment of each element that variants change."""


# ---------------------------------------------------------------- boxes


def toml_text(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_text(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def changed(changes: dict[str, Data]) -> Box:
    """The test box with changes by section: ``{"experiments.fire-0a": {"cost": "lead"}}``."""
    text = "".join(
        f"[change.{section}]\n" + "".join(f"{k} = {toml_text(v)}\n" for k, v in values.items())
        for section, values in changes.items()
    )
    return box_with(text)


def rulings(**values: object) -> dict[str, Data]:
    """Changes of rulings for ``changed``."""
    return {"rules.rulings": dict(values)} if values else {}


# ---------------------------------------------------------------- single effects


def using(
    effect: str, *others: Data, rules: Data | None = None, board: Data | None = None, **seat: Any
) -> Game:
    """Seat 0 has just used a formula with this ability; it has Duval's laboratory."""
    box = changed({"formulas.duval-1": {"ability": effect}, **rulings(**(rules or {}))})
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    game = acting(*others, box=box, board=board, **{**lab, **seat})
    game.events()
    return play(game, Move.USE_FORMULA, 0)


def at(game: Game, frame: Frame) -> bool:
    """Whether this decision is pending."""
    return game.frame is frame


def is_idle(game: Game) -> bool:
    """Whether nothing is pending but the menu of seat 0."""
    return game.frame in (Frame.ACTION, Frame.AFTER) and game.seat == 0


# ---------------------------------------------------------------- experiments


def asking(
    cost: str,
    *others: Data,
    element: str = "fire",
    mastery: int = 0,
    bonus: str = "",
    discounts: int = 0,
    rules: Data | None = None,
    board: Data | None = None,
    **seat: Any,
) -> Game:
    """Seat 0 holds one experiment of this cost; so many formulas of its column are unlocked."""
    values = {"cost": cost, "element": element, "mastery": mastery, "bonus": bonus}
    box = changed({f"experiments.{EXPERIMENTS[element]}": values, **rulings(**(rules or {}))})
    first = list(EXPERIMENTS).index(element) * 2
    spaces = ["0,1", "1,1"]
    vault = {spaces[n]: FORMULAS[first + n] for n in range(discounts)}
    lab: Data = {
        "alchemist": "duval",
        "formulas": FORMULAS,
        "vault": vault,
        "used_formulas": list(vault.values()),
        "beside": [EXPERIMENTS[element]],
    }
    return acting(*others, box=box, board=board, **{**lab, **seat})


def can_perform(game: Game) -> bool:
    """Whether the first experiment beside the laboratory can be performed."""
    return bool(found(game, Move.PERFORM, 0))


def perform(game: Game) -> Game:
    """Begin to perform the first experiment beside the laboratory."""
    return play(game, Move.PERFORM, 0)


def is_performed(game: Game, ident: str, seat: int = 0) -> bool:
    """Whether a seat has performed a card."""
    return int(game.state.experiment_at[card(game, ident)]) == 4 + seat


def offered(game: Game) -> list[Thing | None]:
    """The things that may pay the next unit; None is a discount."""
    assert game.frame is Frame.PAY
    return [
        None if unpack(move)[0] is Move.DISCOUNT else Thing(unpack(move)[1])
        for move in game.legal()
    ]


def pay(game: Game, *things: Thing | None) -> Game:
    """Pay unit by unit; None uses a discount."""
    for thing in things:
        if thing is None:
            play(game, Move.DISCOUNT)
        else:
            play(game, Move.THING, thing)
    return game


def all_ends(game: Game, *frames: Frame) -> Iterator[Game]:
    """Every game that the pending choices can lead to, as long as these frames are pending."""
    if game.frame not in frames:
        yield game
        return
    for move in game.legal():
        copy = game.copy()
        copy.apply(move)
        yield from all_ends(copy, *frames)


def goods_of(game: Game, seat: int = 0) -> tuple[int, ...]:
    """Everything a seat holds, as a tuple by Thing."""
    return tuple(int(n) for n in game.state.labs[seat].held)


def same_state(one: Game, other: Game) -> bool:
    """Whether two games are the same, byte for byte."""
    return bytes(np.asarray(one.state).tobytes()) == bytes(np.asarray(other.state).tobytes())


# ---------------------------------------------------------------- points and turns


def points(game: Game, seat: int = 0) -> dict[Part, int]:
    """The parts of a score that aren't 0."""
    return {part: count for part, count in game.parts(seat).items() if count}


def random_move(game: Game) -> int:
    """Any option, each as likely, by the game's own noise."""
    from tests.trismegistus.support.noise import random_move as choose

    return int(choose(game.state, game._moves, game._count))


def random_moves(game: Game, seed: int) -> Iterator[Game]:
    """The game before each decision of a random play, and at its end."""
    chance = np.random.default_rng(seed)
    while not game.is_over:
        yield game
        legal = game.legal()
        game.apply(legal[int(chance.integers(len(legal)))])
    yield game


# ---------------------------------------------------------------- chance


def assert_even(seen: Iterable[Hashable], outcomes: int) -> None:
    """Each of so many outcomes came up equally often (chi-squared, p above 0.001)."""
    counts = Counter(seen)
    assert len(counts) == outcomes, counts
    assert chisquare(list(counts.values())).pvalue > 0.001, counts
