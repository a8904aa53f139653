"""Manifests and boxes of earlier formats, as the current version reads them.

A manifest says in ``format`` how the run was written:

1. no number; boxes without the rulings ``ADDED_RULINGS``, with ``any_refined_is_precious`` for two
   rulings of today, and with their name in the digest; tables without some columns
   (``earlier_tables``).
2. the current one; development versions wrote ``settings`` in place of ``request``, as format 1.

Nothing is converted on disk. A run of an earlier format can be read, but not gone on with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from trisim.box.box import Box, Conversion, values_of
from trisim.documents import DocumentError

FORMAT = 2
"""What is written now."""

Tables: TypeAlias = dict[str, Any]
"""Tables of TOML files by the name of the file: of a box, or those that a variant changes."""


def current_manifest(data: Any) -> Any:
    """What a manifest of any known format says, with the keys of the current one.

    ``format`` stays that of the run. What isn't a manifest at all is left to the typed reader.
    """
    if not isinstance(data, dict):
        return data
    number = data.get("format", 1)
    if isinstance(number, int) and number > FORMAT:
        raise DocumentError(
            f"trisim {data.get('trisim')} wrote it in format {number}, and this version reads up "
            f"to format {FORMAT}"
        )
    if number == 1:
        data = {**data, "format": 1, "rules_version": 1}
    if "settings" in data:
        data = dict(data)
        settings = data.pop("settings")
        data["request"] = request_of(settings) if isinstance(settings, dict) else settings
    return data


def request_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of format 1 as a request: games in place of deals, setups in place of solo."""
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
    """How many distinct rotations the line-up of settings has."""
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
    """Give a box of format 1 the rulings of today, read as they were then."""
    convert_variant(tables)
    for file, added in ADDED_RULINGS.items():
        if (rulings := rulings_of(tables, file)) is not None:
            for name, value in added.items():
                rulings.setdefault(name, value)


def convert_variant(tables: Tables) -> None:
    """Name both rulings where a variant of format 1 changes the one they were."""
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
    """How a box of a run of this format is converted; nothing if it need not be."""
    return Conversion(convert_box, convert_variant) if number == 1 else None


def digests_of(box: Box, number: int) -> tuple[str, ...]:
    """The digests that a manifest of a format may have for a box.

    Development versions between the formats already wrote the digest of today.
    """
    return (box.digest, first_digest(box)) if number == 1 else (box.digest,)


def first_digest(box: Box) -> str:
    """The digest that format 1 has for a box: of the values there were, and of its name.

    A box with a reading that format 1 could not say has a digest that no manifest has.
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
