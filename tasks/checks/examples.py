"""Python examples of a text: what they import from the source, and what they take from its modules, exists."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim, fence_language
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "examples"

_PYTHON = frozenset({"python", "pycon", "py"})
_PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.) ?", re.MULTILINE)
_LAYOUTS = ("", "src/", "lib/", "python/")
_DEFINES = r"(?m)(?:^|[\s,(.*]){}\b"
_OPEN = re.compile(
    r"(?m)^\s*from\s+\S+\s+import\s+\(?\s*\*|\bdef\s+__getattr__\(\s*(?!self\b|cls\b)|^__getattr__\b"
    r"|\bglobals\(\)|\bsys\.modules\b"
)
"""Of a module, not of a class in it."""


def check_examples(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check `import x.y` and `from x.y import name` of the examples for every x that the source is or holds.

    ⚠️ at most: a module may be made at build time. Modules that import everything, or answer names themselves,
    are believed.
    """
    findings: list[Finding] = []
    count = 0
    for fence in chapter.fences:
        if fence_language(fence) not in _PYTHON or fence_claim(fence) is not None or "import" not in fence.body:
            continue
        for line, module, name in _imports(fence.body):
            files = _module_files(module, index)
            if not _is_ours(module, index):
                continue
            count += 1
            problem = _fault(module, name, files, index)
            if problem:
                near = index.nearest_word(name or module.rpartition(".")[2])
                fix = f"did you mean {near}?" if near else "import what the source defines"
                place = chapter.place(fence.start + line)
                quote = f"from {module} import {name}" if name else f"import {module}"
                findings.append(
                    found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix=fix, certainty=Certainty.LIKELY)
                )
    return CheckResult(tuple(findings), {"imports": count})


def _imports(body: str) -> Iterator[tuple[int, str, str]]:
    """(line in the block, module, imported name or "") of every absolute import that can be read."""
    code = "\n".join(_PROMPT.sub("", line) for line in body.split("\n") if ">>>" not in body or _PROMPT.match(line))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = body.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((_line(lines, one.name), one.name, "") for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((_line(lines, node.module), node.module, one.name) for one in node.names if one.name != "*")


def _line(lines: list[str], module: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if "import" in line and module in line), 1)


def _is_ours(module: str, index: SourceIndex) -> bool:
    top = module.partition(".")[0]
    if top == index.root_name and "__init__.py" in index.paths:
        return True
    return any(f"{layout}{top}{end}" in index.paths for layout in _LAYOUTS for end in ("/__init__.py", ".py"))


def _module_files(module: str, index: SourceIndex) -> list[str]:
    """The file of a module: a module, a package, or a stub; below the root or a source folder of it."""
    path = module.replace(".", "/")
    bases = [f"{layout}{path}" for layout in _LAYOUTS]
    if module.partition(".")[0] == index.root_name:
        inner = path.partition("/")[2]
        bases += [inner] if inner else ["__init__"]
    ends = (".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx", ".c", ".so")
    return [base + end for base in bases for end in ends if base + end in index.paths | index.skipped]


def _fault(module: str, name: str, files: list[str], index: SourceIndex) -> str:
    folder = any(index.has_folder(f"{layout}{module.replace('.', '/')}") for layout in _LAYOUTS)
    if not files:
        return "" if folder else f"the source has no module {module}"
    texts = [index.text(path) for path in files if path in index.paths]
    if not name or len(texts) < len(files) or _module_files(f"{module}.{name}", index):
        return ""
    if any(index.has_folder(f"{layout}{module.replace('.', '/')}/{name}") for layout in _LAYOUTS):
        return ""
    if any(_OPEN.search(text) or re.search(_DEFINES.format(re.escape(name)), text) for text in texts):
        return ""
    return f"{module} has no {name}"
