"""What is watched, and what it is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.campaigns.compare import GAMES, GAMES_A_PART, CompareRequest
from trisim.campaigns.compare_until import Until
from trisim.campaigns.compare_versions import VersionWord, complete_words
from trisim.documents import STORED
from trisim.players.player import Player, speed_of
from trisim.sim.campaign import Version
from trisim.sim.errors import SettingsError
from trisim.sim.options import check_options, option
from trisim.sim.run_request import RunRequest, as_paths

RUN = "state"
DIGITS = 12
"""Digits of the digest in the name of a run."""

AT_START = "at the start"


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest(CompareRequest):
    """A request that decides, with base, strategies and version, every row of every state.

    The options are those of a comparison; how long it plays and what it shows is fixed.
    """

    what: ClassVar[str] = "watch"
    can_be_extended: ClassVar[bool] = False

    watched: str
    """The box or variant whose files are watched, as a complete word."""

    base: str = option(
        "",
        "What it is compared with: reference, a box or a variant.",
        metavar="VERSION",
        default_words="a box: its state at the start; a variant: the box without it",
    )
    games: int = option(
        GAMES, "How many games of each state, rounded up to whole deals; all have the same deals."
    )
    targets_file: str = ""
    """The name of the file of targets, for the command that confirms."""

    versions: tuple[str, ...] = field(default=(), metadata={STORED: False})
    """The base and what is watched."""

    until_ci: Until | None = None
    decisive: int = 0
    retune: int = 0

    def __post_init__(self) -> None:
        self.complete()
        check_options(self)
        base, put = VersionWord.read(self.base), object.__setattr__
        put(self, "versions", (self.base, self.watched))
        put(self, "box", base.box)
        put(self, "variants", base.variants)
        put(self, "games", self.run_of(base).games)

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert the names of what is watched and its base, and all that a comparison has."""
        words = read_words(values, given)
        file = str(values["targets"]) if "targets" in given else values.get("targets_file", "")
        values = {**values, **words, "targets_file": file, "versions": ()}
        return CompareRequest.understood(values, given - {"box", "variants", "versions"})

    # -- what follows

    @property
    def names(self) -> tuple[str, ...]:
        """The base and what is watched, as tables show them."""
        base, watched = (VersionWord.read(word) for word in self.versions)
        if self.base == self.watched:
            return f"{watched.short} {AT_START}", watched.short
        return base.short, watched.short if watched.short != base.short else str(watched)

    def other_versions(self, box: Box) -> tuple[Version, ...]:
        """None: the states are not known when it begins."""
        return ()

    def boxes(self, box: Box, others: Sequence[Box]) -> dict[str, Box]:
        return {}

    @property
    def games_before_runs(self) -> int:
        """Those of one state: the runs at the beginning are only that of the base."""
        return self.games

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run of the base."""
        word = VersionWord.read(self.base)
        return {state_name(box): self.run_of(word, GAMES_A_PART[speed_of(list(players.values()))])}

    def run_of(self, version: VersionWord, part_games: int | None = None) -> RunRequest:
        """The run of a state; without the ledger, which takes time to write and read."""
        return replace(CompareRequest.run_of(self, version, part_games), ledger=0)

    def differences(self, other: CompareRequest) -> list[str]:
        """As of a comparison; what is watched in a line of its own."""
        lines = CompareRequest.differences(self, other)
        return [line for line in lines if not line.startswith("targets-file:")]


def state_name(box: Box) -> str:
    """The folder of the run of a state, by the values that games depend on."""
    return f"{RUN}-{box.rules_digest[:DIGITS]}"


def read_words(values: Mapping[str, Any], given: frozenset[str]) -> dict[str, str]:
    """What is watched and its base as complete words; those of a folder are so already."""
    if "watched" not in given:
        if missing := next((name for name in ("box", "variants", "base") if name in given), ""):
            name = {"variants": "variant"}.get(missing, missing)
            raise SettingsError(f"--{name}: name what is watched again, too")
        if "watched" not in values:
            raise SettingsError("watch: name a box or variant, such as mybox or light.toml")
        return {name: values[name] for name in ("watched", "base")}
    box = values.get("box") if "box" in given else None
    variants = as_paths(values.get("variants", ())) if "variants" in given else ()
    over = VersionWord(None if box is None else Path(box), variants)
    if not str(values["watched"]).strip():
        raise SettingsError("watch '': a name is missing; name a box or variant")
    (watched,) = complete_words([str(values["watched"])], over)
    base = without_last_variant(watched)
    if "base" in given and values["base"]:
        (base,) = complete_words([str(values["base"])], over)
    if not files_in(VersionWord.read(watched)):
        raise SettingsError(
            "reference: it is a part of trisim that never changes; 'trisim box new mybox' makes a "
            "copy to edit and watch"
        )
    return {"watched": watched, "base": base}


def without_last_variant(word: str) -> str:
    """The box below a variant; a box without variants stays as it is.

    >>> without_last_variant("mybox+a.toml+b.toml"), without_last_variant("mybox")
    ('mybox+a.toml', 'mybox')
    """
    read = VersionWord.read(word)
    return str(VersionWord(read.box, read.variants[:-1]))


def files_in(word: VersionWord) -> tuple[Path, ...]:
    """The paths of a box and its variants; none of the reference set."""
    return ((word.box,) if word.box is not None else ()) + word.variants
