"""The blocks on actions and options of players, in the section on the flow of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trisim.report.figures.game_flow import draw_actions
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.sections.words import basis_of, percent, round_words
from trisim.report.style import SERIES
from trisim.stats.analyses.turns import ActionShare, RoundFlow
from trisim.texts import listed


def turn_blocks(
    actions: tuple[ActionShare, ...], rounds: tuple[RoundFlow, ...], colors: Mapping[str, str]
) -> tuple[Block, ...]:
    """Actions and options, if there are turns; ``colors`` are those of actions."""
    blocks = []
    if actions:
        blocks.append(action_block(actions, colors))
    if any(each.choices.clusters for each in rounds):
        blocks.append(choice_block(rounds))
    return tuple(blocks)


def action_block(actions: tuple[ActionShare, ...], colors: Mapping[str, str]) -> Block:
    """The actions of turns, round by round."""
    rounds = rounds_of(actions)
    words = " ".join(action_words(actions, number, len(rounds) > 1) for number in rounds)
    several = rounds[1:]
    return Block(
        "flow-actions",
        "What turns are spent on",
        (words,),
        basis_of(actions[0].share, f"turns of round {actions[0].round}" if several else "turns"),
        Picture(
            "flow-actions",
            "Actions, by round" if several else "Actions",
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
    return sorted({each.round for each in actions})


def action_words(actions: tuple[ActionShare, ...], number: int, has_rounds: bool = True) -> str:
    """The commonest and the rarest action of a round, or of a game without rounds."""
    here = sorted(
        (each for each in actions if each.round == number), key=lambda each: -each.share.value
    )
    most, least = here[0], here[-1]
    where = f"Round {number}: most often" if has_rounds else "Most often"
    words = f"{where} {most.action}, {percent(most.share)} of the turns"
    if never := [each.action for each in here if each.share.value == 0]:
        return f"{words}; never {listed(never, 'or')}."
    rarest = f"; least often {least.action}, {percent(least.share)}" if most is not least else ""
    return f"{words}{rarest}."


def choice_block(rounds: tuple[RoundFlow, ...]) -> Block:
    """The number of options."""
    words = (
        f"The real choices in a turn: {by_round(rounds, 'choices')}. The options in a choice: "
        f"{by_round(rounds, 'options')}.",
        forced_words(rounds),
    )
    return Block(
        "flow-choices",
        "What there is to choose",
        words,
        basis_of(rounds[0].options, "choices of the first round" if rounds[1:] else "choices"),
        Picture(
            "flow-choices",
            "Options in a choice, by round" if rounds[1:] else "Options in a choice",
            f"A mean with its interval for each round. {words[0]}",
            lambda: draw_dots([Dot(name, here.options, SERIES[0]) for name, here in named(rounds)]),
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


def named(rounds: Sequence[RoundFlow]) -> list[tuple[str, RoundFlow]]:
    """Rounds with their names in figures; a single one is the whole game."""
    return [(f"round {each.round}" if rounds[1:] else "all turns", each) for each in rounds]


def by_round(rounds: Sequence[RoundFlow], figure: str) -> str:
    """A figure in each round; without rounds, in the whole game."""
    found = [(each.round, getattr(each, figure)) for each in rounds]
    return round_words(found) if rounds[1:] else percent(found[0][1])


def forced_words(rounds: Sequence[RoundFlow]) -> str:
    """How often there is only one option."""
    most = max(rounds, key=lambda each: each.forced.value)
    if not most.forced.value:
        return "No turn was without a real choice."
    often = f" come most often in round {most.round}" if rounds[1:] else ""
    return f"Turns without any real choice{often}: {percent(most.forced)}."
