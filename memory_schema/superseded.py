"""What a new attempt has left behind: public copies and receipts that only an older one stands behind."""

from __future__ import annotations

from memory_schema.contracts import CONTRACTS
from memory_schema.paths import chapter_notes, receipt_folder
from memory_schema.receipts import Receipt
from memory_schema.works import Work, current_attempt, read_receipt, works
from memory_schema.workspace import Workspace


def retire_superseded(workspace: Workspace, chapter: int) -> None:
    """Move public copies that only an older attempt stands behind to notes/chXX/superseded/."""
    attempt = current_attempt(workspace, chapter)
    if attempt == 1:
        return
    for work in {w.public: w for w in works(workspace, chapter, attempt) if w.public}.values():
        text = workspace.read_or(work.public)
        receipt = read_receipt(workspace, work.public, text) if text else None
        if receipt and receipt.attempt < attempt and not _stands_in(workspace, chapter, attempt, work, text):
            workspace.move(work.public, _superseded(chapter, receipt.attempt, work.public))
        if not workspace.exists(work.public):
            _retire_receipts(workspace, chapter, attempt, work.public)


def _retire_receipts(workspace: Workspace, chapter: int, attempt: int, public: str) -> None:
    """Move the receipts of older attempts after their text; a killed call leaves the rest to the next."""
    for name in workspace.list(receipt_folder(public)):
        receipt = Receipt.model_validate_json(workspace.read(name))
        if receipt.attempt < attempt:
            workspace.move(name, _superseded(chapter, receipt.attempt, name))


def _superseded(chapter: int, attempt: int, name: str) -> str:
    return f"{chapter_notes(chapter)}/superseded/a{attempt}/{name.removeprefix('output/')}"


def _stands_in(workspace: Workspace, chapter: int, attempt: int, work: Work, text: str) -> bool:
    """Whether the present attempt carried this very text over as the newest of its kind."""
    output = CONTRACTS[work.role].output
    newest = max(
        (w for w in works(workspace, chapter, attempt, complete=False) if CONTRACTS[w.role].output is output),
        key=lambda w: w.round,
        default=None,
    )
    return newest is not None and workspace.read_or(newest.path) == text
