"""The tables ``games`` and ``players`` of every game, and columns that several tables have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from trisim.record.base import Outcome
from trisim.record.columns import Column, Kind, Table

# ---------------------------------------------------------------- columns of several tables

GAME = Column(
    "game", Kind.LONG, "number of the game: (deal × scenarios + scenario) × rotations + rotation"
)
DEAL = Column("deal", Kind.LONG, "deal of the game: intervals are clustered by it")
SEAT = Column("seat", Kind.SMALL, "seat: 0 is the starting player, then clockwise")
STRATEGY = Column(
    "strategy", Kind.WORD, "who played, as named in the line-up", vocabulary="strategy"
)


def role_column(role: str, meaning: str) -> Column:
    """The column of a player's role, named by ``RoleWords.one``; missing for an automa."""
    return Column(role, Kind.WORD, meaning, vocabulary=role, may_be_missing=True)


# ---------------------------------------------------------------- tables of every game

SETUP_OF_GAME = (
    GAME,
    Column("deal", Kind.LONG, "deal: the same cards and dice in all its games"),
    Column("scenario", Kind.WORD, "the scenario, by its name", vocabulary="scenario"),
    Column("rotation", Kind.SMALL, "by how many seats the line-up and its roles are turned"),
    Column("seed", Kind.SEED, "the deal's own seed, made from the run's seed and the deal"),
    Column("players", Kind.SMALL, "how many players", "players"),
)
LENGTH_OF_GAME = (
    Column("turns", Kind.COUNT, "turns played", "turns"),
    Column("decisions", Kind.NUMBER, "real choices, those of the setup too"),
)
RESULT_OF_GAME = {
    Outcome.POINTS: (
        Column("win_score", Kind.COUNT, "the winner's score", "points"),
        Column("margin", Kind.COUNT, "winner's score less the second-best", "points"),
        Column(
            "lead_changes",
            Kind.COUNT,
            "how often somebody else came to lead alone, by the scores after each turn; the first "
            "to lead alone after a turn takes the lead from nobody, and a tie changes nothing",
        ),
        Column(
            "settled_turn",
            Kind.COUNT,
            "first turn from whose end on the later winner was never behind, by the scores after "
            "each turn; the last turn if it was behind even there; missing if the win is shared",
            may_be_missing=True,
        ),
    ),
    Outcome.TEAM: (Column("won", Kind.FLAG, "whether the team won"),),
}
STATUS = Column(
    "status",
    Kind.WORD,
    "finished; or aborted, and scored there, at a limit no legal game should reach",
    vocabulary="status",
)
ALL_RESTRICTED = Column(
    "all_restricted",
    Kind.COUNT,
    "choices in which all options were restricted, so that all were allowed (without=)",
    "decisions",
)
RESULT_OF_PLAYER = {
    Outcome.POINTS: (
        Column("score", Kind.COUNT, "final score: the sum of all vp_ columns", "points"),
        Column("rank", Kind.SMALL, "1 for the winners; players who tie have the same rank"),
        Column("win", Kind.SHARE, "1 for a win, a fraction for a shared one, 0", "wins"),
    ),
    Outcome.TEAM: (Column("win", Kind.SHARE, "1 if the team won, 0 if it lost", "wins"),),
}

PART_OF_SCORE = "vp_"
"""How the names of columns begin that add up to the score."""


def games_table(
    outcome: Outcome,
    extra: Sequence[Column] = (),
    *,
    setup: Sequence[Column] = (),
    meanings: Mapping[str, str] | None = None,
) -> Table:
    """The table ``games``.

    ``setup`` describes the kind of game and comes after ``players``; ``extra`` describes its course
    and comes before ``status``. ``meanings`` explains columns of every game in the game's words.
    """
    result = RESULT_OF_GAME[outcome]
    columns = (*SETUP_OF_GAME, *setup, *LENGTH_OF_GAME, *result, *extra, STATUS)
    return Table("games", "game", ("game",), explained(columns, meanings))


def players_table(
    outcome: Outcome,
    role: Column | None = None,
    extra: Sequence[Column] = (),
    *,
    meanings: Mapping[str, str] | None = None,
) -> Table:
    """The table ``players``; ``role`` is a ``role_column``, if players are dealt roles.

    Parts of the score are columns of ``extra`` whose names begin with ``vp_``.
    """
    who = (GAME, DEAL, SEAT, STRATEGY, *((role,) if role else ()))
    columns = (*who, *RESULT_OF_PLAYER[outcome], *extra, ALL_RESTRICTED)
    return Table("players", "player of a game", ("game", "seat"), explained(columns, meanings))


def explained(
    columns: tuple[Column, ...], meanings: Mapping[str, str] | None
) -> tuple[Column, ...]:
    """Columns with other meanings for some of them."""
    words = meanings or {}
    if unknown := sorted(set(words) - {column.name for column in columns}):
        raise ValueError(f"there is no column {', '.join(unknown)} to explain")
    return tuple(
        replace(column, meaning=words.get(column.name, column.meaning)) for column in columns
    )
