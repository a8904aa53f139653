"""JSON files of runs and campaigns: whatever they hold, one line says what is wrong with them."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.small_run import GAMES, small_run
from tests.stats.planted_solo import SHIFTS, planted_findings
from tests.stats.tables_of_games import planted_sheets, standings_of
from tests.stats.test_tuning_check import planted
from trisim.campaigns.difficulty import RESULT as DIFFICULTY
from trisim.campaigns.difficulty import Study
from trisim.campaigns.tournament import RESULT as TOURNAMENT
from trisim.campaigns.tournament import Tournament
from trisim.campaigns.tuning import CHECK, Tuning
from trisim.campaigns.tuning_log import GENERATIONS, Generation, played_with, read_log
from trisim.cli import main
from trisim.documents import plain
from trisim.report.results import CHECKSUM, checksum_of
from trisim.sim.campaign import Campaign, prepare_campaign, wanted_manifest
from trisim.sim.campaign_folder import BEGUN, CAMPAIGN
from trisim.sim.errors import RunError
from trisim.sim.lineups import mixed_lineups
from trisim.sim.lock import LOCK, Holder, read_lock
from trisim.sim.manifest import MANIFEST
from trisim.sim.receipts import RECEIPTS
from trisim.sim.run import Run

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


def campaign(kind: type[Campaign[Any, Any]], **given: Any) -> Any:
    """The manifest of a campaign as it is written."""
    made = wanted_manifest(kind, prepare_campaign(kind.request_type.of(**given)))
    return plain(replace(made, status=BEGUN))


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

IN_TOURNAMENT, IN_STUDY, IN_TUNING = "a_tournament", "a_study", "a_tuning"
"""The folders of campaigns."""


def inside(name: str, read: Callable[[Path], object]) -> Callable[[Path], object]:
    """What reads a folder inside another."""
    return lambda folder: read(folder / name)


SHOW = {
    IN_TOURNAMENT: inside(IN_TOURNAMENT, show("tournament", "show")),
    IN_STUDY: inside(IN_STUDY, show("difficulty", "show")),
    IN_TUNING: inside(IN_TUNING, show("tune", "show")),
}
DOCUMENTS: dict[str, Document] = {
    "manifest": (MANIFEST, None, open_run),
    "receipt": (RECEIPT, None, open_run),
    "tournament": (
        f"{IN_TOURNAMENT}/{CAMPAIGN}",
        partial(campaign, Tournament, strategies=("random", "greedy")),
        inside(IN_TOURNAMENT, Tournament),
    ),
    "study": (
        f"{IN_STUDY}/{CAMPAIGN}",
        partial(campaign, Study, games=20),
        inside(IN_STUDY, Study),
    ),
    "tuning": (
        f"{IN_TUNING}/{CAMPAIGN}",
        partial(campaign, Tuning, check=("random",)),
        inside(IN_TUNING, Tuning),
    ),
    "standings": (
        f"{IN_TOURNAMENT}/{TOURNAMENT}",
        results,
        inside(IN_TOURNAMENT, SHOW[IN_TOURNAMENT]),
    ),
    "findings": (f"{IN_STUDY}/{DIFFICULTY}", results, inside(IN_STUDY, SHOW[IN_STUDY])),
    "check": (f"{IN_TUNING}/{CHECK}", results, inside(IN_TUNING, SHOW[IN_TUNING])),
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
    log = f"{json.dumps(played_with('trismegistus'))}\n{GENERATION.line()}\n"
    (made / IN_TUNING / GENERATIONS).write_text(log)
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


@pytest.mark.parametrize(
    ("kind", "file"),
    [
        (Tournament, f"{IN_TOURNAMENT}/{TOURNAMENT}"),
        (Study, f"{IN_STUDY}/{DIFFICULTY}"),
        (Tuning, f"{IN_TUNING}/{CHECK}"),
    ],
)
@settings(max_examples=EXAMPLES)
@given(chance=st.data())
def test_results_of_other_types_are_refused_in_one_line(
    folder: Path, kind: type[Campaign[Any, Any]], file: str, chance: st.DataObject
) -> None:
    path = folder / file
    data = json.dumps(signed(changed(results(), chance)))
    with replaced(path, data.encode()):
        is_one_line(kind.read_result, path.parent)


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
    path = folder / IN_TUNING / GENERATIONS
    lines = changed([json.loads(line) for line in path.read_text().splitlines()], chance)
    text = "".join(f"{json.dumps(each)}\n" for each in lines)
    with replaced(path, chance.draw(st.sampled_from([text.encode(), *RAW]))):
        is_one_line(read_log, path.parent)
        is_one_line(SHOW[IN_TUNING], folder)


@pytest.mark.parametrize("data", RAW)
@pytest.mark.parametrize("command", ["sql", "replay", "report", "run"])
def test_commands_refuse_a_manifest_in_one_line(
    folder: Path, command: str, data: bytes, tmp_path: Path
) -> None:
    words = {
        "sql": [str(folder), "select * from games"],
        "replay": [str(folder), "0"],
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
