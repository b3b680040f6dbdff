"""What of a book can be found by search: sections, terms, symbols."""

from __future__ import annotations

from tasks.press.edition import PrintedBook
from tasks.press.search_index import Entry
from tasks.press.symbol_index import symbol_rows


def search_entries(printed: PrintedBook) -> list[Entry]:
    """Every section of every finished chapter, every term, every symbol of the index."""
    entries = []
    for chapter in printed.chapters:
        title = f"{chapter.number} · {chapter.plain_title}"
        for section in chapter.facts.sections if chapter.facts else ():
            entries.append(Entry(chapter.page, section.anchor, title, section.heading, section.text, section.code))
    glossary = printed.labels.glossary
    for term in printed.definitions:
        heading = f"{term.term} ({term.translation})" if term.translation else term.term
        entries.append(Entry(printed.names.glossary, f"term:{term.anchor}", glossary, heading, term.plain, kind="term"))
    for letter in symbol_rows(printed):
        for row in letter.rows:
            where = " ".join(way.words for way in (*row.explained, *row.mentioned)[:3])
            text = f"{row.kind} · {row.place} · {where}"
            name = f"{row.owner}{row.name}"
            entries.append(Entry(printed.names.symbols, row.anchor, printed.labels.symbols, name, text, kind="symbol"))
    return entries
