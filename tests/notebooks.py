"""The form in which notebooks are kept: ``python tests/notebooks.py`` puts them into it.

Without outputs and counts, so that a change of a notebook shows what was changed in it, and nothing
is claimed that nobody has run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "analyses"
FRAMES = ("polars", "pandas")


def all_notebooks() -> list[Path]:
    """The notebooks in the order of their names."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    """A notebook as it lies there."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def normal(notebook: dict[str, Any]) -> str:
    """The text of a notebook without anything that running it or an editor leaves behind."""
    cells = [normal_cell(cell) for cell in notebook["cells"]]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    kept = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(kept, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def normal_cell(cell: dict[str, Any]) -> dict[str, Any]:
    """What somebody wrote."""
    kept = {"cell_type": cell["cell_type"], "id": cell["id"], "metadata": {}}
    kept["source"] = "".join(cell["source"]).splitlines(keepends=True)
    if cell["cell_type"] == "code":
        kept |= {"execution_count": None, "outputs": []}
    return kept


def frames_of(notebook: dict[str, Any]) -> str:
    """Which kind of frames a notebook works with: its first cell says so in bold."""
    title = "".join(notebook["cells"][0]["source"])
    (found,) = [name for name in FRAMES if f"**{name}**" in title]
    return found


if __name__ == "__main__":
    for path in all_notebooks():
        path.write_text(normal(read(path)), encoding="utf-8")
