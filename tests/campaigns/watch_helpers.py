"""Small watches of the example game, and somebody who saves files meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.campaigns.compare_helpers import GAME
from trisim.box.files import copy_reference
from trisim.campaigns.saved_files import POLL
from trisim.campaigns.watch import Watch
from trisim.campaigns.watch_request import WatchRequest
from trisim.campaigns.watching import Event, Watching, watching
from trisim.plugin import load
from trisim.sim.campaign import Prepared, prepare_campaign, prepared_again
from trisim.sim.request import Execution

GAMES = 24

Act = Callable[[], object]


@dataclass(slots=True)
class Editor:
    """Somebody at an editor: waits without waiting, and does one thing after the other."""

    acts: list[Act] = field(default_factory=list)
    """Done while nothing happens; then it ends."""

    while_settling: list[Act] = field(default_factory=list)
    """Done between two looks at files that have just changed."""

    while_playing: list[Act] = field(default_factory=list)
    """Done between two parts."""

    def __call__(self, seconds: float) -> bool:
        if seconds == 0:
            if self.while_playing:
                self.while_playing.pop(0)()
            return False
        todo = self.acts if seconds == POLL else self.while_settling
        if todo:
            todo.pop(0)()
            return False
        return seconds == POLL


def box(folder: Path) -> Path:
    """A box of the example game, to be edited."""
    made = folder / "mybox"
    copy_reference(load(GAME).box, made)
    return made


def replace_in(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def edit(folder: Path, before: str, after: str, name: str = "rules.toml") -> Act:
    return lambda: replace_in(folder / name, before, after)


def lower(folder: Path, summit: int = 20) -> Act:
    """A lower summit is reached sooner."""
    return edit(folder, "summit = 36", f"summit = {summit}")


def request(watched: Path | str, **changes: Any) -> WatchRequest:
    """Two players, so that a deal has two games."""
    given: dict[str, Any] = {"game": GAME, "players": 2, "games": GAMES, "strategy": "random"}
    return WatchRequest.of(watched=str(watched), **{**given, **changes})


def watch(
    asked: WatchRequest,
    out: Path | None,
    editor: Editor | None = None,
    *,
    once: bool = False,
    **how: Any,
) -> AbstractContextManager[Watching]:
    """A watch that is played in one thread."""
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return watching(
        prepared(asked, out, execution), out, execution, once=once, pause=editor or Editor()
    )


def prepared(asked: WatchRequest, out: Path | None, execution: Execution) -> Prepared[WatchRequest]:
    if out is not None and execution.resume:
        return prepared_again(Watch, asked, out)
    return prepare_campaign(asked)


def events(asked: WatchRequest, out: Path | None, *acts: Act, **how: Any) -> list[Event]:
    """All that happens while somebody does some things."""
    with watch(asked, out, Editor(list(acts)), **how) as found:
        return list(found.events())
