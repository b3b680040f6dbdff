"""Tables and lists of parameters below a heading that names their function: names and defaults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import Block, ChapterText
from tasks.checks.definitions import Definition
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_defaults import wrong_default
from tasks.checks.statement_grammar import Verdict, plain_name

CHECK = "statements"

_NAMES = re.compile(r"parameter|argument|option|name|参数|名称", re.IGNORECASE)
_DEFAULT = re.compile(r"default|默认", re.IGNORECASE)
_VALUE = re.compile(r"`(?P<code>[^`]+)`|(?P<bare>[-+]?\d[\d_.]*|true|false|none|null|nil)", re.IGNORECASE)
_ITEM = re.compile(
    r"\s*[-*+]\s+(?:\*\*)?`(?P<name>[^`]+)`.*?\bdefault(?:s to|s|ed to)?(?: value)?(?: is)?[:=]?\s*"
    r"(?:`(?P<code>[^`]+)`|(?P<bare>[-+]?\d[\d_]*(?:\.\d+)?(?!\w|\.\w)|true\b|false\b|none\b|null\b|nil\b))",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class _Row:
    """A parameter of a table or a list, with its default ("" where none is said)."""

    name: str
    default: str
    block: Block


def check_parameter_tables(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Compare the rows below `### \\`f\\`` with the parameters of `f`.

    ⚠️ for a default that no function of the name has, and for a name that none takes where the other rows are its
    parameters.
    """
    findings: list[Finding] = []
    count = 0
    functions: tuple[Definition, ...] = ()
    columns: tuple[int, int] | None = None
    rows: list[_Row] = []
    for block in (*chapter.blocks, Block("# ", 0)):
        if block.text.startswith("#"):
            for row, verdict in _judged(rows, functions, index):
                count += 1
                if verdict.problem:
                    findings.append(_finding(row, verdict, chapter))
            functions, columns, rows = _functions(block, index), None, []
        elif functions and block.text.lstrip().startswith("|"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", block.text.strip().strip("|"))]
            if columns is None:
                columns = _columns(cells)
            elif (written := _row(cells, columns, block)) is not None:
                rows.append(written)
        else:
            columns = None
            item = _ITEM.match(block.text) if functions else None
            if item:
                rows.append(_Row(_plain(item["name"]), (item["code"] or item["bare"]).strip(), block))
    return CheckResult(tuple(findings), {"statements": count})


def _functions(heading: Block, index: SourceIndex) -> tuple[Definition, ...]:
    """What a heading names, where it is one function alone."""
    names = dict.fromkeys(name for span in heading.spans if (name := plain_name(span.text)))
    found = [index.definitions.callables(name) for name in names]
    return found[0] if len(found) == 1 else ()


def _columns(cells: list[str]) -> tuple[int, int] | None:
    """Which columns hold the names and the defaults; -1 for no defaults."""
    names = next((at for at, cell in enumerate(cells) if _NAMES.search(cell) and not _DEFAULT.search(cell)), -1)
    defaults = next((at for at, cell in enumerate(cells) if _DEFAULT.search(cell)), -1)
    return (names, defaults) if names >= 0 else None


def _row(cells: list[str], columns: tuple[int, int], block: Block) -> _Row | None:
    names, defaults = columns
    if len(cells) <= max(names, defaults) or not cells[names].startswith("`"):
        return None
    value = _VALUE.fullmatch(cells[defaults]) if defaults >= 0 else None
    return _Row(_plain(cells[names].strip("`")), (value["code"] or value["bare"]) if value else "", block)


def _plain(name: str) -> str:
    return re.split(r"[\s:=?]", name.strip().lstrip("*&$"))[0]


def _judged(rows: list[_Row], functions: tuple[Definition, ...], index: SourceIndex) -> Iterator[tuple[_Row, Verdict]]:
    known = {two.name for one in functions for two in one.symbol.parameters}
    is_open = any(two.kind.startswith("var") or not two.name for one in functions for two in one.symbol.parameters)
    ours = sum(row.name in known for row in rows)
    for row in rows:
        if row.name in known:
            yield row, wrong_default(functions, row.name, row.default, index) or Verdict()
        elif not is_open and ours * 2 > len(rows) and row.name.isidentifier() and row.name not in ("self", "cls"):
            first = functions[0]
            yield row, Verdict(f"{first.symbol.qualified_name} has no parameter {row.name}", first)


def _finding(row: _Row, verdict: Verdict, chapter: ChapterText) -> Finding:
    where = verdict.definition
    evidence = where.shown if where else ""
    place, quote = chapter.place(row.block.start), " ".join(row.block.text.split())
    return found(
        CHECK,
        Severity.SHOULD,
        place,
        verdict.problem,
        quote=quote,
        evidence=evidence,
        fix=f"say what {where} says",
        certainty=Certainty.LIKELY,
    )
