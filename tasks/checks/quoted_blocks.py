"""Every fenced block that claims a place must be the lines that stand there."""

from __future__ import annotations

from memory_schema.fences import Fence
from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.announced_blocks import announced_block
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import Claim, fence_claim, fence_language, opens_nested_fence
from tasks.checks.diagnosis import Diagnosis, adapted_from, compare, find, find_anywhere
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.source.languages import family_of, language_of

CHECK = "fidelity"
PLACING = "placing"
"""Rules of a book's blocks (each names its place, none stands in a list), which bind no other document."""
_C_FAMILY = frozenset({"c", "cpp", "objectivec", "objective-c", "objc", "cuda"})
_SCRIPTS = frozenset({"javascript", "typescript", "jsx", "tsx", "vue", "svelte"})
"""Languages whose files are each other's as well."""
_LEAST_ADAPTED = 2
"""Line breaks of a block that is compared with the source for likeness; shorter ones are like anything."""
MOST_DIAGNOSED = 200
"""Mismatches for which the real place is sought; further ones are reported without it."""


def check_quoted_blocks(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Compare quoted blocks with the source, byte for byte (FACTS, quotes; PROTOCOL 7).

    A wrong path, a range outside the file, moved, cut or changed code is ❌ and names the right place; a
    difference in white space alone is ⚠️; an honest `...` line is allowed. Code of the source that claims no
    place is ⚠️ (a single line: 💡); code that is nearly the source's, and an example that is not, are 💡.
    """
    findings: list[Finding] = []
    counts = {"quoted blocks": 0, "exact": 0, "elided": 0, "mismatches": 0}
    for fence in chapter.fences:
        claim = fence_claim(fence)
        if claim is None:
            findings += announced_block(fence, chapter, index) or _unplaced(fence, chapter, index)
            continue
        counts["quoted blocks"] += 1
        findings += _wrong_language(fence, claim, chapter, index)
        outcome, finding = _check(fence, claim, chapter, index, counts["mismatches"] < MOST_DIAGNOSED)
        if outcome in ("exact", "elided"):
            counts[outcome] += 1
        elif finding is not None and finding.severity is Severity.MUST:
            counts["mismatches"] += 1
        findings += [finding] if finding else []
    for line in chapter.prose:
        if opens_nested_fence(line.text):
            problem = "a code block inside a list or quotation cannot be checked"
            fix = "start the block at the left margin"
            place = chapter.place(line.number)
            findings.append(found(PLACING, Severity.SHOULD, place, problem, quote=line.text, fix=fix))
    return CheckResult(tuple(findings), counts)


def _check(
    fence: Fence, claim: Claim, chapter: ChapterText, index: SourceIndex, diagnose: bool
) -> tuple[str, Finding | None]:
    place = chapter.place(fence.start)

    def wrong(problem: str, evidence: str = "", fix: str = "") -> tuple[str, Finding]:
        return "", found(CHECK, Severity.MUST, place, problem, quote=fence.info, evidence=evidence, fix=fix)

    if claim.path not in index.paths:
        evidence = "the file is in the repository but is not read" if claim.path in index.skipped else ""
        fix = _real_place(fence, claim, index) if diagnose else ""
        return wrong(
            f"no file {claim.path} in the source",
            evidence,
            fix or "name a file of the source or drop the block",
        )
    last = len(index.lines(claim.path))
    if not 1 <= claim.start <= claim.end <= last:
        problem = f"{claim} is no range of this file: it has {last} lines"
        return wrong(problem, fix=_advice(find(fence.body, claim, index), claim) if diagnose else "")
    if not diagnose and fence.body.split("\n") != index.lines(claim.path)[claim.start - 1 : claim.end]:
        return wrong(f"the block is not what stands at {claim}")
    diagnosis = compare(fence.body, claim, index) or find(fence.body, claim, index)
    if diagnosis.outcome in ("exact", "elided"):
        return diagnosis.outcome, _elided_range(diagnosis, claim, fence, place)
    if diagnosis.outcome == "whitespace":
        problem = f"the block differs from {claim} in white space"
        fix = f"copy {claim} with its indentation"
        return "whitespace", found(CHECK, Severity.SHOULD, place, problem, quote=fence.info, fix=fix)
    problems = {
        "moved": f"the block is not what {claim} says: it stands at {diagnosis.real}",
        "part": f"the block is only a part of line {diagnosis.real}",
        "different": f"the block is not what stands at {claim}, nor anywhere in the source",
    }
    other = f", or quote {claim} instead" if diagnosis.outcome == "moved" else ""
    return wrong(problems[diagnosis.outcome], diagnosis.evidence, _advice(diagnosis, claim) + other)


def _wrong_language(fence: Fence, claim: Claim, chapter: ChapterText, index: SourceIndex) -> list[Finding]:
    """A block in the language of another file; a text, a console or a difference may quote any."""
    said, real = fence_language(fence), language_of(claim.path)
    is_code = family_of(real) == "code" and claim.path in index.paths
    if (
        not is_code
        or said == real
        or family_of(said) != "code"
        or {said, real} <= _C_FAMILY
        or {said, real} <= _SCRIPTS
    ):
        return []
    problem, fix = f"{claim.path} is {real}, not {said}", f"open the block with {real}"
    place, sure = chapter.place(fence.start), Certainty.LIKELY
    return [found(CHECK, Severity.SHOULD, place, problem, quote=fence.info, fix=fix, certainty=sure)]


def _elided_range(diagnosis: Diagnosis, claim: Claim, fence: Fence, place: str) -> Finding | None:
    real, rest = diagnosis.real, fence.body.rstrip().endswith(("...", "…"))
    if real is None or (real.start == claim.start and (real.end == claim.end or rest)):
        return None
    problem = f"the abridged block spans {real}, less than it claims"
    return found(CHECK, Severity.COULD, place, problem, quote=fence.info, fix=f"write {real}")


def _real_place(fence: Fence, claim: Claim, index: SourceIndex) -> str:
    """The fix for a path that does not exist: the place of the code, else the path that was meant."""
    meant = index.resolve(claim.path)
    path = meant[0] if len(meant) == 1 else index.nearest_path(claim.path)
    if path in index.paths:
        there = Claim(path, claim.start, claim.end)
        last = len(index.lines(path))
        same = compare(fence.body, there, index) if 1 <= claim.start <= claim.end <= last else None
        if same is not None and same.outcome in ("exact", "whitespace"):
            return f"write {there}"
        return _advice(find(fence.body, there, index), there)
    real = find_anywhere(fence.body, index)
    return f"write {real}" if real else ""


def _advice(diagnosis: Diagnosis, claim: Claim) -> str:
    if diagnosis.outcome == "moved":
        return f"write {diagnosis.real}"
    if diagnosis.real is None:
        return f"quote real lines of {claim.path}, or drop the block"
    return f"copy {diagnosis.real} exactly"


def _unplaced(fence: Fence, chapter: ChapterText, index: SourceIndex) -> list[Finding]:
    language, place = fence_language(fence), chapter.place(fence.start)
    if language and language not in index.languages:
        return []
    real = find_anywhere(fence.body, index)
    first = next((line for line in fence.body.split("\n") if line.strip()), "")
    if real is not None:
        severity = Severity.SHOULD if real.end > real.start else Severity.COULD
        problem = f"code of the source without its place: it stands at {real}"
        fix = f"open the block with {fence.info.split(' ')[0] or language or 'LANGUAGE'} {real}"
        return [found(PLACING, severity, place, problem, quote=first, fix=fix)]
    if not language or not fence.body.strip():
        return []
    adapted = adapted_from(fence.body, index) if fence.body.count("\n") >= _LEAST_ADAPTED else None
    if adapted is not None:
        problem = f"code without a place that differs from {adapted.real} in the source"
        fix = f"quote {adapted.real}, or say in the text that this is adapted from it"
        evidence, sure = adapted.evidence, Certainty.LIKELY
        return [found(CHECK, Severity.COULD, place, problem, quote=first, evidence=evidence, fix=fix, certainty=sure)]
    problem = "code without a place that stands nowhere in the source"
    fix = "say in the text that it is an example, or quote the source with path:start-end"
    return [found(PLACING, Severity.COULD, place, problem, quote=first, fix=fix)]
