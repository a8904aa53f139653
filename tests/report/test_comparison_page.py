"""The page of a comparison: what it says of every verdict, in words, tables and figures."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from tests.report.browser import Browser, browsing, find_chromium
from tests.report.planted_comparison import (
    CHANGES,
    DEALS,
    hostile,
    identical,
    kit_of,
    planted,
    several,
    team,
    unpaired,
)
from tests.report.reported import SHORT_TRAP, TRAP, undrawn
from tests.report.test_page import HARMLESS, Reader
from trisim.report.comparison import Comparison
from trisim.report.comparison_page import page_of_comparison
from trisim.report.page.html import html_of
from trisim.report.page.markdown import markdown_of
from trisim.report.page.model import Block, Cell, Page, Standing, Table
from trisim.report.page.numbers import clean, table_data
from trisim.report.page.tables import csv_of
from trisim.stats.changes import ALONE, IDENTICAL
from trisim.stats.estimate import Estimate

CHROMIUM = find_chromium()
ALL = (planted, unpaired, identical, team, several)


def page(comparison: Comparison | None = None) -> Page:
    found = comparison or planted()
    return page_of_comparison(found, kit_of(found))


def block(key: str, comparison: Comparison | None = None) -> Block:
    return next(each for each in page(comparison).blocks if each.key == key)


def keys(comparison: Comparison | None = None) -> list[str]:
    return [each.key for each in page(comparison).blocks]


def words(key: str, comparison: Comparison | None = None) -> str:
    return " ".join(block(key, comparison).words)


def table(key: str, comparison: Comparison | None = None) -> Table:
    found = block(key, comparison).table
    assert found is not None
    return found


def cells(found: Table, column: str) -> list[Cell]:
    place = [each.key for each in found.columns].index(column)
    return [row[place] for row in found.rows]


# ---------------------------------------------------------------- the head


def test_the_head_has_the_answer() -> None:
    found = page()
    assert found.title == "base → bright"
    assert (
        found.subtitle
        == "2,000 games of 4 players with each version, the same deals in each: steady"
    )
    assert found.answer == (
        "Glass Lamp, adjusted wins: from +20.0 pp to −20.0 pp, by −40.0 pp [−46.0, −34.0]. Of 6 "
        "other measures 2 surely changed, 2 stayed the same and 2 are undecided. “No card decides” "
        "went from outside, above to outside, below."
    )
    figures = {each.label: each.value for each in found.key_figures}
    assert figures["games of each version"] == "2,000"
    assert figures["measures surely changed"] == "3"
    assert figures["are the same or identical"] == "3"
    assert figures["are undecided"] == "3"
    assert figures["of games are identical in both"] == "60.0 %"
    assert figures["as many games without pairing"] == "2.5 ×"


def test_warnings_stand_at_the_top() -> None:
    assert page().warnings == (
        "2 games of base were aborted.",
        "These strategies hardly use Glass Lamp.",
    )
    assert "Games can't be paired, because seeds differ." in page(unpaired()).warnings
    assert page(identical()).warnings == ()


def test_without_a_change_it_says_so() -> None:
    assert page(identical()).answer == "It changes nothing: all 500 deals are identical."


def test_the_footer_says_whom_the_figures_speak_of() -> None:
    assert "strategies that played (steady) and of no others" in page().footer[0]
    assert "runs/base (base) and runs/bright (bright)" in page().footer[1]


# ---------------------------------------------------------------- the first section


def test_the_first_section_asks_in_the_order_of_a_designer() -> None:
    first = page().sections[0]
    assert [each.key for each in first.blocks] == [
        "edited",
        "named",
        "changed",
        "same",
        "undecided",
        "targets",
    ]


def test_what_was_changed_is_told_value_by_value() -> None:
    found = table("edited")
    assert found.rows == (
        ("Glass Lamp", "lamp", "points", "9", "4"),
        ("limits", "rules", "added", "–", "hand: 5"),
    )
    assert words("edited") == "Changed: Glass Lamp; added: limits. Strategies: steady → bold."
    texts = block("edited").transcripts
    assert texts is not None
    assert [each.title for each in texts.texts] == ["Glass Lamp before", "Glass Lamp after"]
    assert [each.lines for each in texts.texts] == [("worth 9 points",), ("worth 4 points",)]


def test_nothing_changed_is_told_too() -> None:
    assert words("edited", identical()).startswith("Nothing: both versions have the same box")
    assert "named" not in keys(identical())


def test_changed_cards_come_first_with_all_their_measures() -> None:
    found = table("named")
    assert block("named").title == "Glass Lamp"
    assert cells(found, "label") == ["adjusted wins", "taken when offered", "offered"]
    expected = [Standing.DOWN, Standing.UNDECIDED, Standing.IDENTICAL]
    assert cells(found, "verdict") == expected
    assert cells(found, "more") == [None, 900, None]
    assert words("named") == "Surely changed: adjusted wins: −40.0 pp [−46.0, −34.0]."


def test_other_significant_changes_follow_by_size() -> None:
    found = table("changed")
    assert cells(found, "label") == ["Iron Key, taken when offered", "first player, score"]
    assert cells(found, "verdict") == [Standing.UP, Standing.DOWN]
    assert words("changed").startswith("2 measures surely changed: Iron Key")
    assert "the intervals of all 9 differences hold together at 95 %" in block("changed").basis
    assert "half of the risk is kept for changed cards" in block("changed").basis


@pytest.mark.parametrize("peeking", [False, True])
def test_the_basis_says_whether_intervals_hold_at_every_look(peeking: bool) -> None:
    found = replace(planted(), peeking=peeking, until="seat=0.5%" if peeking else "")
    basis = block("changed", found).basis
    assert ("hold at every look, so they stay valid" in basis) is peeking
    assert ("for a fixed number of games" in basis) is not peeking
    assert ("seat=0.5%" in basis) is peeking


def test_what_did_not_change_names_the_margins() -> None:
    assert words("same") == (
        "1 measure stayed the same: the whole interval of the difference is within the margin of "
        "1 pp, 1 point or 2 % of other means. Identical in all 500 deals: 1 measure."
    )
    assert cells(table("same"), "label") == ["turns a game"]


def test_what_is_undecided_says_how_many_games_would_decide() -> None:
    assert words("undecided") == "2 measures are undecided: 18,000 more games would decide 1."
    assert cells(table("undecided"), "label") == ["first player, wins", "Ann, wins"]
    assert cells(table("undecided"), "more") == [3_500, None]


def test_targets_are_told_before_and_after_with_their_sides() -> None:
    assert words("targets") == (
        "1 verdict changed. “No card decides”: outside, above → outside, below. “Fair start”: One "
        "seat was not judged."
    )
    found = table("targets")
    assert cells(found, "standing_before") == [Standing.ABOVE, Standing.WITHIN]
    assert cells(found, "standing_after") == [Standing.BELOW, Standing.WITHIN]
    assert cells(found, "aim") == ["−8 to +8 pp", "at most 30 %"]


# ---------------------------------------------------------------- the other sections


def test_groups_stand_in_the_order_of_the_report() -> None:
    titles = [section.title for section in page().sections]
    assert titles == [
        "What changed",
        "Heroes",
        "Seats and order",
        "Scoring categories",
        "Flow of the game",
        "Cards",
        "Games",
        "Decisive games",
        "Where this comes from",
    ]


def test_a_group_has_a_block_for_each_quantity() -> None:
    section = next(each for each in page().sections if each.key == "group-seats")
    assert [each.title for each in section.blocks] == ["Score", "Wins"]
    found = table("group-seats-score")
    assert cells(found, "label") == ["first player"]
    assert cells(found, "measure") == ["seat.0.score"]
    assert words("group-seats-score") == (
        "The only measure surely changed. Surely changed: first player −3.4 [−4.5, −2.3]."
    )
    assert words("group-cards-taken-when-offered") == (
        "Of 2 measures: 1 surely changed and 1 is undecided. Surely changed: Iron Key +12.0 pp "
        "[+8.0, +16.0]."
    )


def test_a_block_without_any_difference_is_called_identical_in_all_deals() -> None:
    found = block("group-categories-identical")
    assert found.words == (f"Identical in all {DEALS} deals: no game differs in any of 1 measure.",)
    assert found.table is None
    assert found.picture is None
    assert words("group-cards-offered") == "Identical in all 500 deals."


def test_a_measure_of_one_version_only_has_no_verdict() -> None:
    lonely = replace(CHANGES[3], verdict=ALONE, before=None, difference=None)
    version = replace(planted().against[0], changes=(*CHANGES[:3], lonely))
    found = replace(planted(), against=(version,))
    label = "group-cards-taken-when-offered"
    assert cells(table(label, found), "verdict") == [Standing.UNDECIDED, None]
    assert words(label, found) == "Of 2 measures: 1 is undecided and 1 is in one version only."


def test_games_say_how_many_are_identical_and_where_they_diverge() -> None:
    assert words("games-identical") == (
        "60.0 % [57.0, 63.0] of the games are identical in both versions (1,200 of 2,000). In "
        "7.5 % [6.0, 9.0] somebody else wins. Half of the games that diverge have done so by turn "
        "5; one in ten by turn 2, nine in ten by turn 9. 20 games with the same turns have another "
        "result."
    )
    assert cells(table("games-identical"), "games") == [300, 400, 80]
    assert "2.5 times as many games" in words("pairing")


def test_games_that_are_not_paired_say_why() -> None:
    assert words("games-unpaired", unpaired()) == "Games can't be paired, because seeds differ."
    assert "pairing" not in keys(unpaired())
    assert not [key for key in keys(unpaired()) if key.startswith("decisive")]
    basis = block("changed", unpaired()).basis
    assert basis.startswith(
        "2,000 games of base in 500 deals and 2,000 games of bright in 500 deals"
    )
    assert "not paired" in basis
    assert "not the same deals" in page(unpaired()).subtitle
    labels = [each.label for each in page(unpaired()).key_figures]
    assert labels[:2] == ["games of base", "games of bright"]


def test_decisive_games_stand_side_by_side() -> None:
    found = block("decisive-game-1")
    assert found.title == "Deal 44, rotation 2: both versions diverge in turn 5 of round 1"
    assert found.words == (
        "base: Ann (seat 0) wins. bright: Bob (seat 1) wins.",
        "After 31 equal lines of the transcript they diverge: “takes Glass Lamp” in base, “passes” "
        "in bright.",
    )
    assert found.transcripts is not None
    one, other = found.transcripts.texts
    assert one.title == "base: Ann (seat 0) wins"
    assert one.lines == ("Turn 5", "  takes Glass Lamp", "… 12 further lines")
    assert other.lines == ("Turn 5", "  passes")
    assert other.ending == ("Bob: 28 points",)
    assert "trisim replay runs/base 178" in found.basis


def test_the_origin_of_every_version_is_told() -> None:
    rows = dict(zip(*(cells(table("origin-2"), key) for key in ("what", "value")), strict=True))
    assert rows["Run"] == "runs/bright"
    assert rows["Digest of the box"] == "0123456789ab"
    assert rows["Variants"] == "light.toml"
    assert rows["Seed"] == "7"
    assert rows["Games"] == "2,000 in 500 deals"


# ---------------------------------------------------------------- teams, several versions


def test_a_team_is_told_by_the_games_it_wins() -> None:
    found = page(team())
    assert found.answer == (
        "Games won: from 60.0 % to 59.0 %, by −1.0 pp [−3.0, +1.0] (undecided). Turns a game: from "
        "30.0 to 34.0, by +4.0 [+3.0, +5.0]. Of 2 measures 1 surely changed and 1 is undecided."
    )
    assert "half of the risk" not in block("changed", team()).basis
    assert "the team wins in one version only" in words("games-identical", team())
    shown = undrawn(found)
    assert "Heroes" not in shown
    assert "somebody else" not in shown


def test_several_versions_have_an_overview_and_a_group_of_blocks_each() -> None:
    found = page(several())
    assert found.title == "base → bright and dim"
    assert found.sections[0].key == "section-overview"
    overview = table("overview", several())
    assert cells(overview, "version") == ["bright", "dim"]
    assert cells(overview, "changed") == [3, 3]
    assert cells(overview, "targets") == ["No card decides: outside, below"] * 2
    measure = block("overview-measure-1", several())
    assert measure.title == "Glass Lamp, adjusted wins"
    assert cells(table("overview-measure-1", several()), "version") == ["bright", "dim"]
    assert measure.picture is not None
    (axes,) = measure.picture.draw().axes
    assert [text.get_text() for text in axes.texts] == ["▼ −40.0", "▼ −40.0"]
    assert [each.key for each in found.blocks].count("changed-2") == 1
    assert block("changed-2", several()).title == "What else changed significantly: dim"
    assert found.warnings[1:] == tuple(
        f"{name}: These strategies hardly use Glass Lamp." for name in ("bright", "dim")
    )


@pytest.mark.parametrize("make", ALL)
def test_keys_are_unique_as_html_needs_them(make: object) -> None:
    assert callable(make)
    found: Page = page(make())
    reader = Reader(undrawn(found))
    assert len(reader.ids) == len(set(reader.ids))
    for things in (found.tables, found.pictures):
        names = [each.name for each in things]
        assert len(names) == len(set(names))


# ---------------------------------------------------------------- figures


def svg_words(key: str) -> list[str]:
    picture = block(key).picture
    assert picture is not None
    return [text.get_text() for axes in picture.draw().axes for text in axes.texts]


def width_of_margin(axes: Axes) -> float:
    """The shaded part of a panel, along its axis."""
    return float(axes.patches[0].get_extents().transformed(axes.transData.inverted()).width)


def place_of(line: Line2D) -> float:
    return float(np.asarray(line.get_xdata())[0])


def test_the_figure_marks_direction_by_a_sign_too() -> None:
    assert svg_words("changed") == ["▲ +12.0", "▼ −3.4"]
    assert svg_words("group-seats-wins") == ["? +1.0"]


def test_the_margin_is_shaded_in_the_unit_of_its_panel() -> None:
    picture = block("changed").picture
    assert picture is not None
    rates, points = picture.draw().axes
    assert [axes.get_title(loc="left") for axes in (rates, points)] == [
        "Percentage points",
        "Points",
    ]
    assert [width_of_margin(axes) for axes in (rates, points)] == pytest.approx([2.0, 2.0])
    turns = block("group-flow-all").picture
    assert turns is not None
    (share,) = turns.draw().axes
    assert share.get_title(loc="left") == "Per cent of the value before"
    assert width_of_margin(share) == pytest.approx(4.0)
    (dot,) = [line for line in share.lines if line.get_marker() == "o"]
    assert place_of(dot) == pytest.approx(100 * 0.1 / 30)


def test_a_target_moves_from_before_to_after_on_its_band() -> None:
    picture = block("targets").picture
    assert picture is not None
    cards, seats = picture.draw().axes
    assert cards.get_title(loc="left").splitlines() == [
        "No card decides (−8 to +8 pp)",
        "outside, above → outside, below",
    ]
    assert seats.get_title(loc="left").splitlines()[1] == "within, as before"
    assert [line.get_marker() for line in seats.lines if line.get_marker() != "None"] == ["o", "o"]
    marks = [line for line in cards.lines if line.get_marker() in ("^", "v")]
    assert [line.get_marker() for line in marks] == ["^", "v"]
    assert [place_of(line) for line in marks] == [20.0, -20.0]
    assert "outside, above → outside, below" in picture.alt


def test_an_undecided_target_has_a_mark_of_its_own() -> None:
    (target, *_) = planted().against[0].targets
    moved = replace(target.measures[0], verdict_after="undecided", side_after="")
    version = replace(planted().against[0], targets=(replace(target, measures=(moved,)),))
    picture = block("targets", replace(planted(), against=(version,))).picture
    assert picture is not None
    (axes,) = picture.draw().axes
    assert [line.get_marker() for line in axes.lines if line.get_marker() != "None"] == ["^", "s"]


def test_an_interval_without_an_end_leaves_the_axis_alone() -> None:
    seat = CHANGES[4]
    assert seat.difference is not None
    wide = replace(seat, difference=replace(seat.difference, low=-math.inf, high=math.inf))
    version = replace(planted().against[0], changes=(seat, wide))
    found = replace(planted(), against=(version,))
    picture = block("group-seats-wins", found).picture
    assert picture is not None
    (axes,) = picture.draw().axes
    assert len(axes.texts) == 1
    assert axes.get_xlim()[0] > -3


# ---------------------------------------------------------------- writers


def test_hostile_names_are_text() -> None:
    harmless, trapped = (Reader(html_of(page(hostile(name)))) for name in (HARMLESS, SHORT_TRAP))
    assert trapped.tags == harmless.tags
    assert len(trapped.ids) == len(set(trapped.ids))
    assert trapped.links == harmless.links
    marked = markdown_of(page(hostile(TRAP)), lambda picture: picture.name)
    outside = re.sub(r"^(`{3,})text$.*?^\1$", "", marked, flags=re.DOTALL | re.MULTILINE)
    assert "<script>" in marked  # in a fence, as it is
    assert "<script>" not in outside


def test_numbers_are_in_json_and_csv() -> None:
    tables = {each.name: each for each in page().tables}
    data = json.loads(json.dumps(clean({name: table_data(each) for name, each in tables.items()})))
    first = data["named"][0]
    assert first["verdict"] == "down"
    assert first["difference"]["value"] == pytest.approx(-0.4)
    assert first["difference"]["high"] == pytest.approx(-0.34)
    rows = list(csv.DictReader(io.StringIO(csv_of(tables["changed"]))))
    assert [float(row["difference_low"]) for row in rows] == pytest.approx([0.08, -4.5])
    assert rows[0]["verdict"] == "up"


def test_identical_measures_have_no_interval_of_a_difference() -> None:
    for each in page(identical()).tables:
        found = [cell for row in each.rows for cell in row if isinstance(cell, Estimate)]
        assert not [cell for cell in found if cell.scale.value.startswith("difference of means")]
    assert all(each.verdict == IDENTICAL for each in identical().against[0].changes)
    assert "∞" not in undrawn(page(identical()))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt install chromium")
    with browsing(CHROMIUM, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.mark.parametrize("make", [planted, several, team])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_hangs_over_the_edge(
    make: object, width: int, browser: Browser, tmp_path: Path
) -> None:
    assert callable(make)
    file = tmp_path / "comparison.html"
    file.write_text(html_of(page(make())), encoding="utf-8")
    browser.open(file, width)
    browser.run("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert browser.run("document.documentElement.scrollWidth") == width
    assert not browser.complaints()
    assert browser.requests() == [file.as_uri()]
