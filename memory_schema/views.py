"""A memory view as the Markdown that agents read, and back (PROTOCOL 8: agents get the view).

One line an item, fields separated by ` · `, so that a model, a person and code read the same text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_schema.memory_view import MemoryView, SeenMetaphor, SeenReference, SeenSummary, SeenTerm
from memory_schema.paths import Kind

WHOLE_SUMMARIES = 5
"""How many summaries stay whole when room is short (PROTOCOL 3.3, strategy 1)."""
LONGEST_LINE = 240
"""Characters of the first sentence of an older summary."""
GLANCE = "the book at a glance"
"""The name under which the whole memory is shown in a line or two a chapter."""
_SEPARATOR = " · "
_EMPTY = {
    Kind.SUMMARIES: "No chapter has been written before this one: the reader knows nothing of this book yet.",
    Kind.GLOSSARY: "No term has been defined before this chapter.",
    Kind.METAPHORS: "No metaphor has been used before this chapter.",
    Kind.CROSS_REFERENCES: "No cross reference has been made before this chapter.",
}


def render_view(
    kind: Kind,
    view: MemoryView,
    *,
    whole_summaries: int | None = None,
    line: int = LONGEST_LINE,
    longer: frozenset[int] = frozenset(),
) -> str:
    """One kind of a view as Markdown; an empty one says so in words.

    Args:
        whole_summaries: keep only so many summaries whole, the older ones as one line each.
        line: characters of a summary's first sentence in such a line.
        longer: chapters whose line keeps its whole first sentence all the same.
    """
    rows = {
        Kind.SUMMARIES: lambda: _summaries(view.summaries, whole_summaries, line, longer),
        Kind.GLOSSARY: lambda: [_term(term) for term in view.glossary],
        Kind.METAPHORS: lambda: [_metaphor(item) for item in view.metaphors],
        Kind.CROSS_REFERENCES: lambda: [_reference(item) for item in view.cross_references],
    }[kind]()
    return "\n".join(rows or [_EMPTY[kind]]) + "\n"


def render_glance(view: MemoryView) -> str:
    """A whole view in a line or two a chapter: for who works on a part of the memory and must see across parts."""
    rows = []
    for seen in view.summaries:
        number = seen.chapter
        rows.append(f"- Chapter {number}: {seen.title}")
        terms = [term.term for term in view.glossary if term.chapter == number]
        rows += [f"  - terms: {'; '.join(terms)}"] if terms else []
        metaphors = [f"{item.concept} = {item.metaphor}" for item in view.metaphors if item.chapter == number]
        rows += [f"  - metaphors: {'; '.join(metaphors)}"] if metaphors else []
        links = dict.fromkeys(str(one.to_chapter) for one in view.cross_references if one.from_chapter == number)
        rows += [f"  - links to: {', '.join(links)}"] if links else []
    return "\n".join(rows) + "\n"


@dataclass(frozen=True)
class Glance:
    """What a book's memory at a glance says: titles, terms with their chapter, which chapter links to which."""

    titles: dict[int, str]
    terms: tuple[tuple[str, int], ...]
    links: tuple[tuple[int, int], ...]


def parse_glance(text: str) -> Glance:
    """Read what `render_glance` wrote; lines of another form are passed over."""
    titles: dict[int, str] = {}
    terms: list[tuple[str, int]] = []
    links: list[tuple[int, int]] = []
    number = 0
    for line in text.split("\n"):
        if head := re.match(r"^- Chapter (\d+): (.*)$", line):
            number = int(head[1])
            titles[number] = head[2]
        elif line.startswith("  - terms: "):
            terms += [(term, number) for term in line.removeprefix("  - terms: ").split("; ")]
        elif line.startswith("  - links to: "):
            links += [(number, int(to)) for to in line.removeprefix("  - links to: ").split(", ")]
    return Glance(titles, tuple(terms), tuple(links))


def parse_glossary(text: str) -> tuple[SeenTerm, ...]:
    """The terms of a rendered glossary view; lines of another form are passed over."""
    found = []
    for line in text.split("\n"):
        match = re.match(
            r"^- \*\*(?P<term>.+?)\*\*(?: \((?P<translation>.*?)\))? · chapter (?P<chapter>\d+) · (?P<rest>.*)$",
            line,
        )
        if match:
            definition, _, caution = match["rest"].partition(f"{_SEPARATOR}caution: ")
            found.append(
                SeenTerm(match["term"], match["translation"] or "", int(match["chapter"]), definition, caution)
            )
    return tuple(found)


def parse_metaphors(text: str) -> tuple[SeenMetaphor, ...]:
    """The metaphors of a rendered registry view."""
    found = []
    for line in text.split("\n"):
        match = re.match(
            r"^- (?P<concept>.+?) = (?P<metaphor>.+?) · chapter (?P<chapter>\d+)(?: · until: (?P<limits>.*))?$",
            line,
        )
        if match:
            found.append(
                SeenMetaphor(match["concept"], match["metaphor"], int(match["chapter"]), match["limits"] or "")
            )
    return tuple(found)


def parse_references(text: str) -> tuple[SeenReference, ...]:
    """The references of a rendered cross-reference view."""
    found = []
    for line in text.split("\n"):
        match = re.match(
            r"^- chapter (?P<a>\d+) \"(?P<ah>.*?)\" -> chapter (?P<b>\d+) \"(?P<bh>.*?)\"(?: · (?P<why>.*))?$",
            line,
        )
        if match:
            found.append(SeenReference(int(match["a"]), match["ah"], int(match["b"]), match["bh"], match["why"] or ""))
    return tuple(found)


def parse_summary_titles(text: str) -> dict[int, str]:
    """Chapter number to title, from a rendered summaries view, whole and one-line summaries alike."""
    found = re.findall(r"^(?:## Chapter (\d+): (.+)|- Chapter (\d+): (.+?) — .*)$", text, re.MULTILINE)
    return {int(whole or short): title or short_title for whole, title, short, short_title in found}


def _summaries(summaries: tuple[SeenSummary, ...], whole: int | None, line: int, longer: frozenset[int]) -> list[str]:
    split = 0 if whole is None else max(0, len(summaries) - whole)
    rows = [
        f"- Chapter {s.chapter}: {s.title} — "
        f"{_clipped(_first_sentence(s.summary.core), LONGEST_LINE if s.chapter in longer else line)}"
        for s in summaries[:split]
    ]
    for seen in summaries[split:]:
        summary = seen.summary
        rows += ["", f"## Chapter {seen.chapter}: {seen.title}", "", summary.core, ""]
        rows += [f"- terms: {', '.join(summary.terms)}"] if summary.terms else []
        rows += [f"- metaphors: {', '.join(summary.metaphors)}"] if summary.metaphors else []
        rows += [f"- looks back to chapter {look.chapter}: {look.what}" for look in summary.looks_back]
        rows += [f"- looks ahead to chapter {look.chapter}: {look.what}" for look in summary.looks_ahead]
        rows += [f"- the reader now knows: {item}" for item in summary.reader_knows]
    return rows[1:] if rows[:1] == [""] else rows


def _first_sentence(text: str) -> str:
    match = re.match(r"^.+?(?:[.!?](?=\s|$)|[。！？])", text)
    return match[0] if match else text


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else text[: max(1, most - 1)].rstrip() + "…"


def _term(term: SeenTerm) -> str:
    translation = f" ({term.translation})" if term.translation else ""
    caution = f"{_SEPARATOR}caution: {term.caution}" if term.caution else ""
    return f"- **{term.term}**{translation}{_SEPARATOR}chapter {term.chapter}{_SEPARATOR}{term.definition}{caution}"


def _metaphor(item: SeenMetaphor) -> str:
    limits = f"{_SEPARATOR}until: {item.limits}" if item.limits else ""
    return f"- {item.concept} = {item.metaphor}{_SEPARATOR}chapter {item.chapter}{limits}"


def _reference(item: SeenReference) -> str:
    why = f"{_SEPARATOR}{item.why}" if item.why else ""
    return f'- chapter {item.from_chapter} "{item.from_heading}" -> chapter {item.to_chapter} "{item.to_heading}"{why}'
