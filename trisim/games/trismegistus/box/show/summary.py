"""A whole box on one page: contents, progression by level, effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trisim.box.show.pages import about_text
from trisim.box.show.style import (
    DIM,
    count_or_dot,
    flexible_bar,
    grid,
    heading,
    mean,
    range_bar,
    span,
    table,
)
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import CARD_FILES, Experiment
from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Do,
    Effect,
    Effects,
    Exchange,
    Gain,
    Swap,
    Transmute,
)
from trisim.games.trismegistus.box.show.alchemist import bonuses
from trisim.games.trismegistus.box.show.decks import YARDSTICK, experiments_name
from trisim.games.trismegistus.box.show.reading import card_worth
from trisim.games.trismegistus.box.show.style import element_text
from trisim.games.trismegistus.box.words import Element, Level, SoloKind, Thing
from trisim.games.trismegistus.box.worth import cost_worth
from trisim.texts import listed

BAR = 18
ELEMENTS_NOTE = "From starting to all: elementals on artifacts. Asked for: by publications."
FILE_HEADS = {
    "experiments": "experi-\nments",
    "artifacts": "artifacts",
    "formulas": "formulas",
    "vaults": "vaults",
    "achievements": "achieve-\nments",
}
"""Where effects stand, and the head of each one's column."""


def summary_page(box: Box) -> RenderableType:
    kinds = Counter(card.kind for card in box.solo_cards)
    solo = listed(f"{kinds[kind]} {kind.word}" for kind in SoloKind)
    return Group(
        about_text(box),
        heading("In the box"),
        counts_table(box),
        Text(f"Formulas are for {len(box.alchemists)} alchemists; solo cards are {solo}.", DIM),
        heading("Experiments, level by level"),
        experiments_table(box),
        "",
        curves_table(box),
        Text("In brackets and █: the mean. ░: up to the highest.", DIM),
        heading("Elements"),
        elements_table(box),
        Text(ELEMENTS_NOTE, DIM),
        heading("Effects, by how often they occur"),
        effects_table(box),
        heading("Alchemists"),
        alchemists_table(box),
        heading("See more"),
        more_table(box),
        "",
        Text(YARDSTICK, DIM),
    )


# ---------------------------------------------------------------- counts


def counts_table(box: Box) -> Table:
    """How many cards of each kind."""
    heads = ["all", *(short_name(level) for level in Level)]
    made = table("", *heads, right=heads)
    for kind in CARD_FILES:
        levels = Counter(getattr(card, "level", None) for card in box.cards(kind))
        by_level = [] if None in levels else [count_or_dot(levels[level]) for level in Level]
        made.add_row(kind.replace("_", " "), str(len(box.cards(kind))), *by_level)
    return made


# ---------------------------------------------------------------- experiments


def decks(box: Box) -> Iterator[tuple[str, list[Experiment]]]:
    """The experiments of each level that has any."""
    for level in Level:
        cards = [card for card in box.experiments if card.level is level]
        if cards:
            yield short_name(level), cards


def short_name(level: Level) -> str:
    """The name of a deck without "experiments"."""
    return experiments_name(level).removesuffix(" experiments").lower()


def experiments_table(box: Box) -> Table:
    """Ranges and means by level."""
    heads = ("cards", "mastery", "cubes", "cost\nworth", "bonus\nworth", "points")
    made = table("", *heads, right=heads)
    for name, cards in decks(box):
        made.add_row(
            name,
            str(len(cards)),
            span([card.mastery for card in cards]),
            span([sum(amount.count for amount in card.cost) for card in cards]),
            mean(cost_worth(card.cost) for card in cards),
            mean(card_worth(box, card) for card in cards),
            span([card.points for card in cards]),
        )
    return made


def curves_table(box: Box) -> Table:
    """Mastery, cost and points as bars, level by level."""
    measures = {
        "mastery": [float(card.mastery) for card in box.experiments],
        "cost worth": [cost_worth(card.cost) for card in box.experiments],
        "points": [float(card.points) for card in box.experiments],
    }
    tops = {name: max(values, default=0) for name, values in measures.items()}
    made = table("", *(f"{name}, to {top:.0f}" for name, top in tops.items()))
    for name, cards in decks(box):
        made.add_row(
            name,
            range_bar([float(card.mastery) for card in cards], tops["mastery"], BAR),
            range_bar([cost_worth(card.cost) for card in cards], tops["cost worth"], BAR),
            range_bar([float(card.points) for card in cards], tops["points"], BAR),
        )
    return made


# ---------------------------------------------------------------- elements


def elements_table(box: Box) -> Table:
    """Where each element occurs: experiments, elementals on artifacts, needs of publications."""
    stacks = {level: [card for card in box.artifacts if card.level is level] for level in Level}
    stacks = {level: cards for level, cards in stacks.items() if cards}
    heads = ["experiments", *(short_name(level) for level in stacks), "all", "asked for"]
    made = table("", *heads, right=heads)
    for element in Element:
        found = [sum(card.elementals.count(element) for card in cards) for cards in stacks.values()]
        asked = sum(card.elementals.count(element) for card in box.publications)
        cards = sum(card.element is element for card in box.experiments)
        counts = [str(cards), *map(count_or_dot, found), str(sum(found)), str(asked)]
        made.add_row(element_text(element), *counts)
    return made


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Use:
    """An effect and the file that uses it."""

    file: str
    effect: Effect


def uses(box: Box) -> Iterator[Use]:
    """Every effect on cards and vaults, part by part."""
    found: list[tuple[str, Effects]] = []
    found += [("experiments", card.bonus) for card in box.experiments]
    found += [("artifacts", card.ability) for card in box.artifacts]
    found += [("achievements", card.bonus) for card in box.achievements]
    found += [("formulas", card.ability) for card in box.formulas]
    for alchemist in box.alchemists.values():
        found += [("vaults", bonus.effects) for bonus in bonuses(alchemist.vault)]
    for file, effects in found:
        for effect in effects:
            yield Use(file, effect)


def effect_kind(effect: Effect) -> str:
    """The kind of an effect, in a word or two."""
    match effect:
        case Gain(thing=Thing.POINT, per=per):
            return "points at once" if per is None else "points for each …"
        case Gain(thing=thing):
            return goods_kind(thing)
        case Advance():
            return "advance"
        case Transmute():
            return "transmute"
        case Do(verb=verb):
            return verb.word
        case Exchange(reward=reward):
            return "refine" if reward is Swap.SAME_REFINED else "exchange"
        case _ as unknown:
            assert_never(unknown)


def goods_kind(thing: Thing) -> str:
    """The kind of goods that are gained."""
    if thing <= Thing.RAW_IRON or thing is Thing.ANY_RAW:
        return "raw material"
    if thing <= Thing.REFINED_IRON or thing is Thing.ANY_REFINED:
        return "refined material"
    if thing <= Thing.GOLD:
        return "silver or gold"
    return "essence" if thing <= Thing.AETHER or thing is Thing.ANY_ESSENCE else thing.word


def effects_table(box: Box) -> Table:
    """Kinds of effects with a bar, and how often each file uses them."""
    counts = Counter((effect_kind(use.effect), use.file) for use in uses(box))
    totals = Counter(effect_kind(use.effect) for use in uses(box))
    most = max(totals.values(), default=0)
    made = table("", "", "all", *FILE_HEADS.values(), right=["all", *FILE_HEADS.values()])
    made.columns[0].no_wrap, made.columns[1].ratio, made.expand = True, 1, True
    for kind, total in totals.most_common():
        per_file = [count_or_dot(counts[kind, file]) for file in FILE_HEADS]
        made.add_row(kind, flexible_bar(total, most), str(total), *per_file)
    return made


# ---------------------------------------------------------------- alchemists and the way on


def alchemists_table(box: Box) -> Table:
    """Name and plan, a line each."""
    made = grid()
    made.add_column(no_wrap=True)
    for alchemist in box.alchemists.values():
        made.add_row(
            Text(alchemist.name), Text(alchemist.plan, DIM, no_wrap=True, overflow="ellipsis")
        )
    return made


def more_table(box: Box) -> Table:
    """Commands for the other pages."""
    made = grid()
    alchemist = next(iter(box.alchemists), None)
    card = next((card.id for card in box.experiments if card.level is Level.TWO), None)
    if alchemist:
        made.add_row(
            f"trisim box show {alchemist}", Text("an alchemist: plan, vault, formulas", DIM)
        )
    if card:
        made.add_row(f"trisim box show {card}", Text("any card, by id or name", DIM))
    made.add_row("trisim box show level 2", Text("a deck; also artifacts, publications, …", DIM))
    made.add_row(
        "trisim box show rules", Text("also board, solo, difficulty, intro, bonus tokens", DIM)
    )
    return made
