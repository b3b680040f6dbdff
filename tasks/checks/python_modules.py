"""Which file a dotted name of Python leads to, and whether the module has the name that is asked of it."""

from __future__ import annotations

import re

from tasks.checks.source_index import SourceIndex

_LAYOUTS = ("", "src/", "lib/", "python/")
_DEFINES = r"(?m)(?:^|[\s,(.*]){}\b"
_OPEN = re.compile(
    r"(?m)^\s*from\s+\S+\s+import\s+\(?\s*\*|\bdef\s+__getattr__\(\s*(?!self\b|cls\b)|^__getattr__\b"
    r"|\bglobals\(\)|\bsys\.modules\b"
)
"""Of a module, not of a class in it."""


def is_ours(module: str, index: SourceIndex) -> bool:
    """Whether the first part of a dotted name is a package or a module of this source."""
    top = module.partition(".")[0]
    if top == index.root_name and "__init__.py" in index.paths:
        return True
    return any(f"{layout}{top}{end}" in index.paths for layout in _LAYOUTS for end in ("/__init__.py", ".py"))


def module_files(module: str, index: SourceIndex) -> list[str]:
    """The file of a module: a module, a package, or a stub; below the root or a source folder of it."""
    path = module.replace(".", "/")
    bases = [f"{layout}{path}" for layout in _LAYOUTS]
    if module.partition(".")[0] == index.root_name:
        inner = path.partition("/")[2]
        bases += [inner] if inner else ["__init__"]
    ends = (".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx", ".c", ".so")
    return [base + end for base in bases for end in ends if base + end in index.paths | index.skipped]


def module_fault(module: str, name: str, index: SourceIndex) -> str:
    """What is wrong with a name of a module of this source, "" where nothing is, or where the module is not its own.

    Modules that import everything, or answer names themselves, are believed.
    """
    if not is_ours(module, index):
        return ""
    files = module_files(module, index)
    folder = any(index.has_folder(f"{layout}{module.replace('.', '/')}") for layout in _LAYOUTS)
    if not files:
        return "" if folder else f"the source has no module {module}"
    texts = [index.text(path) for path in files if path in index.paths]
    if not name or len(texts) < len(files) or module_files(f"{module}.{name}", index):
        return ""
    if any(index.has_folder(f"{layout}{module.replace('.', '/')}/{name}") for layout in _LAYOUTS):
        return ""
    if any(_OPEN.search(text) or re.search(_DEFINES.format(re.escape(name)), text) for text in texts):
        return ""
    return f"{module} has no {name}"


def dotted_fault(dotted: str, index: SourceIndex) -> str:
    """What is wrong with `package.module.name`: the first part that the module before it does not have, or ""."""
    parts = dotted.split(".")
    for count in range(1, len(parts)):
        module, name = ".".join(parts[:count]), parts[count]
        if not module_files(module, index):
            return ""
        if not module_files(f"{module}.{name}", index):
            return module_fault(module, name, index)
    return ""
