"""Links, anchors and paths of all pages lead somewhere, and CONTRIBUTING has every package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (".", "analyses", "benchmarks", "docs", "docs/decisions", "reports", "strategies")
PAGES = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:trisim|tests|analyses|benchmarks|docs|reports|strategies)/[\w./-]+)`")


def prose(page: Path) -> str:
    """The text of a page without its code blocks."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def anchors(page: Path) -> Iterator[str]:
    """What headings are called in links: as GitHub names them."""
    for heading in re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        yield words.replace(" ", "-")


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(page))):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        path = page.parent / target if target else page
        assert path.exists(), link
        assert not anchor or anchor in anchors(path), link


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_paths_exist(page: Path) -> None:
    for name in PATH.findall(prose(page)):
        assert (ROOT / name).exists(), name


def test_contributing_has_every_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    packages = {path.parent.name for path in (ROOT / "trisim").glob("*/__init__.py")}
    missing = {name for name in packages if not re.search(rf"`{name}(/<name>)?`", text)}
    assert not missing


def test_every_user_page_is_listed_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} <= set(LINK.findall(text))
