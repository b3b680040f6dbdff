"""Who answers for which role of the contract table (PROTOCOL 2)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping

from memory_schema.contracts import Role
from tasks.offline import (
    advocate,
    architect,
    architect_revising,
    auditor,
    editor,
    keeper,
    readers,
    reviewers,
    stylist,
)
from tasks.offline.reply import Reply, RoleFunction, ToolCalls
from tasks.offline.request import Brief


def _craft(module: str) -> RoleFunction:
    """The craft of part B, loaded when it is first asked for."""

    def answer(brief: Brief) -> Reply | ToolCalls:
        found: Callable[[Brief], Reply | ToolCalls] = importlib.import_module(f"tasks.offline.{module}").answer
        return found(brief)

    return answer


ROLES: Mapping[str, RoleFunction] = {
    Role.ARCHITECT: architect.answer,
    Role.ADVOCATE: advocate.advocate,
    Role.OUTLINE_R3: advocate.outline_r3,
    Role.ARCHITECT_REVISING: architect_revising.answer,
    Role.STYLIST: stylist.answer,
    Role.RESEARCHER: _craft("research"),
    Role.WRITER: _craft("write"),
    Role.WRITER_REVISING: _craft("revise"),
    Role.R1: reviewers.r1,
    Role.R2: reviewers.r2,
    Role.R3: reviewers.r3,
    Role.RS: readers.rs,
    Role.RE: readers.re_,
    Role.RH: readers.rh,
    Role.EDITOR: editor.answer,
    Role.WRITER_FINALISING: _craft("finalise"),
    Role.KEEPER: keeper.answer,
    Role.AUDITOR: auditor.answer,
}
"""By the role's word in the ticket; roles of code have no author."""
