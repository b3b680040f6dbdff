"""A chapter that needs a person: why it is blocked, and what was answered (PROTOCOL 5)."""

from __future__ import annotations

import re
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.answers import Answer, Decision, read_answer, write_answer
from memory_schema.book import OnBlocked
from memory_schema.paths import Output, attempt_notes, work_path
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

    Unattended, code answers in the person's name as `on_blocked` in book.toml says (PROTOCOL 5). "accept" is
    stored, since the chapter goes on from there; failed calls cannot be accepted. "stop" ends this run and is
    not stored: the person still has the last word, and a later run may be told otherwise.
    """
    write_block(workspace, block)
    answer = answer_of(workspace, block)
    if answer is None and on_blocked == "stop":
        workspace.audit("stopped", f'chapter {block.chapter}: {block.reason.value}; on_blocked = "stop"')
        return Answer(subject=block.name, answers=block.digest, decision=Decision.STOP, by='on_blocked = "stop"')
    if answer is None and on_blocked == "accept" and block.reason is not BlockReason.CALLS:
        answer = Answer(subject=block.name, answers=block.digest, decision=Decision.ACCEPT, by='on_blocked = "accept"')
        write_answer(workspace, answer)
        workspace.audit("accepted", f'chapter {block.chapter}: {block.reason.value}; on_blocked = "accept"')
    return answer


def stopped_line(block: Block, answer: Answer) -> str:
    """Why a run ends at a block that was answered with stop, and how to go on."""
    number = block.chapter
    if answer.at:
        who, onward = "a person", f"sourcebook chapter BOOK {number}"
    else:
        who, onward = answer.by, f"sourcebook answer BOOK {number} accept | retry --guidance TEXT, then write again"
    return f"chapter {number} is stopped by {who}: {block.reason.value} ({block.detail}); go on with: {onward}"


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


def carry_decisions(workspace: Workspace, chapter: int, before: int, attempt: int) -> None:
    """Take a person's answers, and the guidance that follows from them, into a new attempt.

    What was decided about a text still holds where the new attempt carried that very text.
    """
    for block in blocks(workspace, chapter, before):
        answer = answer_of(workspace, block)
        behind = _stands_behind(block.place)
        if answer is None or answer.decision is Decision.STOP or behind is None:
            continue
        text = workspace.read_or(work_path(behind[0], chapter, before, behind[1]))
        if not text or workspace.read_or(work_path(behind[0], chapter, attempt, behind[1])) != text:
            continue
        carried = block.model_copy(update={"attempt": attempt})
        workspace.replace(carried.name, carried.text)
        write_answer(workspace, answer.model_copy(update={"subject": carried.name, "answers": carried.digest}))
        guidance = workspace.read_or(guidance_name(chapter, before, block.place))
        if guidance:
            workspace.replace(guidance_name(chapter, attempt, block.place), guidance)


def _stands_behind(place: str) -> tuple[Output, int] | None:
    """The output, and its round or try, that a block at this place is about."""
    match = re.fullmatch(r"(round|final)-(\d+)", place)
    if match is None:
        return None
    number = int(match[2])
    if match[1] == "round":
        return Output.REVIEW, number
    return (Output.FINAL_CHECKS, number) if number else (Output.DECISION, 1)
