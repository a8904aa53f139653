"""The section on the flow of the game: length, lead, drama, closeness; choices are in ``turns``."""

from __future__ import annotations

from trisim.report.figures.game_flow import draw_margins, draw_scores, draw_settled, margin_name
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.run_names import run_names
from trisim.report.sections.turns import turn_blocks
from trisim.report.sections.words import basis_of, exact_percent, percent
from trisim.report.style import SERIES, short
from trisim.stats.analyses.flow import CLOSE, Flow, GameFigures, SettledShare, StandingFigures
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Estimate

KEY, TITLE = "flow", "Flow of the game"
QUESTION = "Does it stay open, does it stay lively, and what is there to decide?"


HALF = 0.5
"""How often one of two wins; with two players there is only one pair."""


def build(inputs: ReportInputs) -> Section | None:
    """The flow of the games; lengths for all runs.

    None for a game whose turns are written without scores.
    """
    run = inputs.subject
    if not run.facts.may_have("turns.scores"):
        return None
    found = run.result(Flow, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [length_block(inputs, found)]
    if found.settled:
        blocks += [settled_block(found), drama_block(found)]
    if found.standings:
        blocks += [leader_block(found), score_block(found.standings)]
    if found.margins:
        blocks.append(margin_block(found))
    return Section(
        KEY,
        TITLE,
        QUESTION,
        (*blocks, *turn_blocks(found.actions, found.rounds, inputs.kit.actions)),
    )


# ---------------------------------------------------------------- length


def length_block(inputs: ReportInputs, found: Flow) -> Block:
    """Turns and decisions of a game, for all runs side by side."""
    games = found.games
    words = (
        f"A game has {percent(games.turns)} turns and {percent(games.decisions)} real choices, "
        "setup included."
    )
    names = run_names([run.facts for run in inputs.runs])
    runs = [
        (name, run.facts, here)
        for name, run in zip(names, inputs.runs, strict=True)
        if not isinstance(here := run.result(Flow, KEY), Missing)
    ]
    dots = [
        Dot(short(name, 32), here.games.turns, SERIES[place % len(SERIES)])
        for place, (name, _, here) in enumerate(runs)
    ]
    by_round = len(dots) == 1 and len(found.rounds) != 1
    if by_round:
        dots = [Dot(f"round {each.round}", each.turns, SERIES[0]) for each in found.rounds]
    return Block(
        "flow-length",
        "Length",
        (words,),
        basis_of(games.turns, "games"),
        Picture(
            "flow-length",
            "Turns of each round" if by_round else "Turns of a game",
            f"Mean turns with intervals. {words}",
            lambda: draw_dots(dots),
        )
        if dots
        else None,
        Table(
            "flow-length",
            "Length, lead and margin, run by run",
            (
                Column("run", "Run"),
                Column("players", "Players", Kind.COUNT),
                Column("turns", "Turns", Kind.ESTIMATE),
                Column("decisions", "Choices", Kind.ESTIMATE, "real ones, setup included"),
                Column("lead_changes", "Lead changes", Kind.ESTIMATE),
                Column("settled", "Settled after", Kind.ESTIMATE, "share of the turns"),
                Column("margin", "Margin", Kind.ESTIMATE, "points"),
            ),
            tuple(
                (
                    name,
                    facts.players,
                    here.games.turns,
                    here.games.decisions,
                    here.games.lead_changes,
                    here.games.settled,
                    here.games.margin,
                )
                for name, facts, here in runs
            ),
        ),
    )


# ---------------------------------------------------------------- settled


def settled_block(found: Flow) -> Block:
    """The time from which the winner was never behind again."""
    games = found.games
    words = (
        f"On average a game is settled after {percent(games.settled)} of its turns: from there on "
        f"the later winner is never behind. {half_words(found.settled)} "
        f"{percent(games.settled_early)} of the games are settled in their first half."
    )
    return Block(
        "flow-settled",
        "When the winner is settled",
        (words,),
        basis_of(found.settled[0].games, "games with one winner")
        + " Settled is said in hindsight: nobody at the table can know.",
        Picture(
            "flow-settled",
            "Games settled, by share of the turns played",
            f"A rising curve from 0 to 100 per cent of the games. {words}",
            lambda: draw_settled(found.settled),
        ),
        Table(
            "flow-settled",
            "Games settled by a share of their turns",
            (
                Column("by", "Turns played", Kind.PERCENT),
                Column("games", "Games settled", Kind.ESTIMATE),
            ),
            tuple((each.by, each.games) for each in found.settled),
            shown=20,
        ),
    )


def half_words(settled: tuple[SettledShare, ...]) -> str:
    """When half of the games are settled, to a step of the curve."""
    by = next((each.by for each in settled if each.games.value >= 0.5), 1.0)
    return f"Half of the games are settled by {100 * by:.0f} % of the turns."


# ---------------------------------------------------------------- drama


def drama_block(found: Flow) -> Block:
    """Lead changes, and the deficits of winners."""
    games = found.games
    words = (
        f"The lead changes {percent(games.lead_changes)} times in a game, after "
        f"{percent(games.lead_change_rate)} of the turns.",
        f"{behind_words(games)} The biggest single turn of a game brings "
        f"{percent(games.swing)} points.",
    )
    return Block(
        "flow-drama",
        "Lead changes and drama",
        words,
        basis_of(games.lead_changes, "games")
        + " The leader has the highest score if the game ended there; how far the winner is "
        "behind is measured by each seat's score after its own last turn.",
        Picture(
            "flow-drama",
            "How far winners fall behind, in points",
            f"Three means with intervals. {words[1]}",
            lambda: draw_dots(
                [
                    Dot("winner behind by", games.drama, SERIES[0]),
                    Dot("furthest behind", games.greatest, SERIES[0]),
                    Dot("biggest turn", games.swing, SERIES[1]),
                ]
            ),
        ),
        Table(
            "flow-drama",
            "Lead and drama",
            (Column("figure", "Figure"), Column("value", "Value", Kind.ESTIMATE)),
            drama_rows(games),
        ),
    )


def behind_words(games: GameFigures) -> str:
    """How often and how far later winners are behind."""
    if not games.drama.clusters:
        return "No later winner was ever behind."
    return (
        f"The later winner is behind in {percent(games.behind)} of all positions, by "
        f"{percent(games.drama)} points on average; the furthest it falls behind is "
        f"{percent(games.greatest)} points."
    )


def drama_rows(games: GameFigures) -> tuple[tuple[str, Estimate], ...]:
    return (
        ("lead changes in a game", games.lead_changes),
        ("turns after which the lead changes", games.lead_change_rate),
        ("positions in which the later winner is behind", games.behind),
        ("points it is behind there (drama)", games.drama),
        ("most points it is ever behind", games.greatest),
        ("most points gained in one turn", games.swing),
        ("victories that are shared", games.shared),
    )


# ---------------------------------------------------------------- runaway leader


def leader_block(found: Flow) -> Block:
    """How often early leaders win."""
    words = tuple(leader_words(each, found.par) for each in found.standings[:-1]) or (
        "There is one round only: nobody leads before the end.",
    )
    dots = [
        Dot(f"after round {each.round}", each.leader_wins, SERIES[0]) for each in found.standings
    ]
    return Block(
        "flow-leader",
        "Runaway leader",
        words,
        basis_of(found.standings[0].leader_wins, "games"),
        Picture(
            "flow-leader",
            "How often the leader after a round wins",
            f"A share with its interval for each round. {' '.join(words)}",
            lambda: draw_dots(dots, reference=found.par, reference_label="any player"),
        ),
        Table(
            "flow-leader",
            "Standing after a round and the outcome",
            (
                Column("round", "After round", Kind.COUNT),
                Column("leader_wins", "Leader wins", Kind.ESTIMATE),
                Column("same_order", "Pairs in final order", Kind.ESTIMATE, "50 %: tells nothing"),
            ),
            tuple((each.round, each.leader_wins, each.same_order) for each in found.standings),
        ),
    )


def leader_words(standing: StandingFigures, par: float) -> str:
    """The win rate of the leader after a round."""
    wins = standing.leader_wins
    if wins.low > par:
        beside = "more than"
    elif wins.high < par:
        beside = "less than"
    else:
        beside = "not surely more or less than"
    pairs = (
        "; of any two players, the one ahead then ends ahead in "
        f"{percent(standing.same_order)} of the games"
    )
    return (
        f"Whoever leads after round {standing.round} wins {percent(wins)} of the games, {beside} "
        f"the {exact_percent(par)} of any player{pairs if par < HALF else ''}."
    )


# ---------------------------------------------------------------- scores


def score_block(stages: tuple[StandingFigures, ...]) -> Block:
    """Scores of later winners and of the others over time."""
    first, last = stages[0], stages[-1]
    words = (
        f"After round {first.round} later winners stand at {percent(first.winners)} points, the "
        f"others at {percent(first.losers)}; at the end it is {percent(last.winners)} against "
        f"{percent(last.losers)}."
    )
    return Block(
        "flow-scores",
        "Winners and the others, over time",
        (words,),
        basis_of(first.winners, "winners"),
        Picture(
            "flow-scores",
            "Score of later winners and of the others",
            f"Two rising lines. {words}",
            lambda: draw_scores(stages),
        ),
        Table(
            "flow-scores",
            "Score if the game ended there",
            (
                Column("round", "After round", Kind.COUNT, "the last: final scores"),
                Column("winners", "Later winners", Kind.ESTIMATE),
                Column("losers", "All others", Kind.ESTIMATE),
            ),
            tuple((each.round, each.winners, each.losers) for each in stages),
        ),
    )


# ---------------------------------------------------------------- margins


def margin_block(found: Flow) -> Block:
    """How close games end."""
    games = found.games
    words = (
        f"The winner is {percent(games.margin)} points ahead of the next on average; "
        f"{percent(games.close)} of the games are won by {CLOSE} points or fewer."
    )
    return Block(
        "flow-margins",
        "How close it ends",
        (words,),
        basis_of(found.margins[0].games, "games"),
        Picture(
            "flow-margins",
            "Games by the winner's margin",
            f"A bar for each class of margins. {words}",
            lambda: draw_margins(found.margins),
        ),
        Table(
            "flow-margins",
            "Games by the winner's margin",
            (Column("margin", "Points"), Column("games", "Games", Kind.ESTIMATE)),
            tuple((margin_name(each), each.games) for each in found.margins),
        ),
    )
