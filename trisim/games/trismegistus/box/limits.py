"""The limits of each thing in the tables of the engine."""

MAX_EXPERIMENTS = 128
MAX_ARTIFACTS = 96
MAX_PUBLICATIONS = 48
MAX_ACHIEVEMENTS = 32
MAX_SOLO_CARDS = 32
MAX_ALCHEMISTS = 8
MAX_BONUS_KINDS = 8
MAX_DICE = 24
MAX_PARTS = 6
"""Parts of one effect or requirement."""

CARD_LIMITS = {
    "experiments": MAX_EXPERIMENTS,
    "artifacts": MAX_ARTIFACTS,
    "publications": MAX_PUBLICATIONS,
    "achievements": MAX_ACHIEVEMENTS,
    "solo_cards": MAX_SOLO_CARDS,
}
