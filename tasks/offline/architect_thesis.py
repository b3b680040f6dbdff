"""The sentence that a book opens with: what the software is, and the way that the book takes through it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from memory_schema.conventions import without_marks
from tasks.offline.architect_map import MappedFile, read_map
from tasks.offline.architect_opening import TREE
from tasks.offline.lexicon import plain_text
from tasks.offline.request import Brief

_MOST = 170
_LINK = re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_PREDICATE = re.compile(r"\b(?:is|are|provides?|makes?|lets?|helps?|allows?|gives?|takes?|turns?|offers?|builds?)\b")
_UNFIT = re.compile(
    r"https?:|[<>{}|=]|!\[|^\W*$|^(?:version|copyright|license|table of contents|install)", re.IGNORECASE
)


def about(brief: Brief) -> str:
    """What the source says of itself: the docstring of its top package, else the first prose of its README."""
    packages = [file for file in read_map(brief.text(TREE)) if posixpath.basename(file.path) == "__init__.py"]
    packages = [file for file in packages if not _is_aside(file)]
    said = min(packages, key=lambda file: (file.path.count("/"), file.path), default=None)
    for text in (said.doc if said else "", *(_first_prose(file.text) for file in brief.files if _is_readme(file.name))):
        sentence = _sentence(text)
        if sentence:
            return sentence
    return ""


def thesis(said: str, subjects: Sequence[str], chinese: bool) -> str:
    """One or two plain sentences.

    Args:
        said: from `about`; its words are the source's own.
        subjects: the main subject of each chapter, as inside a sentence.
    """
    if chinese:
        if len(subjects) == 1:
            return f"全书只讲一件事：{subjects[0]}"
        way = f"从{subjects[0]}讲起"
        way += f"，经过{'、'.join(_between(subjects))}" if _between(subjects) else ""
        return f"{way}，最后讲到{subjects[-1]}：先打地基，再看整体"
    if len(subjects) == 1:
        return f"{said.rstrip('.')}, read from the inside" if said else f"One subject, read to the end: {subjects[0]}"
    way = f"from {subjects[0]}"
    if between := _between(subjects):
        way += f", by way of {' and '.join(between)},"
    way += f" to {subjects[-1]}"
    if not said:
        return f"How the code works, {way}: every chapter stands on ground that an earlier one laid"
    if _PREDICATE.search(said):
        return f"{said.rstrip('.')}. This book reads its code {way}"
    return f"{said.rstrip('.')}, read {way}"


def _between(subjects: Sequence[str]) -> list[str]:
    """One or two stations of the way, from the middle of the book."""
    inner = list(dict.fromkeys(one for one in subjects[1:-1] if one not in (subjects[0], subjects[-1])))
    if len(inner) <= 2:
        return inner
    return [inner[len(inner) // 3], inner[2 * len(inner) // 3]]


def _sentence(text: str) -> str:
    plain = " ".join(_LINK.sub(r"\1", without_marks(plain_text(text))).split())
    first = re.split(r"(?<=[.!?])\s+(?=[A-Z])", plain)[0].rstrip(".!").replace('"', "'")
    fit = len(first.split()) >= 3 and len(first) <= _MOST and not _UNFIT.search(first)
    return first if fit and not first.endswith(("...", ":", ",")) else ""


def _first_prose(text: str) -> str:
    """The first paragraph of a README that is prose: no heading, badge, picture or list."""
    for paragraph in re.split(r"\n\s*\n", text):
        rows = [row.strip() for row in paragraph.strip().split("\n")]
        if any(
            re.match(r"[#=<>|\-`~]{2,}|\*{3,}|[<|>#]|!?\[!|[-*+] |\.\. |={3,}|\[[^\]]*\](?:\(|:)", row) for row in rows
        ):
            continue
        found = _sentence(" ".join(rows))
        if found and len(found.split()) >= 5:
            return found
    return ""


def _is_readme(name: str) -> bool:
    return posixpath.basename(name).lower().split(".")[0] == "readme"


def _is_aside(file: MappedFile) -> bool:
    return bool(re.search(r"(?:^|/)(?:tests?|docs?|examples?)/", file.path))
