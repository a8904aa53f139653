"""An alchemist: plan, vault and formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trisim.box.show.style import DIM, STRONG, grid, heading, table, title
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.notation.terms import Effects
from trisim.games.trismegistus.box.settings import Alchemist, Vault
from trisim.games.trismegistus.box.show.decks import YARDSTICK, formulas_table
from trisim.games.trismegistus.box.show.reading import card_worth, words, worth
from trisim.games.trismegistus.box.worth import When

VAULT_TIME = When.ROUND_3
"""Lines of a vault are typically completed late."""

NUMBERS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯"

CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The corner for the lines that meet there: 1 up, 2 down, 4 left, 8 right."""


@dataclass(frozen=True, slots=True)
class LineBonus:
    """A bonus at the end of a row or column of a vault."""

    side: str
    index: int
    effects: Effects


def alchemist_page(box: Box, ident: str) -> RenderableType:
    """The whole laboratory of an alchemist."""
    alchemist = box.alchemists[ident]
    vault = grid((0, 3))
    vault.add_row(Text("\n".join(drawing(alchemist.vault))), bonuses_table(box, alchemist.vault))
    return Group(
        title(alchemist.name, ident),
        "",
        Text(alchemist.plan),
        heading("Vault"),
        "",
        vault,
        heading("Formulas"),
        formulas_table(box, box.formulas_of(ident)),
        "",
        Text(YARDSTICK, DIM),
    )


def bonuses_table(box: Box, vault: Vault) -> Table:
    made = table("", "completed", "bonus", "worth", right=["worth"])
    for number, bonus in zip(NUMBERS, bonuses(vault), strict=False):
        value = worth(box, bonus.effects, VAULT_TIME)
        made.add_row(number, line_words(vault, bonus), words(box, bonus.effects), f"{value:.1f}")
    total = sum(worth(box, bonus.effects, VAULT_TIME) for bonus in bonuses(vault))
    made.add_section()
    made.add_row("", "", Text("all together", DIM), Text(f"{total:.1f}", DIM))
    return made


def line_words(vault: Vault, bonus: LineBonus) -> Text:
    """Which line it rewards, and of how many spaces."""
    line = "row" if bonus.side in ("left", "right") else "column"
    cells = vault.shape[bonus.index] if line == "row" else column_of(vault, bonus.index)
    spaces = cells.count("#")
    return Text(f"{line} {bonus.index + 1}").append(f", {spaces} space{'s'[: spaces != 1]}", DIM)


def column_of(vault: Vault, index: int) -> str:
    """A column of the shape, from top to bottom."""
    return "".join(row[index] for row in vault.shape)


def bonuses(vault: Vault) -> Iterator[LineBonus]:
    """The bonuses in the order in which a reader meets them: top, rows, bottom."""
    for index, effects in enumerate(vault.top):
        yield from line_bonus("top", index, effects)
    for index, (left, right) in enumerate(zip(vault.left, vault.right, strict=True)):
        yield from line_bonus("left", index, left)
        yield from line_bonus("right", index, right)
    for index, effects in enumerate(vault.bottom):
        yield from line_bonus("bottom", index, effects)


def line_bonus(side: str, index: int, effects: Effects) -> Iterator[LineBonus]:
    """A bonus, if there is one."""
    if effects:
        yield LineBonus(side, index, effects)


# ---------------------------------------------------------------- drawing


def drawing(vault: Vault, numbered: bool = True) -> list[str]:
    """The lines of a drawing: a box for each space, a number for each bonus."""
    lines = outline(vault.shape)
    if not numbered:
        return lines
    marks = {(b.side, b.index): mark for mark, b in zip(NUMBERS, bonuses(vault), strict=False)}
    rows = range(len(vault.shape))
    for row in rows:
        left, right = (marks.get((side, row), " ") for side in ("left", "right"))
        lines[2 * row + 1] = (
            f"{left} {lines[2 * row + 1].ljust(4 * len(vault.shape[0]) + 1)} {right}"
        )
    for line in range(0, len(lines), 2):
        lines[line] = f"  {lines[line]}"
    top, bottom = (
        "  " + "".join(f"  {marks.get((side, c), ' ')} " for c in range(len(vault.shape[0])))
        for side in ("top", "bottom")
    )
    return [top, *lines, bottom]


def outline(shape: tuple[str, ...]) -> list[str]:
    """A box of three by one signs for each ``#``.

    >>> print(*outline(("#.", "##")), sep=chr(10))
    ┌───┐
    │   │
    ├───┼───┐
    │   │   │
    └───┴───┘
    """
    lines = []
    for row in range(len(shape) + 1):
        lines.append(border_line(shape, row))
        if row < len(shape):
            walls = (
                "│" if down(shape, row, column) else " " for column in range(len(shape[0]) + 1)
            )
            lines.append("   ".join(walls).rstrip())
    return lines


def border_line(shape: tuple[str, ...], row: int) -> str:
    """The line above a row of spaces."""
    width = len(shape[0])
    text = ""
    for column in range(width + 1):
        text += corner(shape, row, column)
        if column < width:
            text += "───" if across(shape, row, column) else "   "
    return text.rstrip()


def corner(shape: tuple[str, ...], row: int, column: int) -> str:
    """The sign where up to four walls meet."""
    code = down(shape, row - 1, column) + 2 * down(shape, row, column)
    code += 4 * across(shape, row, column - 1) + 8 * across(shape, row, column)
    return CORNERS[code]


def across(shape: tuple[str, ...], row: int, column: int) -> bool:
    """Whether a wall runs above this cell."""
    return is_space(shape, row - 1, column) or is_space(shape, row, column)


def down(shape: tuple[str, ...], row: int, column: int) -> bool:
    """Whether a wall runs left of this cell."""
    return is_space(shape, row, column - 1) or is_space(shape, row, column)


def is_space(shape: tuple[str, ...], row: int, column: int) -> bool:
    """Whether there is a space for a formula; outside the frame there is none."""
    inside = 0 <= row < len(shape) and 0 <= column < len(shape[0])
    return inside and shape[row][column] == "#"


# ---------------------------------------------------------------- all of them


def alchemists_page(box: Box) -> RenderableType:
    """All alchemists, each with plan and vault."""
    made = grid((0, 3))
    for ident, alchemist in box.alchemists.items():
        made.add_row(
            Text("\n".join(drawing(alchemist.vault, numbered=False))),
            portrait(box, ident, alchemist),
        )
        made.add_row("", "")
    more = f"See one with its formulas: trisim box show {next(iter(box.alchemists), 'NAME')}"
    return Group(title(f"Alchemists ({len(box.alchemists)})"), "", made, Text(more, DIM))


def portrait(box: Box, ident: str, alchemist: Alchemist) -> RenderableType:
    """Name, plan and strength."""
    formulas = sum(card_worth(box, card) for card in box.formulas_of(ident))
    vault = sum(worth(box, bonus.effects, VAULT_TIME) for bonus in bonuses(alchemist.vault))
    note = f"worth: formulas {formulas:.1f}, vault {vault:.1f} potency"
    name = Text(alchemist.name, STRONG).append(f"  {ident}", f"not bold {DIM}")
    return Group(name, Text(alchemist.plan), Text(note, DIM))
