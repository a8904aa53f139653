"""The notebooks in ``analyses`` run from top to bottom, on runs of their own and on given ones."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.notebooks import FOLDER, all_notebooks, frames_of, normal, read
from trisim.api import difficulty, run

NOTEBOOKS = [path.stem for path in all_notebooks()]
AT_A_TABLE = [name for name in NOTEBOOKS if name not in ("difficulty", "teams")]
ROOT = FOLDER.parent
TESTBOX = ROOT / "tests" / "testbox"
TEAM_TESTBOX = ROOT / "tests" / "madness" / "testbox"
FEW = {"GAMES": "8", "STRATEGY": "random"}
"""Tests play uncompiled: strategies that think would take half a minute a game."""

SECONDS = 240
"""For a cell at the most, on a machine that is busy with other tests."""


def execute(name: str, folder: Path, **environment: str) -> list[dict[str, Any]]:
    """Run a notebook in a kernel of its own that imports this checkout; all outputs."""
    ours = {key: value for key, value in os.environ.items() if key not in ("RUN", "MPLBACKEND")}
    ours |= FEW | {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder), **environment}
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute(env=ours)
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def check_outputs(outputs: list[dict[str, Any]]) -> None:
    """There are figures, and nothing was warned about."""
    warned = [each["text"] for each in outputs if each["output_type"] == "stream"]
    assert not warned
    assert sum("image/png" in each.get("data", {}) for each in outputs) >= 2


def says(outputs: list[dict[str, Any]], words: str) -> bool:
    """Whether a value that a cell shows has these words."""
    return any(words in each.get("data", {}).get("text/plain", "") for each in outputs)


# ---------------------------------------------------------------- as they run


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_runs_on_a_run_of_its_own(name: str, tmp_path: Path) -> None:
    few = {"GAMES": "3"} if name == "difficulty" else {}  # deals, each against four presets
    check_outputs(execute(name, tmp_path, **few))


@pytest.fixture(scope="session")
def given_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two players with another box and every table that notebooks read."""
    path = tmp_path_factory.mktemp("notebooks") / "run"
    run(2, 8, seed=3, box=TESTBOX, cards=True, jobs=1, progress=False, out=path)
    return path


@pytest.fixture(scope="session")
def given_team_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two mages with another box, difficulty and mode."""
    path = tmp_path_factory.mktemp("notebooks") / "team"
    many: dict[str, Any] = {"difficulty": "II", "mode": "terror", "box": TEAM_TESTBOX}
    run(2, 8, seed=3, game="madness", cards=True, jobs=1, progress=False, out=path, **many)
    return path


@pytest.fixture(scope="session")
def given_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of two setups."""
    path = tmp_path_factory.mktemp("notebooks") / "study"
    difficulty("random", games=3, only="bot_first", jobs=1, progress=False, out=path)
    return path


@pytest.mark.parametrize("name", AT_A_TABLE)
def test_notebook_runs_on_a_run_that_is_given(name: str, given_run: Path, tmp_path: Path) -> None:
    outputs = execute(name, tmp_path, RUN=str(given_run), GAMES="4")
    check_outputs(outputs)
    assert says(outputs, str(given_run))


def test_teams_takes_a_run_of_its_game(given_team_run: Path, tmp_path: Path) -> None:
    outputs = execute("teams", tmp_path, RUN=str(given_team_run), GAMES="4")
    check_outputs(outputs)
    assert says(outputs, str(given_team_run))
    assert says(outputs, "II/terror")


def test_difficulty_takes_a_study(given_study: Path, tmp_path: Path) -> None:
    outputs = execute("difficulty", tmp_path, RUN=str(given_study))
    check_outputs(outputs)
    assert says(outputs, "bot_first")


def test_difficulty_takes_a_solo_run(tmp_path: Path) -> None:
    path = tmp_path / "solo"
    run(games=3, solo=True, jobs=1, progress=False, log="players", out=path)
    check_outputs(execute("difficulty", tmp_path, RUN=str(path)))


# ---------------------------------------------------------------- as they are kept


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_is_kept_without_outputs_and_in_one_form(name: str) -> None:
    path = FOLDER / f"{name}.ipynb"
    notebook = read(path)
    nbformat.validate(notebook)
    assert path.read_text(encoding="utf-8") == normal(notebook), "run python tests/notebooks.py"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_reads_from_a_title_to_what_comes_next(name: str) -> None:
    cells = read(FOLDER / f"{name}.ipynb")["cells"]
    first, last = ("".join(cells[at]["source"]) for at in (0, -1))
    assert cells[0]["id"] == "title"
    assert first.startswith("# ")
    assert all(word in first for word in ("RUN=", "GAMES=", "STRATEGY="))
    assert cells[-1]["id"] == "next"
    assert last.startswith("## Next")
    ids = [cell["id"] for cell in cells]
    assert all(re.fullmatch("[a-z][a-z-]*", each) for each in ids)
    assert len(set(ids)) == len(ids)


def test_about_as_many_notebooks_are_in_polars_as_in_pandas() -> None:
    count = Counter(frames_of(read(path)) for path in all_notebooks())
    assert count == {"polars": 4, "pandas": 3}
    for path in all_notebooks():
        code = "".join(
            "".join(cell["source"]) for cell in read(path)["cells"] if cell["cell_type"] == "code"
        )
        assert ("import polars" in code) is (frames_of(read(path)) == "polars")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_links_of_notebooks_lead_somewhere(name: str) -> None:
    for cell in read(FOLDER / f"{name}.ipynb")["cells"]:
        if cell["cell_type"] == "markdown":
            for target in re.findall(r"\]\(([^)#:]+)\)", "".join(cell["source"])):
                assert (FOLDER / target).exists(), target


def test_the_page_names_every_notebook() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\((.*?)\.ipynb\)", text)) == set(NOTEBOOKS)
