"""A small game in the shape of the engine: compiled against uncompiled, decision by decision.

Two to four alchemists draft dice, harvest, transmute, take cards and react. State, box, mind and
log are records; what is still to resolve lies on a stack of frames; chance is counter-based;
every change is logged. The program plays the same games with JIT and without, in two processes,
compares every move and the final bytes of every state, and prints rates.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np
from common import records, struct, table
from kernel import ARRAYS, JIT, POINTERS, RECORDS, entry, kernel, strategy
from rng import draw, hash3

CARDS, SEATS, STACK, EVENTS = 48, 4, 24, 2048
DRAFT, ACTION, TRANSMUTE, REACT, BONUS = range(5)  # kinds of frame
NONE, HARVEST, ESSENCE, ARROW, CARD, CUBE = range(6)  # kinds of move
DICE, DECK, NOISE = 1, 2, 16  # streams of chance
GAIN, PAY, TAKE, POINTS = range(4)  # kinds of event

LAB = struct(
    ("cards", np.uint64),  # bit c: holds card c
    ("raw", np.int16, (7,)),  # by material: lead … gold
    ("refined", np.int16, (7,)),
    ("essence", np.int16, (4,)),  # salt, sulfur, aether, (mercury: unused)
    ("mastery", np.int16, (4,)),  # by element
    ("vp", np.int16), ("reactions", np.int16), ("used", np.int16), ("potency", np.int16),
    ("symbol", np.int16), ("color", np.int16),
)  # fmt: skip
FRAME = struct(("kind", np.int8), ("seat", np.int8), ("arg", np.int16, (2,)))
RECORDS["Game"] = GAME = struct(
    ("seed", np.uint64), ("deck", np.uint64), ("rolls", np.int32), ("decisions", np.int32),
    ("round_no", np.int8), ("players", np.int8), ("active", np.int8), ("depth", np.int8),
    ("over", np.bool_),
    ("bowls", np.int16, (6, 3)),  # dice by symbol, color
    ("labs", LAB, (SEATS,)), ("stack", FRAME, (STACK,)),
)  # fmt: skip
RECORDS["Lab"] = LAB
CARD_KIND = struct(("cost", np.int16, (7,)), ("points", np.int16), ("track", np.int16))
RECORDS["Box"] = BOX = struct(
    ("count", np.int16), ("arrows", np.int16, (6,)), ("cards", CARD_KIND, (CARDS,))
)
EVENT = struct(("what", np.int16), ("seat", np.int16), ("thing", np.int16), ("delta", np.int16))
RECORDS["Log"] = LOG = struct(
    ("capacity", np.int32), ("count", np.int32), ("events", EVENT, (EVENTS,))
)
RECORDS["Mind"] = MIND = struct(
    ("key", np.uint64), ("choices", np.int32), ("scratch", GAME), ("quiet", LOG)
)  # fmt: skip
RECORDS["Minds"] = MINDS = struct(("of", MIND, (SEATS,)))
POINTERS["Players"] = ("int Game Box Moves int int Mind", SEATS)
ARRAYS["Trace"] = ("int32", 1)
ARRAYS["Games"] = ("Game", 1)

EXPERIMENTAL = "ignore:First-class function type feature is experimental"  # numba's warning

Game: TypeAlias = Any
Games: TypeAlias = Any
Lab: TypeAlias = Any
Box: TypeAlias = Any
Mind: TypeAlias = Any
Minds: TypeAlias = Any
Players: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
Trace: TypeAlias = Any


@kernel
def note(log: Log, what: int, seat: int, item: int, delta: int) -> None:
    if log.count < log.capacity:
        event = log.events[log.count]
        event.what = what
        event.seat = seat
        event.thing = item
        event.delta = delta
        log.count += 1


@kernel
def push(game: Game, kind: int, seat: int, first: int, second: int) -> None:
    frame = game.stack[game.depth]
    frame.kind = kind
    frame.seat = seat
    frame.arg[0] = first
    frame.arg[1] = second
    game.depth += 1


@kernel
def gain(game: Game, log: Log, seat: int, item: int, amount: int) -> None:
    game.labs[seat].raw[item] += amount
    note(log, GAIN, seat, item, amount)


@kernel
def pay(game: Game, log: Log, seat: int, item: int, amount: int) -> None:
    """Raw first, then refined; the caller has checked that there is enough."""
    lab = game.labs[seat]
    raw = min(int(lab.raw[item]), amount)
    lab.raw[item] -= raw
    lab.refined[item] -= amount - raw
    note(log, PAY, seat, item, -amount)


@kernel
def score_points(game: Game, log: Log, seat: int, amount: int) -> None:
    game.labs[seat].vp += amount
    note(log, POINTS, seat, 0, amount)


@kernel
def roll(game: Game) -> None:
    game.bowls[:] = 0
    for die in range(16):
        symbol = draw(game.seed, DICE, int(game.rolls), 6)
        game.bowls[symbol, die % 3] += 1
        game.rolls += 1


@kernel
def next_card(game: Game, box: Box) -> int:
    """The card on top: of those in the deck, the one of smallest hash; -1 if none is left."""
    best, best_hash = -1, hash3(0, 0, 0)
    for card in range(int(box.count)):
        if (int(game.deck) >> card) & 1:
            value = hash3(game.seed, DECK, card)
            if best < 0 or value < best_hash:
                best, best_hash = card, value
    return best


@kernel
def can_afford(game: Game, box: Box, seat: int, card: int) -> bool:
    lab = game.labs[seat]
    for item in range(7):
        if int(lab.raw[item]) + int(lab.refined[item]) < int(box.cards[card].cost[item]):
            return False
    return int(lab.mastery[box.cards[card].track]) > 0


@kernel
def can_transmute(game: Game, box: Box, seat: int, arrow: int, color: int) -> bool:
    lab = game.labs[seat]
    if int(box.arrows[arrow]) != color or int(lab.raw[arrow]) + int(lab.refined[arrow]) == 0:
        return False
    return int(lab.essence[0]) + int(lab.essence[1]) + int(lab.essence[2]) > 0


@kernel
def pack(kind: int, first: int, second: int) -> int:
    return (kind << 16) | (first << 8) | second


@kernel
def legal_draft(game: Game, moves: Moves) -> int:
    n = 0
    for symbol in range(6):
        for color in range(3):
            if game.bowls[symbol, color] > 0:
                moves[n] = pack(NONE, symbol, color)
                n += 1
    return n


@kernel
def legal_action(game: Game, box: Box, seat: int, moves: Moves) -> int:
    n = 0
    lab = game.labs[seat]
    potency = int(lab.potency)
    for k in range(1, potency + 1):
        moves[n] = pack(HARVEST, int(lab.symbol), k)
        moves[n + 1] = pack(ESSENCE, int(lab.symbol) % 3, k)
        n += 2
    for arrow in range(6):
        if can_transmute(game, box, seat, arrow, int(lab.color)):
            for k in range(1, potency + 1):
                moves[n] = pack(ARROW, arrow, k)
                n += 1
    if potency >= 1 and game.deck != 0:
        card = next_card(game, box)
        if can_afford(game, box, seat, card):
            moves[n] = pack(CARD, card, 0)
            n += 1
    return n


@kernel
def legal_cube(game: Game, seat: int, arrow: int, moves: Moves) -> int:
    """Which cube and which essence to transmute with, or to stop."""
    lab = game.labs[seat]
    moves[0] = pack(NONE, 0, 0)
    n = 1
    for essence in range(3):
        if lab.essence[essence] > 0:
            if lab.raw[arrow] > 0:
                moves[n] = pack(CUBE, 0, essence)
                n += 1
            if lab.refined[arrow] > 0:
                moves[n] = pack(CUBE, 1, essence)
                n += 1
    return n


@kernel
def legal_react(game: Game, seat: int, symbol: int, moves: Moves) -> int:
    moves[0] = pack(NONE, 0, 0)
    if game.labs[seat].reactions == 0:
        return 1
    moves[1] = pack(HARVEST, symbol, 1)
    moves[2] = pack(ESSENCE, symbol % 3, 1)
    return 3


@kernel
def legal(game: Game, box: Box, moves: Moves) -> int:
    """Fill the options of the pending decision."""
    frame = game.stack[game.depth - 1]
    kind, seat, arg = int(frame.kind), int(frame.seat), int(frame.arg[0])
    if kind == DRAFT:
        return legal_draft(game, moves)
    if kind == ACTION:
        return legal_action(game, box, seat, moves)
    if kind == TRANSMUTE:
        return legal_cube(game, seat, arg, moves)
    if kind == REACT:
        return legal_react(game, seat, arg, moves)
    for track in range(4):
        moves[track] = pack(NONE, track, 0)
    return 4


@kernel
def resolve_draft(game: Game, seat: int, symbol: int, color: int) -> None:
    lab = game.labs[seat]
    lab.potency = min(5, int(game.bowls[symbol].sum()))
    game.bowls[symbol, color] -= 1
    lab.symbol = min(symbol, 4)
    lab.color = color
    lab.used += 1


@kernel
def resolve_harvest(game: Game, log: Log, seat: int, item: int, k: int) -> None:
    game.labs[seat].potency -= k
    gain(game, log, seat, item, k)


@kernel
def resolve_essence(game: Game, log: Log, seat: int, essence: int, k: int) -> None:
    game.labs[seat].potency -= k
    game.labs[seat].essence[essence] += k
    note(log, GAIN, seat, 8 + essence, k)


@kernel
def resolve_card(game: Game, box: Box, log: Log, seat: int, card: int) -> None:
    lab = game.labs[seat]
    lab.potency -= 1
    for item in range(7):
        if box.cards[card].cost[item] > 0:
            pay(game, log, seat, item, int(box.cards[card].cost[item]))
    lab.cards = int(lab.cards) | (1 << card)
    game.deck = int(game.deck) & ~(1 << card)
    note(log, TAKE, seat, card, 1)
    score_points(game, log, seat, int(box.cards[card].points))
    push(game, BONUS, seat, 0, 0)


@kernel
def resolve_action(
    game: Game, box: Box, log: Log, seat: int, kind: int, first: int, k: int
) -> None:
    if kind == HARVEST:
        resolve_harvest(game, log, seat, first, k)
    elif kind == ESSENCE:
        resolve_essence(game, log, seat, first, k)
    elif kind == ARROW:
        game.labs[seat].potency -= k
        push(game, TRANSMUTE, seat, first, k)
    elif kind == CARD:
        resolve_card(game, box, log, seat, first)


@kernel
def resolve_cube(
    game: Game, log: Log, seat: int, arrow: int, left: int, refined: int, essence: int
) -> None:
    lab = game.labs[seat]
    if refined:
        lab.refined[arrow] -= 1
    else:
        lab.raw[arrow] -= 1
    lab.essence[essence] -= 1
    lab.refined[arrow + 1] += 1
    note(log, PAY, seat, arrow, -1)
    note(log, GAIN, seat, 16 + arrow + 1, 1)
    advance_track(game, log, seat, essence)
    if left > 1:
        push(game, TRANSMUTE, seat, arrow, left - 1)


@kernel
def advance_track(game: Game, log: Log, seat: int, track: int) -> None:
    lab = game.labs[seat]
    if int(lab.mastery[track]) == 12:
        score_points(game, log, seat, 1)
    else:
        lab.mastery[track] += 1


@kernel
def resolve_react(game: Game, log: Log, seat: int, kind: int, item: int) -> None:
    if kind != NONE:
        game.labs[seat].reactions -= 1
        if kind == HARVEST:
            gain(game, log, seat, item, 1)
        else:
            game.labs[seat].essence[item] += 1
            note(log, GAIN, seat, 8 + item, 1)


@kernel
def resolve(game: Game, box: Box, move: int, log: Log) -> None:
    """A move's own consequences."""
    game.depth -= 1
    frame = game.stack[game.depth]
    frame_kind, seat = int(frame.kind), int(frame.seat)
    a, b = int(frame.arg[0]), int(frame.arg[1])
    kind, first, second = move >> 16, (move >> 8) & 255, move & 255
    if frame_kind == DRAFT:
        resolve_draft(game, seat, first, second)
    elif frame_kind == ACTION:
        resolve_action(game, box, log, seat, kind, first, second)
    elif frame_kind == TRANSMUTE:
        if kind == CUBE:
            resolve_cube(game, log, seat, a, b, first, second)
    elif frame_kind == REACT:
        resolve_react(game, log, seat, kind, first)
    elif frame_kind == BONUS:
        advance_track(game, log, seat, first)


@kernel
def start_turn(game: Game, seat: int) -> None:
    """Frames of one turn, last first: reactions, action, draft."""
    lab = game.labs[seat]
    game.active = seat
    symbol = int(lab.symbol)
    for k in range(int(game.players) - 1, 0, -1):
        push(game, REACT, (seat + k) % int(game.players), symbol, 0)
    push(game, ACTION, seat, 0, 0)
    if int(lab.potency) == 0:
        push(game, DRAFT, seat, 0, 0)


@kernel
def next_seat(game: Game) -> int:
    for k in range(1, int(game.players) + 1):
        seat = (int(game.active) + k) % int(game.players)
        if int(game.labs[seat].used) < 3 or int(game.labs[seat].potency) > 0:
            return seat
    return -1


@kernel
def advance(game: Game) -> None:
    """Chance and the others, until somebody has something to decide."""
    while game.depth == 0 and not game.over:
        seat = next_seat(game)
        if seat >= 0:
            start_turn(game, seat)
        elif game.round_no == 3:
            game.over = True
        else:
            game.round_no += 1
            for lab in game.labs[: game.players]:
                lab.used = 0
                lab.reactions = 2
            roll(game)


@kernel
def apply(game: Game, box: Box, move: int, log: Log) -> None:
    resolve(game, box, move, log)
    advance(game)
    game.decisions += 1


@kernel
def new_game(game: Game, box: Box, players: int, seed: int) -> None:
    game.seed = seed
    game.deck = (1 << int(box.count)) - 1
    game.players = players
    game.round_no = 1
    game.active = players - 1
    for i in range(players):
        lab = game.labs[i]
        lab.raw[:4] = 1
        lab.essence[:3] = 1
        lab.reactions = 2
    roll(game)
    advance(game)


@strategy
def choose_random(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int:
    mind.choices += 1
    return draw(mind.key, NOISE, int(mind.choices), n)


@kernel
def worth(game: Game, seat: int) -> int:
    lab = game.labs[seat]
    total = 100 * int(lab.vp)
    for item in range(7):
        total += int(lab.raw[item]) * (2 + item) + int(lab.refined[item]) * (4 + 3 * item)
    for track in range(4):
        total += 9 * int(lab.mastery[track])
    return total


@strategy
def choose_greedy(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int:
    """Look one decision ahead on a scratch copy."""
    best, best_worth = 0, -1
    for i in range(n):
        mind.scratch = game
        resolve(mind.scratch, box, int(moves[i]), mind.quiet)
        value = worth(mind.scratch, seat)
        if value > best_worth:
            best, best_worth = i, value
    return best


@kernel
def play(
    game: Game,
    box: Box,
    players: Players,
    minds: Minds,
    log: Log,
    moves: Moves,
    trace: Trace,
    seed: int,
) -> int:
    """One game; the moves go to `trace`. Returns how many there were."""
    new_game(game, box, SEATS, seed)
    for seat in range(SEATS):
        minds.of[seat].key = hash3(seed, 7, seat)
        minds.of[seat].choices = 0
    step = 0
    while not game.over and step < len(trace):
        n = legal(game, box, moves)
        choice = 0
        if n > 1:
            seat = int(game.stack[game.depth - 1].seat)
            choice = players[seat](game, box, moves, n, seat, minds.of[seat])
        trace[step] = moves[choice]
        apply(game, box, int(moves[choice]), log)
        step += 1
    return step


@entry
def play_games(pool: Games, box: Box, players: Players, minds: Minds, log: Log,
               moves: Moves, trace: Trace, first: int, games: int) -> int:  # fmt: skip
    """Games of seeds first, first + 1, …, each in pool[0], copied from a blank in pool[1]."""
    total = 0
    for seed in range(first, first + games):
        pool[0] = pool[1]
        log.count = 0
        total += play(pool[0], box, players, minds, log, moves, trace, seed)
    return total


def make_box() -> Any:
    """48 cards of rising cost; the arrows black, white, red in turn."""
    box: Any = records(1, BOX)[0]
    box.count = CARDS
    box.arrows[:] = np.arange(6) % 3
    for card in range(CARDS):
        box.cards[card]["cost"][card % 5] = 1 + card % 2
        box.cards[card]["cost"][1 + card % 6] += 1
        box.cards[card]["points"] = 2 + card % 7
        box.cards[card]["track"] = card % 3
    return box


def runner(capacity: int) -> tuple[Callable[[int, int, bool], int], dict[str, Any]]:
    """Everything a run needs, allocated once: (play, what it writes)."""
    log, minds, box = records(1, LOG)[0], records(1, MINDS)[0], make_box()
    log.capacity = capacity
    pool, trace, moves = records(2, GAME), np.zeros(2000, np.int32), np.zeros(256, np.int32)

    def run(first: int, games: int, greedy: bool) -> int:
        players = (choose_greedy if greedy else choose_random,) * SEATS
        return int(play_games(pool, box, players, minds, log, moves, trace, first, games))

    return run, {"pool": pool, "trace": trace, "log": log}


def report(games: int) -> None:
    """One line per game: digest of moves, state and log; then the rates."""
    play_seeds, made = runner(EVENTS)
    for greedy in (False, True):
        for seed in range(games):
            steps = play_seeds(seed, 1, greedy)
            log = made["log"]
            digest = hashlib.sha256(made["trace"][:steps].tobytes())
            digest.update(made["pool"][0].tobytes() + log["events"][: log["count"]].tobytes())
            print("game", greedy, seed, steps, log["count"], digest.hexdigest()[:16])
    batch = 2000 if JIT else 10
    for capacity in (0, EVENTS):
        play_seeds, made = runner(capacity)
        for greedy in (False, True):
            rates = []
            for _ in range(5):
                start = time.perf_counter()
                decisions = play_seeds(0, batch, greedy)
                rates.append((decisions / (time.perf_counter() - start), decisions / batch))
            print("rate", "greedy" if greedy else "random", capacity, *sorted(rates)[2])


def threads() -> None:
    """Whether the GIL is free inside, and what two threads give (median of ratios)."""
    runs = [runner(EVENTS)[0] for _ in range(2)]
    done = threading.Event()
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    runs[0](0, 10, True)
    ticker = threading.Thread(target=tick)
    ticker.start()
    start = time.perf_counter()
    runs[0](0, 20_000, True)
    took = time.perf_counter() - start
    done.set()
    ticker.join()
    print(f"a thread that wakes each millisecond ticked {ticks} times in a call of {took:.2f} s")
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(9):
            start = time.perf_counter()
            runs[0](0, 5000, True)
            middle = time.perf_counter()
            list(pool.map(lambda run: run(0, 5000, True), runs))
            ratios.append(2 * (middle - start) / (time.perf_counter() - middle))
    print(f"two threads give {sorted(ratios)[4]:.2f} times one (median of 9)")


def main() -> None:
    if sys.argv[1:] == ["threads"]:
        threads()
        return
    if len(sys.argv) > 1:
        start = time.perf_counter()
        runner(0)[0](0, 1, True)
        print("start", time.perf_counter() - start)
        report(int(sys.argv[1]))
        return
    outputs = {}
    for off in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": off}
        command = [sys.executable, "-W", "error", "-W", EXPERIMENTAL, __file__, "20"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
        assert done.returncode == 0, done.stderr
        outputs[off] = [line.split() for line in done.stdout.splitlines()]
    games = [[line for line in outputs[off] if line[0] == "game"] for off in ("0", "1")]
    assert games[0] == games[1], "compiled and uncompiled play differ"
    moves = sum(int(line[3]) for line in games[0])
    print(f"{len(games[0])} games, {moves} decisions: same moves, states and logs")
    print(f"a state has {GAME.itemsize} bytes")
    rows = []
    for fast, slow in zip(outputs["0"], outputs["1"], strict=True):
        if fast[0] == "rate":
            a, b = float(fast[3]), float(slow[3])
            rows.append(
                (fast[1], "on" if fast[2] != "0" else "off", f"{a:,.0f}", f"{b:,.0f}", a / b)
            )
    table("decisions/s (median of 5)", rows, ("strategy", "log", "compiled", "plain", "ratio"))


if __name__ == "__main__":
    main()
