"""What moves the measures of Trismegistus, and the knobs that are suggested for them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import trisim
from tests.typed import Typed
from trisim.campaigns.knob_values import Offering
from trisim.campaigns.knobs import knobs_of
from trisim.campaigns.knobs_suggested import Missed, Tables, merged, tables_for, wishes_for
from trisim.campaigns.settings import BoxWithValues, box_setting, found_in
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.report.influences import STARTS, influences, worth
from trisim.games.trismegistus.report.kit import REPORT
from trisim.stats.analyses.source import Facts
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import measure_verdict
from trisim.stats.estimate import Estimate, Scale

call = Typed("balance")
SOLO_LINEUP = ("balanced", "botmegistus")
STRONG_CARD = '[change.experiments.iron-feather]\npoints = 30\ncost = "lead"\n'
SEAT_BONUS = '[change.board.start]\nfirst = "3 gold + 3 ethereal dice"\n'
GOLD_FOR_A_SEAT = '[change.board.start]\nfirst = "20 gold"\n'


def box_with(tmp_path: Path, changes: str = "") -> Box:
    """The reference set with changes."""
    variant = tmp_path / "variant.toml"
    variant.write_text(f'name = "planted"\n{changes}')
    return load_box(None, [variant] if changes else [])


def facts(box: Box, lineup: tuple[str, ...] = ("balanced",) * 4) -> Facts:
    return Facts(
        *("run", box, len(lineup), lineup, 1, 400, frozenset({"games", "players"})),
        game="trismegistus",
        automa=GAME.automa,
        role=GAME.role,
    )


def missed(measure: str, *, above: bool) -> Missed:
    """A measure that is surely outside of its target."""
    scale = Scale.RATE_DIFFERENCE if measure.startswith("card.") else Scale.RATE
    value = 0.6 if above else -0.1 if scale is Scale.RATE_DIFFERENCE else 0.05
    estimate = Estimate(value, value - 0.01, value + 0.01, 400, 400, scale=scale)
    target = Target("Even", (measure,), low=20, high=30)
    return Missed(target, measure_verdict(measure, "here", estimate, (0.2, 0.3), 400))


def found(about: Facts, *measures: Missed) -> Tables:
    with BoxWithValues(about.box) as again:
        return tables_for(merged(wishes_for(measures, REPORT, about)), Offering(again, worth))


def knobs(about: Facts, *measures: Missed) -> dict[str, Any]:
    """The knobs for measures; a balancing accepts all of them."""
    text = "\n".join(found(about, *measures).tables)
    read = knobs_of(text, "knobs.toml", about.box, [GAME.options()])
    assert len(read.knobs) == text.count("\nset = ")
    return tomllib.loads(text)


def is_weaker(box: Box, path: str, text: Any) -> bool:
    """Whether a text is worth less than what is printed."""
    column, printed = found_in(box, path)
    before, after = worth(path, printed, box), worth(path, column.field.parse(text), box)
    assert before is not None
    assert after is not None
    return after < before


def test_a_strong_card_gets_weaker_numbers_and_texts(tmp_path: Path) -> None:
    box = box_with(tmp_path, STRONG_CARD)
    here = knobs(facts(box), missed("card.iron-feather.win", above=True))
    assert [*here] == [f"iron-feather: {key}" for key in ("mastery", "cost", "bonus", "points")]
    assert min(here["iron-feather: mastery"]["values"]) == 5
    points = here["iron-feather: points"]["values"]
    assert max(points) == 30
    assert min(points) < 10, "as far as other cards of its level"
    for key in ("cost", "bonus"):
        knob = here[f"iron-feather: {key}"]
        assert 1 <= len(knob["values"]) <= 4
        assert all(is_weaker(box, knob["set"], text) for text in knob["values"])
        assert (knob["price"], knob["per"]) == (2, "change")
        of_level = {each.level for each in box.experiments if each.id == "iron-feather"}
        column = found_in(box, knob["set"])[0]
        known = {
            column.field.show(getattr(each, key))
            for each in box.experiments
            if each.level in of_level
        }
        assert {*knob["values"]} <= known


def test_a_seat_with_a_bonus_gets_less_and_seats_that_lose_get_more(tmp_path: Path) -> None:
    box = box_with(tmp_path, SEAT_BONUS)
    here = knobs(
        facts(box),
        missed("seat.0.win", above=True),
        *(missed(f"seat.{seat}.win", above=False) for seat in (1, 2, 3)),
    )
    assert [*here] == [f"board.start.{seat}" for seat in ("first", "second", "third", "fourth")]
    for name, knob in here.items():
        weaker = [is_weaker(box, name, text) for text in knob["values"]]
        assert weaker == [name == "board.start.first"] * len(weaker)
        assert {*knob["values"]} <= {*STARTS}


def test_a_seat_without_goods_can_only_be_weakened_by_those_of_others(tmp_path: Path) -> None:
    here = knobs(facts(box_with(tmp_path), ("balanced",) * 3), missed("seat.0.win", above=True))
    assert [*here] == ["board.start.second", "board.start.third"], "there is no fourth player"
    assert all(
        not is_weaker(box_with(tmp_path), name, text)
        for name, knob in here.items()
        for text in knob["values"]
    )


def test_a_weak_role_gets_a_better_vault_and_better_formulas(tmp_path: Path) -> None:
    box = box_with(tmp_path)
    here = knobs(facts(box), missed("alchemist.duval.win", above=False))
    sides = [f"duval: vault.{side}" for side in ("top", "left", "right", "bottom")]
    assert [*here][:4] == sides
    assert {*here} - {*sides} <= {f"{each.id}: ability" for each in box.formulas_of("duval")}
    printed = box.alchemists["duval"].vault
    for side in sides:
        before = getattr(printed, side.partition(".")[2])
        for row in here[side]["values"]:
            assert [bool(each) for each in row] == [bool(each) for each in before]
    assert not any(
        is_weaker(box, knob["set"], text) for knob in here.values() for text in knob["values"]
    )


@pytest.mark.parametrize(
    ("category", "names"),
    [
        ("stone", ["board.stone.points", "board.stone.prices"]),
        ("mastery", ["board.tracks.points", "rules.numbers.points_at_top"]),
        ("publications", ["publications: points"]),
        ("leftovers", ["rules.numbers.points_per_gold", "rules.numbers.points_per_ethereal"]),
        (
            "experiments",
            [
                *(f"{level} experiments: points" for level in ("starting", "level 1", "level 2")),
                *("level 3 experiments: points", "masterpiece experiments: points"),
            ],
        ),
    ],
)
def test_a_category_moves_with_its_numbers(tmp_path: Path, category: str, names: list[str]) -> None:
    measure = missed(f"category.{category}.share", above=False)
    here = knobs(facts(box_with(tmp_path)), measure)
    assert [*here] == names
    for name, knob in here.items():
        if name.endswith("points") and isinstance(knob["values"][0], int):
            assert knob["values"][0] == min(knob["values"])
            assert (knob["coupled"], knob["price"]) == ("step", 2)
        if name == "board.stone.prices":
            assert all(sum(each) < 1 + 2 + 3 + 4 for each in knob["values"])


def test_points_on_the_way_have_no_place(tmp_path: Path) -> None:
    measure = missed("category.way.share", above=False)
    assert not found(facts(box_with(tmp_path)), measure).tables


def test_a_weak_botmegistus_gets_options_setup_and_cards(tmp_path: Path) -> None:
    about = facts(box_with(tmp_path), SOLO_LINEUP)
    assert about.has_automa
    here = knobs(about, missed("solo.setup.normal.win", above=True))
    assert here["normal: extra_gold"]["values"] == ["on"]
    assert "normal: less_gold" not in here, "that would help you"
    assert min(here["normal: setup_rolls"]["values"]) == 2
    assert max(here["solo.gold_per_formula"]["values"]) == 2
    assert here["solo.start"]["values"]
    assert here["solo.after_rounds"]["values"]
    assert any(name.endswith(": action") for name in here)
    assert here["bot-notebook: potency"]["values"] == [1, 2, 3]


@pytest.mark.parametrize(
    ("option", "value", "stronger"),
    [
        ("extra_gold", True, True),
        ("less_gold", True, False),
        ("setup_rolls", 3, True),
        ("setup_rolls", 1, False),
    ],
)
def test_options_are_worth_what_they_are_meant_to_do(
    tmp_path: Path, option: str, value: Any, stronger: bool
) -> None:
    box, path = box_with(tmp_path), f"solo.difficulty.normal.options.{option}"
    before, after = worth(path, found_in(box, path)[1], box), worth(path, value, box)
    assert before is not None
    assert after is not None
    assert (after > before) is stronger


def test_every_place_is_in_the_box(tmp_path: Path) -> None:
    box = box_with(tmp_path)
    names = ("experiments", "publications", "achievements", "stone", "mastery", "leftovers")
    tables = facts(box), facts(box, SOLO_LINEUP)
    measures = [f"category.{name}.share" for name in (*names, "botmegistus")]
    measures += [f"seat.{seat}.win" for seat in range(4)]
    measures += [f"solo.setup.{name}.win" for name in box.solo.difficulty]
    measures += [f"alchemist.{name}.win" for name in box.alchemists]
    measures += ["score.winning.p10", "solo.bot_score", "scenario.easy.effect"]
    paths = {
        path
        for measure in measures
        for about in tables
        for influence in influences(measure, about)
        for path in influence.paths
    }
    assert len(paths) > 150
    for path in paths:
        box_setting(path, box)
    assert not [*influences("flow.turns", tables[0]), *influences("solo.close.5", tables[1])]


@pytest.mark.parametrize("game", ["table", "solo"])
def test_a_file_from_a_run_is_accepted_as_it_is(tmp_path: Path, game: str) -> None:
    variant, targets = tmp_path / "variant.toml", tmp_path / "targets.toml"
    variant.write_text(f'name = "planted"\n{GOLD_FOR_A_SEAT}')
    given: dict[str, Any] = {"solo": True, "games": 16} if game == "solo" else {"games": 24}
    targets.write_text(
        '[Solo]\nscenario = "normal"\nsolo = true\nlow = 99\n'
        if game == "solo"
        else '[Seats]\nmeasures = "seat.*.win"\naround = "par"\nwithin = 3\n'
        '[Duval]\nmeasures = "alchemist.duval.win"\nlow = 99\n'
    )
    run, out = tmp_path / "run", tmp_path / "knobs.toml"
    trisim.run(
        strategy="random", variants=[variant], out=run, log="players", progress=False, **given
    )
    shown = call("--suggest-knobs", run, "--targets", targets, "--out", out)
    assert shown.exit_code == 0, shown.output
    names = [*tomllib.loads(out.read_text())]
    wanted = "solo.start" if game == "solo" else "board.start.first"
    assert wanted in names
    assert ("duval: vault.top" in names) == (game == "table")
    same = ["--variant", variant, "--targets", targets, *(["--solo"] if game == "solo" else [])]
    dry = call("--over", out, *same, "--strategy", "random", "--dry-run", "--out", tmp_path / "o")
    assert dry.exit_code == 0, dry.output
    assert f"over {len(names)} knobs" in dry.stdout
