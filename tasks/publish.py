"""The bookbinder: finals to pages (PROTOCOL 2, #11). Code, since it is exact.

What the receipt proves. The index page carries a digest of every other file of the edition, and the
receipt stands for exactly this index page: so one receipt vouches for the whole folder, and a page that
is missing or changed is found by comparing the digest. The receipt's inputs are the finals, so a final
that arrives makes the edition stale. Only a complete book ends with the marker HTML_COMPLETE; the
receipt of an incomplete one names no marker: fresh then means "published as it stands", not "done".
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from memory_schema.book import PublishFormat
from memory_schema.markers import Marker
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.paths import PRESS_CACHE, PUBLISH, receipt_folder
from memory_schema.pointers import PointerList
from memory_schema.progress import output_standing
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tasks.manuscript import manuscript_of
from tasks.options import runtime_of
from tasks.press.formats import formats_in, print_formats
from tasks.press.page_names import WEB
from tasks.press.web import edition_digest, vouch, vouched_digest
from tasks.role import code_meaning, code_receipt, role_task


@role_task
async def bind_book(
    pointers: PointerList, book: str, to: Sequence[PublishFormat] = (), pages_only: bool = False
) -> StructuredNote:
    """Publish the finished chapters below output/publish/, whole and in one step.

    Args:
        pointers: what the bookbinder reads and writes.
        book: the book's folder.
        to: the formats, exactly these; none = those of book.toml.
        pages_only: while chapters arrive: the pages, if they are stale; the other formats wait for the end.

    Raises:
        MissingTool: a format needs what this machine does not have; nothing was changed.
    """
    runtime = runtime_of(book)
    workspace = runtime.workspace
    selector = Selector(workspace)
    standing, receipt = output_standing(pointers, selector, runtime.config, runtime.source_hash)
    formats = frozenset({"html", *(() if pages_only else to or runtime.config.publish.to)})
    published = formats_in([name.rsplit("/", 1)[1] for name in workspace.list(PUBLISH)])
    made_already = published == formats if to else published >= formats
    if receipt is not None and runtime.acceptable(standing) and made_already and pages_stand(workspace):
        return receipt.note
    # Before the pages are made: a chapter that is written meanwhile must leave them stale.
    meaning = code_meaning(pointers, selector, runtime.config, runtime)
    manuscript = manuscript_of(selector, runtime.config, runtime.view)
    store = PressCache(workspace)
    # Laying out a book on paper takes half a minute, in which the engine must hear from this process.
    edition = await asyncio.to_thread(print_formats, manuscript, formats, store)
    site = dict(edition.files)
    index = _sealed(site.pop(WEB.index).decode(), edition_digest(site), complete=manuscript.complete)
    done = sum(chapter.markdown is not None for chapter in manuscript.chapters)
    note = StructuredNote(
        conclusion=f"{done} of {len(manuscript.chapters)} chapters published",
        file_refs=(pointers.output,),
        open_issues=tuple(f"{f.place}: {f.problem}"[:160] for f in edition.findings[:8]),
        confidence=Confidence.HIGH,
    )
    made = code_receipt(pointers, index, meaning, note, runtime)
    if not manuscript.complete:
        made = made.model_copy(update={"marker": ""})
    workspace.replace(made.path, made.model_dump_json(indent=1) + "\n")
    workspace.replace_folder(PUBLISH, {**site, WEB.index: index.encode()})
    _drop_earlier_receipts(workspace, pointers.output, made.path)
    if not pages_only:
        store.sweep()  # else the bodies of the other formats would go, which the end needs again
    return note


def _drop_earlier_receipts(workspace: Workspace, output: str, standing: str) -> None:
    """Pages are made after every chapter, and no earlier edition is kept: nor is what stood for it."""
    for name in workspace.list(receipt_folder(output)):
        if name != standing:
            workspace.remove(name)


def pages_stand(workspace: Workspace) -> bool:
    """Whether the published folder holds exactly the pages that its index page vouches for."""
    site = {name.rsplit("/", 1)[1]: workspace.path(name).read_bytes() for name in workspace.list(PUBLISH)}
    return vouched_digest(site.get(WEB.index, b"")) == edition_digest(site)


class PressCache:
    """Printed chapters below BOOK/.cache/press/: disposable, swept of what the last edition did not use."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._used: set[str] = set()

    def get(self, key: str) -> str | None:
        """The printed chapter of this key, or None."""
        self._used.add(self._name(key))
        return self._workspace.read_or(self._name(key)) or None

    def put(self, key: str, text: str) -> None:
        """Keep a printed chapter."""
        self._used.add(self._name(key))
        self._workspace.replace(self._name(key), text)

    def sweep(self) -> None:
        """Remove what was neither read nor written."""
        for name in self._workspace.list(PRESS_CACHE):
            if name not in self._used:
                self._workspace.remove(name)

    def _name(self, key: str) -> str:
        return f"{PRESS_CACHE}/{key}.json"


def _sealed(index: str, digest: str, *, complete: bool) -> str:
    """The index page as it is published: it vouches for the other pages, and ends with the marker when done."""
    vouching = vouch(index, digest)
    return f"{vouching}{Marker.HTML.line}\n" if complete else vouching
