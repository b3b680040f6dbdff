"""What a person decided, as files (PROTOCOL 5).

An answer names the hash of what it answers; UI and command line only write that file, and a flow that
is restarted from the top finds it.
"""

from __future__ import annotations

import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, ValidationError

from memory_schema.errors import DamagedMemory
from memory_schema.paths import ANSWERS
from memory_schema.workspace import Workspace


class Decision(StrEnum):
    """What a person can answer: the first three to an outline, the last three to a blocked chapter."""

    APPROVE = "approve"
    REVISE = "revise"
    REJECT = "reject"
    ACCEPT = "accept"
    RETRY = "retry"
    STOP = "stop"


OUTLINE_DECISIONS = (Decision.APPROVE, Decision.REVISE, Decision.REJECT)
BLOCK_DECISIONS = (Decision.ACCEPT, Decision.RETRY, Decision.STOP)


class Answer(BaseModel):
    """One answer; `guidance` is a pointer of the next writer or architect."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str
    """BOOK-relative name of what is answered."""
    answers: str
    """SHA-256 of the text that is answered."""
    decision: Decision
    guidance: str = ""
    by: str = "command line"
    at: str = ""


def answer_name(subject: str, digest: str) -> str:
    """Where the answer to a subject lies, BOOK-relative."""
    return f"{ANSWERS}/{subject.removeprefix('output/').replace('/', '--')}--{digest[:16]}.json"


def read_answer(workspace: Workspace, subject: str, digest: str) -> Answer | None:
    """The answer to exactly this text, or None. Raises DamagedMemory when the file cannot be read."""
    name = answer_name(subject, digest)
    if not workspace.exists(name):
        return None
    try:
        answer = Answer.model_validate_json(workspace.read(name))
    except ValidationError as error:
        raise DamagedMemory(f"{name} is no answer ({error.errors()[0]['msg']}); remove it and answer again") from None
    return answer if answer.answers == digest else None


def write_answer(workspace: Workspace, answer: Answer) -> bool:
    """Store an answer; returns False when this text has been answered already (the first stands)."""
    stamped = answer.model_copy(
        update={"at": answer.at or datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")}
    )
    return workspace.create(answer_name(answer.subject, answer.answers), stamped.model_dump_json(indent=1) + "\n")
