"""Storing what a role made: receipt first, then the text, then the public copy (PROTOCOL 3.6, 5)."""

from __future__ import annotations

from memory_schema.attempts import read_receipt
from memory_schema.receipts import Receipt, sha256
from memory_schema.workspace import Workspace


def store_output(workspace: Workspace, receipt: Receipt, text: str, public: str = "") -> None:
    """Write receipt, output and public copy in that order, each atomically and durably."""
    assert receipt.sha256 == sha256(text)
    workspace.replace(receipt.path, receipt.model_dump_json(indent=1) + "\n")
    workspace.replace(receipt.output, text)
    if public:
        publish_copy(workspace, receipt, text, public)


def publish_copy(workspace: Workspace, receipt: Receipt, text: str, public: str) -> bool:
    """Copy an output to its public name, with a receipt of its own.

    A public file that holds a person's text (no receipt) is never overwritten: it is kept, logged,
    and taken up by the next run. Returns whether the copy stands.
    """
    standing = workspace.read_or(public)
    copy = receipt.model_copy(update={"output": public, "copy_of": receipt.output})
    if standing == text and workspace.exists(copy.path):
        return True
    if is_edited(workspace, public):
        workspace.audit("edit found", f"{public} was edited while the run was on; it is kept and taken up next")
        return False
    workspace.replace(copy.path, copy.model_dump_json(indent=1) + "\n")
    workspace.replace(public, text)
    return True


def is_edited(workspace: Workspace, name: str) -> bool:
    """Whether a file holds text that no receipt stands for: a person's (PROTOCOL 4)."""
    text = workspace.read_or(name)
    return bool(text.strip()) and read_receipt(workspace, name, text) is None
