"""``trisim replay``: a game of a run as a transcript."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail
from trisim.cli.options import TRUST, VERIFY, NamedPath, whole_number
from trisim.cli.reasons import EXPLAIN, explainer_of, seats_to_explain, telling
from trisim.record.base import Outcome
from trisim.sim.options import STANDARD

if TYPE_CHECKING:
    from trisim.engine.game import Game
    from trisim.sim.plan import Plan
    from trisim.sim.run import Run

OUR_FAULT = 1


@click.command(
    short_help="One game of a run, turn by turn, to the result.",
    epilog="""\b
Examples:
  trisim replay runs/base 17
  trisim replay runs/base 17 > game17.txt
  trisim replay runs/base 17 --explain
  trisim sql runs/base "select game, win_score from games order by win_score desc limit 5"
""",
)
@click.argument("folder", metavar="RUN", type=NamedPath(path_type=Path))
@click.argument("wanted", metavar="N", required=False)
@click.option("--game", "old_wanted", hidden=True)
@EXPLAIN
@VERIFY
@TRUST
def replay(
    folder: Path,
    wanted: str | None,
    old_wanted: str | None,
    explain: str,
    verify: bool,
    trust: bool,
) -> None:
    """Play game number N of RUN once more and print it, turn by turn, to the result.

    Box and strategies are the copies in the run, not your current files. If the
    run was played by another version of the rules, a line at the end says so, and whether the game
    has the scores that were recorded. Other scores by the same rules give the exit code 1.
    """
    from trisim.cli.common import failing
    from trisim.cli.play import Table

    with failing():
        from trisim.display import compile_for
        from trisim.players.choosing import chooser
        from trisim.sim.block import replay_game
        from trisim.sim.inputs import load_plan
        from trisim.sim.retold import seats_of
        from trisim.sim.run import Run
        from trisim.sim.trust import user_trust

        run = Run(folder, verify=verify)
        number = game_number(run, wanted_game(folder, wanted, old_wanted))
        stored = stored_result(run, number)
        plan = load_plan(run.path, run.manifest, user_trust(everything=trust))
        plugin = plan.game
        explained = seats_to_explain(explain, plan.request.players)
        compile_for(plugin, plan.players, games=1)
        explainer = explainer_of(plugin) if explained else None
        game, choosers = replay_game(plan, number, explainer or chooser)
        deal = plan.design.key_of(number).deal
        click.echo(f"Game {number:,} of {run.path}: deal {deal:,}, {key_words(plan, number)}\n")
        names, roles = seats_of(plan, number)
        transcript = plugin.transcript(game, names, roles=roles)
        table = Table(plugin, game, [], transcript)
        for seat, name in enumerate(names):
            choose: Any = choosers[seat]
            if seat in explained and explainer is not None and seat != game.automa_seat:
                choose = telling(choose, name, transcript, plugin.text.never_wasted)
            table.choose[seat] = choose
        table.run()
        check_result(run, stored, game)


def wanted_game(folder: Path, wanted: str | None, old_wanted: str | None) -> str | None:
    """The number as it is given; ``--game``, as it was given once, is still understood."""
    if old_wanted is None:
        return wanted
    command = f"trisim replay {shlex.quote(str(folder))} {shlex.quote(old_wanted)}"
    if wanted is not None:
        fail(f"--game {old_wanted}: the number is given twice; write {command}")
    click.echo(f"trisim: --game is no longer needed: {command}", err=True)
    return old_wanted


def game_number(run: Run, wanted: str | None) -> int:
    """The number of a game of the run, played or not."""
    from trisim.sim.verify import how_to_repair

    if run.is_finished and not run.parts:
        fail(f"{run.path}: all its parts are missing or cut off; {how_to_repair(run.path)}")
    first, deals = run.request.deals_of(run.manifest.part_count - 1)
    games = (first + deals) * run.request.games_a_deal
    has = f"{run.path} has the games 0 to {games - 1}"
    if wanted is None:
        fail(f"the number of a game is missing: {has}")
    return whole_number(wanted, "game", least=0, most=games - 1, beyond=has)


def key_words(plan: Plan, number: int) -> str:
    """Which game of its deal it is: by its scenario, and by its rotation if there are several."""
    key, request = plan.design.key_of(number), plan.request
    scenario = request.scenarios[key.scenario]
    if request.automas:
        return f"against {request.automas[0].capitalize()}, {scenario}"
    rotation = f"rotation {key.rotation}"
    return rotation if scenario == STANDARD else f"{scenario}, {rotation}"


def stored_result(run: Run, number: int) -> list[Any]:
    """What the run has for a game: scores by seat, or whether it was won; [] if nothing yet."""
    import polars as pl

    table, column = (run.players, "score") if is_of_points(run) else (run.games, "won")
    rows = table.filter(pl.col("game") == number).collect()
    ordered = rows.sort("seat") if "seat" in rows.columns else rows
    return ordered[column].to_list()


def is_of_points(run: Run) -> bool:
    """Whether the players of a run have scores."""
    return run.plugin.info.outcome is Outcome.POINTS


def check_result(run: Run, stored: list[Any], game: Game) -> None:
    """Compare the result with that of the run, if it has the game already."""
    from trisim.sim.manifest import about_rules_version

    of_points = is_of_points(run)
    found = [game.score(seat) for seat in range(game.players)] if of_points else [game.won]
    what = "scores" if of_points else "result"
    another = "other scores" if of_points else "another result"
    others = f"{another} for this game ({words(stored)}, not {words(found)})"
    if version := about_rules_version(run.manifest):
        has = f"the same {what} for this game" if stored == found else others
        agrees = f"the run has {has}" if stored else "the run does not have this game yet"
        click.echo(
            f"trisim: {run.path} was {version}; this replay uses the current rules, and {agrees}",
            err=True,
        )
    elif stored and stored != found:
        click.echo(
            f"trisim: the run has {others}: the rules have changed since; replay it with trisim "
            f"{run.manifest.trisim}",
            err=True,
        )
        raise SystemExit(OUR_FAULT)


def words(result: list[Any]) -> str:
    """Scores in a row, or whether a game was won."""
    shown = {True: "won", False: "lost"}
    return ", ".join(shown[each] if isinstance(each, bool) else f"{each:g}" for each in result)
