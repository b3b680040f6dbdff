"""How one task tells its story: a few log lines, an artifact, and a state named Fresh where nothing was spent."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar, cast

from prefect.runtime import task_run
from prefect.states import Completed

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.findings import parse_findings, parse_verdict
from memory_schema.notes import StructuredNote
from memory_schema.paths import Output, two
from memory_schema.pointers import PointerList
from memory_schema.receipts import Receipt
from memory_schema.works import read_receipt
from memory_schema.workspace import Workspace
from tasks.page_text import cost_line, note_markdown, reads_line
from tasks.run_page import artifact_key, show_findings, show_text, tell

R = TypeVar("R")
FRESH = "Fresh"
"""Name of the state of a task whose output stood already. No logic reads it."""
_FINDINGS = {Output.REVIEW: "review", Output.PANEL: "reader panel", Output.FINAL_CHECKS: "checks of the final"}
_VERDICTS = (Output.R1, Output.R2, Output.R3, Output.OUTLINE_R3)


async def tell_task(call: Coroutine[Any, Any, R], pointers: PointerList | None, book: str) -> R:
    """Await a role's call inside a task run and show what it did.

    Args:
        pointers: the call's pointer list, where it has one.
        book: the book's folder.
    """
    workspace = Workspace(Path(book))
    before = _receipt(workspace, pointers)
    if pointers is not None:
        tell(f"{len(pointers.reads)} texts on the list; the output is {pointers.output}")
    try:
        result = await call
    except Exception as error:
        tell(f"dispatch {task_run.run_count} failed: {type(error).__name__}: {error}", warning=True)
        raise
    if not isinstance(result, StructuredNote):
        return result
    receipt = _receipt(workspace, pointers)
    fresh = receipt is not None and (receipt == before or (before is None and bool(receipt.carried_from)))
    _tell_story(workspace, pointers, result, receipt, fresh=fresh)
    await _show(workspace, book, pointers, result, receipt, fresh=fresh)
    # Prefect unpacks a returned state: the caller gets the note.
    return cast(R, Completed(name=FRESH, message=result.conclusion, data=result)) if fresh else result


def _receipt(workspace: Workspace, pointers: PointerList | None) -> Receipt | None:
    if pointers is None:
        return None
    text = workspace.read_or(pointers.output)
    return read_receipt(workspace, pointers.output, text) if text else None


def _tell_story(
    workspace: Workspace, pointers: PointerList | None, note: StructuredNote, receipt: Receipt | None, *, fresh: bool
) -> None:
    if receipt is not None and not fresh:
        tell(reads_line(receipt))
    tell(cost_line(receipt, fresh=fresh))
    if receipt is not None and receipt.escalated:
        tell(f"asked once more: {receipt.escalated}", warning=True)
    if pointers is not None and CONTRACTS[Role(pointers.role)].output in _VERDICTS:
        tell(f"verdict: {parse_verdict(workspace.read_or(pointers.output)).value}")
    tell(f"{note.conclusion} ({note.confidence.value} confidence, {len(note.open_issues)} open issues)")


async def _show(
    workspace: Workspace,
    book: str,
    pointers: PointerList | None,
    note: StructuredNote,
    receipt: Receipt | None,
    *,
    fresh: bool,
) -> None:
    output = CONTRACTS[Role(pointers.role)].output if pointers is not None else None
    if output is not None:
        what = output.value
        where = f"ch{two(pointers.chapter)}" if pointers is not None and pointers.chapter is not None else "book"
    else:
        where, _, what = str(task_run.name).partition(" · ")
    key = artifact_key(book, where, what)
    markdown = note_markdown(note, pointers, receipt, fresh=fresh, folder=str(workspace.root))
    await show_text(key, markdown, f"{where} · {what}")
    if pointers is not None and pointers.chapter is not None and output in _FINDINGS and not fresh:
        findings = parse_findings(workspace.read_or(pointers.output))
        await show_findings(book, pointers.chapter, _FINDINGS[output], findings)
