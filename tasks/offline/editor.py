"""The editor: open issues of the chapter's notes in order of priority, and whether the chapter goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory_schema.conventions import normal_term
from memory_schema.notes import NOTE_UNPARSED, Confidence, StructuredNote, parse_note
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.review_page import clip

MOST_ISSUES = 10
_HEADING = re.compile(r"^#{1,4}\s+(?P<name>.+?)\s*$")
_CONCLUSION = re.compile(r"^\*\*(?P<conclusion>.+)\*\* \(confidence: (?P<confidence>\w+)\)$")
_ISSUE = re.compile(r"^- Open issues?: (?P<issue>.+)$")
_WEIGHTS = (
    (re.compile(r"NOTE_UNPARSED|blocked|contradict|阻塞|矛盾", re.IGNORECASE), 5),
    (re.compile(r"❌|\bmust\b|wrong|differs|false|does not exist|mismatch|错误|不一致|不存在", re.IGNORECASE), 4),
    (
        re.compile(r"missing|undefined|not (?:shown|compared|explained|defined)|unclear|缺|未定义|没有", re.IGNORECASE),
        3,
    ),
    (re.compile(r"⚠️|\bshould\b|应当", re.IGNORECASE), 2),
)


@dataclass(frozen=True)
class ReadNote:
    """A note as the editor finds it: whose it is, and the fields that it decides by."""

    by: str
    conclusion: str
    issues: tuple[str, ...]
    confidence: Confidence


def answer(brief: Brief) -> Reply:
    """Decide how the chapter goes on."""
    notes = [note for file in brief.files for note in read_notes(file.text, file.name)]
    issues = ordered_issues(notes)
    doubtful = [n for n in notes if n.confidence is Confidence.LOW and any(NOTE_UNPARSED in i for i in n.issues)]
    doubtful += [n for n in notes if any(re.search(r"\bblocked\b|阻塞", issue) for issue in n.issues)]
    decision = "ask a person" if doubtful else "go on"
    zh = brief.chinese
    low = sum(note.confidence is Confidence.LOW for note in notes)
    if zh:
        where = f"第 {brief.chapter} 章「{brief.chapter_title}」有 {len(notes)} 份记录，"
        where += f"{len(issues)} 个未决问题，低把握 {low} 份。"
        ask = f"需要人来决定：{doubtful[0].by} 的结论不可靠。" if doubtful else ""
    else:
        where = (
            f'Chapter {brief.chapter}, "{brief.chapter_title}": {len(notes)} notes with {len(issues)} open issues, '
            f"{low} of low confidence."
        )
        ask = f"A person must decide whether the work of {doubtful[0].by} can be relied on." if doubtful else ""
    listed = "\n".join(f"{number}. {issue} ({by})" for number, (issue, by) in enumerate(issues[:MOST_ISSUES], start=1))
    body = "\n\n".join(["# Decision", f"{where} {ask}".strip(), listed or "No open issues.", f"Decision: {decision}"])
    first = clip(issues[0][0], 110) if issues else "nothing is open"
    note = StructuredNote(
        conclusion=f"{decision}; {len(issues)} issues for the finishing writer, first: {first}",
        evidence=tuple(f"{n.by}: {clip(n.conclusion, 50)}" for n in notes[:4]) or ("no note was shown",),
        file_refs=(brief.output,),
        open_issues=tuple(clip(f"{n.by} is not reliable: {n.conclusion}", 156) for n in doubtful[:4]),
        confidence=Confidence.HIGH if notes else Confidence.LOW,
    )
    return Reply(body, note)


def read_notes(text: str, name: str) -> list[ReadNote]:
    """All notes of a text: JSON objects, or as `memory_schema.notes.render_note` writes them."""
    found: list[ReadNote] = []
    by, rest = name, text
    lines = text.split("\n")
    for number, line in enumerate(lines):
        head = _HEADING.match(line)
        by = head["name"] if head else by
        conclusion = _CONCLUSION.match(line.strip())
        if conclusion:
            issues = []
            for row in lines[number + 1 :]:
                if _CONCLUSION.match(row.strip()) or _HEADING.match(row):
                    break
                issue = _ISSUE.match(row.strip())
                issues += [issue["issue"]] if issue else []
            word = conclusion["confidence"].lower()
            known = Confidence(word) if word in {c.value for c in Confidence} else Confidence.MEDIUM
            found.append(ReadNote(by, conclusion["conclusion"], tuple(issues), known))
    if found:
        return found
    for part in re.split(r"\n(?=\{)", rest):
        note = parse_note(part) if "conclusion" in part else None
        if note is not None:
            found.append(ReadNote(name, note.conclusion, note.open_issues, note.confidence))
    return found


def ordered_issues(notes: Sequence[ReadNote]) -> list[tuple[str, str]]:
    """(issue, who saw it), equal ones joined, what costs the reader most first."""
    seen: dict[str, tuple[str, str, int]] = {}
    for note in notes:
        for issue in note.issues:
            weight = weight_of(issue)
            weight += note.confidence is Confidence.LOW
            key = normal_term(issue)
            if key in seen:
                before = seen[key]
                seen[key] = (before[0], f"{before[1]}, {note.by}" if note.by not in before[1] else before[1], before[2])
            else:
                seen[key] = (issue, note.by, weight)
    return [(issue, by) for issue, by, weight in sorted(seen.values(), key=lambda item: -item[2])]


def weight_of(issue: str) -> int:
    """What an open issue costs the reader, by its words."""
    return next((weight for pattern, weight in _WEIGHTS if pattern.search(issue)), 1)
