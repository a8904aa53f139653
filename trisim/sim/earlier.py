"""Converts manifests of earlier formats to the current one.

A manifest says in ``format`` how the run was written:

1. no number, and ``settings`` in place of ``request``; boxes and tables lack some values.
2. no name of a game, and options of the game among the other keys of the request.
3. the current one.

The game converts requests and boxes; its ``Recording.earlier`` converts tables. Nothing is
converted on disk. A run of an earlier format can be read but not resumed.
"""

from __future__ import annotations

from typing import Any

from trisim.documents import DocumentError
from trisim.plugin import DEFAULT, load

FORMAT = 3
"""The current format."""

WITH_GAME = 3
"""The first format that names the game; before it there was only one."""


def current_manifest(data: Any) -> Any:
    """A manifest of any known format with the keys of the current one.

    ``format`` stays that of the run. Data that is no manifest is left to the typed reader.
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
        data = {**data, "request": data["settings"]}
        del data["settings"]
    request = data.get("request")
    if isinstance(number, int) and number < WITH_GAME and isinstance(request, dict):
        data = {**data, "request": dict(load(DEFAULT).earlier_request(request, number))}
    return data
