"""Goldens and counts of a game, and the version of the rules that they belong to."""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

SAME_RULES = "--same-rules"


@dataclass(frozen=True)
class Frozen:
    """What is frozen of a game; ``version.json`` beside the goldens has version and digest."""

    rules_version: int
    version_file: str
    """Where the version of the rules is raised."""

    folder: Path
    """Where the goldens are."""

    counts: Path
    module: str
    """What writes all of it anew."""

    write: Callable[[Path], None]
    """Writes the goldens into a folder."""

    @property
    def version(self) -> Path:
        return self.folder / "version.json"

    @property
    def command(self) -> str:
        return f"NUMBA_DISABLE_JIT=1 python -m {self.module}"

    def digest(self) -> str:
        """A hash of all golden transcripts and of all counts of legal moves."""
        goldens = sorted(self.folder.glob("*.txt"))
        texts = {path.name: path.read_text(encoding="utf-8") for path in goldens}
        entries = tomllib.loads(self.counts.read_text(encoding="utf-8"))["counts"]
        counts = {entry["name"]: entry["counts"] for entry in entries}
        return hashlib.sha256(json.dumps([texts, counts]).encode()).hexdigest()

    def recorded(self) -> dict[str, object]:
        """The version of the rules that goldens and counts belong to, and their digest."""
        found: dict[str, object] = json.loads(self.version.read_text(encoding="utf-8"))
        return found

    def record(self, *, same_rules: bool) -> bool:
        """Write down the version; not if it should have been raised. Whether it is right now."""
        now = {"rules_version": self.rules_version, "digest": self.digest()}
        was = self.recorded() if self.version.exists() else {}
        is_raised = was.get("rules_version") != self.rules_version
        if was != now and (is_raised or same_rules):
            self.version.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
            return True
        return was == now

    def regenerate(self, args: Sequence[str]) -> int:
        """Write goldens and version anew; 1 if the version should have been raised."""
        self.folder.mkdir(exist_ok=True)
        self.write(self.folder)
        if self.record(same_rules=SAME_RULES in args):
            return 0
        sys.stderr.write(
            f"Goldens or counts have changed, and RULES_VERSION is still {self.rules_version}: "
            f"raise it in {self.version_file}, or add {SAME_RULES} if the rules are the same.\n"
        )
        return 1
