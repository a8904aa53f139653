"""A headless Chromium, driven through its DevTools pipe: no driver, no network, no library."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
LONGEST = 60
"""Seconds that anything may take on a busy machine."""

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
INTO_BROWSER, FROM_BROWSER = 3, 4
"""The numbers that Chromium gives the two ends of its pipe."""


def find_chromium() -> str | None:
    """Where it is; nothing if it isn't."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page of one Chromium, and everything that it told."""

    def __init__(self, send: IO[bytes], receive: IO[bytes]) -> None:
        self.send, self.receive = send, receive
        self.count = 0
        self.session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; what is told meanwhile is kept."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.send.write(json.dumps(message).encode() + b"\0")
        self.send.flush()
        while (answer := self.hear()).get("id") != self.count:
            self.events.append(answer)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message = bytearray()
        while (byte := self.receive.read(1)) != b"\0":
            assert byte, "Chromium has gone"
            message += byte
        heard: dict[str, Any] = json.loads(message)
        return heard

    def wait_for(self, method: str) -> None:
        """Wait until something has been told."""
        while all(event.get("method") != method for event in self.events):
            self.events.append(self.hear())

    # -- what a reader does

    def open(self, path: Path, width: int = 1280, height: int = 900, scheme: str = "light") -> None:
        """Open a file in a window of this size; what was told before is forgotten."""
        self.events = []
        self.look(width, height, scheme)
        self.ask("Page.navigate", url=path.resolve().as_uri())
        self.wait_for("Page.loadEventFired")

    def look(self, width: int, height: int, scheme: str = "light", media: str = "") -> None:
        """Look at the page in another window, by day or by night, or on paper."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", media=media, features=[feature])

    def run(self, expression: str) -> Any:
        """What a line of JavaScript comes to."""
        found = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def screenshot(self, path: Path, whole: bool = True) -> bytes:
        """A picture of the page, all of it or what the window shows."""
        found = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        data = base64.b64decode(found["data"])
        path.write_bytes(data)
        return data

    # -- what it told

    def complaints(self) -> list[str]:
        """Errors and warnings of the console, and exceptions of scripts."""
        told = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        return [json.dumps(event) for event in self.events if event.get("method") in told]

    def requests(self) -> list[str]:
        """Everything that the page asked for."""
        asked = [event for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in asked]


@contextmanager
def browsing(chromium: str, profile: Path) -> Iterator[Browser]:
    """A browser, gone afterwards."""
    inner_read, send = os.pipe()
    receive, inner_write = os.pipe()

    def take_the_numbers() -> None:
        os.dup2(inner_read, 100)
        os.dup2(inner_write, 101)
        os.dup2(100, INTO_BROWSER)
        os.dup2(101, FROM_BROWSER)

    process = subprocess.Popen(
        [chromium, *OPTIONS, f"--user-data-dir={profile}"],
        preexec_fn=take_the_numbers,
        close_fds=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(inner_read)
    os.close(inner_write)
    with os.fdopen(send, "wb") as into, os.fdopen(receive, "rb") as out:
        try:
            yield Browser(into, out)
        finally:
            with suppress(AssertionError, OSError, ValueError):
                end(into)
            process.terminate()
            process.wait(timeout=LONGEST)


def end(into: IO[bytes]) -> None:
    """Ask the browser to close."""
    into.write(b'{"id": 0, "method": "Browser.close"}\0')
    into.flush()
