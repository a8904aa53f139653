"""The report of *The Big Book of Madness*: its sections in order."""

from __future__ import annotations

from trisim.games.madness.game import GAME
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.report import TARGETS
from trisim.games.madness.report.analyses.curses import CurseAnalysis
from trisim.games.madness.report.analyses.elements import ElementAnalysis
from trisim.games.madness.report.analyses.flows import FlowsAnalysis
from trisim.games.madness.report.analyses.losses import LossAnalysis
from trisim.games.madness.report.analyses.mages import MageAnalysis
from trisim.games.madness.report.analyses.monsters import MonsterAnalysis
from trisim.games.madness.report.analyses.progress import ProgressAnalysis
from trisim.games.madness.report.analyses.spells import SpellAnalysis
from trisim.games.madness.report.analyses.teamwork import TeamworkAnalysis
from trisim.games.madness.report.analyses.tension import TensionAnalysis
from trisim.games.madness.report.analyses.turns import TurnAnalysis
from trisim.games.madness.report.colors import PALETTE
from trisim.games.madness.report.influences import influences, worth
from trisim.games.madness.report.sections import (
    curses,
    elements,
    flows,
    losses,
    mages,
    monsters,
    origin,
    progress,
    spells,
    teamwork,
    tension,
)
from trisim.games.madness.report.words import BOX, CARDS, ELEMENT_MEASURES, LOST_AT
from trisim.report.contents import VERDICTS
from trisim.report.kit import Chapter, ReportKit
from trisim.report.sections import skill, team, team_flow
from trisim.stats.analyses.team import TeamAnalysis

CHAPTERS = (
    VERDICTS,
    Chapter(team.KEY, team.TITLE, team.build, TeamAnalysis),
    Chapter(progress.KEY, progress.TITLE, progress.build, ProgressAnalysis),
    Chapter(losses.KEY, losses.TITLE, losses.build, LossAnalysis),
    Chapter(tension.KEY, tension.TITLE, tension.build, TensionAnalysis),
    Chapter(mages.KEY, mages.TITLE, mages.build, MageAnalysis),
    Chapter(monsters.KEY, monsters.TITLE, monsters.build, MonsterAnalysis),
    Chapter(curses.KEY, curses.TITLE, curses.build, CurseAnalysis),
    Chapter(spells.KEY, spells.TITLE, spells.build, SpellAnalysis),
    Chapter(elements.KEY, elements.TITLE, elements.build, ElementAnalysis),
    Chapter(flows.KEY, flows.TITLE, flows.build, FlowsAnalysis),
    Chapter(teamwork.KEY, teamwork.TITLE, teamwork.build, TeamworkAnalysis),
    Chapter(team_flow.KEY, team_flow.TITLE, team_flow.build, TurnAnalysis),
    Chapter(skill.KEY, skill.TITLE, skill.build),
    Chapter(origin.KEY, origin.TITLE, origin.build),
)

REPORT = ReportKit(
    chapters=CHAPTERS,
    key_measures=(
        ("team.won", "of games are won"),
        ("progress.beaten", "monsters beaten a game"),
        ("teamwork.busiest", "of choices are those of the busiest seat"),
        ("flow.turns", "turns a game"),
    ),
    questions={GAME.role.many: "Does it matter which mages are at the table?"} if GAME.role else {},
    measures={
        **ELEMENT_MEASURES,
        **LOST_AT,
        "progress.beaten": "monsters beaten",
        "progress.mean": "progress",
        "teamwork.busiest": "choices of the busiest seat",
        "teamwork.abroad": "actions in others' turns",
        "teamwork.others_pay": "cards of others that pay",
        "tension.foretold": "lost games that are foretold",
        "tension.turns_after": "turns of lost games after they are foretold",
        "tension.skill": "skill of the forecast",
        "tension.brier": "Brier score",
        "madness.taken": "madness taken",
        "madness.empty_decks": "madness taken for empty decks",
        "loss.pile.share": "lost games with an empty pile",
        "loss.escape.share": "lost games in which the last monster escapes",
        "loss.madness.share": "lost games in which all players are mad",
    },
    cards=CARDS,
    palette=PALETTE,
    rounds=lambda box: len(box.rounds),
    box=BOX,
    reference_footer=(
        "Most cards of the reference set are trisim's own, not the printed ones; the section on "
        "where this comes from counts them.",
    ),
    footer=(
        "Unofficial: not connected with, endorsed by or made together with the game's designers "
        "or its publisher.",
    ),
    targets=TARGETS,
    advice=KIT.advice_for,
    influences=influences,
    worth=worth,
)
