"""Weights files: what they say, and the line of everything that is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from trisim.games.trismegistus.players.kit import KIT
from trisim.players.kit import Number
from trisim.players.loading import load_path
from trisim.players.player import StrategyError
from trisim.players.weights_file import read_weights

THINKING = {"iterations": 0.0, "options": 6.0, "dice": 2.0, "trust": 4.0}
KNOWN = replace(
    KIT,
    features=dict.fromkeys(("score", "gold", "vault_lines"), ""),
    judgement={"step": Number(1.7, ""), "slope": Number(0.25, "")},
)

GOOD = """\
idea = "Gold, and little else."
author = "Ada"

[weights]            # points
score = 1
gold = [1.0, 0.8, 5]
[judgement]
slope = 0.33
[search]
iterations = 50
"""


def read(text: str) -> str:
    with pytest.raises(StrategyError) as caught:
        read_weights(text, "mine.toml", KNOWN)
    return str(caught.value)


def test_a_weight_is_for_all_rounds_or_for_each() -> None:
    found = read_weights(GOOD, "mine.toml", KNOWN)
    assert (found.idea, found.author) == ("Gold, and little else.", "Ada")
    assert found.weights == {"score": (1.0, 1.0, 1.0), "gold": (1.0, 0.8, 5.0)}
    assert found.judgement == {"step": 1.7, "slope": 0.33}
    assert found.search == {**THINKING, "iterations": 50}


def test_author_and_judgement_may_be_left_out() -> None:
    found = read_weights('idea = "x"\nweights.gold = -1', "mine.toml", KNOWN)
    assert (found.author, found.judgement, found.search) == (
        None,
        {"step": 1.7, "slope": 0.25},
        THINKING,
    )
    assert found.weights == {"gold": (-1.0, -1.0, -1.0)}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("gold =", "golld =", "line 6: 'golld': no such feature; did you mean 'gold'?"),
        ("gold =", "xyz =", "line 6: 'xyz': no such feature; 'trisim strategies features' lists"),
        ("gold =", '"gold " =', "line 6: 'gold ': no such feature; did you mean 'gold'?"),
        ("score =", "step =", "line 5: 'step': no such feature; 'step' belongs below [judgement]"),
        ("slope", "sloppe", "line 8: 'sloppe': no such number of judgement; did you mean 'slope'?"),
        ("slope", "gold", "line 8: 'gold': no such number of judgement; "
                          "'gold' belongs below [weights]"),
        ("= 1\n", "= nan\n", "line 5: 'nan': the weight of score is no number of points; write "),
        ("= 1\n", "= -inf\n", "line 5: '-inf': the weight of score is no number of points; wr"),
        ("= 1\n", '= "1"\n', "line 5: '1': the weight of score is no number of points; write "),
        ("= 1\n", "= true\n", "line 5: 'True': the weight of score is no number of points; "),
        ("= 1\n", f"= 1{'0' * 400}\n", "line 5: '1000"),
        ("= 1\n", "= {a = 1}\n", "line 5: '{'a': 1}': the weight of score is no number of poi"),
        ("0.8", "nan", "line 6: 'nan': the weight of gold is no number of points; write 'name ="),
        ("0.8", "[1]", "line 6: '[1]': the weight of gold is no number of points; write 'name ="),
        ("0.8, 5", "5", "line 6: '[1.0, 5]': gold has 2 numbers; give one, or three: for rounds"),
        ("[1.0, 0.8, 5]", "[]", "line 6: '[]': gold has 0 numbers; give one, or three: for roun"),
        ("0.33", "nan", "line 8: 'nan': slope is no number; write 'slope = 0.25' or another"),
        ("0.33", "[1, 2, 3]", "line 8: '[1, 2, 3]': slope is no number; write 'slope = 0.25' or"),
        ("[judgement]", "[judgment]", "line 7: 'judgment': a weights file has no such key or "
                                      "table; did you mean 'judgement'?"),
        ("author", "gold", "line 2: 'gold': a weights file has no such key or table; put it below "
                           "[weights]"),
        ("author", "zzz", "line 2: 'zzz': a weights file has no such key or table; known: idea, "
                          "author, weights, judgement"),
        ("slope", "[more]\nslope", "line 8: 'more': a weights file has no such key or table; "),
        ('"Ada"', "3", "line 2: '3': the author is a line of words; write author = "),
        ('"Gold, and little else."', '" "', "line 1: ' ': the idea is a line of words; write "),
        ('"Gold, and little else."', '"a\\nb"', "line 1: 'a�b': the idea is a line of words; "),
        ("score = 1", "gold = 1", "line 6: this is not TOML: cannot overwrite a value in column"),
        ("score = 1", "score 1", "line 5: this is not TOML: expected '=' after a key in a key/va"),
        ("iterations", "iteration", "line 10: 'iteration': no such number of search; did you mean "
                                    "'iterations'?"),
        ("iterations", "slope", "line 10: 'slope': no such number of search; 'slope' belongs below "
                                "[judgement]"),
        ("iterations", "gold", "line 10: 'gold': no such number of search; 'gold' belongs below "
                               "[weights]"),
        ("score =", "dice =", "line 5: 'dice': no such feature; 'dice' belongs below [search]"),
        ("slope", "trust", "line 8: 'trust': no such number of judgement; 'trust' belongs below "
                           "[search]"),
        ("author", "options", "line 2: 'options': a weights file has no such key or table; put it "
                              "below [search]"),
        ("[search]", "[serach]", "line 9: 'serach': a weights file has no such key or table; did "
                                 "you mean 'search'?"),
        ("[search]\niterations", "[more]\nx", "line 9: 'more': a weights file has no such key or "),
        ("50", "1.5", "line 10: '1.5': iterations can't be that; a whole number from 0 to "
                      "1,000,000 is expected"),
        ("50", "-1", "line 10: '-1': iterations can't be that; a whole number from 0 to 1,000,00"),
        ("50", "1_000_001", "line 10: '1000001': iterations can't be that; a whole number from 0"),
        ("50", "nan", "line 10: 'nan': iterations is no number; write 'iterations = 0' or another"),
        ("50", "true", "line 10: 'True': iterations is no number; write 'iterations = 0' or anot"),
        ("50", '"50"', "line 10: '50': iterations is no number; write 'iterations = 0' or another"),
        ("iterations = 50", "options = 1", "line 10: '1': options can't be that; a whole number "
                                           "from 2 to 16 is expected"),
        ("iterations = 50", "options = 17", "line 10: '17': options can't be that; a whole number"),
        ("iterations = 50", "dice = 0", "line 10: '0': dice can't be that; a whole number from 1 "),
        ("iterations = 50", "dice = 0.5", "line 10: '0.5': dice can't be that; a whole number fr"),
        ("iterations = 50", "trust = -0.1", "line 10: '-0.1': trust can't be that; a number from "
                                            "0 to 1,000,000 is expected"),
        ("slope = 0.33", "[weights]", "line 8: this is not TOML: cannot declare ('weights',) twi"),
        ("= 1\n", f"= 1{'0' * 5000}\n", "a value is far too large; look for a value that makes "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(before: str, after: str, said: str) -> None:
    assert before in GOOD
    told = read(GOOD.replace(before, after, 1))
    start = "mine.toml, " if said.startswith("line") else "mine.toml: "
    assert told.startswith(f"{start}{said}"), told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[weights]\ngold = 1", 'mine.toml: no idea; add idea = "One line: what it plans."'),
        ('idea = "x"', "mine.toml: no table [weights]; add it; write 'name = points', or "),
        ('idea = "x"\n[weights]', "mine.toml, line 2: [weights] is empty; write 'name = points'"),
        ('idea = "x"\nweights = 3', "mine.toml, line 2: '3': 'weights' is a table; write it as "),
        ("a = 1\nb = 2", "mine.toml: no idea; add "),
    ],
)
def test_what_is_missing_is_told(text: str, said: str) -> None:
    assert read(text).startswith(said)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("options = 2", 2.0),
        ("options = 16.0", 16.0),
        ("dice = 99", 99.0),
        ("trust = 0", 0.0),
        ("trust = 2.5", 2.5),
        ("iterations = 1_000_000", 1e6),
    ],
)
def test_numbers_of_a_player_that_thinks_may_reach_their_limits(line: str, number: float) -> None:
    found = read_weights(GOOD.replace("iterations = 50", line), "mine.toml", KNOWN)
    assert found.search == {**THINKING, line.split()[0]: number}


def test_how_it_thinks_is_a_table() -> None:
    text = 'idea = "x"\nsearch = 3\n[weights]\ngold = 1'
    assert read(text).startswith("mine.toml, line 2: '3': 'search' is a table; write it as [sear")


def test_what_is_known_of_the_search_is_what_a_policy_has() -> None:
    assert {name: number.default for name, number in KIT.search.items()} == THINKING
    assert all(number.allows(number.default) for number in KIT.search.values())
    assert list(KIT.judgement) == list(KIT.policy["judgement"].names or ())


def test_several_faults_are_counted() -> None:
    assert read(GOOD.replace("gold", "golld").replace("score", "scor")).endswith(
        "'scor': no such feature; did you mean 'score'? (and 1 more)"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('idea = "x"\nweights = {gold = nan}', 2),
        ('idea = "x"\nweights.score = 1\nweights.gold = nan', 3),
        ('idea = "x"\n[weights]\n\n# gold\n"gold" = nan', 5),
        ('idea = "x"\n[ weights ]  # gold = 1\ngold = [\n  1,\n  nan,\n  2]', 3),
        ("idea = '''\nx'''\n[weights]\n  'gold'=nan", 4),
        ('idea = """\\\n[weights]"""\r\n[weights]\r\ngold=nan', 4),
    ],
)
def test_lines_are_found_however_it_is_written(text: str, line: int) -> None:
    assert read(text).startswith(f"mine.toml, line {line}: 'nan': the weight of gold is no number")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", ": the file is empty; 'trisim strategies new NAME' writes one that plays"),
        (b" \n\n", ": the file is empty; 'trisim strategies new NAME' writes one that plays"),
        (b'# ok\nidea = "\xe4"\n', ", line 2: byte e4 is not UTF-8; save the file as UTF-8"),
        (b"#" * 1_000_001, ": the file has more than a million bytes; is it the right one?"),
    ],
)
@pytest.mark.parametrize("name", ["mine.toml", "mine.py"])
def test_files_that_are_no_text_are_refused(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(StrategyError) as caught:
        load_path(tmp_path / name, name, KIT)
    assert str(caught.value) == f"{name}{said}"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"^here can't be read: Is a directory$"):
        load_path(tmp_path, "here", KIT)
