"""Files that the architect opens by tool, where the map of the repository is not enough."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace

from tasks.offline.architect_map import KINDS, NAME, MappedFile, MappedSymbol, base_names
from tasks.offline.request import ShownFile
from tasks.source.symbols import Symbol, module_doc, symbols_of

_LANGUAGES = {
    "py": "python", "js": "javascript", "mjs": "javascript", "jsx": "javascript", "ts": "typescript",
    "tsx": "typescript", "go": "go", "rs": "rust", "java": "java", "rb": "ruby", "c": "c", "h": "c", "cc": "cpp",
    "cpp": "cpp", "sh": "shell", "php": "php", "swift": "swift", "kt": "kotlin",
}  # fmt: skip
_TOP = re.compile(
    r"^(?:async )?(?P<kind>class|def) (?P<name>\w+)(?:\[[^\]]*\])?(?:\((?P<bases>[^()\n]*))?", re.MULTILINE
)
_METHOD = re.compile(r"^ {4}(?:async )?def (\w+)")
_IMPORT = re.compile(
    r"^\s*from\s+(?P<dots>\.*)(?P<module>[\w.]*)\s+import|^\s*import\s+(?P<plain>[\w.]+)", re.MULTILINE
)


def listed_file(path: str) -> MappedFile:
    """A file of which only the path is known."""
    return MappedFile(path, _LANGUAGES.get(path.rsplit(".", 1)[-1].lower(), "text"), 0, known=False)


def opened_file(shown: ShownFile, known: frozenset[str]) -> MappedFile:
    """A file that was opened by tool, with its symbols and the imports that lead to `known` paths."""
    text = shown.text
    found = symbols_of(text, shown.language)
    if shown.language == "python" and not shown.complete:
        # The page ends inside a definition, which no parser takes: what stands before it is parsed.
        text = text[: max((match.start() for match in _TOP.finditer(text)), default=len(text))]
        found = symbols_of(text, "python")
    symbols = [
        MappedSymbol(s.name, _kind(s), s.start, s.end, s.doc.split("\n")[0], s.bases, s.parent is not None)
        for s in found
        if s.public
    ]
    if len(text) < len(shown.text):
        symbols += _unfinished(shown, len(text))
    doc = module_doc(text, shown.language).strip().split("\n\n")[0].replace("\n", " ")
    return MappedFile(shown.name, shown.language, shown.lines, doc, _imports(shown, known), tuple(symbols))


def _kind(symbol: Symbol) -> str:
    """A language without a parser of its own calls everything a definition; its signature knows better."""
    named = NAME.match(symbol.signature)
    return (
        KINDS.get((named["kind"] if named else "") or "", symbol.kind) if symbol.kind == "definition" else symbol.kind
    )


def _unfinished(shown: ShownFile, at: int) -> list[MappedSymbol]:
    """The definition that the shown page breaks off in; it is taken to reach the end of the file."""
    head = _TOP.match(shown.text, at)
    if head is None or head["name"].startswith("_"):
        return []
    kind = "class" if head["kind"] == "class" else "function"
    bases = base_names(head["bases"] or "") if kind == "class" else ()
    start = shown.text.count("\n", 0, at) + 1
    rows = shown.text[at:].split("\n")
    heads = [(row, method[1]) for row, line in enumerate(rows) if kind == "class" and (method := _METHOD.match(line))]
    ends = [row for row, _ in heads[1:]] + [len(rows)] * bool(heads)
    inner = [
        MappedSymbol(name, "function", start + row, start + end - 1, nested=True)
        for (row, name), end in zip(heads, ends, strict=True)
        if not name.startswith("_")
    ]
    return [MappedSymbol(head["name"], kind, start, shown.lines, "", bases), *inner]


def completed(file: MappedFile, opened: MappedFile) -> MappedFile:
    """A file of the map with the inner definitions that an opened page of it shows."""
    known = {(symbol.name, symbol.start) for symbol in file.symbols}
    inner = tuple(s for s in opened.symbols if s.nested and (s.name, s.start) not in known)
    return replace(file, symbols=file.symbols + inner)


def _imports(shown: ShownFile, known: frozenset[str]) -> tuple[str, ...]:
    folder = posixpath.dirname(shown.name)
    found: dict[str, None] = {}
    for match in _IMPORT.finditer(shown.text):
        dots, module = match["dots"] or "", (match["module"] or match["plain"] or "").replace(".", "/")
        base = folder
        for _ in dots[1:]:
            base = posixpath.dirname(base)
        roots = [base] if dots else ["", posixpath.dirname(folder)]
        for root in roots:
            stem = posixpath.join(root, module) if module else root
            for path in (f"{stem}.py", f"{stem}/__init__.py"):
                if path in known and path != shown.name:
                    found[path] = None
    return tuple(found)
