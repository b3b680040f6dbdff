"""The architect: an outline and a source map out of the map of the repository (PROTOCOL 2, role 1)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from memory_schema.notes import Confidence, StructuredNote
from memory_schema.outline import ChapterPlan, LeftOut, Outline, Proposal, SourceFile, SourceMap
from memory_schema.source_map_markdown import render_proposal
from tasks.offline.architect_aside import Aside, explained, reason_to_leave_out
from tasks.offline.architect_groups import MOST_FILES, builds_on, chapters
from tasks.offline.architect_map import MappedFile, listed_paths, read_map
from tasks.offline.architect_opening import TREE, missing
from tasks.offline.architect_pages import completed, listed_file, opened_file
from tasks.offline.architect_subjects import subjects
from tasks.offline.architect_symbols import Weights, best
from tasks.offline.architect_terms import Terms
from tasks.offline.architect_thesis import about, thesis
from tasks.offline.architect_titles import reserved_words, short_names, titles
from tasks.offline.architect_topics import Topics, topics_of_files
from tasks.offline.lexicon import spoken
from tasks.offline.reply import Reply, ToolCalls
from tasks.offline.request import Brief

_SYMBOLS = 14


def answer(brief: Brief) -> Reply | ToolCalls:
    """Read the map, open what it does not show, and propose chapters."""
    asked = missing(brief, about(brief))
    if asked is not None:
        return asked
    files = mapped_files(brief)
    proposal = propose(files, brief)
    return Reply(render_proposal(proposal), _note(proposal, files, brief))


def mapped_files(brief: Brief) -> tuple[MappedFile, ...]:
    """Every file of the map, with what was opened by tool in place of what the map says of it."""
    shown = {file.path: file for file in read_map(brief.text(TREE))}
    listed = listed_paths(brief)
    known = frozenset((*shown, *listed))
    for path in listed:
        shown.setdefault(path, listed_file(path))
    for file in brief.files:
        if file.opened and file.name in known:
            opened, mapped = opened_file(file, known), shown[file.name]
            shown[file.name] = completed(mapped, opened) if mapped.symbols else opened
    return tuple(shown.values())


def propose(files: Sequence[MappedFile], brief: Brief) -> Proposal:
    """A complete proposal: every file is in a chapter or left out with a reason."""
    kept = [file for file in files if file.lines and reason_to_leave_out(file) is None]
    if not kept:
        kept = [file for file in files if file.lines] or list(files)
    groups = chapters(kept, brief.number("chapters.most", 8), brief.book)
    about_files = subjects(kept, brief.book)
    weights = Weights.of(files)
    terms, topics = Terms(files, weights), Topics(brief.chinese)
    levels = difficulties(groups)
    names = titles(groups, about_files, brief.chinese)
    english = titles(groups, about_files, chinese=False)
    plans = []
    for number, (group, earlier) in enumerate(zip(groups, builds_on(groups), strict=True), start=1):
        chosen = best(group, _SYMBOLS, weights)
        title = names[number - 1]
        plans.append(
            ChapterPlan(
                number=number,
                title=title,
                promise=promise(group, number, weights, brief.chinese),
                difficulty=levels[number - 1],
                builds_on=earlier,
                topics=topics.of(chosen, title) or topics_of_files(group, title, brief.chinese),
                terms=terms.of(group, reserved_words(english, number)),
            )
        )
    outline = Outline(
        title=brief.value("title") or brief.book or "Inside the source",
        thesis=thesis(about(brief), short_names(groups, about_files, brief.chinese), brief.chinese),
        audience=brief.value("readers.audience"),
        chapters=tuple(plans),
    )
    return Proposal(outline=outline, source_map=_source_map(groups, files, weights, brief.chinese))


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


def promise(group: Sequence[MappedFile], number: int, weights: Weights, chinese: bool) -> str:
    """What the reader can do after the chapter, with the chapter's own names."""
    names = [f"`{symbol.name}`" for _, symbol in best(group, 3, weights) if symbol.kind != "constant"]
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


def _source_map(
    groups: Sequence[Sequence[MappedFile]], files: Sequence[MappedFile], weights: Weights, chinese: bool
) -> SourceMap:
    inside = {file.path for group in groups for file in group}
    outside = [file for file in files if file.path not in inside]
    return SourceMap(
        chapters={number: _sources(group, weights, chinese) for number, group in enumerate(groups, start=1)},
        left_out=(*_left_out(outside, inside, chinese), *_names_left_out(groups, weights, chinese)),
    )


def _sources(group: Sequence[MappedFile], weights: Weights, chinese: bool) -> tuple[SourceFile, ...]:
    """The files of a chapter; the symbols to explain are shared out by weight, at most about 14 a chapter."""
    chosen = best(group, _SYMBOLS, weights)
    found = []
    for file in group:
        names = tuple(symbol.name for owner, symbol in chosen if owner.path == file.path)
        names = names or tuple(symbol.name for _, symbol in best([file], 1, weights))
        found.append(SourceFile(path=file.path, purpose=_purpose(file, weights, chinese), symbols=names))
    return tuple(found)


def _purpose(file: MappedFile, weights: Weights, chinese: bool) -> str:
    names = [f"`{symbol.name}`" for _, symbol in best([file], 3, weights)]
    if chinese:
        return f"定义 {'、'.join(names)}" if names else "没有顶层定义"
    said = re.sub(r"[~=*^-]{3,}", "", file.doc.split(". ")[0]).strip().rstrip(".").replace("[", "(").replace("]", ")")
    said = said if " " in said else ""
    return said or (f"defines {', '.join(names)}" if names else f"{spoken(file.stem)}, {file.lines} lines")


def _left_out(outside: Sequence[MappedFile], inside: set[str], chinese: bool) -> tuple[LeftOut, ...]:
    """A reason a file; of what is only listed one line a folder, also where some of it is mapped."""
    folders: dict[str, list[MappedFile]] = {}
    for file in outside:
        folder = _whole_folder(file.path, inside) or ("" if file.known else posixpath.dirname(file.path))
        folders.setdefault(folder, []).append(file)
    found = []
    for folder, files in folders.items():
        if folder and len(files) > 1 and not any(file.known for file in files):
            reasons = [reason_to_leave_out(file) for file in files]
            reason = reasons[0] if reasons[0] is not None and len(set(reasons)) == 1 else Aside.ROOM
            why = explained(files[0], reason, chinese)
            if any(path.startswith(f"{folder}/") for path in inside):
                why += "（已入章的文件除外）" if chinese else " (but for the files that chapters explain)"
            found.append(LeftOut(path=f"{folder}/", why=why))
            continue
        for file in files:
            no_room = Aside.CONSTANTS if file.to_tell < file.lines else Aside.ROOM
            found.append(LeftOut(path=file.path, why=explained(file, reason_to_leave_out(file) or no_room, chinese)))
    return tuple(found)


def _names_left_out(groups: Sequence[Sequence[MappedFile]], weights: Weights, chinese: bool) -> tuple[LeftOut, ...]:
    """What the map shows of a chapter's files beyond the names to explain: a gap is decided, never overlooked."""
    why = "不在本章主线上，至多顺带提到" if chinese else "beside the chapter's thread; named in passing at most"
    found = []
    for group in groups:
        for file in _sources(group, weights, chinese):
            mapped = next(one for one in group if one.path == file.path)
            names = dict.fromkeys(one.name for one in mapped.top if not one.name.startswith("_"))
            rest = tuple(name for name in names if name not in file.symbols)
            if file.symbols and rest:
                found.append(LeftOut(path=file.path, why=why, symbols=rest))
    return tuple(found)


def _whole_folder(path: str, inside: set[str]) -> str:
    """The highest folder above a path below which nothing is mapped, "" where its own folder holds something."""
    found, folder = "", posixpath.dirname(path)
    while folder and not any(one.startswith(f"{folder}/") for one in inside):
        found, folder = folder, posixpath.dirname(folder)
    return found


def _note(proposal: Proposal, files: Sequence[MappedFile], brief: Brief) -> StructuredNote:
    plans = proposal.outline.chapters
    levels = "-".join(str(plan.difficulty) for plan in plans)
    mapped = sum(len(rows) for rows in proposal.source_map.chapters.values())
    unread = brief.tool_errors
    broad = [plan for plan in plans if len(proposal.source_map.files(plan.number)) > 2 * MOST_FILES]
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
