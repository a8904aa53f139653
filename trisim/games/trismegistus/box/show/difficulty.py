"""The difficulty of the solo game as a page: presets, options by group, contradictions."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trisim.box.show.style import DIM, KEY, STRONG, grid, heading, table, title
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.difficulty import (
    GROUPS,
    Option,
    changed_options,
    every_option,
    option_word,
)
from trisim.games.trismegistus.box.settings import CONTRADICTIONS, SoloOptions

PRESETS_ABREAST = 5


def difficulty_page(box: Box) -> RenderableType:
    """The presets, then each group of options with the presets side by side."""
    presets = list(box.solo.difficulty)
    parts: list[RenderableType] = [
        title(f"Difficulty of the solo game ({len(presets)} presets)"),
        "",
        preset_meanings(box),
        heading("Options"),
    ]
    for start in range(0, len(presets), PRESETS_ABREAST):
        parts += ["", options_table(box, presets[start : start + PRESETS_ABREAST])]
    pairs = ", ".join(f"{one} with {other}" for one, other in CONTRADICTIONS)
    usual = SoloOptions().setup_rolls
    note = f"A dot: the usual value. A number of setup_rolls below {usual} is easier."
    return Group(*parts, "", Text(note, DIM), Text(f"Not together: {pairs}.", DIM))


def preset_meanings(box: Box) -> Table:
    """The purpose of each preset, and its options."""
    made = grid()
    for name, preset in box.solo.difficulty.items():
        words = [option_word(*each) for each in changed_options(preset.options).items()]
        options = ", ".join(words) or "no options"
        made.add_row(Text(name, KEY), Text(preset.meaning).append(f"\n{options}", DIM))
    return made


def options_table(box: Box, presets: list[str]) -> Table:
    """Options down, group by group; presets across."""
    made = table("option", "usual", "meaning", *presets)
    for column in made.columns[3:]:
        column.justify, column.no_wrap = "center", True
    options = list(every_option())
    for number, group in enumerate(GROUPS):
        made.add_row(Text(("\n" if number else "") + group, STRONG))
        for option in options:
            if option.group == group:
                made.add_row(*option_cells(box, option, presets))
    return made


def option_cells(box: Box, option: Option, presets: list[str]) -> list[Text]:
    """An option: its name, its usual value, what it does, and what it is in each preset."""
    values = (getattr(box.solo.difficulty[preset].options, option.name) for preset in presets)
    return [
        Text(option.name, KEY),
        Text(value_word(option.usual), DIM),
        Text(option.meaning),
        *(option_text(value, option.usual) for value in values),
    ]


def option_text(value: object, usual: object) -> Text:
    """A value that differs from the usual one; numbers always."""
    if isinstance(value, bool):
        return Text("·", DIM) if value == usual else Text(value_word(value), STRONG)
    return Text(str(value), DIM if value == usual else STRONG)


def value_word(value: object) -> str:
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"
