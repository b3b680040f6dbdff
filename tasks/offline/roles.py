"""Who answers for which role of the contract table (PROTOCOL 2)."""

from __future__ import annotations

from collections.abc import Mapping

from memory_schema.contracts import Role
from tasks.offline import (
    advocate,
    architect,
    architect_revising,
    auditor,
    editor,
    finalise,
    keeper,
    readers,
    research,
    reviewers,
    revise,
    stylist,
    write,
)
from tasks.offline.reply import RoleFunction

ROLES: Mapping[str, RoleFunction] = {
    Role.ARCHITECT: architect.answer,
    Role.ADVOCATE: advocate.advocate,
    Role.OUTLINE_R3: advocate.outline_r3,
    Role.ARCHITECT_REVISING: architect_revising.answer,
    Role.STYLIST: stylist.answer,
    Role.RESEARCHER: research.answer,
    Role.WRITER: write.answer,
    Role.WRITER_REVISING: revise.answer,
    Role.R1: reviewers.r1,
    Role.R2: reviewers.r2,
    Role.R3: reviewers.r3,
    Role.RS: readers.rs,
    Role.RE: readers.re_,
    Role.RH: readers.rh,
    Role.EDITOR: editor.answer,
    Role.WRITER_FINALISING: finalise.answer,
    Role.KEEPER: keeper.answer,
    Role.AUDITOR: auditor.answer,
}
"""By the role's word in the ticket; roles of code have no author."""
