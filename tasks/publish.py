"""The bookbinder: finals to pages (PROTOCOL 2, #11). Code, since it is exact."""

from __future__ import annotations

from memory_schema.attempts import read_receipt
from memory_schema.markers import Marker
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.outline import ChapterPlan
from memory_schema.outputs import store_output
from memory_schema.paths import PUBLISH, Output, public_name
from memory_schema.pointers import PointerList
from memory_schema.progress import output_standing
from memory_schema.receipts import Author, Receipt
from memory_schema.selection import Selector
from tasks.agent.runtime import Runtime
from tasks.options import runtime_of
from tasks.press.manuscript import Book, Chapter, Term
from tasks.press.site import broken_links, render_site
from tasks.role import code_meaning, code_receipt, role_task


@role_task
async def bind_book(pointers: PointerList, book: str) -> StructuredNote:
    """Publish the finished chapters as a web edition below output/publish/."""
    runtime = runtime_of(book)
    workspace = runtime.workspace
    selector = Selector(workspace)
    standing, receipt = output_standing(pointers, selector, runtime.config, runtime.source_hash)
    if receipt is not None and runtime.acceptable(standing):
        return receipt.note
    manuscript = manuscript_of(selector, runtime)
    site = render_site(manuscript)
    index = site.pop("index.html") + f"{Marker.HTML.line}\n"
    for name, text in site.items():
        if workspace.read_or(f"{PUBLISH}/{name}") != text:
            workspace.replace(f"{PUBLISH}/{name}", text)
    for stale in set(workspace.list(PUBLISH)) - {f"{PUBLISH}/{name}" for name in (*site, "index.html")}:
        workspace.remove(stale)
    done = sum(chapter.markdown is not None for chapter in manuscript.chapters)
    note = StructuredNote(
        conclusion=f"{done} of {len(manuscript.chapters)} chapters published",
        file_refs=(pointers.output,),
        open_issues=tuple(f"{f.place}: {f.problem}" for f in broken_links(manuscript)[:8]),
        confidence=Confidence.HIGH,
    )
    meaning = code_meaning(pointers, selector, runtime.config, runtime)
    store_output(workspace, code_receipt(pointers, index, meaning, note, runtime), index)
    return note


def manuscript_of(selector: Selector, runtime: Runtime) -> Book:
    """The book as finished texts, read from the finals that stand."""
    config, outline = runtime.config, selector.outline()
    memory = selector.view(outline.chapters[-1].number + 1)
    receipts = [_final_receipt(selector, plan) for plan in outline.kept]
    return Book(
        title=outline.title,
        subtitle=config.subtitle or outline.thesis,
        language=config.language,
        author_line=_author_line(receipts),
        source_line=_source_line(runtime),
        date=max((receipt.ended[:10] for receipt in receipts if receipt), default=""),
        chapters=tuple(
            Chapter(
                number=plan.number,
                title=plan.title,
                promise=plan.promise,
                difficulty=plan.difficulty,
                markdown=selector.workspace.read_or(public_name(Output.FINAL, plan.number)) or None,
            )
            for plan in outline.kept
        ),
        glossary=tuple(
            Term(term=t.term, translation=t.translation, definition=t.definition, chapter=t.chapter)
            for t in memory.glossary
        ),
        colophon=_colophon(receipts, runtime),
    )


def _final_receipt(selector: Selector, plan: ChapterPlan) -> Receipt | None:
    name = public_name(Output.FINAL, plan.number)
    return read_receipt(selector.workspace, name, selector.workspace.read_or(name))


def _author_line(receipts: list[Receipt | None]) -> str:
    made = {receipt.model for receipt in receipts if receipt and receipt.author is Author.MODEL}
    by = " and ".join(sorted("the offline author" if name.startswith("offline") else name for name in made))
    person = any(receipt is not None and receipt.author is Author.HUMAN for receipt in receipts)
    return f"Written by {by or 'the offline author'}{', edited by a person' if person else ''}"


def _source_line(runtime: Runtime) -> str:
    manifest = runtime.view.manifest
    version = f"commit {manifest.commit[:12]}" if manifest.commit else f"content hash {manifest.digest[:12]}"
    return f"{manifest.root_name}, {version}{', with local changes' if manifest.dirty else ''}"


def _colophon(receipts: list[Receipt | None], runtime: Runtime) -> tuple[tuple[str, str], ...]:
    manifest = runtime.view.manifest
    return (
        ("Source files read", str(len(manifest.files))),
        ("Source files skipped", str(len(manifest.skipped))),
        ("Chapters with a receipt", f"{sum(receipt is not None for receipt in receipts)} of {len(receipts)}"),
    )
