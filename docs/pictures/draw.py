"""Draw the picture of the README: ``python docs/pictures/draw.py``."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from trisim.box.show import show
from trisim.games.trismegistus.box.box import load_box

FONT_FACE = re.compile(r"\s*@font-face \{.*?\}", flags=re.DOTALL)  # would be fetched from elsewhere

console = Console(
    record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor"
)
show(load_box(), "newton", console)
picture = console.export_svg(
    title="trisim box show newton", theme=DEFAULT_TERMINAL_THEME, unique_id="newton"
)
picture = FONT_FACE.sub("", picture).replace("<svg ", '<svg xml:space="preserve" ', 1)
Path(__file__).with_name("newton.svg").write_text(picture, encoding="utf-8")
