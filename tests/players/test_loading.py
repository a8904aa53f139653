"""Files of Python that are no strategies are refused, with the line to mend."""

from __future__ import annotations

from pathlib import Path

import pytest

from trisim.games.trismegistus.players.kit import KIT
from trisim.players.files import line_of
from trisim.players.loading import load_path
from trisim.players.player import Kind, StrategyError

COMPILED = """\
from __future__ import annotations
from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy

PARAMETERS = {"patience": 0.3}
AUTHOR = "Ada"


@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    return int(moves[0])
"""

PYTHON = """\
AUTHOR = "Ada"


class Mine:
    wait = True

    def __init__(self, patience=0.3):
        self.patience = patience

    def choose(self, view):
        return view.legal()[0]
"""

SIGNATURE = (
    "write the function as 'def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, "
    "policy: Policy) -> int'"
)
METHOD = "write the method as 'def choose(self, view) -> int'"
NEITHER = "neither a function 'choose' with @strategy() nor one class with a method 'choose'"
NUMBERS = 'PARAMETERS is a dict of names and numbers, such as {"patience": 0.3}'
ASYNC = "    async def choose(self, view)"


def refused(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    with pytest.raises(StrategyError) as caught:
        load_path(folder / "mine.py", "mine.py", KIT)
    return str(caught.value)


@pytest.mark.parametrize(("text", "kind"), [(COMPILED, Kind.COMPILED), (PYTHON, Kind.PYTHON)])
def test_what_the_others_are_made_from_is_a_strategy(tmp_path: Path, text: str, kind: Kind) -> None:
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    assert load_path(tmp_path / "mine.py", "mine.py", KIT).kind is kind


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("from __future__ import annotations\n", "", "line 8: begin the file with 'from __future__ "
                                                     "import annotations'"),
        (" -> int", "", f"line 9: {SIGNATURE}"),
        ("n: int, ", "", f"line 9: {SIGNATURE}"),
        ("n: int, ", "n: float, ", f"line 9: {SIGNATURE}"),
        ("n: int, ", "n, ", f"line 9: {SIGNATURE}"),
        ("policy: Policy)", "policy: Policy, more=1)", f"line 9: {SIGNATURE}"),
        ("policy: Policy)", "policy: Policy, *more)", f"line 9: {SIGNATURE}"),
        ("seat: int, ", "seat: int, *, ", f"line 9: {SIGNATURE}"),
        ("return int", "yield int", f"line 9: {SIGNATURE}"),
        ("def choose", "async def choose", f"line 9: {SIGNATURE}"),
        ("@strategy()\n", "", f"line 8: {NEITHER}; put @strategy() above 'choose', or make it a "
                              "method of a class"),
        ("@strategy()", "@strategy", "line 8: @strategy needs brackets; write @strategy()"),
        ("def choose", "def chose", f": {NEITHER}; 'trisim strategies new NAME' writes one to "
                                    "begin with"),
        ('{"patience": 0.3}', "3", f"line 4: {NUMBERS}"),
        ('{"patience": 0.3}', '["patience"]', f"line 4: {NUMBERS}"),
        ('{"patience": 0.3}', "{1: 2}", f"line 4: {NUMBERS}"),
        ('{"patience": 0.3}', '{"to wait": 2}', f"line 4: {NUMBERS}"),
        ("0.3", '"a lot"', "line 4: the parameter 'patience' is 'a lot', and no number"),
        ("0.3", "True", "line 4: the parameter 'patience' is True, and no number"),
        ("0.3", 'float("nan")', "line 4: the parameter 'patience' is nan, and no number"),
        ('"patience"', '"noise"', "line 4: every strategy has a parameter 'noise'; name it "
                                  "otherwise"),
        ('{"patience": 0.3}', '{f"p{i}": i for i in range(9)}',
         "line 4: 9 parameters, and 8 are the most; make others constants"),
        ('"Ada"', "5", 'line 5: AUTHOR is a name; write AUTHOR = "…"'),
        ("import Box", "import Boxes", "line 2: ImportError: cannot import name 'Boxes' from"),
        ("return int(moves[0])", "return int(moves[0]", "line 10: SyntaxError: '(' was never "
                                                        "closed"),
    ],
)  # fmt: skip
def test_compiled_functions_are_refused(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in COMPILED
    told = refused(tmp_path, COMPILED.replace(before, after, 1))
    assert told.startswith(f"mine.py{'' if said[0] == ':' else ', '}{said}"), told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("(self, view)", "(self)", f"line 10: {METHOD}"),
        ("(self, view)", "(self, view, more)", f"line 10: {METHOD}"),
        ("(self, view)", "(self, *, view)", f"line 10: {METHOD}"),
        ("return view.legal()[0]", "yield view.legal()[0]", f"line 10: {METHOD}"),
        ("    def choose(self, view)", ASYNC, f"line 10: {METHOD}"),
        ("    def choose(self", "    @staticmethod\n    def choose(self", f"line 11: {METHOD}"),
        ("patience=0.3", "patience", "line 7: 'patience' has no default; every argument of "
                                     "__init__ needs one"),
        ("patience=0.3", "patience=0.3, *, far=1", "line 7: every strategy has a parameter 'far'; "
                                                   "name it otherwise"),
        ("AUTHOR", 'PARAMETERS = {"a": 1}\nAUTHOR', "line 1: PARAMETERS is for compiled functions; "
                                                    "the parameters of a class are arguments"),
        ('"Ada"', '"Ada\\nEve"', 'line 1: AUTHOR is a name; write AUTHOR = "…"'),
        ("class Mine:", "class Mine(Other):", "line 4: NameError: name 'Other' is not defined"),
        ("wait = True", "wait = int('x')", "line 5: ValueError: invalid literal for int()"),
        ("class Mine:", "raise SystemExit(3)\nclass Mine:", "line 4: SystemExit: 3"),
        ("class Mine:", "class Mine", "line 4: SyntaxError: expected ':'"),
        ("class Mine:", "class _Mine:", f": {NEITHER}; 'trisim strategies new NAME' writes one"),
    ],
)  # fmt: skip
def test_classes_are_refused(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in PYTHON
    told = refused(tmp_path, PYTHON.replace(before, after, 1))
    assert told.startswith(f"mine.py{'' if said[0] == ':' else ', '}{said}"), told
    assert "\n" not in told


def test_two_strategies_in_a_file_are_refused(tmp_path: Path) -> None:
    told = refused(tmp_path, PYTHON + PYTHON.replace("Mine", "Other"))
    assert told == "mine.py, line 15: 2 strategies in one file (Mine, Other); give each a file"


def test_an_error_of_a_library_is_told_with_the_line_of_the_file(tmp_path: Path) -> None:
    assert refused(tmp_path, "import json\n\njson.loads('{')\n").startswith(
        "mine.py, line 3: JSONDecodeError: "
    )


def test_a_class_inherits_its_method(tmp_path: Path) -> None:
    base = "class _Base:\n    def choose(self, view): ...\n\nclass Mine(_Base):\n    pass\n"
    (tmp_path / "mine.py").write_text(base, encoding="utf-8")
    assert load_path(tmp_path / "mine.py", "mine.py", KIT).choose.__name__ == "Mine"


def test_a_class_that_is_imported_is_not_the_files_own(tmp_path: Path) -> None:
    text = "from tests.strategies.first import First\n\nclass Mine(First):\n    pass\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    assert load_path(tmp_path / "mine.py", "mine.py", KIT).choose.__name__ == "Mine"


def test_a_class_may_be_made_like_a_dict(tmp_path: Path) -> None:
    text = "class Mine(dict):\n    def choose(self, view): ...\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    player = load_path(tmp_path / "mine.py", "mine.py", KIT)
    assert (player.choose(), player.parameters) == ({}, {})


def test_lines_of_names_are_those_of_their_last_definitions() -> None:
    text = "a = 1\nb: int = 2\ndef a(): ...\nclass C:\n    x = 1\n    def a(self): ...\n"
    assert [line_of(text, name) for name in ("a", "b", "C", "d")] == [3, 2, 4, 0]
    assert [line_of(text, "C", name) for name in ("x", "a", "missing")] == [5, 6, 4]
