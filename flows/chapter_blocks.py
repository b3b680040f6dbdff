"""What stops a chapter until a person answers (PROTOCOL 5)."""

from __future__ import annotations

from memory_schema.answers import Decision
from memory_schema.blocks import Block, BlockReason, decided, hand_guidance, stopped_line
from memory_schema.errors import AgentError, ChapterStopped, WaitingForPerson
from memory_schema.works import current_attempt
from tasks.agent.runtime import Runtime


def block_failed_calls(runtime: Runtime, number: int, error: AgentError) -> None:
    """Block a chapter whose calls failed three times in a row; raises WaitingForPerson."""
    attempt = current_attempt(runtime.workspace, number)
    ask_person(runtime, number, attempt, "calls", BlockReason.CALLS, str(error))


def ask_person(runtime: Runtime, number: int, attempt: int, place: str, reason: BlockReason, detail: str) -> Decision:
    """What is decided about a block; raises WaitingForPerson while nobody has answered, ChapterStopped after a stop."""
    block = Block(chapter=number, attempt=attempt, place=place, reason=reason, detail=detail)
    answer = decided(runtime.workspace, block, runtime.config.on_blocked)
    if answer is None:
        raise WaitingForPerson(f"chapter {number} is blocked: {reason.value} ({detail}); {_ADVICE}")
    if answer.decision is Decision.STOP:
        raise ChapterStopped(stopped_line(block, answer))
    hand_guidance(runtime.workspace, block, answer)
    return answer.decision


_ADVICE = "answer with: sourcebook answer BOOK CHAPTER accept | retry --guidance TEXT | stop, then write again"
