"""Answers name what they answer; blocks hold a chapter until a person has spoken (PROTOCOL 5)."""

from __future__ import annotations

import pytest

from memory_schema.answers import Answer, Decision, answer_name, read_answer, write_answer
from memory_schema.blocks import Block, BlockReason, blocks, open_block, write_block
from memory_schema.errors import DamagedMemory
from memory_schema.receipts import sha256
from memory_schema.workspace import Workspace

SUBJECT = "output/reviews/outline-proposal.md"


def test_an_answer_holds_for_exactly_one_text(made_book) -> None:  # type: ignore[no-untyped-def]
    """Another text has no answer yet; the first answer to a text stands."""
    workspace = Workspace(made_book.root)
    answer = Answer(subject=SUBJECT, answers=sha256("text"), decision=Decision.APPROVE)
    assert write_answer(workspace, answer)
    assert not write_answer(workspace, answer.model_copy(update={"decision": Decision.REJECT}))
    read = read_answer(workspace, SUBJECT, sha256("text"))
    assert read is not None
    assert read.decision is Decision.APPROVE
    assert read.at
    assert read_answer(workspace, SUBJECT, sha256("text edited")) is None


def test_a_damaged_answer_is_named(made_book) -> None:  # type: ignore[no-untyped-def]
    """One line that names the file and what to do."""
    name = answer_name(SUBJECT, sha256("text"))
    made_book.workspace.create(name, "{")
    with pytest.raises(DamagedMemory, match="is no answer") as caught:
        read_answer(made_book.workspace, SUBJECT, sha256("text"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("decision", "holds"), [(None, True), (Decision.STOP, True), (Decision.ACCEPT, False), (Decision.RETRY, False)]
)
def test_a_block_holds_until_answered(made_book, decision: Decision | None, holds: bool) -> None:  # type: ignore[no-untyped-def]
    """Unanswered or answered with stop it holds; accept and retry let the chapter go on."""
    block = Block(chapter=2, attempt=1, place="round-3", reason=BlockReason.REVISIONS, detail="❌")
    write_block(made_book.workspace, block)
    write_block(made_book.workspace, block)
    assert blocks(made_book.workspace, 2, 1) == (block,)
    if decision:
        write_answer(made_book.workspace, Answer(subject=block.name, answers=block.digest, decision=decision))
    assert (open_block(made_book.workspace, 2, 1) == block) == holds
    assert made_book.workspace.read("output/audit-log.md").count("blocked") == 1
