"""The version of the rules: a whole number that says whether two runs were played by the same ones.

Raise ``RULES_VERSION`` by one when a change makes rows say something else: a rule is corrected, a
default reading changes, a draw of chance moves, a column counts something else. Leave it as it is
when only speed, structure, words or messages change. A test (``test_version.py``) fails when golden
transcripts or counts of legal moves change and the number does not.

Manifests of runs store it. Reports, audits and replays compare it; ``--resume`` compares the
sources instead, because every row of a run must come from the same ones.

1. Before the corrections of the solo game: runs of format 1.
2. A specialization card is shuffled in, no personality means no refused artifact.
"""

from __future__ import annotations

RULES_VERSION = 2
