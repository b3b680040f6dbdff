"""Storing what a role made: receipt first, then the text, then the public copy (PROTOCOL 3.6, 5)."""

from __future__ import annotations

from collections.abc import Mapping

from memory_schema.receipts import Receipt, sha256
from memory_schema.works import read_receipt
from memory_schema.workspace import Workspace


def store_output(
    workspace: Workspace, receipt: Receipt, text: str, public: str = "", beside: Mapping[str, str] | None = None
) -> None:
    """Write receipt, output and public copy in that order, each atomically and durably.

    Args:
        beside: texts by name that are written together with the output.
    """
    assert receipt.sha256 == sha256(text)
    made = {receipt.path: _json(receipt)}
    output = {**(beside or {}), receipt.output: text}
    if not public or _is_kept(workspace, public):
        workspace.replace_in_order(made, output)
        return
    copy = _copy_of(receipt, public)
    workspace.replace_in_order(made, {**output, copy.path: _json(copy)}, {public: text})


def publish_copy(workspace: Workspace, receipt: Receipt, text: str, public: str) -> bool:
    """Copy an output to its public name, with a receipt of its own.

    A public file that holds a person's text (no receipt) is never overwritten: it is kept, logged,
    and taken up by the next run. Returns whether the copy stands.
    """
    copy = _copy_of(receipt, public)
    if workspace.read_or(public) == text:
        standing = read_receipt(workspace, public, text)
        if standing is None or standing.copy_of != receipt.output:
            workspace.replace(copy.path, _json(copy))
        return True
    if _is_kept(workspace, public):
        return False
    workspace.replace_in_order({copy.path: _json(copy)}, {public: text})
    return True


def _copy_of(receipt: Receipt, public: str) -> Receipt:
    return receipt.model_copy(update={"output": public, "copy_of": receipt.output})


def _is_kept(workspace: Workspace, public: str) -> bool:
    """Whether a public file is a person's and stays as it is; said in the audit log."""
    if not is_edited(workspace, public):
        return False
    workspace.audit("edit found", f"{public} was edited while the run was on; it is kept and taken up next")
    return True


def _json(receipt: Receipt) -> str:
    return receipt.model_dump_json(indent=1) + "\n"


def is_edited(workspace: Workspace, name: str) -> bool:
    """Whether a file holds text that no receipt stands for: a person's (PROTOCOL 4)."""
    text = workspace.read_or(name)
    return bool(text.strip()) and read_receipt(workspace, name, text) is None
