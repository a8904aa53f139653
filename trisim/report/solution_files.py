"""The results of a search for a win rate as a Parquet table, figures and a variant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from trisim.report.campaign_files import columns_of, floats, write_parquet
from trisim.report.style import FAINT, GREY, INK, SERIES, our_style, plain_axes, save, short
from trisim.sim.disk import remove, write_text, written_whole
from trisim.stats.solve import Confirmed, Solved

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TABLE = "candidates.parquet"
PICTURES = ("solution.png", "solution.svg")
PRESET = "solution.toml"
"""The answer as a variant, if the game can add it to a box."""

FITTING, OTHER = SERIES[0], GREY
WIDTH, ROW = 7.4, 0.32
"""Inches of the figure, and of a row."""

LETTER, LONGEST = 0.078, 46


def write_files(folder: Path, solved: Solved, preset: str) -> None:
    """Write table, pictures and variant; an old variant is removed if there is none."""
    write_parquet(folder, [TABLE], [candidate_table(solved)])
    figure = draw_solution(solved)
    for name in PICTURES:
        with written_whole(folder / name) as draft:
            save(figure, draft, name.rpartition(".")[2])
    if preset:
        write_text(folder / PRESET, preset)
    else:
        remove(folder / PRESET)


# ---------------------------------------------------------------- table


def candidate_table(solved: Solved) -> pl.DataFrame:
    """A row for each candidate that was played, the confirmed ones first."""
    import polars as pl

    final = {each.setup: each for each in solved.confirmed}
    search = {each.setup: each for each in solved.searched}
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys([*final, *search]):
        here, before = final.get(name), search.get(name)
        row: dict[str, Any] = {
            "setup": name,
            "changes": before.changes if before else len(here.parts) if here else 0,
            "search_rounds": before.rounds if before else 0,
            "search_games": before.games if before else 0,
            "search_win": before.rate if before else None,
            "new_games": here.win.n if here else 0,
            **(columns_of("win", here.win) if here else dict.fromkeys(WIN)),
            "compatible": here.is_compatible if here else None,
            "is_answer": name == solved.answer,
        }
        rows.append(row)
    types = {**floats(("win",)), "search_win": pl.Float64(), "compatible": pl.Boolean()}
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


WIN = ("win", "win_low", "win_high")


# ---------------------------------------------------------------- figure


def draw_solution(solved: Solved) -> Figure:
    """The candidates on new deals with their intervals, and the target."""
    from matplotlib.figure import Figure

    rows = solved.confirmed
    labels = [short(each.setup, LONGEST) for each in rows]
    left, beside = 0.3 + LETTER * max(map(len, labels)), 1.5
    height = 0.75 + ROW * len(rows) + 1.15
    with our_style():
        figure = Figure(figsize=(WIDTH, height))
        wide = WIDTH - left - beside
        axes = figure.add_axes(
            (left / WIDTH, 1.1 / height, wide / WIDTH, (ROW * len(rows) + 0.1) / height)
        )
        draw_rows(axes, rows, solved, labels)
        title = f"Nearest to a win rate of {100 * solved.target:g} %: {short(solved.strategy, 30)}"
        figure.text(0.12 / WIDTH, 1 - 0.12 / height, title, weight="bold", va="top", size=12)
        words = fill(caption(solved), int(WIDTH * 17))
        figure.text(0.12 / WIDTH, 0.1 / height, words, va="bottom", color=GREY, size=7.5)
    return figure


def draw_rows(axes: Axes, rows: Sequence[Confirmed], solved: Solved, labels: Sequence[str]) -> None:
    for place, each in enumerate(rows):
        colour = FITTING if each.is_compatible else OTHER
        win = each.win
        low, value, high = (100 * number for number in (win.low, win.value, win.high))
        face = colour if each.is_compatible else "white"
        axes.plot([low, high], [place, place], color=colour, linewidth=1.6, zorder=2)
        axes.plot([value], [place], "o", color=colour, markerfacecolor=face, markersize=5, zorder=3)
        axes.text(
            1.02,
            place,
            f"{win.shown(win.value)} % [{win.shown(win.low)}, {win.shown(win.high)}]",
            transform=axes.get_yaxis_transform(),
            va="center",
            size=7.5,
            weight="bold" if each.setup == solved.answer else "normal",
            color=INK if each.is_compatible else GREY,
        )
    for place in range(1, len(rows), 2):
        axes.axhspan(place - 0.5, place + 0.5, color=FAINT, alpha=0.35, linewidth=0, zorder=0)
    axes.axvline(100 * solved.target, color=INK, linewidth=0.9, linestyle=(0, (4, 2)), zorder=1)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), labels=labels)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("win rate, %", size=8)
    plain_axes(axes)


def caption(solved: Solved) -> str:
    """What the figure is based on; a number stays with its per cent sign."""
    words = (
        f"{solved.deals:,} new deals each, which the search had not used. Bars: "
        f"{100 * solved.level:.3g} % intervals, which hold together. Full marks: compatible with "
        f"{100 * solved.target:g} %. Bold: what to play. It speaks for the strategy that played."
    )
    return words.replace(" %", "\N{NO-BREAK SPACE}%")
