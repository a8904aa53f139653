"""Manifests and boxes of earlier formats, as the current version reads them.

A manifest says in ``format`` how the run was written:

1. no number; boxes without the rulings ``ADDED_RULINGS``, with ``any_refined_is_precious`` for two
   rulings of today, and with their name in the digest; tables without some columns
   (``earlier_tables``).
2. the current one.

Nothing is converted on disk. A run of an earlier format can be read, but not gone on with.
"""

from __future__ import annotations

import hashlib
import json
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
    return {**data, "format": 1, "rules_version": 1} if number == 1 else data


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
