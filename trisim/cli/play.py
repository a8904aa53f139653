"""``trisim play``: one game as a transcript, with yourself at the table if you like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail, failing
from trisim.cli.game_command import GameCommand, given_request, plugin_of, request_options
from trisim.cli.reasons import EXPLAIN, explainer_of, seats_to_explain, telling
from trisim.game_text import no_lines
from trisim.sim.run_request import RunRequest
from trisim.terminal import console
from trisim.transcript import PAGE_WIDTH, WIDTH, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from trisim.engine.game import Game
    from trisim.players.choosing import Choose
    from trisim.plugin import GamePlugin
    from trisim.transcript import Line, Transcript

HUMAN = "human"
SEAT_STYLES = ("cyan", "yellow", "magenta", "green", "bright_blue")
INTERRUPTED = 130
NARROWEST = 72
"""Columns that headings and tables take; a narrower terminal breaks lines by itself."""

LONGEST = 20
"""Digits of the largest number that a person may type."""

AS_IN_RUNS = ("players", "seed", "strategy", "box", "variants")
"""Options that mean the same as in ``trisim run``. Roles don't: here they belong to seats."""


@click.command(
    cls=GameCommand,
    epilog="""\b
Examples:
  trisim play                                  random players, seed 1
  trisim play --players 2 --seed 7             another game
  trisim play --seat 0=human                   play the starting seat yourself
  trisim play --box mybox --variant light.toml
  trisim play --players 2 --strategy mine.toml --explain
""",
)
@request_options(RunRequest, only=AS_IN_RUNS, roles_by_seat=True)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=NAME",
    help="Who plays one seat (0 starts), a strategy or 'human'; may be given more than once.",
)
@EXPLAIN
@click.pass_context
def play(
    context: click.Context, /, seats: tuple[str, ...], explain: str, roles: str = "", **_: Any
) -> None:
    """Play one game and print it, turn by turn, to the result.

    The same seed gives the same transcript. With --seat 0=human you are asked at each of your
    decisions; what others hide stays hidden until the end.
    """
    given = given_request(context, RunRequest)
    strategy = given.pop("strategy", "random")
    given.pop("roles", None)
    ids = [name.strip().lower() for name in roles.split(",") if name.strip()]
    plugin = plugin_of(context)
    with failing():
        game = plugin.new_game(RunRequest.of(**given), ids)
        names = who_plays(plugin, game, strategy, seats)
        explained = seats_explained(explain, plugin, game, names)
        compile_search(plugin, names)
        fit_page()
        viewers = [seat for seat, name in enumerate(names) if name == HUMAN]
        transcript = plugin.transcript(game, names, viewers=viewers, roles=ids)
        Table(plugin, game, names, transcript, explained).run()


# ---------------------------------------------------------------- what was asked for


def seats_explained(text: str, plugin: GamePlugin, game: Game, names: Sequence[str]) -> list[int]:
    """The seats whose moves are explained."""
    explained = [seat for seat in seats_to_explain(text, game.players) if seat != game.automa_seat]
    if explained and HUMAN in names:
        fail("--explain shows what the others hide: leave it out, or --seat …=human")
    if text and not explained:
        automa = plugin.text.player_name(game, game.automa_seat)
        fail(f"--explain {text}: {automa} plays this seat, and tells its reasons anyway")
    return explained


def is_number(text: str) -> bool:
    """Whether a text is a whole number, and not a huge one."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST


def who_plays(plugin: GamePlugin, game: Game, strategy: str, seats: Sequence[str]) -> list[str]:
    """The strategy of each seat; an automa plays its seat itself."""
    known(plugin, game, strategy, "--strategy", HUMAN)
    names = [strategy] * game.players
    for text in seats:
        seat, equals, name = text.partition("=")
        if not equals or not is_number(seat) or int(seat) >= game.players:
            fail(f"--seat {text}: SEAT=NAME is expected, with a seat from 0 to {game.players - 1}")
        if int(seat) == game.automa_seat:
            refuse_seat(plugin, game, text, name)
        known(plugin, game, name, f"--seat {text}", HUMAN)
        names[int(seat)] = name
    if game.automa_seat >= 0:
        names[game.automa_seat] = plugin.info.automa
    return names


def refuse_seat(plugin: GamePlugin, game: Game, text: str, name: str) -> None:
    """Stop at a strategy for the seat of the automa."""
    seat = game.automa_seat
    automa = plugin.text.player_name(game, seat)
    its = f"{automa}'" if automa.endswith("s") else f"{automa}'s"
    first = ", as it plays first" if seat == 0 else ""
    yours = next(other for other in range(game.players) if other != seat)
    fail(f"--seat {text}: seat {seat} is {its}{first}; yours is --seat {yours}={name}")


def known(plugin: GamePlugin, game: Game, name: str, option: str, *others: str) -> None:
    """Stop if there is no such strategy, or if it can't be loaded for the box of a game."""
    from trisim.players.registry import StrategyError, load
    from trisim.players.restrictions import restrictions_of

    try:
        if name not in others:
            restrictions_of(load(name, plugin.players, others), game.box)
    except StrategyError as error:
        fail(f"{option if '=' in option else f'{option} {name}'}: {error}")


def compile_search(plugin: GamePlugin, names: Sequence[str]) -> None:
    """Have the search compiled if somebody uses it; nothing else is compiled for a single game."""
    from trisim.display import compile_for
    from trisim.players.registry import load

    specs = {*names} - {HUMAN, plugin.info.automa}
    compile_for(plugin, [load(spec, plugin.players) for spec in specs], games=1)


# ---------------------------------------------------------------- the table


def fit_page() -> None:
    """Lines as wide as a terminal that is narrower than a page."""
    if (out := console()).is_terminal:
        PAGE_WIDTH.set(max(NARROWEST, min(WIDTH, out.width)))


class Quit(Exception):  # noqa: N818 (nothing is wrong: the player leaves)
    """A person leaves the game."""


class Table:
    """One game being played and printed."""

    def __init__(
        self,
        plugin: GamePlugin,
        game: Game,
        names: Sequence[str],
        transcript: Transcript,
        explained: Sequence[int] = (),
    ) -> None:
        self.plugin, self.text = plugin, plugin.text
        self.game = game
        self.transcript = transcript
        self.explained = explained
        self.choose = {
            seat: self.chooser(name, seat)
            for seat, name in enumerate(names)
            if seat != game.automa_seat  # which the game itself plays
        }
        self.out: Console = console()
        self.asked = False

    def chooser(self, name: str, seat: int) -> Choose:
        """Who decides for a seat."""
        from trisim.api import find_strategy
        from trisim.players.registry import load

        if name == HUMAN:
            return self.ask
        seed, box, kit = int(self.game.state.seed), self.game.box, self.plugin.players
        if seat in self.explained:
            choose = explainer_of(self.plugin)(load(name, kit), seed, seat, box)
            return telling(choose, name, self.transcript, self.text.never_wasted)
        return find_strategy(name, kit, seed, seat, box)

    def run(self) -> None:
        """Play to the end, or until a person leaves."""
        from trisim.api import play as play_on

        try:
            for _ in play_on(self.game, self.choose, self.transcript):
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
            style = SEAT_STYLES[line.seat % len(SEAT_STYLES)] if line.seat >= 0 else ""
            if line.heading:
                style = f"bold {style}".strip()
            if line.quiet:
                style = "dim"
            self.out.print(Text(line.text, style), soft_wrap=True)

    # -- a person at the table

    def ask(self, game: Game) -> int:
        """Show what the seat may know, and let a person choose."""
        self.show(self.transcript.lines(flush=True))
        seat, moves = game.seat, game.legal()
        own = self.text.own_lines(game, seat)
        self.say("", f"— You decide (seat {seat}):", *own, *self.options(moves))
        if not self.asked:
            self.say(*wrapped(f"Type {self.keys}."))
        self.asked = True
        while True:
            answer = self.read()
            if is_number(answer) and 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            self.answer(answer, len(moves))

    def options(self, moves: Sequence[int]) -> list[str]:
        """The numbered options, with more about what the move names."""
        lines = []
        for place, move in enumerate(moves, start=1):
            more = self.text.more_about(self.game, move)
            words = self.text.describe(self.game, move)
            text = f"{place:>4}  {words}" + (f" — {more}" if more else "")
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

    @property
    def keys(self) -> str:
        """What a person can type."""
        board = ["? the board"] if self.text.table_lines is not no_lines else []
        save = ["s save the position"] if self.text.write_position is not None else []
        return ", ".join(["a number to choose", *board, *save, "q quit"])

    def answer(self, answer: str, options: int) -> None:
        """Whatever isn't an option: show the board, save, quit, or ask again."""
        match answer.lower():
            case "q":
                raise Quit("You leave the game.")
            case "?" if self.text.table_lines is not no_lines:
                self.say(*self.text.table_lines(self.game, self.game.seat))
            case "s" if self.text.write_position is not None:
                self.save(self.text.write_position)
            case _:
                keys = wrapped(f"Type {self.keys}.", "  ")
                self.say(f"  '{answer}' is not from 1 to {options}.", *keys)

    def save(self, write_position: Callable[[Any], str]) -> None:
        """Write the position to a file, where a position can be written."""
        from trisim.engine.game import GameError

        state = self.game.state
        path = Path(f"position-{int(state.seed)}-{int(state.decisions)}.toml")
        try:
            path.write_text(write_position(self.game), encoding="utf-8")
        except GameError as error:
            self.say(*wrapped(f"Not now: {error}.", "  "))
        except OSError as error:
            self.say(f"  {path} can't be written: {error.strerror}.")
        else:
            self.say(f"  Wrote {path}, with everybody's cards in it.")

    def say(self, *lines: str) -> None:
        """Print lines to the person who decides."""
        for line in lines:
            click.echo(line)
