"""Receipts: the files of a finished part. A part without a receipt does not exist."""

from __future__ import annotations

import json
import logging
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from trisim.documents import Count, DocumentError, plain, read_json, typed, typed_at
from trisim.sim.disk import write_text

LOG = logging.getLogger("trisim")

RECEIPTS = ".receipts"
NAME = re.compile(r"part-(\d{5})\.json")
TABLE_NAME = re.compile(r"part-(\d{5})\.parquet")


@dataclass(frozen=True, slots=True)
class FileRecord:
    rows: Count
    bytes: Count
    sha256: str


@dataclass(frozen=True, slots=True)
class PartRecord:
    """A finished part: its deals, and its file in each table."""

    part: Count
    first_deal: Count
    deals: Count
    games: Count
    seconds: float
    """The time on one core."""

    files: dict[str, FileRecord]

    ALSO_WRITTEN: ClassVar[tuple[str, ...]] = ("run",)
    """Receipts say which run they are of."""

    def is_in(self, folder: Path) -> bool:
        """Whether all files exist with the recorded size; ``sim.verify`` compares checksums."""
        return all(
            size_of(folder / table / table_file(self.part)) == record.bytes
            for table, record in self.files.items()
        )


def table_file(part: int) -> str:
    """The name of a part in the folder of a table."""
    return f"part-{part:05d}.parquet"


def size_of(path: Path) -> int:
    """The size of a regular file; -1 if there is none. A pipe or a device is never read."""
    try:
        found = path.stat()
    except OSError:
        return -1
    return found.st_size if stat.S_ISREG(found.st_mode) else -1


def write_receipt(folder: Path, run_id: str, record: PartRecord) -> None:
    """Record that a part is finished; if a power cut loses the receipt, only this part is lost."""
    text = json.dumps({"run": run_id, **plain(record)})
    write_text(folder / RECEIPTS / f"part-{record.part:05d}.json", text + "\n", flush=False)


def read_receipts(folder: Path, run_id: str) -> dict[int, PartRecord]:
    """The finished parts; receipts of other runs and unreadable ones don't count."""
    records = (read_receipt(path, run_id) for path in receipt_files(folder))
    return by_part(record for record in records if record is not None)


def by_part(records: Iterable[PartRecord]) -> dict[int, PartRecord]:
    return {record.part: record for record in sorted(records, key=lambda record: record.part)}


def receipt_files(folder: Path) -> list[Path]:
    place = folder / RECEIPTS
    found = place.iterdir() if place.is_dir() else ()
    return sorted(path for path in found if NAME.fullmatch(path.name))


def read_receipt(path: Path, run_id: str) -> PartRecord | None:
    try:
        data = read_json(path)
        return typed(PartRecord, data) if typed_at("run", str, data) == run_id else None
    except FileNotFoundError:
        return None
    except (OSError, DocumentError) as error:
        LOG.warning("trisim: %s: can't be understood (%s); its part doesn't count", path, error)
        return None
