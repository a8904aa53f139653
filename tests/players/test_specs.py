"""Specs: a name or path, and parameters."""

from __future__ import annotations

import pytest

from trisim.games.trismegistus.players.kit import KIT
from trisim.players.player import StrategyError
from trisim.players.registry import load
from trisim.players.specs import parse_spec


@pytest.mark.parametrize(
    ("text", "where", "given"),
    [
        ("random", "random", {}),
        ("random:noise=0.1", "random", {"noise": 0.1}),
        ("balanced:gold=2:noise=.5", "balanced", {"gold": 2, "noise": 0.5}),
        ("mine.py: a = +1e-3 ", "mine.py", {"a": 0.001}),
        ("/tmp/a:b=c/mine.toml:d=1.", "/tmp/a:b=c/mine.toml", {"d": 1}),
        ("/tmp/a:b=1/mine.toml", "/tmp/a:b=1/mine.toml", {}),
        (r"C:\mine.py:a=-2", r"C:\mine.py", {"a": -2}),
    ],
)
def test_a_spec_is_taken_apart(text: str, where: str, given: dict[str, float]) -> None:
    found = parse_spec(text)
    assert (found.text, found.where, found.given) == (text, where, given)


@pytest.mark.parametrize(
    ("text", "is_path"),
    [("random", False), ("mine.py", True), ("mine.toml:a=1", True), ("./mine", True)],
)
def test_a_path_has_a_slash_or_an_ending(text: str, is_path: bool) -> None:
    assert parse_spec(text).is_path is is_path


@pytest.mark.parametrize(
    "value", ["", "x", "nan", "inf", "-inf", "1e999", "1_0", "0x1", "1=2", "٣"]
)
def test_a_parameter_is_a_number(value: str) -> None:
    with pytest.raises(StrategyError) as caught:
        parse_spec(f"random:noise={value}")
    assert str(caught.value) == (
        f"random:noise={value}: 'noise={value}' is no parameter with a number; NAME:key=value is "
        "expected, such as random:noise=0.1"
    )


@pytest.mark.parametrize("text", ["random:=1", "random:noise=0.1:=2"])
def test_a_parameter_has_a_name(text: str) -> None:
    with pytest.raises(StrategyError, match="is no parameter with a number"):
        parse_spec(text)


@pytest.mark.parametrize("text", ["random:noise", "random:", "random:noise:far=1", "./mine.py:x"])
def test_a_colon_without_a_parameter_is_explained(text: str) -> None:
    with pytest.raises(StrategyError, match=r"is no parameter; NAME:key=value is expected after"):
        load(text, KIT)
