"""A format is all that a game needs for its boxes: the same commands, faults and variants."""

from __future__ import annotations

import io
import pickle
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from rich.console import Console
from rich.text import Text

from tests.box.helpers import edit
from tests.box.toy import FORMAT, Relic, Rules, Setup
from trisim.box import box as boxes
from trisim.box.box import Box, Card, load_box
from trisim.box.build import Draft
from trisim.box.compare import compare
from trisim.box.faults import BoxError, Faults, Place
from trisim.box.fields import Choice, Ident, Integer, ListOf
from trisim.box.fields import Text as Words
from trisim.box.format import BoxFormat
from trisim.box.schema import column, columns, table
from trisim.box.show import show
from trisim.box.show.pages import Pages, pages_of
from trisim.cli import main
from trisim.sources import PACKAGE


def faults_of(folder: Path | None, *variants: Path, form: BoxFormat[Box] = FORMAT) -> list[str]:
    with pytest.raises(BoxError) as caught:
        load_box(form, folder, variants)
    return [str(fault) for fault in caught.value.faults]


def shown(box: Box, what: str | None) -> str:
    out = io.StringIO()
    show(box, what, Console(file=out, width=100))
    return " ".join(out.getvalue().split())


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A copy of the reference set."""
    return Path(shutil.copytree(str(FORMAT.reference), tmp_path / "toy"))


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    path = tmp_path / "dear.toml"
    path.write_text(
        'name = "Dear lamp"\n'
        "[change.relics.glass-lamp]\nvalue = 9\n"
        "[change.rules.setup]\nrelics_dealt = 3\n"
        '[add.relics.new-moon]\nname = "New Moon"\nvalue = 2\n'
        '[remove]\nrelics = ["salt-book"]\n'
    )
    return path


# ---------------------------------------------------------------- reading


def test_a_box_is_typed_and_found_by_id() -> None:
    box = load_box(FORMAT)
    assert [card.id for card in box.relics] == ["glass-lamp", "moon-coffer", "salt-book"]
    assert box.by_id["moon-coffer"] is box.relics[1] is box.cards("relics")[1]
    assert (box.rules.rounds, box.rules.setup.first_player_passes) == (5, True)
    assert box.about.name == "Toy set"
    assert box.format is FORMAT
    assert not box.roles


def test_the_digest_follows_values_not_files(toy: Path) -> None:
    before = load_box(FORMAT, toy).digest
    rows = (toy / "relics.csv").read_text().splitlines()
    (toy / "relics.csv").write_text("\n".join([rows[0], *rows[:0:-1]]) + "\n")
    edit(toy / "box.toml", "Toy set", "Another name")
    assert load_box(FORMAT, toy).digest == before
    edit(toy / "rules.toml", "rounds = 5", "rounds = 6")
    assert load_box(FORMAT, toy).digest != before


def test_a_box_can_be_sent_to_another_process() -> None:
    box = load_box(FORMAT)
    copy = pickle.loads(pickle.dumps(box))
    assert copy == box
    assert copy.digest == box.digest
    assert copy.format.file_names == FORMAT.file_names


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "relics.csv",
            "red,5",
            "red,five",
            "relics.csv, row 3 (moon-coffer), column value: 'five': this is no whole number; "
            "expected a whole number from 0 to 9",
        ),
        (
            "relics.csv",
            ",red,",
            ",rde,",
            "relics.csv, row 3 (moon-coffer), column colour: 'rde': unknown word; "
            "did you mean 'red'?",
        ),
        (
            "relics.csv",
            "salt-book",
            "glass-lamp",
            "relics.csv, row 4 (glass-lamp), column id: 'glass-lamp': this id stands in "
            "relics.csv, row 2 already; each id stands for one card: give it another",
        ),
        (
            "relics.csv",
            ",colour,",
            ",color,",
            "relics.csv, row 1: 'color': unknown column; rename it to 'colour'",
        ),
        (
            "rules.toml",
            "relics_dealt = 2",
            "relics_dealt = 9",
            "rules.toml, line 4, setup.relics_dealt: '9': out of range; "
            "expected a whole number from 1 to 5",
        ),
        (
            "rules.toml",
            "rounds =",
            "round =",
            "rules.toml, line 1, round: 'round': unknown key; did you mean 'rounds'?",
        ),
        ("box.toml", 'edition = "1"', "", "box.toml, edition: 'edition': this is missing; "),
    ],
)
def test_a_fault_has_a_place_and_a_remedy(
    file: str, old: str, new: str, said: str, toy: Path
) -> None:
    edit(toy / file, old, new)
    found = faults_of(toy)
    assert any(line.startswith(said) for line in found), found


def test_a_missing_file_is_named(toy: Path) -> None:
    (toy / "rules.toml").rename(toy / "rule.toml")
    assert faults_of(toy) == ["rules.toml: this file is missing; rename 'rule.toml'"]


# ---------------------------------------------------------------- variants


def test_a_variant_changes_adds_and_removes(variant: Path) -> None:
    box = load_box(FORMAT, None, [variant])
    assert [(card.id, card.value) for card in box.relics] == [
        ("glass-lamp", 9),
        ("moon-coffer", 5),
        ("new-moon", 2),
    ]
    assert box.rules.setup.relics_dealt == 3
    assert [each.name for each in box.variants] == ["Dear lamp"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[change.relics.glass-lmap]\nvalue = 1",
            "x.toml, line 1, change.relics.glass-lmap: 'glass-lmap': no such card to change; "
            "did you mean 'glass-lamp'?",
        ),
        (
            "[change.relic.glass-lamp]\nvalue = 1",
            "x.toml, line 1, change.relic: 'relic': unknown section; did you mean 'relics'?",
        ),
        (
            "[change.rules]\nrounds = 10",
            "x.toml, line 2, change.rules.rounds: '10': out of range; "
            "expected a whole number from 1 to 9",
        ),
        (
            '[add.relics.new-moon]\nname = "New Moon"',
            "x.toml, line 1, add.relics.new-moon: 'value': this field is missing; "
            "add 'value = …' with a whole number from 0 to 9",
        ),
        (
            '[remove]\nrules = ["rounds"]',
            "x.toml, line 2, remove.rules: 'rules': unknown section; known: relics",
        ),
    ],
)
def test_a_fault_of_a_variant_is_in_the_variant(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(text)
    assert faults_of(None, tmp_path / "x.toml") == [said]


# ---------------------------------------------------------------- pages and differences


def test_every_file_and_card_has_a_page_with_the_meanings() -> None:
    box = load_box(FORMAT)
    assert list(pages_of(FORMAT).pages) == ["summary", "relics", "rules"]
    relics, rules, card = (shown(box, what) for what in ("relics", "rules", "glass lamp"))
    for text, cls in ((relics, Relic), (card, Relic), (rules, Rules), (rules, Setup)):
        for each in columns(cls).values():
            if each.name not in ("id", "name"):
                assert each.name in text
                assert each.meaning in text
                assert each.why in text
    assert "Moon Coffer" in relics
    assert "moon-coffer" in relics
    assert "glass-lamp, relic" in card
    assert "made up for tests" in shown(box, None)
    assert "3 relics" in shown(box, None)


def test_differences_are_told_by_card_and_field(variant: Path) -> None:
    found = compare(load_box(FORMAT), load_box(FORMAT, None, [variant]))
    assert [(each.file, each.ident, each.kind, each.about) for each in found] == [
        ("relics", "glass-lamp", "changed", "relic"),
        ("relics", "new-moon", "added", "relic"),
        ("relics", "salt-book", "removed", "relic"),
        ("rules", "setup", "changed", ""),
    ]


# ---------------------------------------------------------------- on the command line


@pytest.fixture
def command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """``trisim box`` for the toy game."""
    toy = SimpleNamespace(box=FORMAT)
    monkeypatch.setattr("trisim.cli.box.plugin_of", lambda context: toy)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["box", *args])


@pytest.mark.usefixtures("command_line")
def test_new_check_and_diff(tmp_path: Path, variant: Path) -> None:
    folder = str(tmp_path / "mine")
    assert "Wrote 3 files" in run("new", folder).output
    assert run("check", folder).output == "mine: no faults. 3 relics.\n"
    assert "No differences" in run("diff", "reference", folder).output
    edit(tmp_path / "mine" / "relics.csv", "blue,3", "blue,4")
    told = run("diff", "reference", folder).output
    assert "relics.csv" in told
    assert "Glass Lamp (glass-lamp, relic): value 3 → 4" in told
    told = run("diff", "reference", str(variant)).output
    assert "1 card changed, 1 card added and 1 card removed; 2 values changed." in told


@pytest.mark.usefixtures("command_line")
def test_tidy_mends_what_a_spreadsheet_did(toy: Path) -> None:
    path = toy / "relics.csv"
    path.write_text("\ufeff" + path.read_text().replace(",", ";").replace("3\n", "3.0\n"))
    assert run("check", str(toy)).exit_code == 2
    assert run("tidy", str(toy)).output == "Tidied relics.csv\n"
    assert run("check", str(toy)).exit_code == 0
    assert load_box(FORMAT, toy) == load_box(FORMAT)


@pytest.mark.usefixtures("command_line")
def test_show_finds_pages_and_cards(variant: Path) -> None:
    assert "Toy set, edition 1" in run("show").output
    assert "Relics (3)" in run("show", "relics.csv").output
    assert "9" in run("show", "glass", "--variant", str(variant)).output
    missed = run("show", "moon-cofer")
    assert missed.exit_code == 2
    assert "did you mean moon-coffer?" in missed.output


@pytest.mark.usefixtures("command_line")
def test_help_names_the_files_of_the_game() -> None:
    text = run("--help", "--game", "summit").output
    assert "trisim box --game summit diff reference mybox" in text
    assert "feather" not in text


# ---------------------------------------------------------------- what a format can say besides


@dataclass(frozen=True, slots=True)
class Hero:
    name: str = column(Words(), "what people call this hero")
    luck: int = column(Integer(0, 3), "rerolls in a game")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Card):
    hero: str = column(Ident(of="heroes"), "whose tool it is")
    level: int = column(Choice({"1": 1, "2": 2, "last": 3}), "which deck it is in")


@dataclass(frozen=True, slots=True)
class ToolCounts:
    level_1: int = column(Integer(0, 9), "of level 1")
    level_2: int = column(Integer(0, 9), "of level 2")
    last: int = column(Integer(0, 9), "of the last level")


@dataclass(frozen=True, slots=True)
class Counts:
    tools: ToolCounts = table(ToolCounts)
    heroes: int = column(Integer(0, 9), "heroes")


@dataclass(frozen=True, slots=True)
class About(boxes.About):
    counts: Counts = table(Counts)


@dataclass(frozen=True, slots=True)
class Track:
    spaces: tuple[int, ...] = column(ListOf(Integer(0, 9), range(1, 4)), "points of its spaces")


@dataclass(frozen=True, slots=True)
class Board:
    tracks: dict[str, Track] = table(Track, many=True)


@dataclass(frozen=True, kw_only=True)
class LargeBox(Box):
    about: About
    tools: tuple[Tool, ...]
    heroes: dict[str, Hero]
    board: Board


def check_luck(draft: Draft, faults: Faults) -> None:
    """Some hero has luck."""
    if draft.whole("heroes") and not any(
        each.get("luck") for each in draft.tables["heroes"].values()
    ):
        faults.add(Place("heroes.toml"), "luck", "no hero has any", "raise the luck of one")


PAGES = Pages(
    pages={"heroes": lambda box: Text(f"all {len(box.heroes)} heroes")},
    names={"heroes": ("people",)},
    card_words=lambda box, card: f"tool of {box.heroes[card.hero].name}",
)

FILES = {
    "box.toml": 'name = "Large"\nedition = "1"\nvalues = "made up"\n'
    "[counts]\nheroes = 2\n[counts.tools]\nlevel_1 = 2\nlevel_2 = 0\nlast = 1\n",
    "tools.csv": "id,name,hero,level\nsaw,Saw,ada,1\nhook,Hook,bob,1\nkey,Key,ada,last\n",
    "heroes.toml": '[ada]\nname = "Ada"\nluck = 1\n\n[bob]\nname = "Bob"\nluck = 0\n',
    "board.toml": "[tracks.north]\nspaces = [1, 2]\n",
}


@pytest.fixture
def large(tmp_path: Path) -> BoxFormat[LargeBox]:
    folder = tmp_path / "large"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return BoxFormat(
        game="large",
        box=LargeBox,
        reference=folder,
        cards={"tools": Tool},
        tables={"heroes": Hero},
        settings={"board": Board},
        about=About,
        groups={"tools": "level"},
        roles="heroes",
        checks=(check_luck,),
        pages=f"{__name__}:PAGES",
    )


def test_roles_are_a_file_with_ids(large: BoxFormat[LargeBox]) -> None:
    assert [hero.name for hero in load_box(large).roles.values()] == ["Ada", "Bob"]
    cards = replace(large, roles="tools")
    assert list(load_box(cards).roles) == ["hook", "key", "saw"]


def test_counts_are_checked_by_file_and_by_group(large: BoxFormat[LargeBox]) -> None:
    edit(Path(str(large.reference)) / "tools.csv", "key,Key,ada,last\n", "")
    edit(Path(str(large.reference)) / "box.toml", "heroes = 2", "heroes = 3")
    assert faults_of(None, form=large) == [
        "heroes.toml: 'heroes': 2 of them where 3 are meant to be; "
        "fix the file, or change counts.heroes in box.toml",
        "tools.csv: 'last tools': 0 of them where 1 are meant to be; "
        "add 1, or change counts.tools.last in box.toml",
    ]


def test_counts_follow_a_variant_and_decide_no_digest(
    large: BoxFormat[LargeBox], tmp_path: Path
) -> None:
    path = tmp_path / "fewer.toml"
    path.write_text('[remove]\nheroes = ["bob"]')
    box = load_box(large, None, [path])
    assert list(box.heroes) == ["ada"]
    assert [tool.id for tool in box.tools] == ["key", "saw"], "the tools of Bob go with him"
    assert box.about.counts == Counts(ToolCounts(1, 0, 1), 1)
    recounted = replace(box, about=load_box(large).about)
    assert recounted.digest == box.digest


def test_references_names_and_own_checks(large: BoxFormat[LargeBox]) -> None:
    folder = Path(str(large.reference))
    edit(folder / "tools.csv", "hook,Hook,bob", "hook,Hook,bab")
    edit(folder / "heroes.toml", "Bob", "Ada")
    edit(folder / "heroes.toml", "luck = 1", "luck = 0")
    assert faults_of(None, form=large) == [
        "heroes.toml: 'luck': no hero has any; raise the luck of one",
        "heroes.toml, line 6, bob.name: 'Ada': 'ada' has this name already; give it another",
        "tools.csv, row 3 (hook), column hero: 'bab': no such hero; did you mean 'bob'?",
    ]


def test_own_pages_stand_beside_those_of_any_game(large: BoxFormat[LargeBox]) -> None:
    box = load_box(large)
    assert shown(box, "heroes") == shown(box, "people") == "all 2 heroes"
    assert "rerolls in a game" in shown(box, "bob")
    assert "tool of Ada" in shown(box, "saw")
    assert "points of its spaces" in shown(box, "board")
    assert set(pages_of(large).pages) == {"summary", "heroes", "tools", "board"}


def test_a_variant_reaches_tables_by_id(large: BoxFormat[LargeBox], tmp_path: Path) -> None:
    path = tmp_path / "more.toml"
    path.write_text(
        '[change.heroes.ada]\nluck = 3\n[add.heroes.eve]\nname = "Eve"\nluck = 2\n'
        "[add.board.tracks.south]\nspaces = [4]\n"
    )
    box = load_box(large, None, [path])
    assert {ident: hero.luck for ident, hero in box.heroes.items()} == {
        "ada": 3,
        "bob": 0,
        "eve": 2,
    }
    assert box.board.tracks["south"] == Track((4,))
    assert {(each.file, each.ident) for each in compare(load_box(large), box)} == {
        ("heroes", "ada"),
        ("heroes", "eve"),
        ("board", "tracks.south"),
    }


@dataclass(frozen=True, kw_only=True)
class NoRules(Box):
    relics: tuple[Relic, ...]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cards": {"cards": Relic}}, "no file of a box can be called 'cards'"),
        ({"settings": {"variants": Rules}}, "no file of a box can be called 'variants'"),
        ({"box": NoRules}, "NoRules has no field for the file 'rules'"),
    ],
)
def test_a_format_that_does_not_fit_its_box(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        replace(FORMAT, **changes)  # type: ignore[arg-type]


# ---------------------------------------------------------------- no game in it

WORDS = re.compile(
    r"\b(trismegistus|botmegistus|alchemist|experiment|artifact|formula|publication|achievement"
    r"|masterpiece|elemental|element|bowl|potency|vault|essence|bot|solo|gold)s?\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "box").rglob("*.py")), ids=lambda path: path.name
)
def test_no_word_of_a_game_is_in_the_package(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "trisim.games" not in text
    assert not WORDS.findall(text)
