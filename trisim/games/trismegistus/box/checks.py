"""Checks between the values of a box of this game, and that it can be played.

Each check reads a draft, in which faulty values are missing, and adds its findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from typing import Any

from trisim.box.build import Draft, Row
from trisim.box.faults import Faults, Place, did_you_mean
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.box.notation.printer import part_text, to_text
from trisim.games.trismegistus.box.notation.terms import Gain
from trisim.games.trismegistus.box.settings import CONTRADICTIONS
from trisim.games.trismegistus.box.words import Color, Element, Level, SoloKind, Symbol, Thing

PLAYER_COUNTS = (2, 3, 4)
BOOKS = 5
SEATS = ("first", "second", "third", "fourth")


def check_formulas(draft: Draft, faults: Faults) -> None:
    """Each alchemist has the formulas that fill its columns."""
    each = draft.get("box.counts.formulas_each")
    owners = Counter(values.get("alchemist") for values in draft.values("formulas"))
    if each is None or not draft.whole("formulas") or None in owners:
        return
    for alchemist in draft.tables["alchemists"]:
        if owners[alchemist] != each:
            problem = f"{owners[alchemist]} formulas where each alchemist has {each}"
            faults.add(Place("formulas.csv"), alchemist, problem, "add or take out a row")


# ---------------------------------------------------------------- single cards


def check_cards(draft: Draft, faults: Faults) -> None:
    """The cells of a row fit each other."""
    for row in draft.rows.get("artifacts", []):
        elementals = row.values.get("elementals")
        if elementals is None:
            continue
        place = row.at("elementals")
        if len(elementals) > 2:
            faults.add(place, row.raw.cells["elementals"], "more than two elementals", "keep two")
        elif row.values.get("level") is Level.STARTING and len(elementals) != 1:
            problem = "a starting artifact has exactly one elemental"
            faults.add(place, row.raw.cells["elementals"], problem, "name one element")
    for kind, column in (("experiments", "cost"), ("publications", "elementals")):
        for row in draft.rows.get(kind, []):
            check_payable(row, column, faults)
    for row in chain.from_iterable(draft.rows.values()):
        for column in ("bonus", "ability", "requires", "action", "ahead"):
            check_length(row.at(column), row.values.get(column, ()), faults)
    for place, parts in effects_of_tables(draft):
        check_length(place, parts, faults)


MOST_UNITS = {"cost": 12, "elementals": 10}


def check_payable(row: Row, column: str, faults: Faults) -> None:
    """No cost has more units of anything than a player can have."""
    parts = row.values.get(column)
    if parts is None:
        return
    units = sum(getattr(part, "count", 1) for part in parts)
    if units > MOST_UNITS[column]:
        problem = f"{units} units are more than anyone can bring together"
        remedy = f"ask for {MOST_UNITS[column]} at the most"
        faults.add(row.at(column), row.raw.cells[column], problem, remedy)


def check_length(place: Place, parts: tuple[Any, ...], faults: Faults) -> None:
    """No effect or requirement has more parts than the tables hold."""
    if len(parts) > limits.MAX_PARTS:
        remedy = f"keep {limits.MAX_PARTS} at the most"
        faults.add(place, to_text(parts), f"{len(parts)} parts are too many", remedy)


def effects_of_tables(draft: Draft) -> Iterator[tuple[Place, tuple[Any, ...]]]:
    """The effects that stand in TOML files, each with its place."""
    for name, alchemist in draft.tables["alchemists"].items():
        for end in ("top", "left", "right", "bottom"):
            for parts in (alchemist.get("vault") or {}).get(end, ()):
                yield draft.at(f"alchemists.{name}.vault.{end}"), parts
    for name, token in (draft.get("board.bonus_tokens") or {}).items():
        for key in ("effect", "bot"):
            yield draft.at(f"board.bonus_tokens.{name}.{key}"), token.get(key, ())
    yield draft.at("solo.start"), draft.get("solo.start") or ()
    for parts in draft.get("solo.after_rounds") or ():
        yield draft.at("solo.after_rounds"), parts


FEWEST_BASIC = 3
"""Basic cards that Botmegistus needs: in the planning variant two lie open, and one is drawn."""


def check_solo_cards(draft: Draft, faults: Faults) -> None:
    """Botmegistus has basic cards, and one specialization and personality for each element."""
    for row in draft.rows.get("solo_cards", []):
        check_solo_card(row, faults)
    basic = sum(v.get("kind") is SoloKind.BASIC for v in draft.values("solo_cards"))
    if draft.whole("solo_cards") and basic < FEWEST_BASIC:
        problem = f"{basic} of them are too few: two lie open, and one is drawn"
        faults.add(Place("solo_cards.csv"), "basic cards", problem, "add cards")
    for kind in (SoloKind.SPECIALIZATION, SoloKind.PERSONALITY):
        rows = [v for v in draft.values("solo_cards") if v.get("kind") is kind]
        elements = Counter(values.get("element") for values in rows)
        if None in elements or not draft.whole("solo_cards"):
            continue
        for element in Element:
            if elements[element] != 1:
                problem = f"{elements[element]} {kind.word} cards where there must be one"
                faults.add(Place("solo_cards.csv"), element.word, problem, "one for each element")


def check_solo_card(row: Row, faults: Faults) -> None:
    """Element and second action stand where the kind of card has them."""
    values = row.values
    if "kind" not in values:
        return
    kind = values["kind"]
    if "element" in values and (values["element"] is None) != (kind is SoloKind.BASIC):
        remedy = "empty it" if kind is SoloKind.BASIC else "name one"
        problem = f"a {kind.word} card has {'no' if kind is SoloKind.BASIC else 'an'} element"
        faults.add(row.at("element"), row.raw.cells["element"], problem, remedy)
    if "ahead" in values and bool(values["ahead"]) != (kind is SoloKind.PERSONALITY):
        personal = kind is SoloKind.PERSONALITY
        problem = f"a {kind.word} card has {'a' if personal else 'no'} second action"
        remedy = "say what it does when ahead" if personal else "empty it"
        faults.add(row.at("ahead"), row.raw.cells["ahead"], problem, remedy)


# ---------------------------------------------------------------- introductory setup

INTRO_CARDS: dict[str, tuple[str, Level | None]] = {
    "experiment": ("experiments", Level.STARTING),
    "masterpiece": ("experiments", Level.MASTERPIECE),
    "publication": ("publications", None),
    "artifact": ("artifacts", Level.STARTING),
}


def check_intro(draft: Draft, faults: Faults) -> None:
    """The introductory setup names cards that exist, each once."""
    for key in ("alchemist", *INTRO_CARDS):
        known = intro_ids(draft, key)
        used: set[str] = set()
        for seat in SEATS:
            value = draft.get(f"intro.{seat}.{key}")
            if value is None or known is None:
                continue
            place = draft.at(f"intro.{seat}.{key}")
            if value not in known:
                remedy = did_you_mean(value, known, f"name one of the {key}s of this box")
                word = f"starting {key}" if key in ("experiment", "artifact") else key
                faults.add(place, value, f"no such {word}", remedy)
            elif value in used:
                faults.add(place, value, "another seat has this already", "name another")
            used.add(value)
    check_intro_players(draft, faults)


def intro_ids(draft: Draft, key: str) -> list[str] | None:
    """The ids that may stand there; ``None`` if their file could not be read."""
    if key == "alchemist":
        return draft.ids("alchemists") if draft.whole("alchemists") else None
    kind, level = INTRO_CARDS[key]
    if not draft.whole(kind):
        return None
    return [
        values["id"]
        for values in draft.values(kind)
        if "id" in values and (level is None or values.get("level", level) is level)
    ]


def check_intro_players(draft: Draft, faults: Faults) -> None:
    """A seat's cards are in the game whenever the seat is."""
    for key, (kind, _) in INTRO_CARDS.items():
        players = {values.get("id"): values.get("players", 2) for values in draft.values(kind)}
        for number, seat in enumerate(SEATS, start=1):
            value = draft.get(f"intro.{seat}.{key}")
            if value is not None and players.get(value, 2) > max(number, 2):
                problem = f"this {key} needs {players[value]} players, the {seat} seat doesn't"
                remedy = "name one without 3+ or 4+"
                faults.add(draft.at(f"intro.{seat}.{key}"), value, problem, remedy)


# ---------------------------------------------------------------- vaults


def check_vaults(draft: Draft, faults: Faults) -> None:
    """A vault's shape and its bonuses agree."""
    stone = draft.get("board.stone.points")
    for name, alchemist in draft.tables["alchemists"].items():
        vault = alchemist.get("vault") or {}
        shape = vault.get("shape")
        if shape is not None and check_shape(draft, name, shape, stone, faults):
            check_lines(draft, name, vault, shape, faults)


def check_shape(
    draft: Draft, name: str, shape: tuple[str, ...], stone: tuple[int, ...] | None, faults: Faults
) -> bool:
    """The shape is a rectangle of spaces and gaps with at least one space."""
    place = draft.at(f"alchemists.{name}.vault.shape")
    for row in shape:
        if set(row) - set("#."):
            faults.add(place, row, "a vault is drawn with '#' and '.'", "fix this row")
            return False
    if len({len(row) for row in shape}) > 1:
        faults.add(place, " ".join(shape), "rows of different length", "fill them up with '.'")
        return False
    spaces = sum(row.count("#") for row in shape)
    if spaces == 0:
        faults.add(place, " ".join(shape), "a vault without a space", "draw spaces with '#'")
        return False
    if stone is not None and spaces != len(stone) - 1:
        problem = (
            f"{spaces} spaces, but stone.points in board.toml goes to {len(stone) - 1} formulas"
        )
        faults.add(
            place, " ".join(shape), problem, f"draw {len(stone) - 1} spaces, or change stone.points"
        )
    return True


def check_lines(
    draft: Draft, name: str, vault: dict[str, Any], shape: tuple[str, ...], faults: Faults
) -> None:
    """Every row and column with a space has a bonus at one end, every other has none."""
    across = ["".join(column) for column in zip(*shape, strict=True)]
    for word, lines, ends in (
        ("row", shape, ("left", "right")),
        ("column", across, ("top", "bottom")),
    ):
        fitting = [end for end in ends if fits(draft, name, vault, end, lines, word, faults)]
        if len(fitting) < 2:
            continue
        for number, line in enumerate(lines):
            bonuses = [vault[end][number] for end in ends]
            place = draft.at(f"alchemists.{name}.vault.{ends[0]}")
            what = f"{word} {number + 1}"
            if "#" in line and not any(bonuses):
                remedy = f"give it one in '{ends[0]}' or '{ends[1]}'"
                faults.add(place, what, f"this {word} has no bonus at either end", remedy)
            elif "#" not in line and any(bonuses):
                problem = f"a bonus for a {word} without spaces"
                faults.add(place, what, problem, "empty it, or draw a space there")


def fits(
    draft: Draft, name: str, vault: dict[str, Any], end: str, lines: Any, word: str, faults: Faults
) -> bool:
    """There is one entry for each line at this end."""
    if end not in vault:
        return False
    if len(vault[end]) != len(lines):
        problem = f"{len(vault[end])} bonuses for {len(lines)} {word}s"
        remedy = f'one for each {word} of the shape, "" where there is none'
        faults.add(draft.at(f"alchemists.{name}.vault.{end}"), end, problem, remedy)
        return False
    return True


# ---------------------------------------------------------------- board, rules, solo


def check_board(draft: Draft, faults: Faults) -> None:
    """Tracks, tokens and dice of the board."""
    check_each_once(draft, "board.tracks.order", faults)
    check_each_once(draft, "solo.color_priority", faults)
    essences = [draft.get(f"board.tracks.{element.word}") for element in Element]
    if None not in essences and len(set(essences)) < len(essences):
        words = ", ".join(essence.word for essence in essences)
        remedy = "give each track another essence"
        faults.add(draft.at("board.tracks.fire"), words, "two tracks have the same essence", remedy)
    check_bonus_spaces(draft, faults)
    check_gains(draft, faults)
    check_left_out(draft, faults)
    check_dice(draft, faults)


def check_each_once(draft: Draft, path: str, faults: Faults) -> None:
    """A list that names each of a few things once."""
    values = draft.get(path)
    if values is not None and len(set(values)) < len(values):
        words = ", ".join(value.word for value in values)
        faults.add(draft.at(path), words, "something stands there twice", "name each once")


def check_bonus_spaces(draft: Draft, faults: Faults) -> None:
    """Bonus spaces rise, and there are tokens for all of them."""
    spaces = draft.get("board.tracks.bonus_spaces")
    kinds = draft.get("board.bonus_tokens")
    if spaces is None:
        return
    if list(spaces) != sorted(set(spaces)):
        remedy = "name each level once, lowest first"
        faults.add(
            draft.at("board.tracks.bonus_spaces"), list(spaces), "not in rising order", remedy
        )
    counts = [kind.get("count") for kind in (kinds or {}).values()]
    if kinds is not None and None not in counts and sum(counts) < len(Element) * len(spaces):
        problem = f"{sum(counts)} bonus tokens for {len(Element) * len(spaces)} bonus spaces"
        faults.add(draft.at("board.bonus_tokens"), "bonus_tokens", problem, "raise their counts")


def check_gains(draft: Draft, faults: Faults) -> None:
    """Starting goods are things to hold, with nothing left to choose."""
    for key in ("everyone", *SEATS):
        for part in draft.get(f"board.start.{key}") or ():
            if not isinstance(part, Gain) or part.per or part.thing >= Thing.POINT:
                problem = "starting goods are named things"
                remedy = "write them as '2 salt + lead'"
                faults.add(draft.at(f"board.start.{key}"), part_text(part), problem, remedy)


def dice_in_play(draft: Draft, players: int) -> int | None:
    """How many dice are rolled with so many players."""
    left_out = {2: "two_players", 3: "three_players"}.get(players)
    total = 0
    for color in Color:
        if color is Color.ANY:
            continue
        count = draft.get(f"board.dice.{color.word}")
        out = draft.get(f"board.dice_left_out.{left_out}.{color.word}") if left_out else 0
        if count is None or out is None:
            return None
        if out > count:
            return None
        total += count - out
    return total


def check_dice(draft: Draft, faults: Faults) -> None:
    """There are dice for all, and bowls for all dice."""
    each = draft.get("rules.numbers.dice_per_round")
    limit = draft.get("rules.numbers.bowl_limit")
    in_play = {players: dice_in_play(draft, players) for players in PLAYER_COUNTS}
    for players, dice in in_play.items():
        if each is not None and dice is not None and dice < players * each:
            problem = f"{dice} dice are too few for {players} players who use {each} each"
            faults.add(draft.at("board.dice"), "dice", problem, "add dice, or lower dice_per_round")
            break
    most = max((dice for dice in in_play.values() if dice is not None), default=0)
    if limit is not None and most > limit * len(Symbol):
        problem = f"{most} dice never fit into {len(Symbol)} bowls of {limit}"
        faults.add(
            draft.at("rules.numbers.bowl_limit"), limit, problem, "raise it, or take dice out"
        )
    if most > limits.MAX_DICE:
        remedy = f"keep {limits.MAX_DICE} at the most"
        faults.add(draft.at("board.dice"), "dice", f"{most} dice are too many", remedy)


def check_left_out(draft: Draft, faults: Faults) -> None:
    """No more dice leave the game than there are."""
    for table, color in product(("two_players", "three_players"), ("black", "white", "red")):
        count = draft.get(f"board.dice.{color}")
        out = draft.get(f"board.dice_left_out.{table}.{color}")
        if count is not None and out is not None and out > count:
            place = draft.at(f"board.dice_left_out.{table}.{color}")
            faults.add(place, out, f"there are {count} {color} dice only", "lower it")


def check_numbers(draft: Draft, faults: Faults) -> None:
    """Numbers of the rules that depend on each other."""
    drawn = draft.get("rules.numbers.publications_drawn")
    returned = draft.get("rules.numbers.publications_returned")
    if drawn is not None and returned is not None and returned > drawn:
        problem = f"more go back than the {drawn} that are drawn"
        place = draft.at("rules.numbers.publications_returned")
        faults.add(place, returned, problem, "lower it")
    formulas = draft.get("solo.most_formulas")
    stone = draft.get("board.stone.points")
    if formulas is not None and stone is not None and formulas > len(stone) - 1:
        problem = f"stone.points in board.toml goes to {len(stone) - 1} formulas only"
        faults.add(draft.at("solo.most_formulas"), formulas, problem, "lower it")


def check_presets(draft: Draft, faults: Faults) -> None:
    """No preset switches on options that contradict each other."""
    for name, preset in (draft.get("solo.difficulty") or {}).items():
        options = preset.get("options") or {}
        for one, other in CONTRADICTIONS:
            if options.get(one) and options.get(other):
                place = draft.at(f"solo.difficulty.{name}.options")
                faults.add(place, one, f"this contradicts '{other}'", "keep one of them")
    if draft.get("solo.difficulty") is not None and "normal" not in draft.get("solo.difficulty"):
        place = draft.at("solo.difficulty")
        faults.add(place, "normal", "this preset is missing", "add [difficulty.normal]")


# ---------------------------------------------------------------- room and play


def check_room(draft: Draft, faults: Faults) -> None:
    """No more alchemists and kinds of tokens than the tables of the engine hold."""
    for path, things, most in (
        ("alchemists", draft.tables["alchemists"], limits.MAX_ALCHEMISTS),
        ("board.bonus_tokens", draft.get("board.bonus_tokens") or {}, limits.MAX_BONUS_KINDS),
    ):
        if len(things) > most:
            problem = f"{len(things)} kinds are too many"
            faults.add(draft.at(path), path, problem, f"keep {most} at the most")


def check_playable(draft: Draft, faults: Faults) -> None:
    """Every deck has what the setup takes from it; a deck reported as miscounted is left alone."""
    short = set(draft.miscounted)
    for players in PLAYER_COUNTS:
        for kind, group, needed in demands(draft, players):
            what = kind if group is None else f"{group.words} {kind}"
            found = cards_in_game(draft, kind, group, players)
            if found is not None and found < needed and what not in short:
                short.add(what)
                problem = f"{found} in a game of {players}, which needs {needed}"
                faults.add(Place(f"{kind}.csv"), what, problem, "add cards")
    alchemists = len(draft.tables["alchemists"])
    few = draft.whole("alchemists") and alchemists < PLAYER_COUNTS[-1]
    if few and "alchemists" not in short:
        problem = f"{alchemists} in a game of {PLAYER_COUNTS[-1]}"
        faults.add(Place("alchemists.toml"), "alchemists", problem, "add alchemists")


def cards_in_game(draft: Draft, kind: str, group: Level | None, players: int) -> int | None:
    """How many cards of a deck are in a game; ``None`` if that is in doubt."""
    rows = draft.rows.get(kind, [])
    unsure = group is not None and any("level" not in row.values for row in rows)
    if unsure or not draft.whole(kind):
        return None
    return sum(
        bool(row.values.get("players", 2) <= players and group in (None, row.values.get("level")))
        for row in rows
    )


def demands(draft: Draft, players: int) -> Iterator[tuple[str, Level | None, int]]:
    """Which deck must hold how many cards at setup."""
    dealt = draft.get("rules.numbers.cards_dealt") or 1
    spaces = (draft.get("rules.numbers.market_per_color") or 1) * 3
    yield "experiments", Level.STARTING, players * dealt
    yield "experiments", Level.MASTERPIECE, players * dealt
    yield "artifacts", Level.STARTING, players * dealt
    yield "publications", None, players * dealt
    yield "achievements", None, draft.get("rules.numbers.achievements_open") or 1
    yield "experiments", Level.ONE, BOOKS
    yield "artifacts", Level.ONE, spaces
    for level in (Level.TWO, Level.THREE):
        yield "experiments", level, 1
        yield "artifacts", level, 1


CHECKS = (
    check_formulas,
    check_cards,
    check_intro,
    check_solo_cards,
    check_vaults,
    check_board,
    check_numbers,
    check_presets,
    check_room,
    check_playable,
)
