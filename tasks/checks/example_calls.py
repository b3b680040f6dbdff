"""Calls in Python examples of what they import from the source: keywords and numbers of arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim, fence_language
from tasks.checks.definitions import Definition
from tasks.checks.examples import PYTHON, parsed_example
from tasks.checks.python_modules import is_ours
from tasks.checks.result import CheckResult, found
from tasks.checks.signatures import written_definitions
from tasks.checks.source_index import SourceIndex

CHECK = "examples"


def check_example_calls(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Compare `f(a, key=1)` with the definitions of an `f` that the examples of the text import from the source.

    ⚠️ where every definition of the name contradicts. Decorated functions, overloads and whatever takes any keyword
    are believed.
    """
    findings: list[Finding] = []
    count = 0
    imported: dict[str, str] = {}
    for fence in chapter.fences:
        if fence_language(fence) not in PYTHON or fence_claim(fence) is not None:
            continue
        tree = parsed_example(fence.body)
        if tree is None:
            continue
        imported |= _imported(tree, index)
        for name in _bound(tree):
            imported.pop(name, None)
        for node, name in _calls(tree, imported):
            definitions = written_definitions(name, index)
            if not definitions:
                continue
            count += 1
            faults = [_fault(node, name, one) for one in definitions]
            if "" not in faults:
                first = definitions[0]
                findings.append(
                    found(
                        CHECK,
                        Severity.SHOULD,
                        chapter.place(fence.start + node.lineno),
                        faults[0],
                        quote=" ".join(ast.unparse(node).split()),
                        evidence=first.shown,
                        fix=f"see {first}",
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(tuple(findings), {"calls of examples": count})


def _imported(tree: ast.Module, index: SourceIndex) -> dict[str, str]:
    """What the names are called at home that an example takes from this source."""
    return {
        one.asname or one.name: one.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and not node.level and is_ours(node.module, index)
        for one in node.names
    }


def _bound(tree: ast.Module) -> Iterator[str]:
    """What an example defines or assigns itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def _calls(tree: ast.Module, imported: Mapping[str, str]) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in imported:
            yield node, imported[node.func.id]


def _fault(node: ast.Call, name: str, definition: Definition) -> str:
    parameters = definition.symbol.parameters
    kinds = {one.kind for one in parameters}
    names = {one.name for one in parameters if one.kind != "positional-only"}
    wrong = next((one.arg for one in node.keywords if one.arg and one.arg not in names), "")
    if wrong and "var-keyword" not in kinds:
        return f"{name} has no parameter {wrong}"
    most = sum(one.kind in ("positional-only", "positional-or-keyword") for one in parameters)
    is_plain = not any(isinstance(one, ast.Starred) for one in node.args)
    if is_plain and len(node.args) > most and "var-positional" not in kinds:
        return f"{name} takes at most {most} positional arguments, not {len(node.args)}"
    return ""
