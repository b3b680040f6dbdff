"""The architect: an outline and a source map out of the map of the repository (PROTOCOL 2, role 1)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from memory_schema.notes import Confidence, StructuredNote
from memory_schema.outline import ChapterPlan, LeftOut, Outline, Proposal, SourceFile, SourceMap, render_proposal
from tasks.offline.architect_groups import builds_on, chapters, reason_to_leave_out
from tasks.offline.architect_map import MappedFile, listed_paths, opened_file, read_folders, read_map
from tasks.offline.architect_titles import best, spoken, terms, titles, topics
from tasks.offline.reply import Reply, ToolCall, ToolCalls
from tasks.offline.request import Brief

TREE = "source tree"
_SYMBOLS = 14
_OPENED = 24
_PAGE = 400
_CODE_ENDINGS = (
    ".py",
    ".js",
    ".ts",
    ".go",
    ".rs",
    ".java",
    ".rb",
    ".c",
    ".h",
    ".cc",
    ".cpp",
    ".sh",
    ".php",
    ".swift",
    ".kt",
)


def answer(brief: Brief) -> Reply | ToolCalls:
    """Read the map, open what it does not show, and propose chapters."""
    asked = missing(brief)
    if asked is not None:
        return asked
    files = mapped_files(brief)
    proposal = propose(files, brief)
    return Reply(render_proposal(proposal), _note(proposal, files, brief))


def mapped_files(brief: Brief) -> tuple[MappedFile, ...]:
    """Every file of the map, with what was opened by tool in place of what the map says of it."""
    shown = {file.path: file for file in read_map(brief.text(TREE))}
    known = frozenset((*shown, *listed_paths(brief)))
    for file in brief.files:
        if file.opened and file.name in known:
            shown[file.name] = opened_file(file, known)
    return tuple(shown.values())


def missing(brief: Brief) -> ToolCalls | None:
    """The tool calls that a cut map asks for, or None when enough is known (or no tool is there)."""
    tree = brief.file(TREE)
    tried = {str(answer.input.get("path", "")) + str(answer.input.get("start", "")) for answer in brief.answers}
    if "read_file" in brief.tools and tree is not None and tree.first_missing_line is not None:
        start = tree.first_missing_line
        if f"{TREE}{start}" not in tried:
            page: dict[str, str | int] = {"path": TREE, "start": start, "end": start + _PAGE - 1}
            return ToolCalls((ToolCall("read_file", dict(page)),), "The map goes on; I read the next page of it.")
    files = read_map(brief.text(TREE))
    listed = any(answer.name == "list_files" for answer in brief.answers)
    if "list_files" in brief.tools and not files and read_folders(brief.text(TREE)) and not listed:
        return ToolCalls((ToolCall("list_files", {}),), "The map names folders only; I list the files.")
    if "read_file" not in brief.tools or any(file.symbols for file in files):
        return None
    sizes = {file.path: file.lines for file in files if not _is_aside(file)}
    candidates = sizes or {path: 0 for path in listed_paths(brief) if path.endswith(_CODE_ENDINGS)}
    chosen = sorted(candidates, key=lambda path: (-candidates[path], path.count("/"), path))[:_OPENED]
    calls = tuple(
        ToolCall("read_file", {"path": path, "start": 1, "end": _PAGE}) for path in chosen if f"{path}1" not in tried
    )
    return ToolCalls(calls, "The map shows no definitions; I open the largest files.") if calls else None


def propose(files: Sequence[MappedFile], brief: Brief) -> Proposal:
    """A complete proposal: every file is in a chapter or left out with a reason."""
    kept = [file for file in files if not reason_to_leave_out(file)]
    if not kept:
        kept = [file for file in files if file.lines] or list(files)
    groups = chapters(kept, brief.number("chapters.most", 8))
    inside = {file.path for group in groups for file in group}
    taken_titles: set[str] = set()
    taken_terms: set[str] = set()
    plans: list[ChapterPlan] = []
    levels = difficulties(groups)
    for number, (group, earlier) in enumerate(zip(groups, builds_on(groups), strict=True), start=1):
        main = max(group, key=lambda file: (file.lines, file.path))
        title = next(
            (t for t in titles(main, group, brief.chinese) if t not in taken_titles), f"{main.path} ({number})"
        )
        taken_titles.add(title)
        chapter_terms = terms(group, taken_terms)
        taken_terms.update(chapter_terms)
        plans.append(
            ChapterPlan(
                number=number,
                title=title,
                promise=promise(group, number, brief.chinese),
                difficulty=levels[number - 1],
                builds_on=earlier,
                topics=topics(group, title, brief.chinese),
                terms=chapter_terms,
            )
        )
    outline = Outline(
        title=brief.value("title") or brief.book or "Inside the source",
        thesis=_thesis(plans, brief.chinese),
        audience=brief.value("readers.audience"),
        chapters=tuple(plans),
    )
    source_map = SourceMap(
        chapters={number: _sources(group, brief.chinese) for number, group in enumerate(groups, start=1)},
        left_out=tuple(
            LeftOut(path=file.path, why=_why(file, brief.chinese)) for file in files if file.path not in inside
        ),
    )
    return Proposal(outline=outline, source_map=source_map)


def difficulties(groups: Sequence[Sequence[MappedFile]]) -> list[int]:
    """A level from 1 to 5 each: later, larger and more entangled is harder; steps of at most one."""
    sizes = [sum(file.lines for file in group) for group in groups]
    levels: list[int] = []
    for at, group in enumerate(groups):
        place = at / max(len(groups) - 1, 1)
        size = sizes[at] / max(*sizes, 1)
        tangle = min(sum(len(file.imports) for file in group) / (6.0 * len(group)), 1.0)
        level = round(1 + 4 * (0.5 * place + 0.25 * size + 0.25 * tangle))
        lowest, highest = (levels[-1] - 1, levels[-1] + 1) if levels else (1, 2)
        levels.append(max(1, lowest, min(level, highest, 5)))
    return levels


def promise(group: Sequence[MappedFile], number: int, chinese: bool) -> str:
    """What the reader can do after the chapter, with the chapter's own names."""
    names = [f"`{symbol.name}`" for _, symbol in best(group, 3) if symbol.kind != "constant"]
    names = names or [f"`{posixpath.basename(file.path)}`" for file in group[:2]]
    first, last = names[0], names[-1]
    if chinese:
        pair = f"{first} 与 {last}" if first != last else first
        chinese_forms = (
            "读完能讲清 {} 的分工",
            "读完能跟着代码走一遍 {}",
            "读完能改动 {} 而不弄坏别处",
            "读完知道 {} 何时失败、如何失败",
        )
        return chinese_forms[(number - 1) % len(chinese_forms)].format(pair)
    pair = f"{first} and {last}" if first != last else first
    forms = (
        "You can say what {} are each responsible for",
        "You can follow a call through {}",
        "You can change {} without breaking their callers",
        "You know when {} fail, and how",
        "You can explain to a colleague why {} exist",
    )
    text = forms[(number - 1) % len(forms)].format(pair)
    if first == last:
        for many, one in ((" are each ", " is "), ("their", "its"), (" fail,", " fails,"), (" exist", " exists")):
            text = text.replace(many, one)
    return text


def _thesis(plans: Sequence[ChapterPlan], chinese: bool) -> str:
    if chinese:
        return f"从「{plans[0].title}」读到「{plans[-1].title}」，先打地基，再看整体"
    if len(plans) == 1:
        return f"The whole of it is one subject: {plans[0].title}"
    return f'From "{plans[0].title}" to "{plans[-1].title}": foundations first, each chapter on ground already laid'


def _sources(group: Sequence[MappedFile], chinese: bool) -> tuple[SourceFile, ...]:
    """The files of a chapter; the symbols to explain are shared out by weight, at most about 14 a chapter."""
    chosen = best(group, _SYMBOLS)
    found = []
    for file in group:
        names = tuple(symbol.name for owner, symbol in chosen if owner.path == file.path)
        names = names or tuple(symbol.name for _, symbol in best([file], 1))
        found.append(SourceFile(path=file.path, purpose=_purpose(file, chinese), symbols=names))
    return tuple(found)


def _purpose(file: MappedFile, chinese: bool) -> str:
    names = [f"`{symbol.name}`" for _, symbol in best([file], 3)]
    if chinese:
        return f"定义 {'、'.join(names)}" if names else "没有顶层定义"
    said = re.sub(r"[~=*^-]{3,}", "", file.doc.split(". ")[0]).strip().rstrip(".").replace("[", "(").replace("]", ")")
    said = said if " " in said else ""
    return said or (f"defines {', '.join(names)}" if names else f"{spoken(file.stem)} of {file.lines} lines")


def _is_aside(file: MappedFile) -> bool:
    """Left out whatever its definitions are (a map without symbols shows none of any file)."""
    return reason_to_leave_out(file) not in ("", "nothing defined")


def _why(file: MappedFile, chinese: bool) -> str:
    reason = reason_to_leave_out(file) or "nothing defined"
    if chinese:
        return {
            "test": "测试代码，讲法不同",
            "documentation": "文档或示例，不是实现",
            "data": f"{file.language} 数据，没有代码",
            "packaging": "打包与构建",
            "empty": "空文件",
            "nothing defined": f"{file.lines} 行，没有公开定义",
        }[reason]
    return {
        "test": "tests the code, does not explain it",
        "documentation": "documentation or example, not the implementation",
        "data": f"{file.language} data, no code",
        "packaging": "packaging and build",
        "empty": "an empty file",
        "nothing defined": f"{file.lines} lines that define nothing public",
    }[reason]


def _note(proposal: Proposal, files: Sequence[MappedFile], brief: Brief) -> StructuredNote:
    plans = proposal.outline.chapters
    levels = "-".join(str(plan.difficulty) for plan in plans)
    mapped = sum(len(rows) for rows in proposal.source_map.chapters.values())
    unread = brief.tool_errors
    broad = [plan for plan in plans if len(proposal.source_map.files(plan.number)) > 8]
    issues = [f"could not open {answer.input.get('path', '')}: {answer.text[:80]}" for answer in unread[:3]]
    issues += [f'chapter {plan.number} "{plan.title}" holds many files; consider a narrower one' for plan in broad[:3]]
    evidence = [f"{len(files)} files seen, {mapped} mapped, {len(proposal.source_map.left_out)} left out"]
    evidence += [f"difficulty by chapter: {levels}"]
    evidence += [f"largest file: {max(files, key=lambda f: f.lines).path}"] if files else []
    return StructuredNote(
        conclusion=f'approve or edit {len(plans)} chapters, from "{plans[0].title}" to "{plans[-1].title}"',
        evidence=tuple(evidence),
        file_refs=(brief.output,),
        open_issues=tuple(issues),
        confidence=Confidence.HIGH if any(file.symbols for file in files) and not unread else Confidence.MEDIUM,
    )
