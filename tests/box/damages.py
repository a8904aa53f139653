"""Damages to a box, each with what must be said of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.box.helpers import edit, line_of, put_line, read_rows, write_rows
from trisim.box.faults import Fault

Deed = Callable[[Path], None]

ANY_WORD = "*"


# ---------------------------------------------------------------- deeds


def cell(file: str, column: str, text: str, row: int = 2) -> Deed:
    """Give a cell another text."""

    def do(folder: Path) -> None:
        rows = read_rows(folder / file)
        rows[row - 1][rows[0].index(column)] = text
        write_rows(folder / file, rows)

    return do


def rows(file: str, change: Callable[[list[list[str]]], Sequence[list[str]]]) -> Deed:
    """Change the rows of a file, the header first."""

    def do(folder: Path) -> None:
        write_rows(folder / file, change(read_rows(folder / file)))

    return do


def text(file: str, change: Callable[[str], str]) -> Deed:
    """Change the text of a file."""

    def do(folder: Path) -> None:
        path = folder / file
        path.write_text(change(path.read_text("utf-8")), "utf-8", newline="")

    return do


def data(file: str, change: Callable[[str], bytes]) -> Deed:
    """Change the bytes of a file."""

    def do(folder: Path) -> None:
        path = folder / file
        path.write_bytes(change(path.read_text("utf-8")))

    return do


def key(file: str, name: str, value: str) -> Deed:
    """Give the first key of that name another value, which may be a list over several lines."""

    def do(folder: Path) -> None:
        path = folder / file
        pattern = rf"^{name}\s*=\s*(\[[^\]]*\]|.*)"
        changed, times = re.subn(
            pattern, f"{name} = {value}", path.read_text("utf-8"), count=1, flags=re.MULTILINE
        )
        assert times == 1, name
        path.write_text(changed, "utf-8", newline="")

    return do


def together(*deeds: Deed) -> Deed:
    """One deed after the other."""

    def do(folder: Path) -> None:
        for deed in deeds:
            deed(folder)

    return do


def delete(file: str) -> Deed:
    """Delete a file."""
    return lambda folder: (folder / file).unlink()


def rename(file: str, other: str) -> Deed:
    """Give a file another name."""

    def do(folder: Path) -> None:
        (folder / file).rename(folder / other)

    return do


def header(file: str, old: str, new: str) -> Deed:
    """Rename a column."""
    return rows(
        file, lambda all_rows: [[new if c == old else c for c in all_rows[0]], *all_rows[1:]]
    )


def first_line(file: str, name: str) -> Callable[[Path], int]:
    """The line of the first key or table of that name."""

    def find(folder: Path) -> int:
        all_lines = (folder / file).read_text("utf-8").splitlines()
        return next(
            n for n, line in enumerate(all_lines, 1) if re.match(rf"{name}\b|\[{name}\]", line)
        )

    return find


def at(number: int) -> Callable[[Path], int]:
    return lambda _: number


@dataclass(frozen=True)
class Damage:
    """A damage and what must be said of it: ``file column | word | problem | remedy``."""

    name: str
    deed: Deed
    row: Callable[[Path], int]
    said: str
    others: int | None = 0  # how many more faults may follow from it; None: any number

    def fits(self, fault: Fault, row: int) -> bool:
        """Whether a fault says just that."""
        place, word, problem, remedy = self.said.split(" | ")
        return (
            f"{fault.place.file} {fault.place.column}".strip() == place
            and row in (fault.place.row, -1)
            and word in (ANY_WORD, fault.word)
            and problem in fault.problem
            and remedy in fault.remedy
        )


def in_cell(file: str, column: str, written: str, word: str, problem: str, remedy: str) -> Damage:
    """A wrong cell in the first row of cards."""
    name = f"{file[:-4]} {column} {written!r}"
    said = f"{file} {column} | {word} | {problem} | {remedy}"
    return Damage(name, cell(file, column, written), at(2), said)


def in_key(file: str, name: str, written: str, said: str, others: int = 0) -> Damage:
    """A wrong value of the first key of that name."""
    title = f"{file[:-5]} {name} = {written[:30]}"
    return Damage(title, key(file, name, written), first_line(file, name), said, others)


ROW_2 = at(2)
NO_ROW = at(0)
HEAD = at(1)
ANY_ROW = at(-1)  # a table that stands nowhere by itself

CELLS = [
    in_cell(
        "experiments.csv", "cost", "refined lead", "refined lead", "no refined form", "write 'lead'"
    ),
    in_cell("experiments.csv", "cost", "2 salt", "salt", "can't be asked for", "a material"),
    in_cell("experiments.csv", "cost", "", "", "nothing stands here", "2 raw tin + silver"),
    in_cell(
        "experiments.csv", "cost", "99 gold", "99", "a count must be from 1 to", "change the number"
    ),
    in_cell(
        "experiments.csv",
        "cost",
        "13 gold",
        "13 gold",
        "13 units are more",
        "ask for 12 at the most",
    ),
    in_cell(
        "experiments.csv",
        "cost",
        "raw tinn",
        "tinn",
        "unknown word after 'raw'",
        "did you mean 'tin'?",
    ),
    in_cell(
        "experiments.csv", "mastery", "-1", "-1", "out of range", "a whole number from 0 to 12"
    ),
    in_cell("experiments.csv", "mastery", "13", "13", "out of range", "from 0 to 12"),
    in_cell("experiments.csv", "mastery", "1.5", "1.5", "no whole number", "from 0 to 12"),
    in_cell("experiments.csv", "mastery", "", "", "no whole number", "from 0 to 12"),
    in_cell("experiments.csv", "points", "1000", "1000", "out of range", "from 0 to 60"),
    in_cell(
        "experiments.csv", "points", "9999999999", "9999999999", "no whole number", "from 0 to 60"
    ),
    in_cell("experiments.csv", "points", "four", "four", "no whole number", "from 0 to 60"),
    in_cell(
        "experiments.csv",
        "level",
        "4",
        "4",
        "unknown word",
        "one of starting, 1, 2, 3, masterpiece",
    ),
    in_cell("experiments.csv", "level", "", "", "a word is missing", "one of starting"),
    in_cell("experiments.csv", "element", "Fire", "Fire", "unknown word", "did you mean 'fire'?"),
    in_cell("experiments.csv", "players", "5+", "5+", "unknown word", "3+, 4+"),
    in_cell("experiments.csv", "bonus", "gold +", "gold +", "missing at the end", "expected"),
    in_cell("experiments.csv", "bonus", "xyzzy", "xyzzy", "unknown word", "expected"),
    in_cell(
        "experiments.csv",
        "bonus",
        "gold" + " + gold" * 6,
        "gold" + " + gold" * 6,
        "7 parts",
        "keep 6",
    ),
    in_cell("experiments.csv", "name", "", "", "a text is missing", "1 to 60 characters"),
    in_cell("experiments.csv", "name", "x" * 61, "x" * 57 + "…", "61 characters", "shorten it"),
    in_cell(
        "artifacts.csv",
        "elementals",
        "fire + air",
        "fire + air",
        "exactly one elemental",
        "name one",
    ),
    in_cell("artifacts.csv", "elementals", "", "", "exactly one elemental", "name one"),
    in_cell(
        "artifacts.csv", "elementals", "3 fire", "3 fire", "more than two elementals", "keep two"
    ),
    in_cell("artifacts.csv", "ability", "", "", "nothing stands here", "gold + advance fire"),
    in_cell(
        "artifacts.csv",
        "level",
        "masterpiece",
        "masterpiece",
        "unknown word",
        "one of starting, 1, 2, 3",
    ),
    in_cell("publications.csv", "elementals", "", "", "nothing stands here", "2 fire + air"),
    in_cell("publications.csv", "elementals", "11 fire", "11 fire", "11 units", "10 at the most"),
    in_cell("achievements.csv", "requires", "salt", "salt", "can't be asked for", "a material"),
    in_cell("achievements.csv", "requires", "", "", "nothing stands here", "3 fire experiments"),
    in_cell(
        "formulas.csv", "id", "Red Lion", "Red Lion", "this is no id", "lower-case letters, digits"
    ),
    in_cell("formulas.csv", "id", "x" * 25, "x" * 25, "this is no id", "at most 24"),
    in_cell("formulas.csv", "id", "", "", "an id is missing", "as 'glass-heart'"),
    in_cell("solo_cards.csv", "symbols", "tim", "tim", "unknown symbol", "did you mean 'tin'?"),
    in_cell("solo_cards.csv", "symbols", "tin tin", "tin tin", "wrong number", "one or two of"),
    in_cell("solo_cards.csv", "symbols", "", "", "wrong number", "one or two of"),
    in_cell("solo_cards.csv", "symbols", "wild", "wild", "unknown symbol", "lead, copper"),
    in_cell("solo_cards.csv", "potency", "4", "4", "out of range", "from 1 to 3"),
    in_cell("solo_cards.csv", "color", "any", "any", "unknown word", "black, white, red"),
    in_cell("solo_cards.csv", "action", "transmute red", "transmute", "unknown word", "'advance'"),
    in_cell("solo_cards.csv", "element", "fire", "fire", "a basic card has no element", "empty it"),
    in_cell(
        "solo_cards.csv", "ahead", "gold", "gold", "a basic card has no second action", "empty it"
    ),
]

FILES = [
    Damage(
        "missing file",
        delete("rules.toml"),
        NO_ROW,
        "rules.toml |  | this file is missing | copy it from a fresh box",
    ),
    Damage(
        "file under a wrong name",
        rename("artifacts.csv", "artefacts.csv"),
        NO_ROW,
        "artifacts.csv |  | this file is missing | rename 'artefacts.csv'",
    ),
    Damage(
        "file of another kind under the name",
        together(delete("intro.toml"), lambda folder: (folder / "intro.toml").mkdir()),
        NO_ROW,
        "intro.toml |  | this is a folder, not a file | put a file in its place",
    ),
    Damage(
        "empty file",
        text("formulas.csv", lambda _: ""),
        NO_ROW,
        "formulas.csv |  | the file is empty | id,name,alchemist,ability",
    ),
    Damage(
        "missing column",
        rows("publications.csv", lambda all_rows: [row[:-1] for row in all_rows]),
        HEAD,
        "publications.csv | players | this column is missing | put it back",
    ),
    Damage(
        "renamed column Cost",
        header("experiments.csv", "cost", "Cost"),
        HEAD,
        "experiments.csv | Cost | unknown column | rename it to 'cost'",
    ),
    Damage(
        "renamed column costs",
        header("experiments.csv", "cost", "costs"),
        HEAD,
        "experiments.csv | costs | unknown column | rename it to 'cost'",
    ),
    Damage(
        "unknown column",
        rows(
            "artifacts.csv",
            lambda all_rows: [[*all_rows[0], "remark"], *([*r, "x"] for r in all_rows[1:])],
        ),
        HEAD,
        "artifacts.csv | remark | unknown column | delete it",
    ),
    Damage(
        "column without a name",
        rows("artifacts.csv", lambda all_rows: [[*row, ""] for row in all_rows]),
        HEAD,
        "artifacts.csv 6 |  | a column without a name | delete it",
    ),
    Damage(
        "doubled column",
        rows("artifacts.csv", lambda all_rows: [[*row, row[0]] for row in all_rows]),
        HEAD,
        "artifacts.csv | id | this column stands there twice | delete one",
    ),
    Damage(
        "byte-order mark",
        text("experiments.csv", lambda found: "\ufeff" + found),
        HEAD,
        "experiments.csv | BOM | byte-order mark | without BOM",
    ),
    Damage(
        "byte-order mark in TOML",
        text("board.toml", lambda found: "\ufeff" + found),
        HEAD,
        "board.toml | BOM | byte-order mark | without BOM",
    ),
    Damage(
        "semicolons",
        text("experiments.csv", lambda found: found.replace(",", ";")),
        HEAD,
        "experiments.csv | ; | semicolons separate the cells | with commas",
    ),
    Damage(
        "tabs",
        text("experiments.csv", lambda found: found.replace(",", "\t")),
        HEAD,
        "experiments.csv |  | tabs separate the cells | with commas",
    ),
    Damage(
        "blank at the end of a cell",
        rows("publications.csv", lambda r: [r[0], [r[1][0], r[1][1] + " ", *r[1][2:]], *r[2:]]),
        ROW_2,
        "publications.csv name | * | at the end | delete it",
    ),
    Damage(
        "empty row at the end",
        text("achievements.csv", lambda found: found + ",,,,\n"),
        at(18),
        "achievements.csv |  | an empty row at the end | delete it",
    ),
    Damage(
        "empty row in the middle",
        rows("achievements.csv", lambda r: [*r[:3], [""] * len(r[0]), *r[3:]]),
        at(4),
        "achievements.csv |  | an empty row | delete it",
    ),
    Damage(
        "too many cells",
        rows("achievements.csv", lambda r: [*r[:1], [*r[1], "more"], *r[2:]]),
        ROW_2,
        "achievements.csv | more | more cells than columns | quotation marks",
    ),
    Damage(
        "empty cells behind",
        rows("achievements.csv", lambda r: [*r[:1], [*r[1], ""], *r[2:]]),
        ROW_2,
        "achievements.csv |  | empty cells behind the last column | delete them",
    ),
    Damage(
        "too few cells",
        rows("publications.csv", lambda r: [*r[:1], r[1][:-1], *r[2:]]),
        ROW_2,
        "publications.csv |  | 4 cells for 5 columns | fill up the row",
    ),
    Damage(
        "unclosed quote",
        text("achievements.csv", lambda found: found.replace("\n", '\n"', 1)),
        ROW_2,
        "achievements.csv |  | can't be read on from here | quotation mark",
    ),
    Damage(
        "Latin-1",
        data("box.toml", lambda found: b"# caf\xe9\n" + found.encode("utf-8")),
        HEAD,
        "box.toml | byte e9 | not UTF-8 | save it as",
    ),
    Damage(
        "UTF-16",
        data("experiments.csv", lambda found: found.encode("utf-16")),
        HEAD,
        "experiments.csv |  | UTF-16, not UTF-8 | box tidy",
    ),
    Damage(
        "UTF-16 TOML",
        data("solo.toml", lambda found: found.encode("utf-16")),
        HEAD,
        "solo.toml |  | UTF-16, not UTF-8 | box tidy",
    ),
]

COUNTS_AND_IDS = [
    Damage(
        "row deleted",
        rows("achievements.csv", lambda r: r[:-1]),
        NO_ROW,
        "achievements.csv | achievements | 15 of them where 16 | add 1, or change counts.achi",
    ),
    Damage(
        "row doubled",
        rows("achievements.csv", lambda r: [*r, ["new-id", "New Name", *r[-1][2:]]]),
        NO_ROW,
        "achievements.csv | achievements | 17 of them where 16 | take out 1, or change",
    ),
    Damage(
        "count raised",
        key("box.toml", "level_2", "17"),
        NO_ROW,
        "experiments.csv | level 2 experiments | 16 of them where 17 | counts.experiments.level_2",
    ),
    Damage(
        "duplicate id in the same file",
        rows("achievements.csv", lambda r: [*r[:2], [r[1][0], *r[2][1:]], *r[3:]]),
        at(3),
        "achievements.csv id | * | stands in achievements.csv, row 2 already | give it another",
    ),
    Damage(
        "duplicate id of another file",
        lambda folder: cell("formulas.csv", "id", read_rows(folder / "achievements.csv")[1][0])(
            folder
        ),
        ROW_2,
        "formulas.csv id | * | stands in achievements.csv, row 2 already | another",
    ),
    Damage(
        "id of an alchemist",
        cell("formulas.csv", "id", "newton"),
        ROW_2,
        "formulas.csv id | newton | stands in alchemists.toml | another",
    ),
    Damage(
        "duplicate name",
        rows("achievements.csv", lambda r: [*r[:2], [r[2][0], r[1][1], *r[2][2:]], *r[3:]]),
        at(3),
        "achievements.csv name | * | stands in achievements.csv, row 2 already | give it another",
    ),
    Damage(
        "unknown alchemist",
        cell("formulas.csv", "alchemist", "duvall"),
        ROW_2,
        "formulas.csv alchemist | duvall | no such alchemist | did you mean 'duval'?",
        1,
    ),
    Damage(
        "a formula too few",
        cell("formulas.csv", "alchemist", "newton"),
        NO_ROW,
        "formulas.csv | duval | 7 formulas where each alchemist has 8 | add or take out",
        1,
    ),
    in_key(
        "intro.toml",
        "experiment",
        '"no-such-card"',
        "intro.toml first.experiment | no-such-card | no such starting experiment | name one",
    ),
    in_key(
        "intro.toml",
        "alchemist",
        '"duvall"',
        "intro.toml first.alchemist | duvall | no such alchemist | did you mean 'duval'?",
    ),
    Damage(
        "intro alchemist twice",
        key("intro.toml", "alchemist", '"newton"'),
        lambda f: line_of(f / "intro.toml", "[second]") + 1,
        "intro.toml second.alchemist | newton | another seat has this already | name another",
    ),
    Damage(
        "two specializations of an element",
        lambda folder: swap_element(folder, "specialization", "air", "fire"),
        NO_ROW,
        "solo_cards.csv | air | 0 specialization cards where there must be one | each element",
        1,
    ),
    Damage(
        "too few basic cards",
        together(
            rows("solo_cards.csv", lambda found: [found[0], *found[8:]]),
            key("box.toml", "basic", "2"),
        ),
        NO_ROW,
        "solo_cards.csv | basic cards | 2 of them are too few: two lie open | add cards",
    ),
]


def swap_element(folder: Path, kind: str, old: str, new: str) -> None:
    path = folder / "solo_cards.csv"
    found = read_rows(path)
    write_rows(
        path,
        [[r[0], r[1], r[2], new if (r[2], r[3]) == (kind, old) else r[3], *r[4:]] for r in found],
    )


def vault(name: str, value: str, word: str, problem: str, remedy: str) -> Damage:
    """A wrong key in the first vault."""
    said = f"alchemists.toml duval.vault.{name} | {word} | {problem} | {remedy}"
    return in_key("alchemists.toml", name, value, said)


TOML = [
    vault("shape", '["###", "###", "##x"]', "##x", "drawn with '#' and '.'", "fix this row"),
    vault(
        "shape", '["###", "##", "##."]', "### ## ##.", "rows of different length", "fill them up"
    ),
    vault("shape", '["...", "...", "..."]', "... ... ...", "without a space", "draw spaces"),
    vault("shape", '["###", "###", "##."]', "### ### ##.", "8 spaces", "draw 7 spaces"),
    vault(
        "left", '["gold", "gold"]', "left", "2 bonuses for 3 rows", "one for each row of the shape"
    ),
    vault("bottom", '["gold"]', "bottom", "1 bonuses for 3 columns", "one for each column"),
    vault("left", '["goold", "gold", "gold"]', "goold", "unknown word", "did you mean 'gold'?"),
    vault("left", '["gold", 1.5, "gold"]', "1.5", "this is no text", "an effect"),
    vault("left", '"gold"', "gold", "this is no list", "a list of 1 to 4 values"),
    vault("left", "[]", "[]", "0 values stand here", "a list of 1 to 4 values"),
    in_key(
        "rules.toml",
        "bowl_limit",
        "2",
        "rules.toml numbers.bowl_limit | 2 | dice never fit into 6 bowls of 2 | raise it",
        2,
    ),
    in_key(
        "rules.toml",
        "bowl_limit",
        '"five"',
        "rules.toml numbers.bowl_limit | five | no whole number | from 1 to 16",
    ),
    in_key(
        "rules.toml",
        "bowl_limit",
        "true",
        "rules.toml numbers.bowl_limit | True | no whole number | from 1 to 16",
    ),
    in_key(
        "rules.toml",
        "bowl_limit",
        "5.0",
        "rules.toml numbers.bowl_limit | 5.0 | no whole number | from 1 to 16",
    ),
    in_key(
        "rules.toml",
        "bowl_limit",
        "-1",
        "rules.toml numbers.bowl_limit | -1 | out of range | from 1 to 16",
    ),
    in_key(
        "rules.toml",
        "bowl_limit",
        "{ a = 1 }",
        "rules.toml numbers.bowl_limit | {'a': 1} | no whole number | from 1",
    ),
    in_key(
        "rules.toml",
        "discounts_last",
        "1",
        "rules.toml rulings.discounts_last | 1 | neither true nor false | write true",
    ),
    in_key(
        "rules.toml",
        "publications_returned",
        "3",
        "rules.toml numbers.publications_returned | 3 | more go back | lower it",
    ),
    in_key(
        "board.toml",
        "points",
        "[1, 2]",
        "board.toml tracks.points | [1, 2] | 2 values stand here | a list of 13 values",
    ),
    in_key(
        "board.toml",
        "bonus_spaces",
        "[8, 4]",
        "board.toml tracks.bonus_spaces | [8, 4] | rising order | lowest first",
    ),
    in_key(
        "board.toml",
        "lead_copper",
        '"any"',
        "board.toml arrows.lead_copper | any | unknown word | black, white, red",
    ),
    in_key(
        "board.toml",
        "everyone",
        '"gold + any raw"',
        "board.toml start.everyone | any raw | named things | 2 salt + lead",
    ),
    in_key(
        "board.toml",
        "first",
        '"3 points"',
        "board.toml start.first | 3 points | named things | 2 salt + lead",
    ),
    in_key(
        "board.toml",
        "second",
        '"advance fire"',
        "board.toml start.second | advance fire | named things | 2 salt + lead",
    ),
    in_key(
        "solo.toml",
        "most_formulas",
        "8",
        "solo.toml most_formulas | 8 | goes to 7 formulas only | lower it",
    ),
    in_key(
        "intro.toml",
        "slot",
        '"copper-tin"',
        "intro.toml slot | copper-tin | unknown word | did you mean 'copper_tin'?",
    ),
    Damage(
        "too few bonus tokens",
        text("board.toml", lambda found: re.sub("(?m)^count = .*", "count = 1", found)),
        ANY_ROW,
        "board.toml bonus_tokens | bonus_tokens | 3 bonus tokens for 8 | raise their counts",
    ),
    Damage(
        "duplicate track essence",
        key("board.toml", "water", '"aether"'),
        first_line("board.toml", "fire"),
        "board.toml tracks.fire | aether, aether, salt, mercury | the same essence | another",
    ),
    Damage(
        "track twice",
        key("board.toml", "order", '["fire", "fire", "earth", "air"]'),
        first_line("board.toml", "order"),
        "board.toml tracks.order | fire, fire, earth, air | stands there twice | name each once",
    ),
    Damage(
        "colour twice",
        key("solo.toml", "color_priority", '["red", "red", "black"]'),
        first_line("solo.toml", "color_priority"),
        "solo.toml color_priority | red, red, black | stands there twice | name each once",
    ),
    Damage(
        "too few dice",
        key("board.toml", "black", "1"),
        first_line("board.toml", "dice"),
        "board.toml dice | dice | 11 dice are too few for 4 players who use 3 each | add dice",
        None,
    ),
    Damage(
        "too many dice",
        together(*(key("board.toml", color, "20") for color in ("black", "white", "red"))),
        first_line("board.toml", "dice"),
        "board.toml dice | dice | 60 dice are too many | keep 24",
        None,
    ),
    Damage(
        "more dice left out than there are",
        key("board.toml", "red", "0"),
        first_line("board.toml", "two_players"),
        "board.toml dice_left_out.two_players.red | 1 | there are 0 red dice only | lower it",
        None,
    ),
    Damage(
        "TOML syntax",
        key("rules.toml", "bowl_limit", "= 5"),
        first_line("rules.toml", "bowl_limit"),
        "rules.toml |  | this is not TOML | text editor",
    ),
    Damage(
        "typographic quotation marks",
        key("rules.toml", "bowl_limit", "“5”"),
        first_line("rules.toml", "bowl_limit"),
        "rules.toml |  | “ is a typographic quotation mark | straight one",
    ),
    Damage(
        "unclosed TOML list",
        text("board.toml", lambda found: found.rstrip() + "\nx = [1,"),
        NO_ROW,
        "board.toml |  | this is not TOML | text editor",
    ),
    Damage(
        "unknown TOML key",
        lambda f: edit(f / "rules.toml", "\nbowl_limit", "\nbowls_limit"),
        first_line("rules.toml", "bowls_limit"),
        "rules.toml numbers.bowls_limit | bowls_limit | unknown key | did you mean 'bowl_limit'?",
        1,
    ),
    Damage(
        "missing TOML key",
        lambda f: put_line(f / "rules.toml", line_of(f / "rules.toml", "bowl_limit")),
        first_line("rules.toml", "numbers"),
        "rules.toml numbers.bowl_limit | bowl_limit | this is missing | from 1 to 16",
    ),
    Damage(
        "missing TOML table",
        lambda f: edit(f / "rules.toml", "[rulings]", "[ruling]"),
        NO_ROW,
        "rules.toml rulings | rulings | this is missing | add a table [rulings]",
        1,
    ),
    Damage(
        "value in place of a table",
        text("rules.toml", lambda _: "numbers = 1\nrulings = 2\n"),
        HEAD,
        "rules.toml numbers | 1 | a table should stand here | write it as [numbers]",
        1,
    ),
    Damage(
        "contradictory preset",
        text(
            "solo.toml",
            lambda found: found.replace(
                "options = {}", "options = { extra_gold = true, less_gold = true }"
            ),
        ),
        lambda f: line_of(f / "solo.toml", "[difficulty.normal]") + 2,
        "solo.toml difficulty.normal.options | extra_gold | contradicts 'less_gold' | keep one",
    ),
    Damage(
        "no normal preset",
        lambda f: edit(f / "solo.toml", "[difficulty.normal]", "[difficulty.usual]"),
        ANY_ROW,
        "solo.toml difficulty | normal | this preset is missing | [difficulty.normal]",
    ),
]

ROOM = [
    Damage(
        "too many cards",
        rows(
            "achievements.csv",
            lambda r: [*r, *([f"more-{n}", f"More {n}", *r[-1][2:]] for n in range(17))],
        ),
        NO_ROW,
        "achievements.csv | achievements | 33 are too many | keep 32",
        1,
    ),
    Damage(
        "too few cards to play",
        together(rows("publications.csv", lambda r: r[:4]), key("box.toml", "publications", "3")),
        NO_ROW,
        "publications.csv | publications | in a game of 2, which needs 4 | add cards",
        None,
    ),
    Damage(
        "too few level 1 experiments",
        together(
            rows("experiments.csv", lambda r: [x for x in r if x[2] != "1"]),
            key("box.toml", "level_1", "0"),
        ),
        NO_ROW,
        "experiments.csv | level 1 experiments | 0 in a game of 2, which needs 5 | add",
        None,
    ),
]

DAMAGES = [*CELLS, *FILES, *COUNTS_AND_IDS, *TOML, *ROOM]
