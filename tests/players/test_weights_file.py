"""Weights files: what they say, and the line of everything that is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from trisim.players.loading import load_path
from trisim.players.player import StrategyError
from trisim.players.weights_file import Vocabulary, read_weights

KNOWN = Vocabulary(("score", "gold", "vault_lines"), {"step": 1.7, "slope": 0.25})

GOOD = """\
idea = "Gold, and little else."
author = "Ada"

[weights]            # points
score = 1
gold = [1.0, 0.8, 5]
[judgement]
slope = 0.33
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


def test_author_and_judgement_may_be_left_out() -> None:
    found = read_weights('idea = "x"\nweights.gold = -1', "mine.toml", KNOWN)
    assert (found.author, found.judgement) == (None, KNOWN.judgement)
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
        load_path(tmp_path / name, name)
    assert str(caught.value) == f"{name}{said}"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"^here can't be read: Is a directory$"):
        load_path(tmp_path, "here")
