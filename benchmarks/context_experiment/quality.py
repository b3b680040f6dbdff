"""Quality of a written book, measured by code alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memory_schema.book import load_book
from memory_schema.conventions import chapter_links, normal_term
from memory_schema.paths import Output, public_name
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tasks.checks.audit import audit_book
from tasks.checks.fidelity import check_fidelity
from tasks.source.book_source import view_of_book


@dataclass(frozen=True)
class Quality:
    """Counts over all finals. `facts` is how many links at a remembered term lead to the chapter that defined it."""

    chapters: int
    quote_errors: int
    consistency_errors: int
    term_conflicts: int
    facts: str

    def line(self) -> str:
        """The counts in words."""
        return (
            f"{self.chapters} chapters, findings against quotes {self.quote_errors}, against terms, links and "
            f"cross references {self.consistency_errors}, conflicting definitions {self.term_conflicts}"
        )


def quality_of(book: Path) -> Quality:
    """Measure a finished book."""
    config, selector = load_book(book), Selector(Workspace(book))
    outline = selector.outline()
    view = view_of_book(book, config)
    finals = {plan.number: selector.workspace.read(public_name(Output.FINAL, plan.number)) for plan in outline.kept}
    memory = selector.view(outline.chapters[-1].number + 1)
    audit = audit_book(finals, view, outline, memory)
    first = {normal_term(term.term): term.chapter for term in memory.glossary}
    named = [
        (first[normal_term(link.text)], link.chapter)
        for text in finals.values()
        for link in chapter_links(text)
        if normal_term(link.text) in first
    ]
    right = sum(defined == linked for defined, linked in named)
    return Quality(
        chapters=len(finals),
        quote_errors=sum(len(check_fidelity(text, view).findings) for text in finals.values()),
        consistency_errors=len(audit.consistency.findings),
        term_conflicts=len(memory.conflicts),
        facts=f"{right} of {len(named)}",
    )
