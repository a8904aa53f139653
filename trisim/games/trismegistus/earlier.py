"""Converts requests and boxes of formats 1 and 2.

1. a request has deals in place of games and setups in place of the solo game; boxes are without the
   rulings ``ADDED_RULINGS``, with ``any_refined_is_precious`` for two current rulings, and with
   their name in the digest.
2. options of the game are keys of the request.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from trisim.box.box import Box, Conversion, values_of

Tables: TypeAlias = dict[str, Any]
"""Tables of TOML files by the name of the file: of a box, or those that a variant changes."""

OPTIONS = ("achievements", "intro", "solo", "difficulty", "options", "planning")
"""Keys of a request of format 2 that are options of the game now."""


def request_of(data: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A request of format 1 or 2 with the current keys."""
    found = first_request(data) if "deals" in data else dict(data)
    if "alchemists" in found:
        found["roles"] = found.pop("alchemists")
    if "game_options" not in found:
        found["game_options"] = {name: found.pop(name) for name in OPTIONS if name in found}
    setups = found.get("setups", [])
    if isinstance(setups, list):
        found["setups"] = [scenario_of(setup) for setup in setups]
    return found


def scenario_of(setup: Any) -> Any:
    """A setup of Botmegistus as a scenario; other data is left to the typed reader."""
    if not isinstance(setup, dict) or "name" not in setup:
        return setup
    options = {name: value for name, value in setup.items() if name != "name"}
    return {"name": setup["name"], "options": {"solo": True, **options}}


def first_request(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of format 1 as a request of format 2: games for deals, setups for solo."""
    found = {RENAMED.get(name, name): value for name, value in settings.items()}
    setups = found.pop("setups", [])
    games_a_deal: Any = found.get("players")
    if isinstance(setups, list) and setups:
        games_a_deal = len(setups)
        first = setups[0] if isinstance(setups[0], dict) else {}
        if len(setups) == 1:
            names = ("difficulty", "options", "planning")
            found |= {name: first[name] for name in names if name in first}
        else:
            found["setups"] = setups
        found["solo"] = True
    elif found.get("alchemists") == "chosen":
        games_a_deal = rotations(found)
    for name in ("games", "part_games"):
        if isinstance(found.get(name), int) and isinstance(games_a_deal, int):
            found[name] *= games_a_deal
    return found


RENAMED = {
    "deals": "games",
    "part_deals": "part_games",
    "ledger_every": "ledger",
    "until": "until_ci",
    "solo": "setups",
}
"""Settings of format 1, and the fields of a request that they are now."""


def rotations(settings: Mapping[str, Any]) -> int:
    """The number of distinct rotations of the line-up of settings."""
    lineup = settings.get("lineup")
    if not isinstance(lineup, list):
        return 1
    turns = range(1, len(lineup) + 1)
    return next((turn for turn in turns if lineup[turn:] + lineup[:turn] == lineup), 1)


# ---------------------------------------------------------------- boxes of format 1

RULES, SOLO, RULINGS = "rules", "solo", "rulings"
PRECIOUS = "any_refined_is_precious"
NOW_TWO = ("any_refined_gained_is_precious", "any_refined_paid_is_precious")
"""Rulings that were one in format 1."""

ADDED_RULINGS: dict[str, dict[str, Any]] = {
    RULES: {
        "free_actions_before_draft": "none",
        "colored_transmutations_share_arrow": False,
        "each_advance_scores_at_top": True,
    },
    SOLO: {"step_ignores_met_experiments": True},
}
"""Rulings that format 1 has no key for, by file, with the readings that were in force."""


def convert_box(tables: Tables) -> None:
    """Add the current rulings to a box of format 1, with their meaning at that time."""
    convert_variant(tables)
    for file, added in ADDED_RULINGS.items():
        if (rulings := rulings_of(tables, file)) is not None:
            for name, value in added.items():
                rulings.setdefault(name, value)


def convert_variant(tables: Tables) -> None:
    """Replace a ruling of format 1 in a variant by its two current ones."""
    rulings = rulings_of(tables, RULES)
    if rulings is not None and PRECIOUS in rulings:
        value = rulings.pop(PRECIOUS)
        for name in NOW_TWO:
            rulings.setdefault(name, value)


def rulings_of(tables: Tables, file: str) -> dict[str, Any] | None:
    """The rulings in a file, if it has such a table."""
    found = tables.get(file)
    rulings = found.get(RULINGS) if isinstance(found, dict) else None
    return rulings if isinstance(rulings, dict) else None


def conversion_of(number: int) -> Conversion | None:
    """The conversion for boxes of a format; None if none is needed."""
    return Conversion(convert_box, convert_variant) if number == 1 else None


def digests_of(box: Box, number: int) -> tuple[str, ...]:
    """The digests that a manifest of a format may have for a box.

    Development versions between the formats already wrote the current digest.
    """
    return (box.digest, first_digest(box)) if number == 1 else (box.digest,)


def first_digest(box: Box) -> str:
    """The digest that format 1 has for a box: of its values at that time, and of its name.

    A box with a ruling that format 1 could not express has a digest that no manifest has.
    """
    values = values_of(box)
    for file, added in ADDED_RULINGS.items():
        for name, value in added.items():
            if values[file, RULINGS, name] == str(value).lower():
                del values[file, RULINGS, name]
    first, second = (RULES, RULINGS, NOW_TWO[0]), (RULES, RULINGS, NOW_TWO[1])
    if values[first] == values[second]:
        values[RULES, RULINGS, PRECIOUS] = values.pop(first)
        del values[second]
    values["box", "", "name"] = box.about.name
    lines = sorted((*key, text) for key, text in values.items())
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()
