"""A chapter that needs a person: why it is blocked, and what was answered (PROTOCOL 5)."""

from __future__ import annotations

import re
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.answers import Answer, Decision, read_answer, write_answer
from memory_schema.book import OnBlocked
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


def decided(workspace: Workspace, block: Block, on_blocked: OnBlocked) -> Answer | None:
    """Store a block and return what was decided about it, or None while a person must still answer.

    With `on_blocked = "accept"` in book.toml code answers in the person's name (PROTOCOL 5); failed
    calls cannot be accepted.
    """
    write_block(workspace, block)
    answer = answer_of(workspace, block)
    if answer is None and on_blocked == "accept" and block.reason is not BlockReason.CALLS:
        answer = Answer(
            subject=block.name, answers=block.digest, decision=Decision.ACCEPT, by='on_blocked = "accept"'
        )
        write_answer(workspace, answer)
        workspace.audit("accepted", f'chapter {block.chapter}: {block.reason.value}; on_blocked = "accept"')
    return answer


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


def guidance_name(chapter: int, attempt: int, place: str) -> str:
    """Where the guidance for the step after `place` lies: a pointer of the next writer (PROTOCOL 5)."""
    return f"{attempt_notes(chapter, attempt)}/guidance-{place}.json"


def hand_guidance(workspace: Workspace, block: Block, answer: Answer) -> None:
    """Put a person's guidance where the next writer's contract binds it; without guidance do nothing."""
    name = guidance_name(block.chapter, block.attempt, block.place)
    if answer.guidance and not workspace.exists(name):
        workspace.replace(name, answer.model_dump_json(indent=1) + "\n")
        workspace.audit("guidance", f"chapter {block.chapter}, {block.place}: {answer.guidance}")
