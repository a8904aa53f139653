"""The report of *Trismegistus*: its sections in order."""

from __future__ import annotations

from trisim.games.trismegistus.game import GAME
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.report import TARGETS
from trisim.games.trismegistus.report.analyses.bowls import BowlAnalysis
from trisim.games.trismegistus.report.analyses.cards import CardAnalysis
from trisim.games.trismegistus.report.analyses.categories import CategoryAnalysis
from trisim.games.trismegistus.report.analyses.economy import EconomyAnalysis
from trisim.games.trismegistus.report.analyses.flow import FlowAnalysis
from trisim.games.trismegistus.report.analyses.solo import SoloAnalysis
from trisim.games.trismegistus.report.colors import ACTIONS, PALETTE
from trisim.games.trismegistus.report.influences import influences, worth
from trisim.games.trismegistus.report.sections import bowls, economy, solo
from trisim.games.trismegistus.report.words import AUTOMA, BOX, CARDS, SCORE, STUDY, seat_start
from trisim.report.contents import (
    POINTS_KEY_MEASURES,
    PROVENANCE,
    SEATS,
    SKILL,
    VERDICTS,
    roles_chapter,
)
from trisim.report.kit import Chapter, ReportKit
from trisim.report.sections import cards, categories, flow, seats

assert GAME.role is not None

CHAPTERS = (
    VERDICTS,
    Chapter(bowls.KEY, bowls.TITLE, bowls.build, BowlAnalysis),
    roles_chapter(GAME.role),
    SEATS,
    Chapter(categories.KEY, categories.TITLE, categories.build, CategoryAnalysis),
    Chapter(cards.KEY, cards.TITLE, cards.build, CardAnalysis),
    Chapter(economy.KEY, economy.TITLE, economy.build, EconomyAnalysis),
    Chapter(flow.KEY, flow.TITLE, flow.build, FlowAnalysis),
    SKILL,
    Chapter(solo.KEY, solo.TITLE, solo.build, SoloAnalysis),
    PROVENANCE,
)

REPORT = ReportKit(
    chapters=CHAPTERS,
    key_measures=POINTS_KEY_MEASURES,
    questions={
        GAME.role.many: "Does it matter which laboratory you have?",
        seats.KEY: "Is it better to start, or to finish a round first?",
    },
    measures={
        "way": "on the way",
        "stone": "philosopher's stone",
        "solo.win": f"games won against {AUTOMA}",
        "solo.margin": f"lead over {AUTOMA}",
        "solo.score": "score of the player",
        "solo.bot_score": f"score of {AUTOMA}",
    },
    score=SCORE,
    cards=CARDS,
    palette=PALETTE,
    actions=ACTIONS,
    automa=AUTOMA,
    rounds=lambda box: int(box.rules.numbers.rounds),
    seat_start=seat_start,
    study=STUDY,
    turns_note="More turns come from spending dice in smaller steps",
    box=BOX,
    reference_footer=("The values of the reference set are trisim's own, not the printed ones.",),
    footer=(
        "Unofficial: not connected with, endorsed by or made together with the game's designers "
        "or its publisher.",
    ),
    targets=TARGETS,
    advice=KIT.advice_for,
    influences=influences,
    worth=worth,
)
