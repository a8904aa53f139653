"""Damages to a box, each with what must be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.box.damages import Damage, Deed, at, first_line, key, rows, text, together

NO_ROW = at(0)
ANY_ROW = at(-1)


def row_of(path: Path, ident: str) -> int:
    """The row of a card, as a spreadsheet counts them."""
    from tests.box.helpers import read_rows

    return next(n for n, row in enumerate(read_rows(path), start=1) if row[0] == ident)


def put(file: str, ident: str, column: str, written: str) -> Deed:
    """Give a cell of a card another text."""

    def change(all_rows: list[list[str]]) -> Sequence[list[str]]:
        place = all_rows[0].index(column)
        return [
            [written if row[0] == ident and n == place else cell for n, cell in enumerate(row)]
            for row in all_rows
        ]

    return rows(file, change)


def without(file: str, *idents: str) -> Deed:
    """Take rows out."""
    return rows(file, lambda all_rows: [row for row in all_rows if row[0] not in idents])


def added(file: str, *cells: str) -> Deed:
    """Add a row."""
    return rows(file, lambda all_rows: [*all_rows, list(cells)])


def in_cell(
    file: str, ident: str, column: str, written: str, said: str, others: int | None = 0
) -> Damage:
    """A wrong cell: what is said of it begins with the word."""
    name = f"{ident} {column} {written!r}"
    place = f"{file} {column} | "
    return Damage(
        name,
        put(file, ident, column, written),
        lambda folder: row_of(folder / file, ident),
        place + said,
        others,
    )


def in_file(name: str, deed: Deed, said: str, others: int | None = 0) -> Damage:
    return Damage(name, deed, NO_ROW, said, others)


def in_key(file: str, name: str, written: str, said: str, others: int | None = 0) -> Damage:
    """A wrong value of the first key of that name."""
    title = f"{file} {name} = {written}"
    return Damage(title, key(file, name, written), first_line(file, name), said, others)


SPELLS, CURSES, SHEETS, MAGES = "spells.csv", "curses.csv", "sheets.csv", "mages.csv"

CELLS = [
    in_cell("elements.csv", "water-1", "copies", "63", "63 | out of range | from 1 to 62"),
    in_cell("elements.csv", "water-1", "element", "watr", "watr | unknown word | 'water'", None),
    in_cell(MAGES, "ada", "ones_air", "13", "13 | out of range | from 0 to 12"),
    in_cell(MAGES, "ada", "ability", "", " | nothing stands here | 'places 5'"),
    in_cell(MAGES, "ada", "ability", "place 5", "place | unknown word | did you mean 'places'?"),
    in_cell(MAGES, "hugo", "ability", "spells 9", "spells 9 | room for 8 spells | lower it"),
    in_cell(MAGES, "ada", "when", "turn", "turn | this ability isn't used then | 'always'"),
    in_cell(MAGES, "basil", "when", "always", "always | isn't used then | write 'turn'"),
    in_cell(
        MAGES, "emil", "when", "always", "always | an ability with an effect | 'curse destroyed'"
    ),
    in_cell(
        MAGES, "flora", "ability", "draw 1x", "draw 1x | only spells are boosted | without 'x'"
    ),
    in_cell(
        MAGES, "flora", "ability", "another: act 1", "another: act 1 | could destroy a curse | else"
    ),
    in_cell(
        MAGES,
        "emil",
        "ability",
        "act 1 from kept pool",
        "from kept pool | only a spell of the library | 'act 1'",
    ),
    in_cell(SPELLS, "ice", "basic", "maybe", "maybe | unknown word | yes, no"),
    in_cell(SPELLS, "ice", "effect", "", " | nothing stands here | 'each: draw 1'"),
    in_cell(SPELLS, "ice", "effect", "win", "win | only the last page | take this step out"),
    in_cell(
        SPELLS,
        "ice",
        "effect",
        "draw as many",
        "draw as many | no step stands before | 'destroy any from hand",
    ),
    in_cell(
        SPELLS,
        "ripening",
        "effect",
        "destroy 2 from hand, if done gain higher to hand",
        "gain higher to hand | exactly one card | 'destroy 1 from discard, if done",
    ),
    in_cell(
        SPELLS,
        "ripening",
        "effect",
        "destroy 1x from hand, then gain value 3 of its element to hand",
        "gain value 3 of its element to hand | exactly one card | 'destroy 1 from discard",
    ),
    in_cell(
        SPELLS,
        "ripening",
        "effect",
        "destroy 1 from deck, then gain higher to hand",
        "gain higher to hand | exactly one card | 'destroy 1 from discard",
    ),
    in_cell(
        SPELLS,
        "ripening",
        "effect",
        "gain higher to hand",
        "gain higher to hand | exactly one card | 'destroy 1 from discard",
    ),
    in_cell(
        SPELLS,
        "telekinesis",
        "effect",
        "act 1x from kept pool",
        "from kept pool | 'Avatar' does so already | 'act 1x'",
    ),
    in_cell(
        SPELLS,
        "growth",
        "effect",
        "act 1x from kept pool",
        "from kept pool | only a spell of the library | 'act 1'",
        None,
    ),
    in_cell(CURSES, "ebb", "effect", "draw 1x", "draw 1x | only spells are boosted | without 'x'"),
    in_cell(
        CURSES,
        "ebb",
        "effect",
        "1x others: draw 1",
        "1x others: draw 1 | only spells are boosted | without 'x'",
    ),
    in_cell(CURSES, "ebb", "source", "mine", "mine | unknown word | text, public, ours"),
    in_cell(SHEETS, "sorcerer", "failure", "lose", "lose | only the last page | take this"),
    in_cell(SHEETS, "last-page", "bonus", "draw 1", "draw 1 | decides the game | write 'win'"),
    in_cell(SHEETS, "last-page", "failure", "win", "win | decides the game | write 'lose'"),
    in_cell(SHEETS, "last-page", "bonus", "", " | decides the game | write 'win'"),
    in_cell(SHEETS, "last-page", "curse_2", "air", "air | the last page has no back | empty"),
    in_cell(SHEETS, "inkhound", "bonus", "draw 1", "draw 1 | a cover has no front | empty"),
    in_cell(SHEETS, "inkhound", "curse_2", "", " | brings three curses | name the kind"),
    in_cell(SHEETS, "inkhound", "back_source", "text", "text | a cover has no front | empty"),
    in_cell("rounds.csv", "round-3", "II", "3", "3 | out of range | from 0 to 2"),
]

DECKS = [
    in_file(
        "a mage with one more card of value 1",
        put(MAGES, "hugo", "ones_water", "3"),
        "mages.csv | water 1 | 18 of them, but five mages can need 19 | lower ones_water",
    ),
    in_file(
        "value 1 in nightmare only",
        put("elements.csv", "air-1", "copies", "17"),
        "mages.csv | air 1 | 17 of them, but five mages can need 18 | add copies",
    ),
    in_file(
        "too few cards of value 2 for first decks",
        put("elements.csv", "fire-2", "copies", "1"),
        "mages.csv | fire 2 | 1 of them, but five mages can need 2 | another element",
    ),
    in_file(
        "too few cards of value 2 that leave the game",
        together(
            put("elements.csv", "fire-2", "copies", "1"),
            text("modes.toml", lambda t: t.replace("starting_two = true", "starting_two = false")),
            key("rules.toml", "nightmare_two_in_stack", "false"),
        ),
        "mages.csv | fire 2 | 1 of them, but five mages can need 2 | another element",
    ),
    in_file(
        "more cards than a deck has room for",
        put("elements.csv", "fire-3", "copies", "40"),
        "elements.csv | copies | 193 cards could come into one deck | take out copies",
    ),
    in_file(
        "a kind of card twice",
        put("elements.csv", "water-2", "value", "1"),
        "elements.csv | water 1 | 2 rows for this kind | one row for each",
        None,
    ),
    in_file(
        "too few mages",
        together(without(MAGES, "ada", "basil", "cleo", "dora"), key("box.toml", "mages", "4")),
        "mages.csv | mages | 4 of them in a game of 5 | add mages",
    ),
]

GRIMOIRE = [
    in_file(
        "too few inner pages",
        together(
            without(SHEETS, "sorcerer", "drowned-bell", "salt-basilisk", "fog-shepherd"),
            without(SHEETS, "cinder-hydra", "thorn-judge", "hollow-choir", "lantern-eater"),
            key("box.toml", "inner", "4"),
        ),
        "sheets.csv | inner sheets | 4 of them where a book needs 5 | add sheets",
    ),
    in_file(
        "no cover",
        together(
            without(SHEETS, "inkhound", "moth-regent", "tallow-giant", "glass-harpy"),
            key("box.toml", "cover", "0"),
        ),
        "sheets.csv | cover sheets | 0 of them where a book needs 1 | add sheets",
    ),
    in_file(
        "no last page",
        together(without(SHEETS, "last-page"), key("box.toml", "last", "0")),
        "sheets.csv | last | 0 last pages where a book has one | keep one",
    ),
    in_file(
        "a sheet lost",
        without(SHEETS, "sorcerer"),
        "sheets.csv | inner sheets | 11 of them where 12 are meant | add 1",
    ),
    in_file(
        "a curse lost",
        without(CURSES, "ebb"),
        "curses.csv | water curses | 8 of them where 9 are meant | add 1",
    ),
    in_file(
        "fewer multi-element curses than a monster can bring",
        together(
            rows(CURSES, lambda all_rows: [r for r in all_rows if r[2] != "multi"]),
            key("box.toml", "multi", "0"),
        ),
        "curses.csv | multi curses | 0 of them, but one monster can bring 2 | add curses",
    ),
    in_file(
        "fewer curses than a book can bring, and no refills",
        together(
            without(CURSES, "ebb", "black-ice", "verdigris"),
            key("box.toml", "water", "6"),
            key("rules.toml", "refill_curses", "false"),
        ),
        "curses.csv | water curses | 6 of them, but a whole book can bring 7 | set refill_curses",
    ),
    in_file(
        "a round lost",
        together(without("rounds.csv", "round-4"), key("box.toml", "rounds", "5")),
        "rounds.csv | round-4 | this round is missing | add its row",
    ),
    Damage(
        "a round too many",
        together(
            added("rounds.csv", "round-7", "Round 7", "0", "0", "0"), key("box.toml", "rounds", "7")
        ),
        at(8),
        "rounds.csv id | round-7 | a game has 6 rounds | take this row out",
    ),
]

LIBRARY = [
    in_file(
        "a spell of another element",
        put(SPELLS, "barter", "element", "air"),
        "spells.csv | earth level 1 | 2 spells where each element has 3 | check element",
        1,
    ),
    in_file(
        "a library spell made basic",
        put(SPELLS, "hoarfrost", "basic", "yes"),
        "spells.csv | water | 2 basic spells where each element has one | write 'yes'",
        1,
    ),
    in_file(
        "no spell of a level",
        without(SPELLS, "abundance", "compost", "ripening"),
        "spells.csv | earth level 2 | no spell for this place of the library | add a spell",
        1,
    ),
    in_file(
        "too many spells that give actions",
        together(
            put(SPELLS, "ice", "effect", "another: act 1x"),
            put(SPELLS, "growth", "effect", "another: act 1x"),
            put(SPELLS, "combustion", "effect", "another: act 1x"),
        ),
        "spells.csv | act | actions can be given 23 deep, and 20 is the most | basic ones first",
    ),
    in_file(
        "abilities that give actions on the turns of others",
        together(
            put(SPELLS, "ice", "effect", "another: act 1x"),
            put(SPELLS, "growth", "effect", "another: act 1x"),
            put(MAGES, "emil", "ability", "another: act 1"),
            key("rules.toml", "abilities_on_others_turns", "true"),
        ),
        "spells.csv | act | actions can be given 23 deep, and 20 is the most | basic ones first",
    ),
    in_file(
        "too many steps",
        put(SPELLS, "ice", "effect", ", then ".join(["draw 1"] * 700)),
        "spells.csv | effects | and there is room for 768 | shorten some",
    ),
]

SETTINGS = [
    in_key(
        "rules.toml", "most_spells", "3", "rules.toml numbers.most_spells | 3 | out of | 4 to 8"
    ),
    in_key("rules.toml", "two_players", "63", "rules.toml madness.two_players | 63 | out of | 62"),
    in_key("rules.toml", "reward_value", "1", "rules.toml numbers.reward_value | 1 | out of | 2"),
    in_key(
        "rules.toml", "refill_curses", '"yes"', "rules.toml rulings.refill_curses | yes | ne | true"
    ),
    Damage(
        "more madness in first decks than there is",
        together(key("rules.toml", "two_players", "9"), text("modes.toml", lambda t: five_each(t))),
        ANY_ROW,
        "modes.toml terror.madness_in_deck | 5 | 2 decks take 10 madness, the pile has 9 | raise",
    ),
    in_file(
        "a mode lost",
        text("modes.toml", lambda t: t.replace("[nightmare]", "[dream]")),
        "modes.toml | nightmare | this mode is missing | add a table [nightmare]",
    ),
]


def five_each(modes: str) -> str:
    """Five madness in each deck of the mode ``terror``."""
    before, _, after = modes.partition("[terror]")
    return f"{before}[terror]{after.replace('madness_in_deck = 1', 'madness_in_deck = 5', 1)}"


DAMAGES = [*CELLS, *DECKS, *GRIMOIRE, *LIBRARY, *SETTINGS]
