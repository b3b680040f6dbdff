"""Where nothing changes, propagation stops: an output is taken over from the attempt before (PROTOCOL 4).

A chapter that became stale is written in a new attempt, whose steps are made anew one after the other.
When a step comes out byte for byte as it was, the next one has the same inputs as before, so its former
output stands and no model is asked.
"""

from __future__ import annotations

from memory_schema.attempts import carry, read_attempt
from memory_schema.contracts import Role
from memory_schema.pointers import PointerList
from memory_schema.receipts import Author, Meaning, Receipt, Standing, compare
from memory_schema.works import read_receipt, work_of
from memory_schema.workspace import Workspace


def inheritable(workspace: Workspace, pointers: PointerList, now: Meaning) -> tuple[Receipt, Standing] | None:
    """The receipt of the attempt before for this work, and how it stands to the inputs of now.

    None when this attempt takes nothing over, the output exists already, or a person wrote the former one.
    """
    if pointers.chapter is None or pointers.attempt < 2 or workspace.exists(pointers.output):
        return None
    if not read_attempt(workspace, pointers.chapter, pointers.attempt).reuses:
        return None
    former = work_of(Role(pointers.role), pointers.chapter, pointers.attempt - 1, pointers.round).path
    receipt = read_receipt(workspace, former, workspace.read_or(former))
    if receipt is None or receipt.author is Author.HUMAN:
        return None
    return receipt, compare(receipt.meaning, now)


def inherit(workspace: Workspace, pointers: PointerList) -> Receipt:
    """Carry the work of the attempt before into this one; returns its receipt here."""
    former = work_of(Role(pointers.role), pointers.chapter, pointers.attempt - 1, pointers.round)
    carry(workspace, former, pointers.output)
    receipt = read_receipt(workspace, pointers.output, workspace.read(pointers.output))
    assert receipt is not None
    return receipt
