"""The row of a player: the final state, and counts during the game."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Level, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.record.rows import PlayerRow, Tally
from trisim.games.trismegistus.record.tables import ARTIFACTS_ROOM, EXPERIMENTS_ROOM
from trisim.games.trismegistus.rules.codes import FormulaState, Part
from trisim.games.trismegistus.rules.scoring import (
    bot_formulas,
    elementals_of,
    lay_out_publications,
)
from trisim.games.trismegistus.rules.state import Box, Game, Lab


@kernel
def write_player(row: PlayerRow, tally: Tally, game: Game, box: Box, seat: int) -> None:
    """Write the final state of a seat."""
    lab = game.labs[seat]
    row.alchemist = tally.seats[seat].alchemist
    row.score = lab.score
    write_parts(row, lab)
    write_counts(row, lab)
    write_held(row, lab)
    if seat == int(game.bot_seat):
        write_bot(row, game, box, seat)
        return
    write_elementals(row, game, box, seat)
    write_artifacts(row, lab)
    write_publications(row, game, box, seat)


@kernel
def write_bot(row: PlayerRow, game: Game, box: Box, seat: int) -> None:
    """The parts of Botmegistus instead of a laboratory: artifacts, and counted formulas."""
    elementals = game.bot.elementals
    row.elementals_fire, row.elementals_water = elementals[0], elementals[1]
    row.elementals_earth, row.elementals_air = elementals[2], elementals[3]
    row.elementals = elementals[0] + elementals[1] + elementals[2] + elementals[3]
    row.formulas_unlocked = bot_formulas(game, box, seat)
    for artifact in range(int(box.artifacts)):
        if int(game.artifact_at[artifact]) == seat:
            if row.n_artifacts < ARTIFACTS_ROOM:
                row.artifacts[row.n_artifacts] = artifact
                row.n_artifacts += 1
            row.artifacts_owned += 1


@kernel
def write_parts(row: PlayerRow, lab: Lab) -> None:
    row.vp_experiments = lab.vp[Part.EXPERIMENTS]
    row.vp_masterpiece = lab.vp[Part.MASTERPIECE]
    row.vp_publications = lab.vp[Part.PUBLICATIONS]
    row.vp_stone = lab.vp[Part.STONE]
    row.vp_gold = lab.vp[Part.GOLD]
    row.vp_ethereal = lab.vp[Part.ETHEREAL]
    row.vp_mastery = lab.vp[Part.MASTERY]
    row.vp_achievements = lab.vp[Part.ACHIEVEMENTS]
    row.vp_bonuses = lab.vp[Part.BONUSES]
    row.vp_abilities = lab.vp[Part.ABILITIES]
    row.vp_formulas = lab.vp[Part.FORMULAS]
    row.vp_vault = lab.vp[Part.VAULT]
    row.vp_track_top = lab.vp[Part.TRACK_TOP]
    row.vp_artifacts = lab.vp[Part.ARTIFACTS]
    row.vp_bot = lab.vp[Part.BOT]


@kernel
def write_counts(row: PlayerRow, lab: Lab) -> None:
    """Mastery, experiments and formulas."""
    row.mastery_fire, row.mastery_water = lab.level[0], lab.level[1]
    row.mastery_earth, row.mastery_air = lab.level[2], lab.level[3]
    row.experiments_done = lab.performed
    row.experiments_fire, row.experiments_water = (
        lab.performed_element[0],
        lab.performed_element[1],
    )
    row.experiments_earth, row.experiments_air = lab.performed_element[2], lab.performed_element[3]
    row.experiments_starting = lab.performed_level[Level.STARTING]
    row.experiments_level_1 = lab.performed_level[Level.ONE]
    row.experiments_level_2 = lab.performed_level[Level.TWO]
    row.experiments_level_3 = lab.performed_level[Level.THREE]
    row.experiments_masterpiece = lab.performed_level[Level.MASTERPIECE]
    row.experiments_held = int(lab.masterpiece >= 0)
    for place in range(4):
        row.experiments_held += int(lab.beside[place] >= 0)
    row.formulas_bought = lab.bought
    for position in range(8):
        row.formulas_used += int(lab.formula_state[position] == FormulaState.USED)


@kernel
def write_held(row: PlayerRow, lab: Lab) -> None:
    """What is left of everything."""
    row.held_lead = lab.held[Thing.LEAD]
    row.held_raw_copper = lab.held[Thing.RAW_COPPER]
    row.held_raw_tin = lab.held[Thing.RAW_TIN]
    row.held_raw_mercury = lab.held[Thing.RAW_MERCURY]
    row.held_raw_iron = lab.held[Thing.RAW_IRON]
    row.held_refined_copper = lab.held[Thing.REFINED_COPPER]
    row.held_refined_tin = lab.held[Thing.REFINED_TIN]
    row.held_refined_mercury = lab.held[Thing.REFINED_MERCURY]
    row.held_refined_iron = lab.held[Thing.REFINED_IRON]
    row.held_silver = lab.held[Thing.SILVER]
    row.gold = lab.held[Thing.GOLD]
    row.held_salt = lab.held[Thing.SALT]
    row.held_sulfur = lab.held[Thing.SULFUR]
    row.held_aether = lab.held[Thing.AETHER]
    row.held_ethereal_die = lab.held[Thing.ETHEREAL_DIE]
    row.held_chameleon = lab.held[Thing.CHAMELEON]
    row.held_reaction = lab.held[Thing.REACTION]


@kernel
def write_elementals(row: PlayerRow, game: Game, box: Box, seat: int) -> None:
    """Elementals, as publications count them."""
    fire, water = elementals_of(game, box, seat, 0), elementals_of(game, box, seat, 1)
    earth, air = elementals_of(game, box, seat, 2), elementals_of(game, box, seat, 3)
    row.elementals_fire, row.elementals_water = fire, water
    row.elementals_earth, row.elementals_air = earth, air
    row.elementals = fire + water + earth + air


@kernel
def write_artifacts(row: PlayerRow, lab: Lab) -> None:
    for slot in range(6):
        if lab.slots[slot] >= 0:
            row.artifacts[row.n_artifacts] = lab.slots[slot]
            row.n_artifacts += 1
    row.artifacts_owned = row.n_artifacts


@kernel
def write_publications(row: PlayerRow, game: Game, box: Box, seat: int) -> None:
    """Publications, and those of the scoring set."""
    lay_out_publications(game, box, seat)
    for card in range(int(box.publications)):
        if game.publication_at[card] == seat:
            if game.scratch[row.n_publications] >= 0:
                row.publications_done[row.n_publications_done] = card
                row.n_publications_done += 1
            row.publications[row.n_publications] = card
            row.n_publications += 1
    game.scratch[:] = 0
    row.publications_held = row.n_publications
    row.publications_completed = row.n_publications_done


@kernel
def list_experiment(row: PlayerRow, experiment: int) -> None:
    """One more experiment performed."""
    if row.n_experiments < EXPERIMENTS_ROOM:
        row.experiments[row.n_experiments] = experiment
        row.n_experiments += 1


@kernel
def list_formula(row: PlayerRow, formula: int) -> None:
    """One more formula unlocked."""
    row.formulas[row.n_formulas] = formula
    row.n_formulas += 1
    row.formulas_unlocked += 1


@kernel
def list_dealt(row: PlayerRow, card: int, kept: bool) -> None:
    """A starting card, kept or not."""
    if kept:
        row.kept[row.n_kept] = card
        row.n_kept += 1
    else:
        row.refused[row.n_refused] = card
        row.n_refused += 1
