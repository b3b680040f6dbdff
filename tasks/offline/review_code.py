"""R1: the draft against the code. Quotes are compared exactly, names are looked up, failures are asked for."""

from __future__ import annotations

import builtins
import re

from memory_schema.conventions import without_marks
from memory_schema.errors import OutlineError
from memory_schema.fences import inline_code
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.notes import Confidence
from memory_schema.source_map_markdown import parse_source_map
from tasks.offline.chapter_reading import Chapter, PlacedQuote, read_chapter
from tasks.offline.reply import Reply, ToolCall, ToolCalls
from tasks.offline.request import Brief, ShownFile
from tasks.offline.review_page import counted, review

DRAFT = "-draft.md"
_PAGE = 400
_IDENTIFIER = re.compile(r"^[^\W\d][\w.]*(?:\(\))?$")
_RAISE = re.compile(r"^\s*raise\s+([A-Z]\w+)", re.MULTILINE)


def answer(brief: Brief) -> Reply | ToolCalls:
    """Open what is quoted and not shown, then review."""
    chapter = read_chapter(brief.text(DRAFT))
    pages = _unseen(brief, chapter)
    if pages:
        return ToolCalls(pages, "I open the quoted lines that I was not shown.")
    zh = brief.chinese
    checked = [quote for quote in chapter.quotes if _source(brief, quote) is not None]
    findings = [f for quote in chapter.quotes for f in _against_source(brief, quote)]
    findings += _unknown_names(brief, chapter)
    findings += _silent_failures(chapter, zh)
    findings += _unnamed_symbols(brief, chapter)
    unseen = [quote.place for quote in chapter.quotes if quote not in checked]
    overall = (
        f"逐字核对了 {len(checked)} 处引用，共 {len(chapter.quotes)} 处；结论：{counted(findings, zh)}。"
        if zh
        else f"{len(checked)} of {len(chapter.quotes)} quoted blocks were compared with the source line by line; "
        f"{counted(findings)}."
    )
    name = without_marks(chapter.title or brief.chapter_title)
    title = f"代码评审：{name}" if zh else f"Code review: {name}"
    return review(
        brief,
        title,
        overall,
        findings,
        evidence=[quote.place for quote in checked[:2]],
        issues=[f"not compared, the file was not shown: {place}" for place in unseen[:4]],
        confidence=Confidence.MEDIUM if unseen else Confidence.HIGH,
    )


def _source(brief: Brief, quote: PlacedQuote) -> ShownFile | None:
    return next(
        (f for f in brief.sources if f.name == quote.path and f.shows(quote.start, min(quote.end, f.lines))), None
    )


def _unseen(brief: Brief, chapter: Chapter) -> tuple[ToolCall, ...]:
    if "read_file" not in brief.tools:
        return ()
    tried = {(answer.input.get("path"), answer.input.get("start")) for answer in brief.answers}
    known = {pointer.name for pointer in brief.pointers} | {file.name for file in brief.files}
    calls = [
        ToolCall(
            "read_file", {"path": quote.path, "start": quote.start, "end": min(quote.end, quote.start + _PAGE - 1)}
        )
        for quote in chapter.quotes
        if _source(brief, quote) is None and quote.path in known and (quote.path, quote.start) not in tried
    ]
    return tuple(calls)


def _against_source(brief: Brief, quote: PlacedQuote) -> list[Finding]:
    zh = brief.chinese
    file = _source(brief, quote)
    if file is None:
        return []
    if quote.end > file.lines or quote.end < quote.start:
        problem = (
            f"范围超出文件：只有 {file.lines} 行" if zh else f"the range leaves the file, which has {file.lines} lines"
        )
        wrong, evidence = problem, f"{quote.path}: {file.lines} lines"
    elif quote.text.rstrip("\n") != file.excerpt(quote.start, quote.end).rstrip("\n"):
        row, said, real = _difference(quote.text, file.excerpt(quote.start, quote.end))
        wrong = "引用与源码不一致" if zh else "the quoted block differs from the source"
        evidence = f"{quote.path}:{quote.start + row} reads `{real.strip()}`, not `{said.strip()}`"
    else:
        return []
    return [
        Finding(
            severity=Severity.MUST,
            place=f"line {quote.line}",
            quote=quote.text.split("\n")[0].strip(),
            problem=wrong,
            evidence=evidence,
            fix=f"照抄 {quote.place}" if zh else f"restore the lines of {quote.place}",
            certainty=Certainty.CERTAIN,
        )
    ]


def _difference(said: str, real: str) -> tuple[int, str, str]:
    left, right = said.split("\n"), real.split("\n")
    for row in range(max(len(left), len(right))):
        a, b = (left[row] if row < len(left) else ""), (right[row] if row < len(right) else "")
        if a != b:
            return row, a, b
    return 0, left[0], right[0]


def _unknown_names(brief: Brief, chapter: Chapter) -> list[Finding]:
    """Names in inline code that stand nowhere in the shown files (only where all files are complete)."""
    if not brief.sources or any(not file.complete for file in brief.sources):
        return []
    known = set(re.findall(r"\w+", " ".join(file.text + " " + file.name for file in brief.sources)))
    known |= set(re.findall(r"\w+", " ".join(fence.body for fence in chapter.fences)))
    known |= set(dir(builtins))
    found: dict[str, Finding] = {}
    for section in (chapter.opening, *chapter.sections):
        for name in inline_code(section.prose):
            last = name.removesuffix("()").split(".")[-1]
            if _IDENTIFIER.match(name) and re.search(r"[A-Z_]", last) and last not in known and len(last) > 3:
                found.setdefault(
                    last,
                    Finding(
                        severity=Severity.SHOULD,
                        place=without_marks(section.heading),
                        quote=name,
                        problem=f"源码中没有 `{name}` 这个名字"
                        if brief.chinese
                        else f"no shown file has the name `{name}`",
                        fix="核对拼写" if brief.chinese else "check the spelling or say where it comes from",
                        certainty=Certainty.LIKELY,
                    ),
                )
    return list(found.values())[:4]


def _silent_failures(chapter: Chapter, zh: bool) -> list[Finding]:
    """Quoted code raises something that the section never speaks of."""
    found: dict[str, Finding] = {}
    prose = " ".join(section.prose for section in (chapter.opening, *chapter.sections))
    for quote in chapter.quotes:
        for error in _RAISE.findall(quote.text):
            if error not in prose:
                found.setdefault(
                    error,
                    Finding(
                        severity=Severity.COULD,
                        place=quote.heading,
                        quote=f"raise {error}",
                        problem=f"引用的代码会抛出 {error}，正文没有说"
                        if zh
                        else f"the quoted code raises {error}; the text is silent about it",
                        evidence=quote.place,
                        fix=f"说明何时抛出 {error}" if zh else f"say when {error} is raised",
                    ),
                )
    return list(found.values())[:3]


def _unnamed_symbols(brief: Brief, chapter: Chapter) -> list[Finding]:
    try:
        source_map = parse_source_map(brief.text("source-map.md"))
    except OutlineError:
        return []
    text = " ".join([chapter.title, *(s.prose + " " + s.heading for s in (chapter.opening, *chapter.sections))])
    names = [name for file in source_map.files(brief.chapter or 0) for name in file.symbols]
    missing = [name for name in names if not re.search(rf"\b{re.escape(name.split('.')[-1])}\b", text)]
    if not missing:
        return []
    shown = ", ".join(f"`{name}`" for name in missing[:5])
    return [
        Finding(
            severity=Severity.SHOULD if len(missing) > 0.4 * len(names) else Severity.COULD,
            place=without_marks(chapter.title) or "the whole chapter",
            problem=f"提纲要求讲解的 {shown} 没有出现"
            if brief.chinese
            else f"mapped to this chapter and never named: {shown}",
            evidence=f"{len(names) - len(missing)} of {len(names)} mapped symbols are named",
            fix="各用一句话交代" if brief.chinese else "give each of them a sentence",
        )
    ]
