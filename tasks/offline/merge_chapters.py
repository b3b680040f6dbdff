"""Merging chapters: drafts written from parts of a report, and texts that were revised in parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory_schema.conventions import defined_terms, metaphors_in, normal_term
from memory_schema.fences import inline_code
from memory_schema.lengths import length, unit
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.writing_rules import rules_for
from tasks.offline.chapter_reading import read_chapter, sentences
from tasks.offline.markdown_blocks import Blocks, is_prose, sections_of, three_way
from tasks.offline.merged_parts import Result
from tasks.offline.prose_language import Prose
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.write import language_of, target_in
from tasks.offline.write_background import read_background
from tasks.offline.write_paragraphs import paragraphs

_REPORT, _DRAFT, _FINAL = "-report.md", "-draft.md", "-final.md"
_MOST_OVER = 1.1
_RECAPPED = 5


def merge_drafts(brief: Brief, parts: Sequence[Result]) -> Reply:
    """One chapter from several: each part's sections in turn, as many and as long as a chapter has room for."""
    drafts = [part for part in parts if part.is_of(_REPORT)] or list(parts)
    prose, target = language_of(brief), target_in(brief, read_background(brief)).target
    split = [_split(draft.text) for draft in drafts]
    most = rules_for(brief.language).sections[1] - 1
    chosen, left = _chosen([body for _, body, _ in split], most)
    chosen, left = _filled(chosen, left, target - length(split[0][0].text, brief.language), brief.language)
    body = _fitting([split[0][0], *(chosen[key] for key in sorted(chosen))], target, brief.language)
    told = _told_once("\n\n".join(one.text for one in body), prose)
    recap = _recap([end for *_, end in split if end is not None], told)
    text = "\n\n".join([told, *([recap] if recap else [])]) + "\n"
    size = length(text, brief.language)
    note = StructuredNote(
        conclusion=f"{brief.chapter_title}: {len(drafts)} parts merged into one chapter of {size} "
        f"{unit(brief.language)}"[:198],
        evidence=tuple(f"{part.name}: {part.lines}"[:80] for part in drafts[:5]),
        file_refs=(brief.output,),
        open_issues=tuple(f"left out for length: {one.heading}"[:156] for one in left.values()),
        confidence=Confidence.HIGH if abs(size / target - 1.0) <= rules_for(brief.language).length_tolerance / 100
        else Confidence.MEDIUM,
    )  # fmt: skip
    return Reply(text, note)


def merge_revised(brief: Brief, parts: Sequence[Result]) -> Reply:
    """A text that was revised in parts: its pieces in order; or, where each part saw the whole, all their changes."""
    ending = _FINAL if any(part.is_of(_FINAL) for part in parts) or brief.file(_FINAL) else _DRAFT
    pieces = [part for part in parts if part.is_of(ending)]
    base = brief.text(ending)
    text = "\n\n".join(part.text for part in pieces) + "\n" if pieces else three_way(base, [p.text for p in parts])
    note = StructuredNote(
        conclusion=f"{brief.chapter_title}: {len(parts)} parts merged; {length(text, brief.language)} "
        f"{unit(brief.language)}"[:198],
        evidence=tuple(f"{part.name}: {part.lines}"[:80] for part in parts[:5]),
        file_refs=(brief.output,),
        confidence=Confidence.HIGH if text.strip() else Confidence.LOW,
    )
    return Reply(text, note)


def _split(text: str) -> tuple[Blocks, list[Blocks], Blocks | None]:
    """Title and opening, the sections between, the recap with the bridge behind it."""
    opening, *rest = sections_of(text)
    recap = read_chapter(text).recap
    ends = recap is not None and bool(rest) and rest[-1].heading == recap.heading
    return opening, rest[:-1] if ends else rest, rest[-1] if ends else None


_Places = dict[tuple[int, int], Blocks]
"""Sections by part, and by their place in it."""


def _chosen(bodies: Sequence[list[Blocks]], most: int) -> tuple[_Places, _Places]:
    """The first section of each part, then the second of each ..., up to so many; and what found no room."""
    taken: _Places = {}
    left: _Places = {}
    for at in range(max(map(len, bodies))):
        for part, body in enumerate(bodies):
            if at < len(body) and all(body[at].heading != one.heading for one in taken.values()):
                (taken if len(taken) < most else left)[part, at] = body[at]
    return taken, left


def _filled(taken: _Places, left: _Places, target: int, language: str) -> tuple[_Places, _Places]:
    """While the chapter is short, what found no room stands below an H3 in the last section of its part."""
    for key in sorted(left, key=lambda key: (key[1], key[0])):
        if length("\n\n".join(one.text for one in taken.values()), language) >= target:
            break
        home = max((place for place in taken if place[0] == key[0]), default=max(taken))
        more = left.pop(key)
        taken[home] = Blocks(taken[home].heading, (*taken[home].blocks, f"### {more.heading}", *more.blocks))
    return taken, left


def _fitting(sections: list[Blocks], target: int, language: str) -> list[Blocks]:
    """The sections, the last quotes of the longest ones dropped with their text until the length is right."""
    while length("\n\n".join(one.text for one in sections), language) > target * _MOST_OVER:
        groups = [_groups(one.blocks) if one.heading else [one.blocks] for one in sections]
        able = [at for at, found in enumerate(groups) if len(found) > 1]
        if not able:
            break
        longest = max(able, key=lambda at: length(sections[at].text, language))
        kept = tuple(block for group in groups[longest][:-1] for block in group)
        sections[longest] = Blocks(sections[longest].heading, kept)
    return sections


def _groups(blocks: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The blocks by quote: what leads to it, the quote, what is said of it."""
    starts = [
        at - 1 if at and is_prose(blocks[at - 1]) else at
        for at, block in enumerate(blocks)
        if block.startswith("```") and not block.startswith("```mermaid")
    ]
    edges = [0, *starts[1:], len(blocks)]
    return [blocks[first:last] for first, last in pairwise(edges) if first < last]


def _told_once(text: str, prose: Prose) -> str:
    """No sentence twice, no term defined twice, no concept pictured twice and no picture used for two."""
    said: set[str] = set()
    defined: set[str] = set()
    pictured: set[str] = set()
    kept: list[str] = []
    for block in (block for section in sections_of(text) for block in _with_heading(section)):
        uses = metaphors_in(block)
        if uses:
            names = {normal_term(name) for use in uses for name in (use.concept, use.metaphor)}
            if names & pictured:
                continue
            pictured |= names
            kept.append(block)
            continue
        for term in defined_terms(block):
            if normal_term(term) in defined:
                block = block.replace(f"**{term}**", term)
            defined.add(normal_term(term))
        if is_prose(block):
            fresh = [one for one in sentences(block) if one not in said or one.endswith((":", "："))]
            said.update(fresh)
            if len(fresh) < len(sentences(block)):
                kept += paragraphs(fresh, prose.width, prose.space)
                continue
        kept.append(block)
    return "\n\n".join(block for block in kept if block)


def _with_heading(section: Blocks) -> tuple[str, ...]:
    return (f"## {section.heading}", *section.blocks) if section.heading else section.blocks


def _recap(ends: Sequence[Blocks], told: str) -> str:
    """The first recap's heading, the points of all about what the chapter tells, and the last bridge."""
    if not ends:
        return ""
    names = set(inline_code(told))
    points = [row for end in ends for block in end.blocks if block.startswith("- ") for row in _items(block)]
    about = [point for point in dict.fromkeys(points) if set(inline_code(point)) <= names]
    bridges = [block for end in ends for block in end.blocks if not block.startswith("- ")]
    shown = "\n".join((about or points)[:_RECAPPED])
    return "\n\n".join(block for block in (f"## {ends[0].heading}", shown, *bridges[-1:]) if block)


def _items(block: str) -> list[str]:
    found: list[str] = []
    for row in block.split("\n"):
        if row.startswith("- ") or not found:
            found.append(row)
        else:
            found[-1] += f"\n{row}"
    return found
