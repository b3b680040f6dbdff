"""A code block whose place stands at the end of the sentence above it, "From `a.py:3-9`:", or alone, as a caption."""

from __future__ import annotations

import re

from memory_schema.fences import Fence
from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import Claim, fence_language, span_claim
from tasks.checks.diagnosis import Diagnosis, compare, find
from tasks.checks.result import found
from tasks.checks.source_index import SourceIndex
from tasks.source.languages import family_of, language_of

CHECK = "fidelity"

_MOST_AFTER_PLACE = 25
"""Characters of the sentence behind its place; more, and it goes on to something else."""
_PLAIN = ("text", "txt", "plain", "plaintext")
_CAPTION = re.compile(r"[\s>*_(\[]*`[^`]+`[\s*_\])]*(?:\([^()]*\)[\s*_]*)?")
"""A paragraph that is a place and nothing else, in bold or as a link or not."""


def announced_block(fence: Fence, chapter: ChapterText, index: SourceIndex) -> list[Finding]:
    """⚠️ where a block is not what the place above it says; a piece of the named lines is right."""
    there = _place_above(fence, chapter, index)
    if there is None or _shows_something_else(fence, there):
        return []
    diagnosis = compare(fence.body, there, index) or find(fence.body, there, index)
    real = diagnosis.real
    if diagnosis.outcome not in ("moved", "different") or real is None or _is_within(real, there, diagnosis):
        return []
    where = f"it stands at {real}" if diagnosis.outcome == "moved" else f"it is like {real}"
    first = next((line for line in fence.body.split("\n") if line.strip()), "")
    return [
        found(
            CHECK,
            Severity.SHOULD,
            chapter.place(fence.start),
            f"the block is not what stands at {there}: {where}",
            quote=first,
            evidence=diagnosis.evidence,
            fix=f"write {real}" if diagnosis.outcome == "moved" else f"copy {real} exactly",
            certainty=Certainty.LIKELY,
        )
    ]


def _place_above(fence: Fence, chapter: ChapterText, index: SourceIndex) -> Claim | None:
    above = chapter.block_ending_at.get(fence.start - 1) or chapter.block_ending_at.get(fence.start - 2)
    if above is None or not above.spans:
        return None
    if not above.text.rstrip().endswith((":", "：")) and not _CAPTION.fullmatch(above.text):
        return None
    claim = span_claim(above.spans[-1].text)
    if claim is None or not claim.names_lines or len(above.text) - above.spans[-1].end > _MOST_AFTER_PLACE:
        return None
    paths = [path for path in index.resolve(claim.path) if path in index.paths]
    is_there = len(paths) == 1 and 1 <= claim.start <= claim.end <= len(index.lines(paths[0]))
    return Claim(paths[0], claim.start, claim.end) if is_there else None


def _shows_something_else(fence: Fence, there: Claim) -> bool:
    """Whether a block says of itself that it is no piece of the file: a difference, what a console shows."""
    said = fence_language(fence)
    return bool(said) and said not in (*_PLAIN, language_of(there.path)) and family_of(said) != "code"


def _is_within(real: Claim, there: Claim, diagnosis: Diagnosis) -> bool:
    inside = real.path == there.path and there.start <= real.start and real.end <= there.end
    return diagnosis.outcome == "moved" and inside
