"""Checks of single effects: what their steps need, and how deep actions can be nested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trisim.box.build import Draft, Row
from trisim.box.faults import Faults, Place
from trisim.box.format import Check
from trisim.games.madness.box.spelling import clause_text, effect_text, step_text
from trisim.games.madness.box.terms import Clause, Effect, Step, has_variable, steps_of
from trisim.games.madness.box.words import Count, Side, Verb, When, Zone
from trisim.games.madness.rules import state

COLUMNS = {
    "spells": ("effect",),
    "curses": ("effect",),
    "sheets": ("bonus", "failure", "appearance"),
    "mages": ("ability",),
}
"""The columns with effects by file."""

TAKES_CARDS = (
    Verb.DISCARD,
    Verb.DESTROY,
    Verb.SUPPORT,
    Verb.TOP,
    Verb.CURE,
    Verb.GIVE,
    Verb.RETURN,
)

SPARE_FRAMES = 13
"""Frames of the stack besides those of actions inside actions.

Six lie below the failure of a monster. Seven lie on top if a spell destroys a curse, and an ability
another one for each that was destroyed: the spell, five times the ability, and the reward.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """An effect of a draft, and its cell."""

    file: str
    row: Row
    column: str
    effect: Effect

    @property
    def place(self) -> Place:
        return self.row.at(self.column)


def effects_of(draft: Draft) -> Iterator[Found]:
    """Every effect that could be read."""
    for file, names in COLUMNS.items():
        for row in draft.rows.get(file, []):
            for name in names:
                value = row.values.get(name)
                if value is not None:
                    effect = value.effect if name == "ability" else value
                    yield Found(file, row, name, effect)


# ---------------------------------------------------------------- steps


def check_steps(draft: Draft, faults: Faults) -> None:
    """Steps that need one before them follow one that serves."""
    for found in effects_of(draft):
        for clause in found.effect:
            for number, step in enumerate(clause.steps):
                before = clause.steps[number - 1] if number else None
                check_as_many(found, step, before, faults)
                check_gain(found, step, before, faults)


def check_as_many(found: Found, step: Step, before: Step | None, faults: Faults) -> None:
    if step.count is Count.AS_MANY and before is None:
        problem = "no step stands before this one in its clause"
        remedy = "put one before it, as in 'destroy any from hand, then draw as many'"
        faults.add(found.place, step_text(step), problem, remedy)


def check_gain(found: Found, step: Step, before: Step | None, faults: Faults) -> None:
    """A card of the same element needs exactly one card before it."""
    if step.verb is Verb.GAIN and step.same_element and not takes_one(before):
        problem = "the step before it must take exactly one card"
        remedy = "write it as in 'destroy 1 from discard, if done gain higher to hand'"
        faults.add(found.place, step_text(step), problem, remedy)


def takes_one(step: Step | None) -> bool:
    """Whether a step takes one card that is seen."""
    if step is None or step.verb not in TAKES_CARDS:
        return False
    is_one = step.count in (Count.EXACT, Count.UP_TO) and step.n == 1 and not step.variable
    return is_one and not set(step.zones) & {Zone.DECK, Zone.PILE}


def check_variables(draft: Draft, faults: Faults) -> None:
    """Only spells have variable numbers: nothing else is boosted."""
    for found in effects_of(draft):
        if found.file != "spells" and has_variable(found.effect):
            problem = "only spells are boosted, so this number never varies"
            word = next(text for text in variable_texts(found.effect))
            faults.add(found.place, word, problem, "write the number without 'x'")


def variable_texts(effect: Effect) -> Iterator[str]:
    """The steps or clauses with a variable number."""
    for clause in effect:
        if clause.variable:
            yield clause_text(clause)
        yield from (step_text(step) for step in clause.steps if step.variable)


def check_ends(draft: Draft, faults: Faults) -> None:
    """The last page wins or loses the game, and nothing else does."""
    ends = {"bonus": Verb.WIN, "failure": Verb.LOSE}
    for found in effects_of(draft):
        is_last = found.row.values.get("side") is Side.LAST
        if is_last and found.column in ends:
            wanted = ((Clause(steps=(Step(verb=ends[found.column]),))),)
            if found.effect != wanted:
                problem = "the last page decides the game"
                text = found.row.raw.cells[found.column]
                faults.add(found.place, text, problem, f"write '{effect_text(wanted)}'")
            continue
        for step in steps_of(found.effect):
            if step.verb in ends.values():
                problem = "only the last page decides the game"
                faults.add(found.place, step.verb.word, problem, "take this step out")


# ---------------------------------------------------------------- actions


def gives_actions(effect: Effect) -> bool:
    return any(step.verb is Verb.ACT for step in steps_of(effect))


def keeps_pool(effect: Effect) -> bool:
    """Whether it gives actions that cards of the pool pay without leaving it."""
    return any(step.verb is Verb.ACT and step.zones for step in steps_of(effect))


def check_kept_pool(draft: Draft, faults: Faults) -> None:
    """One spell of the library at most gives actions of the kept pool."""
    keepers = [found for found in effects_of(draft) if keeps_pool(found.effect)]
    in_library = [found for found in keepers if found.row.values.get("basic") is False]
    for found in keepers:
        if found.file != "spells" or found.row.values.get("basic") is True:
            problem = "only a spell of the library may give actions of the kept pool"
            faults.add(found.place, "from kept pool", problem, "write 'act 1'")
    for found in in_library[1:]:
        first = in_library[0].row.values.get("name", "another spell")
        problem = f"'{first}' does so already, and two of them could be under way at once"
        faults.add(found.place, "from kept pool", problem, "write 'act 1x'")


def check_nesting(draft: Draft, faults: Faults) -> None:
    """Actions inside actions fit into the stack: two frames for each spell that gives some."""
    for found in effects_of(draft):
        if found.file == "mages" and gives_actions(found.effect):
            if found.row.values.get("when") is When.CURSE_DESTROYED:
                problem = "an action could destroy a curse, which gives an action"
                faults.add(found.place, effect_text(found.effect), problem, "give something else")
    frames = 2 * deepest(draft) + SPARE_FRAMES
    if frames > state.STACK:
        most = (state.STACK - SPARE_FRAMES) // 2
        problem = f"actions can be given {deepest(draft)} deep, and {most} is the most"
        remedy = "let fewer spells give actions, basic ones first: each player has them"
        faults.add(Place("spells.csv"), "act", problem, remedy)


def deepest(draft: Draft) -> int:
    """How many effects that give actions can be under way at once."""
    giving = [found for found in effects_of(draft) if gives_actions(found.effect)]
    spells = [found.row.values for found in giving if found.file == "spells"]
    basic = sum(spell.get("basic") is True for spell in spells)
    library = {(each.get("element"), each.get("level")) for each in spells if not each.get("basic")}
    abilities = any(found.file == "mages" for found in giving)
    abroad = draft.get("rules.rulings.abilities_on_others_turns") is True
    others = any(found.file in ("curses", "sheets") for found in giving)
    by_mages = (state.SEATS if abroad else 1) if abilities else 0
    return state.SEATS * basic + len(library) + by_mages + others


def check_rows(draft: Draft, faults: Faults) -> None:
    """All effects together fit into the record of the box."""
    rows = sum(len(steps_of(found.effect)) + 1 for found in effects_of(draft) if found.effect)
    if rows > state.MOST_ROWS:
        problem = f"{rows} steps and ends of effects, and there is room for {state.MOST_ROWS}"
        faults.add(Place("spells.csv"), "effects", problem, "shorten some, of any file")


EFFECT_CHECKS: tuple[Check, ...] = (
    check_steps,
    check_variables,
    check_ends,
    check_kept_pool,
    check_nesting,
    check_rows,
)
