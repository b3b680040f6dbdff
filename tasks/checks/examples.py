"""Python examples of a text: what they import from the source, and what they take from its modules, exists."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim, fence_language
from tasks.checks.python_modules import is_ours, module_fault
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "examples"

PYTHON = frozenset({"python", "pycon", "py"})
_PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.) ?", re.MULTILINE)


def check_examples(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check `import x.y` and `from x.y import name` of the examples for every x that the source is or holds.

    ⚠️ at most: a module may be made at build time. Modules that import everything, or answer names themselves,
    are believed.
    """
    findings: list[Finding] = []
    count = 0
    for fence in chapter.fences:
        if fence_language(fence) not in PYTHON or fence_claim(fence) is not None or "import" not in fence.body:
            continue
        for line, module, name in _imports(fence.body):
            if not is_ours(module, index):
                continue
            count += 1
            problem = module_fault(module, name, index)
            if problem:
                near = index.nearest_word(name or module.rpartition(".")[2])
                fix = f"did you mean {near}?" if near and near != name else "import what the source defines"
                place = chapter.place(fence.start + line)
                quote = f"from {module} import {name}" if name else f"import {module}"
                findings.append(
                    found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix=fix, certainty=Certainty.LIKELY)
                )
    return CheckResult(tuple(findings), {"imports": count})


def _imports(body: str) -> Iterator[tuple[int, str, str]]:
    """(line in the block, module, imported name or "") of every absolute import that can be read."""
    tree = parsed_example(body)
    if tree is None:
        return
    lines = body.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((_line(lines, one.name), one.name, "") for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((_line(lines, node.module), node.module, one.name) for one in node.names if one.name != "*")


def parsed_example(body: str) -> ast.Module | None:
    """The syntax tree of an example, prompts set aside (their lines stay); None where it cannot be read."""
    code = "\n".join(
        _PROMPT.sub("", line) if ">>>" not in body or _PROMPT.match(line) else "" for line in body.split("\n")
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _line(lines: list[str], module: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if "import" in line and module in line), 1)
