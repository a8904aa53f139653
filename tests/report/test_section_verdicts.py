"""The section on verdicts: what it says, and that nothing makes it stumble."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.report.people import inputs_of
from tests.small_run import small_run, small_solo_run
from tests.stats.analyses.planted_runs import facts, rate, results
from tests.stats.analyses.test_skill import players, skill_of, table_facts
from trisim.games.trismegistus.report.kit import REPORT
from trisim.report.inputs import RunInputs
from trisim.report.load_runs import read_runs
from trisim.report.page.model import Kind, Section, Standing
from trisim.report.sections.commands import command_like
from trisim.report.sections.measures import band_words, labels_of
from trisim.report.sections.verdicts import build
from trisim.stats.analyses.judgement import judge_all
from trisim.stats.analyses.targets import Target, Targets
from trisim.stats.estimate import Estimate, Scale

EQUALS = Target("equals", ("alchemist.*.win",), around="par", within=5, look="Their formulas.")


def section_of(*targets: Target, **measures: Estimate) -> Section:
    run = RunInputs(facts(), results(**measures))
    section = build(inputs_of((run,), Targets("mine.toml", targets)))
    assert section is not None
    return section


def all_words(section: Section) -> str:
    return " ".join(word for block in section.blocks for word in block.words)


def draw_all(section: Section) -> None:
    for block in section.blocks:
        if block.picture is not None:
            block.picture.draw().canvas.draw()


def test_the_first_sentence_counts() -> None:
    section = section_of(
        EQUALS,
        Target("scores", ("score.winning",), low=80, high=160),
        Target("length", ("flow.turns",), high=50),
        Target("nothing", ("none.at.all",), high=50),
        alchemist__a__win=rate(0.40, 0.02),
        score__winning=rate(100, 3, scale=Scale.MEAN),
        flow__turns=rate(49, 3, scale=Scale.MEAN),
    )
    first = section.blocks[0]
    assert first.words[0] == ("Of 4 targets: 1 met, 1 missed, 1 undecided and 1 not judged.")
    assert first.table is not None
    assert [row[2] for row in first.table.rows] == [
        Standing.OUTSIDE,
        Standing.WITHIN,
        Standing.UNDECIDED,
        None,
    ]
    assert "none.at.all" in section.problem
    draw_all(section)


def test_a_missed_target_says_by_how_much_and_where_to_look() -> None:
    section = section_of(EQUALS, alchemist__a__win=rate(0.40, 0.02))
    words = " ".join(section.blocks[1].words)
    assert "is 10.0 pp above, its whole interval by at least 8.0 pp" in words
    assert "Where to look next: their formulas. See “Alchemists”." in words
    assert "1,000 games" in section.blocks[1].basis
    assert "holds at 95 %" in section.blocks[1].basis


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (rate(0.28, 0.04), "some 3,000 more games would decide"),
        (rate(0.3001, 0.04), "more than a million more games"),
        (rate(0.3, 0.04), "no realistic number of games"),
        (Estimate(math.nan, 0, 1, 0, 0), "there are no data"),
        (Estimate(0.25, 0, 1, 4, 1), "too few deals"),
    ],
)
def test_an_undecided_figure_says_what_it_would_take(estimate: Estimate, said: str) -> None:
    section = section_of(EQUALS, alchemist__a__win=estimate)
    assert said in all_words(section)
    draw_all(section)


def test_the_table_of_all_figures_has_bare_numbers_of_games() -> None:
    figures = {"alchemist__a__win": rate(0.28, 0.04), "alchemist__b__win": rate(0.25, 0.01)}
    table = section_of(EQUALS, **figures).blocks[-1].table
    assert table is not None
    place = [column.key for column in table.columns].index("more")
    assert table.columns[place].kind is Kind.COUNT
    assert [row[place] for row in table.rows] == [4300, None]


def test_more_games_are_those_of_the_figure_that_stands_beside_them() -> None:
    figures = {"seat__0__win": rate(0.31, 0.03, 2), "seat__1__win": rate(0.29, 0.05, 2)}
    section = section_of(Target("seats", ("seat.*.win",), low=20, high=30), **figures)
    table = section.blocks[0].table
    assert table is not None
    row = dict(zip((column.key for column in table.columns), table.rows[0], strict=True))
    assert (row["farthest"], row["value"]) == ("first player", figures["seat__0__win"])
    assert row["more"] == 8000  # 24,000 for the second player


def test_an_undecided_target_names_an_undecided_figure() -> None:
    figures = {"seat__0__win": rate(0.299, 0.0005, 2), "seat__1__win": rate(0.28, 0.04, 2)}
    section = section_of(Target("seats", ("seat.*.win",), low=20, high=30), **figures)
    table = section.blocks[0].table
    assert table is not None
    assert table.rows[0][4:] == ("second player", figures["seat__1__win"], 3000)


def test_a_target_that_is_met_has_no_block_of_its_own() -> None:
    section = section_of(EQUALS, alchemist__a__win=rate(0.25, 0.02))
    assert [block.key for block in section.blocks] == ["verdicts-summary", "verdicts-figures"]


def test_many_figures_are_named_in_part_and_tabled_in_full() -> None:
    many = {f"card__c{i}__win": rate(0.09 + i / 1000, 0.005) for i in range(40)}
    section = section_of(Target("cards", ("card.*.win",), low=-8, high=8), **many)
    assert "; and 35 more" in all_words(section)
    table = section.blocks[-1].table
    assert table is not None
    assert len(table.rows) == 40
    draw_all(section)


def test_no_target_for_such_a_run_is_said() -> None:
    section = section_of(Target("solo", ("solo.win",), low=40, solo=True))
    assert section.blocks[0].words[0] == "No target is set for games of this kind."
    draw_all(section)


def test_strange_names_and_figures_without_end_are_drawn_as_they_are() -> None:
    strange = Target("<script>alert(1)</script> $x_1$ |\n", ("*",), high=5)
    section = section_of(
        strange,
        **{"card__$\\frac__win": Estimate(1, -math.inf, math.inf, 1, 1, scale=Scale.MEAN)},
        alchemist__a__win=rate(0.5, 0.1),
    )
    draw_all(section)


def test_names_of_measures_in_words() -> None:
    run = RunInputs(facts(), {})
    box, labels = run.facts.box, labels_of(REPORT, [run])
    name = next(iter(box.roles))
    assert labels.of(f"alchemist.{name}.win") == box.roles[name].name
    assert labels.of("seat.0.win") == "first player"
    assert labels.of("score.winning") == "winning score"
    assert labels.of("score.winning.p10") == "10th percentile of the winning score"
    assert labels.of("category.way.share") == "on the way"
    assert labels.of("flow.lead_changes") == "lead changes a game"
    assert labels.of("solo.setup.normal.win") == "normal"
    assert labels.of("solo.win") == "games won against Botmegistus"
    assert labels.of("order.3.4.win") == "fourth in round 3"
    assert labels.of("strategy.mine.toml:noise=0.1.win") == "mine.toml:noise=0.1"
    assert labels.of("odd") == "odd"


def test_sections_are_called_as_the_page_calls_them() -> None:
    assert REPORT.title_of("skill") == "Strategies and skill"
    assert REPORT.title_of("not_there") == "Not there"


def test_bands_in_words() -> None:
    assert band_words(0.2, 0.3, Scale.RATE) == "20 to 30 %"
    assert band_words(-math.inf, 0.6, Scale.RATE) == "at most 60 %"
    assert band_words(80, math.inf, Scale.MEAN) == "at least 80"
    assert band_words(-0.08, 0.08, Scale.RATE_DIFFERENCE) == "−8 to +8 pp"


def test_every_target_that_comes_with_trisim_finds_figures_in_a_real_run() -> None:
    inputs = read_runs([small_run().path, small_solo_run().path])
    runs = [(run.facts, run.results) for run in inputs.runs]
    found = judge_all(REPORT.default_targets().targets, runs)
    assert not found.unused
    assert [each.note for each in found.verdicts if not each.measures] == []


# ---------------------------------------------------------------- targets on strength

BOTH = replace(EQUALS, holds_for=("weak", "strong"))


def rung(strategy: str, value: float) -> RunInputs:
    run = replace(facts(strategy), lineup=(strategy,) * 4, game="trismegistus", seed=7)
    return RunInputs(run, results(alchemist__a__win=rate(value, 0.02)))


def ladder_section(target: Target, *runs: RunInputs) -> Section:
    section = build(inputs_of(runs, Targets("mine.toml", (target,))))
    assert section is not None
    draw_all(section)
    return section


def test_a_verdict_on_two_rungs_names_the_strategy_of_each_figure() -> None:
    section = ladder_section(BOTH, rung("strong", 0.4), rung("weak", 0.25))
    assert section.blocks[0].words[0] == "The only target is missed."
    assert "Outside: a, strong, 40.0 %" in all_words(section)
    assert section.blocks[1].basis.startswith("2,000 games of weak and strong; the 2 intervals")
    table = section.blocks[-1].table
    assert table is not None
    assert [row[1] for row in table.rows] == ["a, weak", "a, strong"]
    assert section.problem == ""


def test_a_rung_that_was_not_played_is_named_with_the_command_that_plays_it() -> None:
    section = ladder_section(BOTH, rung("weak", 0.25))
    assert section.blocks[0].words[0] == "The only target is undecided."
    assert section.problem == (
        "Not judged in full: “equals”: strong plays all places in no run like “weak”. 'trisim run "
        "--game trismegistus --players 4 --games 1000 --seed 7 --strategy strong --out "
        "runs/strong' plays it; then name that run as well."
    )
    assert "Not judged in full: strong plays" in all_words(section)


def test_a_target_for_a_strategy_that_nobody_plays_is_not_judged() -> None:
    section = ladder_section(replace(EQUALS, strategy=("strong",)), rung("weak", 0.25))
    assert section.blocks[0].words[0] == "The only target is not judged."
    assert "--strategy strong --out runs/strong' plays it" in section.problem
    scenario = Target("s", ("scenario.hard.win",), low=5, scenario="hard", solo=True)
    other = ladder_section(scenario, RunInputs(facts("bot", solo=True), {}))
    assert other.problem == "Not judged: “s”: “bot” has no scenario hard; known: normal."
    table = other.blocks[0].table
    assert table is not None
    assert table.rows[0][1] == "wins of hard"


def test_a_page_of_runs_of_several_strategies_judges_who_beats_whom() -> None:
    lineup = ("strong", "weak")
    here = replace(table_facts(lineup), label="mixed", game="trismegistus")
    mixed = RunInputs(here, {"skill": skill_of(here, players(lineup))})
    measures = ("strategy.strong.against.weak.win", "strategy.strong.against.other.win")
    target = Target("skill pays", measures, low=95)
    section = ladder_section(target, rung("weak", 0.25), mixed)
    assert "Outside: strong against weak, 8" in all_words(section)
    assert "--lineup strong,other --out runs/strong-other' plays it" in section.problem


@pytest.mark.parametrize(
    ("typed", "settings"),
    [
        (
            "trisim run --solo --strategy weak --games 50 --out a",
            "trisim run --solo --games 50 --strategy strong --out runs/strong",
        ),
        (
            "trisim run --out=a --variant 'my box.toml' --lineup=weak,weak",
            "trisim run --variant 'my box.toml' --strategy strong --out runs/strong",
        ),
        (
            "trisim run --out a --resume",
            "trisim run --game trismegistus --players 4 --games 1000 --seed 7 "
            "--strategy strong --out runs/strong",
        ),
        (
            "trisim.run(…)",
            "trisim run --game trismegistus --players 4 --games 1000 --seed 7 "
            "--strategy strong --out runs/strong",
        ),
    ],
)
def test_the_command_for_a_run_like_another(typed: str, settings: str) -> None:
    known = read_runs([small_run().path]).subject.provenance
    assert known is not None
    run = replace(rung("weak", 0.25), provenance=replace(known, command=typed))
    assert command_like(run, ("strong",)) == settings
    assert command_like(rung("weak", 0.2), ("a", "b")).endswith("--lineup 'a,b*3' --out runs/a-b")
