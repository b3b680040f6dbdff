"""Caps that a person raised while a run waited: one file an answer, of that run alone (PROTOCOL 5)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError

from memory_schema.book import LimitsTable
from memory_schema.caps import Caps
from memory_schema.errors import DamagedMemory
from memory_schema.paths import ANSWERS
from memory_schema.workspace import Workspace


class RaisedCaps(BaseModel):
    """What a person answered when a cap was reached; 0 = as it was."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: Caps = Caps()
    chapter: Caps = Caps()
    by: str = ""


def raise_caps(workspace: Workspace, run: str, dispatch: str, raised: RaisedCaps) -> bool:
    """Store an answer; returns False when this waiting has been answered already (the first stands).

    Args:
        run: the id of the run that waits.
        dispatch: which start of the run this is, so that each waiting has its own answer; later ones sort behind.
    """
    return workspace.create(f"{ANSWERS}/{_stem(run)}{dispatch}.json", raised.model_dump_json(indent=1) + "\n")


def raised_limits(workspace: Workspace, run: str, table: LimitsTable) -> LimitsTable:
    """[limits] with what a person has answered to this run, the last answer on top. Raises DamagedMemory."""
    for name in workspace.list(ANSWERS):
        if not name.rsplit("/", 1)[-1].startswith(_stem(run)):
            continue
        try:
            raised = RaisedCaps.model_validate_json(workspace.read(name))
        except ValidationError as error:
            said = error.errors()[0]["msg"]
            raise DamagedMemory(f"{name} is no answer ({said}); remove it and answer again") from None
        given = {field: value for field, value in raised.run.model_dump().items() if value}
        table = table.model_copy(update={**given, "chapter": table.chapter.raised_by(raised.chapter)})
    return table


def _stem(run: str) -> str:
    return f"caps--{run}--"
