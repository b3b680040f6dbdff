"""Tables that say in which file a name is defined, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import Block, ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import plain_name

CHECK = "statements"

_FILES = re.compile(
    r"(?:(?:source|header|implementation|defining) )?(?:files?|modules?|paths?|locations?|source)(?: path)?|where"
    r"(?: defined)?|where it lives|(?:is )?(?:defined|declared|implemented|lives|found)(?: in| at)?(?: file)?"
    r"|(?:源|所在|定义)?(?:文件|模块|位置|路径)",
    re.IGNORECASE,
)
"""The whole of a head: in the "Config file" of a command or the "Test file" of a class neither is defined."""
_CODE = re.compile(r"`([^`]+)`")
_RULE = re.compile(r"[\s|:-]+")


def check_place_tables(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Compare "| `Store` | `pkg/store.py` |" below a heading such as "File" with where the source defines the name.

    ⚠️ where the file neither defines nor names it, 💡 where it only names it. A row with more than one name, or with no
    single file, says something else.
    """
    findings: list[Finding] = []
    count = 0
    for block, name, written in _rows(chapter):
        definitions = index.definitions.named(name)
        files = [path for path in index.resolve(written) if path in index.paths]
        if not definitions or not files:
            continue
        count += 1
        if any(one.path in files for one in definitions):
            continue
        first, last = definitions[0], name.rpartition(".")[2]
        is_named = any(path in files for path in index.words.get(last, ()))
        findings.append(
            found(
                CHECK,
                Severity.COULD if is_named else Severity.SHOULD,
                chapter.place(block.start),
                f"{first.symbol.qualified_name} is defined in {first.path}, not in {written}",
                quote=" ".join(block.text.split()),
                evidence=first.shown,
                fix=f"write {first.path}",
                certainty=Certainty.LIKELY,
            )
        )
    return CheckResult(tuple(findings), {"statements": count})


def _rows(chapter: ChapterText) -> Iterator[tuple[Block, str, str]]:
    """The rows that hold one name and one file: (row, name, file)."""
    column = -1
    inside = False
    for block in chapter.blocks:
        if not block.text.lstrip().startswith("|"):
            inside, column = False, -1
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", block.text.strip().strip("|"))]
        if not inside:
            inside = True
            column = next((at for at, cell in enumerate(cells) if at and _FILES.fullmatch(cell.strip(" *_`:"))), -1)
        elif 0 < column < len(cells) and not _RULE.fullmatch(block.text):
            names, files = _CODE.findall(cells[0]), _CODE.findall(cells[column])
            if len(names) == len(files) == 1 and (name := plain_name(names[0])):
                yield block, name, files[0]
