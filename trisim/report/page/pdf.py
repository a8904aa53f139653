"""A page as PDF, by WeasyPrint: the HTML page, laid out on paper."""

from __future__ import annotations

import base64
from html import escape

from trisim.report.page.gallery import SVG, Gallery
from trisim.report.page.html import rendered
from trisim.report.page.model import Page, Picture
from trisim.sim.errors import USER_MISTAKE, RunError


class NoPdfError(RunError):
    """PDF can't be written here."""

    exit_code = USER_MISTAKE


def check_pdf() -> None:
    """Stop if WeasyPrint, or a library that it needs, is missing."""
    try:
        import weasyprint  # noqa: F401 (only whether it can be loaded)
    except ImportError:
        raise NoPdfError(
            "PDF needs WeasyPrint: install it with pip install 'trisim[pdf]', "
            "or write HTML and print it from a browser"
        ) from None
    except OSError as error:
        raise NoPdfError(
            "PDF needs the Pango library, which WeasyPrint doesn't find "
            f"({str(error).splitlines()[0]}); on Debian: apt install libpango-1.0-0 "
            "libpangoft2-1.0-0 libharfbuzz-subset0"
        ) from None


def pdf_of(page: Page, gallery: Gallery) -> bytes:
    """The whole page on paper, with bookmarks for its headings."""
    check_pdf()
    import weasyprint

    text = rendered(page, lambda picture: image(picture, gallery), script=False)
    written = weasyprint.HTML(string=text).write_pdf(pdf_identifier=b"trisim")
    assert isinstance(written, bytes)
    return written


def image(picture: Picture, gallery: Gallery) -> str:
    """A picture with letters as paths, so that it looks the same with any fonts."""
    data = base64.b64encode(gallery.file(picture, SVG)).decode()
    return f'<img alt="{escape(picture.alt)}" src="data:image/svg+xml;base64,{data}">'
