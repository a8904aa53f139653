"""What the report of *Trismegistus* calls parts of a score, kinds of cards and seats."""

from __future__ import annotations

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.difficulty import GROUPS
from trisim.games.trismegistus.box.settings import Start
from trisim.games.trismegistus.box.speech import effects_words
from trisim.report.kit import BoxWords, CardWords, ScoreWords, StudyWords
from trisim.report.sections.words import ordinal

AUTOMA = "Botmegistus"
STUDY = StudyWords(AUTOMA, (*GROUPS, "planning"), ("helps Botmegistus", "helps you"))

SCORE = ScoreWords(
    categories={
        "experiments": "Experiments",
        "publications": "Publications",
        "stone": "Philosopher's stone",
        "mastery": "Mastery",
        "way": "On the way",
        "leftovers": "Leftovers",
        "achievements": "Achievements",
        "botmegistus": "Its artifacts and cards",
        "other": "Other",
    },
    parts={
        "experiments": "experiments",
        "masterpiece": "masterpieces",
        "publications": "publications",
        "stone": "formulas in the vault",
        "gold": "gold left",
        "ethereal": "ethereal dice left",
        "mastery": "levels of mastery",
        "achievements": "achievements",
        "bonuses": "immediate points",
        "abilities": "abilities of artifacts",
        "formulas": "formula tiles",
        "vault": "lines of the vault",
        "track_top": "moves at the top of a track",
        "artifacts": "elementals on its artifacts",
        "bot": "its cards and tokens",
    },
    meaning="experiments with masterpiece; mastery with moves at the top of a track; on the way: "
    "immediate points, abilities, formulas and vault; leftovers: gold and ethereal dice",
)

CARDS = {
    "experiment": CardWords(
        "Experiments", ("level", "offered", "taken", "completed", "points", "when")
    ),
    "artifact": CardWords(
        "Artifacts",
        ("level", "offered", "taken", "completed", "uses", "points", "when"),
        completed="Used",
    ),
    "publication": CardWords(
        "Publications",
        ("offered", "taken", "completed", "points", "when"),
        taken="Held at the end",
    ),
    "formula": CardWords(
        "Formulas",
        ("offered", "taken", "completed", "points", "when"),
        taken="Unlocked",
        completed="Used",
    ),
    "masterpiece": CardWords("Masterpieces", ("taken", "completed", "points"), taken="Kept"),
    "starting experiment": CardWords(
        "Starting experiments", ("taken", "completed", "points"), taken="Kept"
    ),
    "starting artifact": CardWords(
        "Starting artifacts",
        ("taken", "completed", "uses", "points"),
        taken="Kept",
        completed="Used",
    ),
    "achievement": CardWords(
        "Achievements", ("offered", "taken", "points", "when"), taken="Claimed"
    ),
}

BOX = BoxWords(
    reference="The cards, boards and values are those of the reference set: trisim's own, "
    "not the printed ones. What is said of single cards holds for them and not for the game as "
    "it is sold.",
    derived="The box is derived from the reference set, whose values are trisim's own and "
    "not the printed ones; what isn't changed in it is still ours.",
)


def seat_start(box: Box, seat: int) -> str:
    """What a seat begins with besides what everybody gets."""
    start: Start = box.board.start
    given = getattr(start, ordinal(seat + 1), ())
    return effects_words(given) if given else ""
