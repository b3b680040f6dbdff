"""The ticket: what the author decided and this call is about, one JSON value a line of the prompt."""

from __future__ import annotations

from memory_schema.binding import declared
from memory_schema.book import BookConfig
from memory_schema.contracts import Contract
from memory_schema.outline import ChapterPlan
from memory_schema.pointers import PointerList

LENGTH = "chapters.words"


def make_ticket(
    contract: Contract, pointers: PointerList, config: BookConfig, plan: ChapterPlan | None
) -> dict[str, object]:
    """The ticket of a call.

    Args:
        plan: the chapter's plan; its own length wins over the book's.
    """
    fields = declared(contract, config)
    if plan is not None and plan.words is not None and LENGTH in fields:
        fields[LENGTH] = plan.words
    return {
        "role": contract.role.value,
        "book": config.title,
        "chapter": pointers.chapter,
        "chapter title": plan.title if plan is not None else "",
        "attempt": pointers.attempt,
        "round": pointers.round,
        "output": pointers.publish_as or pointers.output,
        "marker": contract.marker.line,
        **fields,
    }
