"""What every section must be: complete, of words that fit its tables, with pictures that draw."""

from __future__ import annotations

import re

from trisim.report.page.model import Section


def check_section(section: Section | None) -> None:
    """Blocks with words, a basis, pictures that can be drawn, tables whose rows have all cells."""
    assert section is not None
    keys = [block.key for block in section.blocks]
    assert len(keys) == len(set(keys))
    for block in section.blocks:
        assert block.words
        assert all(block.words), block.key
        assert block.basis, block.key
        assert not re.search(r"\bnan\b", " ".join(block.words)), block.words
        if block.picture is not None:
            assert block.picture.alt
            block.picture.draw().canvas.draw()
        if block.table is not None:
            assert all(len(row) == len(block.table.columns) for row in block.table.rows)
