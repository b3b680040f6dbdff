"""The parameters of a run, typed so that the form in Prefect's UI explains itself.

Prefect titles a field by the parameter's name and takes its help from the flow's `Args:`; the readable
titles are therefore given here as `json_schema_extra`, the help stands in the flows. The values override
book.toml for one run and make nothing stale: model, limits and who is asked are no part of what a
receipt compares (PROTOCOL 4).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from memory_schema.book import BookConfig, LimitsTable, PublishFormat
from memory_schema.caps import Caps
from memory_schema.steps import Step


class BeginAt(StrEnum):
    """Where a chapter's run begins: only what it needs, or a new attempt from one of its steps."""

    AS_NEEDED = "what is missing or stale"
    RESEARCH = "research"
    DRAFT = "draft"
    REVIEW = "review"
    PANEL = "panel"
    EDIT = "edit"
    FINALISE = "finalise"
    REMEMBER = "remember"


def step_of(begin: str | None) -> Step | None:
    """The step that a new attempt begins at, or None where nothing is to be written anew."""
    return None if begin is None or begin == BeginAt.AS_NEEDED else Step(begin)


class ApprovalMode(StrEnum):
    """Who approves the outline in this run."""

    AS_IN_BOOK = "as in book.toml"
    PERSON = "person"
    AUTO = "auto"


class BlockedMode(StrEnum):
    """What this run does with a chapter that needs a person."""

    AS_IN_BOOK = "as in book.toml"
    WAIT = "wait"
    ACCEPT = "accept"
    STOP = "stop"


class RedoReason(StrEnum):
    """What else is redone: texts made with another model, or with another prompt."""

    MODEL = "model"
    PROMPT = "prompt"


class Limits(BaseModel):
    """Limits of this run, checked before each call; 0 = as in book.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_cost_usd: float = Field(default=0, ge=0, title="Cost", description="US dollars of this run, at list prices.")
    max_tokens: int = Field(default=0, ge=0, title="Tokens", description="Input and output of this run.")
    max_calls: int = Field(default=0, ge=0, title="Model calls", description="Of this run.")
    chapter_max_cost_usd: float = Field(default=0, ge=0, title="Cost of a chapter", description="US dollars.")
    chapter_max_tokens: int = Field(default=0, ge=0, title="Tokens of a chapter", description="Input and output.")
    chapter_max_calls: int = Field(default=0, ge=0, title="Model calls of a chapter", description="Of its attempt.")
    minutes: float = Field(
        default=0, ge=0, title="Minutes", description="Of the whole run; waiting for a person does not count."
    )
    turns: int = Field(default=0, ge=0, title="Model calls an agent", description="Replaces limits.turns.")

    @property
    def chapter(self) -> Caps:
        """The caps of one chapter."""
        return Caps(
            max_cost_usd=float(self.chapter_max_cost_usd),
            max_tokens=self.chapter_max_tokens,
            max_calls=self.chapter_max_calls,
        )

    def applied(self, table: LimitsTable) -> LimitsTable:
        """[limits] of book.toml as this run reads it."""
        given: dict[str, object] = {
            "max_cost_usd": float(self.max_cost_usd),
            "max_tokens": self.max_tokens,
            "max_calls": self.max_calls,
            "turns": self.turns,
        }
        changes = {name: value for name, value in given.items() if value}
        return table.model_copy(update={**changes, "chapter": table.chapter.raised_by(self.chapter)})


BookFolder = Annotated[str, Field(min_length=1, json_schema_extra={"title": "Book folder"})]
PublishFormats = Annotated[list[PublishFormat] | None, Field(json_schema_extra={"title": "Formats"})]
ChapterNumber = Annotated[int, Field(ge=1, le=999, json_schema_extra={"title": "Chapter"})]
ChapterNumbers = Annotated[list[ChapterNumber], Field(json_schema_extra={"title": "Only these chapters"})]
FromStep = Annotated[BeginAt, Field(json_schema_extra={"title": "Write anew from step"})]
RedoMemory = Annotated[bool, Field(json_schema_extra={"title": "Also what memory alone made stale"})]
DiscardEdits = Annotated[bool, Field(json_schema_extra={"title": "Discard edits"})]
PlanAgain = Annotated[bool, Field(json_schema_extra={"title": "Plan again"})]
RedoIf = Annotated[list[RedoReason], Field(json_schema_extra={"title": "Also redo texts of another"})]
ModelName = Annotated[str, Field(json_schema_extra={"title": "Model"})]
Approve = Annotated[ApprovalMode, Field(json_schema_extra={"title": "Who approves the outline"})]
OnBlocked = Annotated[BlockedMode, Field(json_schema_extra={"title": "A chapter that needs a person"})]
RunLimit = Annotated[Limits, Field(json_schema_extra={"title": "Limits"})]

NO_LIMITS = Limits()
ALL_CHAPTERS: list[int] = []
NO_REASON: list[RedoReason] = []


class Overrides(BaseModel):
    """What one run decides otherwise than book.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = ""
    approve: ApprovalMode = ApprovalMode.AS_IN_BOOK
    on_blocked: BlockedMode = BlockedMode.AS_IN_BOOK
    limits: Limits = NO_LIMITS

    @property
    def seconds(self) -> float:
        """The run's limit of time, which book.toml has no key for."""
        return self.limits.minutes * 60

    def applied(self, config: BookConfig) -> BookConfig:
        """book.toml as this run reads it."""
        changes: dict[str, object] = {}
        if self.model:
            changes["model"] = config.model.model_copy(update={"name": self.model})
        if self.approve is not ApprovalMode.AS_IN_BOOK:
            changes["approve"] = self.approve.value
        if self.on_blocked is not BlockedMode.AS_IN_BOOK:
            changes["on_blocked"] = self.on_blocked.value
        if self.limits != NO_LIMITS:
            changes["limits"] = self.limits.applied(config.limits)
        return config.model_copy(update=changes) if changes else config


AS_IN_BOOK = Overrides()
