"""The box as kernels read it: effects become rows, each effect with an ``END`` behind its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from trisim.engine.decks import card_key
from trisim.engine.kernel import records
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.settings import Mode as ModeTable
from trisim.games.madness.box.settings import Numbers, Rulings
from trisim.games.madness.box.terms import Clause, Effect, Step, has_variable, steps_of
from trisim.games.madness.box.words import VALUES, Difficulty, Mode, Verb, Zone
from trisim.games.madness.rules.state import BOX

NONE = -1
"""No effect, no zone, no element, no curse."""

TARGETS = {
    Verb.DRAW: Zone.HAND,
    Verb.DISCARD: Zone.DISCARD,
    Verb.DESTROY: Zone.DESTROYED,
    Verb.SUPPORT: Zone.SUPPORT,
    Verb.TOP: Zone.DECK,
    Verb.CURE: Zone.PILE,
    Verb.GIVE: Zone.HAND,
}
"""Where cards go if the verb says so."""

ABOUT_CURSES = (Verb.NEUTRALISE_CURSE, Verb.DESTROY_CURSE, Verb.TOKEN)


def box_record(box: Box) -> Any:
    """The box as kernels read it: a record of type ``BOX``.

    >>> from trisim.games.madness.box.box import load_box
    >>> int(box_record(load_box()).hand)
    6
    """
    return Filler(box).record


def modes_in_order(box: Box) -> list[tuple[str, ModeTable]]:
    """The modes by number: those of the rulebook, then others of the box."""
    names = [mode.word for mode in Mode]
    names += [name for name in box.modes if name not in names]
    return [(name, box.modes[name]) for name in names]


class Filler:
    """Fills the record of one box; ``rows`` grows with every effect."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.record = records(1, BOX)[0]
        self.rows = 0
        self.fill_cards()
        self.fill_mages()
        self.fill_sheets()
        self.fill_settings()

    def program(self, effect: Effect) -> int:
        """Append the rows of an effect and return the first; -1 if it has no step."""
        if not effect:
            return NONE
        first = self.rows
        for clause in effect:
            for number, step in enumerate(clause.steps):
                fill_row(self.record.rows[self.rows], clause, step, opens=number == 0)
                self.rows += 1
        self.record.rows[self.rows].verb = Verb.END
        self.rows += 1
        return first

    def fill_cards(self) -> None:
        record, box = self.record, self.box
        for card in box.elements:
            record.copies[VALUES * card.element + card.value - 1] = card.copies
        record.spells, record.curses = len(box.spells), len(box.curses)
        for number, spell in enumerate(box.spells):
            row = record.spell[number]
            row.key, row.element, row.level = card_key(spell.id), spell.element, spell.level
            row.basic, row.boosts = spell.basic, has_variable(spell.effect)
            row.effect = self.program(spell.effect)
        for number, curse in enumerate(box.curses):
            row = record.curse[number]
            row.key, row.kind = card_key(curse.id), curse.kind
            row.effect = self.program(curse.effect)

    def fill_mages(self) -> None:
        record, numbers = self.record, self.box.rules.numbers
        record.mages = len(self.box.mages)
        for number, mage in enumerate(self.box.mages):
            row, ability = record.mage[number], mage.ability
            row.element, row.ones, row.when = mage.element, mage.ones, mage.when
            row.effect = self.program(ability.effect)
            row.places = ability.places or numbers.places
            row.spells = ability.spells or numbers.most_spells
            row.wild = NONE if ability.wild is None else ability.wild

    def fill_sheets(self) -> None:
        self.record.sheets = len(self.box.sheets)
        for number, sheet in enumerate(self.box.sheets):
            row = self.record.sheet[number]
            row.key, row.side = card_key(sheet.id), sheet.side
            row.bonus, row.failure = self.program(sheet.bonus), self.program(sheet.failure)
            row.appearance = self.program(sheet.appearance)
            row.after_curses = mentions_curses(sheet.appearance)
            row.curses = [NONE] * len(row.curses)
            row.curses[: len(sheet.curses)] = sheet.curses

    def fill_settings(self) -> None:
        record, rules = self.record, self.box.rules
        for number, (_, mode) in enumerate(modes_in_order(self.box)):
            record.mode[number].madness_in_deck = mode.madness_in_deck
            record.mode[number].starting_two = mode.starting_two
        for number, each in enumerate(self.box.rounds):
            record.rounds[number] = each.by_difficulty[: len(Difficulty)]
        for players, madness in enumerate(rules.madness.by_players, start=2):
            record.madness[players] = madness
        for name in field_names(Numbers):
            record[name] = getattr(rules.numbers, name)
        for name in field_names(Rulings):
            record[name] = getattr(rules.rulings, name)


def field_names(cls: type[Numbers | Rulings]) -> list[str]:
    return [each.name for each in fields(cls)]


def mentions_curses(effect: Effect) -> bool:
    """Whether an effect is about the curses on the track."""
    return any(step.verb in ABOUT_CURSES or step.to is Zone.CURSE for step in steps_of(effect))


def fill_row(row: Any, clause: Clause, step: Step, *, opens: bool) -> None:
    """One step, with the players of its clause."""
    row.verb, row.opens = step.verb, opens
    row.who, row.who_n, row.who_variable = clause.who, clause.n, clause.variable
    row.count, row.n, row.variable = step.count, step.n, step.variable
    row.kinds, row.zones = step.kinds, zone_bits(step.zones)
    row.to = TARGETS.get(step.verb, NONE) if step.to is None else step.to
    row.value, row.same_element, row.anyone = step.value, step.same_element, step.anyone
    row.element = NONE if step.element is None else step.element
    row.may, row.if_done = step.may, step.if_done


def zone_bits(zones: Sequence[Zone]) -> int:
    """A bit for each zone."""
    return sum(1 << zone for zone in zones)
