"""Which model, effort and output limit a role is given, as book.toml decides.

A role's own table wins over its tier's, a tier's over [model]. Where book.toml names no effort, the tier
has one: it is a wish, sent only to a model that knows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memory_schema.book import BookConfig, Effort, ModelChoice
from memory_schema.contracts import Role


class Tier(StrEnum):
    """How much of a model a role needs: who writes and plans, who judges against a source, who reads."""

    STRONG = "strong"
    STANDARD = "standard"
    LIGHT = "light"


TIERS: dict[Role, Tier] = {
    Role.ARCHITECT: Tier.STRONG,
    Role.ADVOCATE: Tier.LIGHT,
    Role.OUTLINE_R3: Tier.STANDARD,
    Role.ARCHITECT_REVISING: Tier.STRONG,
    Role.STYLIST: Tier.STANDARD,
    Role.RESEARCHER: Tier.STANDARD,
    Role.WRITER: Tier.STRONG,
    Role.WRITER_REVISING: Tier.STRONG,
    Role.R1: Tier.STANDARD,
    Role.R2: Tier.STANDARD,
    Role.R3: Tier.STANDARD,
    Role.RS: Tier.LIGHT,
    Role.RE: Tier.LIGHT,
    Role.RH: Tier.LIGHT,
    Role.EDITOR: Tier.STANDARD,
    Role.WRITER_FINALISING: Tier.STRONG,
    Role.KEEPER: Tier.STANDARD,
    Role.AUDITOR: Tier.STANDARD,
}
"""Every role that asks a model; a test holds that none is missing."""
_EFFORTS: dict[Tier, Effort] = {Tier.STRONG: "high", Tier.STANDARD: "medium", Tier.LIGHT: "low"}
ESCALATION = "escalation"


@dataclass(frozen=True)
class Choice:
    """What is asked for. A key names the table of book.toml that was written for this model; "" = it is a wish."""

    name: str | None
    """None = the offline author."""
    effort: Effort
    max_output: int
    effort_key: str = ""
    max_output_key: str = ""


def choice_of(config: BookConfig, role: Role, round_number: int = 1) -> Choice:
    """Who is asked first for a role; in the last revision that is allowed, who is asked for escalations.

    Args:
        round_number: the round of draft and reviews.
    """
    last = config.review.max_revisions
    if role is Role.WRITER_REVISING and last and round_number > last:
        return escalation_of(config, role)
    return _chosen(config, _tables(config, role), _EFFORTS[TIERS[role]])


def escalation_of(config: BookConfig, role: Role) -> Choice:
    """Who is asked once more for a role: the stronger model, or the same one with the effort of a strong tier."""
    given = config.models.escalation
    named = given.model_copy(update={"name": given.name or config.model.stronger})
    return _chosen(config, [(f"models.{ESCALATION}", named), *_tables(config, role)], _EFFORTS[Tier.STRONG])


def all_choices(config: BookConfig) -> dict[Role, tuple[Choice, ...]]:
    """Who may be asked for each role that asks a model: first, and once more."""
    return {role: (choice_of(config, role), escalation_of(config, role)) for role in TIERS}


def _tables(config: BookConfig, role: Role) -> list[tuple[str, ModelChoice]]:
    """The tables that a role looks into, the most special first; [model] comes after them."""
    tier = TIERS[role]
    own = config.models.roles.get(role.value, ModelChoice())
    of_tier = getattr(config.models, tier.value)
    assert isinstance(of_tier, ModelChoice)
    return [(f"models.roles.{role}", own), (f"models.{tier}", of_tier)]


def _chosen(config: BookConfig, tables: list[tuple[str, ModelChoice]], wish: Effort) -> Choice:
    """The first name, effort and limit of the tables.

    What stands behind the table that names the model was not written for that model: it is a wish.
    """
    limit = config.model.max_output if "max_output" in config.model.model_fields_set else None
    general = ModelChoice(name=config.model.name, effort=config.model.effort, max_output=limit)
    tables = [*tables, ("model", general)]
    none = len(tables)
    by_name = next((place for place, (_, table) in enumerate(tables) if table.name), none)
    by_effort = next((place for place, (_, table) in enumerate(tables) if table.effort), none)
    by_limit = next((place for place, (_, table) in enumerate(tables) if table.max_output), none)
    return Choice(
        name=tables[by_name][1].name if by_name < none else None,
        effort=(tables[by_effort][1].effort if by_effort < none else None) or wish,
        max_output=(tables[by_limit][1].max_output if by_limit < none else None) or config.model.max_output,
        effort_key=tables[by_effort][0] if by_effort <= by_name and by_effort < none else "",
        max_output_key=tables[by_limit][0] if by_limit <= by_name and by_limit < none else "",
    )
