"""What compiling costs: by number and size of functions, by options, by state layout, by stage.

Source for a call tree of rule-like functions over one record is generated, and compiled in a
fresh process per row without disk cache. Every function reads and writes fields, loops a little
and calls two others, so nothing is dead. Columns: seconds in all, per function and per 100 lines;
share of the time by stage (exclusive: a callee compiled while its caller is typed counts for
itself); and ns for one pass through the tree, to see what an option costs in speed.
"""

# ruff: noqa: E501 (lines of generated code)

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from common import median_ns, records, seconds, struct, table

LIMIT = 100  # seconds for one case

# The body of a function is made of these blocks, taken in turn; four lines each.
BLOCKS = (
    "    if int(lab.raw[{a}]) > {c}:\n        lab.raw[{a}] -= 1\n        lab.refined[{b}] += 1\n        total += 1\n",
    "    for i in range(5):\n        if int(lab.raw[i]) > total:\n            total += int(lab.refined[i])\n"
    "    game.noise = (int(game.noise) + {c}) & 1023\n",
    "    frame = game.stack[int(game.depth)]\n    frame.kind = {c}\n    frame.arg[0] = total & 7\n"
    "    total += int(game.labs[(seat + 1) & 3].vp)\n",
    "    need = amount + {a}\n    if need > 3 and int(lab.vp) < 9:\n        lab.vp += 1\n        total -= need\n",
)
FLAT = (
    "    if int(game[lab + {a}]) > {c}:\n        game[lab + {a}] -= 1\n        game[lab + 7 + {b}] += 1\n        total += 1\n",
    "    for i in range(5):\n        if int(game[lab + i]) > total:\n            total += int(game[lab + 7 + i])\n"
    "    game[2] = (int(game[2]) + {c}) & 1023\n",
    "    frame = 70 + 4 * int(game[1])\n    game[frame] = {c}\n    game[frame + 1] = total & 7\n"
    "    total += int(game[10 + ((seat + 1) & 3) * 15 + 14])\n",
    "    need = amount + {a}\n    if need > 3 and int(game[lab + 14]) < 9:\n        game[lab + 14] += 1\n        total -= need\n",
)


def game_dtype(width: int) -> np.dtype[Any]:
    """A game record with `width` more fields than the code uses."""
    frame = struct(("kind", np.int16), ("arg", np.int16, (3,)))
    lab = struct(
        ("raw", np.int16, (7,)), ("refined", np.int16, (7,)), ("vp", np.int16),
        *((f"spare_laboratory_field_{i}", np.int16, (4,)) for i in range(width // 2)),
    )  # fmt: skip
    return struct(
        ("depth", np.int16), ("active", np.int16), ("noise", np.int16), ("labs", lab, (4,)), ("stack", frame, (16,)),
        *((f"spare_game_field_{i}", np.int16, (4,)) for i in range(width // 2)),
    )  # fmt: skip


HELPERS = """
{mark}
def note(game, seat, item, amount):
    game.noise = (int(game.noise) + item * 3 + amount) & 1023
    return int(game.noise)

{mark}
def gain(game, seat, item, amount):
    game.labs[seat].raw[item] += amount
    return note(game, seat, item, amount)

{mark}
def pay(game, seat, item, amount):
    if int(game.labs[seat].raw[item]) < amount:
        return 0
    game.labs[seat].raw[item] -= amount
    return note(game, seat, item, -amount)

{mark}
def advance(game, seat, track, steps):
    lab = game.labs[seat]
    lab.vp += steps
    if int(lab.vp) > 12:
        lab.vp -= steps
        return gain(game, seat, track, 1)
    return note(game, seat, 7 + track, steps)
"""


def source(count: int, blocks: int, flat: bool, decorator: str, helpers: bool) -> str:
    """`count` functions in a binary tree, leaves first; function 0 is the root.

    With `helpers`, each also calls three of them, as rules do: with literals and fields.
    """
    parts = [HELPERS.format(mark=decorator.replace("signature", "signature4"))] if helpers else []
    for f in reversed(range(count)):
        head = "    lab = 10 + seat * 15\n" if flat else "    lab = game.labs[seat]\n"
        body = "".join(
            (FLAT if flat else BLOCKS)[(f + k) % 4].format(a=(f + k) % 5, b=(f + k) % 6, c=f + k)
            for k in range(blocks)
        )
        calls = "".join(
            f"    if total < {900 + child}:\n        total += rule_{child}(game, seat, amount + 1)\n"
            for child in (2 * f + 1, 2 * f + 2)
            if child < count
        )
        if helpers:
            calls += (
                f"    total += gain(game, seat, {f % 5}, {1 + f % 3})\n"
                f"    total += pay(game, game.active, {f % 5}, game.labs[seat].vp)\n"
                f"    total += advance(game, seat, {f % 4}, 1)\n"
            )
        mark = "@njit(cache=True)" if f == 0 and decorator == "entry" else decorator
        mark = "@njit" if mark == "entry" or (f == 0 and "wrapper" in mark) else mark
        parts.append(
            f"\n{mark}\ndef rule_{f}(game, seat, amount):\n{head}    total = amount\n{body}{calls}    return total\n"
        )
    loop = "\n@njit\ndef loop(game, seat, amount, n):\n    for _ in range(n):\n        rule_0(game, seat, amount)\n"
    return (
        "from numba import njit\nfrom __main__ import deferred, signature, signature4\n"
        + "".join(parts)
        + loop
    )


def deferred(signature: Any, **options: Any) -> Any:
    """njit, compiled on first use, but only ever for `signature`: see `kernel.py`."""
    from numba import njit

    def wrap(function: Any) -> Any:
        dispatcher = njit(**options)(function)
        template = dispatcher.get_call_template

        def compile_once(args: Any, kws: Any) -> Any:
            if not dispatcher.overloads:
                dispatcher.compile(signature)
                dispatcher.disable_compile()
            return template(args, kws)

        dispatcher.get_call_template = compile_once
        return dispatcher

    return wrap


def exclusive_stages() -> dict[str, float]:
    """Listen to numba's pass and LLVM events; fill exclusive seconds by stage."""
    import time

    from numba.core import event

    spent: dict[str, float] = defaultdict(float)
    stack: list[str] = ["other"]
    last = [time.perf_counter()]

    class Clock(event.Listener):
        def tick(self) -> None:
            now = time.perf_counter()
            spent[stack[-1]] += now - last[0]
            last[0] = now

        def on_start(self, happened: Any) -> None:
            self.tick()
            kind = happened.kind
            name = happened.data["name"].split(" [")[0] if kind == "numba:run_pass" else "llvm"
            stack.append(name)

        def on_end(self, happened: Any) -> None:
            self.tick()
            stack.pop()

    clock = Clock()
    event.register("numba:run_pass", clock)
    event.register("numba:llvm_lock", clock)
    return spent


def measure(options: dict[str, Any]) -> dict[str, Any]:
    """Compile one tree in this process."""
    import importlib.util

    import numba
    from numba import int64

    flat = options.get("flat", False)
    game: Any = (
        np.zeros(400, np.int16) if flat else records(1, game_dtype(options.get("width", 0)))[0]
    )
    here: Any = sys.modules["__main__"]
    here.signature = int64(numba.typeof(game), int64, int64)
    here.signature4 = int64(numba.typeof(game), int64, int64, int64)
    mark, helpers = options.get("decorator", "@njit"), options.get("helpers", False)
    text = source(options["count"], options["blocks"], flat, mark, helpers)
    if options.get("bare"):  # without int(…) around fields
        text = re.sub(r"\bint\(((?:[^()]|\([^()]*\))*)\)", r"(\1)", text)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.py"
        path.write_text(text)
        numba.config.CACHE_DIR = folder
        spec = importlib.util.spec_from_file_location("tree", path)
        assert spec is not None
        assert spec.loader is not None
        tree = importlib.util.module_from_spec(spec)
        sys.modules["tree"] = tree
        seconds(lambda: numba.njit(lambda x: x + 1)(1))  # numba's own first-use costs
        stages = exclusive_stages()
        load = spec.loader.exec_module
        cost = seconds(lambda: (load(tree), tree.rule_0(game, 1, 2)))
        spent = dict(stages)
        ns = median_ns(lambda: tree.loop(game, 1, 2, 20_000), 20_000)
        overloads = sum(len(getattr(f, "signatures", ())) for f in vars(tree).values())
    return {"s": cost, "ns": ns, "lines": text.count("\n"), "stages": spent, "overloads": overloads}


def run(options: dict[str, Any], env: dict[str, str] | None = None) -> dict[str, Any]:
    command = [sys.executable, "-W", "ignore", __file__, json.dumps(options)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT,
        env={**os.environ, **(env or {})},
    )
    return dict(json.loads(done.stdout))


def row(name: str, options: dict[str, Any], env: dict[str, str] | None = None) -> tuple[Any, ...]:
    try:
        got = run(options, env)
    except subprocess.TimeoutExpired:
        return (name, *["-"] * 2, f"> {LIMIT}", *["-"] * 7)
    stages = got["stages"]
    total = sum(stages.values())
    typing = stages.get("nopython_type_inference", 0.0)
    lowering = stages.get("native_lowering", 0.0) + stages.get("nopython_backend", 0.0)
    llvm = stages.get("llvm", 0.0)
    share = [f"{100 * part / total:.0f}%" for part in (typing, lowering, llvm)]
    rest = f"{100 * (total - typing - lowering - llvm) / total:.0f}%"
    functions = options["count"]
    return (
        name,
        got["lines"],
        got["overloads"],
        got["s"],
        1000 * got["s"] / functions,
        100 * got["s"] / got["lines"],
        *share,
        rest,
        got["ns"],
    )


HEAD = (
    "case",
    "lines",
    "overloads",
    "s",
    "ms/function",
    "s/100 lines",
    "typing",
    "lowering",
    "llvm",
    "rest",
    "ns/pass",
)


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1].startswith("{"):
        print(json.dumps(measure(json.loads(sys.argv[1]))))
        return
    wanted = sys.argv[1:] or ["sizes", "layouts", "decorators", "calls", "environment"]
    base = {"count": 60, "blocks": 3}
    lean = "@deferred(signature, no_cpython_wrapper=True, no_cfunc_wrapper=True)"
    if "decorators" in wanted:
        marks = (
            "@njit", "@njit(signature)", "@deferred(signature)", lean, "@njit(cache=True)", "entry",
            "@njit(inline='always')", "@njit(forceinline=True)", "@njit(error_model='numpy')", "@njit(boundscheck=True)",
            "@njit(no_cpython_wrapper=True)", "@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)", "@njit(_nrt=False)",
        )  # fmt: skip
        table("decorators", [row(m, {**base, "decorator": m}) for m in marks], HEAD)
    if "calls" in wanted:
        helped = {**base, "helpers": True}
        marks = (
            "@njit",
            "@njit(signature)",
            "@deferred(signature)",
            lean,
            "@njit(inline='always')",
        )
        rows = [row(m, {**helped, "decorator": m}) for m in marks]
        table("with four shared helpers, called with literals and fields", rows, HEAD)
    if "environment" in wanted:
        settings: tuple[dict[str, str], ...] = (
            {}, {"NUMBA_OPT": "0"}, {"NUMBA_OPT": "1"}, {"NUMBA_OPT": "2"},
            {"NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"},
            {"NUMBA_OPT": "1", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"},
        )  # fmt: skip
        rows = [
            row(
                " ".join(f"{k}={v}" for k, v in env.items()) or "default",
                {**base, "decorator": lean},
                env,
            )
            for env in settings
        ]
        table("environment (kernels without wrappers, here and below)", rows, HEAD)
    if "layouts" in wanted:
        cases: dict[str, dict[str, Any]] = {
            "record": {}, "record, no int() around fields": {"bare": True}, "record, 40 more fields": {"width": 40},
            "record, 120 more fields": {"width": 120}, "flat int16": {"flat": True},
        }  # fmt: skip
        table(
            "layouts",
            [row(name, {**base, "decorator": lean, **extra}) for name, extra in cases.items()],
            HEAD,
        )
    if "sizes" in wanted:
        sizes = ((30, 3), (60, 3), (120, 3), (240, 3), (120, 1), (30, 7), (15, 15), (8, 30))
        rows = [
            row(f"{n} functions x {b} blocks", {"count": n, "blocks": b, "decorator": lean})
            for n, b in sizes
        ]
        table("number and size", rows, HEAD)


if __name__ == "__main__":
    main()
