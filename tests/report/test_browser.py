"""The page in a real browser: it loads in silence, fits, and can be found one's way in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.browser import Browser, browsing, find_chromium
from tests.report.reported import page_with, small_html, small_report, undrawn
from tests.small_run import small_run
from trisim.report.balance import page_of
from trisim.report.load_runs import read_runs
from trisim.report.page.html import html_of

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt install chromium")

PHONE, DESK = 360, 1280


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert CHROMIUM is not None
    with browsing(CHROMIUM, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(small_html(), encoding="utf-8")
    return path


def test_it_loads_without_a_word_and_asks_nobody(browser: Browser, file: Path) -> None:
    browser.open(file)
    browser.run("new Promise(done => setTimeout(done, 200))")
    assert not browser.complaints()
    assert browser.requests() == [file.as_uri()]


def test_a_complaint_would_be_heard(browser: Browser, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text('<!doctype html><img src="missing.png"><script>nonsense()</script>')
    browser.open(bad)
    assert len(browser.complaints()) >= 1
    assert len(browser.requests()) == 2


def test_the_contents_lead_to_every_section(browser: Browser, file: Path) -> None:
    browser.open(file)
    links = browser.run("[...document.querySelectorAll('.contents a')].map(a => a.hash)")
    assert links == [f"#{section.key}" for section in small_report()[0].sections]
    for link in links:
        browser.run(f"document.querySelector('.contents a[href=\"{link}\"]').click()")
        assert browser.run("location.hash") == link
        assert browser.run(f"document.querySelector('{link}').tagName") == "H2"


def test_pictures_say_in_words_what_is_to_be_seen(browser: Browser, file: Path) -> None:
    browser.open(file)
    labels = browser.run(
        "[...document.querySelectorAll('figure svg')].map("
        "svg => svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label'))"
    )
    pictures = small_report()[0].pictures
    assert labels == [picture.alt for picture in pictures]
    assert all(len(label) > 20 for label in labels)


@pytest.mark.parametrize("width", [PHONE, 700, DESK])
def test_nothing_hangs_over_the_edge(width: int, browser: Browser, file: Path) -> None:
    browser.open(file, width)
    browser.run("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert browser.run("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [PHONE, 390])
def test_pictures_fit_on_a_phone_and_can_be_read(width: int, browser: Browser, file: Path) -> None:
    browser.open(file, width)
    edges = browser.run(
        "[...document.querySelectorAll('figure svg')].map(svg => svg.getBoundingClientRect())"
        ".map(box => [box.left, box.right])"
    )
    assert min(left for left, _ in edges) >= 0
    assert max(right for _, right in edges) <= width
    letters = browser.run(
        "[...document.querySelectorAll('figure svg')].flatMap(svg => {"
        " const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;"
        " return [...svg.querySelectorAll('text')].map("
        "  text => scale * parseFloat(getComputedStyle(text).fontSize)) })"
    )
    assert min(letters) >= 6


def test_the_first_column_of_a_table_stays_in_sight_on_a_phone(
    browser: Browser, file: Path
) -> None:
    browser.open(file, PHONE)
    browser.run("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = browser.run(
        "[...document.querySelectorAll('.table .scroller')].map(each => {"
        " each.scrollLeft = 10000;"
        " const head = each.querySelector('tbody th').getBoundingClientRect();"
        " return [each.scrollLeft, head.left, head.right] })"
    )
    assert max(moved for moved, _, _ in found) > 0
    assert all(0 <= left < right <= PHONE for _, left, right in found)


def test_verdicts_are_in_sight_at_a_desk(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "three.html"
    file.write_text(undrawn(page_of(read_runs([small_run().path] * 3))), encoding="utf-8")
    browser.open(file, DESK)
    browser.run("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = browser.run(
        "[...document.querySelectorAll('.table .scroller')].map(each => ["
        " each.querySelector('table').id, each.getBoundingClientRect().right,"
        " ...[...each.querySelectorAll('td .chip')].map(c => c.getBoundingClientRect().right)])"
    )
    judged = {name: (edge, verdicts) for name, edge, *verdicts in found if verdicts}
    assert {"table-verdicts", "table-verdict-figures", "table-skill-ladder"} <= judged.keys()
    assert len(judged) > 3
    hidden = [name for name, (edge, verdicts) in judged.items() if max(verdicts) > edge]
    assert not hidden


def test_the_contents_stay_in_sight_at_a_desk(browser: Browser, file: Path) -> None:
    browser.open(file, DESK)
    browser.run("scrollTo({top: document.body.scrollHeight / 2, behavior: 'instant'})")
    top = browser.run("document.querySelector('.contents').getBoundingClientRect().top")
    assert 0 <= top < 200


def test_it_is_dark_at_night(browser: Browser, file: Path) -> None:
    seen = {}
    for scheme in ("light", "dark"):
        browser.open(file, scheme=scheme)
        seen[scheme] = [
            browser.run("getComputedStyle(document.body).backgroundColor"),
            browser.run("getComputedStyle(document.querySelector('figure text')).fill"),
        ]
    assert seen["light"][0] != seen["dark"][0]
    assert seen["light"][1] != seen["dark"][1]


def test_on_paper_tables_are_open_and_nothing_sticks(browser: Browser, file: Path) -> None:
    browser.open(file)
    browser.look(DESK, 900, media="print")
    assert browser.run("getComputedStyle(document.querySelector('.contents')).position") == "static"
    hidden = browser.run(
        "[...document.querySelectorAll('tr.further')]"
        ".filter(row => getComputedStyle(row).display === 'none').length"
    )
    assert hidden == 0
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("document.querySelectorAll('details:not([open])').length") == 0


def test_a_click_sorts_a_table(browser: Browser, file: Path) -> None:
    browser.open(file)
    table = "document.querySelector('#table-alchemist-wins')"
    column = "2"
    browser.run("document.querySelectorAll('details').forEach(each => each.open = true)")
    orders = []
    for _ in range(2):
        browser.run(f"{table}.tHead.rows[0].cells[{column} - 1].querySelector('button').click()")
        orders.append(
            browser.run(
                f"[...{table}.tBodies[0].rows].map(r => +r.cells[{column} - 1].dataset.order)"
            )
        )
    assert orders[0] == sorted(orders[0], reverse=True)
    assert orders[1] == sorted(orders[1])


def test_all_rows_can_be_seen_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "long.html"
    file.write_text(html_of(page_with("x")), encoding="utf-8")
    browser.open(file)
    found = browser.run(
        "[...document.querySelectorAll('input.more')].map(box => {"
        " const rows = box.parentElement.querySelectorAll('tr.further');"
        " box.closest('details')?.setAttribute('open', '');"
        " box.focus(); box.click();"
        " return [...rows].every(row => getComputedStyle(row).display === 'table-row') })"
    )
    assert found == [True]
