"""The files that a note refers to, by names that a model wrote: which of them exist (PROTOCOL 2, open budget)."""

from __future__ import annotations

import re

from memory_schema.errors import AccessRefused
from memory_schema.pointers import PointerList, normalise_name
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tasks.source.view import SourceView

_REFERENCE = re.compile(r"^- Files?: (?P<name>.+?)\s*$", re.MULTILINE)


def referenced_files(pointers: PointerList, selector: Selector, view: SourceView) -> tuple[str, ...]:
    """The files that the notes of a call refer to and that exist: what an open budget may be spent on."""
    workspace: Workspace = selector.workspace
    notes = (selector.select(pointer).text for pointer in pointers.reads if pointer.part == "notes")
    names = dict.fromkeys(match["name"] for text in notes for match in _REFERENCE.finditer(text))
    return tuple(name for name in names if name in view.paths or reference_exists(name, workspace))


def reference_exists(name: str, workspace: Workspace) -> bool:
    """Whether a name that a model wrote is a file of the book."""
    if normalise_name(name) is None or not name.startswith("output/"):
        return False
    try:
        return workspace.exists(name)
    except (AccessRefused, OSError, ValueError):
        return False
