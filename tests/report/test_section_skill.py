"""The section on strategies: with one, two and three runs."""

from __future__ import annotations

import math
from dataclasses import replace

from tests.report.people import inputs_of
from tests.report.test_section_verdicts import all_words, draw_all
from tests.stats.analyses.planted_runs import facts, rate, results
from tests.stats.analyses.test_skill import LINEUP, players, skill_of, table_facts
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.facts import box_of
from trisim.report.inputs import RunInputs
from trisim.report.page.model import Section, Standing
from trisim.report.page.tables import csv_of
from trisim.report.run_names import run_names
from trisim.report.sections.ladder import groups_of
from trisim.report.sections.skill import build
from trisim.stats.analyses.source import Missing
from trisim.stats.analyses.targets import Target, Targets
from trisim.stats.estimate import Estimate, Scale

EQUALS = Target("equals", ("alchemist.*.win",), around="par", within=5)

ACHIEVEMENTS = (("achievements", "achievements"),)
INTRO = (("intro", "introductory setup"),)


def planted(label: str, value: float, count: int = 4, solo: bool = False) -> RunInputs:
    figures = results(alchemist__a__win=rate(value, 0.02), alchemist__b__win=rate(value, 0.02))
    return RunInputs(facts(label, players=count, solo=solo), figures)


def section_of(*runs: RunInputs, target: Target = EQUALS) -> Section:
    found = build(inputs_of(runs, Targets("mine.toml", (target,))))
    assert found is not None
    draw_all(found)
    return found


def test_one_run_of_one_strategy_says_what_it_can_not_tell() -> None:
    run = RunInputs(facts(), {"skill": skill_of(table_facts(("weak",) * 2))})
    assert "name all runs" in all_words(section_of(run))


def test_one_run_of_two_strategies_says_who_beats_whom() -> None:
    run = RunInputs(table_facts(), {"skill": skill_of(table_facts(LINEUP), players())})
    section = section_of(run)
    assert [block.key for block in section.blocks] == ["skill-wins", "skill-pairs"]
    assert "strong surely beats weak" in all_words(section)


def test_two_runs_say_which_verdicts_change() -> None:
    section = section_of(planted("x", 0.25), planted("y", 0.36))
    summary, block = section.blocks
    assert "“equals” changes: within (x), above its band (y)." in " ".join(summary.words)
    assert summary.table is not None
    assert summary.table.rows == (("equals", Standing.WITHIN, Standing.ABOVE),)
    assert "From x to y" in " ".join(block.words)


def test_above_in_one_run_and_below_in_another_is_not_the_same_verdict() -> None:
    section = section_of(planted("x", 0.51), planted("y", 0.15))
    summary, block = section.blocks
    words = " ".join(summary.words)
    assert "0 have the same sure verdict" in words
    assert "“equals” changes: above its band (x), below its band (y)." in words
    assert summary.table is not None
    assert summary.table.rows == (("equals", Standing.ABOVE, Standing.BELOW),)
    assert "Different from run to run: a: above (x), below (y); b:" in " ".join(block.words)
    assert block.table is not None
    standings = [cell for cell in block.table.rows[0] if isinstance(cell, Standing)]
    assert standings == [Standing.ABOVE, Standing.BELOW]


def test_figures_that_change_sides_are_named_where_the_target_is_outside_on_both() -> None:
    def run(label: str, first: float, second: float) -> RunInputs:
        figures = results(card__a__win=cards(first), card__b__win=cards(second))
        return RunInputs(facts(label), figures)

    def cards(value: float) -> Estimate:
        return rate(value, 0.01, scale=Scale.RATE_DIFFERENCE)

    target = Target("cards", ("card.*.win",), low=-8, high=8)
    (summary, _) = section_of(run("x", 0.26, -0.1), run("y", -0.1, 0.26), target=target).blocks
    words = " ".join(summary.words)
    assert "0 have the same sure verdict" in words
    assert "“cards” is outside on both sides in both runs. On different sides: a: above" in words
    same = section_of(run("x", 0.26, 0.2), run("y", 0.26, 0.2), target=target)
    assert "“cards” is above its band in both runs." in all_words(same)


def test_a_verdict_that_is_open_in_a_run_is_not_said_to_change() -> None:
    words = all_words(section_of(planted("x", 0.25), planted("y", 0.30)))
    assert "“equals” is not sure in all runs: within (x), undecided (y)." in words
    assert "changes" not in words


def test_a_change_names_the_runs_that_have_the_figure() -> None:
    def run(label: str, value: float, *names: str) -> RunInputs:
        figures = {f"alchemist__{name}__win": rate(value, 0.02) for name in names}
        return RunInputs(facts(label), results(**figures))

    runs = run("x", 0.25, "a", "b"), run("y", 0.36, "a", "b"), run("z", 0.40, "a")
    words = " ".join(section_of(*runs).blocks[-1].words)
    assert "From x to z: a " in words
    assert "From x to y: b " in words


def test_win_rates_of_leaders_are_told_what_equals_win() -> None:
    def run(label: str, value: float, count: int = 4) -> RunInputs:
        found = results(flow__leader__1=rate(value, 0.02))
        return RunInputs(facts(label, players=count), found)

    open_ = Target("open", ("flow.leader.1",), high=60)
    uneven = section_of(run("x", 0.3), run("y", 0.5, 2), target=open_).blocks[-1]
    assert "From 2 players to 4 players: leader after round 1 wins by −20" in uneven.words[-1]
    assert "Equals win 50 % in the first of these runs and 25 % in the last" in uneven.basis
    even = section_of(run("x", 0.3), run("y", 0.5), target=open_).blocks[-1]
    assert "From x to y" in even.words[-1]
    assert "Equals" not in even.basis


def test_three_runs_of_different_players_stand_beside_each_other() -> None:
    section = section_of(planted("x", 1 / 4), planted("y", 1 / 3, 3), planted("z", 0.6, 2))
    assert "above its band (2 players), within (3 players; 4 players)" in all_words(section)
    picture = section.blocks[-1].picture
    assert picture is not None
    assert "difference from par" in picture.title
    assert "different share" in section.blocks[-1].basis


def test_runs_climb_by_what_a_seat_scores() -> None:
    """The weakest first, whatever the order in which they were named."""
    known = skill_of(table_facts(LINEUP), players())
    runs = [
        RunInputs(facts(label), {"skill": replace(known, score=rate(score, 1, 1, Scale.MEAN))})
        for label, score in (("strong", 80.0), ("weak", 20.0))
    ]
    (group,) = groups_of(inputs_of(tuple(runs)))
    assert group.names == ["weak", "strong"]
    assert "mean scores" in group.order


def test_other_players_and_other_numbers_of_players_are_not_mixed() -> None:
    four, three = planted("x", 0.25), planted("y", 1 / 3, 3)
    other = RunInputs(replace(planted("z", 0.36).facts, lineup=("greedy",) * 4), four.results)
    found = {group.key: group.runs for group in groups_of(inputs_of((four, other, three)))}
    assert found == {"ladder": (four, other), "players": (three, four)}


def test_another_box_is_no_rung_and_stands_by_itself() -> None:
    here, again = planted("x", 0.25), planted("y", 0.36)
    greedy = RunInputs(replace(here.facts, lineup=("greedy",) * 4), here.results)
    other = RunInputs(replace(here.facts, options=ACHIEVEMENTS), here.results)
    intro = RunInputs(replace(here.facts, options=INTRO), here.results)
    both = RunInputs(replace(greedy.facts, options=ACHIEVEMENTS), here.results)
    found = {g.key: g.runs for g in groups_of(inputs_of((here, again, greedy, other, intro, both)))}
    assert found == {"ladder": (here, again, greedy), "rules": (here, other, intro)}
    section = section_of(
        here,
        RunInputs(replace(again.facts, options=ACHIEVEMENTS), again.results),
    )
    assert section.blocks[0].title == "Other boxes and setups"
    said = "“equals” changes: within (no achievements), above its band (achievements)."
    assert said in all_words(section)


def test_mixed_tables_are_no_rungs_beside_tables_of_one_strategy() -> None:
    plain = planted("x", 0.25)
    weak = RunInputs(replace(planted("y", 0.36).facts, lineup=("greedy",) * 4), plain.results)
    mixed = RunInputs(replace(planted("z", 0.36).facts, lineup=LINEUP), plain.results)
    rungs = {group.key: group.runs for group in groups_of(inputs_of((plain, mixed, weak)))}
    assert rungs["ladder"] == (plain, weak)
    (only,) = groups_of(inputs_of((plain, mixed)))
    assert only.runs == (plain, mixed)  # there is nothing else to climb
    (about,) = groups_of(inputs_of((mixed, plain, weak)))
    assert about.runs == (mixed, plain, weak)


def test_the_ladder_stands_before_the_strategies_of_single_tables() -> None:
    mixed = RunInputs(table_facts(LINEUP), {"skill": skill_of(table_facts(LINEUP), players())})
    section = section_of(planted("x", 0.25), planted("y", 0.36), mixed)
    kinds = [block.key.split("-")[1] for block in section.blocks]
    assert kinds[0] == "ladder"
    assert kinds[-2:] == ["wins", "pairs"]


def test_a_target_that_stays_where_it_is_has_no_picture() -> None:
    (summary,) = section_of(planted("x", 0.25), planted("y", 0.25)).blocks
    assert "“equals” is within in both runs." in " ".join(summary.words)


def test_runs_are_called_by_what_tells_them_apart() -> None:
    four, two, again = planted("x", 0.2), planted("y", 0.2, 2), planted("z", 0.2)
    assert run_names([four.facts, two.facts]) == ["4 players", "2 players"]
    assert run_names([four.facts, again.facts]) == ["x", "z"]
    assert run_names([four.facts, four.facts]) == ["1: x", "2: x"]
    box = replace(four.facts, variants=("A",)), replace(two.facts, variants=("A",))
    assert run_names([four.facts, box[0]]) == ["no variant", "A"]
    assert run_names([four.facts, two.facts, *box]) == [
        *("4 players", "2 players", "4 players with A", "2 players with A")
    ]
    seeds = [replace(four.facts, variants=("A", "B"), seed=seed) for seed in (1, 2)]
    assert run_names([four.facts, *seeds]) == ["seed 0", "A + B + seed 1", "A + B + seed 2"]


def test_a_card_that_only_another_box_has_is_called_by_its_name() -> None:
    def run(label: str, box: Box, value: float) -> RunInputs:
        found = {f"card__{each.id}__win": cards(value) for each in box.publications[:2]}
        return RunInputs(replace(facts(label), box=box, variants=(label,)), results(**found))

    def cards(value: float) -> Estimate:
        return rate(value, 0.01, scale=Scale.RATE_DIFFERENCE)

    box = box_of(facts())
    card = box.publications[0]
    fewer = replace(box, publications=box.publications[1:])
    target = Target("cards", ("card.*.win",), low=-8, high=8)
    table = section_of(run("x", fewer, 0.2), run("y", box, -0.2), target=target).blocks[-1].table
    assert table is not None
    assert card.name in [row[0] for row in table.rows]


def test_tables_of_runs_are_told_apart_in_files_by_the_names_of_runs() -> None:
    greedy = RunInputs(
        replace(planted("y", 0.36).facts, lineup=("greedy",) * 4), planted("y", 0.36).results
    )
    summary, block = section_of(planted("x", 0.25), greedy).blocks
    assert summary.table is not None
    assert block.table is not None
    heads = csv_of(summary.table).splitlines()[0], csv_of(block.table).splitlines()[0]
    assert heads[0] == "target,random_standing,greedy_standing"
    assert heads[1].startswith("label,random_value,random_value_low,")
    assert ",greedy_value_level,greedy_standing,change," in heads[1]


def test_a_single_solo_run_has_no_such_section() -> None:
    assert build(inputs_of((planted("x", 0.5, solo=True),))) is None


def test_missing_tables_and_figures_without_data_do_no_harm() -> None:
    empty = RunInputs(facts("e"), results(alchemist__a__win=Estimate(math.nan, 0, 1, 0, 0)))
    torn = RunInputs(facts("t"), {"skill": Missing("The run has no table players.")})
    section = section_of(empty, torn, planted("x", 0.25))
    assert "no table players" in section.problem
