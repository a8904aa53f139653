"""What the help of ``trisim box`` says of boxes of this game."""

from __future__ import annotations

from trisim.box.help import BoxHelp

HELP = BoxHelp(
    examples=(("'iron feather'", "one card"), ("level 2 --box mybox", "a deck")),
    subjects="""\
WHAT is a card or an alchemist, by id or name;
a deck: experiments, starting, level 1, level 2, level 3, masterpieces, artifacts,
  publications, achievements, formulas, alchemists, solo;
or a part of the setup: board, bonus tokens, rules, intro, difficulty.""",
)
