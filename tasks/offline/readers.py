"""The reader panel: student, engineer and expert, each with three to five findings that follow from the text."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from memory_schema.conventions import without_marks
from memory_schema.findings import Finding
from tasks.offline import reader_engineer, reader_expert, reader_student
from tasks.offline.chapter_reading import Chapter, read_chapter
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.review_page import counted, review

DRAFT = "-draft.md"
_LEAST, _MOST = 3, 5


def rs(brief: Brief) -> Reply:
    """The student: learning curve, assumed knowledge."""
    chapter = read_chapter(brief.text(DRAFT))
    return _panel(brief, chapter, reader_student.findings(chapter, brief.chinese), "student", "学生")


def re_(brief: Brief) -> Reply:
    """The engineer: practical use, operability."""
    chapter = read_chapter(brief.text(DRAFT))
    return _panel(brief, chapter, reader_engineer.findings(chapter, brief.chinese), "engineer", "工程师")


def rh(brief: Brief) -> Reply:
    """The expert: depth, advanced use."""
    chapter = read_chapter(brief.text(DRAFT))
    return _panel(brief, chapter, reader_expert.findings(chapter, brief.chinese), "expert", "专家")


def _panel(brief: Brief, chapter: Chapter, found: Sequence[Finding], english: str, chinese: str) -> Reply:
    chosen = _chosen(found, chapter.title)
    title = without_marks(chapter.title or brief.chapter_title)
    longest = max(chapter.sections, key=lambda section: len(section.prose), default=chapter.opening)
    quoted = f"{len(chapter.quotes)} quoted block{'' if len(chapter.quotes) == 1 else 's'}"
    in_part = is_part(brief)
    if brief.chinese:
        overall = (
            f"我读完了{'分给我的' if in_part else ''}《{title}》的 {len(chapter.sections)} 节"
            f"和 {len(chapter.quotes)} 处引用，在「{without_marks(longest.heading)}」停留最久。"
        )
    else:
        read = f'my lines of "{title}"' if in_part else f'"{title}" from end to end'
        overall = (
            f"I read {read}, {len(chapter.sections)} sections and {quoted}; "
            f'most of my time went into "{without_marks(longest.heading)}".'
        )
    heading = f"读者：{chinese}" if brief.chinese else f"Reader: {english}"
    note_evidence = [f"{len(chapter.sections)} sections, {quoted}", counted(chosen)]
    return review(brief, heading, overall, chosen, verdict=False, evidence=note_evidence)


def _chosen(found: Sequence[Finding], seed: str) -> list[Finding]:
    """At most five, worst first; findings that say the same kind of thing come one at a time."""
    kinds: dict[str, list[Finding]] = {}
    for finding in found:
        kinds.setdefault(finding.fix[:14], []).append(finding)
    order = sorted(kinds, key=lambda kind: hashlib.sha256(f"{seed}{kind}".encode()).hexdigest())
    order.sort(key=lambda kind: min(finding.severity.rank for finding in kinds[kind]))
    chosen = [kinds[kind][0] for kind in order][:_MOST]
    rest = [finding for kind in order for finding in kinds[kind][1:]]
    while len(chosen) < _LEAST and rest:
        chosen.append(rest.pop(0))
    return chosen
