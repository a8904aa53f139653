"""The balance report: a page from what its runs come to."""

from __future__ import annotations

from trisim.report.contents import CHAPTERS
from trisim.report.material import Material
from trisim.report.page.model import Page

FOOTER = (
    "The cards and values of the reference set are trisim's own, not the printed ones.",
    "Figures speak of the strategies that were played, and of no others.",
)


def page_of(material: Material) -> Page:
    """All sections that have something to say, or a reason why not."""
    sections = (chapter.build(material) for chapter in CHAPTERS)
    subject = material.subject.facts
    return Page(
        "Balance report",
        f"{subject.label}, {subject.games:,} games",
        tuple(section for section in sections if section is not None),
        FOOTER,
    )
