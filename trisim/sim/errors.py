"""Errors of runs: one line (what, where, how to fix it) and an exit code."""

from __future__ import annotations

from typing import ClassVar

OUR_FAULT = 1
USER_MISTAKE = 2
INTERRUPTED = 130


class RunError(Exception):
    """A run that can't start or continue."""

    exit_code: ClassVar[int] = OUR_FAULT


class SettingsError(RunError):
    """Settings that do not describe a run."""

    exit_code = USER_MISTAKE


class FolderError(RunError):
    """A directory that can't hold the requested run."""

    exit_code = USER_MISTAKE


class BadStrategyError(RunError):
    """A strategy that can't be loaded, raises or returns nonsense."""

    exit_code = USER_MISTAKE


class BackendError(RunError):
    """A backend that isn't installed, can't be reached or was named wrongly."""

    exit_code = USER_MISTAKE


class InterruptedRunError(RunError):
    """The user stopped the run."""

    exit_code = INTERRUPTED


class AbandonedPartError(RunError):
    """A part is abandoned because its run was stopped."""
