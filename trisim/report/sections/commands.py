"""The command that plays what a report lacks: a run like another, with other strategies."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from trisim.report.inputs import RunInputs
from trisim.report.sections.words import slug
from trisim.stats.analyses.source import Facts

PLAY = ["trisim", "run"]
REPLACED = ("--strategy", "--lineup", "--out")
"""Options of the other command that are given anew."""


def command_like(run: RunInputs, strategies: Sequence[str]) -> str:
    """One strategy in all places, or the first of two at a table of the other."""
    who = lineup_words(run.facts, strategies)
    option = "--strategy" if len(strategies) == 1 else "--lineup"
    folder = f"runs/{'-'.join(slug(name) for name in strategies)}"
    return shlex.join([*settings_of(run), option, who, "--out", folder])


def lineup_words(facts: Facts, strategies: Sequence[str]) -> str:
    """As the command line takes it: ``tuned,balanced*3``."""
    if len(strategies) == 1:
        return strategies[0]
    one, other = strategies
    return f"{one},{other}*{facts.players - 1}" if facts.players > 2 else f"{one},{other}"


def settings_of(run: RunInputs) -> list[str]:
    """The command of a run without strategies and folder; else what is known of the run."""
    command = run.provenance.command if run.provenance else ""
    words = shlex.split(command) if is_complete(command) else []
    return without(words, REPLACED) if words else settings_from(run.facts)


def is_complete(command: str) -> bool:
    """Whether a command has all settings of a run: no campaign's, from Python, or to go on."""
    words = command.split()
    return words[:2] == PLAY and not {"--resume", "--force"} & set(words)


def without(words: Sequence[str], options: Sequence[str]) -> list[str]:
    """A command without some options and their values."""
    kept: list[str] = []
    is_value = False
    for word in words:
        if not is_value and word.partition("=")[0] not in options:
            kept.append(word)
        is_value = not is_value and word in options
    return kept


def settings_from(facts: Facts) -> list[str]:
    """Game, players, games and seed."""
    players = [] if facts.has_automa else ["--players", str(facts.players)]
    numbers = ["--games", str(facts.games), "--seed", str(facts.seed)]
    return [*PLAY, "--game", facts.game, *players, *numbers]
