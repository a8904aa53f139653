"""The section on the roles of a team: what each adds, alone and in pairs, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trisim.report.figures.cards import CardDot, draw_differences
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.heat import COLUMN, HeatCell, draw_heat
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.role_names import label, short_label, title, words_of
from trisim.report.sections.team import KEY as OUTCOME
from trisim.report.sections.team import role_block
from trisim.report.sections.words import (
    above,
    basis_of,
    below,
    first_few,
    percent,
    sorted_by_value,
    stands_out,
    sure,
)
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.analyses.team import Team
from trisim.stats.analyses.team_roles import PairEffect, RoleEffect, TeamRoles, TraitEffect
from trisim.stats.estimate import with_minus

QUESTION = "Does it matter which {} a team has?"


@dataclass(frozen=True, slots=True)
class TraitWords:
    """What a game calls the traits of its roles."""

    part: str = "traits"
    """The part of an effect that goes with the traits, as the name of a series."""

    rest: str = "all else"
    """The other part."""

    one: str = "trait"
    """What a trait is called."""

    one_more: str = "one more of a trait"
    names: Mapping[str, str] | None = None
    meaning: str = ""
    """What one more of a trait is, in a sentence."""

    apart: str = ""
    """How to tell the two parts apart for sure, in a sentence."""

    def name(self, trait: str) -> str:
        return (self.names or {}).get(trait, trait.replace("_", " "))


def build_team_roles(inputs: ReportInputs, traits: TraitWords) -> Section:
    """Teams with each role, the effect of each, and pairs."""
    run = inputs.subject
    words = words_of(run.facts)
    key, name = words.many, title(words.many)
    question = inputs.kit.question(key, QUESTION.format(words.many))
    team = run.result(Team, OUTCOME)
    found = run.result(TeamRoles, key)
    if isinstance(found, Missing):
        return Section(key, name, question, problem=found.reason)
    blocks = [] if isinstance(team, Missing) or not team.roles else [role_block(run, team)]
    blocks.append(effect_block(found, run.facts, traits))
    if found.traits:
        blocks.append(trait_block(found.traits, found, run.facts, traits))
    if found.pairs:
        blocks.append(pair_block(found, run.facts))
    return Section(key, name, question, tuple(blocks))


# ---------------------------------------------------------------- effects


def effect_block(found: TeamRoles, facts: Facts, traits: TraitWords) -> Block:
    """What each role adds in place of one by lot, and how much of it goes with its traits."""
    role = words_of(facts)
    ranked = sorted_by_value(found.roles, lambda each: each.effect.estimate.value)
    named_ones = [(label(facts, each.role), each.effect) for each in ranked]
    words = [
        f"What a team gains in wins if it has a {role.one} in place of one drawn by lot, from a "
        f"least-squares fit of wins on the {role.many} at the table. "
        f"{stands_out(named_ones, 'the mean')}"
    ]
    if found.traits:
        words.append(split_words(ranked, facts, traits))
    return Block(
        f"{role.many}-effects",
        f"What each {role.one} adds",
        tuple(words),
        basis_of(ranked[0].effect.estimate, "games"),
        Picture(
            f"{role.many}-effects",
            f"Win rate with each {role.one} less that with one by lot",
            words[0],
            lambda: draw_grouped(
                [effect_group(each, facts) for each in ranked],
                series_of(found, traits),
                0.0,
                "percentage points",
            ),
        ),
        effect_table(ranked, facts, traits),
    )


def series_of(found: TeamRoles, traits: TraitWords) -> list[str]:
    return ["in all", traits.part, traits.rest] if found.traits else ["in all"]


def effect_group(each: RoleEffect, facts: Facts) -> Group:
    parts = (each.by_traits, each.rest.estimate) if each.by_traits and each.rest else ()
    return Group(short_label(facts, each.role), (each.effect.estimate, *parts))


def split_words(ranked: Sequence[RoleEffect], facts: Facts, traits: TraitWords) -> str:
    """Which parts surely differ from nothing, and the limits of the split."""
    rest = [(label(facts, each.role), each.rest) for each in ranked if each.rest]
    many = words_of(facts).many
    return (
        f"The effect is split in two: what goes with the {traits.part}, and {traits.rest}, the "
        f"remainder. Of the remainder: {stands_out(rest, 'zero')[:1].lower()}"
        f"{stands_out(rest, 'zero')[1:]} This describes these {len(ranked)} {many} and doesn't "
        f"prove a cause: whatever else {many} with more of a trait have in common counts for the "
        f"{traits.part}, too. {traits.apart}"
    ).strip()


def effect_table(ranked: Sequence[RoleEffect], facts: Facts, traits: TraitWords) -> Table:
    role = words_of(facts)
    has_parts = any(each.rest is not None for each in ranked)
    parts = (
        Column("by_traits", title(traits.part), Kind.ESTIMATE),
        Column("rest", title(traits.rest), Kind.ESTIMATE),
        Column("p_rest", "p of the rest", Kind.P_VALUE, "after Holm"),
    )
    return Table(
        f"{role.many}-effects",
        f"What each {role.one} adds to the win rate",
        (
            Column(role.one, title(role.one)),
            Column("effect", "Effect", Kind.ESTIMATE, f"in place of a {role.one} by lot"),
            Column("p", "p", Kind.P_VALUE, "of an effect; after Holm"),
            *(parts if has_parts else ()),
        ),
        tuple(
            (
                label(facts, each.role),
                each.effect.estimate,
                each.effect.adjusted,
                *(
                    (
                        each.by_traits,
                        each.rest.estimate if each.rest else None,
                        each.rest.adjusted if each.rest else None,
                    )
                    if has_parts
                    else ()
                ),
            )
            for each in ranked
        ),
    )


# ---------------------------------------------------------------- traits


def trait_block(
    traits: Sequence[TraitEffect], found: TeamRoles, facts: Facts, words: TraitWords
) -> Block:
    """What one more of a trait goes with."""
    role = words_of(facts)
    ranked = sorted_by_value(traits, lambda each: each.effect.estimate.value)
    named_ones = [(words.name(each.trait), each.effect) for each in ranked]
    sentence = f"{words.meaning} {stands_out(named_ones, 'zero')}".strip()
    dots = [
        CardDot(words.name(each.trait), each.effect.estimate, sure(each.effect)) for each in ranked
    ]
    key = f"{role.many}-traits"
    return Block(
        key,
        f"Effects that go with {words.part}",
        (sentence,),
        basis_of(ranked[0].effect.estimate, "games"),
        Picture(
            key,
            f"Difference for {words.one_more}",
            sentence,
            lambda: draw_differences(dots, meaning=f"wins, for {words.one_more}"),
        ),
        Table(
            key,
            f"Differences that go with {words.part}",
            (
                Column("trait", title(words.one)),
                Column("effect", "Effect", Kind.ESTIMATE, "of one more"),
                Column("p", "p", Kind.P_VALUE, "after Holm"),
            ),
            tuple(
                (words.name(each.trait), each.effect.estimate, each.effect.adjusted)
                for each in ranked
            ),
        ),
    )


# ---------------------------------------------------------------- pairs


def pair_block(found: TeamRoles, facts: Facts) -> Block:
    """What two roles add together beyond what each adds."""
    role = words_of(facts)
    order = [each.role for each in sorted_by_value(found.roles, lambda e: e.effect.estimate.value)]
    words = pair_words(found.pairs, facts)
    key = f"{role.many}-pairs"
    return Block(
        key,
        f"Pairs of {role.many}",
        (words,),
        basis_of(found.pairs[0].extra.estimate, "games with the first pair"),
        Picture(
            key,
            f"Wins that two {role.many} add together beyond what each adds",
            words,
            lambda: draw_heat(
                [short_label(facts, each) for each in order[:-1]],
                [short_label(facts, each, COLUMN) for each in order[1:]],
                pair_cells(found.pairs, order),
                0.0,
                "percentage points; bold: surely different from zero",
            ),
        ),
        pair_table(found.pairs, facts),
    )


def pair_words(pairs: Sequence[PairEffect], facts: Facts) -> str:
    """Pairs that are surely more, or less, than their parts; best and worst."""
    role = words_of(facts)
    ranked = sorted_by_value(pairs, lambda each: each.won.value)
    best, worst = ranked[0], ranked[-1]
    ends = (
        f"Teams with {pair_name(best, facts)} win most, {percent(best.won)}; those with "
        f"{pair_name(worst, facts)} least, {percent(worst.won)}."
    )
    groups = [
        f"these surely add {word} together than each alone: {first_few(names)}"
        for word, test in (("more", above), ("less", below))
        if (names := [pair_name(each, facts, "with") for each in ranked if test(each.extra)])
    ]
    if not groups:
        return (
            f"{ends} None of the {len(pairs)} pairs surely adds more or less together than its two "
            f"{role.many} add each, corrected for all pairs."
        )
    return f"{ends} Of {len(pairs)} pairs, corrected for all of them, {'; '.join(groups)}."


def pair_name(pair: PairEffect, facts: Facts, between: str = "and") -> str:
    return f"{label(facts, pair.first)} {between} {label(facts, pair.second)}"


def pair_cells(
    pairs: Sequence[PairEffect], order: Sequence[str]
) -> dict[tuple[int, int], HeatCell]:
    """The better one's row, the other one's column."""
    cells = {}
    for pair in pairs:
        row, column = sorted((order.index(pair.first), order.index(pair.second)))
        value = pair.extra.estimate.value
        text = with_minus(f"{100 * value:+.1f}")
        cells[row, column - 1] = HeatCell(value, text, "", sure(pair.extra))
    return cells


def pair_table(pairs: Sequence[PairEffect], facts: Facts) -> Table:
    role = words_of(facts)
    ranked = sorted_by_value(pairs, lambda each: each.won.value)
    return Table(
        f"{role.many}-pairs",
        f"Pairs of {role.many}",
        (
            Column("first", "First"),
            Column("second", "Second"),
            Column("won", "Won", Kind.ESTIMATE, "of the games with both"),
            Column(
                "extra",
                "Together",
                Kind.ESTIMATE,
                "wins with both, less those with each alone, plus those with neither",
            ),
            Column("p", "p", Kind.P_VALUE, "of a difference from zero; after Holm, for all pairs"),
        ),
        tuple(
            (
                label(facts, each.first),
                label(facts, each.second),
                each.won,
                each.extra.estimate,
                each.extra.adjusted,
            )
            for each in ranked
        ),
    )
