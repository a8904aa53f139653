"""Random games at a table of one's own, step by step, with every check after each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from tests.trismegistus.rules.helpers import box_with, number, rule
from tests.trismegistus.support.books import BOOKS, book_fault, enter
from tests.trismegistus.support.bot_checks import bot_fault
from tests.trismegistus.support.invariants import Check, first_fault, is_drafting, step_fault
from tests.trismegistus.support.noise import random_move
from trisim.engine.chance import deal_seed
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element, Level, Thing
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import PERFORMED_BY, Part
from trisim.games.trismegistus.rules.game import engine_box
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, apply, run_on
from trisim.games.trismegistus.rules.setup import set_up
from trisim.games.trismegistus.rules.solo import Solo, fill_solo
from trisim.games.trismegistus.rules.state import EVENTS, GAME, LOG, MOVES


@dataclass
class Table:
    """A game being played by random moves, at the level of records."""

    box: Box
    players: int
    seed: int  # of the run: the game is its first deal
    achievements: bool = False
    intro: bool = False
    number: int = 0
    solo: Solo | None = None
    state: Any = field(init=False)
    log: Any = field(init=False)
    moves: Any = field(init=False)
    options: int = field(init=False)

    def __post_init__(self) -> None:
        self.tables = engine_box(self.box)
        self.state = records(1, GAME)[0]
        self.log = records(1, LOG)[0]
        self.log.capacity = EVENTS
        self.moves = np.zeros(MOVES, np.int32)
        seed = deal_seed(self.seed, self.number)
        if self.solo is not None:
            fill_solo(self.state.solo, self.solo)
        set_up(self.state, self.tables, self.log, self.players, self.achievements, self.intro, seed)
        self.go_on(run_on(self.state, self.tables, self.moves, self.log, -1))

    def go_on(self, options: int) -> None:
        """Let Botmegistus do what it has to, until somebody has a real choice."""
        while options == BOT_TO_MOVE:
            bot_moves(self.state, self.tables, self.log)
            options = run_on(self.state, self.tables, self.moves, self.log, -1)
        self.options = options

    def next_move(self) -> int:
        """The random move that comes next."""
        return int(random_move(self.state, self.moves, self.options))

    def step(self) -> None:
        """One random move."""
        move = self.next_move()
        self.go_on(apply(self.state, self.tables, self.moves, self.log, move))

    def decisions(self) -> Iterator[Table]:
        """This table at every decision, and at the end."""
        yield self
        while self.options:
            self.step()
            yield self

    def play(self) -> Table:
        """To the end."""
        while self.options:
            self.step()
        return self


def copy_of(state: Any) -> Any:
    """An independent copy of a state."""
    copies = records(1, GAME)
    copies[0] = state
    return copies[0]


class Checker:
    """The checks after every decision of one game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.books = records(1, BOOKS)[0]
        self.marks = np.zeros(MOVES, np.int32)
        self.before = copy_of(table.state)

    def fault(self) -> int:
        """The first check that fails; 0: none."""
        table, state = self.table, self.table.state
        enter(self.books, table.tables, table.log, table.players)
        found = (
            self.options_fault()
            or first_fault(state, table.tables, self.marks)
            or bot_fault(state, table.tables)
            or step_fault(self.before, state, table.tables)
            or book_fault(self.books, state, table.tables)
        )
        self.before = copy_of(state)
        return int(found)

    def options_fault(self) -> int:
        """A choice has at least two options, all different; the end has none."""
        options = self.table.moves[: self.table.options].tolist()
        fine = len(set(options)) == len(options)
        if self.table.state.over:
            return 0 if not options else int(Check.OPTIONS)
        return 0 if fine and len(options) > 1 else int(Check.OPTIONS)


def check_game(table: Table, every: int = 5) -> Table:
    """Play to the end with the checks between turns, at the end and at every so many decisions.

    They are slow uncompiled; compiled, they are made at every decision (``test_compiled``).
    """
    checker = Checker(table)
    for now in table.decisions():
        state = now.state
        if state.over or state.decisions % every == 0 or is_drafting(state):
            found = checker.fault()
            assert not found, f"{Check(found).name} at {described(now)}"
    for seat in range(table.players):
        counted = count_score(table, seat)
        parts = {part: int(table.state.labs[seat].vp[part]) for part in counted}
        assert parts == counted, f"seat {seat} in {described(table)}"
    return table


def described(table: Table) -> str:
    """Where a table is, for messages."""
    return f"{table.players} players, seed {table.seed}, decision {table.state.decisions}"


# ---------------------------------------------------------------- the score, from the cards


def count_score(table: Table, seat: int) -> dict[Part, int]:
    """The parts of the end, counted from the cards of the box (not the engine's tables)."""
    state, box, lab = table.state, table.box, table.state.labs[seat]
    performed = [
        card
        for card, at in zip(box.experiments, state.experiment_at, strict=False)
        if at == PERFORMED_BY + seat
    ]
    masterpieces = [card for card in performed if card.level is Level.MASTERPIECE]
    publications = [
        card for card, at in zip(box.publications, state.publication_at, strict=False) if at == seat
    ]
    shared = {
        Part.EXPERIMENTS: sum(card.points for card in performed if card not in masterpieces),
        Part.MASTERPIECE: sum(card.points for card in masterpieces),
        Part.MASTERY: sum(box.board.tracks.points[int(level)] for level in lab.level),
    }
    if seat == int(state.bot_seat):
        return shared | count_bot(table, {card.element for card in performed})
    return shared | {
        Part.PUBLICATIONS: best_points(publications, elementals(table, seat, performed)),
        Part.STONE: box.board.stone.points[sum(int(space >= 0) for space in lab.vault)],
        Part.GOLD: int(lab.held[Thing.GOLD]) * box.rules.numbers.points_per_gold,
        Part.ETHEREAL: int(lab.held[Thing.ETHEREAL_DIE]) * box.rules.numbers.points_per_ethereal,
    }


def count_bot(table: Table, types: set[Element]) -> dict[Part, int]:
    """What Botmegistus counts in its own way; the gold it has now is what formulas left it."""
    state, solo = table.state, table.box.solo
    lab = state.labs[int(state.bot_seat)]
    gold, bought = int(lab.held[Thing.GOLD]), int(lab.bought)
    formulas = min(solo.most_formulas, len(types) + bought)
    assert formulas == solo.most_formulas or gold < solo.gold_per_formula
    artifacts = [
        card
        for card, at in zip(table.box.artifacts, state.artifact_at, strict=False)
        if at == state.bot_seat
    ]
    dice = int(lab.held[Thing.ETHEREAL_DIE])
    return {
        Part.PUBLICATIONS: 0,
        Part.STONE: table.box.board.stone.points[formulas],
        Part.GOLD: gold * table.box.rules.numbers.points_per_gold,
        Part.ETHEREAL: dice * solo.points_per_ethereal,
        Part.ARTIFACTS: sum(len(card.elementals) for card in artifacts) * solo.points_per_elemental,
    }


def elementals(table: Table, seat: int, performed: list[Any]) -> dict[Element, int]:
    """A player's elementals, from the cards."""
    lab = table.state.labs[seat]
    have = dict.fromkeys(Element, 0)
    for artifact in lab.slots:
        if artifact >= 0:
            for element in table.box.artifacts[int(artifact)].elementals:
                have[element] += 1
    for card in performed:
        have[card.element] += 1
    for element in Element:
        have[element] += int(lab.level[element] == 12)
    return have


def best_points(publications: list[Any], have: dict[Element, int]) -> int:
    """The best of all sets of publications."""
    best = 0
    for size in range(len(publications) + 1):
        for chosen in combinations(publications, size):
            needs = Counter(element for card in chosen for element in card.elementals)
            if all(needs[element] <= have[element] for element in Element):
                best = max(best, sum(card.points for card in chosen))
    return best


# ---------------------------------------------------------------- variants

BOOLEAN_RULINGS = [
    name for name, value in asdict(box_with().rules.rulings).items() if isinstance(value, bool)
]
BEFORE_DRAFT = ("experiments", "all")
"""Free actions before the draft, other than none."""


def flipped(ruling: str) -> Box:
    """The test box with one ruling of yes or no turned round."""
    return rule(**{ruling: not getattr(box_with().rules.rulings, ruling)})


def other_readings() -> Box:
    """The test box with the other reading of several rules at once."""
    return rule(
        any_refined_gained_is_precious=False,
        free_actions_before_draft="all",
        colored_transmutations_share_arrow=True,
        each_advance_scores_at_top=False,
    )


NUMBERS: dict[str, dict[str, int]] = {
    "potent dice": {"potency_limit": 6, "bowl_limit": 6, "ethereal_per_draft": 3},
    "cheap artifacts": {"artifact_potency": 1, "market_per_color": 1},
    "many experiments": {"held_experiments": 4},
    "one experiment": {"held_experiments": 1, "experiment_potency": 2},
    "two dice": {"dice_per_round": 2},
    "four dice": {"dice_per_round": 4},
    "two rounds": {"rounds": 2},
    "one card dealt": {"cards_dealt": 1},
    "many publications": {"publications_drawn": 4, "publications_returned": 0},
    "no more publications": {"publications_drawn": 1, "publications_returned": 1},
    "all achievements": {"achievements_open": 8},
}
"""Other numbers of the rules, each set as a variant."""


def variants() -> dict[str, Box]:
    """Every variant that games are checked with."""
    boxes = {name: number(**values) for name, values in NUMBERS.items()}
    boxes |= {f"{ruling} flipped": flipped(ruling) for ruling in BOOLEAN_RULINGS}
    for actions in BEFORE_DRAFT:
        boxes[f"{actions} before the draft"] = rule(free_actions_before_draft=actions)
    boxes["few cubes"] = rule(cube_supply=40)
    boxes["more cards"] = more_cards()
    return boxes


def more_cards() -> Box:
    """The test box with more cards to choose from, and the cards that this takes."""
    lines = ["[change.rules.numbers]", "cards_dealt = 3", "market_per_color = 4"]
    for place in range(4):
        for level in ("starting", "masterpiece"):
            lines += [
                f"[add.experiments.more-{level}-{place}]",
                f'name = "More {level} {place}"',
                f'level = "{level}"',
                f'element = "{Element(place).word}"',
                "mastery = 1",
                'cost = "lead"',
                'bonus = "gold"',
                f"points = {place}",
            ]
    for place in range(8):
        lines += [
            f"[add.publications.more-{place}]",
            f'name = "More books {place}"',
            f'elementals = "{Element(place % 4).word}"',
            f"points = {place}",
        ]
    for level in ("starting", "1", "2", "3"):
        for place in range(8):
            lines += [
                f"[add.artifacts.more-tools-{level}-{place}]",
                f'name = "More tools {level} {place}"',
                f'level = "{level}"',
                f'elementals = "{Element(place % 4).word}"',
                'ability = "salt"',
            ]
    return box_with("\n".join(lines))
