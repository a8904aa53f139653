"""Decisive games: their winners, and transcripts of both versions from where they diverge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from tests.sim.version_runs import DEARER, HOSTILE, PAIRS, version
from trisim.report import decisive
from trisim.report.decisive import Decisive, chosen, decisive_games
from trisim.report.page.html import rendered
from trisim.report.page.markdown import markdown_of
from trisim.report.page.model import Block, Page, Section, Text, Transcripts
from trisim.sim.audit.replay import plan_again
from trisim.sim.paired_games import compare_games
from trisim.sim.retold import (
    Line,
    ToldGame,
    common,
    left_out,
    parting,
    tell_game,
    texts_of,
    without_common,
)
from trisim.sim.run import Run
from trisim.sim.trust import user_trust


def found(pair: str, most: int = 2) -> tuple[Run, Run, Decisive]:
    base, other = (version(name) for name in PAIRS[pair])
    games = compare_games(base, other, DEARER)
    if pair == "solo":  # nobody else wins there: all games will do
        rows = [games_of(run) for run in (base, other)]
        both = rows[0].join(rows[1], on=["deal", "rotation"], suffix="_other")
        seeming = both.with_columns(
            involved=pl.lit(False), turn=pl.lit(None, pl.Int64), round=pl.lit(None, pl.Int64)
        )
        games = replace(games, decided=seeming)
    return base, other, decisive_games(base, other, games, most)


def games_of(run: Run) -> pl.DataFrame:
    """Winners and scores by game, straight from the tables."""
    about = run.table("games").select("game", "deal", "rotation").collect()
    players = run.table("players").collect().sort("game", "seat")
    if "won" in run.table("games").collect_schema().names():
        won = run.table("games").select("game", win="won").collect()
        players = players.drop("win", strict=False).join(won, on="game")
    by_game = players.group_by("game").agg(
        winners=pl.col("seat").cast(pl.Int64).filter(pl.col("win") > 0),
        scores=pl.col("score").cast(pl.Int64) if "score" in players.columns else pl.lit(0),
    )
    return about.join(by_game, on="game").sort("game")


@pytest.mark.parametrize("pair", PAIRS)
def test_games_are_told_as_they_are_stored_from_where_they_diverge(pair: str) -> None:
    base, other, told = found(pair)
    assert told.problem == ""
    assert told.games
    stored = [
        {row["game"]: row["winners"] for row in games_of(run).to_dicts()} for run in (base, other)
    ]
    plans = [plan_again(run.path, run.manifest, 4, user_trust()) for run in (base, other)]
    for game in told.games:
        assert game.problem == ""
        winners = [here[number] for here, number in zip(stored, game.games, strict=True)]
        assert [list(each) for each in game.winners] == winners
        if pair != "solo":
            assert winners[0] != winners[1]
        texts = texts_of(plans[0].box, plans[1].box)
        one = tell_game(plans[0], game.games[0])
        two = tell_game(plans[1], game.games[1], texts)
        assert one.lines[: game.same_lines] == two.compared[: game.same_lines]
        rests = one.lines[game.same_lines :], two.compared[game.same_lines :]
        assert rests[0][:1] != rests[1][:1]
        for again, excerpt, first in zip((one, two), game.excerpts, game.difference, strict=True):
            assert excerpt.result == again.result
            lines = [line.text for line in again.lines]
            shown = [line for line in excerpt.lines if not line.startswith("  …")]
            assert set(shown) <= set(lines) | {""}
            assert first in [line.strip() for line in lines]
            assert excerpt.lines[0] == game.heading
            below = [line.strip() for line in excerpt.lines[1:] if line.strip() not in ("", "…")]
            assert below[0] == first or below[0].startswith("… ")


def test_another_name_is_no_difference() -> None:
    """The transcripts have other names from the first line on; the games diverge later."""
    _, other, told = found("a role", most=3)
    plan = plan_again(other.path, other.manifest, 2, user_trust())
    for game in told.games:
        lines = tell_game(plan, game.games[1]).lines
        assert game.turn is not None
        assert game.same_lines > 8
        assert HOSTILE in "".join(line.text for line in lines)
        assert HOSTILE not in "".join(game.difference)


def test_hostile_names_stay_text() -> None:
    _, _, told = found("a role")
    assert any(HOSTILE in words for game in told.games for words in game.winner_words)
    texts = tuple(
        Text(words, excerpt.lines, excerpt.result)
        for game in told.games
        for words, excerpt in zip(game.winner_words, game.excerpts, strict=True)
    )
    block = Block("games", "Games", ("Words",), "40 games", transcripts=Transcripts(texts))
    page = Page("t", "t", (Section("s", "s", "s", (block,)),), ())
    html = rendered(page, lambda picture: "", script=False)
    assert "&lt;script&gt;$x_1$|" in html
    assert "<script>$" not in html
    fenced = markdown_of(page, lambda picture: "").split("```")
    assert len(fenced) == 1 + 2 * len(texts)
    assert not any("<script>" in outside for outside in fenced[::2])


def test_so_many_games_are_shown() -> None:
    base, other, told = found("a role", most=3)
    assert len(told.games) == 3
    assert told.decided == compare_games(base, other).divergence.other_winner > 3
    assert len({game.deal for game in told.games}) == 3  # other deals before other rotations


def test_versions_that_are_alike_have_no_decisive_game() -> None:
    base = version("summit")
    told = decisive_games(base, base, compare_games(base, base))
    assert (told.games, told.problem, told.decided) == ((), "", 0)


def test_another_result_than_the_stored_one_is_said() -> None:
    base, other = version("summit"), version("grip")
    games = compare_games(base, other)
    rows = [{**row, "scores": [99, 98]} for row in games.decided.to_dicts()]
    wrong = pl.DataFrame(rows, schema=games.decided.schema)
    told = decisive_games(base, other, replace(games, decided=wrong), 1)
    assert "has another result than its run" in told.games[0].problem
    assert told.games[0].excerpts == ()


# ---------------------------------------------------------------- which games


def frame(rows: list[tuple[int, int | None, bool]]) -> pl.DataFrame:
    names = {"deal": pl.Int64, "turn": pl.Int64, "involved": pl.Boolean}
    return pl.DataFrame(rows, schema=names, orient="row")


def picked(rows: list[tuple[int, int | None, bool]], most: int) -> list[tuple[int, Any]]:
    return [(row["deal"], row["turn"]) for row in chosen(frame(rows), most)]


def test_games_with_a_changed_card_come_first_then_other_deals() -> None:
    rows = [(0, 5, False), (1, 9, True), (1, 4, True), (2, 7, False), (3, None, False)]
    assert picked(rows, 1) == [(1, 9)]
    assert picked(rows, 2) == [(1, 4), (1, 9)]
    assert picked(rows, 9) == [(1, 4), (0, 5), (2, 7), (1, 9), (3, None)]
    assert picked(rows, 0) == []
    assert picked([], 3) == []


def test_they_are_spread_over_the_turns_in_which_games_diverge() -> None:
    rows: list[tuple[int, int | None, bool]] = [(deal, deal * 2, False) for deal in range(50)]
    turns = [turn for _, turn in picked(rows, 5)]
    assert turns == sorted(set(turns))
    assert turns[0] < 20
    assert turns[-1] > 78


# ---------------------------------------------------------------- lines


def lines(*texts: str) -> tuple[Line, ...]:
    """Lines; those with a capital letter are headings."""
    return tuple(Line(text, text[:1].isupper()) for text in texts)


def told(*texts: str, compared: tuple[str, ...] | None = None) -> ToldGame:
    return ToldGame(lines(*texts), lines(*(compared or texts)), (0,), (1.0,), ("a wins",))


def test_where_games_part() -> None:
    one = told("Turn 1", "a", "b", "Turn 2", "c", "d")
    assert parting(one, one) is None
    other = parting(one, told("Turn 1", "a", "b", "Turn 2", "c", "e"))
    assert other is not None
    assert (other.same, other.heading, other.starts) == (5, "Turn 2", (5, 5))
    shorter = parting(one, told("Turn 1", "a", "b", "Turn 2", "c"))
    assert shorter is not None
    assert (shorter.same, shorter.starts) == (5, (5, 5))
    at_once = parting(told("a"), told("b"))
    assert at_once is not None
    assert (at_once.same, at_once.heading, at_once.starts) == (0, "", (0, 0))


def test_other_texts_are_no_difference() -> None:
    one = told("Board", "a tool", "Turn 1", "uses a tool", "wins")
    renamed = ("Board", "another", "of two lines", "Turn 1", "uses another", "loses")
    other = told(*renamed, compared=("Board", "a tool", "Turn 1", "uses a tool", "loses"))
    where = parting(one, other)
    assert where is not None
    assert (where.same, where.heading) == (4, "Turn 1")
    assert one.lines[where.starts[0]].text == "uses a tool"
    assert other.lines[where.starts[1]].text == "uses another"


def test_common_lines() -> None:
    assert common(lines("a", "b"), lines("a", "c")) == 1
    assert common(lines("a"), lines("a", "c")) == 1
    assert common((), lines("a")) == 0


def test_long_common_passages_are_left_out() -> None:
    same = tuple(f"x{number}" for number in range(9))
    one, other = without_common(lines("a", *same, "b"), lines("c", *same, "b"))
    assert one == ["a", "  … 10 lines that both versions have …"]
    assert other == ["c", "  … 10 lines that both versions have …"]
    short = without_common(lines("a", *same[:7], "b"), lines("c", *same[:7], "d"))
    assert short == (["a", *same[:7], "b"], ["c", *same[:7], "d"])
    assert left_out(lines(*same, "Turn 5", "x")) == [
        "  … 11 lines that both versions have …",
        "",
        "Turn 5",
        "  …",
    ]


def test_only_so_many_lines_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisive, "MOST_LINES", 3)
    excerpt = decisive.excerpt(["Turn 1"], ["a", "b", "c", "d", "e"], ("a wins",))
    assert excerpt.lines == ("Turn 1", "a", "b", "c")
    assert excerpt.left_out == 2
