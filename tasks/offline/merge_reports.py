"""Merging what researchers made of parts of a task: reports, section by section."""

from __future__ import annotations

import re

from memory_schema.contracts import Role
from memory_schema.markers import strip_marker
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.reply import Reply
from tasks.offline.request import BadRequest, Brief, ShownFile

MOST_CHARACTERS = 30_000
"""As much as one report says; what is over it stays in the parts."""
_FENCE = re.compile(r"(`{3,}|~{3,})")
_SECTION = re.compile(r"^## \d\..*$", re.MULTILINE)


_HEADS = {True: "源文件超出窗口，分部分阅读：", False: "The files are larger than the window and were read in parts:"}
"""Above the list of what was read, in Chinese and else."""
_LIST = re.compile(rf"^(?:{'|'.join(map(re.escape, _HEADS.values()))})\n\n(?:- .*\n?)+", re.MULTILINE)


def is_merging(brief: Brief) -> bool:
    """Whether the ticket asks to merge the results of parts."""
    return "parts" in brief.ticket


def merge_parts(brief: Brief) -> Reply:
    """One text from several. Raises BadRequest for a role whose text this author does not merge."""
    parts = tuple(file for file in brief.files if file.name.startswith("part "))
    if brief.role == Role.RESEARCHER:
        return _report(brief, parts)
    raise BadRequest(
        f'messages.0: the offline author merges parts of reports only, not of the role "{brief.role}"; '
        "raise model.window, or make chapters smaller"
    )


def _report(brief: Brief, parts: tuple[ShownFile, ...]) -> Reply:
    texts = [strip_marker(part.text).strip() for part in parts]
    heads = _SECTION.findall(texts[0])
    rows = [_SECTION.split(texts[0])[0].strip()]
    share = min(1.0, MOST_CHARACTERS / sum(map(len, texts)))
    for number, head in enumerate(heads, 1):
        bodies = [
            _leading(_LIST.sub("", sections[number].strip(), count=1).strip(), share)
            for text in texts
            if len(sections := _SECTION.split(text)) > number
        ]
        rows += [head, *([_read(brief, parts)] if number == 1 else []), *dict.fromkeys(bodies)]
    note = StructuredNote(
        conclusion=f"{len(parts)} parts merged into one report: {brief.chapter_title}",
        evidence=tuple(f"{part.name}: {part.part}"[:80] for part in parts[:5]),
        file_refs=(brief.output,),
        open_issues=("the parts say more than one report holds; see their calls",) if share < 1 else (),
        confidence=Confidence.HIGH,
    )
    return Reply("\n\n".join(rows), note)


def _leading(body: str, share: float) -> str:
    """The first blocks of a section, about a share of it and at least one; no fence is torn."""
    kept: list[str] = []
    room, fence = len(body) * share, ""
    for block in body.split("\n\n"):
        if kept and not fence and sum(map(len, kept)) + len(block) > room:
            break
        kept.append(block)
        for line in block.split("\n"):
            mark = _FENCE.match(line)
            if mark and not fence:
                fence = mark[1]
            elif fence and line.startswith(fence) and not line.strip("`~ "):
                fence = ""
    return "\n\n".join(kept)


def _read(brief: Brief, parts: tuple[ShownFile, ...]) -> str:
    """Which lines were read, and by which part."""
    rows = [f"- {part.part} ({part.name})" for part in parts]
    return "\n".join([_HEADS[brief.chinese], "", *rows])
