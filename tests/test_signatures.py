"""The functions of ``trisim`` and the commands: the names and defaults of the requests."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
import pytest

import trisim
from trisim.campaigns.balance_request import BalanceRequest
from trisim.campaigns.compare import CompareRequest
from trisim.campaigns.restrict_request import RestrictRequest
from trisim.campaigns.solution import SolveRequest
from trisim.campaigns.sweep_request import SweepRequest
from trisim.campaigns.tournament import TournamentRequest
from trisim.campaigns.tuning_request import TuningRequest
from trisim.campaigns.watch_request import WatchRequest
from trisim.sim.options import python_defaults
from trisim.sim.request import Execution, Request
from trisim.sim.run_request import RunRequest

REQUIRED = inspect.Parameter.empty

FUNCTIONS: dict[str, tuple[Callable[..., Any], type[Request], dict[str, Any]]] = {
    "run": (trisim.run, RunRequest, {"out": None}),
    "tournament": (
        trisim.tournament,
        TournamentRequest,
        {"strategies": REQUIRED, "out": REQUIRED},
    ),
    "balance": (trisim.balance, BalanceRequest, {"out": None}),
    "compare": (trisim.compare, CompareRequest, {"versions": REQUIRED, "out": None}),
    "difficulty": (trisim.difficulty, SolveRequest, {"out": None}),
    "restrict": (trisim.restrict, RestrictRequest, {"out": REQUIRED}),
    "sweep": (trisim.sweep, SweepRequest, {"out": None}),
    "tune": (trisim.tune, TuningRequest, {"start": "", "out": REQUIRED}),
    "watch": (
        trisim.watch,
        WatchRequest,
        {"watched": REQUIRED, "out": None, "once": False, "on_fault": None},
    ),
}
"""By command: the function, the request, and the parameters that are no options."""

SINGULAR = {
    "measures": "measure",
    "settings": "set",
    "strategies": "strategy",
    "variants": "variant",
}
"""Parameters that take a list, where an option takes one thing and can be given several times."""

ONLY_IN_PYTHON = {
    "cards": "one of the tables of --with",
    "ledger": "one of the tables of --with",
    "on_fault": "faults are shown",
    "progress": "--quiet",
    "roles": "the game's word for them",
    "start": "an argument without a name",
    "watched": "an argument without a name",
}
ONLY_TYPED = {
    "detect": "a dry run says it",
    "dry-run": "writes nothing and gives nothing back",
    "help": "docstrings say it in Python",
    "quiet": "progress",
    "save": "the path of the file is the attribute tuned",
    "suggest-knobs": "trisim.campaigns.knobs_suggested.suggested gives the text",
    "trust": "a call in Python is always strict, and trisim.open has trust",
    "with": "cards and ledger",
}


OF_THE_GAME = {"achievements", "difficulty", "intro", "option", "planning", "solo"}
OF_THE_STUDY = {"combination", "rolls"}
"""Options that the game declares: in Python they go through ``**options``."""


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The parameters of a function, without ``**options``."""
    *named, last = inspect.signature(function).parameters.values()
    assert last.kind is inspect.Parameter.VAR_KEYWORD
    return {each.name: each for each in named}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_python_has_the_names_and_defaults_of_the_request(name: str) -> None:
    function, request, own = FUNCTIONS[name]
    found = {name: each.default for name, each in parameters_of(function).items()}
    asked = python_defaults(request) | python_defaults(Execution)
    assert found == asked | {"progress": None} | own


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_command_has_the_names_of_python(name: str) -> None:
    command: click.Command = getattr(import_module(f"trisim.cli.{name}"), name)
    context = click.Context(command)
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    typed = {word for each in options for word in each.opts if word.startswith("--")}
    python = set(parameters_of(FUNCTIONS[name][0])) - set(ONLY_IN_PYTHON)
    python -= {"tournament": {"strategies"}, "compare": {"versions"}}.get(name, set())
    singular = SINGULAR | ({"targets": "target"} if name == "sweep" else {})  # several, not a file
    words = {singular.get(word, word).replace("_", "-") for word in python}
    words |= OF_THE_GAME | (OF_THE_STUDY if name == "difficulty" else set())
    words |= {"alchemists"} if "roles" in parameters_of(FUNCTIONS[name][0]) else set()
    assert typed - {f"--{word}" for word in ONLY_TYPED} == {f"--{word}" for word in words}
