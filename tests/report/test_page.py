"""The writers of a page: HTML, Markdown, PDF, CSV, JSON and pictures."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from tests.report.reported import TRAP, page_with, small_html, small_report
from trisim.games.trismegistus.report.colors import PALETTE
from trisim.report.page.cells import NOTHING, shown_cell
from trisim.report.page.gallery import PNG, SVG, Gallery
from trisim.report.page.html import html_of
from trisim.report.page.markdown import markdown_of, text
from trisim.report.page.model import Cell, Column, Kind, Standing, Table
from trisim.report.page.numbers import clean, json_of
from trisim.report.page.tables import csv_of
from trisim.stats.estimate import Estimate, Scale


class Reader(HTMLParser):
    """The tags, ids and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.attributes: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        self.attributes += [value or "" for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


HARMLESS = "harm:less"
"""As the trap, it has a colon, after which the title of a column may go on in another line."""

# ---------------------------------------------------------------- HTML


def test_words_are_text_wherever_they_stand() -> None:
    harmless, trapped = (Reader(html_of(page_with(words))) for words in (HARMLESS, TRAP))
    assert trapped.tags == harmless.tags
    assert trapped.ids == harmless.ids
    assert trapped.links == harmless.links
    shown = sum(TRAP in words for words in trapped.words)
    assert shown == sum(HARMLESS in words for words in harmless.words)
    assert sum(TRAP in words for words in trapped.attributes) >= 3


def test_ids_are_given_once_and_links_lead_to_them() -> None:
    page, _ = small_report()
    read = Reader(small_html())
    assert len(read.ids) == len(set(read.ids))
    inside = [link[1:] for link in read.links if link.startswith("#")]
    assert set(inside) <= set(read.ids)
    assert len(inside) > len(page.sections)


def test_a_strategy_above_a_column_may_have_two_lines() -> None:
    shown = html_of(page_with("search:iterations=20"))
    assert ">search:<wbr>iterations=20</th>" in shown


def test_names_of_pictures_tables_and_blocks_are_given_once() -> None:
    page, _ = small_report()
    for names in (
        [each.name for each in page.pictures],
        [each.name for each in page.tables],
        [each.key for each in page.blocks],
    ):
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)


def test_a_page_asks_for_nothing_outside() -> None:
    text = small_html()
    outside = re.findall(r"(?:https?:)?//[\w.]+", re.sub(r"<script>.*?</script>", "", text))
    assert not outside
    assert "url(http" not in text
    assert "default-src 'none'" in text


def test_the_same_report_is_the_same_bytes() -> None:
    page, inputs = small_report()
    assert html_of(page_with("x")) == html_of(page_with("x"))
    assert json_of(page, inputs) == json_of(page, inputs)


def test_a_page_is_small() -> None:
    assert len(small_html().encode()) < 3_000_000


def test_a_heading_of_the_first_rank_and_a_title() -> None:
    read = Reader(small_html())
    assert read.tags["h1"] == read.tags["title"] == read.tags["main"] == read.tags["nav"] == 1


def test_verdicts_are_counted_at_the_top() -> None:
    page = page_with("x")
    assert dict(page.standings) == {
        Standing.WITHIN: 1,
        Standing.OUTSIDE: 1,
        Standing.UNDECIDED: 0,
    }
    text = html_of(page)
    assert text.index('<span class="chip within"><b>1</b>') < text.index("<nav")


def test_rows_beyond_those_shown_are_folded_away() -> None:
    text = html_of(page_with("x"))
    assert text.count('<tr class="further">') == 1
    assert "Show all 2 rows" in text


# ---------------------------------------------------------------- pictures


def test_pictures_use_the_colours_of_the_page() -> None:
    svg = Gallery(PALETTE).markup(page_with("x").pictures[0])
    assert "var(--symbol-lead)" in svg
    assert "var(--ink)" in svg
    assert not re.search("#(222222|777777|e5e5e5|ffffff|000000)", svg)
    assert 'role="img"' in svg


def test_names_that_look_like_markup_of_a_picture_stay_as_they_are() -> None:
    words = 'id="a" fill: #222222 url(#b) 1.23456'
    svg = Gallery(PALETTE).markup(page_with(words).pictures[0])
    assert f">{words}</text>" in svg


def test_pale_colours_get_an_outline() -> None:
    bars = Gallery(PALETTE).figure(page_with("x").pictures[0]).axes[0].patches
    pale, deep = bars[0], bars[1]
    assert (pale.get_linewidth(), deep.get_linewidth()) == (0.6, 1.0)
    assert pale.get_edgecolor() != deep.get_edgecolor()


@pytest.mark.parametrize("kind", [SVG, PNG])
def test_files_of_pictures_are_the_same_bytes_each_time(kind: str) -> None:
    picture = page_with("x").pictures[0]
    assert Gallery().file(picture, kind) == Gallery().file(picture, kind)


def test_a_sign_that_the_font_lacks_is_drawn_without_a_word() -> None:
    gallery, picture = Gallery(), page_with("🧪").pictures[0]
    assert gallery.file(picture, PNG)
    assert "🧪" in gallery.markup(picture)  # warnings are errors here


def test_a_picture_is_drawn_once() -> None:
    gallery, picture = Gallery(), page_with("x").pictures[0]
    assert gallery.figure(picture) is gallery.figure(picture)


# ---------------------------------------------------------------- cells


UNBOUNDED = Estimate(3, -math.inf, math.inf, 1, 1, scale=Scale.MEAN)


@pytest.mark.parametrize(
    ("cell", "kind", "text", "interval"),
    [
        (Estimate(0.25, 0.2, 0.3, 40, 20), Kind.ESTIMATE, "25.0 %", "20.0 to 30.0"),
        (UNBOUNDED, Kind.ESTIMATE, "3.0", "not known"),
        (Estimate(math.nan, math.nan, math.nan, 0, 0), Kind.ESTIMATE, NOTHING, ""),
        (None, Kind.ESTIMATE, NOTHING, ""),
        (math.nan, Kind.NUMBER, NOTHING, ""),
        (math.inf, Kind.NUMBER, "–", ""),
        (1234567, Kind.COUNT, "1,234,567", ""),
        (0.0, Kind.NUMBER, "0", ""),
        (0.00001, Kind.NUMBER, "< 0.001", ""),
        (0.5, Kind.NUMBER, "0.5", ""),
        (-2.5, Kind.NUMBER, "−2.5", ""),
        (-3, Kind.COUNT, "−3", ""),
        (0.0, Kind.P_VALUE, "< 0.001", ""),
        (0.04, Kind.P_VALUE, "0.04", ""),
        (1.0, Kind.P_VALUE, "1", ""),
        (0.125, Kind.PERCENT, "12.5 %", ""),
        (0.0, Kind.PERCENT, "0.0 %", ""),
        (Standing.UNDECIDED, Kind.STANDING, "? undecided", ""),
        ("", Kind.TEXT, "", ""),
    ],
)
def test_cells_are_shown(cell: Cell, kind: Kind, text: str, interval: str) -> None:
    shown = shown_cell(cell, kind)
    assert (shown.text, shown.interval) == (text, interval)


HYPHEN_FOR_MINUS = re.compile(r"(?<![\w.\]=/-])-(?=[\d.])")


def test_every_column_of_p_values_is_shown_as_such() -> None:
    page, _ = small_report()
    columns = [each for table in page.tables for each in table.columns]
    chances = [each for each in columns if each.key in ("p", "q") or each.key.startswith("p_")]
    assert len(chances) > 5
    assert {each.kind for each in chances} == {Kind.P_VALUE}


def test_the_page_has_one_minus_sign_and_files_for_programs_a_hyphen() -> None:
    page, inputs = small_report()
    words = " ".join(Reader(small_html()).words).rpartition("Where this comes from")[0]
    shown = words[words.index("Skip to the report") :]
    assert "−" in shown
    assert not [shown[m.start() - 40 : m.end() + 20] for m in HYPHEN_FOR_MINUS.finditer(shown)]
    files = [json_of(page, inputs), *(csv_of(table) for table in page.tables)]
    assert any(HYPHEN_FOR_MINUS.search(text) for text in files)
    assert not any("−" in text for text in files)


# ---------------------------------------------------------------- Markdown, CSV, JSON


def test_markdown_keeps_words_as_words() -> None:
    text = markdown_of(page_with(TRAP), lambda picture: f"a b/{picture.name}.svg")
    assert "<" not in text
    assert "http://" not in text
    assert not re.search(r"(?<!\\)[`$]", text)
    for line in text.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) == 5
    assert "(a%20b/bars.svg)" in text


def test_markdown_marks_what_begins_a_list_and_no_number() -> None:
    assert [text(words) for words in ("1. a", "12)", "# a", "## a", "- a", "---", "+", "-")] == [
        *("1\\. a", "12\\)", "\\# a", "\\## a", "\\- a", "\\---", "\\+", "\\-")
    ]
    for number in ("6.0", "-1.5 pp", "+2.0 pp", "12.5 % (3 to 4)", "1,000"):
        assert text(number) == number


def test_csv_has_five_columns_for_an_estimate() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_of(page_with(TRAP).tables[0]))))
    assert rows[0] == {
        "name": TRAP,
        "win": "0.25",
        "win_low": "0.2",
        "win_high": "0.3",
        "win_n": "40",
        "win_level": "0.95",
        "how": "within",
        "n": "1234",
    }
    assert rows[1]["win"] == rows[1]["win_level"] == rows[1]["n"] == ""


def test_csv_cells_are_no_formulas() -> None:
    columns = tuple(Column(name, name) for name in "abcde")
    cells = ("=cmd()", "-3.5", -3.5, "@x", "- none")
    table = Table("t", "t", columns, (cells,))
    assert csv_of(table).splitlines()[1] == "'=cmd(),-3.5,-3.5,'@x,'- none"


def test_json_has_every_result_table_and_measure() -> None:
    page, inputs = small_report()
    data = json.loads(json_of(page, inputs))
    assert [run["label"] for run in data["runs"]] == [run.facts.label for run in inputs.runs]
    assert set(data["tables"]) == {table.name for table in page.tables}
    here = data["runs"][0]
    assert set(here["sections"]) == set(inputs.runs[0].results)
    assert here["measures"]["seat.0.win"]["n"] == 8
    assert here["provenance"]["seed"] == 3


def test_numbers_that_json_has_no_word_for_are_null() -> None:
    estimate = Estimate(math.nan, -math.inf, math.inf, 0, 0)
    found = clean({"a": math.nan, "b": (math.inf, 1), "c": estimate, "d": Standing.WITHIN})
    assert (found["a"], found["b"], found["d"]) == (None, [None, 1], "within")
    assert found["c"]["value"] is found["c"]["low"] is None
