"""Merging what agents of one role made of parts of a task, for every role whose results code does not put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from memory_schema.contracts import Role
from tasks.offline.merge_chapters import merge_drafts, merge_revised
from tasks.offline.merge_memory import merge_memory
from tasks.offline.merge_plans import merge_decisions, merge_guides, merge_proposals
from tasks.offline.merge_reports import merge_reports
from tasks.offline.merged_parts import Result, results
from tasks.offline.reply import Reply
from tasks.offline.request import BadRequest, Brief

MERGERS: Mapping[Role, Callable[[Brief, Sequence[Result]], Reply]] = {
    Role.RESEARCHER: merge_reports,
    Role.WRITER: merge_drafts,
    Role.WRITER_REVISING: merge_revised,
    Role.WRITER_FINALISING: merge_revised,
    Role.KEEPER: merge_memory,
    Role.STYLIST: merge_guides,
    Role.EDITOR: merge_decisions,
    Role.ARCHITECT_REVISING: merge_proposals,
}
"""The architect is none of them: the map that it reads is drawn into the room that there is."""


def merge_parts(brief: Brief) -> Reply:
    """One text from several. Raises BadRequest for a role whose results are never merged by an agent."""
    merger = MERGERS.get(Role(brief.role)) if brief.role in set(Role) else None
    if merger is None:
        raise BadRequest(f'messages.0: results of parts are not merged by the role "{brief.role}"')
    return merger(brief, results(brief))
