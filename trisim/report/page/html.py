"""A page as one self-contained HTML file."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import jinja2

from trisim.report.page.model import Page, Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def html_of(page: Page) -> str:
    """The whole page, with styles and pictures inside."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("trisim.report.page"), autoescape=True
    )
    environment.globals["svg_of"] = lambda picture: svg_of(picture)
    return environment.get_template("page.html").render(page=page)


def svg_of(picture: Picture) -> str:
    """A picture as markup."""
    figure: Figure = picture.draw()
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
