"""Cross references of the memory against the links in the chapters, both ways (PROTOCOL 8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from memory_schema.conventions import chapter_links
from memory_schema.findings import Finding, Severity
from memory_schema.memory_view import SeenReference
from tasks.checks.chapter_links import CHECK, names_heading
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found


def check_cross_references(
    texts: Mapping[int, ChapterText], references: Sequence[SeenReference], kept: Collection[int]
) -> CheckResult:
    """Compare references and links of the finished chapters.

    ⚠️: a reference to a chapter that the book does not keep, from or to a heading that does not exist, or
    without a link in its chapter. 💡: a link that memory does not know, once a pair of chapters. Places begin
    with `chapter N`.
    """
    linked = {number: {link.chapter for link in chapter_links(text.numbered)} for number, text in texts.items()}
    findings = [
        finding
        for reference in references
        if reference.from_chapter in texts
        for finding in _check(reference, texts, linked[reference.from_chapter], kept)
    ]
    remembered = {(reference.from_chapter, reference.to_chapter) for reference in references}
    for number, targets in linked.items():
        for target in sorted(targets & set(kept) - {number}):
            # A link ahead is the bridge: no reference yet, since the next chapter is still to be written.
            if target < number and (number, target) not in remembered:
                problem = f"the chapter links to chapter {target}, and memory holds no such cross reference"
                findings.append(found(CHECK, Severity.COULD, f"chapter {number}", problem))
    return CheckResult(tuple(findings), {"cross references": len(references)})


def _check(
    reference: SeenReference, texts: Mapping[int, ChapterText], linked: Collection[int], kept: Collection[int]
) -> Iterator[Finding]:
    number, target = reference.from_chapter, reference.to_chapter
    place = f'chapter {number}, in "{reference.from_heading}"'

    def wrong(problem: str, fix: str) -> Finding:
        return found(CHECK, Severity.SHOULD, place, problem, quote=reference.why, fix=fix)

    if target not in kept:
        yield wrong(f"a cross reference to chapter {target}, which this book does not have", "correct the memory")
        return
    if reference.from_heading and not _has(texts[number], reference.from_heading):
        yield wrong(f'chapter {number} has no heading "{reference.from_heading}"', "correct the memory")
    if reference.to_heading and target in texts and not _has(texts[target], reference.to_heading):
        yield wrong(f'chapter {target} has no heading "{reference.to_heading}"', "name a heading of that chapter")
    if target not in linked:
        yield wrong(f"the chapter does not link to chapter {target}", f"link to ch{target:02d}.md where it matters")


def _has(chapter: ChapterText, heading: str) -> bool:
    return names_heading(heading, [one.text for one in chapter.headings])
