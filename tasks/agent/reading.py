"""The text behind a pointer, whole and as selected: book and memory by the Selector, source by the view."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.errors import StateError
from memory_schema.pointers import Pointer, Scope
from memory_schema.selection import Selector
from tasks.source.repository_map import repository_map
from tasks.source.view import SourceView

MAP_TOKENS = 24_000
"""How large the map of a source tree may be when it is read by tool, in estimated tokens."""


@dataclass(frozen=True)
class Readable:
    """A text that an agent may read. `hash` is the SHA-256 that freshness or the receipt records."""

    pointer: Pointer
    text: str
    hash: str
    numbered: bool = False
    language: str = "markdown"


class Reader:
    """Reads what the gate has resolved; it decides about no access.

    Args:
        selector: selects texts of the book and of its memory.
        view: the pinned source; None where a role reads none.
    """

    def __init__(self, selector: Selector, view: SourceView | None = None) -> None:
        self._selector = selector
        self._view = view

    def read(self, pointer: Pointer, map_tokens: int = MAP_TOKENS) -> Readable:
        """The text of a pointer.

        Raises:
            StateError: the file does not exist, or there is no source.
            SourceChanged: a source file is not what the run is pinned to.
        """
        if pointer.scope is Scope.SOURCE:
            view = self._source(pointer)
            text = view.text(pointer.path)
            return Readable(pointer, text, view.content_hash(pointer.path), True, view.language(pointer.path))
        if pointer.scope is Scope.TREE:
            view = self._source(pointer)
            return Readable(pointer, repository_map(view, max(0, map_tokens)), view.manifest.digest)
        try:
            selected = self._selector.select(pointer)
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            raise StateError(
                f"{pointer.name} does not exist yet ({pointer.path}); run again from the step that makes it"
            ) from None
        return Readable(pointer, selected.text, selected.hash)

    def _source(self, pointer: Pointer) -> SourceView:
        if self._view is None:
            raise StateError(f"{pointer.name} is a text of the source, and this run has opened no source")
        return self._view
