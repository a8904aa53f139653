"""A page as one self-contained HTML file."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from trisim import __version__
from trisim.report.page.cells import SIGNS, shown_cell
from trisim.report.page.gallery import Gallery
from trisim.report.page.model import Cell, Kind, Page, Picture
from trisim.report.style import BLUE, DARK_GROUND, DARK_LABELS, FAINT, INK, ORANGE, WHITE, Palette

TEMPLATES = Path(__file__).parent / "templates"

UNITS = re.compile(r"(?<=\d) (?=%|pp\b)")

LIGHT = {
    "ink": INK,
    "grey": "#6b6b6b",
    "faint": FAINT,
    "paper": WHITE,
    "less": ORANGE,
    "more": BLUE,
}
DARK = {
    "ink": "#e8e6e1",
    "grey": "#a3a3a3",
    "faint": "#33363d",
    "paper": DARK_GROUND,
    "less": "#d9792b",
    "more": "#4a90d9",
}


def html_of(page: Page, gallery: Gallery | None = None) -> str:
    """The whole page, with styles and pictures inside; it needs no network."""
    gallery = gallery or Gallery(page.palette)
    return rendered(page, gallery.markup, script=True)


def rendered(page: Page, draw: Callable[[Picture], str], *, script: bool) -> str:
    """The page with pictures in our markup; all words are escaped."""
    return (
        environment()
        .get_template("page.html")
        .render(
            page=page,
            version=__version__,
            styles=ours(styles(page.palette)),
            script=ours(template("page.js")) if script else "",
            drawn=lambda picture: ours(draw(picture)),
        )
    )


def ours(markup: str) -> Markup:
    """Markup that this package wrote, with all words in it escaped."""
    return Markup(markup)  # noqa: S704 (nothing but ours comes here)


@lru_cache(maxsize=1)
def environment() -> jinja2.Environment:
    """The templates and their functions."""
    made = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True)
    made.filters["tied"] = tied
    made.globals |= {"shown_cell": shown_cell, "order_of": order_of, "signs": SIGNS}
    return made


def template(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def tied(words: str) -> str:
    """Words without a line break between a number and its unit."""
    return UNITS.sub("\N{NO-BREAK SPACE}", words)


def order_of(cell: Cell, kind: Kind) -> Markup:
    """The sort key of a cell, if it differs from its text."""
    if isinstance(cell, str):
        return Markup()
    order = shown_cell(cell, kind).order
    return Markup(' data-order="{}"').format("" if order is None else order)


def styles(palette: Palette) -> str:
    """The style sheet, with the colours of the figures in light and dark mode."""
    light = variables(LIGHT | {each.name: each.light for each in palette.colors})
    dark = variables(DARK | {each.name: each.dark for each in palette.colors})
    scheme = "@media screen and (prefers-color-scheme: dark)"
    labels = "".join(
        f'.picture text[style*="fill: {color}"]{{fill:{brighter} !important}}'
        for color, brighter in DARK_LABELS.items()
    )
    return f":root{{{light}}}\n{scheme}{{:root{{{dark}}}{labels}}}\n{template('page.css')}"


def variables(colors: dict[str, str]) -> str:
    """Colours as CSS variables."""
    return ";".join(f"--{name}:{color}" for name, color in colors.items())
