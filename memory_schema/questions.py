"""What a book asks a person right now, read off its files (PROTOCOL 5 and 6).

Command line and UI answer the same question; whatever asked it, the answer is one file in answers/.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.answers import BLOCK_DECISIONS, OUTLINE_DECISIONS, Answer, Decision, write_answer
from memory_schema.blocks import Block, BlockReason, answer_of, blocks
from memory_schema.outputs import is_edited
from memory_schema.paths import Output, public_name
from memory_schema.planning import (
    PROPOSAL,
    is_frozen,
    last_proposal_round,
    plan_attempt,
    proposal_answer,
    proposal_subject,
)
from memory_schema.receipts import sha256
from memory_schema.selection import Selector
from memory_schema.works import current_attempt
from memory_schema.workspace import Workspace


@dataclass(frozen=True)
class Question:
    """One thing that a person decides: the outline, or a blocked chapter."""

    key: str
    """Stays the same while the person edits the text that the question is about."""
    title: str
    read: tuple[str, ...]
    """BOOK-relative names of what is worth reading first."""
    decisions: tuple[Decision, ...]
    block: Block | None = None
    """The block of a chapter; None for the outline."""

    @property
    def tries_again(self) -> bool:
        """Whether going on is itself the answer: failed calls are made anew, and nothing can be accepted."""
        return self.block is not None and self.block.reason is BlockReason.CALLS

    def commands(self, book: str) -> tuple[str, ...]:
        """Every way in which it is answered by the command line."""
        if self.block is None:
            return (f"sourcebook approve {book}",)
        return tuple(
            f"sourcebook answer {book} {self.block.chapter} {decision}"
            + (" --guidance TEXT" if decision is Decision.RETRY and not self.tries_again else "")
            for decision in self.decisions
        )

    def command(self, book: str) -> str:
        """The same in one line."""
        if self.block is None:
            return f"sourcebook approve {book}"
        return f"sourcebook answer {book} {self.block.chapter} {' | '.join(self.decisions)}"

    def line(self, book: str) -> str:
        """The question in one line: what waits, what to read, how to answer."""
        if self.block is None:
            return f"the outline waits for you: read and edit {book}/{PROPOSAL}, then: {self.command(book)}"
        return f"{self.title}; answer with: {self.command(book)}, then write again"


def open_questions(workspace: Workspace, chapter: int | None = None) -> tuple[Question, ...]:
    """Every question that nobody has answered, the first one first; of one chapter where it is given.

    Raises OutlineError when the outline that a person edited cannot be read.
    """
    if not is_frozen(workspace):
        attempt = plan_attempt(workspace)
        number = last_proposal_round(workspace, attempt)
        if not (number or is_edited(workspace, PROPOSAL)) or proposal_answer(workspace) is not None:
            return ()
        key = f"outline-a{attempt}-r{number}"
        return (Question(key, "The outline waits for your approval", (PROPOSAL,), OUTLINE_DECISIONS),)
    found = []
    for plan in Selector(workspace).outline().kept:
        if chapter not in (None, plan.number):
            continue
        for block in blocks(workspace, plan.number, current_attempt(workspace, plan.number)):
            if answer_of(workspace, block) is None:
                found.append(_of_block(block))
    return tuple(found)


def answer_question(workspace: Workspace, question: Question, decision: Decision, guidance: str, by: str) -> bool:
    """Write the answer to a question as a file; returns False when it has been answered already."""
    block = question.block
    if block is not None:
        answer = Answer(subject=block.name, answers=block.digest, decision=decision, guidance=guidance, by=by)
    else:
        digest = sha256(workspace.read(PROPOSAL))
        answer = Answer(
            subject=proposal_subject(workspace), answers=digest, decision=decision, guidance=guidance, by=by
        )
    return write_answer(workspace, answer)


def _of_block(block: Block) -> Question:
    outputs = (Output.REVIEW, Output.CHECKS, Output.PANEL, Output.FINAL_CHECKS)
    decisions = (Decision.RETRY, Decision.STOP) if block.reason is BlockReason.CALLS else BLOCK_DECISIONS
    return Question(
        key=f"chapter-{block.chapter}-a{block.attempt}-{block.place}",
        title=f"Chapter {block.chapter} needs you: {block.reason.value} ({block.detail})",
        read=tuple(public_name(output, block.chapter) for output in outputs),
        decisions=decisions,
        block=block,
    )
