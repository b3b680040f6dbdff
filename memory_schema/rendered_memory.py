"""The four memory files as Markdown: one block an entry, in order of sequence (PROTOCOL 8).

A superseded block stays byte for byte where it was; the later one says what it supersedes.
"""

from __future__ import annotations

from memory_schema.entries import Correction, Entry, required_none
from memory_schema.paths import Kind

_TITLES = {
    Kind.SUMMARIES: "Chapter summaries",
    Kind.GLOSSARY: "Glossary",
    Kind.METAPHORS: "Metaphor registry",
    Kind.CROSS_REFERENCES: "Cross references",
}


def header(kind: Kind) -> str:
    """The head of a memory file, written when the shared resources are made (PROTOCOL 6.2)."""
    return (
        f"# {_TITLES[kind]}\n\nRendered from `entries/`, append-only. Do not edit: correct with `sourcebook correct`.\n"
    )


def block(kind: Kind, record: Entry | Correction) -> str:
    """The block of one entry in one file; "" for a correction of another kind."""
    if isinstance(record, Correction):
        return _correction(record) if record.kind is kind else ""
    superseded = f", supersedes entry {record.supersedes}" if record.supersedes else ""
    rows = [f"\n## Chapter {record.chapter}: {record.title}", ""]
    rows += [f"Entry {record.sequence}, attempt {record.attempt}{superseded}.", ""]
    rows += {
        Kind.SUMMARIES: _summary,
        Kind.GLOSSARY: _glossary,
        Kind.METAPHORS: _metaphors,
        Kind.CROSS_REFERENCES: _references,
    }[kind](record)
    return "\n".join(rows) + "\n"


def _correction(record: Correction) -> str:
    value = "; ".join(f"{name}: {text}" for name, text in (record.value or {}).items()) or "removed"
    return (
        f"\n## A person's correction: {record.key}\n\n"
        f"Entry {record.sequence}. {value}{f' (because {record.why})' if record.why else ''}\n"
    )


def _summary(record: Entry) -> list[str]:
    summary = record.proposal.summary
    rows = [summary.core, ""]
    rows += [f"- terms: {', '.join(summary.terms) or 'none'}"]
    rows += [f"- metaphors: {', '.join(summary.metaphors) or 'none'}"]
    rows += [f"- looks back to chapter {look.chapter}: {look.what}" for look in summary.looks_back]
    rows += [f"- looks ahead to chapter {look.chapter}: {look.what}" for look in summary.looks_ahead]
    rows += [f"- the reader now knows: {item}" for item in summary.reader_knows]
    return rows


def _glossary(record: Entry) -> list[str]:
    if not record.proposal.glossary:
        return [required_none(record.proposal)[Kind.GLOSSARY.value]]
    rows = [
        "| term | translation | first chapter | definition | caution |",
        "| --- | --- | --- | --- | --- |",
    ]
    return rows + [
        _row(t.term, t.translation, str(record.chapter), t.definition, t.caution) for t in record.proposal.glossary
    ]


def _metaphors(record: Entry) -> list[str]:
    if not record.proposal.metaphors:
        return [required_none(record.proposal)[Kind.METAPHORS.value]]
    rows = ["| concept | metaphor | first chapter | where it stops holding |", "| --- | --- | --- | --- |"]
    return rows + [_row(m.concept, m.metaphor, str(record.chapter), m.limits) for m in record.proposal.metaphors]


def _references(record: Entry) -> list[str]:
    if not record.proposal.cross_references:
        return [required_none(record.proposal)[Kind.CROSS_REFERENCES.value]]
    rows = ["| from | to chapter | to | why |", "| --- | --- | --- | --- |"]
    return rows + [
        _row(f"{record.chapter}: {r.from_heading}", str(r.to_chapter), r.to_heading, r.why)
        for r in record.proposal.cross_references
    ]


def _row(*cells: str) -> str:
    safe = (cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").strip() for cell in cells)
    return f"| {' | '.join(safe)} |"
