"""Results of campaigns as JSON: written with a checksum, and read again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from trisim.documents import DocumentError, typed_at
from trisim.sim.campaign import Campaign
from trisim.sim.disk import write_text
from trisim.sim.errors import FolderError
from trisim.sim.stored import read_stored

R = TypeVar("R")

CHECKSUM = "sha256"
"""The key with the checksum of all others."""


def write_result(path: Path, data: Mapping[str, Any]) -> None:
    signed = {**data, CHECKSUM: checksum_of(data)}
    write_text(path, json.dumps(signed, indent=1, ensure_ascii=False) + "\n")


def checksum_of(data: Mapping[str, Any]) -> str:
    """The SHA-256 of all values, independent of the layout of the file."""
    values = {name: value for name, value in data.items() if name != CHECKSUM}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def read_result(
    campaign: type[Campaign[Any, Any]], folder: Path, name: str, key: str, kind: type[R]
) -> R:
    """The value of a key in a results file of a campaign."""
    again = f"'trisim {campaign.command} --out {folder} --resume'"
    if folder.exists() and not folder.is_dir():
        raise FolderError(f"{folder}: this is a file; name the folder of a {campaign.kind}")

    def read(data: Any) -> R:
        if typed_at(CHECKSUM, str, data) != checksum_of(data):
            raise DocumentError("it has been changed since it was written")
        return typed_at(key, kind, data)

    try:
        return read_stored(folder / name, read, advice=f"{again} writes it anew")
    except FileNotFoundError:
        campaign(folder)  # says so if there is no such campaign at all
        raise FolderError(
            f"{folder}: this {campaign.kind} has no results yet; continue with {again}"
        ) from None
