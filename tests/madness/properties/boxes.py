"""The boxes that games are checked with: both boxes, other numbers and rulings, random effects."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

from trisim.games.madness.box.box import Box, load_box
from trisim.games.madness.box.words import CurseKind

TESTBOX = Path(__file__).parents[1] / "testbox"


@cache
def reference() -> Box:
    return load_box()


@cache
def small_box() -> Box:
    return load_box(TESTBOX)


def varied(text: str, box: Path | None = None) -> Box:
    """A box with a variant (TOML) laid over it; faults are refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "variant.toml"
        path.write_text(text, "utf-8")
        return load_box(box, [path])


def toml_lines(values: Mapping[str, object]) -> str:
    """Plain values as lines of TOML."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


RULINGS: dict[str, bool] = asdict(reference().rules.rulings)


def flipped(ruling: str) -> Box:
    """The reference set with one ruling turned round; more curses, should no pile be refilled."""
    text = "[change.rules.rulings]\n" + toml_lines({ruling: not RULINGS[ruling]})
    return varied(text if ruling != "refill_curses" else text + more_curses())


def more_curses() -> str:
    """Enough curses of each kind for a whole book."""
    lines = ""
    for kind in ("water", "earth", "fire", "air", "multi"):
        for number in range(3):
            card = {"name": f"More {kind} {number}", "kind": kind}
            card |= {"effect": "each: madness 1 to discard", "source": "ours"}
            lines += f"[add.curses.more-{kind}-{number}]\n" + toml_lines(card)
    return lines


NUMBERS: dict[str, dict[str, dict[str, int]]] = {
    "small hands": {"numbers": {"hand": 2}},
    "large hands": {"numbers": {"hand": 12}},
    "no support": {"numbers": {"places": 0}},
    "large support": {"numbers": {"places": 9}},
    "four spells": {"numbers": {"most_spells": 4}},
    "eight spells": {"numbers": {"most_spells": 8, "learn_cost": 1}},
    "no boosts": {"numbers": {"most_boost": 1}},
    "all is cheap": {"numbers": {"learn_cost": 1, "cure_cost": 1, "curse_cost": 1}},
    "all is dear": {"numbers": {"learn_cost": 9, "cure_cost": 9, "curse_cost": 9, "multi_cost": 9}},
    "no tokens": {"numbers": {"tokens": 0, "reward_value": 3}},
    "many tokens": {"numbers": {"tokens": 9, "token_cost": 0}},
    "little madness": {"madness": {"two_players": 8, "three_players": 9, "five_players": 12}},
    "much madness": {"madness": {"two_players": 37, "three_players": 37, "four_players": 37}},
}
"""Other numbers of the rules, each a variant."""


def numbered(name: str) -> Box:
    return varied(
        "".join(f"[change.rules.{part}]\n" + toml_lines(v) for part, v in NUMBERS[name].items())
    )


def few_curses() -> Box:
    """Cheap curses, two of each kind, and time to destroy them: their piles run out."""
    kept: Counter[CurseKind] = Counter()
    gone = []
    for curse in reference().curses:
        kept[curse.kind] += 1
        if kept[curse.kind] > 2:
            gone.append(curse.id)
    cheap = {"curse_cost": 1, "multi_cost": 1}
    numbers = "[change.rules.numbers]\n" + toml_lines(cheap)
    madness = "[change.rules.madness]\n" + toml_lines(NUMBERS["much madness"]["madness"])
    return varied("[remove]\n" + toml_lines({"curses": gone}) + numbers + madness)


# ---------------------------------------------------------------- random effects

STEPS = (
    *("draw {n}", "draw to {h}", "discard {n}{f} from {z}", "discard up to {n}{f} from {z}"),
    *(
        "discard any{f} from {z}",
        "discard all{f} from hand and support",
        "discard all{f} from pool",
    ),
    *("discard all from deck", "discard {n} from deck", "destroy {n}{f} from {s}"),
    *("destroy up to {n}{f} from {s}", "destroy any from hand", "destroy {n} from deck"),
    *("destroy {n} from madness pile", "destroy 1 own spell", "destroy {n} curses"),
    *("support {n}{f} from hand", "support up to {n}{f} from hand or discard"),
    *("support {n} from deck", "put {n}{f} from {d} on deck", "put any{f} from {d} on deck"),
    *("cure {n} from hand or support", "cure up to {n} from hand or pool", "cure all from pool"),
    *("give {n}{f} to another", "give up to {n} to another", "give any{f} to another"),
    *("return {n}{f} to {t}", "return up to {n}{f} to {t}", "madness {n} to {m}"),
    *("madness {n} under each curse", "gain value 2 to {t}", "gain value 3 to {t}"),
    *("recharge 1 own spell", "recharge {n} spells of anyone", "neutralise {n} own spells"),
    *("neutralise {n} curses", "token {e} on {n} curses", "token {e} on each curse"),
    *("swap {k}", "reveal {k}", "shuffle discard into deck", "shuffle hand into deck"),
    *("discard 1{f} from hand, if done gain higher to {t}", "act {n}"),
    *("destroy 1 from discard, if done gain value 3 of its element to {t}",),
    *("destroy any{f} from hand or pool, then draw as many",),
)
"""One step each, or two that belong together."""

WHO = ("", "", "each: ", "others: ", "another: ", "a player: ", "2 others: ", "3 players: ")
FILTERS = ("", "", " madness", " element card", " value 1", " water", " fire value 1")


def random_effect(chance: random.Random, *, is_spell: bool, acts: bool) -> str:
    """An effect of a clause or two; ``acts``: it may give actions."""
    clauses = []
    for _ in range(chance.choice((1, 1, 2))):
        steps = [random_step(chance, is_spell, acts) for _ in range(chance.choice((1, 2, 3)))]
        text = steps[0]
        for step in steps[1:]:
            text += chance.choice((", then ", ", if done ")) + step
        clauses.append(chance.choice(WHO) + text)
    return "; ".join(clauses)


def random_step(chance: random.Random, is_spell: bool, acts: bool) -> str:
    """A step, of random numbers, cards and places."""
    while (step := chance.choice(STEPS)).startswith("act") and not acts:
        pass
    number = chance.choice((1, 1, 2, 3))
    words = {
        "k": number,
        "n": f"{number}x" if is_spell else number,
        "h": 4 + number,
        "f": chance.choice(FILTERS),
        "e": chance.choice(("water", "earth", "fire", "air")),
        "z": chance.choice(("hand", "support", "pool", "hand or pool", "hand or support")),
        "s": chance.choice(("hand", "discard", "pool", "hand or discard", "hand or pool")),
        "d": chance.choice(("hand", "discard", "hand or discard")),
        "t": chance.choice(("hand", "discard", "deck")),
        "m": chance.choice(("hand", "discard", "deck", "support")),
    }
    may = chance.random() < 0.2 and "up to" not in step and " any" not in step
    return ("may " if may else "") + step.format(**words)


def random_box(key: int) -> Box:
    """The reference set with random effects on its spells, curses, sheets and some mages."""
    chance, lines = random.Random(key), ""
    for spell in reference().spells:
        if not spell.basic:
            text = random_effect(chance, is_spell=True, acts=chance.random() < 0.5)
            lines += f"[change.spells.{spell.id}]\n" + toml_lines({"effect": text})
    for curse in reference().curses:
        text = random_effect(chance, is_spell=False, acts=False)
        lines += f"[change.curses.{curse.id}]\n" + toml_lines({"effect": text})
    for sheet in reference().sheets:
        names = {"cover": ("appearance",), "inner": ("appearance", "bonus", "failure"), "last": ()}
        texts = {
            name: random_effect(chance, is_spell=False, acts=name == "bonus")
            for name in names[sheet.side.word]
        }
        lines += f"[change.sheets.{sheet.id}]\n" + toml_lines(texts)
    for mage in reference().mages[3:6]:
        when = chance.choice(("turn", "curse destroyed"))
        text = random_effect(chance, is_spell=False, acts=False)
        lines += f"[change.mages.{mage.id}]\n" + toml_lines({"when": when, "ability": text})
    rulings = {name: chance.random() < 0.5 for name in RULINGS if name != "refill_curses"}
    lines += "[change.rules.rulings]\n" + toml_lines(rulings)
    return varied(lines)
