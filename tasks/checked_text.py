"""The checks room asked about one chapter's draft or final: which text, which memory, which outline."""

from __future__ import annotations

from memory_schema.findings import Severity
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.pointers import PointerList, Scope
from memory_schema.selection import Selector
from tasks.agent.runtime import Runtime
from tasks.checks.chapter_text import ChapterText
from tasks.checks.consistency import check_consistency
from tasks.checks.fidelity import check_fidelity
from tasks.checks.render import render_checks
from tasks.checks.source_index import index_of
from tasks.checks.style import check_style


def check_chapter(pointers: PointerList, selector: Selector, runtime: Runtime) -> tuple[str, StructuredNote]:
    """The text of chXX-checks.md for the text that `pointers` reads, and a note with its counts."""
    chapter = pointers.chapter
    assert chapter is not None
    text = ChapterText(selector.select(next(p for p in pointers.reads if p.scope is Scope.BOOK)).text)
    outline = selector.outline()
    plan = outline.chapter(chapter)
    assert plan is not None
    words = plan.words or runtime.config.chapters.words
    index = index_of(runtime.view)
    fidelity = check_fidelity(text, index)
    consistency = check_consistency(
        text,
        chapter,
        selector.view(chapter),
        {kept.number: kept.title for kept in outline.kept},
        spells=index.spells,
    )
    last = chapter == outline.kept[-1].number
    style = check_style(text, runtime.config.language, words, last_chapter=last)
    body = render_checks(f"chapter {chapter}", fidelity, consistency, style)
    findings = (*fidelity.findings, *consistency.findings, *style.findings)
    errors = sum(finding.severity is Severity.MUST for finding in findings)
    counts = ", ".join(f"{number} {noun}" for noun, number in fidelity.counts.items())
    return body, StructuredNote(
        conclusion=f"{errors} errors and {len(findings) - errors} remarks by code",
        evidence=(counts[:80],),
        confidence=Confidence.HIGH,
    )
