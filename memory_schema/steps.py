"""The steps of a chapter, in order, and the step of every role (PROTOCOL 5)."""

from __future__ import annotations

from enum import StrEnum

from memory_schema.contracts import Role


class Step(StrEnum):
    """The steps of a chapter, in order; what `chapter N --from STEP` accepts."""

    RESEARCH = "research"
    DRAFT = "draft"
    REVIEW = "review"
    PANEL = "panel"
    EDIT = "edit"
    FINALISE = "finalise"
    REMEMBER = "remember"

    @property
    def rank(self) -> int:
        """Position in the chapter, from 0."""
        return list(Step).index(self)


STEP_OF: dict[Role, Step] = {
    Role.RESEARCHER: Step.RESEARCH,
    Role.WRITER: Step.DRAFT,
    Role.WRITER_REVISING: Step.DRAFT,
    Role.CHECKER: Step.REVIEW,
    Role.R1: Step.REVIEW,
    Role.R2: Step.REVIEW,
    Role.R3: Step.REVIEW,
    Role.REVIEW_MERGER: Step.REVIEW,
    Role.RS: Step.PANEL,
    Role.RE: Step.PANEL,
    Role.RH: Step.PANEL,
    Role.PANEL_MERGER: Step.PANEL,
    Role.EDITOR: Step.EDIT,
    Role.WRITER_FINALISING: Step.FINALISE,
    Role.FINAL_CHECKER: Step.FINALISE,
    Role.KEEPER: Step.REMEMBER,
}
"""The step of every role that works on a chapter."""
REVIEW_ROLES = (Role.CHECKER, Role.R1, Role.R2, Role.R3, Role.REVIEW_MERGER)
PANEL_ROLES = (Role.RS, Role.RE, Role.RH, Role.PANEL_MERGER)
