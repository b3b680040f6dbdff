"""Merging what concerns the whole book or only notes: outlines, style guides, decisions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory_schema.notes import Confidence, StructuredNote
from tasks.offline import architect_revising
from tasks.offline.editor import MOST_ISSUES, weight_of
from tasks.offline.merged_parts import Result, is_merged_again
from tasks.offline.reply import Reply
from tasks.offline.request import Brief, ShownFile
from tasks.offline.review_page import clip

_PROPOSAL = "outline-proposal.md"
_LISTED = re.compile(r"^\d+\. (?P<issue>.+)$", re.MULTILINE)
_THIS_BOOK = re.compile(r"^## (?:This book|本书)$", re.MULTILINE)


def merge_proposals(brief: Brief, parts: Sequence[Result]) -> Reply:
    """The pieces of the outline put together again, and the revision done on the whole with what stands beside.

    What only some parts were shown (feedback that no window holds) was answered by them in their notes.
    """
    pieces = [part for part in parts if part.is_of(_PROPOSAL)] or list(parts)
    text = "\n\n".join(piece.text for piece in pieces) + "\n"
    if is_merged_again(brief):
        return architect_revising.piece(brief, text)
    rows = text.count("\n")
    whole = ShownFile(_PROPOSAL, "", "must", rows, ((1, rows),), False, "markdown", text)
    beside = tuple(file for file in brief.files if not file.name.startswith("part "))
    # Without tools: the map of the tree, if it is shown, is all that there is of it.
    done = architect_revising.answer(replace(brief, files=(whole, *beside), tools=frozenset()))
    assert isinstance(done, Reply), "no tools, no pages to read"
    return done


def merge_guides(brief: Brief, parts: Sequence[Result]) -> Reply:
    """The rules are the same in every part; what is said of this book comes from the part that saw its beginning."""
    guide = next((part for part in parts if _THIS_BOOK.search(part.text)), parts[0])
    note = StructuredNote(
        conclusion=f"one style guide of {len(parts)} parts, voice for: {brief.value('readers.audience')}"[:198],
        evidence=(f"what is said of this book: {guide.name}",),
        file_refs=(brief.output,),
        confidence=Confidence.HIGH,
    )
    return Reply(guide.text, note)


def merge_decisions(brief: Brief, parts: Sequence[Result]) -> Reply:
    """All open issues in one order of priority; a person is asked where one part wants it."""
    issues = list(dict.fromkeys(match["issue"] for part in parts for match in _LISTED.finditer(part.text)))
    issues.sort(key=weight_of, reverse=True)
    asks = any(re.search(r"^Decision: ask a person", part.text, re.MULTILINE) for part in parts)
    decision = "ask a person" if asks else "go on"
    listed = "\n".join(f"{number}. {issue}" for number, issue in enumerate(issues[:MOST_ISSUES], start=1))
    if brief.chinese:
        where = f"第 {brief.chapter} 章「{brief.chapter_title}」：{len(issues)} 个未决问题。"
    else:
        where = f'Chapter {brief.chapter}, "{brief.chapter_title}": {len(issues)} open issues.'
    body = "\n\n".join(["# Decision", where, listed or "No open issues.", f"Decision: {decision}"])
    first = clip(issues[0], 110) if issues else "nothing is open"
    note = StructuredNote(
        conclusion=f"{decision}; {len(issues)} issues for the finishing writer, first: {first}",
        evidence=tuple(f"{part.name}: {part.lines}"[:80] for part in parts[:5]),
        file_refs=(brief.output,),
        confidence=Confidence.HIGH,
    )
    return Reply(body, note)
