"""Wording and form of a text: stock phrases, term variants, long paragraphs, deep headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from memory_schema.fences import scan
from memory_schema.memory_view import SeenTerm
from tasks.offline.prose_language import Prose
from tasks.offline.write_paragraphs import MAX_LINES, paragraphs

_STOCK = (
    (re.compile(r"\b[Tt]his chapter (?:(?:will|now|first|also) )?(?:introduces?|presents)\b"), "Here comes"),
    (re.compile(r"\b[Ii]n this chapter,? we (?:(?:will|shall) )?(?:introduce|present)\b"), "Here comes"),
    (re.compile(r"本章(?:主要|将要|将会|将|会|首先)*介绍"), "下面要讲的是"),
)
_CODE = re.compile(r"(``.+?``|`[^`]*`|\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*“\[])|(?<=[。！？])")


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    return "\n".join(line.text if line.fence is not None else change(line.text) for line in scan(text)[0])


def drop_stock_phrases(text: str) -> tuple[str, list[str]]:
    """Phrases that announce the text instead of saying the thing."""
    done: list[str] = []

    def change(row: str) -> str:
        for pattern, better in _STOCK:
            found = pattern.search(row)
            if found:
                done.append(f"rewrote “{found[0]}”")
                row = pattern.sub(better, row)
        return row

    return _outside_fences(text, change), done


def unify_terms(text: str, glossary: Iterable[SeenTerm]) -> tuple[str, list[str]]:
    """Other spellings of a term of several words, brought to the glossary's."""
    done: list[str] = []
    patterns = [
        (term.term, re.compile(r"\b" + r"[-_ ]?".join(map(re.escape, term.term.split())) + r"(?=s?\b)", re.IGNORECASE))
        for term in glossary
        if len(term.term.split()) > 1 and term.term.isascii()
    ]

    def change(row: str) -> str:
        if row.startswith(("#", "|", ">")):
            return row
        parts = _CODE.split(row)
        for at in range(0, len(parts), 2):
            for term, pattern in patterns:
                for match in pattern.finditer(parts[at]):
                    if match[0].casefold() != term.casefold():
                        done.append(f"“{match[0]}” is now “{term}”")
                parts[at] = pattern.sub(
                    lambda m, term=term: m[0] if m[0].casefold() == term.casefold() else term, parts[at]
                )
        return "".join(parts)

    return _outside_fences(text, change), done


def shorten_paragraphs(text: str, prose: Prose) -> tuple[str, list[str]]:
    """Paragraphs of more than five lines divided where a sentence ends; the others stay as they are."""
    done: list[str] = []
    out: list[str] = []
    block: list[str] = []

    def flush() -> None:
        plain = block and not re.match(r"^\s*(?:[#|>*+-]|\d+[.)])", block[0])
        if plain and len(block) > MAX_LINES:
            joined = prose.space.join(row.strip() for row in block)
            pieces = paragraphs(_SENTENCE.split(joined), prose.width, prose.space)
            if len(pieces) > 1:
                done.append(f"divided the paragraph “{block[0][:40]}…”")
                out.extend("\n\n".join(pieces).split("\n"))
                block.clear()
        out.extend(block)
        block.clear()

    body = False
    for line in scan(text)[0]:
        body = body or line.text.startswith("## ")
        if line.fence is not None or not line.text.strip() or not body:
            flush()
            out.append(line.text)
        else:
            block.append(line.text)
    flush()
    return "\n".join(out), done


def raise_headings(text: str) -> tuple[str, list[str]]:
    """Headings below H3 become H3."""
    done: list[str] = []

    def change(row: str) -> str:
        if re.match(r"^#{4,6}\s", row):
            done.append(f"“{row.lstrip('# ')}” is an H3 now")
            return "### " + row.lstrip("# ")
        return row

    return _outside_fences(text, change), done


def drop_repeated_metaphors(text: str, taken: Iterable[str]) -> tuple[str, list[str]]:
    """Metaphor lines whose picture an earlier chapter used for something else."""
    from_before = {one.casefold() for one in taken}
    done: list[str] = []

    def change(row: str) -> str:
        found = re.match(r"^\*(?:Picture it:|打个比方：)\*.*?\*\*[^*]+\*\*.*?\*([^*]+)\*", row)
        if found and found[1].strip().casefold() in from_before:
            done.append(f"dropped the picture “{found[1]}”, which an earlier chapter has")
            return ""
        return row

    return _outside_fences(text, change), done
