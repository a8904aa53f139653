"""Whole games, runs, tournaments and reports from Python: ``play_game``, ``run`` and so on."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from trisim.box.box import Box, load_box
from trisim.box.difficulty import BOTMEGISTUS, NORMAL, DifficultyError, options_of
from trisim.games.trismegistus.rules.game import Game, GameError
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.text.describe import player_name
from trisim.games.trismegistus.text.transcript import Transcript, text_of
from trisim.players.choosing import Choose, chooser
from trisim.players.registry import StrategyError, load

if TYPE_CHECKING:
    from trisim.box.difficulty import Value
    from trisim.sim.run import Run
    from trisim.sim.settings import Settings, Until
    from trisim.sim.solo_setups import SoloSetup
    from trisim.sim.study import Study
    from trisim.sim.tournament import Tournament
    from trisim.sim.tuning import Tuning


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended; everything by seat."""

    alchemists: tuple[str, ...]
    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    winners: tuple[int, ...]
    transcript: str


def find_strategy(strategy: str | Choose, seed: int, seat: int, box: Box) -> Choose:
    """What chooses for a seat; a function of one's own gets the game as its seat sees it."""
    if not isinstance(strategy, str):
        own = strategy
        return lambda game: own(game.view(seat))
    try:
        return chooser(load(strategy), seed, seat, box)
    except StrategyError as error:
        raise GameError(str(error)) from error


def strategy_name(strategy: str | Choose) -> str:
    """What a transcript calls a strategy."""
    return strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "strategy")


def play(game: Game, choose: Sequence[Choose] | Mapping[int, Choose]) -> Iterator[None]:
    """Play a game to its end, with a pause before the first and after every move."""
    yield
    while not game.is_over:
        game.apply(choose[game.seat](game))
        yield


def play_game(
    players: int | None = None,
    seed: int = 1,
    strategy: str | Choose | Sequence[str | Choose] = "random",
    *,
    box: Box | str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    achievements: bool = False,
    intro: bool = False,
    alchemists: Sequence[str] = (),
    solo: bool = False,
    difficulty: str | None = None,
    options: Mapping[str, Value] | None = None,
    planning: bool = False,
) -> GameResult:
    """Play one game, of four players if you don't say, and tell how it went.

    ``strategy`` is a name or a function ``choose(game) -> move``, for all seats or one for each.
    A function gets a copy of the game in which everything hidden from its seat is dealt anew.
    With ``solo`` it plays alone against Botmegistus, as in ``run``.

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
    loaded = box if isinstance(box, Box) else load_box(box, listed(variants))
    game = Game.new(
        players,
        seed,
        box=loaded,
        achievements=achievements,
        intro=intro,
        alchemists=alchemists,
        solo=solo_asked(loaded, solo, difficulty, options, planning),
    )
    seats = [seat for seat in range(game.players) if seat != game.bot_seat]
    each = [strategy] * len(seats) if isinstance(strategy, str) or callable(strategy) else strategy
    if len(each) != len(seats):
        raise GameError(f"{len(seats)} players need one strategy, or {len(seats)} of them")
    chosen = ", ".join(alchemists) or "chosen by the players"
    by_seat = dict(zip(seats, each, strict=True))
    names = [strategy_name(by_seat.get(seat, BOTMEGISTUS)) for seat in range(game.players)]
    transcript = Transcript(game, names, alchemists=chosen)
    choose = {seat: find_strategy(one, seed, seat, game.box) for seat, one in by_seat.items()}
    text = "".join(text_of(transcript.lines()) for _ in play(game, choose))
    return result_of(game, text)


def solo_asked(
    box: Box,
    solo: bool,
    difficulty: str | None,
    options: Mapping[str, Value] | None,
    planning: bool,
) -> Solo | None:
    """What a game is played against; nothing if it is of another kind."""
    if not solo:
        if difficulty is not None or options or planning:
            raise GameError("difficulty, options and planning are for solo=True")
        return None
    try:
        return Solo(options_of(box, difficulty or NORMAL, options), planning)
    except DifficultyError as error:
        raise GameError(str(error)) from error


def listed(paths: str | Path | Sequence[str | Path]) -> Sequence[str | Path]:
    """Paths; one alone needs no brackets."""
    return [paths] if isinstance(paths, str | Path) else paths


def result_of(game: Game, transcript: str) -> GameResult:
    """The result of a game that is over."""
    seats = range(game.players)
    return GameResult(
        alchemists=tuple(player_name(game, seat) for seat in seats),
        scores=tuple(game.score(seat) for seat in seats),
        parts=tuple(
            {part.name.lower(): points for part, points in game.parts(seat).items()}
            for seat in seats
        ),
        winners=tuple(game.winners()),
        transcript=transcript,
    )


# ---------------------------------------------------------------- many games


def run(
    players: int | None = None,
    games: int = 1000,
    strategy: str = "random",
    *,
    lineup: str | Sequence[str] | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    jobs: int = -1,
    alchemists: str | Sequence[str] | None = None,
    achievements: bool = False,
    intro: bool = False,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    log: str = "turns",
    cards: bool = False,
    ledger: bool | int = False,
    part_games: int | None = None,
    backend: str | None = None,
    address: str | None = None,
    until: str | Until | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
    solo: bool = False,
    difficulty: str | None = None,
    options: Mapping[str, Value] | None = None,
    planning: bool = False,
) -> Run:
    """Play many games, write their tables into the folder ``out``, and open it.

    Everything is as in ``trisim run``, and the same arguments give the same rows. ``games`` is
    rounded up to whole deals. ``lineup`` names a strategy for each place, instead of one
    ``strategy`` for all. ``ledger=10`` keeps the ledger of every tenth deal. Without ``out`` the
    tables lie in a temporary folder that is removed when Python ends, or by ``close``. ``progress``
    is shown where somebody watches, unless you say. There are 4 ``players``, or you alone with
    ``solo``, against Botmegistus at a ``difficulty`` with ``options`` laid over it, such as
    ``options={"extra_gold": True}``.
    """
    from trisim.display import is_live, playing
    from trisim.sim.run import Run
    from trisim.sim.runner import run as play_run

    setups = solo_setups_asked(solo, players, difficulty, options, planning)
    players = 4 if players is None else players
    check_numbers(players, jobs, ledger, part_games)
    settings = settings_asked(
        players=players,
        games=games,
        lineup=solo_strategy(strategy, lineup) if solo else strategy if lineup is None else lineup,
        seed=seed,
        alchemists=alchemists,
        achievements=achievements,
        intro=intro,
        log=log,
        cards=cards,
        ledger_every=int(ledger),
        part_games=part_games,
        until=until,
        solo=setups,
    )
    compile_first(settings.strategies, settings.games, solo=solo)
    quiet = not (is_live() if progress is None else progress)
    with (
        in_words_of_python(),
        folder_for(out) as folder,
        playing(settings.games, quiet=quiet) as tell,
    ):
        play_run(
            settings,
            folder,
            box=box,
            variants=listed(variants),
            jobs=jobs,
            backend=backend,
            address=address,
            resume=resume,
            force=force,
            command="trisim.run(…)",
            tell=tell,
        )
    return Run(folder).remove_at_exit() if out is None else Run(folder)


def tournament(
    strategies: Sequence[str],
    *,
    out: str | Path,
    format: str = "mixed",  # noqa: A002 (as on the command line)
    players: int = 4,
    games: int = 1000,
    seed: int = 1,
    jobs: int = -1,
    alchemists: str | Sequence[str] | None = None,
    achievements: bool = False,
    intro: bool = False,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    log: str = "players",
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
) -> Tournament:
    """Play a tournament into the folder ``out``, write its results, and open it.

    Everything is as in ``trisim tournament``; ``games`` are those of each line-up. ``standings()``
    of what is given back has all figures.
    """
    from trisim.display import is_live, playing
    from trisim.report.tournament_files import write_results
    from trisim.sim.tournament import play_tournament
    from trisim.sim.tournament_settings import tournament_settings

    check_numbers(players, jobs, False, None)
    settings = tournament_settings(
        strategies,
        format=format,
        players=players,
        games=games,
        seed=seed,
        alchemists=alchemists,
        achievements=achievements,
        intro=intro,
        log=log,
    )
    compile_first(settings.strategies, settings.games)
    quiet = not (is_live() if progress is None else progress)
    with in_words_of_python(), playing(settings.games, quiet=quiet) as tell:
        played = play_tournament(
            settings,
            checked_folder(out),
            box=box,
            variants=listed(variants),
            jobs=jobs,
            resume=resume,
            force=force,
            command="trisim.tournament(…)",
            tell=tell,
        )
        write_results(played.path, played.standings())
    return played


def tune(
    start: str = "balanced",
    *,
    out: str | Path,
    pool: str | Sequence[str] = ("balanced", "publisher", "experimenter"),
    self_play: int = 25,
    generations: int = 300,
    population: int = 24,
    games: int = 160,
    sigma: float = 0.6,
    only: str | Sequence[str] = (),
    players: int = 4,
    seed: int = 1,
    check: str | Sequence[str] | None = None,
    check_games: int = 4000,
    achievements: bool = False,
    jobs: int = -1,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
) -> Tuning:
    """Improve the weights of ``start`` by play, write what was found into ``out``, and open it.

    Everything is as in ``trisim tune``; ``games`` are those of a candidate in its generation. Of
    what is given back, ``tuned`` is the weights file, and ``check()`` says how good it is.
    """
    from trisim.display import is_live, playing
    from trisim.report.tuning_files import write_results
    from trisim.sim.plan import loaded_players
    from trisim.sim.tuning import play_check, play_tuning
    from trisim.sim.tuning_settings import tuning_settings

    check_numbers(players, jobs, False, None)
    quiet = not (is_live() if progress is None else progress)
    with in_words_of_python():
        settings = tuning_settings(
            start,
            pool=words_listed(pool),
            self_play=self_play,
            generations=generations,
            population=population,
            games=games,
            sigma=sigma,
            only=words_listed(only),
            players=players,
            seed=seed,
            check=None if check is None else words_listed(check),
            check_games=check_games,
            achievements=achievements,
        )
        compile_first(settings.checked, settings.games + settings.check_games)
        folder, paths = checked_folder(out), listed(variants)
        seated = loaded_players(settings.checked)
        with playing(settings.games, quiet=quiet) as tell:
            tuned = play_tuning(
                settings,
                folder,
                box=box,
                variants=paths,
                jobs=jobs,
                resume=resume,
                force=force,
                tell=tell,
                strategies=seated,
            )
        with playing(settings.check_games, quiet=quiet) as tell:
            found = play_check(
                tuned,
                box=box,
                variants=paths,
                jobs=jobs,
                command="trisim.tune(…)",
                tell=tell,
                strategies=seated,
            )
    write_results(tuned, found)
    return tuned


def difficulty(
    strategies: str | Sequence[str] = "balanced",
    *,
    out: str | Path | None = None,
    games: int | None = None,
    until: float | None = None,
    only: str | Sequence[str] = (),
    combinations: str | Sequence[str] = (),
    rolls: Sequence[int] = (0, 4),
    seed: int = 1,
    jobs: int = -1,
    alchemists: str | Sequence[str] | None = None,
    box: str | Path | None = None,
    variants: str | Path | Sequence[str | Path] = (),
    resume: bool = False,
    force: bool = False,
    progress: bool | None = None,
) -> Study:
    """Find out what each difficulty option is worth, write the results into ``out``, and open it.

    Everything is as in ``trisim difficulty``; ``games`` are those against each setup, ``until`` is
    a half-width such as 0.01. ``findings()`` of what is given back has all figures. Without ``out``
    it lies in a temporary folder that is removed when Python ends.
    """
    from trisim.box.box import load_box
    from trisim.display import is_live, playing
    from trisim.report.difficulty_files import write_results
    from trisim.sim.study import play_study
    from trisim.sim.study_settings import study_settings

    check_numbers(2, jobs, False, None)
    quiet = not (is_live() if progress is None else progress)
    with in_words_of_python():
        settings = study_settings(
            load_box(box, [Path(path) for path in listed(variants)]),
            words_listed(strategies),
            games=games,
            until=until,
            only=words_listed(only),
            combinations=words_listed(combinations),
            rolls=rolls,
            seed=seed,
            alchemists=alchemists,
        )
        compile_first(settings.strategies, settings.games, solo=True)
        with folder_for(out) as folder, playing(settings.games, quiet=quiet) as tell:
            played = play_study(
                settings,
                folder,
                box=box,
                variants=listed(variants),
                jobs=jobs,
                resume=resume,
                force=force,
                command="trisim.difficulty(…)",
                tell=tell,
            )
            write_results(played.path, played.findings())
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
    with in_words_of_python(), reporting(quiet) as told:
        made = make_report(
            paths,
            out,
            format=format,
            extras=words_listed(extras),
            targets=targets,
            title=title,
            told=told,
        )
    return made.path


def words_listed(words: str | Sequence[str]) -> tuple[str, ...]:
    """One word, or several."""
    return (words,) if isinstance(words, str) else tuple(words)


def solo_setups_asked(
    solo: bool,
    players: int | None,
    difficulty: str | None,
    options: Mapping[str, Value] | None,
    planning: bool,
) -> tuple[SoloSetup, ...]:
    """The setup of a solo run; none of a run of another kind, for which nothing of it is said."""
    from trisim.sim.errors import SettingsError
    from trisim.sim.solo_setups import solo_setup

    if not solo:
        if difficulty is not None or options or planning:
            raise SettingsError("difficulty, options and planning are for solo=True")
        return ()
    if players not in (None, 2):
        raise SettingsError(f"players {players}: you play alone with solo=True; leave it out")
    return (solo_setup(difficulty or NORMAL, options, planning),)


def solo_strategy(strategy: str, lineup: str | Sequence[str] | None) -> str:
    """The one strategy that plays against Botmegistus."""
    if lineup is None:
        return strategy
    return lineup if isinstance(lineup, str) else ",".join(lineup)


@contextmanager
def folder_for(out: str | Path | None) -> Iterator[Path]:
    """The folder that is named, or a temporary one, which is gone if what it is for fails."""
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


def check_numbers(players: object, jobs: object, ledger: object, part_games: object) -> None:
    """Stop at what is no number; notebooks are full of text."""
    from trisim.sim.errors import SettingsError
    from trisim.sim.settings import FEWEST_PLAYERS, MOST_DEALS, MOST_PLAYERS, check_whole

    check_whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < -1 or jobs == 0:
        raise SettingsError(f"jobs {jobs}: a number of cores is expected, or -1 for all")
    if not isinstance(ledger, bool):
        check_whole("ledger", ledger, 0, MOST_DEALS)
    if part_games is not None:
        check_whole("part_games", part_games, 1, MOST_DEALS)


WORDS_OF_PYTHON = {
    "with --out": "with out",
    "--resume": "resume=True",
    "--force": "force=True",
    "--jobs": "jobs",
    "--address": "address",
    "--log players": "log='players'",
    "--format": "format",
    "--with": "extras",
}
"""Options of the command line that messages name, and how they are said in Python."""


def compile_first(strategies: Sequence[str], games: int, *, solo: bool = False) -> None:
    """Compile what so many games of some strategies need, if they are played compiled."""
    from trisim.display import compile_for
    from trisim.sim.plan import loaded_players

    with in_words_of_python():
        compile_for(loaded_players(strategies).values(), games, solo=solo)


@contextmanager
def in_words_of_python() -> Iterator[None]:
    """Messages with arguments in place of the options of the command line."""
    from trisim.sim.errors import RunError

    try:
        yield
    except RunError as error:
        text = str(error)
        for option, argument in WORDS_OF_PYTHON.items():
            text = text.replace(option, argument)
        error.args = (text,)
        raise


def settings_asked(
    *,
    players: int,
    games: int,
    lineup: str | Sequence[str],
    seed: int,
    alchemists: str | Sequence[str] | None,
    achievements: bool,
    intro: bool,
    log: str,
    cards: bool,
    ledger_every: int,
    part_games: int | None,
    until: str | Until | None,
    are_loaded: bool = False,
    solo: Sequence[SoloSetup] = (),
) -> Settings:
    """Settings of a run as it is asked for, with strategies that are loaded, or can be."""
    from trisim.players.player import Pace, pace_of
    from trisim.players.registry import load
    from trisim.sim.settings import parse_lineup, settings_for, solo_lineup
    from trisim.stats.sequence import Metric

    parse = solo_lineup if solo else parse_lineup
    places = parse(lineup, players) if isinstance(lineup, str) else tuple(lineup)
    named = places[:1] if solo else places
    pace = Pace.QUICK if are_loaded else pace_of(load(spec) for spec in named)
    if isinstance(until, str):
        target = Metric.parse(until)
        until = (target.metric.value, target.halfwidth)

    def made(part_deals: int | None) -> Settings:
        return settings_for(
            players=players,
            games=games,
            lineup=places,
            seed=seed,
            alchemists=alchemists,
            achievements=achievements,
            intro=intro,
            log=log,
            cards=cards,
            ledger_every=ledger_every,
            part_deals=part_deals,
            until=until,
            pace=pace,
            solo=solo,
        )

    settings = made(None)
    return settings if part_games is None else made(max(1, -(-part_games // settings.games_a_deal)))
