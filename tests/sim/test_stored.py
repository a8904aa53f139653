"""JSON files of runs and campaigns: whatever they hold, one line says what is wrong with them."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.study_fakes import small as small_study
from tests.sim.tournament_fakes import small as small_tournament
from tests.sim.tuning_fakes import small as small_tuning
from tests.small_run import GAMES, small_run
from tests.stats.planted_solo import SHIFTS, planted_findings
from tests.stats.tables_of_games import planted_sheets, standings_of
from tests.stats.test_tuning_check import planted
from trisim.cli import main
from trisim.documents import plain
from trisim.report import difficulty_files, tournament_files, tuning_files
from trisim.report.results import CHECKSUM, checksum_of
from trisim.sim import study_folder, tournament_folder, tuning_folder
from trisim.sim.bundle import Asked
from trisim.sim.errors import RunError
from trisim.sim.lineups import mixed_lineups
from trisim.sim.lock import LOCK, Holder, read_lock
from trisim.sim.manifest import MANIFEST
from trisim.sim.receipts import RECEIPTS
from trisim.sim.run import Run
from trisim.sim.tuning_log import Generation, played_with, read_log

ODD: list[Any] = [
    None, True, -1, 0, 7, 10**18, 10**30, 0.5, -1e300, 1e400, float("nan"), "", "x", "\0", "\ud800",
    "../x", [], {}, [None], {"x": None}, [[[[]]]],
]  # fmt: skip

EXAMPLES = 40

RAW = [
    b"", b"null", b"[]", b"{}", b"7", b'"x"', b"NaN", b"\xff\xfe", b"[" * 100_000, b"1" * 5_000,
    b'{"a":' * 50_000,
]  # fmt: skip


# ---------------------------------------------------------------- the files, and what reads them


def asked(of: Any) -> Any:
    """Settings of a campaign as they are written."""
    digests = {"random": "1234"}
    return plain(Asked(of, digests, "reference", "5678", ("light.toml",)))


@lru_cache(maxsize=1)
def results() -> dict[str, Any]:
    """Results of all campaigns, as they are written."""
    sheets = planted_sheets(np.random.default_rng(1), (-1.0, 1.0), mixed_lineups(2, 4, 1), 20)
    return signed(
        {
            "standings": standings_of(sheets, ("weak", "strong")).as_dict(),
            "findings": planted_findings({"mine": 0}, 40, dict([*SHIFTS.items()][:3])).as_dict(),
            "check": planted([0.5, 0.0], deals=20).as_dict(),
        }
    )


def signed(data: dict[str, Any]) -> dict[str, Any]:
    """Results with their checksum."""
    return {**data, CHECKSUM: checksum_of(data)}


def open_run(folder: Path) -> None:
    """All that commands ask of a run besides its rows."""
    run = Run(folder)
    assert f"{run!r} {run.games_played} {run.missing_parts} {run.bytes}"
    assert [run.rows(name) for name in run.tables]
    run.sql("select count(*) from games")


def show(*command: str) -> Callable[[Path], None]:
    """Print results by a command."""

    def shown(folder: Path) -> None:
        result = CliRunner().invoke(main, [*command, str(folder)])
        if result.exit_code:
            assert isinstance(result.exception, SystemExit), result.exception
            raise RunError(result.stderr.removeprefix("trisim: ").removesuffix("\n"))

    return shown


RECEIPT = f"{RECEIPTS}/part-00001.json"
GENERATION = Generation(0, "random", 0, 2, 0.5, (1.0, 2.0), (0.5, 0.25))

Document = tuple[str, Callable[[], Any] | None, Callable[[Path], object]]

DOCUMENTS: dict[str, Document] = {
    "manifest": (MANIFEST, None, open_run),
    "receipt": (RECEIPT, None, open_run),
    "tournament": (
        tournament_folder.SETTINGS,
        lambda: asked(small_tournament()),
        tournament_folder.TOURNAMENT.read_asked,
    ),
    "study": (study_folder.SETTINGS, lambda: asked(small_study()), study_folder.STUDY.read_asked),
    "tuning": (tuning_folder.SETTINGS, lambda: asked(small_tuning()), show("tune", "show")),
    "standings": (tournament_folder.RESULT, results, show("tournament", "show")),
    "findings": (study_folder.RESULT, results, show("difficulty", "show")),
    "check": (tuning_folder.CHECK, results, show("tune", "show")),
    "lock": (LOCK, lambda: plain(Holder("token", 1, "here", "now")), read_lock),
}
"""Where each file is, how it is made unless a run has it, and what reads it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that is not finished, with the files of all campaigns beside its manifest."""
    made = tmp_path_factory.mktemp("stored") / "folder"
    shutil.copytree(small_run().path, made)
    manifest = json.loads((made / MANIFEST).read_text())
    (made / RECEIPTS).mkdir()
    (made / RECEIPT).write_text(json.dumps({"run": manifest["run"], **manifest["parts"].pop()}))
    (made / MANIFEST).write_text(json.dumps({**manifest, "status": "running"}))
    for file, make, _ in DOCUMENTS.values():
        (made / file).parent.mkdir(exist_ok=True)
        if make is not None:
            (made / file).write_text(json.dumps(make()))
    log = f"{json.dumps(played_with())}\n{GENERATION.line()}\n"
    (made / tuning_folder.GENERATIONS).write_text(log)
    return made


@contextmanager
def replaced(path: Path, data: bytes) -> Iterator[None]:
    """A file with other bytes, for a while."""
    before = path.read_bytes()
    path.write_bytes(data)
    try:
        yield
    finally:
        path.write_bytes(before)


# ---------------------------------------------------------------- changes


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or object inside a document, with each of its keys."""
    keys = range(len(data)) if isinstance(data, list) else data if isinstance(data, dict) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


def changed(data: Any, chance: st.DataObject) -> Any:
    """A document with one value replaced, removed or under another key."""
    data = copy.deepcopy(data)
    found = list(places(data))
    inside, key = found[chance.draw(st.integers(0, len(found) - 1))]
    match chance.draw(st.sampled_from(["replace", "replace", "remove", "rename"])):
        case "replace":
            inside[key] = chance.draw(st.sampled_from(ODD))
        case "remove":
            del inside[key]
        case "rename" if isinstance(inside, dict):
            inside[chance.draw(st.sampled_from(["", "x", "\0", "../x"]))] = inside.pop(key)
    return data


def is_one_line(read: Callable[[Path], object], folder: Path) -> None:
    """Read a file: all is well, or one line says what is wrong."""
    said = "fine"
    try:
        read(folder)
    except RunError as error:
        said = str(error)
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=EXAMPLES)
@given(chance=st.data())
def test_a_changed_document_is_read_or_refused_in_one_line(
    folder: Path, name: str, chance: st.DataObject
) -> None:
    file, _, read = DOCUMENTS[name]
    data = changed(json.loads((folder / file).read_text()), chance)
    with replaced(folder / file, json.dumps(data).encode()):
        is_one_line(read, folder)


@pytest.mark.parametrize("files", [tournament_files, difficulty_files, tuning_files])
@settings(max_examples=EXAMPLES)
@given(chance=st.data())
def test_results_of_other_types_are_refused_in_one_line(
    folder: Path, files: Any, chance: st.DataObject
) -> None:
    path = folder / (files.CHECK if files is tuning_files else files.RESULT)
    data = json.dumps(signed(changed(results(), chance)))
    with replaced(path, data.encode()):
        is_one_line(files.read_results, folder)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_bytes_that_are_no_document_are_refused_in_one_line(folder: Path, name: str) -> None:
    file, _, read = DOCUMENTS[name]
    whole = (folder / file).read_bytes()
    for data in [*RAW, whole[: len(whole) // 2], whole + b"x", whole.replace(b'"', b"\xe9", 1)]:
        with replaced(folder / file, data):
            is_one_line(read, folder)


@settings(max_examples=EXAMPLES)
@given(chance=st.data())
def test_a_changed_log_is_read_or_refused_in_one_line(folder: Path, chance: st.DataObject) -> None:
    path = folder / tuning_folder.GENERATIONS
    lines = changed([json.loads(line) for line in path.read_text().splitlines()], chance)
    text = "".join(f"{json.dumps(each)}\n" for each in lines)
    with replaced(path, chance.draw(st.sampled_from([text.encode(), *RAW]))):
        is_one_line(read_log, folder)
        is_one_line(show("tune", "show"), folder)


@pytest.mark.parametrize("data", RAW)
@pytest.mark.parametrize("command", ["sql", "replay", "report", "run"])
def test_commands_refuse_a_manifest_in_one_line(
    folder: Path, command: str, data: bytes, tmp_path: Path
) -> None:
    words = {
        "sql": [str(folder), "select * from games"],
        "replay": [str(folder), "--game", "0"],
        "report": [str(folder), "--out", str(tmp_path / "page.html")],
        "run": ["--out", str(folder), "--resume"],
    }
    with replaced(folder / MANIFEST, data):
        result = CliRunner().invoke(main, [command, *words[command]])
    assert result.exit_code == 2
    *progress, line = result.stderr.splitlines()
    assert line.startswith(f"trisim: {folder / MANIFEST}: can't be understood (")
    assert progress in ([], ["Reporting …"])


def test_a_receipt_that_can_not_be_understood_is_told(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with replaced(folder / RECEIPT, b"null"):
        assert Run(folder).games_played == GAMES // 2
    assert caplog.messages == [
        f"trisim: {folder / RECEIPT}: can't be understood (an object is expected, not null); its "
        "part doesn't count"
    ]
