"""Paths and ranges that the prose names in inline code must exist in the source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from rapidfuzz import fuzz

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import Claim, code_spans, span_claim
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.source.languages import family_of, language_of

CHECK = "fidelity"

_ALIKE = 85.0
"""Likeness of two file names, of 100, from which one is taken for a misspelling of the other."""

_SAME_ENDING = 80.0
"""Likeness of two endings (`.yml`, `.yaml`) that are one: a `page.c` is not meant by a `page.h`."""
_BUILT = frozenset({
    "dist", "build", "out", "target", "bin", "obj", "coverage", "node_modules", "_build", "_site", ".venv", "venv",
})  # fmt: skip
"""Folders that a build or an installation makes: a document may name what will lie there."""
_COMPILED = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
"""The endings that TypeScript's modules give to what is imported, and those of the files that are meant
(https://www.typescriptlang.org/docs/handbook/modules/reference.html#file-extension-substitution)."""

_OWN = re.compile(
    r"\b(?:creat\w+|add\w*|new|your|my|own|e\.g|example|such as|imagine|suppose|sav\w+|put|writ\w+|mak\w+|generat\w+|"
    r"copy|copies|name[ds]?|called|will|would|like)\b|新建|创建|添加|例如|比如|你的",
    re.IGNORECASE,
)
"""What tells, in its line, that a file is the reader's own or is still to be made."""

_CODE = re.compile(r"`[^`]*`")
_ENDS = (".", "!", "?", ":", "。", "！", "？", "：")
_WORDS_BEFORE = 5
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+`([^`]+)`[.,;]?\s*")
_NO_PATH = frozenset("*?<>{}$|\"'()[]=,;\\")


def check_named_places(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check `src/a.py`, `a.py:10` and `a.py:10-20` in inline code.

    ❌ only where it cannot be wrong: lines that the file does not have, a missing file that is named with lines, and
    one in a real folder that has a file of nearly this name. ⚠️ where a real folder has no such file, or a real
    name is close. Any other name that looks like a source file may be the reader's own (`app.py`), and what the
    source's .gitignore leaves out, a build makes or the reader is to make will be there in time: 💡.
    """
    named = [
        (claim, span, line)
        for line in chapter.prose
        for span in (code_spans(line.text) if "`" in line.text else ())
        if (claim := span_claim(span)) is not None and looks_like_path(claim, index)
    ]
    choices = _choices((claim.path, line.text) for claim, _, line in named if not index.resolve(claim.path))
    findings: list[Finding] = []
    texts = {line.number: line.text for line in chapter.prose}
    for claim, span, line in named:
        said = f"{_end_of(texts.get(line.number - 1, ''))} {line.text}"
        finding = _check(claim, span, said, chapter.place(line.number), index, is_choice=claim.path in choices)
        if finding is not None:
            findings.append(finding)
    wrong = sum(finding.severity is Severity.MUST for finding in findings)
    return CheckResult(tuple(findings), {"places": len(named), "wrong places": wrong})


def _choices(missing: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Of the missing paths those that stand alone on lines of a list, several of one name: where a reader's file may
    lie (`roles/requirements.yml`, `tests/requirements.yml`)."""
    listed = {path for path, line in missing if (item := _ITEM.fullmatch(line)) and item[1] == path}
    names = Counter(PurePosixPath(path).name for path in listed)
    return frozenset(path for path in listed if names[PurePosixPath(path).name] > 1)


def _end_of(line: str) -> str:
    """The last words of a line, where its sentence goes on in the next: "add the following to"."""
    return "" if line.rstrip().endswith(_ENDS) else " ".join(line.split()[-_WORDS_BEFORE:])


def looks_like_path(claim: Claim, index: SourceIndex) -> bool:
    """Whether an inline code names a file: a real one, or one whose ending is that of the source's code."""
    if claim.path in index.paths or claim.path in index.skipped:
        return True
    if _NO_PATH & set(claim.path) or " " in claim.path or claim.path.startswith(("/", "~", "-", "..")):
        return False
    if claim.path.endswith("/") or "://" in claim.path:
        return False
    name = PurePosixPath(claim.path).name
    if index.is_source_file_name(name) or (index.has_name(name) and ("." in name or claim.names_lines)):
        return True
    return claim.names_lines and bool(_other_ending(claim.path, index))


def _other_ending(path: str, index: SourceIndex) -> str:
    """The source's file that is this one but for its ending (`src/parser.py` for `src/parser.rb`), or ""."""
    is_code = family_of(language_of(path)) == "code"
    return _with_ending(path, sorted(index.suffixes), index) if is_code else ""


def _compiled_from(path: str, index: SourceIndex) -> str:
    """The file of TypeScript that an import would name so, or ""."""
    return _with_ending(path, _COMPILED.get(PurePosixPath(path).suffix, ()), index)


def _with_ending(path: str, endings: Iterable[str], index: SourceIndex) -> str:
    written = PurePosixPath(path)
    return next((real for ending in endings for real in index.resolve(str(written.with_suffix(ending)))), "")


def _check(claim: Claim, span: str, said: str, place: str, index: SourceIndex, *, is_choice: bool) -> Finding | None:
    meant = index.resolve(claim.path)
    if not meant:
        return _missing(claim, span, said, place, index, is_choice=is_choice)
    readable = [path for path in meant if path in index.paths]
    if not claim.names_lines or not readable:
        return None
    longest = max(len(index.lines(path)) for path in readable)
    if 1 <= claim.start <= claim.end <= longest:
        return None
    problem = f"{claim} is no range of this file: it has {longest} lines"
    return found(CHECK, Severity.MUST, place, problem, quote=span, fix="name lines that the file has")


def _is_meant(path: str, near: str) -> bool:
    """Nearly the same name in the same folder or in none, or the same in a folder that is called alike; else it may
    be a reader's own file: many a tutorial has a `snippets/views.py`."""
    written, real = PurePosixPath(path), PurePosixPath(near)
    if not near or fuzz.ratio(written.suffix, real.suffix) < _SAME_ENDING:
        return False
    if written.name == real.name:
        return str(written.parent) == "." or fuzz.ratio(str(written.parent), str(real.parent)) >= _ALIKE
    return str(written.parent) in (".", str(real.parent)) and fuzz.ratio(written.stem, real.stem) >= _ALIKE


def _missing(claim: Claim, span: str, said: str, place: str, index: SourceIndex, *, is_choice: bool) -> Finding:
    folder = str(PurePosixPath(claim.path).parent)
    compiled = _compiled_from(claim.path, index)
    may_be = is_choice or bool(compiled) or _is_built(claim.path, index) or index.ignores(claim.path)
    near = compiled or index.nearest_path(claim.path) or (_other_ending(claim.path, index) if claim.names_lines else "")
    name = PurePosixPath(claim.path).name
    known = index.is_source_file_name(name) or index.has_name(name)
    here = folder not in (".", index.root_name) and index.has_folder(folder)
    meant = _is_meant(claim.path, near)
    severity, certainty = Severity.COULD, Certainty.LIKELY
    if (claim.names_lines and (known or here)) or (here and meant and not may_be):
        severity, certainty = Severity.MUST, Certainty.CERTAIN
    elif claim.names_lines or (meant and not may_be):
        severity = Severity.SHOULD
    elif here and not may_be and not _is_own(name, said):
        moved = PurePosixPath(near).name == name
        severity, certainty = Severity.SHOULD, Certainty.LIKELY if moved else Certainty.JUDGEMENT
    # What is no more than a question gets no answer: `main.go` of a reader's program is not to be called gin.go.
    sure = compiled or (near and (severity is not Severity.COULD or meant))
    fix = f"write {near}" if sure else "name a file of the source, or say whose file it is"
    problem = f"no file {claim.path} in the source"
    return found(CHECK, severity, place, problem, quote=span, fix=fix, certainty=certainty)


def _is_own(name: str, said: str) -> bool:
    """Whether a file's name, or what its line says beside code, tells that it is the reader's."""
    return name.startswith(("my_", "my-", "your_", "your-")) or _OWN.search(_CODE.sub("", said)) is not None


def _is_built(path: str, index: SourceIndex) -> bool:
    """Whether it lies in a folder that a build makes and the source does not have."""
    folders = PurePosixPath(path).parents
    return any(folder.name in _BUILT and not index.has_folder(str(folder)) for folder in folders)
