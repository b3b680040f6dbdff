"""The forms by which a person answers in Prefect's UI. Their fields become an answer's file, nothing else."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from prefect.input import RunInput
from pydantic import Field, create_model

from memory_schema.questions import Question


class OutlineDecision(StrEnum):
    """Approve it as it lies on disk, send it back with comments, or reject the plan."""

    APPROVE = "approve"
    REVISE = "revise"
    REJECT = "reject"


class BlockDecision(StrEnum):
    """Go on with the open issues, have it written again with guidance, or leave it and end the run."""

    ACCEPT = "accept"
    RETRY = "retry"
    STOP = "stop"


class CallsDecision(StrEnum):
    """Make the failed calls again, or leave the chapter and end the run. There is nothing to accept."""

    RETRY = "retry"
    STOP = "stop"


class OutlineAnswer(RunInput):
    """Approve the outline as it lies on disk, send it back with comments, or reject the plan."""

    decision: OutlineDecision = Field(default=OutlineDecision.APPROVE, title="Decision")
    comments: str = Field(default="", title="Comments", description="With revise: what the architect must change.")

    @property
    def words(self) -> str:
        """What the person wrote."""
        return self.comments


class BlockAnswer(RunInput):
    """Accept the chapter with its open issues, have it written again with guidance, or stop."""

    decision: BlockDecision = Field(title="Decision")
    guidance: str = Field(default="", title="Guidance", description="With retry: what the writer must do.")

    @property
    def words(self) -> str:
        """What the person wrote."""
        return self.guidance


class CallsAnswer(RunInput):
    """Make the failed calls again, or stop."""

    decision: CallsDecision = Field(default=CallsDecision.RETRY, title="Decision")

    @property
    def words(self) -> str:
        """There is nothing to write."""
        return ""


class CapsAnswer(RunInput):
    """Caps from here on; 0 leaves a cap as it is."""

    max_cost_usd: float = Field(default=0, ge=0, title="Cost", description="US dollars of this run")
    max_tokens: int = Field(default=0, ge=0, title="Tokens", description="input and output of this run")
    max_calls: int = Field(default=0, ge=0, title="Model calls", description="of this run")
    chapter_max_cost_usd: float = Field(default=0, ge=0, title="Cost of a chapter", description="US dollars")
    chapter_max_tokens: int = Field(default=0, ge=0, title="Tokens of a chapter", description="input and output")
    chapter_max_calls: int = Field(default=0, ge=0, title="Model calls of a chapter", description="of its attempt")


def caps_from(name: str, value: float) -> type[CapsAnswer]:
    """The form of the caps, one of them filled in. Prefect's own way would lose the field's title and help."""
    field = CapsAnswer.model_fields[name]
    default = int(value) if field.annotation is int else value
    filled = Field(default=default, ge=0, title=field.title, description=field.description)
    fields: dict[str, Any] = {name: (field.annotation, filled)}  # as create_model takes them
    return create_model(CapsAnswer.__name__, __base__=CapsAnswer, __doc__=CapsAnswer.__doc__, **fields)


def form_of(question: Question) -> type[OutlineAnswer] | type[BlockAnswer] | type[CallsAnswer]:
    """The form for a question."""
    if question.block is None:
        return OutlineAnswer
    return CallsAnswer if question.tries_again else BlockAnswer
