"""Damaging a box on purpose, and looking at what is said about it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from trisim.box.faults import BoxError, Fault
from trisim.games.trismegistus.box.box import FORMAT, Box, load_box
from trisim.games.trismegistus.box.notation.terms import BotAction, Effects, Part

BOX_FILES = FORMAT.file_names
CSV_FILES = tuple(name for name in BOX_FILES if name.endswith(".csv"))
TOML_FILES = tuple(name for name in BOX_FILES if name.endswith(".toml"))


# ---------------------------------------------------------------- what is said


def faults_of(folder: Path, variants: Sequence[Path] = ()) -> tuple[Fault, ...]:
    """Everything that is wrong with a box."""
    try:
        load_box(folder, variants)
    except BoxError as error:
        return error.faults
    return ()


def only_fault(folder: Path, variants: Sequence[Path] = ()) -> Fault:
    """The one thing that is wrong with a box."""
    faults = faults_of(folder, variants)
    assert len(faults) == 1, "\n".join(map(str, faults)) or "nothing was found"
    return faults[0]


def fault_in(faults: Sequence[Fault], file: str, problem: str) -> Fault:
    """The one fault of a file that speaks of a problem."""
    found = [f for f in faults if f.place.file == file and problem in f.problem]
    assert len(found) == 1, "\n".join(map(str, faults)) or "nothing was found"
    return found[0]


def load_or_none(folder: Path, variants: Sequence[Path] = ()) -> Box | None:
    """The box, or nothing if faults were found, which then all say where, what and how to mend."""
    try:
        return load_box(folder, variants)
    except BoxError as error:
        faults = error.faults
    known = {*BOX_FILES, *(path.name for path in variants)}
    assert faults
    for fault in faults:
        assert fault.place.file in known, fault
        assert fault.problem, fault
        assert fault.remedy, fault
        assert fault.word.isprintable(), fault
    return None


# ---------------------------------------------------------------- damages


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that stands once in a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), "utf-8", newline="")


def read_rows(path: Path) -> list[list[str]]:
    """All records of a CSV file, the header first."""
    return list(csv.reader(io.StringIO(path.read_text("utf-8"), newline="")))


def write_rows(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Write records as a CSV file."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    path.write_text(text.getvalue(), "utf-8", newline="")


def row_of(path: Path, ident: str) -> int:
    """The row of a card, as a spreadsheet counts them."""
    return next(n for n, row in enumerate(read_rows(path), start=1) if row[0] == ident)


def set_cell(path: Path, ident: str, column: str, text: str) -> None:
    """Give a cell of a card another text."""
    rows = read_rows(path)
    rows[row_of(path, ident) - 1][rows[0].index(column)] = text
    write_rows(path, rows)


def lines(path: Path) -> list[str]:
    """The lines of a file."""
    return path.read_text("utf-8").splitlines()


def line_of(path: Path, start: str) -> int:
    """The number of the one line that starts like this."""
    found = [n for n, line in enumerate(lines(path), start=1) if line.startswith(start)]
    assert len(found) == 1, f"{start!r} starts {len(found)} lines of {path.name}"
    return found[0]


def put_line(path: Path, number: int, *new: str) -> None:
    """Replace a line, counted from 1, by none or more others."""
    all_lines = lines(path)
    all_lines[number - 1 : number] = new
    path.write_text("".join(f"{line}\n" for line in all_lines), "utf-8", newline="")


# ---------------------------------------------------------------- cells


def effect_cells(box: Box) -> Iterator[Effects]:
    """Every effect of a box: of cards, vaults, bonus tokens."""
    yield from (card.bonus for card in box.experiments)
    yield from (card.ability for card in box.artifacts)
    yield from (card.ability for card in box.formulas)
    yield from (card.bonus for card in box.achievements)
    for alchemist in box.alchemists.values():
        vault = alchemist.vault
        yield from (*vault.top, *vault.left, *vault.right, *vault.bottom)
    yield from (token.effect for token in box.board.bonus_tokens.values())


def bot_cells(box: Box) -> Iterator[BotAction]:
    """Everything that Botmegistus does."""
    for card in box.solo_cards:
        yield from (card.action, card.ahead)
    yield from (token.bot for token in box.board.bonus_tokens.values())
    yield from (box.solo.start, *box.solo.after_rounds)


def notation_cells(box: Box) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Every cell of a box in the notation, with the context in which it is read."""
    yield from (("cost", card.cost) for card in box.experiments)
    yield from (("elementals", card.elementals) for card in box.artifacts)
    yield from (("elementals", card.elementals) for card in box.publications)
    yield from (("requirement", card.requires) for card in box.achievements)
    yield from (("effect", effects) for effects in effect_cells(box))
    yield from (("bot", action) for action in bot_cells(box))
