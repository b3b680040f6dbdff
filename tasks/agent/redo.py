"""`--redo-if`: what was made with another model or another prompt than would make it now (PROTOCOL 4)."""

from __future__ import annotations

import re

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.receipts import Author, Receipt
from memory_schema.selection import Selector
from tasks.agent.prepare import prepare
from tasks.agent.prepared import label_of
from tasks.agent.runtime import Runtime

_DATED = re.compile(r"-(?:\d{8}|latest)$")


def made_otherwise(receipt: Receipt | None, selector: Selector, runtime: Runtime) -> bool:
    """Whether `--redo-if` asks for an output of a model that is fresh.

    The prompt is rendered as for the attempt that made the text: a carried text knows it by its receipt.
    """
    if receipt is None or receipt.author is not Author.MODEL or not runtime.redo_if:
        return False
    role = Role(receipt.role)
    names = (runtime.asks(role, receipt.round).model, runtime.asks_again(role).model)
    asked = {_DATED.sub("", name) for name in names}
    if "model" in runtime.redo_if and _DATED.sub("", receipt.model) not in asked:
        return True
    if "prompt" not in runtime.redo_if:
        return False
    pointers = bind(Role(receipt.role), runtime.workspace, receipt.chapter, receipt.attempt, receipt.round, selector)
    return prepare(pointers, selector, runtime, label_of(pointers)).prompt.hash != receipt.prompt_hash
