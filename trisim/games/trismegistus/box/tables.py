"""A box for the engine: a named tuple of read-only arrays; another card changes no type.

Cards are in the order of their ids and are referred to by their index. Effects and requirements of
all cards are in two common arrays; a *span* (first row, number of rows) gives the rows of a card.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from trisim.box.box import Card
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    BotAction,
    Countable,
    Do,
    Down,
    Effects,
    Exchange,
    Gain,
    Need,
    Requirement,
    Reward,
    Swap,
    Transmute,
)
from trisim.games.trismegistus.box.settings import MAX_VAULT_SIDE, Vault
from trisim.games.trismegistus.box.words import Color, Element, Thing

Ints = npt.NDArray[np.int16]
Keys = npt.NDArray[np.uint64]

NONE = -1
"""No thing, no multiplier, no element, no level."""

ALL_ELEMENTS = 0b1111
"""A mask of elements: bit 0 is fire, then water, earth, air."""

DOWN = 99
"""The price of going down a space, where a price is otherwise a ``Thing``."""

HELD = Thing.POINT + 1
"""How many things are held and counted; the others are choices between these."""

COSTS = (*range(Thing.GOLD + 1), Thing.ANY_RAW, Thing.ANY_REFINED)
"""What each place of a row of ``experiment_cost`` counts."""


class EffectKind(IntEnum):
    """What a row of ``effects`` does."""

    GAIN = 0
    ADVANCE = 1
    TRANSMUTE = 2
    DRAW_PUBLICATIONS = 3
    RANDOM_ARTIFACT = 4
    RESTORE_REACTION = 5
    TAKE_ARTIFACT = 6
    TAKE_EXPERIMENT = 7
    SAME_REFINED = 8
    OTHER_RAW = 9


class EffectColumn(IntEnum):
    """The columns of ``effects``."""

    KIND = 0
    WHAT = 1  # a Thing to gain, a Track to advance on, a Color to transmute along
    COUNT = 2  # how many things; how many spaces, or different tracks
    TIMES = 3  # how often
    PER = 4  # multiplied by a CountKind, or NONE
    PER_ELEMENTS = 5  # mask of the elements that count
    PRICE = 6  # of an exchange: a Thing, or DOWN; NONE if it is free
    PRICE_COUNT = 7
    UP_TO = 8  # of an exchange: how often at the most


class NeedColumn(IntEnum):
    """The columns of ``needs``."""

    KIND = 0  # a CountKind, or NONE for materials
    ELEMENTS = 1  # mask of the elements that count
    LEVEL = 2  # of experiments: a Level, or NONE for all
    THING = 3  # the material, or NONE
    COUNT = 4  # at least so many, or this level


class Tables(NamedTuple):
    """The box as arrays; ``n`` is the number of cards, a span is (first row, number of rows)."""

    effects: Ints  # [row, EffectColumn]
    needs: Ints  # [row, NeedColumn]

    experiment_key: Keys  # [n] from the id alone: the order of a shuffled deck hangs on it
    experiment_level: Ints  # [n] Level
    experiment_element: Ints  # [n] Element
    experiment_mastery: Ints  # [n]
    experiment_cost: Ints  # [n, COSTS]
    experiment_bonus: Ints  # [n, span]
    experiment_points: Ints  # [n]
    experiment_players: Ints  # [n] least number of players

    artifact_key: Keys  # [n]
    artifact_level: Ints  # [n] Level
    artifact_elementals: Ints  # [n, Element]
    artifact_ability: Ints  # [n, span]

    publication_key: Keys  # [n]
    publication_elementals: Ints  # [n, Element]
    publication_points: Ints  # [n]
    publication_players: Ints  # [n] least number of players

    achievement_key: Keys  # [n]
    achievement_needs: Ints  # [n, span of needs]
    achievement_bonus: Ints  # [n, span]
    achievement_points: Ints  # [n]

    formula_key: Keys  # [n]
    formula_alchemist: Ints  # [n] index of the alchemist
    formula_ability: Ints  # [n, span]

    vault_space: Ints  # [alchemist, row, column] 1 where a formula fits
    vault_row_bonus: Ints  # [alchemist, row, left or right, span]
    vault_column_bonus: Ints  # [alchemist, column, top or bottom, span]

    dice: Ints  # [players, Color] dice in play; 1 player is the solo game
    bowl_essence: Ints  # [Symbol] Essence; NONE for the wild bowl
    arrow_color: Ints  # [arrow] Color
    track_order: Ints  # [place from the left] Element
    track_essence: Ints  # [Element] printed dominant Essence
    track_bonus: Ints  # [level] 1 where a bonus token lies
    track_points: Ints  # [level]
    token_kind: Ints  # [token] kind of each bonus token
    token_effect: Ints  # [kind, span]
    token_bot: Ints  # [kind, span] what Botmegistus gets
    start_goods: Ints  # [seat, Thing up to POINT]
    stone_points: Ints  # [formulas placed]
    stone_prices: Ints  # [formulas bought]
    rules: Any  # [1] record: every number and ruling of rules.toml by its name

    intro: Ints  # [seat, (alchemist, experiment, masterpiece, publication, artifact)]
    intro_slot: Ints  # [1]

    solo_key: Keys  # [n]
    solo_kind: Ints  # [n] SoloKind
    solo_element: Ints  # [n] Element or NONE
    solo_color: Ints  # [n] Color
    solo_symbols: Ints  # [n, (left, right)] Symbol or NONE; both NONE: "max"
    solo_potency: Ints  # [n]
    solo_action: Ints  # [n, span]
    solo_ahead: Ints  # [n, span]
    solo_priority: Ints  # [place] Color
    solo_start: Ints  # [span]
    solo_after_round: Ints  # [round, span]
    solo_rules: Any  # [1] record: numbers and rulings of solo.toml by their names


def make_tables(box: Box) -> Tables:
    """The tables of a box.

    >>> from trisim.games.trismegistus.box.box import load_box
    >>> make_tables(load_box()).track_points.tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 7]
    """
    return Maker(box).tables()


class Maker:
    """Collects effects and requirements for the tables of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.effects: list[list[int]] = []
        self.needs: list[list[int]] = []

    def tables(self) -> Tables:
        """All of them; the common arrays last, when every card has added its rows."""
        parts = (
            self.experiments()
            | self.artifacts()
            | self.publications()
            | self.achievements()
            | self.alchemists()
            | self.board()
            | self.intro()
            | self.solo_cards()
            | self.solo()
        )
        parts["effects"] = frozen(self.effects, width=len(EffectColumn))
        parts["needs"] = frozen(self.needs, width=len(NeedColumn))
        return Tables(**parts)

    def span(self, effects: Effects | BotAction) -> list[int]:
        """Add an effect to the common array and return its span."""
        first = len(self.effects)
        self.effects.extend(effect_row(part) for part in effects)
        return [first, len(effects)]

    def needs_span(self, requirement: Requirement) -> list[int]:
        """Add a requirement to the common array and return its span."""
        first = len(self.needs)
        self.needs.extend(need_row(part) for part in requirement)
        return [first, len(requirement)]

    # -- cards

    def experiments(self) -> dict[str, Any]:
        cards = self.box.experiments
        return {
            "experiment_key": keys(cards),
            "experiment_level": frozen([card.level for card in cards]),
            "experiment_element": frozen([card.element for card in cards]),
            "experiment_mastery": frozen([card.mastery for card in cards]),
            "experiment_cost": frozen([cost_row(card.cost) for card in cards]),
            "experiment_bonus": frozen([self.span(card.bonus) for card in cards]),
            "experiment_points": frozen([card.points for card in cards]),
            "experiment_players": frozen([card.players for card in cards]),
        }

    def artifacts(self) -> dict[str, Any]:
        cards = self.box.artifacts
        return {
            "artifact_key": keys(cards),
            "artifact_level": frozen([card.level for card in cards]),
            "artifact_elementals": frozen([element_counts(card.elementals) for card in cards]),
            "artifact_ability": frozen([self.span(card.ability) for card in cards]),
        }

    def publications(self) -> dict[str, Any]:
        cards = self.box.publications
        return {
            "publication_key": keys(cards),
            "publication_elementals": frozen([element_counts(card.elementals) for card in cards]),
            "publication_points": frozen([card.points for card in cards]),
            "publication_players": frozen([card.players for card in cards]),
        }

    def achievements(self) -> dict[str, Any]:
        cards = self.box.achievements
        return {
            "achievement_key": keys(cards),
            "achievement_needs": frozen([self.needs_span(card.requires) for card in cards]),
            "achievement_bonus": frozen([self.span(card.bonus) for card in cards]),
            "achievement_points": frozen([card.points for card in cards]),
        }

    def alchemists(self) -> dict[str, Any]:
        """The tables of ``alchemists.toml and formulas.csv``."""
        names = list(self.box.alchemists)
        formulas = self.box.formulas
        vaults = [alchemist.vault for alchemist in self.box.alchemists.values()]
        return {
            "formula_key": keys(formulas),
            "formula_alchemist": frozen([names.index(card.alchemist) for card in formulas]),
            "formula_ability": frozen([self.span(card.ability) for card in formulas]),
            "vault_space": frozen([vault_frame(vault) for vault in vaults]),
            "vault_row_bonus": frozen([self.lines(vault.left, vault.right) for vault in vaults]),
            "vault_column_bonus": frozen([self.lines(vault.top, vault.bottom) for vault in vaults]),
        }

    def lines(self, one: Sequence[Effects], other: Sequence[Effects]) -> list[list[list[int]]]:
        """The spans at both ends of each line, for as many lines as a frame can have."""
        spans = [[self.span(a), self.span(b)] for a, b in zip(one, other, strict=True)]
        return spans + [[[0, 0], [0, 0]]] * (MAX_VAULT_SIDE - len(spans))

    # -- boards

    def board(self) -> dict[str, Any]:
        """The tables of ``board.toml and rules.toml``."""
        board = self.box.board
        tracks, tokens = board.tracks, list(board.bonus_tokens.values())
        kinds = [kind for kind, token in enumerate(tokens) for _ in range(token.count)]
        return {
            "dice": frozen([dice_in_play(self.box, players) for players in range(5)]),
            "bowl_essence": frozen([*asdict(board.bowls).values(), NONE]),
            "arrow_color": frozen([*asdict(board.arrows).values()]),
            "track_order": frozen(tracks.order),
            "track_essence": frozen([tracks.fire, tracks.water, tracks.earth, tracks.air]),
            "track_bonus": frozen([level in tracks.bonus_spaces for level in range(13)]),
            "track_points": frozen(tracks.points),
            "token_kind": frozen(kinds),
            "token_effect": frozen([self.span(token.effect) for token in tokens], width=2),
            "token_bot": frozen([self.span(token.bot) for token in tokens], width=2),
            "start_goods": frozen(start_goods(self.box)),
            "stone_points": frozen(board.stone.points),
            "stone_prices": frozen(board.stone.prices),
            "rules": record(asdict(self.box.rules.numbers) | asdict(self.box.rules.rulings)),
        }

    def intro(self) -> dict[str, Any]:
        box = self.box
        rows = [
            [
                list(box.alchemists).index(seat.alchemist),
                index_of(box.experiments, seat.experiment),
                index_of(box.experiments, seat.masterpiece),
                index_of(box.publications, seat.publication),
                index_of(box.artifacts, seat.artifact),
            ]
            for seat in box.intro.seats
        ]
        return {"intro": frozen(rows), "intro_slot": frozen([box.intro.slot])}

    # -- solo

    def solo_cards(self) -> dict[str, Any]:
        cards = self.box.solo_cards
        elements = [NONE if card.element is None else card.element for card in cards]
        return {
            "solo_key": keys(cards),
            "solo_kind": frozen([card.kind for card in cards]),
            "solo_element": frozen(elements),
            "solo_color": frozen([card.color for card in cards]),
            "solo_symbols": frozen([(*card.symbols, NONE, NONE)[:2] for card in cards]),
            "solo_potency": frozen([card.potency for card in cards]),
            "solo_action": frozen([self.span(card.action) for card in cards]),
            "solo_ahead": frozen([self.span(card.ahead) for card in cards]),
        }

    def solo(self) -> dict[str, Any]:
        solo = self.box.solo
        numbers = {
            "masterpieces": solo.masterpieces,
            "points_per_elemental": solo.points_per_elemental,
            "points_per_ethereal": solo.points_per_ethereal,
            "gold_per_formula": solo.gold_per_formula,
            "most_formulas": solo.most_formulas,
        }
        return {
            "solo_priority": frozen(solo.color_priority),
            "solo_start": frozen(self.span(solo.start)),
            "solo_after_round": frozen([self.span(goods) for goods in solo.after_rounds]),
            "solo_rules": record(numbers | asdict(solo.rulings)),
        }


# ---------------------------------------------------------------- rows


def effect_row(part: Reward | Exchange) -> list[int]:
    """One part of an effect as a row of ``effects``."""
    if isinstance(part, Exchange):
        row = effect_row(part.reward)
        price = part.price
        row[EffectColumn.PRICE] = DOWN if isinstance(price, Down) else price.thing
        row[EffectColumn.PRICE_COUNT] = 1 if isinstance(price, Down) else price.count
        row[EffectColumn.UP_TO] = part.times
        return row
    kind, what, count, times = effect_start(part)
    per = None if isinstance(part, Swap) else part.per
    per_kind, per_elements = (NONE, 0) if per is None else (int(per.kind), element_mask(per))
    return [kind, what, count, times, per_kind, per_elements, NONE, 0, 1]


def effect_start(part: Reward) -> tuple[int, int, int, int]:
    """Kind, what, count and times of a part that isn't an exchange."""
    match part:
        case Gain(count, thing):
            return EffectKind.GAIN, thing, count, 1
        case Advance(track, steps, times):
            return EffectKind.ADVANCE, track, steps, times
        case Transmute(color, times):
            return EffectKind.TRANSMUTE, color, 1, times
        case Do(verb, times):
            return EffectKind[verb.name], 0, 1, times
        case Swap():
            return EffectKind[part.name], 0, 1, 1


def need_row(need: Need) -> list[int]:
    what = need.what
    if isinstance(what, Thing):
        return [NONE, 0, NONE, what, need.count]
    level = NONE if what.level is None else int(what.level)
    return [what.kind, element_mask(what), level, NONE, need.count]


def element_mask(what: Countable) -> int:
    """The elements that count, as bits; all of them if none is named."""
    return sum(1 << int(element) for element in what.elements) or ALL_ELEMENTS


def element_counts(elementals: Iterable[Element]) -> list[int]:
    """How many of each element."""
    found = list(elementals)
    return [found.count(element) for element in Element]


def cost_row(cost: Iterable[Amount]) -> list[int]:
    """A cost, counted by ``COSTS``."""
    parts = list(cost)
    return [sum(part.count for part in parts if part.thing == thing) for thing in COSTS]


def vault_frame(vault: Vault) -> list[list[int]]:
    """The spaces of a vault in the largest frame."""
    side = range(MAX_VAULT_SIDE)
    return [[int((row, column) in vault.spaces) for column in side] for row in side]


def dice_in_play(box: Box, players: int) -> list[int]:
    """The dice by colour; none for no players."""
    if players == 0:
        return [0, 0, 0]
    board = box.board
    left_out = {1: board.dice_left_out.two_players, 2: board.dice_left_out.two_players}
    left_out[3] = board.dice_left_out.three_players
    colors = [color.word for color in Color if color is not Color.ANY]
    counts = [getattr(board.dice, color) for color in colors]
    if players in left_out:
        out = [getattr(left_out[players], color) for color in colors]
        counts = [count - less for count, less in zip(counts, out, strict=True)]
    return counts


def start_goods(box: Box) -> list[list[int]]:
    """What each seat begins with, by thing."""
    start = box.board.start
    rows = []
    for besides in (start.first, start.second, start.third, start.fourth):
        row = [0] * HELD
        for part in (*start.everyone, *besides):
            assert isinstance(part, Gain), "checked with the box"
            row[part.thing] += part.count
        rows.append(row)
    return rows


# ---------------------------------------------------------------- arrays


def frozen(values: Sequence[Any], width: int = 0) -> Ints:
    """A read-only array; ``width`` gives an empty one its second dimension."""
    array = np.array(values, dtype=np.int16)
    if width and not array.size:
        array = array.reshape(0, width)
    array.setflags(write=False)
    return array


def record(values: dict[str, Any]) -> Any:
    """A read-only array of one record with a field for each value."""
    dtype = np.dtype((np.record, [(name, np.int16) for name in values]))
    array = np.array([tuple(int(value) for value in values.values())], dtype=dtype)
    array.setflags(write=False)
    return array


def keys(cards: Sequence[Card]) -> Keys:
    """A number for each card that depends on its id alone."""
    digests = [hashlib.blake2b(card.id.encode(), digest_size=8).digest() for card in cards]
    array = np.array([int.from_bytes(digest, "little") for digest in digests], dtype=np.uint64)
    array.setflags(write=False)
    return array


def index_of(cards: Sequence[Card], ident: str) -> int:
    return next(index for index, card in enumerate(cards) if card.id == ident)
