"""Who wins and who leads, by this game's tie-breaks."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.rules.scoring import is_before
from trisim.record.standings import TEMPLATES

bound = TEMPLATES.bind(REGISTRY, __name__, is_before=is_before)
begin_leads, follow_leads, write_result = bound.begin_leads, bound.follow_leads, bound.write_result
