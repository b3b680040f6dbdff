"""A chapter that needs a person: why it is blocked, and what was answered (PROTOCOL 5)."""

from __future__ import annotations

import re
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.answers import Answer, Decision, answer_name, read_answer
from memory_schema.paths import attempt_notes
from memory_schema.receipts import sha256
from memory_schema.workspace import Workspace


class BlockReason(StrEnum):
    """Why a chapter cannot go on by itself."""

    REVISIONS = "still refused after the last revision"
    VERDICT = "a verdict could not be read twice"
    FINAL = "the checks refuse the final"
    CALLS = "three calls in a row failed"
    EDITOR = "the editor asks a person"
    AUDIT = "the final audit found an error"


class Block(BaseModel):
    """One block: `place` is the round or the try that it stands behind, such as "round-3"."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chapter: int
    attempt: int
    place: str
    reason: BlockReason
    detail: str = ""

    @property
    def name(self) -> str:
        """Where the block lies, BOOK-relative."""
        return f"{attempt_notes(self.chapter, self.attempt)}/blocked-{self.place}.json"

    @property
    def text(self) -> str:
        """The file's text; an answer names its hash."""
        return self.model_dump_json(indent=1) + "\n"

    @property
    def digest(self) -> str:
        """SHA-256 of the file's text."""
        return sha256(self.text)


def write_block(workspace: Workspace, block: Block) -> None:
    """Store a block and log it; a second time it changes nothing."""
    if workspace.read_or(block.name) != block.text:
        workspace.replace(block.name, block.text)
        workspace.audit("blocked", f"chapter {block.chapter}: {block.reason.value}: {block.detail}")


def blocks(workspace: Workspace, chapter: int, attempt: int) -> tuple[Block, ...]:
    """Every block of an attempt, answered or not, in order of name."""
    names = workspace.list(attempt_notes(chapter, attempt))
    found = [name for name in names if re.search(r"/blocked-[a-z]+(?:-\d+)?\.json$", name)]
    return tuple(Block.model_validate_json(workspace.read(name)) for name in found)


def answer_of(workspace: Workspace, block: Block) -> Answer | None:
    """The answer to a block, or None."""
    return read_answer(workspace, block.name, block.digest)


def open_block(workspace: Workspace, chapter: int, attempt: int) -> Block | None:
    """The block that still holds the chapter: unanswered, or answered with stop."""
    for block in blocks(workspace, chapter, attempt):
        answer = answer_of(workspace, block)
        if answer is None or answer.decision is Decision.STOP:
            return block
    return None


def guidance_for(workspace: Workspace, chapter: int, attempt: int, place: str) -> str:
    """The name of the answer with guidance to the block at `place`, or ""."""
    for block in blocks(workspace, chapter, attempt):
        answer = answer_of(workspace, block) if block.place == place else None
        if answer is not None and answer.decision is Decision.RETRY and answer.guidance:
            return answer_name(block.name, block.digest)
    return ""
