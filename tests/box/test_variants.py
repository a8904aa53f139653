"""Variants: small changes over a box, checked as strictly as the box itself."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.box.helpers import fault_in, faults_of, load_or_none, only_fault, set_cell
from trisim.box.box import values_of
from trisim.box.faults import BoxError, Fault
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.notation import parse_cost, parse_effect, parse_elementals
from trisim.games.trismegistus.box.words import Color, Level

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a variant: ``variant-1.toml``, ``variant-2.toml``…"""
    numbers = count(1)

    def do(text: str) -> Path:
        path = tmp_path / f"variant-{next(numbers)}.toml"
        path.write_text(text, "utf-8")
        return path

    return do


@pytest.fixture
def lay(testbox_path: Path, write: Write) -> Callable[..., Box]:
    """Lay variants over the test box."""
    return lambda *texts: load_box(testbox_path, [write(text) for text in texts])


@pytest.fixture
def complain(testbox_path: Path, write: Write) -> Callable[..., tuple[Fault, ...]]:
    """What is said of variants over the test box."""
    return lambda *texts: faults_of(testbox_path, [write(text) for text in texts])


Lay = Callable[..., Box]
Complain = Callable[..., tuple[Fault, ...]]


def dotted(key: tuple[str, str, str]) -> str:
    """File, card or table, and field as one path."""
    return ".".join(part for part in key if part)


def changes(before: Box, after: Box) -> dict[tuple[str, str, str], tuple[str | None, str | None]]:
    """What differs between two boxes, the counts of cards aside."""
    old, new = values_of(before), values_of(after)
    return {
        key: (old.get(key), new.get(key))
        for key in old | new
        if old.get(key) != new.get(key) and not key[1].startswith("counts")
    }


# ---------------------------------------------------------------- what can be changed


def test_a_variant_changes_fields_of_a_card_and_nothing_else(testbox: Box, lay: Lay) -> None:
    box = lay('[change.experiments.fire-1a]\ncost = "2 refined iron + silver"\npoints = 9')
    assert changes(testbox, box) == {
        ("experiments", "fire-1a", "cost"): ("2 lead", "2 refined iron + silver"),
        ("experiments", "fire-1a", "points"): ("4", "9"),
    }
    old = testbox.by_id["fire-1a"]
    assert box.by_id["fire-1a"] == replace(
        old,
        cost=parse_cost("2 refined iron + silver"),
        points=9,  # type: ignore[call-arg]
    )


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("[change.rules.numbers]\npotency_limit = 6", ("rules", "numbers", "potency_limit")),
        ("[change.rules.rulings]\ndiscounts_last = false", ("rules", "rulings", "discounts_last")),
        ("[change.board.dice]\nblack = 7", ("board", "dice", "black")),
        ('[change.board.arrows]\nlead_copper = "red"', ("board", "arrows", "lead_copper")),
        ('[change.board.start]\nfirst = "gold"', ("board", "start", "first")),
        (
            "[change.board.tracks]\npoints = [0,0,0,0,0,0,0,0,0,0,3,6,9]",
            ("board", "tracks", "points"),
        ),
        (
            "[change.board.stone]\npoints = [0,1,2,3,4,5,6,7]",
            ("board", "stone", "points"),
        ),
        ("[change.board.bonus_tokens.step]\ncount = 5", ("board", "bonus_tokens.step", "count")),
        (
            "[change.board.dice_left_out.two_players]\nwhite = 1",
            ("board", "dice_left_out.two_players", "white"),
        ),
        ("[change.solo]\nmasterpieces = 3", ("solo", "", "masterpieces")),
        (
            "[change.solo.rulings]\ngold_for_empty_book = 2",
            ("solo", "rulings", "gold_for_empty_book"),
        ),
        (
            "[change.solo.difficulty.hard.options]\nbot_first = true",
            ("solo", "difficulty.hard.options", "bot_first"),
        ),
        (
            'change.alchemists.duval.vault.left = ["gold", "gold", "gold"]',
            ("alchemists", "duval", "vault.left"),
        ),
        ('[change.intro]\nslot = "lead_copper"', ("intro", "", "slot")),
        ('[change.box]\nedition = "2"', ("box", "", "edition")),
        (
            '[change.publications.pub-fire]\nelementals = "2 fire"',
            ("publications", "pub-fire", "elementals"),
        ),
        ('[change.formulas.duval-1]\nability = "2 gold"', ("formulas", "duval-1", "ability")),
        ("[change.solo_cards.bot-gold]\npotency = 2", ("solo_cards", "bot-gold", "potency")),
        ('[change.achievements.ach-lead]\nbonus = ""', ("achievements", "ach-lead", "bonus")),
        ('[change.artifacts.t3-nine]\nability = "gold"', ("artifacts", "t3-nine", "ability")),
    ],
)
def test_a_variant_changes_one_value_of_any_file(
    text: str, changed: tuple[str, str, str], testbox: Box, lay: Lay
) -> None:
    found = changes(testbox, lay(text))
    assert [dotted(key) for key in found] == [dotted(changed)]


def test_changed_values_are_typed_as_in_the_box(lay: Lay) -> None:
    box = lay(
        '[change.board.arrows]\nlead_copper = "red"\n'
        '[change.alchemists.duval.vault]\ntop = ["gold", "", ""]\n'
        '[change.artifacts.t1-lead]\nelementals = "2 air"\nlevel = 1'
    )
    assert box.board.arrows.lead_copper is Color.RED
    assert box.alchemists["duval"].vault.top == (parse_effect("gold"), (), ())
    artifact = next(card for card in box.artifacts if card.id == "t1-lead")
    assert artifact.level is Level.ONE
    assert artifact.elementals == parse_elementals("2 air")


def test_a_shape_is_changed_together_with_the_stone_table(lay: Lay) -> None:
    names = ("duval", "newton", "agrippa", "bacon", "maria")
    shape = (
        'shape = ["##", "##"]\nleft = ["gold", "gold"]\nright = ["", ""]\n'
        'top = ["lead", "lead"]\nbottom = ["", ""]\n'
    )
    text = "".join(f"[change.alchemists.{name}.vault]\n{shape}" for name in names)
    stone = "[change.board.stone]\npoints = [0, 1, 2, 3, 4]\n[change.solo]\nmost_formulas = 4\n"
    assert len(lay(text + stone).alchemists["newton"].vault.spaces) == 4


# ---------------------------------------------------------------- adding and removing

BOOK = """[add.publications.book-of-salt]
name = "Book of Salt"
elementals = "2 earth + water"
points = 8
"""


def test_an_added_card_is_in_the_box_and_counted(testbox: Box, lay: Lay) -> None:
    box = lay(BOOK)
    card = next(card for card in box.publications if card.id == "book-of-salt")
    assert (card.name, card.points, card.players) == ("Book of Salt", 8, 2)
    assert len(box.publications) == len(testbox.publications) + 1
    assert box.about.counts.publications == len(box.publications)


def test_removed_cards_leave_the_box_and_the_counts(testbox: Box, lay: Lay) -> None:
    box = lay('[remove]\nartifacts = ["t3-nine", "t3-six"]\nexperiments = ["fire-3b"]')
    assert set(testbox.by_id) - set(box.by_id) == {"t3-nine", "t3-six", "fire-3b"}
    assert box.about.counts.artifacts.level_3 == 5
    assert box.about.counts.experiments.level_3 == 6


def test_a_card_is_replaced_by_removing_and_adding_it(lay: Lay) -> None:
    added = '[add.artifacts.t3-nine]\nname = "New"\nlevel = 3\nability = "gold"\n'
    assert lay(added + '[remove]\nartifacts = ["t3-nine"]').by_id["t3-nine"].name == "New"


def test_a_changed_level_moves_a_card_to_another_deck(lay: Lay) -> None:
    counts = lay('[change.artifacts.t3-nine]\nlevel = "2"').about.counts.artifacts
    assert (counts.level_2, counts.level_3) == (8, 6)


def new_alchemist(formulas: int = 8) -> str:
    cards = (
        f'[add.formulas.dee-{n}]\nname = "Dee {n}"\nalchemist = "dee"\nability = "gold"\n'
        for n in range(formulas)
    )
    return (
        '[add.alchemists.dee]\nname = "John Dee"\nplan = "None."\n[add.alchemists.dee.vault]\n'
        'top = ["gold", "gold", "gold", "gold"]\nleft = ["lead", "lead"]\n'
        'shape = ["####", ".###"]\nright = ["", ""]\nbottom = ["", "", "", ""]\n' + "".join(cards)
    )


def test_an_alchemist_is_added_with_formulas(lay: Lay) -> None:
    box = lay(new_alchemist())
    assert box.alchemists["dee"].name == "John Dee"
    assert len(box.formulas_of("dee")) == 8
    assert box.about.counts.alchemists == 6


def test_an_alchemist_without_enough_formulas_is_an_error(complain: Complain) -> None:
    fault = fault_in(complain(new_alchemist(7)), "formulas.csv", "7 formulas where each")
    assert fault.word == "dee"


def test_an_alchemist_takes_its_formulas_along(lay: Lay) -> None:
    box = lay('[remove]\nalchemists = ["maria"]')
    assert "maria" not in box.alchemists
    assert not box.formulas_of("maria")
    assert box.about.counts.alchemists == 4


def test_a_preset_and_a_bonus_token_are_added(lay: Lay) -> None:
    box = lay(
        '[add.solo.difficulty.gentle]\nmeaning = "Gentle."\noptions = { less_gold = true }\n'
        '[add.board.bonus_tokens.gold]\ncount = 2\neffect = "gold"\nbot = "gold"\n'
    )
    assert box.solo.difficulty["gentle"].options.less_gold
    assert box.board.bonus_tokens["gold"].count == 2


# ---------------------------------------------------------------- more than one, and what is kept


def test_a_later_variant_lies_over_an_earlier_one(lay: Lay) -> None:
    first = "[change.rules.numbers]\npotency_limit = 6\nrounds = 2"
    second = "[change.rules.numbers]\npotency_limit = 7"
    numbers = lay(first, second).rules.numbers
    assert (numbers.potency_limit, numbers.rounds) == (7, 2)
    assert lay(second, first).rules.numbers.potency_limit == 6


def test_a_later_variant_changes_what_an_earlier_one_added(lay: Lay) -> None:
    box = lay(BOOK, "[change.publications.book-of-salt]\npoints = 3")
    assert next(c for c in box.publications if c.id == "book-of-salt").points == 3
    assert "book-of-salt" not in lay(BOOK, '[remove]\npublications = ["book-of-salt"]').by_id


def test_the_text_and_name_of_a_variant_are_kept(lay: Lay) -> None:
    named = '# why\nname = "Dear iron"\nnote = "A question."\n[change.rules.numbers]\nrounds = 2\n'
    box = lay(named, BOOK)
    assert [variant.text for variant in box.variants] == [named, BOOK]
    assert [variant.name for variant in box.variants] == ["Dear iron", "variant-2"]


def test_the_base_box_is_unaffected(testbox: Box, testbox_path: Path, lay: Lay) -> None:
    before = testbox.digest
    box = lay(BOOK, "[change.rules.numbers]\nrounds = 2")
    assert box.digest != before
    assert load_box(testbox_path).digest == before
    assert load_box(testbox_path) == testbox
    assert testbox.variants == ()


def test_a_variant_that_changes_nothing_gives_the_same_game(testbox: Box, lay: Lay) -> None:
    assert lay("").digest == testbox.digest
    assert lay("[change.rules.numbers]\nrounds = 3").digest == testbox.digest


def test_the_same_variant_gives_the_same_game(lay: Lay) -> None:
    assert lay(BOOK).digest == lay(BOOK).digest


def test_a_variant_over_a_broken_box_reports_the_box(
    testbox_path: Path, tmp_path: Path, write: Write
) -> None:
    folder = Path(shutil.copytree(testbox_path, tmp_path / "broken"))
    set_cell(folder / "experiments.csv", "fire-1a", "cost", "goold")
    with pytest.raises(BoxError, match=r"^box ") as caught:
        load_box(folder, [write('[change.experiments.fire-1a]\ncost = "gold"')])
    assert [fault.place.file for fault in caught.value.faults] == ["experiments.csv"]


# ---------------------------------------------------------------- unknown names

UNKNOWN = [
    # text, line, path, word, problem, remedy
    ('nmae = "x"', 1, "nmae", "nmae", "unknown key", "did you mean 'name'?"),
    ("chang = 1", 1, "chang", "chang", "unknown key", "did you mean 'change'?"),
    (
        "[change]\nexperiment = 1",
        2,
        "change.experiment",
        "experiment",
        "unknown section",
        "'experiments'",
    ),
    ("[change.rule]", 1, "change.rule", "rule", "unknown section", "did you mean 'rules'?"),
    ("[add.artefacts]", 1, "add.artefacts", "artefacts", "unknown section", "'artifacts'"),
    (
        '[remove]\nboard = ["x"]',
        2,
        "remove.board",
        "board",
        "unknown section",
        "known: experiments",
    ),
    (
        "[change.experiments.fire-1x]\npoints = 1",
        1,
        "change.experiments.fire-1x",
        "fire-1x",
        "no such card to change",
        "did you mean 'fire-1",
    ),
    (
        "\n[change.experiments.fire-1a]\npoint = 1",
        3,
        "change.experiments.fire-1a.point",
        "point",
        "unknown field",
        "did you mean 'points'?",
    ),
    (
        '[change.experiments.fire-1a]\nid = "x"',
        2,
        "change.experiments.fire-1a.id",
        "id",
        "an id is never changed",
        "remove the card",
    ),
    (
        "[change.rules.number]\nrounds = 2",
        1,
        "change.rules.number",
        "number",
        "unknown key",
        "did you mean 'numbers'?",
    ),
    (
        "[change.rules.numbers]\nround = 2",
        2,
        "change.rules.numbers.round",
        "round",
        "unknown key",
        "did you mean 'rounds'?",
    ),
    (
        '[change.alchemists.newtown]\nname = "x"',
        1,
        "change.alchemists.newtown",
        "newtown",
        "nothing of that name",
        "did you mean 'newton'?",
    ),
    (
        "[change.alchemists.newton.valt]",
        1,
        "change.alchemists.newton.valt",
        "valt",
        "unknown key",
        "did you mean 'vault'?",
    ),
    (
        "[change.alchemists.newton.vault]\nlefft = []",
        2,
        "change.alchemists.newton.vault.lefft",
        "lefft",
        "unknown key",
        "did you mean 'left'?",
    ),
    (
        "[change.solo.difficulty.hardd]",
        1,
        "change.solo.difficulty.hardd",
        "hardd",
        "nothing of that name",
        "'hard'?; a new one goes under [add.",
    ),
    (
        "[change.solo.difficulty.hard.options]\nextra_golds = true",
        2,
        "change.solo.difficulty.hard.options.extra_golds",
        "extra_golds",
        "unknown key",
        "'extra_gold'",
    ),
    (
        '[remove]\nartifacts = ["t3-nime"]',
        2,
        "remove.artifacts",
        "t3-nime",
        "no such id to remove",
        "did you mean 't3-nine'?",
    ),
    ('[remove]\nalchemists = ["mario"]', 2, "remove.alchemists", "mario", "no such id", "'maria'"),
    (
        BOOK + "point = 8",
        5,
        "add.publications.book-of-salt.point",
        "point",
        "unknown field",
        "'points'",
    ),
    (
        "[add.rules.numbers]\nrounds = 2",
        1,
        "add.rules.numbers",
        "numbers",
        "nothing can be added here",
        "[change.rules]",
    ),
]


@pytest.mark.parametrize(("text", "line", "path", "word", "problem", "remedy"), UNKNOWN)
def test_an_unknown_name_is_an_error_with_its_line_and_a_suggestion(
    text: str, line: int, path: str, word: str, problem: str, remedy: str, complain: Complain
) -> None:
    faults = complain(text)
    assert len(faults) == 1, faults
    place = faults[0].place
    assert (place.file, place.row, place.column) == ("variant-1.toml", line, path)
    assert faults[0].word == word
    assert problem in faults[0].problem
    assert remedy in faults[0].remedy


@pytest.mark.parametrize(
    "text",
    [
        "\n[chang.rules.numbers]",
        "\n[change.experiment.x]",
        "\n[add.artefacts.x]",
        "\n[change.rule.numbers]",
    ],
)
def test_an_unknown_name_at_the_start_of_a_header_has_a_line(text: str, complain: Complain) -> None:
    assert [fault.place.row for fault in complain(text)] == [2]


# ---------------------------------------------------------------- wrong values

WRONG = [
    # text, line, word, problem
    ('[change.experiments.fire-1a]\ncost = "2 goold"', 2, "goold", "unknown word"),
    ("[change.experiments.fire-1a]\nmastery = 13", 2, "13", "out of range"),
    ("[change.experiments.fire-1a]\nmastery = 1.5", 2, "1.5", "no whole number"),
    ("[change.experiments.fire-1a]\nmastery = true", 2, "True", "no whole number"),
    ("[change.experiments.fire-1a]\nname = []", 2, "[]", "no text"),
    ("[change.experiments]\nfire-1a = 3", 2, "3", "a table should stand here"),
    ("[change]\nexperiments = 3", 2, "3", "a table should stand here"),
    ("change = 3", 1, "3", "a table should stand here"),
    ("[change]\nrules = 3", 2, "3", "a table should stand here"),
    ("[change.rules]\nnumbers = 3", 2, "3", "a table should stand here"),
    ("[change.rules.numbers]\nrounds = 4", 2, "4", "out of range"),
    ("[change.rules.rulings]\ndiscounts_last = 1", 2, "1", "neither true nor false"),
    ("[change.alchemists]\nnewton = 3", 2, "3", "a table should stand here"),
    ("[change.solo]\ndifficulty = 3", 2, "3", "a table should stand here"),
    ('[remove]\nartifacts = "t3-nine"', 2, "t3-nine", "this is no list"),
    ("[remove]\nartifacts = [3]", 2, "3", "no such id to remove"),
    ("[add.artifacts]\nx = 3", 2, "3", "a table should stand here"),
    ("[add]\nalchemists = 3", 2, "3", "a table should stand here"),
    ('[add.artifacts.t3-nine]\nname = "x"', 1, "t3-nine", "this card exists already"),
    ("[add.alchemists.newton]", 1, "newton", "this exists already"),
    ("[add.solo.difficulty.hard]", 1, "hard", "this exists already"),
    (BOOK.replace("points = 8", ""), 1, "points", "this field is missing"),
    (BOOK.replace("book-of-salt", "Book"), 1, "Book", "this is no id"),
    (BOOK.replace("Book of Salt", "Test Book of Air"), 2, "Test Book of Air", "this name stands"),
    (BOOK.replace("book-of-salt", "fire-1a"), 1, "fire-1a", "this id stands in experiments.csv"),
    ('name = ""', 1, "", "a text is missing"),
    ('note = "x"\nchange = = 1', 2, "", "this is not TOML"),
]


@pytest.mark.parametrize(("text", "line", "word", "problem"), WRONG)
def test_a_wrong_value_is_an_error_at_its_line(
    text: str, line: int, word: str, problem: str, complain: Complain
) -> None:
    faults = complain(text)
    assert len(faults) == 1, faults
    fault = faults[0]
    assert (fault.place.file, fault.place.row) == ("variant-1.toml", line) or "stands" in problem
    assert fault.word == word
    assert problem in fault.problem
    assert fault.remedy


def test_all_faults_of_all_variants_are_found_at_once(complain: Complain) -> None:
    first = "\n".join(text for text, *_ in UNKNOWN if text.startswith("[change.solo"))
    second = '[remove]\nartifacts = ["x", "y"]\n[change.rules.numbers]\nrounds = 9'
    faults = complain(first, second)
    assert [fault.place.file for fault in faults] == ["variant-1.toml"] * 2 + ["variant-2.toml"] * 3


def test_a_variant_that_is_not_there_is_said_so(testbox_path: Path, tmp_path: Path) -> None:
    for path, problem in ((tmp_path / "nowhere.toml", "no such file"), (tmp_path, "a folder")):
        assert problem in only_fault(testbox_path, [path]).problem


def test_what_a_variant_spoils_in_another_file_it_can_mend(complain: Complain) -> None:
    (fault,) = complain('[remove]\nalchemists = ["duval"]')
    assert fault.place.file == "intro.toml"
    assert "[change.intro]" in fault.remedy


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("[change.rules]\nnumbers = 5", "write [change.rules.numbers]"),
        ("[change]\nexperiments = 5", "write [change.experiments.ID]"),
        ("[change]\nalchemists = 5", "write [change.alchemists.ID]"),
        ("[add]\npublications = 5", "write [add.publications.ID]"),
        ("[add.alchemists]\nx = 5", "write [add.alchemists.x]"),
        ("[add.solo]\ndifficulty = 5", "write [add.solo.difficulty.ID]"),
        ("[add.publications]\nx = 5", "write [add.publications.x]"),
    ],
)
def test_a_value_in_place_of_a_table_is_told_its_header(
    text: str, remedy: str, complain: Complain
) -> None:
    assert [fault.remedy for fault in complain(text)] == [remedy]


def test_a_variant_with_a_byte_order_mark_or_in_latin_1_is_reported(
    testbox_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "v.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "x"\n')
    assert only_fault(testbox_path, [path]).word == "BOM"
    path.write_bytes(b'name = "\xe9"\n')
    assert "not UTF-8" in faults_of(testbox_path, [path])[0].problem


# ---------------------------------------------------------------- what can't be played


def ids(box: Box, kind: str, level: Level) -> str:
    found = [card.id for card in box.cards(kind) if getattr(card, "level", None) is level]
    return f"[remove]\n{kind} = {found}".replace("'", '"')


def test_bowls_that_never_hold_all_dice_are_an_error(complain: Complain) -> None:
    fault = fault_in(
        complain("[change.rules.numbers]\nbowl_limit = 2"), "variant-1.toml", "never fit"
    )
    assert (fault.place.row, fault.word) == (2, "2")


def test_bowls_that_just_hold_all_dice_are_none(lay: Lay) -> None:
    assert lay("[change.rules.numbers]\nbowl_limit = 3").rules.numbers.bowl_limit == 3


def test_too_few_dice_for_all_rounds_are_an_error(complain: Complain) -> None:
    faults = complain("[change.board.dice]\nblack = 1")
    assert any("too few for 4 players" in fault.problem for fault in faults)


def test_more_dice_per_round_than_dice_are_an_error(complain: Complain) -> None:
    assert complain("[change.rules.numbers]\ndice_per_round = 4") == ()  # 16 dice for 4 times 4
    text = "[change.rules.numbers]\ndice_per_round = 4\n[change.board.dice]\nblack = 5"
    assert any("15 dice are too few for 4 players" in fault.problem for fault in complain(text))


@pytest.mark.parametrize("level", Level)
def test_a_removed_level_of_experiments_is_an_error(
    level: Level, testbox: Box, complain: Complain
) -> None:
    faults = complain(ids(testbox, "experiments", level))
    assert fault_in(faults, "experiments.csv", "0 in a game of 2").remedy == "add cards"


@pytest.mark.parametrize("level", [Level.STARTING, Level.ONE, Level.TWO, Level.THREE])
def test_a_removed_level_of_artifacts_is_an_error(
    level: Level, testbox: Box, complain: Complain
) -> None:
    faults = complain(ids(testbox, "artifacts", level))
    assert fault_in(faults, "artifacts.csv", "0 in a game of 2").remedy == "add cards"


def test_too_many_cards_dealt_for_the_deck_are_an_error(complain: Complain) -> None:
    faults = complain("[change.rules.numbers]\ncards_dealt = 3")
    fault_in(faults, "publications.csv", "10 in a game of 4, which needs 12")


def test_a_market_larger_than_its_stack_is_an_error(complain: Complain) -> None:
    faults = complain("[change.rules.numbers]\nmarket_per_color = 3")
    fault_in(faults, "artifacts.csv", "8 in a game of 2, which needs 9")


def test_more_cards_than_there_is_room_for_are_an_error(complain: Complain) -> None:
    text = "".join(
        f'[add.publications.more-{n}]\nname = "More {n}"\nelementals = "fire"\npoints = 1\n'
        for n in range(39)
    )
    assert (
        fault_in(complain(text), "publications.csv", "49 are too many").remedy
        == "keep 48 at the most"
    )


def test_a_card_of_the_introductory_setup_is_not_removed(complain: Complain) -> None:
    fault = fault_in(
        complain('[remove]\npublications = ["pub-fire"]'), "intro.toml", "no such publication"
    )
    assert fault.word == "pub-fire"


def test_three_alchemists_are_too_few(complain: Complain) -> None:
    faults = complain('[remove]\nalchemists = ["maria", "bacon"]')
    fault_in(faults, "alchemists.toml", "3 in a game of 4")


def test_no_alchemists_are_too_few(complain: Complain) -> None:
    assert complain('[remove]\nalchemists = ["duval", "newton", "agrippa", "bacon", "maria"]')


def test_a_contradictory_preset_is_an_error(complain: Complain) -> None:
    text = "[change.solo.difficulty.hard.options]\nless_gold = true"
    assert "contradicts" in complain(text)[0].problem


def test_a_vault_that_disagrees_with_itself_is_an_error(complain: Complain) -> None:
    faults = complain('[change.alchemists.duval.vault]\nleft = ["gold"]')
    fault = fault_in(faults, "variant-1.toml", "1 bonuses for 3 rows")
    assert fault.place.row == 2


def test_an_id_with_a_dot_never_reaches_into_another_table(complain: Complain) -> None:
    assert complain('[add.alchemists]\n"duval.name" = "Somebody else"')


def test_an_id_with_two_dots_is_reported(complain: Complain) -> None:
    assert complain('[add.alchemists]\n"duval.name.x" = 1')


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("[add.alchemists]\nx = 1", '[change.alchemists.x]\nname = "X"'),
        ("[add.solo.difficulty]\nx = 1", "[change.solo.difficulty.x.options]\nextra_gold = true"),
    ],
)
def test_changing_what_an_earlier_variant_added_wrongly_is_reported(
    first: str, second: str, complain: Complain
) -> None:
    assert complain(first, second)


# ---------------------------------------------------------------- any variant at all

WORDS = """
name note change add remove experiments artifacts publications formulas solo_cards alchemists board
rules intro solo box numbers rulings dice rounds bowl_limit tracks points order difficulty easy hard
options extra_gold less_gold bonus_tokens step count effect duval newton vault left shape fire-1a
t3-nine pub-fire duval-1 cost bonus ability elementals level id new-one
"""
PLACES = """
experiments artifacts alchemists board rules solo rules.numbers board.dice solo.difficulty
alchemists.duval alchemists.duval.vault solo.difficulty.hard solo.difficulty.hard.options
experiments.fire-1a artifacts.new-one solo.difficulty.new-one alchemists.new-one
"""
KEYS = st.sampled_from(WORDS.split())
SCALARS = (
    st.integers(-3, 30)
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "gold", "2 gold + advance fire", "fire", "3+", "duval", "t3-nine", "1"])
    | st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=6)
)
VALUES = SCALARS | st.lists(SCALARS, max_size=4)


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return (
            '"'
            + "".join(c if c.isalnum() or c in " +" else f"\\U{ord(c):08X}" for c in value)
            + '"'
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return repr(value)


TABLES = st.dictionaries(
    st.lists(KEYS, max_size=4).map(".".join),
    st.dictionaries(KEYS, VALUES, max_size=3),
    max_size=4,
)


def written(tables: dict[str, dict[str, object]]) -> str:
    """Tables as a TOML file; some contradict each other, which TOML then reports."""
    text = ""
    for path in sorted(tables):
        text += f"[{path}]\n" if path else ""
        text += "".join(f"{key} = {toml(value)}\n" for key, value in tables[path].items())
    return text


PATHS = st.tuples(
    st.sampled_from(["change", "add", "remove"]), st.sampled_from(PLACES.split())
).map(".".join)


@settings(max_examples=70)
@given(
    tables=TABLES | st.dictionaries(PATHS, st.dictionaries(KEYS, VALUES, max_size=3), max_size=4)
)
def test_any_variant_loads_or_is_reported(
    tables: dict[str, dict[str, object]],
    testbox_path: Path,
    tmp_path: Path,
) -> None:
    path = tmp_path / "any.toml"
    path.write_text(written(tables), "utf-8")
    load_or_none(testbox_path, [path])


@settings(max_examples=40)
@given(data=st.data())
def test_a_mutilated_variant_loads_or_is_reported(
    data: st.DataObject, testbox_path: Path, tmp_path: Path
) -> None:
    pieces = re.split(r"(\W)", BOOK + new_alchemist(0) + "[change.rules.numbers]\nrounds = 2\n")
    at = data.draw(st.integers(0, len(pieces) - 1))
    new = data.draw(st.sampled_from(["", "=", ".", '"', "]", "[", "{}", "\n", "1", "x"]) | KEYS)
    path = tmp_path / "any.toml"
    path.write_text("".join([*pieces[:at], new, *pieces[at + 1 :]]), "utf-8")
    load_or_none(testbox_path, [path])


@settings(max_examples=25)
@given(noise=st.binary(max_size=80))
def test_a_variant_of_noise_loads_or_is_reported(
    noise: bytes, testbox_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes(noise)
    load_or_none(testbox_path, [path])


def test_counts_follow_from_the_cards_and_are_not_set(testbox_path: Path, tmp_path: Path) -> None:
    variant = tmp_path / "v.toml"
    variant.write_text("[change.box.counts]\npublications = 3\n")
    with pytest.raises(BoxError, match="follow from its cards"):
        load_box(testbox_path, [variant])
