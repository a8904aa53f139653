"""Whole games, runs, tournaments and reports from Python: ``play_game``, ``run`` and so on."""

from __future__ import annotations

import atexit
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, TypeVar, overload

from trisim.engine.game import Game, GameError
from trisim.players.choosing import Choose, chooser
from trisim.players.player import Kind, Player
from trisim.players.registry import StrategyError, load
from trisim.plugin import DEFAULT, GamePlugin, PluginError, info
from trisim.plugin import load as load_game
from trisim.record.base import Outcome
from trisim.sim.retold import play as play
from trisim.transcript import text_of

if TYPE_CHECKING:
    from trisim.box.box import Box
    from trisim.box.faults import BoxError
    from trisim.campaigns.balance import Balance
    from trisim.campaigns.compare import ComparisonCampaign
    from trisim.campaigns.difficulty import Study
    from trisim.campaigns.restrict import RestrictionStudy
    from trisim.campaigns.solution import Solution
    from trisim.campaigns.sweep import Sweep
    from trisim.campaigns.tournament import Tournament
    from trisim.campaigns.tuning import Tuning
    from trisim.players.explaining import Explanation
    from trisim.players.kit import PlayerKit
    from trisim.report.comparison import Comparison
    from trisim.sim.campaign import Campaign, CampaignRequest, Prepared
    from trisim.sim.request import Execution
    from trisim.sim.run import Run
    from trisim.sim.run_request import RunRequest, Until
    from trisim.stats.changes import Margins


C = TypeVar("C", bound="Campaign[Any, Any]")


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended; everything by seat."""

    players: tuple[str, ...]
    """What the players are called. The game's word for roles will do."""

    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    """What scores are made of. A game of a team has neither."""

    winners: tuple[int, ...]
    """The seats that won, or share the win: all or none of a team."""

    transcript: str
    role_word: str = ""

    def __getattr__(self, name: str) -> tuple[str, ...]:
        if name == object.__getattribute__(self, "role_word"):
            return self.players
        raise AttributeError(f"the result of a game has no '{name}'")


def find_strategy(strategy: str | Choose, kit: PlayerKit, seed: int, seat: int, box: Box) -> Choose:
    """The chooser of a seat. A function of the user gets the view of its seat."""
    if not isinstance(strategy, str):
        own = strategy
        return lambda game: own(game.view(seat))
    try:
        return chooser(load(strategy, kit), seed, seat, box)
    except StrategyError as error:
        raise GameError(str(error)) from error


def explain(game: Game, strategy: str | Player) -> Explanation:
    """Why a strategy of weights would choose what it chooses in a position.

    >>> import trisim
    >>> found = explain(trisim.Game.new(players=2, seed=7), "greedy")
    >>> found.chosen == found.options[0]
    True
    """
    kit = load_game(game.box.format.game).players
    player = load(strategy, kit) if isinstance(strategy, str) else strategy
    if kit.explain is None or player.kind is not Kind.WEIGHTS:
        raise StrategyError(f"strategy '{player.name}' gives no reasons; only weights do")
    choose = kit.explain(player, int(game.state.seed), game.seat, game.box)
    choose(game)
    found: Explanation = choose.last
    return found


def strategy_name(strategy: str | Choose) -> str:
    """What a transcript calls a strategy."""
    return strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "strategy")


def load_box(
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    game: str = DEFAULT,
) -> Box:
    """Load a box of a game (by default the reference set) and apply variants to it.

    Raises ``BoxError`` with every fault there is.
    """
    from trisim.box.box import load_box as load_box_of

    paths = [variants] if isinstance(variants, str | Path) else variants
    found: Box = load_box_of(load_game(game).box, box, paths)
    return found


def play_game(
    players: int | None = None,
    seed: int = 1,
    strategy: str | Choose | Sequence[str | Choose] = "random",
    *,
    game: str = DEFAULT,
    box: Box | str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    roles: Sequence[str] = (),
    **options: Any,
) -> GameResult:
    """Play one game, of as many players as usual if you don't say, and tell how it went.

    ``strategy`` is a name or a function ``choose(game) -> move``, for all seats or one for each.
    A function gets a copy of the game in which everything hidden from its seat is dealt anew.
    ``roles`` are ids by seat; the game's own word for them will do, too. ``options`` are the game's
    own, as in ``run``.

    >>> result = play_game(players=2, seed=7)
    >>> len(result.scores), sum(result.parts[0].values()) == result.scores[0]
    (2, True)
    >>> print(result.transcript.splitlines()[0])
    A game of 2 players, seed 7

    >>> def first_option(game):
    ...     return game.legal()[0]
    >>> play_game(players=2, strategy=["random", first_option]).winners in [(0,), (1,), (0, 1)]
    True
    """
    plugin = load_game(game)
    ids = roles_by_seat(plugin, roles, options)
    made = new_game(plugin, players, seed, box, variants, ids, options)
    seats = [seat for seat in range(made.players) if seat != made.automa_seat]
    each = [strategy] * len(seats) if isinstance(strategy, str) or callable(strategy) else strategy
    if len(each) != len(seats):
        raise GameError(f"{len(seats)} players need one strategy, or {len(seats)} of them")
    by_seat = dict(zip(seats, each, strict=True))
    automa = plugin.info.automa
    names = [strategy_name(by_seat.get(seat, automa)) for seat in range(made.players)]
    transcript = plugin.transcript(made, names, roles=ids)
    choose = {
        seat: find_strategy(one, plugin.players, seed, seat, made.box)
        for seat, one in by_seat.items()
    }
    text = "".join(text_of(transcript.lines()) for _ in play(made, choose, transcript))
    return result_of(plugin, made, text)


def roles_by_seat(
    plugin: GamePlugin, roles: Sequence[str], options: dict[str, Any]
) -> Sequence[str]:
    """The roles by seat, which may be given by the game's own word for them."""
    word = plugin.info.role.many if plugin.info.role else ""
    return options.pop(word, None) or roles


def new_game(
    plugin: GamePlugin,
    players: int | None,
    seed: int,
    box: Box | str | Path | None,
    variants: str | Path | Sequence[str | Path],
    roles: Sequence[str],
    options: Mapping[str, Any],
) -> Game:
    """A game before its first choice."""
    from trisim.box.box import Box
    from trisim.sim.errors import SettingsError
    from trisim.sim.run_request import RunRequest

    loaded = box if isinstance(box, Box) else load_box(box, variants, plugin.name)
    try:
        with in_words_of_python(plugin.name):
            request = RunRequest.of(game=plugin.name, players=players, seed=seed, **options)
            in_force = request.scenario_options[0]
            return plugin.rules.new_game(loaded, request.players, seed, in_force, roles)
    except SettingsError as error:
        raise GameError(str(error)) from error


def result_of(plugin: GamePlugin, game: Game, transcript: str) -> GameResult:
    """The result of a game that is over."""
    seats, text = tuple(range(game.players)), plugin.text
    is_team = plugin.info.outcome is Outcome.TEAM
    scored = () if is_team else seats
    winners = (seats if game.won else ()) if is_team else tuple(game.winners())
    return GameResult(
        players=tuple(text.player_name(game, seat) for seat in seats),
        scores=tuple(int(game.score(seat)) for seat in scored),
        parts=tuple(dict(text.score_parts(game, seat)) for seat in scored),
        winners=winners,
        transcript=transcript,
        role_word=plugin.info.role.many if plugin.info.role else "",
    )


# ---------------------------------------------------------------- many games


def run(
    players: int | None = None,
    games: int = 1000,
    strategy: str | None = None,
    *,
    game: str = DEFAULT,
    lineup: str | Sequence[str] | None = None,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    log: str = "turns",
    cards: bool = False,
    ledger: bool | int = False,
    until_ci: str | Until | None = None,
    part_games: int | None = None,
    out: str | Path | None = None,
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Run:
    """Play many games, write their tables into the folder ``out``, and open it.

    Everything is as in ``trisim run``, and the same arguments give the same rows. ``games`` is
    rounded up to whole deals. ``strategy`` (``"random"`` if you don't say) plays all places, or
    ``lineup`` names a strategy for each. ``ledger=10`` keeps the ledger of every tenth deal.
    Without ``out`` the tables lie in a temporary folder that is removed when Python ends, or by
    ``close``. ``progress`` is shown where somebody watches, unless you say. There are as many
    ``players`` as is usual in the game, unless you say. ``options`` are those of the game, by the
    names of their flags, and ``roles`` by the game's word for them. With
    ``resume`` all arguments must be those that the run in ``out`` was begun with.
    """
    from trisim.sim.request import Execution
    from trisim.sim.run_request import RunRequest

    with in_words_of_python(game):
        request = RunRequest.of(
            game=game,
            players=players,
            games=games,
            strategy=strategy,
            lineup=lineup,
            seed=seed,
            roles=roles,
            box=box,
            variants=variants,
            log=log,
            cards=cards,
            ledger=ledger,
            until_ci=until_ci,
            part_games=part_games,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.run(…)",
        )
        return play_request(request, execution, out, progress)


def play_request(
    request: RunRequest, execution: Execution, out: str | Path | None, progress: bool | None
) -> Run:
    """Play a run into a folder, or into a temporary one."""
    from trisim.display import compile_for_plan, is_live, playing
    from trisim.sim.plan import prepare
    from trisim.sim.run import Run
    from trisim.sim.runner import check_execution, check_folder
    from trisim.sim.runner import run as play_run

    plan = prepare(request)
    check_execution(plan, execution)
    quiet = not (is_live() if progress is None else progress)
    with folder_for(out) as folder:
        check_folder(folder, execution)
        compile_for_plan(plan)
        with playing(request.games, quiet=quiet, most=request.until_ci is not None) as on_progress:
            play_run(plan, folder, replace(execution, on_progress=on_progress))
    return Run(folder).remove_at_exit() if out is None else Run(folder)


def tournament(
    strategies: str | Sequence[str],
    *,
    game: str = DEFAULT,
    out: str | Path,
    format: str | None = None,  # noqa: A002 (as on the command line)
    players: int | None = None,
    games: int = 1000,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    log: str = "players",
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Tournament:
    """Play a tournament into the folder ``out``, write its results, and open it.

    Everything is as in ``trisim tournament``; ``games`` are those of each line-up. ``standings()``
    of what is given back has all figures.
    """
    from trisim.campaigns.tournament import Tournament, TournamentRequest
    from trisim.sim.request import Execution

    with in_words_of_python(game):
        request = TournamentRequest.of(
            game=game,
            strategies=strategies,
            format=format,
            players=players,
            games=games,
            seed=seed,
            roles=roles,
            box=box,
            variants=variants,
            log=log,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.tournament(…)",
        )
        return played_campaign(Tournament, request, out, execution, progress)


def compare(
    versions: str | Path | Run | Sequence[str | Path | Run],
    *,
    game: str = DEFAULT,
    out: str | Path | None = None,
    players: int | None = None,
    games: int | None = None,
    strategy: str | None = None,
    lineup: str | Sequence[str] | None = None,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    margin: str | float | Margins | None = None,
    targets: str | Path | None = None,
    until_ci: str | Until | None = None,
    decisive: int = 6,
    retune: int = 0,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> ComparisonCampaign | Comparison:
    """Compare versions over the same deals, write the answer into ``out``, and open it.

    Everything is as in ``trisim compare``; ``comparison()`` of what is given back has all figures.
    Without ``out`` it lies in a temporary folder that is removed when Python ends.

    With ``retune`` the strategy is also tuned for each version, by so many games in each of three
    tunings (250,000 are enough for most questions), and those who are tuned play it:
    ``comparison().adapted``.

    ``versions`` may also be runs, or their folders: then the comparison itself is given back, and
    ``out`` names a page. Of the other values only ``margin``, ``targets`` and ``decisive`` apply.
    """
    from trisim.campaigns.compare import CompareRequest, ComparisonCampaign
    from trisim.sim.request import Execution
    from trisim.sim.run import Run

    given = [versions] if isinstance(versions, str | Path | Run) else [*versions]
    with in_words_of_python(game):
        if any(is_run(each) for each in given):
            return compared_runs(given, out, margin=margin, targets=targets, decisive=decisive)
        with folder_for(out) as folder:
            request = CompareRequest.of(
                game=game,
                versions=tuple(map(str, given)),
                players=players,
                games=games,
                strategy=strategy,
                lineup=lineup,
                seed=seed,
                roles=roles,
                margin=margin,
                targets=targets,
                until_ci=until_ci,
                decisive=decisive,
                retune=retune,
                box=box,
                variants=variants or None,
                **options,
            )
            execution = Execution(
                jobs=jobs,
                backend=backend,
                address=address,
                resume=resume,
                force=force,
                command="trisim.compare(…)",
            )
            played = played_campaign(ComparisonCampaign, request, folder, execution, progress)
    if out is None:
        atexit.register(rmtree, played.path, ignore_errors=True)
    return played


def watch(
    watched: str | Path,
    *,
    game: str = DEFAULT,
    out: str | Path | None = None,
    base: str = "",
    players: int | None = None,
    games: int = 8000,
    strategy: str | None = None,
    lineup: str | Sequence[str] | None = None,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    margin: str | float | Margins | None = None,
    targets: str | Path | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    once: bool = False,
    on_fault: Callable[[BoxError], None] | None = None,
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Iterator[Comparison]:
    """Compare a box or variant with its base now, and after every save that changes games.

    Everything is as in ``trisim watch``. The comparisons come one by one, as files are saved, until
    you leave the loop; with ``once`` only that of the present state. ``on_fault`` is called with
    the faults of a state that can't be played; by default they are printed to stderr, and with
    ``once`` raised. Without ``out`` all games are in a temporary folder, which is removed.
    """
    from trisim.campaigns.watch import Watch
    from trisim.campaigns.watch_request import WatchRequest
    from trisim.sim.campaign import check_campaign, prepare_campaign, prepared_again
    from trisim.sim.request import Execution

    with in_words_of_python(game):
        request = WatchRequest.of(
            game=game,
            watched=str(watched),
            base=base or None,
            players=players,
            games=games,
            strategy=strategy,
            lineup=lineup,
            seed=seed,
            roles=roles,
            margin=margin,
            targets=targets,
            box=box,
            variants=variants or None,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.watch(…)",
        )
        folder = None if out is None else checked_folder(out)
        if folder is None:
            prepared = prepare_campaign(request)
        else:
            again = resume and prepared_again(Watch, request, folder)
            prepared = again or prepare_campaign(request)
            check_campaign(Watch, prepared, folder, execution)
    return saved_comparisons(prepared, folder, execution, once, on_fault, progress)


def saved_comparisons(
    prepared: Prepared[Any],
    out: Path | None,
    execution: Execution,
    once: bool,
    on_fault: Callable[[BoxError], None] | None,
    progress: bool | None,
) -> Iterator[Comparison]:
    """The comparisons of a watch, as files are saved."""
    from trisim.campaigns.watching import Compared, Faulty, watching
    from trisim.display import compile_for_plan, is_live, playing, say_beside

    compile_for_plan(prepared)
    quiet = not (is_live() if progress is None else progress)
    with (
        in_words_of_python(prepared.request.game),
        playing(prepared.request.games, quiet=quiet) as on_progress,
        watching(prepared, out, replace(execution, on_progress=on_progress), once=once) as found,
    ):
        for event in found.events():
            if isinstance(event, Compared):
                yield event.comparison
            elif isinstance(event, Faulty) and on_fault is not None:
                on_fault(event.error)
            elif isinstance(event, Faulty):
                if once:
                    raise event.error
                say_beside(f"trisim: {event.error}")


def is_run(given: object) -> bool:
    """Whether this is a run, or the folder of one."""
    from trisim.sim.manifest import MANIFEST
    from trisim.sim.run import Run

    return isinstance(given, Run) or (
        isinstance(given, str | Path) and (Path(given) / MANIFEST).is_file()
    )


def compared_runs(
    runs: Sequence[Any],
    out: str | Path | None,
    *,
    margin: str | float | Margins | None,
    targets: str | Path | None,
    decisive: int,
) -> Comparison:
    """A comparison of runs that exist, and its page if ``out`` names one."""
    from trisim.report.comparison_pipeline import check_runs, compare_folders
    from trisim.sim.run import Run
    from trisim.stats.changes import USUAL, read_margins

    folders = [run.path if isinstance(run, Run) else run for run in runs]
    asked = check_runs(folders, out, targets=targets)
    return compare_folders(asked, read_margins(USUAL if margin is None else margin), decisive)


def played_campaign(
    kind: type[C],
    request: CampaignRequest,
    out: str | Path,
    execution: Execution,
    progress: bool | None,
) -> C:
    """Play a campaign into a folder; by default with progress on a terminal."""
    from trisim.display import compile_for_plan, is_live, playing
    from trisim.sim.campaign import (
        check_campaign,
        play_campaign,
        prepare_campaign,
        prepared_again,
    )

    folder = checked_folder(out)
    resumed = prepared_again(kind, request, folder) if execution.resume else None
    prepared = resumed or prepare_campaign(request)
    check_campaign(kind, prepared, folder, execution)
    compile_for_plan(prepared)
    quiet = not (is_live() if progress is None else progress)
    most = prepared.may_stop
    with playing(kind.games(prepared), quiet=quiet, most=most) as on_progress:
        return play_campaign(kind, prepared, folder, replace(execution, on_progress=on_progress))


def tune(
    start: str = "",
    *,
    game: str = DEFAULT,
    out: str | Path,
    pool: str | Sequence[str] | None = None,
    self_play: int = 25,
    generations: int = 300,
    population: int = 24,
    games: int = 160,
    sigma: float = 0.6,
    only: str | Sequence[str] = (),
    players: int | None = None,
    seed: int = 1,
    check: str | Sequence[str] | None = None,
    check_games: int = 4000,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Tuning:
    """Improve the weights of ``start`` by play, write what was found into ``out``, and open it.

    Everything is as in ``trisim tune``; ``games`` are those of a candidate in its generation. Of
    what is given back, ``tuned`` is the weights file, and ``check()`` says how good it is.
    """
    from trisim.campaigns.tuning import Tuning
    from trisim.campaigns.tuning_request import TuningRequest
    from trisim.sim.request import Execution

    with in_words_of_python(game):
        request = TuningRequest.of(
            game=game,
            start=start,
            pool=pool,
            self_play=self_play,
            generations=generations,
            population=population,
            games=games,
            sigma=sigma,
            only=only,
            players=players,
            seed=seed,
            check=check,
            check_games=check_games,
            box=box,
            variants=variants,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.tune(…)",
        )
        return played_campaign(Tuning, request, out, execution, progress)


@overload
def difficulty(
    strategies: str | Sequence[str] | None = None, *, solve: None = None, **others: Any
) -> Study: ...
@overload
def difficulty(
    strategies: str | Sequence[str] | None = None, *, solve: float | str, **others: Any
) -> Solution: ...
def difficulty(
    strategies: str | Sequence[str] | None = None,
    *,
    game: str = DEFAULT,
    out: str | Path | None = None,
    players: int | None = None,
    only: str | Sequence[str] = (),
    games: int | None = None,
    until_ci: float | str | None = None,
    solve: float | str | None = None,
    most_changes: int = 2,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Study | Solution:
    """Find out what each difficulty option is worth, write the results into ``out``, and open it.

    Everything is as in ``trisim difficulty``; ``games`` are those against each setup, ``until_ci``
    is a half-width such as 0.01 or ``"1%"``. ``findings()`` of what is given back has all figures.
    With a win rate in ``solve``, such as 0.5 or ``"50%"``, it is the search for the scenarios that
    come nearest to it; ``solved()`` has its figures. Without ``out`` it lies in a temporary folder
    that is removed when Python ends.
    """
    from trisim.campaigns.difficulty import DifficultyRequest, Study
    from trisim.campaigns.solution import Solution, SolveRequest
    from trisim.sim.request import Execution

    kind: type[Study | Solution] = Study if solve is None else Solution
    request_type: type[DifficultyRequest] = DifficultyRequest if solve is None else SolveRequest
    if solve is not None:
        options |= {"solve": solve, "most_changes": most_changes}

    with in_words_of_python(game), folder_for(out) as folder:
        request = request_type.of(
            game=game,
            strategies=strategies,
            players=players,
            only=only,
            games=games,
            until_ci=until_ci,
            seed=seed,
            roles=roles,
            box=box,
            variants=variants,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.difficulty(…)",
        )
        played = played_campaign(kind, request, folder, execution, progress)
    if out is None:
        atexit.register(rmtree, played.path, ignore_errors=True)
    return played


def restrict(
    strategy: str | None = None,
    *,
    game: str = DEFAULT,
    out: str | Path,
    players: int | None = None,
    only: str | Sequence[str] = (),
    games: int = 4000,
    margin: float | str = 0.01,
    again: int = 20,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> RestrictionStudy:
    """Find out what each part of a game is worth, write the results into ``out``, and open it.

    Everything is as in ``trisim restrict``; ``games`` are those of each restriction in each stage,
    ``margin`` is a share such as 0.01 or ``"1%"``. ``worths()`` of what is given back has all
    figures.
    """
    from trisim.campaigns.restrict import RestrictionStudy
    from trisim.campaigns.restrict_request import RestrictRequest
    from trisim.sim.request import Execution

    with in_words_of_python(game):
        request = RestrictRequest.of(
            game=game,
            strategy=strategy,
            players=players,
            only=only,
            games=games,
            margin=margin,
            again=again,
            seed=seed,
            roles=roles,
            box=box,
            variants=variants,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.restrict(…)",
        )
        return played_campaign(RestrictionStudy, request, out, execution, progress)


def sweep(
    settings: str | Mapping[str, Any] | Sequence[str] = (),
    *,
    game: str = DEFAULT,
    out: str | Path | None = None,
    card: str | None = None,
    one_at_a_time: bool = False,
    measures: str | Sequence[str] = (),
    targets: str | Mapping[str, float | str] | Sequence[str] = (),
    players: int | None = None,
    games: int | None = None,
    strategy: str | None = None,
    lineup: str | Sequence[str] | None = None,
    until_ci: str | tuple[str, float] | None = None,
    seed: int = 1,
    roles: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Sweep:
    """Play a game with settings at many values, write the results into ``out``, and open it.

    Everything is as in ``trisim sweep``. ``settings`` are texts such as
    ``"rules.numbers.rounds=3..5"``, or a mapping of paths to values: ``{"rules.numbers.rounds":
    range(3, 6)}``; ``targets`` likewise. ``findings()`` of what is given back has all figures.
    Without ``out`` it lies in a temporary folder that is removed when Python ends.
    """
    from trisim.campaigns.sweep import Sweep
    from trisim.campaigns.sweep_request import SweepRequest
    from trisim.sim.request import Execution

    with in_words_of_python(game), folder_for(out) as folder:
        request = SweepRequest.of(
            game=game,
            settings=settings,
            card=card,
            one_at_a_time=one_at_a_time,
            measures=measures,
            targets=targets,
            players=players,
            games=games,
            strategy=strategy,
            lineup=lineup,
            until_ci=until_ci,
            seed=seed,
            roles=roles,
            box=box,
            variants=variants,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.sweep(…)",
        )
        played = played_campaign(Sweep, request, folder, execution, progress)
    if out is None:
        atexit.register(rmtree, played.path, ignore_errors=True)
    return played


def balance(
    over: str | Path | None = None,
    *,
    targets: str | Path | None = None,
    game: str = DEFAULT,
    out: str | Path | None = None,
    players: int | None = None,
    games: int | None = None,
    strategy: str | None = None,
    lineup: str | Sequence[str] | None = None,
    seed: int = 1,
    retune: int | None = None,
    only_these: bool = False,
    roles: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    **options: Any,
) -> Balance:
    """Search for the smallest change that meets the targets, write the results, and open them.

    Everything is as in ``trisim balance``; ``over`` and ``targets`` are files. ``findings()`` of
    what is given back has all figures. Without ``out`` it lies in a temporary folder that is
    removed when Python ends.
    """
    from trisim.campaigns.balance import Balance
    from trisim.campaigns.balance_request import BalanceRequest
    from trisim.sim.request import Execution

    with in_words_of_python(game), folder_for(out) as folder:
        request = BalanceRequest.of(
            game=game,
            over=over,
            targets=targets,
            players=players,
            games=games,
            strategy=strategy,
            lineup=lineup,
            seed=seed,
            retune=retune,
            only_these=only_these,
            roles=roles,
            box=box,
            variants=variants,
            **options,
        )
        execution = Execution(
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.balance(…)",
        )
        played = played_campaign(Balance, request, folder, execution, progress)
    if out is None:
        atexit.register(rmtree, played.path, ignore_errors=True)
    return played


def write_report(
    runs: str | Path | Run | Sequence[str | Path | Run],
    out: str | Path,
    *,
    format: str | None = None,  # noqa: A002 (as on the command line)
    extras: str | Sequence[str] = (),
    targets: str | Path | None = None,
    title: str = "",
    progress: bool | None = None,
) -> Path:
    """Write what runs say about balance to the page ``out``, and give its path back.

    Everything is as in ``trisim report``; ``extras`` is what ``--with`` says there, such as
    ``["tables", "figures:png"]``.
    """
    from trisim.display import is_live, reporting
    from trisim.report.pipeline import make_report

    named = [runs] if isinstance(runs, (str, Path)) or hasattr(runs, "path") else list(runs)
    paths = [each if isinstance(each, (str, Path)) else each.path for each in named]
    quiet = not (is_live() if progress is None else progress)
    with in_words_of_python(), reporting(quiet) as on_progress:
        made = make_report(
            paths,
            out,
            format=format,
            extras=(extras,) if isinstance(extras, str) else tuple(extras),
            targets=targets,
            title=title,
            on_progress=on_progress,
        )
    return made.path


@contextmanager
def folder_for(out: str | Path | None) -> Iterator[Path]:
    """The named folder, or a temporary one, which is removed on failure."""
    if out is not None:
        yield checked_folder(out)
        return
    folder = Path(mkdtemp(prefix="trisim-run-"))
    try:
        yield folder
    except BaseException:
        rmtree(folder, ignore_errors=True)
        raise


def checked_folder(out: str | Path) -> Path:
    """A folder with a name that it can have."""
    from trisim.sim.errors import FolderError

    if out == "":
        raise FolderError("out '': a name is missing; leave it out for a temporary folder")
    folder = Path(out)
    try:
        folder.is_dir()
    except OSError as error:
        raise FolderError(f"{out}: {error.strerror}; name another directory with --out") from error
    return folder


WORDS_OF_PYTHON = {
    "--resume": "resume=True",
    "--force": "force=True",
    "--log players": "log='players'",
    "--with": "extras",
    "check-games": "check_games",
    "part-games": "part_games",
    "self-play": "self_play",
    "until-ci": "until_ci",
}
"""Options that have another name in Python than on the command line, where messages name them."""


@contextmanager
def in_words_of_python(game: str = DEFAULT) -> Iterator[None]:
    """Messages with arguments in place of the options of the command line."""
    from trisim.sim.errors import RunError

    try:
        yield
    except RunError as error:
        error.args = (python_words(str(error), game),)
        raise


def python_words(message: str, game: str = DEFAULT) -> str:
    """A message with arguments in place of options, those of a game among them.

    >>> python_words("give --part-games 44 or more, or replace it with --force")
    'give part_games 44 or more, or replace it with force=True'
    """
    for option, argument in WORDS_OF_PYTHON.items():
        message = message.replace(option, argument)
    for flag, name, is_switch in flags_of(game):
        message = re.sub(rf"^{flag}(?=:)", name, message)
        argument = f"{name}=True" if is_switch else name
        message = re.sub(rf"(?<!\S){flag}(?![\w-])", argument, message)
    return re.sub(r"(?<!\S)--(?=[a-z])", "", message)


def flags_of(game: str) -> Iterator[tuple[str, str, bool]]:
    """The options of a game: flag, name in Python, and whether it is a switch."""
    from trisim.sim.options import flag_of, option_of

    with suppress(PluginError):
        for each in fields(info(game).options):
            if option_of(each) is not None:
                yield flag_of(each), each.name, each.default is False
