"""Checks between the values of a box of this game, and that it can be played.

Each check reads a draft, in which faulty values are missing, and adds its findings.
``effect_checks`` has those of single effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from trisim.box.build import Draft, Row
from trisim.box.faults import Faults, Place
from trisim.box.format import Check
from trisim.games.madness.box.effect_checks import EFFECT_CHECKS
from trisim.games.madness.box.settings import Madness
from trisim.games.madness.box.words import (
    ELEMENTS,
    VALUES,
    CurseKind,
    Difficulty,
    Element,
    Mode,
    Side,
    When,
)
from trisim.games.madness.rules import state

LEVELS = (1, 2, 3)
SYMBOLS = ("curse_1", "curse_2", "curse_3")


def rows_of(draft: Draft, file: str, *names: str) -> list[dict[str, Any]] | None:
    """The rows of a file; ``None`` if it is torn, or if one of the values can't be read."""
    values = draft.values(file)
    is_whole = draft.whole(file) and all(name in row for row in values for name in names)
    return values if is_whole else None


# ---------------------------------------------------------------- elements and mages


def check_elements(draft: Draft, faults: Faults) -> None:
    """There is one row for each element and value."""
    rows = rows_of(draft, "elements", "element", "value")
    if rows is None:
        return
    found = Counter((row["element"], row["value"]) for row in rows)
    for element, value in product(Element, range(1, VALUES + 1)):
        if found[element, value] != 1:
            what = f"{element.word} {value}"
            problem = f"{found[element, value]} rows for this kind of card"
            faults.add(Place("elements.csv"), what, problem, "keep one row for each kind")


def copies_of(draft: Draft, value: int) -> dict[Element, int] | None:
    """How many cards of a value there are by element; ``None`` if that is in doubt."""
    rows = rows_of(draft, "elements", "element", "value", "copies")
    if rows is None:
        return None
    found = {row["element"]: row["copies"] for row in rows if row["value"] == value}
    return found if len(found) == ELEMENTS else None


def check_first_decks(draft: Draft, faults: Faults) -> None:
    """There are cards for the first decks of any players."""
    ones = [f"ones_{element.word}" for element in Element]
    mages = rows_of(draft, "mages", "element", *ones)
    if mages is None:
        return
    for value in (1, 2):
        copies = copies_of(draft, value)
        for element in Element if copies is not None else ():
            need = most_needed(draft, mages, element, value)
            has = copies[element] if copies is not None else 0
            if need > has:
                what = f"{element.word} {value}"
                problem = f"{has} of them, but five mages can need {need}"
                remedy = f"lower ones_{element.word} of a mage, or add copies in elements.csv"
                if value == 2:
                    remedy = "give a mage another element, or add copies in elements.csv"
                faults.add(Place("mages.csv"), what, problem, remedy)


def most_needed(draft: Draft, mages: list[dict[str, Any]], element: Element, value: int) -> int:
    """How many cards of an element and value the mages who need most of them take, in any mode."""
    modes = draft.tables["modes"].values()
    twos = [mode["starting_two"] for mode in modes if "starting_two" in mode]
    leaves = draft.get("rules.rulings.nightmare_two_in_stack") is False  # its stack all the same
    own = (any(twos) or leaves) if value == 2 else not all(twos)
    needs = [
        (mage[f"ones_{element.word}"] if value == 1 else 0)
        + (1 if own and mage["element"] is element else 0)
        for mage in mages
    ]
    return sum(sorted(needs)[-state.SEATS :])


def check_mages(draft: Draft, faults: Faults) -> None:
    """Every player gets a mage, whose ability is used when it can be."""
    mages = rows_of(draft, "mages")
    if mages is not None and len(mages) < state.SEATS:
        problem = f"{len(mages)} of them in a game of {state.SEATS}"
        faults.add(Place("mages.csv"), "mages", problem, "add mages")
    for row in draft.rows.get("mages", []):
        if "when" in row.values and "ability" in row.values:
            check_when(row, faults)
        spells = getattr(row.values.get("ability"), "spells", 0)
        if spells > state.SPELLS:
            problem = f"a player has room for {state.SPELLS} spells"
            faults.add(row.at("ability"), f"spells {spells}", problem, "lower it")


def check_when(row: Row, faults: Faults) -> None:
    """Effects and exchanges have a time, standing rights have none."""
    when, ability = row.values["when"], row.values["ability"]
    allowed = [When.TURN, When.CURSE_DESTROYED] if ability.effect else [When.ALWAYS]
    if ability.wild is not None:
        allowed = [When.TURN, When.CURSE_DESTROYED] if ability.effect else [When.TURN]
    if when not in allowed:
        words = " or ".join(f"'{each.word}'" for each in allowed)
        kind = "an ability with an effect" if ability.effect else "this ability"
        problem = f"{kind} isn't used then"
        faults.add(row.at("when"), when.word, problem, f"write {words}")


def check_deck_room(draft: Draft, faults: Faults) -> None:
    """All cards that one player can bring together, those of others too, fit into a deck."""
    ones = [f"ones_{element.word}" for element in Element]
    mages = rows_of(draft, "mages", *ones)
    cards = rows_of(draft, "elements", "value", "copies")
    piles = [draft.get(f"rules.madness.{key}") for key in MADNESS_KEYS]
    if mages is None or cards is None or None in piles:
        return
    first = sum(sorted(1 + sum(mage[name] for name in ones) for mage in mages)[-state.SEATS :])
    total = first + sum(card["copies"] for card in cards if card["value"] > 1) + max(piles)
    if total > state.CARDS_IN_TOP:
        problem = f"{total} cards could come into one deck, which has room for {state.CARDS_IN_TOP}"
        remedy = "take out copies of value 2 or 3, or madness in rules.toml"
        faults.add(Place("elements.csv"), "copies", problem, remedy)


# ---------------------------------------------------------------- spells


def check_library(draft: Draft, faults: Faults) -> None:
    """Every stack of the library has a spell of each level, and as many to choose from.

    How many is counted only where the number of spells of a level is right: otherwise that is what
    ``counts`` reports, and a variant may add a spell.
    """
    rows = rows_of(draft, "spells", "element", "level", "basic")
    if rows is None:
        return
    found = Counter((row["element"], row["level"]) for row in rows if not row["basic"])
    each = draft.get("box.counts.spells_each")
    for element, level in product(Element, LEVELS):
        number, what = found[element, level], f"{element.word} level {level}"
        is_counted = each is not None and is_level_complete(draft, rows, level)
        if is_counted and number != each:
            problem = f"{number} spells where each element has {each} of a level"
            faults.add(Place("spells.csv"), what, problem, "check element, level and basic")
        elif number == 0:
            problem = "no spell for this place of the library"
            faults.add(Place("spells.csv"), what, problem, "add a spell")


def is_level_complete(draft: Draft, rows: list[dict[str, Any]], level: int) -> bool:
    """Whether there are as many spells of a level as ``box.toml`` counts."""
    return sum(row["level"] == level for row in rows) == draft.get(
        f"box.counts.spells.level_{level}"
    )


def check_basic_spells(draft: Draft, faults: Faults) -> None:
    """There is one basic spell of each element."""
    rows = rows_of(draft, "spells", "element", "basic")
    if rows is None:
        return
    found = Counter(row["element"] for row in rows if row["basic"])
    for element in Element:
        if found[element] != 1:
            problem = f"{found[element]} basic spells where each element has one"
            remedy = "write 'yes' in column basic for one of them"
            faults.add(Place("spells.csv"), element.word, problem, remedy)


# ---------------------------------------------------------------- the grimoire and the curses


def check_grimoire(draft: Draft, faults: Faults) -> None:
    """There are sheets for a book, and each is complete."""
    for row in draft.rows.get("sheets", []):
        check_sheet(row, faults)
    rows = rows_of(draft, "sheets", "side")
    if rows is None:
        return
    sides = Counter(row["side"] for row in rows)
    inner = state.MONSTERS - 1
    for side, need in ((Side.COVER, 1), (Side.INNER, inner)):
        if sides[side] < need and f"{side.word} sheets" not in draft.miscounted:
            problem = f"{sides[side]} of them where a book needs {need}"
            faults.add(Place("sheets.csv"), f"{side.word} sheets", problem, "add sheets")
    if sides[Side.LAST] != 1 and "last sheets" not in draft.miscounted:
        problem = f"{sides[Side.LAST]} last pages where a book has one"
        faults.add(Place("sheets.csv"), "last", problem, "keep one")


def check_sheet(row: Row, faults: Faults) -> None:
    """A cover has no front, the last page no back."""
    side = row.values.get("side")
    if side is None:
        return
    if side is Side.COVER:
        check_empty(row, ("bonus", "failure", "back_source"), "a cover has no front", faults)
    if side is Side.LAST:
        check_empty(row, (*SYMBOLS, "back_source"), "the last page has no back", faults)
        return
    for name in SYMBOLS:
        if name in row.values and row.values[name] is None:
            problem = "a monster brings three curses"
            faults.add(row.at(name), "", problem, "name the kind of this one")


def check_empty(row: Row, names: tuple[str, ...], problem: str, faults: Faults) -> None:
    """Cells that must be empty."""
    for name in names:
        if row.values.get(name) not in (None, ()):
            faults.add(row.at(name), row.raw.cells[name], problem, "empty this cell")


def check_curses(draft: Draft, faults: Faults) -> None:
    """There are enough curses of each kind: for a monster, or for a whole book without refills."""
    curses = rows_of(draft, "curses", "kind")
    sheets = rows_of(draft, "sheets", "side", *SYMBOLS)
    rounds = rows_of(draft, "rounds", *(each.word for each in Difficulty))
    refill = draft.get("rules.rulings.refill_curses")
    if curses is None or sheets is None or rounds is None or refill is None:
        return
    found = Counter(row["kind"] for row in curses)
    for kind in CurseKind:
        extra = [
            [row[difficulty.word] if kind is CurseKind.MULTI else 0 for row in rounds]
            for difficulty in Difficulty
        ]
        by_one = most_by_monster(sheets, kind) + max(max(row, default=0) for row in extra)
        in_all = most_in_book(sheets, kind) + max(sum(row) for row in extra)
        need, when = (by_one, "one monster") if refill else (in_all, "a whole book")
        if found[kind] < need and f"{kind.word} curses" not in draft.miscounted:
            problem = f"{found[kind]} of them, but {when} can bring {need}"
            remedy = "add curses, or change symbols of monsters"
            if not refill:
                remedy += ", or set refill_curses in rules.toml"
            faults.add(Place("curses.csv"), f"{kind.word} curses", problem, remedy)


def symbols_of(sheet: dict[str, Any], kind: CurseKind) -> int:
    """How many curses of a kind the monster of a sheet brings."""
    return sum(sheet[name] is kind for name in SYMBOLS)


def most_by_monster(sheets: list[dict[str, Any]], kind: CurseKind) -> int:
    return max((symbols_of(sheet, kind) for sheet in sheets), default=0)


def most_in_book(sheets: list[dict[str, Any]], kind: CurseKind) -> int:
    """How many curses of a kind the worst cover and inner pages bring."""
    covers = [symbols_of(sheet, kind) for sheet in sheets if sheet["side"] is Side.COVER]
    inner = [symbols_of(sheet, kind) for sheet in sheets if sheet["side"] is Side.INNER]
    return max(covers, default=0) + sum(sorted(inner)[1 - state.MONSTERS :])


# ---------------------------------------------------------------- rounds and modes

MADNESS_KEYS = list(Madness.__dataclass_fields__)


def check_rounds(draft: Draft, faults: Faults) -> None:
    """There is a row for each round."""
    if not draft.whole("rounds"):
        return
    wanted = [f"round-{number}" for number in range(1, state.MONSTERS + 1)]
    found = draft.ids("rounds")
    for ident in wanted:
        if ident not in found:
            faults.add(Place("rounds.csv"), ident, "this round is missing", "add its row")
    for row in draft.rows["rounds"]:
        if row.values.get("id", wanted[0]) not in wanted:
            problem = f"a game has {state.MONSTERS} rounds: {wanted[0]} to {wanted[-1]}"
            faults.add(row.at("id"), row.values["id"], problem, "take this row out")


def check_modes(draft: Draft, faults: Faults) -> None:
    """The modes of the rulebook are there, and there is madness for all first decks."""
    for mode in Mode:
        if draft.whole("modes") and mode.word not in draft.tables["modes"]:
            problem, remedy = "this mode is missing", f"add a table [{mode.word}]"
            faults.add(Place("modes.toml"), mode.word, problem, remedy)
    for ident, table in draft.tables["modes"].items():
        for players, key in enumerate(MADNESS_KEYS, start=2):
            pile, each = draft.get(f"rules.madness.{key}"), table.get("madness_in_deck")
            if pile is not None and each is not None and players * each > pile:
                problem = f"{players} decks take {players * each} madness, the pile has {pile}"
                place = draft.at(f"modes.{ident}.madness_in_deck")
                faults.add(place, each, problem, f"lower it, or raise {key} in rules.toml")
                break


def all_checks() -> Iterator[Check]:
    yield from (check_elements, check_first_decks, check_mages, check_deck_room)
    yield from (check_library, check_basic_spells, check_grimoire, check_curses)
    yield from (check_rounds, check_modes)
    yield from EFFECT_CHECKS


CHECKS: tuple[Check, ...] = tuple(all_checks())
