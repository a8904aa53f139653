"""``trisim play``: one game as a transcript, with yourself at the table if you like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from trisim.cli.box import BOX, VARIANT, load
from trisim.cli.common import fail
from trisim.cli.reasons import EXPLAIN, seats_to_explain, telling
from trisim.cli.solo_options import (
    DIFFICULTY,
    OPTION,
    PLANNING,
    SOLO,
    Options,
    check_solo,
    read_solo_options,
)
from trisim.terminal import console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from trisim.box.box import Box
    from trisim.games.trismegistus.rules.game import Game
    from trisim.games.trismegistus.rules.solo import Solo
    from trisim.games.trismegistus.text.transcript import Line, Transcript
    from trisim.players.choosing import Choose

HUMAN = "human"
SEAT_STYLES = ("cyan", "yellow", "magenta", "green")
KEYS = "a number to choose, ? the board, s save the position, q quit"
INTERRUPTED = 130
NARROWEST = 72
"""Columns that headings and tables take; a narrower terminal breaks lines by itself."""

LONGEST = 20
"""Digits of the largest number that a command line may give."""


@click.command(
    epilog="""\b
Examples:
  trisim play                                  four random players, seed 1
  trisim play --players 2 --seed 7             another game
  trisim play --seat 0=human                   play the starting seat yourself
  trisim play --players 3 --achievements --alchemists duval,newton,bacon
  trisim play --box mybox --variant cheap-gold.toml
  trisim play --players 2 --strategy balanced --explain
  trisim play --solo --seat 0=human            yourself against Botmegistus
  trisim play --solo --difficulty hard --option bot_first --planning
"""
)
@click.option("--players", default="4", metavar="N", help="How many players: 2 to 4.  [4]")
@click.option(
    "--seed", default="1", metavar="S", help="The deal; the same one, the same game.  [1]"
)
@click.option("--strategy", default="random", metavar="NAME", help="Who plays the seats.  [random]")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=NAME",
    help="Who plays one seat (0 starts), a strategy or 'human'; may be given more than once.",
)
@click.option("--achievements", is_flag=True, help="With the achievements variant.")
@click.option("--intro", is_flag=True, help="With the introductory setup.")
@click.option(
    "--alchemists",
    default="",
    metavar="A,B,…",
    help="The laboratories by seat, by id (duval, newton, …); left out, the players choose.",
)
@SOLO
@DIFFICULTY
@OPTION
@PLANNING
@EXPLAIN
@BOX
@VARIANT
@click.pass_context
def play(
    context: click.Context,
    /,
    players: str,
    seed: str,
    strategy: str,
    seats: tuple[str, ...],
    achievements: bool,
    intro: bool,
    alchemists: str,
    explain: str,
    folder: Path | None,
    variants: tuple[Path, ...],
    **solo_options: Any,
) -> None:
    """Play one game and print it, turn by turn, to the score sheet.

    The same seed gives the same transcript. With --seat 0=human you are asked at each of your
    decisions; what others hide stays hidden until the end. With --solo you play against
    Botmegistus, which turns up its cards and does what they say.
    """
    from trisim.cli.run import failing
    from trisim.games.trismegistus.rules.game import Game, GameError
    from trisim.games.trismegistus.text.transcript import Transcript

    check_solo(solo_options, given_options(context))
    count = 2 if solo_options["solo"] else number(players, "--players", 2, 4)
    deal = number(seed, "--seed", 0, 2**64 - 1)
    box = load(folder, variants)
    solo = solo_asked(box, solo_options)
    bot = bot_seat(solo)
    names = who_plays(count, strategy, seats, bot)
    explained = [seat for seat in seats_to_explain(explain, count) if seat != bot]
    if explained and HUMAN in names:
        fail("--explain shows what the others hide: leave it out, or --seat …=human")
    if explain and not explained:
        fail(f"--explain {explain}: Botmegistus plays this seat, and tells its reasons anyway")
    compile_search(names)
    chosen = [name.strip().lower() for name in alchemists.split(",") if name.strip()]
    try:
        game = Game.new(
            count,
            deal,
            box=box,
            achievements=achievements,
            intro=intro,
            alchemists=chosen,
            solo=solo,
        )
    except GameError as error:
        fail(str(error))
    viewers = [seat for seat, name in enumerate(names) if name == HUMAN]
    by = ", ".join(chosen) or "chosen by the players"
    transcript = Transcript(game, names, viewers=viewers, alchemists=by)
    with failing():
        Table(game, names, transcript, explained).run()


# ---------------------------------------------------------------- what was asked for


def number(text: str, option: str, least: int, most: int) -> int:
    """A whole number of the command line."""
    limit = f"{most}" if most < 1000 else "2**64 - 1"
    if not is_number(text) or not least <= int(text) <= most:
        fail(f"{option} {text}: a whole number from {least} to {limit} is expected")
    return int(text)


def is_number(text: str) -> bool:
    """Whether a text is a whole number, and not a huge one."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST


def given_options(context: click.Context) -> set[str]:
    """The options that were typed."""
    typed = ParameterSource.COMMANDLINE
    return {name for name in context.params if context.get_parameter_source(name) is typed}


def solo_asked(box: Box, options: Options) -> Solo | None:
    """What the game is played against; nothing if it is of another kind."""
    from trisim.box.difficulty import NORMAL, DifficultyError, options_of
    from trisim.games.trismegistus.rules.solo import Solo

    if not options["solo"]:
        return None
    try:
        in_force = options_of(box, options["difficulty"] or NORMAL, read_solo_options(options))
    except DifficultyError as error:
        fail(str(error))
    return Solo(in_force, options["planning"])


def bot_seat(solo: Solo | None) -> int:
    """The seat of Botmegistus; -1: it doesn't play."""
    if solo is None:
        return -1
    return 0 if solo.options.bot_first else 1


def who_plays(players: int, strategy: str, seats: Sequence[str], bot: int = -1) -> list[str]:
    """The strategy of each seat."""
    from trisim.box.difficulty import BOTMEGISTUS

    known(strategy, "--strategy")
    names = [strategy] * players
    for text in seats:
        seat, equals, name = text.partition("=")
        if not equals or not is_number(seat) or int(seat) >= players:
            fail(f"--seat {text}: SEAT=NAME is expected, with a seat from 0 to {players - 1}")
        if int(seat) == bot:
            its = "Botmegistus', as it plays first" if bot == 0 else "Botmegistus'"
            fail(f"--seat {text}: seat {bot} is {its}; yours is --seat {1 - bot}={name}")
        known(name, f"--seat {text}", HUMAN)
        names[int(seat)] = name
    return [BOTMEGISTUS if seat == bot else name for seat, name in enumerate(names)]


def known(name: str, option: str, *others: str) -> None:
    """Stop if there is no such strategy, or if it can't be loaded."""
    from trisim.players.registry import StrategyError, load

    try:
        if name not in others:
            load(name, others)
    except StrategyError as error:
        fail(f"{option if '=' in option else f'{option} {name}'}: {error}")


def compile_search(names: Sequence[str]) -> None:
    """Have the search compiled if somebody uses it; nothing else is compiled for a single game."""
    from trisim.box.difficulty import BOTMEGISTUS
    from trisim.display import compile_for
    from trisim.players.registry import load

    compile_for([load(name) for name in {*names} - {HUMAN, BOTMEGISTUS}], games=1)


# ---------------------------------------------------------------- the table


class Quit(Exception):  # noqa: N818 (nothing is wrong: the player leaves)
    """A person leaves the game."""


class Table:
    """One game being played and printed."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        transcript: Transcript,
        explained: Sequence[int] = (),
    ) -> None:
        self.game = game
        self.transcript = transcript
        self.explained = explained
        self.choose = {
            seat: self.chooser(name, seat)
            for seat, name in enumerate(names)
            if seat != game.bot_seat  # which the game itself plays
        }
        self.out: Console = console()
        self.asked = False
        self.fit_page()

    def fit_page(self) -> None:
        """Lines as wide as a terminal that is narrower than a page."""
        from trisim.games.trismegistus.text.board import PAGE_WIDTH, WIDTH

        if self.out.is_terminal:
            PAGE_WIDTH.set(max(NARROWEST, min(WIDTH, self.out.width)))

    def chooser(self, name: str, seat: int) -> Choose:
        """Who decides for a seat."""
        from trisim.api import find_strategy

        if name == HUMAN:
            return self.ask
        if seat in self.explained:
            from trisim.players.explaining import Explaining
            from trisim.players.registry import load

            seed = int(self.game.state.seed)
            choose = Explaining(load(name), seed, seat, self.game.box)
            return telling(choose, name, self.transcript)
        return find_strategy(name, int(self.game.state.seed), seat, self.game.box)

    def run(self) -> None:
        """Play to the end, or until a person leaves."""
        from trisim.api import play as play_on

        try:
            for _ in play_on(self.game, self.choose):
                self.show(self.transcript.lines())
        except Quit as left:
            click.echo(str(left))
        except KeyboardInterrupt:
            click.echo("\nInterrupted: the game stops here.")
            raise SystemExit(INTERRUPTED) from None

    def show(self, lines: Sequence[Line]) -> None:
        """Print lines of the transcript: in colour on a terminal, plain elsewhere."""
        if not self.out.is_terminal:
            click.echo("".join(f"{line.text}\n" for line in lines), nl=False)
            return
        from rich.text import Text

        for line in lines:
            style = SEAT_STYLES[line.seat] if line.seat >= 0 else ""
            if line.heading:
                style = f"bold {style}".strip()
            if line.quiet:
                style = "dim"
            self.out.print(Text(line.text, style), soft_wrap=True)

    # -- a person at the table

    def ask(self, game: Game) -> int:
        """Show what the seat may know, and let a person choose."""
        from trisim.games.trismegistus.text.seat_board import own_lines

        self.show(self.transcript.lines(flush=True))
        seat, moves = game.seat, game.legal()
        self.say("", f"— You decide (seat {seat}):", *own_lines(game, seat), *self.options(moves))
        if not self.asked:
            self.say(f"Type {KEYS}.")
        self.asked = True
        while True:
            answer = self.read()
            if is_number(answer) and 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            self.answer(answer, len(moves))

    def options(self, moves: Sequence[int]) -> list[str]:
        """The numbered options, with more about a card or alchemist that the move names."""
        from trisim.games.trismegistus.text.board import wrapped
        from trisim.games.trismegistus.text.describe import describe, more_about

        lines = []
        for place, move in enumerate(moves, start=1):
            more = more_about(self.game, move)
            text = f"{place:>4}  {describe(self.game, move)}" + (f" — {more}" if more else "")
            lines += wrapped(text, "", " " * 10)
        return lines

    def read(self) -> str:
        """One answer; the end of the input ends the game."""
        try:
            return input("> ").strip()
        except EOFError:
            raise Quit("\nThe input has ended: the game stops here.") from None
        except UnicodeDecodeError:
            return "…"

    def answer(self, answer: str, options: int) -> None:
        """Whatever isn't an option: show the board, save, quit, or ask again."""
        from trisim.games.trismegistus.text.seat_board import table_lines

        match answer.lower():
            case "q":
                raise Quit("You leave the game.")
            case "?":
                self.say(*table_lines(self.game, self.game.seat))
            case "s":
                self.save()
            case _:
                self.say(f"  '{answer}' is not from 1 to {options}. Type {KEYS}.")

    def save(self) -> None:
        """Write the position to a file, where a position can be written."""
        from trisim.games.trismegistus.text.position import PositionError, write_position

        state = self.game.state
        path = Path(f"position-{int(state.seed)}-{int(state.decisions)}.toml")
        try:
            path.write_text(write_position(self.game), encoding="utf-8")
        except PositionError as error:
            self.say(f"  Not now: {error}.")
        except OSError as error:
            self.say(f"  {path} can't be written: {error.strerror}.")
        else:
            self.say(f"  Wrote {path}, with everybody's cards in it.")

    def say(self, *lines: str) -> None:
        """Print lines to the person who decides."""
        for line in lines:
            click.echo(line)
