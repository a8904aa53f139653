"""The blocks on what players do and may choose, in the section on the flow of the game."""

from __future__ import annotations

from collections.abc import Mapping

from trisim.report.figures.game_flow import draw_actions
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.sections.words import basis_of, percent, round_words
from trisim.report.style import SERIES
from trisim.stats.analyses.flow import Flow
from trisim.stats.analyses.turns import ActionShare, RoundFlow
from trisim.texts import listed


def turn_blocks(found: Flow, colors: Mapping[str, str]) -> tuple[Block, ...]:
    """Actions and choices, if there are turns."""
    blocks = []
    if found.actions:
        blocks.append(action_block(found.actions, colors))
    if found.rounds:
        blocks.append(choice_block(found.rounds))
    return tuple(blocks)


def action_block(actions: tuple[ActionShare, ...], colors: Mapping[str, str]) -> Block:
    """What turns are spent on, round by round."""
    words = " ".join(action_words(actions, number) for number in rounds_of(actions))
    return Block(
        "flow-actions",
        "What turns are spent on",
        (words,),
        basis_of(actions[0].share, f"turns of round {actions[0].round}"),
        Picture(
            "flow-actions",
            "Actions, by round",
            f"A bar for each round, cut into shares of actions. {words}",
            lambda: draw_actions(actions, colors),
        ),
        Table(
            "flow-actions",
            "Share of turns, by round and action",
            (
                Column("round", "Round", Kind.COUNT),
                Column("action", "Action"),
                Column("share", "Share", Kind.ESTIMATE),
            ),
            tuple((each.round, each.action, each.share) for each in actions),
            shown=21,
        ),
    )


def rounds_of(actions: tuple[ActionShare, ...]) -> list[int]:
    """Rounds that have turns."""
    return sorted({each.round for each in actions})


def action_words(actions: tuple[ActionShare, ...], number: int) -> str:
    """The commonest and the rarest action of a round."""
    here = sorted(
        (each for each in actions if each.round == number), key=lambda each: -each.share.value
    )
    most, least = here[0], here[-1]
    words = f"Round {number}: most often {most.action}, {percent(most.share)} of the turns"
    if never := [each.action for each in here if each.share.value == 0]:
        return f"{words}; never {listed(never, 'or')}."
    rarest = f"; least often {least.action}, {percent(least.share)}" if most is not least else ""
    return f"{words}{rarest}."


def choice_block(rounds: tuple[RoundFlow, ...]) -> Block:
    """How much there is to choose."""
    most = max(rounds, key=lambda each: each.forced.value)
    words = (
        f"The real choices in a turn: {round_words([(e.round, e.choices) for e in rounds])}. The "
        f"options in a choice: {round_words([(e.round, e.options) for e in rounds])}.",
        f"Turns without any real choice come most often in round {most.round}: "
        f"{percent(most.forced)}."
        if most.forced.value
        else "No turn was without a real choice.",
    )
    return Block(
        "flow-choices",
        "What there is to choose",
        words,
        basis_of(rounds[0].options, "choices of the first round"),
        Picture(
            "flow-choices",
            "Options in a choice, by round",
            f"A mean with its interval for each round. {words[0]}",
            lambda: draw_dots(
                [Dot(f"round {each.round}", each.options, SERIES[0]) for each in rounds]
            ),
        ),
        Table(
            "flow-choices",
            "Turns and choices, by round",
            (
                Column("round", "Round", Kind.COUNT),
                Column("turns", "Turns", Kind.ESTIMATE, "of all players in a game"),
                Column("choices", "Choices in a turn", Kind.ESTIMATE),
                Column("options", "Options in a choice", Kind.ESTIMATE),
                Column("forced", "Forced turns", Kind.ESTIMATE, "without any real choice"),
            ),
            tuple(
                (each.round, each.turns, each.choices, each.options, each.forced) for each in rounds
            ),
        ),
    )
