"""Boxes of the example: their record, and how mistakes are reported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from summit.box import FORMAT, box_record
from summit.state import CARDS, ROLES
from tests.example.playing import BOX
from trisim.box.box import load_box
from trisim.box.faults import BoxError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(str(FORMAT.reference), tmp_path / "box"))


def test_the_record_has_what_the_files_say() -> None:
    record = box_record(BOX)
    assert record.cards == len(BOX.weather) == len({*record.key[: record.cards]})
    assert list(record.wind[: record.cards]) == [card.wind for card in BOX.weather]
    assert list(record.points[: record.cards]) == [card.points for card in BOX.weather]
    assert record.roles == len(BOX.climbers) == len(BOX.roles)
    assert (record.summit, record.days) == (BOX.rules.summit, BOX.rules.days)


def test_a_mistake_is_one_line(folder: Path) -> None:
    rules = folder / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("days = 5", "days = 50"))
    with pytest.raises(BoxError, match=r"rules\.toml.*'50': out of range; expected a whole number"):
        load_box(FORMAT, folder)


def test_there_is_room_for_so_many_cards(folder: Path) -> None:
    more = "".join(f"more-{number},More {number},1,1\n" for number in range(CARDS))
    with (folder / "weather.csv").open("a", encoding="utf-8") as file:
        file.write(more)
    with pytest.raises(BoxError, match=f"are too many; keep {CARDS} at the most"):
        load_box(FORMAT, folder)


def test_there_is_room_for_so_many_climbers(folder: Path) -> None:
    with (folder / "climbers.toml").open("a", encoding="utf-8") as file:
        for number in range(ROLES):
            file.write(f'\n[new-{number}]\nname = "New {number}"\ngrip = 0\nextra_cards = 0\n')
    with pytest.raises(BoxError, match=f"are too many; keep {ROLES} at the most"):
        load_box(FORMAT, folder)
