"""The pictures of a page, each drawn once, in any format."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from trisim.report.page.model import Picture
from trisim.report.style import NO_PALETTE, Palette, our_style, outlined, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PNG, SVG = "png", "svg"
KINDS = (SVG, PNG)

TAG = re.compile(r"<[^>]+>")
IDS = re.compile(r'(\bid="|xlink:href="#|url\(#)')
"""Where an SVG gives itself names, or uses them."""

COLOR = re.compile(r"(?<=: )#[0-9a-f]{6}\b")
DIGITS = re.compile(r"(\.\d\d)\d+")
FONT = re.compile(r" ?font-family: [^;\"]*;?")
LEFT_OUT = re.compile(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", re.DOTALL)
"""What a page says once for all pictures, or not at all."""

SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@dataclass(slots=True)
class Gallery:
    """Figures by the name of their picture, in the colours of a game."""

    palette: Palette = NO_PALETTE
    figures: dict[str, Figure] = field(default_factory=dict)

    def figure(self, picture: Picture) -> Figure:
        """A picture, drawn at its first use."""
        if picture.name not in self.figures:
            with our_style():
                self.figures[picture.name] = outlined(picture.draw(), self.palette.pale)
        return self.figures[picture.name]

    def file(self, picture: Picture, kind: str = SVG) -> bytes:
        """A picture as a file of its own, with letters as paths; the same bytes each time."""
        out = io.BytesIO()
        save(self.figure(picture), out, kind)
        return out.getvalue()

    def markup(self, picture: Picture) -> str:
        """A picture as part of a page: with real text and the neutral colours of the page."""
        import matplotlib as mpl

        out = io.StringIO()
        with our_style(), mpl.rc_context({"svg.fonttype": "none"}):
            self.figure(picture).savefig(out, format=SVG, metadata={"Date": None}, facecolor="none")
        return for_page(out.getvalue(), picture, self.palette)


def for_page(svg: str, picture: Picture, palette: Palette) -> str:
    """An SVG file as an element of a page with several of them."""
    size = SIZE.search(svg)
    assert size is not None
    inside = svg[svg.index(">", size.end()) + 1 : svg.rindex("</svg>")]
    names = palette.variables
    body = TAG.sub(
        lambda found: tag_for_page(found[0], picture.name, names), LEFT_OUT.sub("", inside)
    )
    return (
        f'<svg viewBox="0 0 {size[1]} {size[2]}" role="img" aria-label="{escape(picture.alt)}">'
        f"{' '.join(body.split())}</svg>"
    )


def tag_for_page(tag: str, name: str, colors: Mapping[str, str]) -> str:
    """A tag with unique ids, colours and letters of the page, and only visible digits.

    >>> path = '<path id="a" d="M 1.23456 2" style="fill: #222222"/>'
    >>> tag_for_page(path, "wins", {"#222222": "ink"})
    '<path id="wins-a" d="M 1.23 2" style="fill: var(--ink)"/>'
    """
    tag = IDS.sub(rf"\g<1>{name}-", FONT.sub("", tag))
    tag = COLOR.sub(
        lambda found: f"var(--{colors[found[0]]})" if found[0] in colors else found[0], tag
    )
    return DIGITS.sub(r"\1", tag)
