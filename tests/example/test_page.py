"""The page that builds the example shows its code as it is."""

from __future__ import annotations

from tests.example.page import BLOCK, PAGE, as_it_should_be


def test_the_code_on_the_page_is_the_code_of_the_example() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == as_it_should_be(page), "python -m tests.example.page writes it anew"


def test_every_block_of_code_comes_from_the_example() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rest = BLOCK.sub("", page)
    assert "```python" not in rest
    assert "```toml" not in rest
    assert len(BLOCK.findall(page)) > 10
